"""Two runs, or two toolchains of one run, cell by cell; what is slower is looked at again."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.analysis import stats
from league.analysis.metrics import Mean, geometric_mean
from league.analysis.ratios import floor_of
from league.analysis.standing import Column as Toolchain
from league.analysis.standing import Problem, name_of, scored_models
from league.base import columns
from league.base.columns import Column, Width
from league.base.errors import NothingComparable
from league.base.words import duration, escape, percent, plural, table_width, times
from league.records.launches import Key, Record
from league.records.view import Cell, RunView, code_of
from league.verdicts import word
from league.verdicts.table import WRONG

#: How much a cell of one night differs from that of another beside what launches show: a standard
#: deviation of logarithms.
Nights = Callable[[Key], float]

#: Runnable processes per core at the start that disturb a session.
_BUSY = 0.5


@dataclass(frozen=True)
class Pair:
    """One cell on both sides; the ratio is the second time over the first."""

    name: str
    first: Cell
    second: Cell
    verdict: stats.Verdict
    p_value: float | None
    sure: bool  # that it changed, also as one of many
    same_binary: bool
    same_image: bool  # of the device, where records hold its hash
    #: the smallest slow-down that would have been called one; None: there are too few launches
    seen: float | None
    again: bool | None = None  # whether fresh launches are slower as well; None: there are none


@dataclass(frozen=True)
class Comparison:
    """The cells that could be compared, and those that could not and why."""

    first: str
    second: str
    pairs: tuple[Pair, ...]
    lost: tuple[tuple[str, str], ...]
    gained: tuple[str, ...]
    only_first: int
    only_second: int
    bands: str
    mean: Mean
    mean_interval: stats.Interval | None
    warnings: tuple[str, ...]

    @property
    def slower(self) -> list[Pair]:
        """What is slower and still so after the correction for many comparisons."""
        return [p for p in self.pairs if p.sure and p.verdict.decision is stats.Decision.SLOWER]

    @property
    def confirmed(self) -> list[Pair]:
        """What fresh launches are slower in as well."""
        return [p for p in self.slower if p.again]


def compare_runs(first: RunView, second: RunView, nights: Nights = lambda _: 0.0) -> Comparison:
    """Compare two runs cell by cell; the first is the base.

    `nights` says how much two nights differ beside.  Raises NothingComparable if they have no
    verified cell in common.
    """
    matched = [(str(key), key, key) for key in [*first.cells, *second.cells]]
    return _compare(first, second, dict.fromkeys(matched), (first.name, second.name), nights)


def compare_toolchains(run: RunView, first: str, second: str) -> Comparison:
    """Compare two toolchains of one run; the first is the base.

    Raises NothingComparable if they have no verified cell in common.
    """
    matched: dict[tuple[str, Key, Key], None] = {}
    for key in run.cells:
        if key.toolchain in (first, second):
            matched[key.short, Key(first, *key[1:]), Key(second, *key[1:])] = None
    return _compare(run, run, matched, (first, second))


def compare_best(
    first: RunView, second: RunView, sides: Sequence[tuple[Toolchain, Toolchain]],
    labels: tuple[str, str],
) -> Comparison:  # fmt: skip
    """Compare, for each problem, the best variant of one toolchain with the best of another.

    Raises NothingComparable if they verified no problem in common.
    """
    matched: dict[tuple[str, Key, Key], None] = {}
    for a, b in sides:
        best = [best_cells(one) for one in (a, b)]
        for problem in best[0].keys() & best[1].keys():
            keys = [one[problem].key for one in best]
            name = name_of(problem) + (f" ({keys[0].toolchain})" if len(sides) > 1 else "")
            matched[name, keys[0], keys[1]] = None
    return _compare(first, second, matched, labels)


def best_cells(side: Toolchain) -> dict[Problem, Cell]:
    """Return by problem the fastest verified cell of the variants a toolchain is judged by."""
    found: dict[Problem, Cell] = {}
    scored = scored_models(side)
    for key, cell in side.run.cells.items():
        if key.toolchain == side.toolchain and cell.model in scored and cell.verified:
            held = found.get(key.problem)
            if held is None or (cell.median() or 0.0) < (held.median() or 0.0):
                found[key.problem] = cell
    return found


def _compare(
    first: RunView, second: RunView, matched: dict[tuple[str, Key, Key], None],
    labels: tuple[str, str], nights: Nights = lambda _: 0.0,
) -> Comparison:  # fmt: skip
    floor = floor_of([first, second])
    found: list[tuple[str, Cell, Cell]] = []
    lost: list[tuple[str, str]] = []
    gained: list[str] = []
    only = [0, 0]
    for name, key_a, key_b in matched:
        a, b = first.cells.get(key_a), second.cells.get(key_b)
        if a is None or b is None:
            only[1 if a is None else 0] += 1
        elif a.verified and b.verified:
            found.append((name, a, b))
        elif a.verified and b.spoiler:
            reason = b.spoiler.reason
            lost.append((name, f"{word(b.outcome).label}: {reason}".rstrip(": ")))
        elif b.verified and a.spoiler:
            gained.append(name)
    if not found:
        raise NothingComparable(
            f"{labels[0]} and {labels[1]} have no verified cell in common;"
            " measure the same benchmarks and classes in both"
        )
    times = [(b.medians(), a.medians()) for _, a, b in found]
    more = [nights(b.key) for _, _, b in found]
    spreads = [floor.spread(stats.median(b), stats.median(a)) for b, a in times]
    verdicts = [stats.compare(*sides, spread=spread, nights=night)
                for sides, spread, night in zip(times, spreads, more)]  # fmt: skip
    p_values = [stats.difference_p_value(*sides, night) for sides, night in zip(times, more)]
    seen = [stats.resolution(*sides, verdict.band, among=len(found), nights=night)
            for sides, verdict, night in zip(times, verdicts, more)]  # fmt: skip
    confirmed = stats.discoveries(p_values)
    changed = (stats.Decision.FASTER, stats.Decision.SLOWER)
    pairs = []
    for (name, a, b), verdict, p, sure, least in zip(found, verdicts, p_values, confirmed, seen):
        sides = zip(_hashes(first.build_of(a.key)), _hashes(second.build_of(b.key)))
        code, program, image = (bool(one) and one == other for one, other in sides)
        changed_surely = sure and verdict.decision in changed
        pairs.append(Pair(name, a, b, verdict, p, changed_surely, code or program, image, least))
    pairs.sort(key=lambda pair: -pair.verdict.ratio)
    ratios: dict[str, float | None] = {pair.name: pair.verdict.ratio for pair in pairs}
    ratios.update((name, None) for name, _ in lost)
    return Comparison(
        *labels, tuple(pairs), tuple(lost), tuple(gained), only[0], only[1],
        floor.told(time for sides in times for time in map(stats.median, sides)),
        geometric_mean(ratios), stats.mean_ratio_interval(times),
        _warnings(first, second),
    )  # fmt: skip


def _hashes(build: Record) -> tuple[object, object, object]:
    """Return those of code, executable and device image: what is the same is not to blame."""
    image = (build.get("device_code") or {}).get("image_sha256")
    return code_of(build), build.get("executable_sha256"), image


def confirmed(
    compared: Comparison, base: RunView, run: RunView, fresh: Sequence[RunView],
    nights: Nights = lambda _: 0.0,
) -> Comparison:  # fmt: skip
    """Return a comparison that says of each slower cell whether fresh launches are slower too."""
    slower = compared.slower
    looked = again(slower, base, run, fresh, nights, among=len(compared.pairs))
    told = {id(pair): so for pair, so in zip(slower, looked)}
    pairs = (replace(pair, again=told.get(id(pair))) for pair in compared.pairs)
    return replace(compared, pairs=tuple(pairs))


def again(
    pairs: Sequence[Pair], base: RunView, run: RunView, fresh: Sequence[RunView],
    nights: Nights = lambda _: 0.0, *, among: int = 0,
) -> list[bool | None]:  # fmt: skip
    """Whether fresh launches of the second sides are slower too; None if there are too few.

    Only launches of the binary that ``run`` holds count, on its machine.  Those of the baseline's
    program that took turns with them are what they are held against, or else what was measured
    then, on another night, as one of ``among``.  Where both sides are of one run, both are launched
    again, and held against each other.  How large a change has to be is told by the noise of
    ``base`` and of the fresh sessions: that of ``run``, which may have been disturbed, is no matter
    any more.
    """
    floor = floor_of(fresh if base is run else [base, *fresh])
    p_values: list[float | None] = []
    other_night = False
    for pair in pairs:
        some = _again(pair.second.key, run, fresh)
        some = [cell for cell in some if cell.before] or some
        medians = [time for cell in some for time in cell.medians()]
        before: Sequence[float] = [time for cell in some for time in cell.before_medians()]
        more = 0.0
        if pair.first.key != pair.second.key:
            before = [time for cell in _again(pair.first.key, run, fresh)
                      for time in cell.medians()]  # fmt: skip
        elif not before:
            before, more = pair.first.medians(), nights(pair.second.key)
            other_night = True
        if min(len(medians), len(before)) < stats.FEWEST_LAUNCHES:
            p_values.append(None)
        else:
            spread = floor.spread(*map(stats.median, (medians, before)))
            p_values.append(stats.slower_again(medians, before, spread=spread, nights=more))
    found = stats.confirmed(p_values, among if other_night else 0)
    return [None if p is None else so for p, so in zip(p_values, found)]


def _again(key: Key, run: RunView, fresh: Sequence[RunView]) -> list[Cell]:
    """Return the fresh launches of the same binary on the same machine."""
    binary = run.build_of(key).get("executable_sha256")
    return [
        one.cells[key]
        for one in fresh
        if key in one.cells and one.place == run.place
        if one.build_of(key).get("executable_sha256") == binary
    ]


def _warnings(first: RunView, second: RunView) -> tuple[str, ...]:
    told = [] if first is second else _differences(first, second)
    if not first.pairs and not second.pairs:
        told.append("no run measured its noise floor: only the 2 % rule guards against noise")
    return tuple(told)


def _differences(first: RunView, second: RunView) -> list[str]:
    """Say what differs between two sessions beside what they measured."""
    sides = (first, second)
    told = []
    machines = [(r.machine.get("cpu"), r.gpus, r.machine.get("cores")) for r in sides]
    if machines[0] != machines[1]:
        told.append("the runs come from different machines: ratios compare those as well")
    drivers = [[gpu.get("driver") for gpu in r.machine.get("gpus") or []] for r in sides]
    if machines[0] == machines[1] and drivers[0] != drivers[1]:
        told.append("the drivers of the GPUs differ")
    for name, label in (("governor", "clock governors"), ("kernel", "kernels"), ("os", "systems")):
        values = [str(r.machine.get(name) or "unknown") for r in sides]
        if values[0] != values[1]:
            told.append(f"the {label} differ: {values[0]} and {values[1]}")
    for label, run in zip("AB", sides):
        load, cores = (run.machine.get("load") or [0.0])[0], run.machine.get("cores") or 1
        if load > _BUSY * cores:
            told.append(f"the machine was busy when {label} began: load {load:.1f}, {cores} cores")
    for name in sorted(set(first.toolchains) & set(second.toolchains)):
        versions, flags = zip(
            *((r.toolchains[name].get("version"), r.toolchains[name].get("flags")) for r in sides)
        )
        if versions[0] != versions[1]:
            told.append(f"{name} is version {versions[0]} in A and {versions[1]} in B")
        hashes = [r.toolchains[name].get("compiler_sha256") for r in sides]
        if versions[0] == versions[1] and hashes[0] != hashes[1]:
            told.append(f"{name} is another build of the compiler in B")
        if flags[0] != flags[1]:
            told.append(f"{name} was given other flags in B")
    sources = [str(r.session.get("source") or "unknown") for r in sides]
    if sources[0] != sources[1]:
        told.append(f"the sources differ: {sources[0]} and {sources[1]}")
    return told


def counts(comparison: Comparison) -> Counter[str]:
    """Return how often each decision was made."""
    return Counter(pair.verdict.decision.value for pair in comparison.pairs)


def summary_lines(comparison: Comparison) -> list[str]:
    """Return what the comparison comes to, a few sentences of plain text."""
    found = counts(comparison)
    told = " · ".join(f"{found.get(d.value, 0)} {word(d.value).label}" for d in stats.Decision)
    sure = Counter(p.verdict.decision.value for p in comparison.pairs if p.sure)
    mean = comparison.mean
    lines = [
        f"{plural(len(comparison.pairs), 'cell')} compared: {told}",
        f"Beyond chance at 5 % false discoveries (Benjamini-Hochberg): {sure.get('FASTER', 0)}"
        f" faster, {sure.get('SLOWER', 0)} slower (*)",
        *_of_fresh(comparison),
    ]
    span = comparison.mean_interval
    shown = f", 95 % interval {_span(span)}" if span else ""
    lines.append(f"Geometric mean of the ratios: {mean.value or 1.0:.3f}× over {mean.count}{shown}")
    lines.append(f"Changes below {comparison.bands} are called nothing")
    if comparison.lost:
        lines.append(f"{plural(len(comparison.lost), 'cell')} no longer verified")
    if comparison.gained:
        lines.append(f"{plural(len(comparison.gained), 'cell')} newly verified")
    lone = comparison.only_first + comparison.only_second
    if lone:
        lines.append(
            f"{plural(lone, 'cell')} on one side only ({comparison.only_first} only in"
            f" {comparison.first}, {comparison.only_second} only in {comparison.second})"
        )
    return lines + [f"Note: {text}" for text in comparison.warnings]


def _of_fresh(comparison: Comparison) -> list[str]:
    """Return what fresh launches say of what is slower; without any, that there were none."""
    again = Counter(pair.again for pair in comparison.slower)
    told = (
        (again[True], "confirmed by fresh launches (‡)"),
        (again[False], "not so in fresh launches"),
        (again[None], "not confirmed by fresh launches; --fail-slower makes them"),
    )
    return [f"Of what is slower: {count} {text}" for count, text in told if count]


def to_text(comparison: Comparison) -> str:
    """Return the comparison for a terminal, 60 to 100 columns wide, the slowest first."""
    lines = [f"A = {comparison.first}", f"B = {comparison.second}", ""]
    lines += [*columns.terminal(PAIRS, comparison.pairs), ""]
    width = table_width()
    lines += [f"{WRONG} {name}: {why}"[:width] for name, why in comparison.lost]
    if any(pair.same_binary for pair in comparison.pairs):
        lines.append("† the same binary on both sides: the code is not to blame")
    if any(pair.same_image and not pair.same_binary for pair in comparison.pairs):
        lines.append("§ the same device image on both sides: device code is not to blame")
    for line in summary_lines(comparison):
        lines += textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def to_markdown(comparison: Comparison) -> str:
    """Return the comparison as GitHub-flavoured Markdown."""
    lines = [f"# {escape(comparison.second)} against {escape(comparison.first)}", ""]
    lines += [f"* {escape(line)}" for line in summary_lines(comparison)]
    lines += ["", *columns.markdown(PAIRS, comparison.pairs)]
    if comparison.lost:
        lines += ["", "No longer verified:", ""]
        lines += [f"* {escape(name)}: {escape(why)}" for name, why in comparison.lost]
    return "\n".join(lines) + "\n"


def to_json(comparison: Comparison) -> dict[str, Any]:
    """Return the comparison for programs."""
    span = comparison.mean_interval
    return {
        "schema": "league-compare-2",
        "first": comparison.first,
        "second": comparison.second,
        "bands": comparison.bands,
        "geometric_mean": comparison.mean.value,
        "geometric_mean_interval": span,
        "counts": dict(counts(comparison)),
        "cells": [_json(pair) for pair in comparison.pairs],
        "lost": [{"cell": name, "reason": why} for name, why in comparison.lost],
        "gained": list(comparison.gained),
        "only_first": comparison.only_first,
        "only_second": comparison.only_second,
        "warnings": list(comparison.warnings),
    }


def _json(pair: Pair) -> dict[str, Any]:
    verdict, key = pair.verdict, pair.second.key
    return {
        "benchmark": key.benchmark,
        "variant": key.variant,
        "class": key.letter,
        "precision": key.precision,
        "toolchains": [pair.first.key.toolchain, key.toolchain],
        "compute_ns": [pair.first.median(), pair.second.median()],
        "total_ns": [pair.first.median("total"), pair.second.median("total")],
        "ratio": verdict.ratio,
        "interval": verdict.interval,
        "band": verdict.band,
        "resolution": pair.seen,
        "decision": verdict.decision.value,
        "p_value": pair.p_value,
        "sure": pair.sure,
        "confirmed": pair.again,
        "same_binary": pair.same_binary,
        "same_image": pair.same_image,
    }


def _decision(pair: Pair) -> str:
    shown = word(pair.verdict.decision.value)
    marks = ("*" if pair.sure else "") + ("‡" if pair.again else "")
    marks += " †" if pair.same_binary else " §" if pair.same_image else ""
    return f"{shown.symbol} {shown.label}{marks}"


def _span(interval: stats.Interval | None) -> str:
    return f"{interval.low:.3f}–{interval.high:.3f}" if interval else "one launch"


#: Two cells and what became of them; a narrow terminal has the names and that.
PAIRS: tuple[Column[Pair], ...] = (
    Column("cell", "Cell", lambda pair: pair.name, right=False),
    Column("a", "A", lambda pair: pair.first.median(), duration, least=Width.WIDE),
    Column("b", "B", lambda pair: pair.second.median(), duration, least=Width.WIDE),
    Column("ratio", "B ÷ A", lambda pair: pair.verdict.ratio, times),
    Column("interval", "95 %", lambda pair: _span(pair.verdict.interval), least=Width.WIDE),
    Column("decision", "Decision", _decision, right=False),
    Column(
        "seen",
        "Would be seen",
        lambda pair: pair.seen,
        lambda least: f"+{percent(least)}",
        least=Width.PAGE,
    ),
)
