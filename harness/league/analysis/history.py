"""What became slower, what broke and since when: series over many runs."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from league.analysis import changes, nights, stats
from league.analysis.nights import Names, Night
from league.analysis.quantities import Quantity
from league.analysis.series import (
    BLAMES,
    UNKNOWN,
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

#: What once failed and held again has been mended, or has broken, if chance would not bear it.
_LUCK = 0.01
#: How it begins what a cell became that has no verdict any more.
GONE = "gone"
#: Cells of a toolchain that are gone together, of which so many are named.
_NAMED = 2


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
    #: where nights are missing, in words
    missing: tuple[str, ...] = ()

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
    times = {night.run: night.time for night in known}
    newest = known[-1] if known else None
    return history_of_series(series_of(known), nights.quantities_of(known), times, newest)


def history_of_series(
    known: Iterable[Series], quantities: Mapping[str, Quantity], times: Mapping[str, str],
    newest: Night | None = None,
) -> History:  # fmt: skip
    """Find what changed in series, each of which is sorted by time.

    ``times`` says when each run began, oldest first; ``newest`` is the last of them, without which
    nothing is said of what is gone.
    """
    findings: list[Finding] = []
    count = 0
    runs = {run: number for number, run in enumerate(times)}
    for series in known:
        count += 1
        gone = _gone(series, runs, newest) if newest else []
        findings += gone or _verdict(series.names, series.points)
        findings += findings_of(series, quantities)
    return History(tuple(times), count, tuple(findings), tuple(gaps(times)))


def gaps(times: Mapping[str, str]) -> Iterator[str]:
    """Say where nights are missing, if runs are regular: three of four steps are much alike."""
    try:
        when = [datetime.fromisoformat(time).timestamp() for time in times.values()]
    except ValueError:
        return
    steps = [b - a for a, b in zip(when, when[1:])]
    usual = statistics.median(steps) if len(steps) > changes.FEWEST_NIGHTS else 0.0
    if usual <= 0.0 or sum(abs(one - usual) < usual / 2 for one in steps) < 0.75 * len(steps):
        return
    for before, after, step in zip(times, [*times][1:], steps):
        if step > 1.5 * usual:
            yield f"{plural(round(step / usual) - 1, 'night')} missing: {before} … {after}"


def findings_of(series: Series, quantities: Mapping[str, Quantity]) -> list[Finding]:
    """Return what changed in the numbers of a series and is so still; times on each machine."""
    findings: list[Finding] = []
    for name, quantity in quantities.items():
        there = [one for one in series.points if name in one.metrics]
        kinds = [there]
        if quantity.scatters:
            machines = dict.fromkeys(one.machine for one in there)
            kinds = [[one for one in there if one.machine == machine and one.metrics[name] > 0.0]
                     for machine in machines]  # fmt: skip
        for own in kinds:
            where = own[0].machine if len(kinds) > 1 and own else ""
            findings += _numbers(series.names, quantity, own, where)
    return findings


def _gone(series: Series, runs: Mapping[str, int], newest: Night) -> list[Finding]:
    """Return that a cell of nights in a row has no verdict any more, though it was chosen."""
    own = series.points
    numbers = [runs[one.run] for one in own[-changes.FEWEST_NIGHTS :]]
    in_a_row = numbers[-1] - numbers[0] == changes.FEWEST_NIGHTS - 1
    why = newest.missing(series.names)
    if not (why and in_a_row and _holds(own[-1])):
        return []
    names, last = series.names, own[-1]
    first = [*runs][numbers[-1] + 1]
    now = f"{GONE} for {plural(len(runs) - 1 - numbers[-1], 'night')}: {why}"
    return [Finding(
        nights.short(names), "verdict", word(last.outcome).label, now, None, True, last.run, first,
        UNKNOWN, "", names,
    )]  # fmt: skip


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
    bad = [n for n, holds in enumerate(good) if not holds]
    spells = sum(not n or good[n - 1] for n in bad)
    as_now = good[:first].count(good[-1]) / first
    if spells > 1 and as_now ** (len(good) - first) > _LUCK:
        before = word(own[good.index(True)].outcome).label
        now = f"{word(own[bad[-1]].outcome).label} on {len(bad)} of {plural(len(good), 'night')}"
        return [_finding(names, "verdict", before, now, None, True, own, max(bad[0], 1))]
    return [_finding(names, "verdict", before, now, None, not good[-1], own, first)]


def _numbers(
    names: Names, quantity: Quantity, own: Sequence[Point], where: str = ""
) -> list[Finding]:
    """Return the changes of a number that stand: since then it never came back to where it was."""
    values = [one.metrics[quantity.name] for one in own]
    scatters = quantity.scatters
    found = levels(own, values) if scatters else changes.steps(values, quantity.tolerance)
    if not found:
        return []
    cleaned = changes.clean(values) if scatters else values
    edges = [0, *(one.first for one in found), len(values)]
    level = [sorted(cleaned[a:b])[(b - a) // 2] for a, b in zip(edges, edges[1:])]
    least = 1.0 + (stats.SMALLEST_CHANGE if scatters else 0.0)
    told = []
    for n, one in enumerate(found):
        up = level[n + 1] > level[n]
        since = level[n + 1 :]
        stands = min(since) > level[n] * least if up else max(since) * least < level[n]
        if stands or n == len(found) - 1:
            before, now = (quantity.show(some) for some in level[n : n + 2])
            worse = up is not quantity.larger_is_better
            made = _finding(names, quantity.name, before, now, one.ratio, worse, own, one.first)
            new = "; ".join(filter(None, [made.new, where and f"on {where}"]))
            told.append(replace(made, new=new))
    return told


def _finding(
    names: Names, metric: str, before: str, now: str, ratio: float | None, worse: bool,
    own: Sequence[Point], first: int,
) -> Finding:  # fmt: skip
    old, new = own[first - 1], own[first]
    return Finding(
        nights.short(names), metric, before, now, ratio, worse, old.run, new.run,
        blame(old, new, metric), what_is_new(old, new, metric), names,
    )  # fmt: skip


def merged(found: Iterable[Finding]) -> list[Finding]:
    """Return findings with one for all cells of a toolchain that are gone together."""
    gone: dict[tuple[str, ...], list[Finding]] = {}
    told: dict[tuple[str, ...], Finding] = {}
    for one in found:
        key: tuple[str, ...] = (one.names[0], one.now, one.first)
        if not one.now.startswith(GONE):
            key = (*one.names, one.metric, one.first)
        told.setdefault(key, one)
        gone.setdefault(key, []).append(one)
    for key, some in gone.items():
        if len(some) > _NAMED:
            named = ", ".join(one.cell for one in some[:_NAMED])
            told[key] = replace(some[0], cell=f"{plural(len(some), 'cell')}: {named}, …")
    return list(told.values())


def lines(history: History) -> list[str]:
    """Return the history in plain sentences, the gravest first."""
    told = [f"{plural(len(history.runs), 'run')}, {plural(history.series, 'cell')}"]
    told += history.missing
    for title, found in (("worse", history.worse), ("better", history.better)):
        told.append(f"{plural(len(found), 'change')} for the {title}")
        told += [f"  {_sentence(one)}" for one in merged(found)]
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
    told += ["", *(f"* {one}" for one in history.missing)] if history.missing else []
    for title, found in (("Worse", history.worse), ("Better", history.better)):
        told += ["", f"## {title}", ""]
        told += columns.markdown(FINDINGS, merged(found)) if found else ["Nothing."]
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
        "missing": list(history.missing),
        "findings": [asdict(one) for one in (*history.worse, *history.better)],
    }
