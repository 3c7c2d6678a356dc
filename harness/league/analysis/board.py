"""The state of every cell after many nights: its newest verdict, its series, its ratio."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from league.analysis import archive, history, nights, stats
from league.analysis.history import Finding, History
from league.analysis.metrics import Mean, geometric_mean
from league.analysis.nearness import OVER
from league.analysis.nights import Entry, Names, Night
from league.analysis.standing import Problem, References, Time, best_of, is_gpu, name_of
from league.base import models
from league.base.errors import UsageError
from league.verdicts import Word, shaded, word

#: Nights that a ratio is taken over, so that one bad night decides nothing.
RATIO_NIGHTS = 7


@dataclass(frozen=True)
class Ratio:
    """Compute time over that of the reference of the same night: median and range of nights."""

    value: float
    low: float
    high: float
    reference: Names
    #: what the nights allow to be said, by the statistics that compare launches
    decision: stats.Decision


@dataclass
class State:
    """One cell: every night that knows it, oldest first, and what became of it."""

    names: Names
    points: list[tuple[int, Entry]] = field(default_factory=list)
    #: why it could not run, where that is newer than the newest verdict: word, reason, night
    silent: tuple[str, str, int] | None = None
    findings: list[Finding] = field(default_factory=list)
    ratio: Ratio | None = None

    @property
    def newest(self) -> Entry | None:
        """The newest verdict with its numbers; None if there is none."""
        return self.points[-1][1] if self.points and self.silent is None else None

    @property
    def night(self) -> int:
        """The index of the newest night that says something of it."""
        return self.silent[2] if self.silent else self.points[-1][0]

    @property
    def outcome(self) -> str:
        """How it ended last."""
        return self.silent[0] if self.silent else self.points[-1][1].outcome

    @property
    def reason(self) -> str:
        """Why it ended so, as far as the records say."""
        return self.silent[1] if self.silent else self.points[-1][1].facts.get("reason", "")

    @property
    def word(self) -> Word:
        """How the verdict is shown; a time is held against its reference by a ratio beside it."""
        newest = self.newest
        return word(self.outcome, expected=bool(newest and newest.expected))

    @property
    def against(self) -> Word:
        """How the newest time is shown beside its reference; without a ratio, the verdict."""
        if self.ratio is None or self.outcome != "pass" or self.metric("compute") is None:
            return self.word
        if self.ratio.reference == self.names:
            return word("REFERENCE")
        return shaded(word(self.ratio.decision.value), self.ratio.value)

    @property
    def problem(self) -> Problem:
        """What it computes, whatever with."""
        return self.names[1], self.names[3], self.names[4]

    @property
    def model(self) -> models.Model:
        """The programming model of the variant."""
        return models.of_variant(self.names[2])

    def metric(self, name: str) -> float | None:
        """Return a number of the newest verdict."""
        newest = self.newest
        return newest.metrics.get(name) if newest else None


@dataclass(frozen=True)
class Board:
    """Everything the dashboard shows of cells."""

    nights: tuple[Night, ...]
    #: of every run, also of those whose nights are not here
    history: History
    states: Mapping[Names, State]
    #: when each run began
    when: Mapping[str, str]

    def benchmarks(self) -> list[str]:
        """Return the benchmarks with cells; claims are shown on pages of their own."""
        return sorted({names[1] for names in self.states} - {"validation"})

    def toolchains(self, benchmark: str = "") -> list[str]:
        """Return the toolchains of a benchmark, or of all."""
        return sorted(
            {names[0] for names in self.states
             if (names[1] == benchmark if benchmark else names[1] != "validation")}
        )  # fmt: skip

    def of(self, benchmark: str, toolchain: str = "") -> list[State]:
        """Return the cells of a benchmark, with one toolchain or with all."""
        return [
            one
            for names, one in self.states.items()
            if names[1] == benchmark and toolchain in ("", names[0])
        ]

    def measured(self) -> list[State]:
        """Return the cells that are no claims."""
        return [one for names, one in self.states.items() if names[1] != "validation"]


def open_board(kept: Path | None, runs: Sequence[Path], most: int) -> Board | None:
    """Return the board of a history folder and of run folders; None if they hold no run.

    What changed in a long history is read from its summary.  Then only the newest ``most`` nights
    are read whole, and those with the newest verdicts of each compiler's version on claims; cells
    that none of them holds are left out.
    """
    if len(nights.files(kept)) < archive.FEWEST:
        known = nights.nights(kept, runs)
        return board_of(known) if known else None
    whole = archive.open_archive(kept, runs)
    newest = nights.nights(kept, runs, {whole.runs[-1]})[-1]
    found = history.history_of_series(whole.series, whole.quantities, whole.times, newest)
    only = {*whole.runs[-most:], *_newest_of_versions(kept, runs)}
    known = nights.nights(kept, runs, only)
    cells = {names for night in known for names in (*night.entries, *night.silent)}
    findings = tuple(one for one in found.findings if one.names in cells)
    return board_of(known, replace(found, findings=findings), whole.times)


def _newest_of_versions(kept: Path | None, runs: Sequence[Path]) -> set[str]:
    """Return the runs that hold the newest verdict of a version of a compiler on a claim."""
    try:
        claims = archive.open_archive(kept, runs, {"benchmark": ["validation"]})
    except UsageError:
        return set()  # none was tried
    newest = {
        (one.names, point.version): point.run for one in claims.series for point in one.points
    }
    return set(newest.values())


def board_of(
    known: Sequence[Night], told: History | None = None, when: Mapping[str, str] | None = None
) -> Board:
    """Put the nights together, which are sorted by time.

    ``told`` is the history of more nights than these, and ``when`` says when those were.
    """
    found = history.history_of(known) if told is None else told
    states: dict[Names, State] = {}
    for number, night in enumerate(known):
        for names, entry in night.entries.items():
            state = states.setdefault(names, State(names))
            state.points.append((number, entry))
            state.silent = None
        for names, (outcome, reason) in night.silent.items():
            states.setdefault(names, State(names)).silent = (outcome, reason, number)
    for finding in found.findings:
        states[finding.names].findings.append(finding)
    _drop_repeated(states)
    _add_ratios(known, states)
    when = {one.run: one.time for one in known} if when is None else when
    return Board(tuple(known), found, dict(sorted(states.items())), when)


def _drop_repeated(states: dict[Names, State]) -> None:
    """Drop what a build said of all sizes where the sizes speak for themselves since."""
    newest: dict[tuple[str, str, str], int] = {}
    for names, state in states.items():
        if names[3] or names[4]:
            newest[names[:3]] = max(newest.get(names[:3], -1), state.night)
    for names in [one for one in states if not (one[3] or one[4]) and one[1] != "validation"]:
        if newest.get(names[:3], -1) > states[names].night:
            del states[names]


def _add_ratios(known: Sequence[Night], states: Mapping[Names, State]) -> None:
    """Hold every time against the reference of its own night."""
    ratios: dict[Names, list[tuple[float, Names]]] = {}
    for night in known:
        times = [
            Time(names[0], names[2], models.of_variant(names[2]).name, problem, time, names)
            for names, entry in night.entries.items()
            if (time := entry.metrics.get("compute"))
            for problem in [(names[1], *names[3:])]
        ]
        gpus = {name for name, device in night.devices.items() if is_gpu(device)}
        references = References(times, gpus)
        for one in times:
            held = references.of(one.toolchain, one.model, one.problem)
            if held and one.item in states:
                ratio = one.nanoseconds / held.nanoseconds
                ratios.setdefault(one.item, []).append((ratio, held.item))
    for names, found in ratios.items():
        values = [value for value, _ in found[-RATIO_NIGHTS:]]
        # a night is the unit of evidence, and its reference is the one of every ratio
        decision = stats.compare(values, [1.0] * len(values)).decision
        states[names].ratio = Ratio(
            stats.median(values), min(values), max(values), found[-1][1], decision
        )


@dataclass(frozen=True)
class Rank:
    """A toolchain in a comparison over some benchmarks."""

    toolchain: str
    mean: Mean
    #: over the nights, None without a mean
    range: stats.Interval | None
    #: the best variant of each benchmark and size
    best: Mapping[Problem, State]


def ranking(board: Board, benchmarks: Iterable[str]) -> list[Rank]:
    """Rank toolchains by the geometric mean of their best variants over their references.

    What offloads is compared.  Only what all of them have counts, so that means are over the same
    cells; a toolchain that shares nothing with the others gets no mean.
    """
    wanted = set(benchmarks)
    own: dict[str, list[tuple[Problem, State, float]]] = {}
    for state in board.measured():
        is_right = state.newest is not None and state.outcome == "pass"
        if state.ratio and is_right and state.model.offloads and state.names[1] in wanted:
            own.setdefault(state.names[0], []).append((state.problem, state, state.ratio.value))
    solved = {name: {problem for problem, _, _ in told} for name, told in own.items()}
    every = set().union(*solved.values())
    common = set(every)
    for problems in sorted(solved.values(), key=len, reverse=True):
        common = common & problems or common  # one that shares nothing gets no mean
    ranks = []
    for toolchain, told in own.items():
        shared = sorted(common) if common <= solved[toolchain] else []
        mean, best = best_of(told, shared)
        ratios = [best[problem].ratio for problem in shared]
        ends = [
            geometric_mean({str(n): getattr(one, end) for n, one in enumerate(ratios)}).value
            for end in ("low", "high")
        ]
        known = stats.Interval(*filter(None, ends)) if all(ends) else None
        mean = replace(mean, missing=tuple(map(name_of, sorted(every - common))))
        ranks.append(Rank(toolchain, mean, known, best))
    return sorted(ranks, key=lambda one: (one.mean.value is None, one.mean.value, one.toolchain))


@dataclass(frozen=True)
class NearTrack:
    """How near a toolchain's best variants come to CUDA on an emulated GPU, over nights."""

    toolchain: str
    #: of its newest night
    problems: tuple[Problem, ...]
    #: of each night that has all of these problems: geometric means by name of `nearness.NEAR`
    means: Mapping[int, Mapping[str, Mean]]


