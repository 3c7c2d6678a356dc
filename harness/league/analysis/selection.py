"""The part of a run that a command line asks for."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from league.analysis.standing import benchmarks
from league.base import expression, models
from league.base.errors import NothingComparable, UsageError
from league.base.scrub import short
from league.records import reading
from league.records.view import Key, RunView
from league.run import options, select


def narrow(runs: Sequence[RunView], args: argparse.Namespace) -> list[RunView]:
    """Return the runs with only what the options ask for.

    Raises UsageError for a name that none of the runs knows, with a suggestion.
    """
    options.fill(args)
    toolchains = getattr(args, "toolchain", None)
    known = benchmarks(runs)
    wanted = {
        "toolchain": _match("toolchain", toolchains, _toolchains(runs)),
        "benchmark": _match("benchmark", args.benchmark, known),
        "variant": _match("variant", args.variant, {v for vs in known.values() for v in vs}),
        "class": _match("class", args.classes, {k.letter for run in runs for k in run.cells}),
    }
    fits = expression.parse(args.where) if args.where else None
    found = [_narrowed(run, wanted, fits) for run in runs]
    if fits and not any(run.cells or run.builds for run in found):
        raise UsageError(f"no cell fits {short(args.where, 100)}; write another expression")
    return found


def newest(args: argparse.Namespace) -> Path:
    """Return the newest run that has something of what the options ask for.

    The newest of all if none has, which then tells what it does not know.  Raises UsageError if
    there is no run.
    """

    def holds(folder: Path) -> bool:
        try:
            (run,) = narrow([reading.read_run(folder)], args)
        except UsageError:
            return False
        return bool(run.cells or run.builds or run.claims)

    options.fill(args)
    asked = any(
        (args.where, args.benchmark, args.variant, args.classes, getattr(args, "toolchain", None))
    )
    if not asked:
        return reading.newest_run(args.out)
    try:
        return reading.newest_that(args.out, holds, "what was asked for")
    except NothingComparable:
        return reading.newest_run(args.out)


def _match(what: str, patterns: list[str] | None, known: Iterable[str]) -> set[str] | None:
    names = select.split(patterns)
    if not names:
        return None
    if what == "class":
        names = tuple(name.upper() for name in names)
    return set(select.match_names(what, names, sorted(known)))


def _toolchains(runs: Sequence[RunView]) -> set[str]:
    return {name for run in runs for name in (*run.toolchains, *(k.toolchain for k in run.cells))}


def _values(run: RunView, key: Key) -> dict[str, expression.Value]:
    """Return what an expression can ask a cell for; tags are not recorded, so of groups alone."""
    cell = run.cells[key]
    model = cell.evidence[0].model if cell.evidence else None
    group = cell.evidence[0].group if cell.evidence else None
    place = {"offload" if models.of(model).offloads else "host"} if model else set()
    return {
        "toolchain": key.toolchain, "benchmark": key.benchmark, "variant": key.variant,
        "class": key.letter, "precision": key.precision, "model": model, "group": group,
        "compute": cell.median(), "total": cell.median("total"),
        "tag": {*filter(None, (model, group)), *place},
    }  # fmt: skip


def _narrowed(
    run: RunView, wanted: dict[str, set[str] | None], fits: expression.Expression | None
) -> RunView:
    def in_it(what: str, name: str) -> bool:
        names = wanted[what]
        return names is None or name in names

    def chosen(toolchain: str, benchmark: str, variant: str) -> bool:
        named = (("toolchain", toolchain), ("benchmark", benchmark), ("variant", variant))
        return all(in_it(what, name) for what, name in named)

    cells = {
        key: cell
        for key, cell in run.cells.items()
        if chosen(key.toolchain, key.benchmark, key.variant)
        and in_it("class", key.letter)
        and (fits is None or fits.decide(_values(run, key).get) is True)
    }

    def built(toolchain: str, benchmark: str, variant: str) -> bool:
        names: dict[str, expression.Value] = {
            "toolchain": toolchain, "benchmark": benchmark, "variant": variant
        }  # fmt: skip
        may = fits is None or fits.decide(names.get) is not False
        return may and chosen(toolchain, benchmark, variant)

    return replace(
        run,
        toolchains={k: v for k, v in run.toolchains.items() if in_it("toolchain", k)},
        builds={k: v for k, v in run.builds.items() if built(*k)},
        cells=cells,
        variants={
            names: [cell for cell in found if cell.key in cells]
            for names, found in run.variants.items()
            if built(*names)
        },
    )
