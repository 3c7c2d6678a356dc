"""Show what became slower or broke over many runs, and since which of them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from league.analysis import history, nights
from league.base.errors import NothingComparable
from league.records import reading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to do, the runs, and where a history is kept."""
    parser.add_argument(
        "what", nargs="?", choices=("show", "save"), default="show",
        help="show (default), or save: keep a small file of each run, which outlives its records",
    )  # fmt: skip
    parser.add_argument("run", nargs="*", metavar="RUN",
                        help="run ids or folders (default: show all, save the newest)")  # fmt: skip
    where = parser.add_argument_group("where")
    add_history(where)
    where.add_argument("--markdown", type=Path, metavar="FILE", help="write Markdown as well")
    where.add_argument("--json", action="store_true", help="print JSON for programs")
    reading.add_runs_folder(where)


def add_history(group: argparse._ActionsContainer) -> None:
    """Add `--history`, the folder in which a file per run is kept."""
    group.add_argument("--history", type=Path, default=nights.KEPT, metavar="DIR",
                       help="folder with a file per run (default results/history)")  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Show or save; the exit code of showing is 0 whatever is found, since `gate` judges."""
    runs = reading.runs_folder(args)
    if args.what == "save":
        folders = [reading.find_run(name, runs) for name in args.run or ["latest"]]
        for run in reading.read_runs(folders):
            print(f"history: {nights.write(nights.night_of(run), args.history)}")
        return 0
    named = [reading.find_run(name, runs) for name in args.run]
    kept = None if named else args.history
    known = nights.nights(kept, named or reading.run_folders(runs))
    if not known:
        raise NothingComparable("no run has been kept; measure some, or name their --history DIR")
    found = history.history_of(known)
    if args.json:
        print(json.dumps(history.to_json(found), indent=1, ensure_ascii=False))
    else:
        print("\n".join(history.lines(found)))
    if args.markdown:
        path = reading.write_text(args.markdown, history.to_markdown(found))
        print(f"Markdown: {path}", file=sys.stderr if args.json else sys.stdout)
    return 0
