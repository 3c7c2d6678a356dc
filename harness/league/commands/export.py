"""Write a run in a format that other tools read, or claims as files of another test suite."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from league.analysis.selection import narrow, newest
from league.base.arguments import argument
from league.commands import _suites
from league.commands._shared import CHOICE, RUN, RUNS_FOLDER
from league.records import reading
from league.show import exports

ARGUMENTS = (
    argument("format", metavar="FORMAT", fits="formats",
             help=", ".join((*exports.FORMATS, *_suites.FORMATS))),
    RUN,
    *CHOICE,
    argument("--tag", action="append", metavar="TAG", group="what",
             help="of lit, dejagnu: group of claims, spec-5.1, full"),
    argument("-o", "--output", type=Path, metavar="FILE", group="where",
             help="the file to write (default: standard output)"),
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Write or print the export."""
    if args.format.lower() in _suites.FORMATS:
        return _suites.export(args.format.lower(), args)
    name = exports.check_format(args.format, _suites.FORMATS)
    named = args.run not in ("", "latest")
    folders = reading.find_runs(args.run, args.out) if named else [newest(args)]
    text = exports.export(narrow(reading.read_runs(folders), args), name, args.output)
    sys.stdout.write(text)
    if args.output:
        print(f"{name}: {args.output}")
    return 0
