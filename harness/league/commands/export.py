"""Write a run in a format that other tools read, or claims as files of another test suite."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from league.analysis.selection import narrow, newest
from league.base import paths
from league.base.arguments import argument
from league.base.errors import UsageError
from league.base.scratch import Scratch
from league.claims import build, exported, plan, source
from league.commands import _case
from league.commands._shared import CHOICE, RUN, RUNS_FOLDER
from league.records import reading
from league.run import select
from league.run.build_folders import find_toolchains
from league.run.options import Options, written
from league.show import exports
from league.toolchains import files

#: Claims as files of another test suite.
_SUITES = ("lit", "dejagnu")
#: A failing cell as an archive for a bug report.
_CASE = "case"

ARGUMENTS = (
    argument("format", metavar="FORMAT", fits="formats",
             help=", ".join((*exports.FORMATS, *_SUITES, _CASE))),
    RUN,
    *CHOICE,
    argument("--tag", action="append", metavar="TAG", group="what",
             help="of lit, dejagnu: group of claims, spec-5.1, full"),
    argument("-o", "--output", type=Path, metavar="FILE", group="where",
             help="the file to write (default: standard output)"),
    *written("build-root"),
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Write or print the export."""
    if args.format.lower() in _SUITES:
        return _claims(args.format.lower(), args)
    named = args.run not in ("", "latest")
    if args.format.lower() == _CASE:
        print(_case.export(args, reading.find_run(args.run, args.out) if named else newest(args)))
        return 0
    name = exports.check_format(args.format, (*_SUITES, _CASE))
    folders = reading.find_runs(args.run, args.out) if named else [newest(args)]
    text = exports.export(narrow(reading.read_runs(folders), args), name, args.output)
    sys.stdout.write(text)
    if args.output:
        print(f"{name}: {args.output}")
    return 0


def _claims(style: str, args: argparse.Namespace) -> int:
    """Write the claims that -b and --tag choose into the folder of -o."""
    if args.output is None:
        raise UsageError(f"{style} is a folder of files; name it with -o")
    if args.run not in ("", "latest"):
        raise UsageError(f"{style} holds claims and no run; choose them with -b and --tag")
    benchmarks, tags, toolchains = map(select.split, (args.benchmark, args.tag, args.toolchain))
    chosen_by = select.Selection(benchmarks=benchmarks, tags=tags)
    asked = Options(paths.project_root(), "export", chosen_by, toolchains=toolchains)
    claims, _ = source.load(asked.project / "validation")
    chosen, cells = plan.choose(claims, asked)
    described = files.load_all(asked.project / "harness" / "toolchains")
    versions = {one.name: one.version for one in described if one.tried and one.flags.get("omp")}
    folder: Path = args.output.absolute()
    if not asked.toolchains:
        print(exported.write(style, chosen, cells, versions, None, asked.project, folder))
        return 0
    found = find_toolchains(asked)
    if len(found) != 1:
        raise UsageError(f"-t names {len(found)} toolchains; a suite has one, or none")
    with Scratch() as scratch:
        kit = build.ready(found[0], asked.project, scratch.path)
        versions[kit.toolchain] = kit.version
        print(exported.write(style, chosen, cells, versions, kit, asked.project, folder))
    return 0
