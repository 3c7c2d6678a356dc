"""Show Pennycook's performance portability of variants over machines, and the cascade plot."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from league.analysis import platforms
from league.analysis.selection import add_choice, narrow
from league.base.errors import NothingComparable
from league.records import reading
from league.show.portability import portability_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the runs and the forms of output."""
    parser.add_argument(
        "run", nargs="*", metavar="RUN", help="run id or folder, or a folder of runs (merge)"
    )
    add_choice(parser)
    where = parser.add_argument_group("where")
    where.add_argument("--figure", dest="output", type=Path, metavar="FILE.svg",
                       help="draw the cascade plot, as .svg or .png")  # fmt: skip
    where.add_argument("--json", action="store_true", help="print JSON for programs")
    reading.add_runs_folder(where)


def main(args: argparse.Namespace) -> int:
    """Print the table, write the plot; 4 if nothing was verified on two platforms."""
    runs = reading.runs_folder(args)
    folders = [one for name in args.run or ["latest"] for one in reading.find_runs(name, runs)]
    found = platforms.tables(narrow(reading.read_runs(folders), args))
    found = [table for table in found if len(table.platforms) > 1]
    if not found:
        raise NothingComparable(
            "nothing was verified on two platforms; name runs of several machines"
        )
    if args.output:
        from league.show.plots.cascade import draw

        draw(found, args.output)
    if args.json:
        print(json.dumps(platforms.to_json(found), indent=1, allow_nan=False))
        return 0
    print(portability_text(found))
    if args.output:
        print(f"cascade: {args.output}")
    return 0
