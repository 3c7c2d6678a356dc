"""Show Pennycook's performance portability of variants over machines, and the cascade plot."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from league.analysis import advice, platforms
from league.analysis.ratios import Session
from league.analysis.selection import narrow
from league.base import columns, exit_codes
from league.base.arguments import argument
from league.base.errors import NothingComparable, UsageError
from league.commands._shared import CHOICE, JSON, MARKDOWN, RUNS, RUNS_FOLDER, folders, show, write
from league.records import reading
from league.records.view import RunView

ARGUMENTS = (
    RUNS,
    *CHOICE,
    argument("--advise", action="store_true", alone="what",
             help="which OpenMP variant to write instead, a line a benchmark, with its evidence"),
    argument("--figure", alone="what", dest="output", type=Path, metavar="FILE.svg", group="where",
             help="draw the cascade plot, as .svg or .png"),
    JSON,
    MARKDOWN,
    RUNS_FOLDER,
)  # fmt: skip


def _advise(args: argparse.Namespace, runs: Sequence[RunView]) -> int:
    rows = advice.advice([Session(run) for run in runs])
    if not rows:
        raise NothingComparable("no OpenMP variant has a verified time; name runs that timed some")
    show(args, lambda: advice.to_text(rows), lambda: columns.objects(advice.ADVICE, rows))
    write(args, lambda: advice.to_markdown(rows))
    return exit_codes.GOOD


def main(args: argparse.Namespace) -> int:
    """Print the table, write the plot; 4 if nothing was verified on two platforms."""
    runs = narrow(reading.read_runs(folders(args)), args)
    if args.advise:
        return _advise(args, runs)
    if args.markdown:
        raise UsageError("--markdown is of --advise; take --json, or --figure")
    found = platforms.tables(runs)
    found = [table for table in found if len(table.platforms) > 1]
    if not found:
        raise NothingComparable(
            "nothing was verified on two platforms; name runs of several machines"
        )
    if args.output:
        from league.show.plots.cascade import draw

        draw(found, args.output)
    drawn = f"\ncascade: {args.output}" if args.output else ""
    show(args, lambda: platforms.portability_text(found) + drawn, lambda: platforms.to_json(found))
    return 0
