"""An upgrade on one page: best against best, by kind of problem, what is fixed and broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis import stats
from league.analysis.comparison import PAIRS, Pair, summary_lines, to_json
from league.analysis.metrics import geometric_mean
from league.analysis.upgrade import Upgrade
from league.base import columns
from league.base.columns import Column
from league.base.words import escape, span, times
from league.show.site.compilers import by_topic

#: The best variants of a problem on both sides.
BEST: tuple[Column[Pair], ...] = (
    Column("problem", "Problem", lambda pair: pair.name, right=False),
    Column("variant_a", "Best of A", lambda pair: pair.first.key.variant, right=False),
    Column("variant_b", "Best of B", lambda pair: pair.second.key.variant, right=False),
    *PAIRS[1:],
)


@dataclass(frozen=True)
class Kind:
    """A kind of problem, with its pairs."""

    name: str
    pairs: Sequence[Pair]

    @property
    def mean(self) -> float | None:
        """The geometric mean of B ÷ A over its problems."""
        return geometric_mean({one.name: one.verdict.ratio for one in self.pairs}).value

    @property
    def interval(self) -> str:
        """The interval of that mean; empty without."""
        found = stats.mean_ratio_interval(
            [(one.second.medians(), one.first.medians()) for one in self.pairs]
        )
        return span(*found) if found else ""

    def decided(self, decision: stats.Decision) -> int:
        """How many of its problems are surely so, also as one of many."""
        return sum(one.sure and one.verdict.decision is decision for one in self.pairs)


KINDS: tuple[Column[Kind], ...] = (
    Column("kind", "Kind of problem", lambda row: row.name, right=False),
    Column("problems", "Problems", lambda row: len(row.pairs)),
    Column("mean", "B ÷ A", lambda row: row.mean, times),
    Column("interval", "95 %", lambda row: row.interval or None),
    Column("faster", "Faster", lambda row: row.decided(stats.Decision.FASTER)),
    Column("slower", "Slower", lambda row: row.decided(stats.Decision.SLOWER)),
)


def kinds(pairs: Sequence[Pair]) -> list[Kind]:
    """Return the kinds of problems that there are, after all of them together."""
    grouped = by_topic({one.second.key.benchmark for one in pairs})
    found = [
        Kind(name, [one for one in pairs if one.second.key.benchmark in names])
        for name, names in grouped.items()
    ]
    return [one for one in found if one.pairs]


def to_text(told: Upgrade) -> str:
    """Return it for a terminal."""
    lines = [f"A = {told.first}", f"B = {told.second}"]
    if told.best:
        lines += ["", *columns.terminal(KINDS, kinds(told.best.pairs))]
        lines += ["", *columns.terminal(BEST, told.best.pairs), "", *summary_lines(told.best)]
    else:
        lines += ["", "No problem was timed and verified on both sides."]
    for what, kind, found in _lists(told):
        lines += ["", f"{what} {kind}: {len(found)}", *(f"  {one}" for one in found)]
    return "\n".join(lines) + "\n"


def to_markdown(told: Upgrade) -> str:
    """Return it as a page in Markdown."""
    lines = [f"# From {escape(told.first)} to {escape(told.second)}", ""]
    if told.best:
        lines += [f"* {escape(one)}" for one in summary_lines(told.best)]
        lines += ["", "## By kind of problem", "", *columns.markdown(KINDS, kinds(told.best.pairs))]
        lines += ["", "## Best against best", "", *columns.markdown(BEST, told.best.pairs)]
    else:
        lines += ["No problem was timed and verified on both sides."]
    for what, kind, found in _lists(told):
        lines += ["", f"## {what} {kind}: {len(found)}", ""]
        lines += [f"* {escape(one)}" for one in found] or ["None."]
    return "\n".join(lines) + "\n"


def as_json(told: Upgrade) -> Mapping[str, Any]:
    """Return it for programs."""
    pairs = told.best.pairs if told.best else ()
    return {
        "schema": "league-upgrade-1",
        "first": told.first,
        "second": told.second,
        "best": to_json(told.best) if told.best else None,
        "kinds": columns.objects(KINDS, kinds(pairs)),
        "variants": told.variants,
        "claims": told.claims,
    }


def _lists(told: Upgrade) -> list[tuple[str, str, list[str]]]:
    every = (("Variants", told.variants), ("Claims", told.claims))
    words = (("broken", "broken"), ("fixed", "fixed"), ("changed", "that fail in another way"))
    return [(what, shown, found[kind]) for what, found in every for kind, shown in words]
