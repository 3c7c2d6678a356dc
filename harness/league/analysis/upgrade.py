"""From one compiler to another: best against best, and what is fixed and broken there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.analysis.comparison import Comparison, compare_best
from league.analysis.standing import Column, benchmarks, status
from league.base.errors import NothingComparable, UsageError
from league.claims.matrix import changes, matrix_of
from league.records.view import RunView, toolchain_names
from league.verdicts import Word, word


@dataclass(frozen=True)
class Upgrade:
    """What becomes of problems, variants and claims from one side to the other."""

    first: str
    second: str
    #: the best variants of each problem; None: no problem was verified on both sides
    best: Comparison | None
    #: variants and claims by what became of them: `broken`, `fixed`, `changed`
    variants: dict[str, list[str]]
    claims: dict[str, list[str]]


def upgrade(first: RunView, second: RunView, pair: tuple[str, str] | None) -> Upgrade:
    """Return it for two toolchains of one run, or for the toolchains that two runs share.

    Raises UsageError if they share none, NothingComparable if nothing was judged on both sides.
    """
    shared = [name for name in toolchain_names(first) if name in toolchain_names(second)]
    sides = [
        (Column(first, a, a), Column(second, b, b))
        for a, b in ([pair] if pair else zip(shared, shared))
    ]
    labels = pair or (first.name, second.name)
    if not sides:
        raise UsageError(
            f"{labels[0]} and {labels[1]} have no toolchain in common; name two toolchains of a run"
        )
    variants, claims = _variants(sides), _claims(sides)
    try:
        best = compare_best(first, second, sides, labels)
    except NothingComparable:
        if not any([*variants.values(), *claims.values()]):
            raise
        best = None
    return Upgrade(*labels, best, variants, claims)


def _variants(sides: Sequence[tuple[Column, Column]]) -> dict[str, list[str]]:
    """Say which variants are right on one side alone, or fail in another way."""
    found: dict[str, list[str]] = {"broken": [], "fixed": [], "changed": []}
    for old, new in sides:
        who = f" ({old.label})" if len(sides) > 1 else ""
        for benchmark, names in benchmarks([old.run, new.run]).items():
            for name in names:
                ended = [status(one, benchmark, name) for one in (old, new)]
                words = [word(one.outcome, expected=bool(one.expected)) for one in ended]
                if kind := _became(*words):
                    shown = " → ".join(one.label for one in words)
                    found[kind].append(f"{benchmark}.{name}{who}: {shown}")
    return found


def _became(old: Word, new: Word) -> str:
    """Return `broken`, `fixed` or `changed`; empty if nothing did, or one side was not judged."""
    judged = all(one.verified or one.failed or one.expected or one.refused for one in (old, new))
    if not judged or old.name == new.name:
        return ""
    if old.verified:
        return "" if new.verified else "broken"
    return "fixed" if new.verified else "changed"


def _claims(sides: Sequence[tuple[Column, Column]]) -> dict[str, list[str]]:
    """Say the same of the claims that both sides were tried with."""
    found: dict[str, list[str]] = {"broken": [], "fixed": [], "changed": []}
    for old, new in sides:
        told = [
            {**one, "toolchain": name}
            for name, side in (("old", old), ("new", new))
            for one in side.run.claims
            if one["toolchain"] == side.toolchain
        ]
        for kind, lines in changes(matrix_of(told), "old", "new").items():
            found[kind] += lines
    return found
