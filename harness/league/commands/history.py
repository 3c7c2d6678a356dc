"""Show what became slower or broke over many runs, since which of them, and who is to blame."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from league.analysis import archive, history, nights, outside_metrics
from league.analysis.selection import choice_of
from league.base import bounds
from league.base.arguments import argument, date
from league.base.errors import NothingComparable, StoreError, UsageError, guarding
from league.base.words import plural
from league.commands._shared import CHOICE, JSON, MARKDOWN, RUNS_FOLDER, folders, show, write
from league.records import reading

HISTORY = argument(
    "--history", type=Path, default=nights.KEPT, metavar="DIR", group="where",
    help="folder with a file per run (default results/history)",
)  # fmt: skip
ARGUMENTS = (
    argument("what", nargs="?", choices=("show", "save", "add", "verify"), default="show",
             help="show (default); save: keep a small file of each run, which outlives its records;"
             " add: numbers of your own to a run; verify: hash the files a summary was made from"),
    argument("run", nargs="*", metavar="RUN", fits="runs",
             help="run ids or folders (default: show all, save the newest); add RUN FILE..., where"
             " FILE holds the numbers and - reads them from standard input"),
    *CHOICE,
    argument("--from", dest="first", type=date, metavar="DATE", group="what",
             help="show nights from this date on, as 2026, 2026-11 or 2026-11-21"),
    argument("--to", dest="last", type=date, metavar="DATE", group="what",
             help="show nights up to this date, with all of that day, month or year"),
    HISTORY,
    MARKDOWN,
    JSON,
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Show or save; the exit code of showing is 0 whatever is found, since `gate` judges."""
    actions = {"show": _show, "save": _save, "add": _add, "verify": _verify}
    return actions[args.what](args)


def _save(args: argparse.Namespace) -> int:
    for run in reading.read_runs(folders(args)):
        print(f"history: {nights.write(nights.night_of(run), args.history)}")
    return 0


def _add(args: argparse.Namespace) -> int:
    if len(args.run) < 2:
        raise UsageError("numbers need a run and a file; history add RUN FILE")
    run = reading.find_run(args.run[0], args.out)
    given = [one for name in args.run[1:] for one in outside_metrics.parse(_bytes(name), name)]
    count = outside_metrics.add(run, given)
    print(f"{plural(count, 'number')} added to {run.name}")
    return 0


def _bytes(name: str) -> bytes:
    most = outside_metrics.LARGEST + 1
    if name == "-":
        return sys.stdin.buffer.read(most)
    with (
        guarding(f"read {name}", "name another file, or - for standard input", StoreError),
        bounds.open_regular(name, follow=True) as file,
    ):
        return file.read(most)


def _verify(args: argparse.Namespace) -> int:
    if not nights.files(args.history):
        raise NothingComparable(f"{args.history} holds no night; history save keeps one")
    if not (args.history / archive.FOLDER).is_dir():
        print(f"there is no summary; one is made from {archive.FEWEST} nights on")
        return 0
    wrong = archive.Summary(args.history).verify()
    for line in wrong:
        print(line)
    if not wrong:
        print("the summary agrees with every night")
    return 1 if wrong else 0


def _show(args: argparse.Namespace) -> int:
    named = folders(args, ())
    kept = None if named else args.history
    runs = named or reading.run_folders(args.out)
    found = archive.open_archive(kept, runs, choice_of(args))
    if not found.runs:
        raise NothingComparable("no run has been kept; measure some, or name their --history DIR")
    found = archive.between(found, args.first or "", args.last or "")
    if not found.runs:
        raise NothingComparable("no run was kept in that time; give --from and --to other dates")
    newest = nights.nights(kept, runs, {found.runs[-1]})[-1]
    told = history.history_of_series(found.series, found.quantities, found.times, newest)
    show(args, lambda: "\n".join(history.lines(told)), lambda: history.to_json(told))
    write(args, lambda: history.to_markdown(told))
    return 0
