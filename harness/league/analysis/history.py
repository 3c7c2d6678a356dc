"""What became slower, what broke and since when: series over many runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from league.analysis import changes, nights
from league.analysis.nights import TIMES, UNITS, Names, Night
from league.base.words import byte_size, duration, escape, plural, significant, word

_GOOD = frozenset({"pass", "open", "unavailable", "unsupported"})


@dataclass(frozen=True)
class Finding:
    """Something that changed and is so still: a number, or how a cell ends."""

    cell: str
    metric: str  # a name of `nights.UNITS`, or `verdict`
    before: str
    now: str
    #: what it is as a multiple of before; None for a verdict
    ratio: float | None
    worse: bool
    last_before: str
    first: str
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
        return sorted(found, key=lambda one: (one.ratio is not None, -(one.ratio or 0.0), one.cell))


def history_of(known: Sequence[Night]) -> History:
    """Find what changed over nights, which are sorted by time."""
    findings: list[Finding] = []
    series = 0
    for names in nights.all_names(known):
        own = [night for night in known if names in night.entries]
        series += 1
        findings += _verdict(names, own)
        machine = own[-1].machine
        for metric in UNITS:
            there = [one for one in own if metric in one.entries[names].metrics]
            if metric in TIMES:
                there = [one for one in there if one.machine == machine]
            findings += _numbers(names, metric, there)
    return History(tuple(night.run for night in known), series, tuple(findings))


def _verdict(names: Names, own: Sequence[Night]) -> list[Finding]:
    """Return what broke, or was mended, and has been so since; expected failures are good."""
    ended = [one.entries[names] for one in own]
    good = [entry.outcome in _GOOD or entry.expected for entry in ended]
    first = len(good) - 1
    while first > 0 and good[first - 1] == good[-1]:
        first -= 1
    if first == 0:
        return []
    before, now = (word(ended[n].outcome).label for n in (first - 1, first))
    return [_finding(names, "verdict", before, now, None, not good[-1], own, first)]


def _numbers(names: Names, metric: str, own: Sequence[Night]) -> list[Finding]:
    """Return the newest change of a number."""
    values = [one.entries[names].metrics[metric] for one in own]
    scatters = metric in TIMES
    found = changes.change_points(values) if scatters else changes.steps(values)
    if not found:
        return []
    newest = found[-1]
    show = duration if scatters else byte_size if UNITS[metric] == "B" else significant
    cleaned = changes.clean(values) if scatters else values
    edges = [0, *(one.first for one in found), len(values)]
    levels = [
        sorted(cleaned[a:b])[(b - a) // 2] for a, b in zip(edges[-3:], edges[-2:])
    ]  # fmt: skip
    before, now = (show(level) for level in levels)
    worse = newest.ratio > 1.0
    return [_finding(names, metric, before, now, newest.ratio, worse, own, newest.first)]


def _finding(
    names: Names, metric: str, before: str, now: str, ratio: float | None, worse: bool,
    own: Sequence[Night], first: int,
) -> Finding:  # fmt: skip
    old, new = own[first - 1], own[first]
    return Finding(
        nights.short(names), metric, before, now, ratio, worse, old.run, new.run,
        _new(names, old, new), names,
    )  # fmt: skip


def _new(names: Names, old: Night, new: Night) -> str:
    """Say what else differs between the last night before and the first after."""
    told = []
    versions = [night.versions.get(names[0], "") for night in (old, new)]
    if versions[0] != versions[1]:
        told.append(f"compiler {versions[0] or 'unknown'} → {versions[1] or 'unknown'}")
    sources = [night.entries[names].source or night.source for night in (old, new)]
    if sources[0] != sources[1]:
        told.append(f"sources {sources[0] or 'unknown'} → {sources[1] or 'unknown'}")
    if old.machine != new.machine:
        told.append("another machine")
    binaries = [night.entries[names].binary for night in (old, new)]
    if binaries[0] and binaries[0] == binaries[1]:
        told.append("the same binary: not the code")
    return "; ".join(told)


def lines(history: History) -> list[str]:
    """Return the history in plain sentences, the gravest first."""
    told = [f"{plural(len(history.runs), 'run')}, {plural(history.series, 'cell')}"]
    better = [one for one in history.findings if not one.worse]
    for title, found in (("worse", history.worse), ("better", better)):
        told.append(f"{plural(len(found), 'change')} for the {title}")
        told += [f"  {_sentence(one)}" for one in found]
    return told


def _sentence(one: Finding) -> str:
    by = f" ({one.ratio:.3f}×)" if one.ratio is not None else ""
    since = f"since {one.first} (good until {one.last_before})" if one.worse else f"in {one.first}"
    new = f"; new: {one.new}" if one.new else ""
    return f"{one.cell}, {one.metric}: {one.before} → {one.now}{by} {since}{new}"


def to_markdown(history: History) -> str:
    """Return the history as GitHub-flavoured Markdown."""
    told = ["# History", "", f"{plural(len(history.runs), 'run')}, newest last."]
    head = ["Cell", "What", "Before", "Now", "Now ÷ before", "First run", "New then"]
    for title, worse in (("Worse", True), ("Better", False)):
        found = history.worse if worse else [one for one in history.findings if not one.worse]
        told += ["", f"## {title}", "", *(["Nothing."] if not found else [])]
        if found:
            told += ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
        for one in found:
            ratio = "" if one.ratio is None else f"{one.ratio:.3f}"
            fields = (one.cell, one.metric, one.before, one.now, ratio, one.first, one.new)
            told.append("| " + " | ".join(map(escape, fields)) + " |")
    return "\n".join(told) + "\n"


def to_json(history: History) -> dict[str, Any]:
    """Return the history for programs."""
    return {
        "schema": "league-changes-1",
        "runs": list(history.runs),
        "findings": [
            asdict(one)
            for one in (*history.worse, *(one for one in history.findings if not one.worse))
        ],
    }
