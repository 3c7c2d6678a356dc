"""Show Pennycook's performance portability of variants over machines, and the cascade plot."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.analysis import platforms
from league.analysis.selection import narrow
from league.base.arguments import argument
from league.base.errors import NothingComparable
from league.commands._shared import CHOICE, JSON, RUNS, RUNS_FOLDER, folders, show
from league.records import reading
from league.show.portability import portability_text

ARGUMENTS = (
    RUNS,
    *CHOICE,
    argument("--figure", dest="output", type=Path, metavar="FILE.svg", group="where",
             help="draw the cascade plot, as .svg or .png"),
    JSON,
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Print the table, write the plot; 4 if nothing was verified on two platforms."""
    found = platforms.tables(narrow(reading.read_runs(folders(args)), args))
    found = [table for table in found if len(table.platforms) > 1]
    if not found:
        raise NothingComparable(
            "nothing was verified on two platforms; name runs of several machines"
        )
    if args.output:
        from league.show.plots.cascade import draw

        draw(found, args.output)
    drawn = f"\ncascade: {args.output}" if args.output else ""
    show(args, lambda: portability_text(found) + drawn, lambda: platforms.to_json(found))
    return 0
