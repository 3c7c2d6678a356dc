"""Which compilers agree: on how many claims, or variants, two of them come to the same end."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis import standing
from league.analysis.standing import benchmarks, status
from league.base import columns
from league.base.columns import Column
from league.base.words import percent
from league.claims.matrix import Matrix
from league.records.view import RunView
from league.verdicts import word

#: By what was judged, and by toolchain: whether it was right.
Judged = Mapping[str, Mapping[str, bool]]
#: With fewer, nobody can stand alone.
_FEWEST = 3


@dataclass(frozen=True)
class Pair:
    """Two toolchains, and what both were judged by."""

    first: str
    second: str
    both_right: int
    both_wrong: int
    first_alone: int
    second_alone: int

    @property
    def common(self) -> int:
        """What both were judged by."""
        return self.both_right + self.both_wrong + self.first_alone + self.second_alone

    @property
    def share(self) -> float:
        """Of which they agree."""
        return (self.both_right + self.both_wrong) / self.common


@dataclass(frozen=True)
class Alone:
    """A toolchain against all others, of which there are at least two."""

    name: str
    toolchain: str
    right: bool
    others: int


def of_claims(matrix: Matrix) -> Judged:
    """Return what toolchains made of claims; a failure that accuses nobody is left out."""
    return {
        one.id: {
            who: not verdict.fails(at_home=True)
            for who, verdict in one.verdicts.items() if verdict.judged
        }
        for one in matrix.features
    }  # fmt: skip


def of_variants(runs: Sequence[RunView]) -> Judged:
    """Return what toolchains made of the variants of benchmarks; what did not run is left out."""
    found: dict[str, dict[str, bool]] = {}
    for column in standing.columns(runs):
        for benchmark, variants in benchmarks(runs).items():
            for name in variants:
                ended = status(column, benchmark, name)
                shown = word(ended.outcome)
                if shown.verified or shown.failed or shown.refused:
                    found.setdefault(f"{benchmark}.{name}", {})[column.label] = shown.verified
    return found


def pairs(judged: Judged) -> list[Pair]:
    """Return all pairs with something in common, those that agree most first."""
    names = sorted({who for told in judged.values() for who in told})
    found = []
    for first, second in itertools.combinations(names, 2):
        ends = [(told[first], told[second]) for told in judged.values()
                if first in told and second in told]  # fmt: skip
        if ends:
            kinds = ((True, True), (False, False), (True, False), (False, True))
            found.append(Pair(first, second, *map(ends.count, kinds)))
    return sorted(found, key=lambda one: (-one.share, -one.common, one.first, one.second))


def alone(judged: Judged) -> list[Alone]:
    """Return what one toolchain alone gets right or wrong; by toolchain, the wrong first."""
    return sorted(_alone(judged), key=lambda one: (one.toolchain, one.right, one.name))


def _alone(judged: Judged) -> Iterable[Alone]:
    for name, told in judged.items():
        for right in (True, False):
            some = [who for who, one in told.items() if one is right]
            if len(some) == 1 and len(told) >= _FEWEST:
                yield Alone(name, some[0], right, len(told) - 1)


PAIRS: tuple[Column[Pair], ...] = (
    Column("first", "A", lambda row: row.first, right=False),
    Column("second", "B", lambda row: row.second, right=False),
    Column("agree", "Agree", lambda row: row.share, percent),
    Column("common", "Of", lambda row: row.common),
    Column("both_right", "Right", lambda row: row.both_right),
    Column("both_wrong", "Wrong", lambda row: row.both_wrong),
    Column("first_alone", "A alone", lambda row: row.first_alone,
           help="right where B is not"),
    Column("second_alone", "B alone", lambda row: row.second_alone,
           help="right where A is not"),
)  # fmt: skip
ALONE: tuple[Column[Alone], ...] = (
    Column("toolchain", "Toolchain", lambda row: row.toolchain, right=False),
    Column("right", "Alone", lambda row: row.right,
           lambda right: "right" if right else "wrong", right=False),
    Column("others", "Against", lambda row: row.others),
    Column("name", "What", lambda row: row.name, right=False),
)  # fmt: skip


def to_text(what: str, judged: Judged) -> str:
    """Return who agrees about ``what``, and where one stands alone."""
    lines = [f"{what}: who comes to the same end", "", *columns.terminal(PAIRS, pairs(judged))]
    if found := alone(judged):
        lines += ["", f"{what}: where one stands alone", "", *columns.terminal(ALONE, found)]
    return "\n".join(lines)


def to_markdown(what: str, judged: Judged) -> str:
    """Return the same in Markdown."""
    lines = [f"## {what}: who comes to the same end", "", *columns.markdown(PAIRS, pairs(judged))]
    if found := alone(judged):
        lines += ["", f"## {what}: where one stands alone", "", *columns.markdown(ALONE, found)]
    return "\n".join([*lines, ""])


def to_json(judged: Judged) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "pairs": columns.objects(PAIRS, pairs(judged)),
        "alone": columns.objects(ALONE, alone(judged)),
    }