def near_tracks(known: Sequence[Night]) -> list[NearTrack]:
    """Return a track for each toolchain whose counts were held against CUDA's.

    The best variant of a problem is the one that is estimated to take least.  Over the problems of
    the newest night, so that means are of the same ones.
    """
    best: dict[str, dict[int, dict[Problem, Mapping[str, float]]]] = {}
    for number, night in enumerate(known):
        for names, entry in night.entries.items():
            estimate = entry.metrics.get(OVER["estimate"])
            if estimate is not None:
                problems = best.setdefault(names[0], {}).setdefault(number, {})
                problem = (names[1], *names[3:])
                if estimate < problems.get(problem, {}).get(OVER["estimate"], math.inf):
                    problems[problem] = entry.metrics
    return [_near_track(toolchain, found) for toolchain, found in sorted(best.items())]


def _near_track(
    toolchain: str, found: Mapping[int, Mapping[Problem, Mapping[str, float]]]
) -> NearTrack:
    problems = found[max(found)]
    means = {
        number: {
            name: geometric_mean({name_of(one): own[one].get(over) for one in problems})
            for name, over in OVER.items()
        }
        for number, own in found.items() if problems.keys() <= own.keys()
    }  # fmt: skip
    return NearTrack(toolchain, tuple(sorted(problems)), means)


