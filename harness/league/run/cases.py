"""Cases: what a check launches beside class S, and CTest as tests of the same names.

A benchmark's CMakeLists declares them: changed parameters, input decks, numbers of threads.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from league.base import check_environment
from league.base.words import plural, size_name
from league.run import plan
from league.run.manifest import Case, Variant
from league.run.options import CHECK_CLASS
from league.toolchains.discovery import Found

#: Where the cases of emulated GPUs are launched, which take ten times as long as class S.
THERE = "CTest launches their cases"


def _words(case: Case) -> tuple[str, list[tuple[str, int]], str, tuple[str, ...]]:
    """Return the class, the parameters, the precision (empty: each) and the words that are left."""
    letter, sets, precision, left = CHECK_CLASS, [], "", []
    words = iter(case.arguments)
    for word in words:
        if word == "--class":
            letter = next(words)
        elif word == "--precision":
            precision = next(words)
        elif word == "--set":
            key, _, value = next(words).partition("=")
            sets.append((key, int(value)))
        else:
            left.append(word)
    return plan.DECK if "--deck" in left else letter, sets, precision, tuple(left)


def _launch(cell: plan.Cell, case: Case, index: int) -> plan.Launch | None:
    """Return the launch of a case in a cell's precision, None where it adds nothing to a check."""
    letter, sets, precision, words = _words(case)
    of_deck = letter == plan.DECK
    usual = not case.environment and not sets and not of_deck
    if not case.arguments or usual or precision not in ("", cell.precision):
        return None
    variant = cell.variant
    checks = check_environment.checked_with(variant.model, variant.device, os.environ, small=True)
    own = dict(one.split("=", 1) for one in case.environment)
    return plan.Launch(
        cell.at(letter if of_deck else size_name(letter, sets)),
        plan.CHECK,
        words,
        tuple({**dict(checks[0]), **own}.items()),
        index=index,
        sets=tuple(sets) if of_deck else (),
        usual=False,
        title=f"{variant.name} {case.name} {cell.precision} {variant.toolchain}",
        fields={"case": case.name},
    )


def launches(cell: plan.Cell) -> list[plan.Launch]:
    """Return the launches of a cell's cases; none but in class S as it is."""
    if cell.letter != CHECK_CLASS:
        return []
    before = len(plan.environments_of(cell, os.environ))
    made = (_launch(cell, case, before + n) for n, case in enumerate(cell.variant.cases))
    return [one for one in made if one is not None]


def not_launched(found: Iterable[Found]) -> set[str]:
    """Return the toolchains of emulated GPUs, whose cases a check leaves to CTest."""
    return {one.name for one in found if one.toolchain.emulated}


def left_out(variants: Iterable[Variant]) -> str:
    """Return what to say of cases that only CTest judges, empty if there are none."""
    count = sum(not case.arguments for one in variants for case in one.cases)
    return (
        f"{plural(count, 'case')} of CTest not launched: it judges what they print" if count else ""
    )
