"""Write a run in a format that other tools read, or claims as files of another test suite."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from league.analysis.selection import add_choice, narrow, newest
from league.commands import _suites
from league.records import reading
from league.show import exports


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the format, the run and the file."""
    parser.add_argument(
        "format", metavar="FORMAT", help=", ".join((*exports.FORMATS, *_suites.FORMATS))
    )
    parser.add_argument("run", nargs="?", default="latest", metavar="RUN",
                        help="run id or folder (default: the newest)")  # fmt: skip
    add_choice(parser)
    parser.add_argument("--tag", action="append", metavar="TAG",
                        help="of lit, dejagnu: group of claims, spec-5.1, full")  # fmt: skip
    where = parser.add_argument_group("where")
    where.add_argument("-o", "--output", type=Path, metavar="FILE",
                       help="the file to write (default: standard output)")  # fmt: skip
    reading.add_runs_folder(where)


def main(args: argparse.Namespace) -> int:
    """Write or print the export."""
    if args.format.lower() in _suites.FORMATS:
        return _suites.export(args.format.lower(), args)
    name = exports.check_format(args.format, _suites.FORMATS)
    runs = reading.runs_folder(args)
    named = args.run not in ("", "latest")
    folders = reading.find_runs(args.run, runs) if named else [newest(runs, args)]
    text = exports.export(narrow(reading.read_runs(folders), args), name, args.output)
    sys.stdout.write(text)
    if args.output:
        print(f"{name}: {args.output}")
    return 0