def broken_or_mended(board: Board, number: int) -> list[Finding]:
    """Return what changed on a night and is so still."""
    run = board.nights[number].run
    return [one for one in board.history.findings if one.first == run]


def _counts(words: Iterable[Word], silent: int) -> dict[str, int]:
    """Return how many verdicts are right, right on an emulated device, failed, expected to."""
    told = list(words)
    return {
        "right": sum(one.name == "pass" for one in told),
        "emulated": sum(one.name == nights.EMULATED for one in told),
        "failed": sum(one.failed for one in told),
        "expected": sum(one.expected for one in told),
        "silent": silent,
    }


def night_counts(night: Night) -> dict[str, int]:
    """Return how the cells of a night ended, and how many could not run."""
    ended = (word(one.outcome, expected=one.expected) for one in night.entries.values())
    return _counts(ended, len(night.silent))


def state_counts(states: Sequence[State]) -> dict[str, int]:
    """Return how cells ended last, and how many could not run."""
    silent = sum(one.silent is not None for one in states)
    return {**_counts((one.word for one in states), silent), "cells": len(states)}


def version_changes(known: Sequence[Night], number: int) -> list[tuple[str, str, str]]:
    """Return which compilers are of another version than in the night before that had them."""
    found = []
    for toolchain, version in sorted(known[number].versions.items()):
        before = next(
            (one.versions[toolchain] for one in reversed(known[:number])
             if toolchain in one.versions), version,
        )  # fmt: skip
        if before != version:
            found.append((toolchain, before, version))
    return found


def title(names: Names) -> str:
    """Return a cell without its toolchain, as people call it."""
    return nights.short(names).rpartition(" (")[0]
