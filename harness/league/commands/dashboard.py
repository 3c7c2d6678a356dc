"""Write the dashboard: a static site over many runs, for a disk or a pages host."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.analysis import nights
from league.analysis.board import open_board
from league.base import paths
from league.base.arguments import argument, count
from league.base.errors import NothingComparable
from league.commands._shared import RUNS_FOLDER, folders
from league.commands.history import HISTORY
from league.records import reading

_SITE = paths.results() / "dashboard"

ARGUMENTS = (
    argument("run", nargs="*", metavar="RUN", fits="runs",
             help="run ids or folders (default: the history and every run)"),
    HISTORY,
    argument("-o", "--output", type=Path, default=_SITE, metavar="DIR", group="where",
             help="folder for the site (default results/dashboard)"),
    argument("--nights", type=count(1), default=120, metavar="N", group="where",
             help="nights in table and chart of a cell (default 120)"),
    argument("--figures", action="store_true", group="where",
             help="write each line as SVG, PNG and CSV beside its page, too"),
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Write the site and say where it is; what it shows is judged by `gate`."""
    named = folders(args, ())
    kept = None if named and args.history == nights.KEPT else args.history
    board = open_board(kept, named or reading.run_folders(args.out), 4 * args.nights)
    if board is None:
        raise NothingComparable("no run has been kept; measure some, or name their --history DIR")
    from league.show.site.write import write_site

    site = write_site(board, args.output, most_nights=args.nights, figures=args.figures)
    print(f"dashboard: {site.folder / 'index.html'} ({site.pages} pages)")
    return 0
