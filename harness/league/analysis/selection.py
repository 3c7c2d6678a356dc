"""The part of a run that a command line asks for."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from league.analysis.standing import benchmarks
from league.base import expression, models
from league.base.errors import NothingComparable, UsageError
from league.base.scrub import short
from league.records import reading
from league.records.launches import Key
from league.records.view import RunView, toolchain_names
from league.run import options, select

_PROGRAM = ("toolchain", "benchmark", "variant")


def narrow(runs: Sequence[RunView], args: argparse.Namespace) -> list[RunView]:
    """Return the runs with only what the options ask for.

    Raises UsageError for a name that none of the runs knows, with a suggestion.
    """
    options.fill(args)
    known = benchmarks(runs)
    names = {
        "toolchain": {name for run in runs for name in toolchain_names(run)},
        "benchmark": known,
        "variant": {variant for variants in known.values() for variant in variants},
        "class": {key.letter for run in runs for key in run.cells},
    }
    wanted = matched(choice_of(args), names)
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
    if not args.where and not any(choice_of(args).values()):
        return reading.newest_run(args.out)
    try:
        return reading.newest_that(args.out, holds, "what was asked for")
    except NothingComparable:
        return reading.newest_run(args.out)


def choice_of(args: argparse.Namespace) -> dict[str, tuple[str, ...]]:
    """Return the names and globs that a command line gives, of what; classes as they are called."""
    given = {
        "toolchain": getattr(args, "toolchain", None), "benchmark": args.benchmark,
        "variant": args.variant, "class": [name.upper() for name in args.classes or ()],
    }  # fmt: skip
    return {what: select.split(names) for what, names in given.items()}


def matched(
    choice: Mapping[str, Sequence[str]], known: Mapping[str, Iterable[str]]
) -> dict[str, list[str]]:
    """Return the names that are meant, of what anything was asked for.

    Raises UsageError for a name that is not known, with a suggestion.
    """
    return {
        what: list(select.match_names(what, tuple(names), sorted(known[what])))
        for what, names in choice.items()
        if names
    }


def _values(run: RunView, key: Key) -> dict[str, expression.Value]:
    """Return what an expression can ask a cell for; tags are not recorded, so of groups alone."""
    cell = run.cells[key]
    model = cell.evidence[0].model if cell.evidence else None
    group = cell.evidence[0].group if cell.evidence else None
    place = {"offload" if models.of(model).offloads else "host"} if model else set()
    return {
        **key.fields(), "model": model, "group": group,
        "compute": cell.median(), "total": cell.median("total"),
        "tag": {*filter(None, (model, group)), *place},
    }  # fmt: skip


def _narrowed(
    run: RunView, wanted: Mapping[str, Sequence[str]], fits: expression.Expression | None
) -> RunView:
    def chosen(**names: str) -> bool:
        return all(name in wanted.get(what, (name,)) for what, name in names.items())

    def built(*program: str) -> bool:
        names: dict[str, expression.Value] = dict(zip(_PROGRAM, program))
        may = fits is None or fits.decide(names.get) is not False
        return may and chosen(**dict(zip(_PROGRAM, program)))

    cells = {
        key: cell
        for key, cell in run.cells.items()
        if chosen(**key.fields()) and (fits is None or fits.decide(_values(run, key).get) is True)
    }
    return replace(
        run,
        toolchains={k: v for k, v in run.toolchains.items() if chosen(toolchain=k)},
        builds={k: v for k, v in run.builds.items() if built(*k)},
        cells=cells,
        variants={
            names: [cell for cell in found if cell.key in cells]
            for names, found in run.variants.items()
            if built(*names)
        },
    )
