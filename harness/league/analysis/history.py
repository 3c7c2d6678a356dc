"""What became slower, what broke and since when: series over many runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from league.analysis import changes, nights
from league.analysis.nights import Names, Night
from league.analysis.quantities import Quantity
from league.analysis.series import (
    BLAMES,
    Point,
    Series,
    blame,
    levels,
    series_of,
    what_is_new,
)
from league.base import columns
from league.base.columns import Column
from league.base.words import plural
from league.verdicts import word


@dataclass(frozen=True)
class Finding:
    """Something that changed and is so still: a number, or how a cell ends."""

    cell: str
    metric: str  # the name of a quantity, or `verdict`
    before: str
    now: str
    #: what it is as a multiple of before; None for a verdict
    ratio: float | None
    worse: bool
    last_before: str
    first: str
    #: a key of `series.BLAMES`
    blame: str
    #: what else was new on the first night: the sources, the compiler; or that the binary was not
    new: str
    names: Names


@dataclass(frozen=True)
class History:
    """Everything that many runs tell."""

    runs: tuple[str, ...]
    series: int
    findings: tuple[Finding, ...]

    @property
    def worse(self) -> list[Finding]:
        """What became worse, the gravest first: what broke, then by how much."""
        found = [one for one in self.findings if one.worse]
        return sorted(found, key=lambda one: (one.ratio is not None, -_size(one), one.cell))

    @property
    def better(self) -> list[Finding]:
        """What became better."""
        return [one for one in self.findings if not one.worse]


def _size(one: Finding) -> float:
    """How large a change is, in either direction."""
    ratio = one.ratio or 1.0
    return abs(math.log(ratio)) if 0.0 < ratio < math.inf else math.inf


def history_of(known: Sequence[Night]) -> History:
    """Find what changed over nights, which are sorted by time."""
    runs = [night.run for night in known]
    return history_of_series(series_of(known), nights.quantities_of(known), runs)


def history_of_series(
    known: Iterable[Series], quantities: Mapping[str, Quantity], runs: Sequence[str]
) -> History:
    """Find what changed in series, each of which is sorted by time."""
    findings: list[Finding] = []
    count = 0
    for series in known:
        count += 1
        findings += findings_of(series, quantities)
    return History(tuple(runs), count, tuple(findings))


def findings_of(series: Series, quantities: Mapping[str, Quantity]) -> list[Finding]:
    """Return what changed in a series and is so still: its verdict, and each of its numbers."""
    findings = _verdict(series.names, series.points)
    machine = series.points[-1].machine
    for name, quantity in quantities.items():
        there = [one for one in series.points if name in one.metrics]
        if quantity.scatters:
            there = [one for one in there if one.machine == machine and one.metrics[name] > 0.0]
        findings += _numbers(series.names, quantity, there)
    return findings


def _holds(one: Point) -> bool:
    ended = word(one.outcome, expected=one.expected)
    return not (ended.failed or ended.absent)


def _verdict(names: Names, own: Sequence[Point]) -> list[Finding]:
    """Return what broke, or was mended, and has been so since; expected failures are good."""
    good = [_holds(one) for one in own]
    first = len(good) - 1
    while first > 0 and good[first - 1] == good[-1]:
        first -= 1
    if first == 0:
        return []
    before, now = (word(own[n].outcome).label for n in (first - 1, first))
    return [_finding(names, "verdict", before, now, None, not good[-1], own, first)]


def _numbers(names: Names, quantity: Quantity, own: Sequence[Point]) -> list[Finding]:
    """Return the newest change of a number."""
    values = [one.metrics[quantity.name] for one in own]
    scatters = quantity.scatters
    found = levels(own, values) if scatters else changes.steps(values, quantity.tolerance)
    if not found:
        return []
    newest = found[-1]
    cleaned = changes.clean(values) if scatters else values
    edges = [0, *(one.first for one in found), len(values)]
    middles = [
        sorted(cleaned[a:b])[(b - a) // 2] for a, b in zip(edges[-3:], edges[-2:])
    ]  # fmt: skip
    before, now = (quantity.show(level) for level in middles)
    worse = (newest.ratio < 1.0) == quantity.larger_is_better
    return [_finding(names, quantity.name, before, now, newest.ratio, worse, own, newest.first)]


def _finding(
    names: Names, metric: str, before: str, now: str, ratio: float | None, worse: bool,
    own: Sequence[Point], first: int,
) -> Finding:  # fmt: skip
    old, new = own[first - 1], own[first]
    return Finding(
        nights.short(names), metric, before, now, ratio, worse, old.run, new.run,
        blame(old, new, metric), what_is_new(old, new, metric), names,
    )  # fmt: skip


def lines(history: History) -> list[str]:
    """Return the history in plain sentences, the gravest first."""
    told = [f"{plural(len(history.runs), 'run')}, {plural(history.series, 'cell')}"]
    for title, found in (("worse", history.worse), ("better", history.better)):
        told.append(f"{plural(len(found), 'change')} for the {title}")
        told += [f"  {_sentence(one)}" for one in found]
    return told


def _sentence(one: Finding) -> str:
    by = f" ({one.ratio:.3f}×)" if one.ratio is not None else ""
    since = f"since {one.first} (good until {one.last_before})" if one.worse else f"in {one.first}"
    new = f"; new: {one.new}" if one.new else ""
    why = f"{BLAMES[one.blame]}{new}"
    return f"{one.cell}, {one.metric}: {one.before} → {one.now}{by} {since}: {why}"


def to_markdown(history: History) -> str:
    """Return the history as GitHub-flavoured Markdown."""
    told = ["# History", "", f"{plural(len(history.runs), 'run')}, newest last."]
    for title, found in (("Worse", history.worse), ("Better", history.better)):
        told += ["", f"## {title}", ""]
        told += columns.markdown(FINDINGS, found) if found else ["Nothing."]
    return "\n".join(told) + "\n"


FINDINGS: tuple[Column[Finding], ...] = (
    Column("cell", "Cell", lambda one: one.cell),
    Column("metric", "What", lambda one: one.metric),
    Column("before", "Before", lambda one: one.before),
    Column("now", "Now", lambda one: one.now),
    Column("ratio", "Now ÷ before", lambda one: one.ratio, "{:.3f}".format),
    Column("first", "First run", lambda one: one.first),
    Column("blame", "Blame", lambda one: BLAMES[one.blame]),
    Column("new", "New then", lambda one: one.new),
)


def to_json(history: History) -> dict[str, Any]:
    """Return the history for programs."""
    return {
        "schema": "league-changes-1",
        "runs": list(history.runs),
        "findings": [asdict(one) for one in (*history.worse, *history.better)],
    }
