"""Compare two runs, or two toolchains of one run, with statistics.

The first is the base: a ratio above 1 says that the second takes longer.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from league.analysis import between, comparison, nights, numbers, upgrade
from league.analysis.selection import narrow
from league.base import exit_codes
from league.base.arguments import argument
from league.base.errors import NothingComparable, UsageError
from league.commands import _confirm
from league.commands._shared import JSON, MARKDOWN, PART, RUNS_FOLDER, show, write
from league.records import reading
from league.records.view import RunView, toolchain_names
from league.run import select
from league.show import upgrade as shown

ARGUMENTS = (
    argument("names", nargs="*", metavar="A B", fits="sides",
             help="two run ids or folders, or two toolchains of the newest run; with --toolchain"
             " the run they are taken from"),
    argument("-t", "--toolchain", nargs=2, metavar=("A", "B"), fits="toolchains",
             help="two toolchains of one run"),
    *PART,
    argument("--upgrade", action="store_true", group="how",
             help="instead, an upgrade from A to B on one page: best variant against best, by kind"
             " of problem, and what is fixed and broken"),
    argument("--fail-slower", action="store_true", group="how",
             help="launch what is slower again, and exit with 3 if it is so then, too"),
    *_confirm.ARGUMENTS,
    JSON,
    MARKDOWN,
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Compare, print, and return 0, or 3 if that was asked for and fresh launches confirm it."""
    base, run, pair = _sides(args)
    if args.upgrade:
        return _upgrade(args, base, run, pair)
    exact = numbers.of_toolchains(run, *pair) if pair else numbers.of_runs(base, run)
    try:
        compared = (
            comparison.compare_toolchains(run, *pair)
            if pair
            else comparison.compare_runs(base, run)
        )
    except NothingComparable:
        if not exact.common or args.json or args.markdown or args.fail_slower:
            raise
        print("\n".join(["No times to compare.", *exact.lines()]))
        return 0
    compared = _confirmed(compared, base, run, args)
    more = ["", *exact.lines()] if exact.changed else []
    changed = [one.to_json(worse=one.worse) for one in exact.changed]
    show(
        args, lambda: comparison.to_text(compared) + "\n".join(more),
        lambda: {**comparison.to_json(compared), "numbers": changed},
    )  # fmt: skip
    write(args, lambda: comparison.to_markdown(compared))
    return exit_codes.SLOWER if args.fail_slower and compared.confirmed else 0


def _upgrade(
    args: argparse.Namespace, base: RunView, run: RunView, pair: tuple[str, str] | None
) -> int:
    if args.fail_slower:
        raise UsageError("--upgrade tells and judges nothing; leave out --fail-slower")
    told = upgrade.upgrade(base, run, pair)
    show(args, lambda: shown.to_text(told), lambda: shown.as_json(told))
    write(args, lambda: shown.to_markdown(told))
    return exit_codes.GOOD


def _confirmed(
    compared: comparison.Comparison, base: RunView, run: RunView, args: argparse.Namespace
) -> comparison.Comparison:
    """Hold what is slower against the fresh runs named; where asked for, launch it again."""
    fresh = _confirm.fresh_runs(args)
    differ = between.nights_of(nights.newest(nights.KEPT, run.name), run.place).of
    compared = comparison.confirmed(compared, base, run, fresh, differ)
    open_ = [pair for pair in compared.slower if pair.again is None]
    if not args.fail_slower or args.no_confirm or not open_:
        return compared
    keys = dict.fromkeys(key for pair in open_ for key in (pair.first.key, pair.second.key))
    more, why = _confirm.launch_again(list(keys), run, args)
    compared = comparison.confirmed(compared, base, run, [*fresh, *more], differ)
    if why:
        return replace(compared, warnings=(*compared.warnings, f"not launched again: {why}"))
    return compared


def _sides(args: argparse.Namespace) -> tuple[RunView, RunView, tuple[str, str] | None]:
    """Return what is compared: two runs, or a run twice with two of its toolchains."""
    names: list[str] = args.names
    pair, args.toolchain = args.toolchain, None
    if pair and len(names) > 1:
        raise UsageError("--toolchain compares within one run; name one run or none")
    if not pair and len(names) != 2:
        raise UsageError("compare needs two names; give two runs or two toolchains")
    runs = []
    if pair and names:
        runs = [reading.read_run(reading.find_run(names[0], args.out))]
    elif pair or not all(reading.is_run(name, args.out) for name in names):
        newest = _newest_with(pair or names, args.out)
        if pair or any(name in toolchain_names(newest) for name in names):
            runs, pair = [newest], pair or names
    runs = runs or [reading.read_run(reading.find_run(name, args.out)) for name in names]
    first, *rest = narrow(runs, args)
    if rest:
        return first, rest[0], None
    known = toolchain_names(first)
    for name in pair:
        if name not in known:
            raise select.unknown("toolchain", name, known)
    if pair[0] == pair[1]:
        raise UsageError(f"both names are {pair[0]}; name two toolchains")
    return first, first, (pair[0], pair[1])


def _newest_with(toolchains: Sequence[str], folder: Path) -> RunView:
    """Return the newest run that has times of all these toolchains, or else the newest."""

    def holds(path: Path) -> bool:
        timed = {
            key.toolchain for key, cell in reading.read_run(path).cells.items() if cell.verified
        }
        return timed.issuperset(toolchains)

    try:
        return reading.read_run(reading.newest_that(folder, holds, "both"))
    except NothingComparable:
        return reading.read_run(reading.newest_run(folder))
