"""What the page says about one benchmark, as plain values ready to be laid out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from league.analysis import metrics, stats
from league.analysis.ratios import Session
from league.analysis.standing import Column, status, variant_portability
from league.base import models
from league.base.words import (
    FAILURES,
    Word,
    byte_size,
    duration,
    plural,
    shaded,
    significant,
    span,
    times,
    word,
)
from league.records.view import Cell, Motion, timed_sizes
from league.show import anchors
from league.show.device import DevicePart, device_part
from league.show.evidence import Evidence, evidence_of, size_label
from league.show.phases import Phases, phases

if TYPE_CHECKING:
    from league.show.plots.common import Look
    from league.show.plots.panels import Strip


#: Stands for the figures of benchmarks beside those of studies.
LAUNCHES = "launches"


@dataclass(frozen=True)
class Row:
    """One variant with one toolchain in one class and precision."""

    variant: str
    toolchain: str
    median: str
    interval: str
    total: str
    ratio: str
    ratio_interval: str
    rates: tuple[str, str]
    share: str
    place: str
    word: Word
    anchor: str
    sort: tuple[float, float, float]
    merit: str = ""
    struck: bool = False
    doubt: str = ""


@dataclass(frozen=True)
class Group:
    """The rows of one variant, with its portability over the toolchains."""

    variant: str
    portability: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class SizePart:
    """A benchmark in one class and precision."""

    label: str
    anchor: str
    lead: str
    parameters: str
    reference: str
    bounds: str
    groups: tuple[Group, ...]
    strip: Strip | None
    left_out: str
    merit_unit: str
    motion_columns: tuple[str, ...]
    motion: tuple[tuple[str, tuple[str, ...]], ...]
    phases: Phases


@dataclass
class BenchmarkPart:
    """Everything about one benchmark."""

    name: str
    group: str
    anchor: str
    summary: str
    sizes: list[SizePart] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    evidence_told: str = ""
    device: DevicePart = field(default_factory=DevicePart)

    @property
    def failures(self) -> list[Evidence]:
        """Return what went wrong: what was not expected first."""
        failed = [one for one in self.evidence if one.failed]
        return sorted(failed, key=lambda one: bool(one.expected))

    @property
    def by_variant(self) -> list[tuple[str, str, list[Evidence]]]:
        """Return id, name and evidence of each variant, in order."""
        found: dict[str, list[Evidence]] = {}
        for one in self.evidence:
            found.setdefault(one.variant, []).append(one)
        return [(anchors.variant(self.name, name), name, told) for name, told in found.items()]


def benchmark_part(
    name: str,
    variants: Sequence[str],
    columns: Sequence[Column],
    sessions: Mapping[int, Session],
    looks: Mapping[str, Look] | None,
) -> BenchmarkPart:
    """Collect what is known about one benchmark over all toolchains shown.

    Without `looks` no figures are drawn.
    """
    runs = [session.run for session in sessions.values()]
    group = next(
        (str(b.get("group", "")) for run in runs for k, b in run.builds.items() if k[1] == name),
        next((c.group for run in runs for k, c in run.cells.items() if k.benchmark == name), ""),
    )
    part = BenchmarkPart(name, group, anchors.benchmark(name), "")
    for size in timed_sizes(runs, name):
        part.sizes.append(_size_part(name, size, variants, columns, sessions, looks))
    part.device = device_part(runs, name)
    part.notes = _notes(name, variants, columns)
    part.evidence = [one for v in variants for one in evidence_of(columns, name, v)]
    part.evidence_told = _evidence_told(part.evidence)
    part.summary = _summary(name, variants, columns, part.failures)
    return part


def _size_part(
    name: str,
    size: tuple[str, str],
    variants: Sequence[str],
    columns: Sequence[Column],
    sessions: Mapping[int, Session],
    looks: Mapping[str, Look] | None,
) -> SizePart:
    portable = variant_portability(columns, name, size)
    groups: list[Group] = []
    measured: list[tuple[Column, Cell]] = []
    held: dict[int, Cell] = {}
    fell_back = 0
    parameters = ""
    for variant in variants:
        rows: list[Row] = []
        for column in columns:
            cell = column.cell(name, variant, size)
            if cell is None or not (cell.verified or cell.fell_back):
                continue
            parameters = parameters or _parameters(cell)
            if not cell.verified:
                fell_back += 1
                rows.append(_struck_row(column, cell))
                continue
            session = sessions[id(column.run)]
            reference = session.against(cell).reference
            if reference is not None:
                held[id(reference)] = reference
            rows.append(_row(column, cell, session))
            measured.append((column, cell))
        if rows:
            groups.append(Group(variant, _portability(portable.get(variant)), tuple(rows)))
    only = next(iter(held.values())) if len(held) == 1 else None
    label = size_label(size)
    bounds = dict.fromkeys(
        filter(None, (session.ceilings.told(*size) for session in sessions.values()))
    )
    title = f"{name}, {label}: compute time of every launch"
    runs = " ".join(session.run.name for session in sessions.values())
    told = (f"{name}-{'-'.join(filter(None, size))}", title, _redraw(runs, name, size[0]))
    spans = [sessions[id(column.run)].interval(cell) for column, cell in measured]
    strip = _strip(measured, spans, looks, only, told) if looks and measured else None
    left_out = ""
    if fell_back:
        left_out = (
            f"{plural(fell_back, 'time')} measured on the host instead of the device left out."
        )
    unit = next(filter(None, (merit(cell)[1] for _, cell in measured)), "")
    laps = phases(
        ((column.label, cell) for column, cell in measured),
        {id(cell): sessions[id(column.run)].against(cell).reference for column, cell in measured},
    )
    table = _motion(name, size, variants, columns)
    return SizePart(
        label,
        anchors.size(name, size),
        _lead(measured, sessions),
        parameters,
        _references(held),
        " | ".join(bounds),
        tuple(groups),
        strip,
        left_out,
        unit,
        *table,
        laps,
    )


def _redraw(runs: str, benchmark: str, letter: str) -> str:
    chosen = f" -c {letter}" if letter else ""
    return f"scripts/run_all.py figures {LAUNCHES} {runs} -b {benchmark}{chosen}"


def _portability(value: float | None) -> str:
    return "" if value is None else f"portability {value:.2f}"


def _row(column: Column, cell: Cell, session: Session) -> Row:
    against = session.against(cell)
    verdict = against.verdict
    own = session.interval(cell)
    ratio_interval = ""
    if verdict and verdict.interval and not against.is_reference:
        ratio_interval = span(verdict.interval.low, verdict.interval.high)
    return Row(
        variant=cell.key.variant,
        toolchain=column.label,
        median=duration(cell.median()),
        interval=_range(own) if own else "one launch",
        total=duration(cell.median("total")),
        ratio=times(verdict.ratio) if verdict else "–",
        ratio_interval=ratio_interval,
        rates=rates(cell),
        merit=merit(cell)[0],
        share=_share(session, cell),
        place=cell.place,
        word=shaded(word(against.word), verdict.ratio if verdict else None),
        anchor=anchors.cell(column.label, cell.key),
        sort=(cell.median() or 0.0, cell.median("total") or 0.0, verdict.ratio if verdict else 0.0),
        doubt=_doubt(cell),
    )


def _struck_row(column: Column, cell: Cell) -> Row:
    return Row(
        variant=cell.key.variant,
        toolchain=column.label,
        median=duration(cell.invalid_median()),
        interval="",
        total=duration(cell.invalid_median("total")),
        ratio="–",
        ratio_interval="",
        rates=("", ""),
        share="",
        place=cell.place,
        word=word(cell.outcome),
        anchor=anchors.cell(column.label, cell.key),
        sort=(math.inf, math.inf, math.inf),
        struck=True,
    )


def _strip(
    measured: Sequence[tuple[Column, Cell]],
    spans: Sequence[stats.Interval | None],
    looks: Mapping[str, Look],
    reference: Cell | None,
    told: tuple[str, str, str],
) -> Strip:
    from league.show.plots.panels import Lane, Strip

    def lanes() -> list[Lane]:
        return [
            Lane(
                cell.key.variant,
                column.label,
                [launch.repetitions("compute") for launch in cell.launches if launch.valid],
                cell.medians(),
                (cell.median("h2d") or 0.0, cell.median() or 0.0, cell.median("d2h") or 0.0),
                (one.low, one.high) if one else None,
            )
            for (column, cell), one in zip(measured, spans)
        ]

    held = reference.median() if reference else None
    against = f"{reference.key.variant} of {reference.key.toolchain}" if reference else ""
    return Strip(*told, lanes, looks, held, against)


def rates(cell: Cell) -> tuple[str, str]:
    """Return GB/s and GFLOP/s of the work model at the cell's median compute time.

    A dash where the benchmark's work model has none.
    """
    time, work = cell.median(), cell.work
    moved = computed = "–"
    if time and work.get("bytes"):
        moved = significant(metrics.gigabytes_per_second(float(work["bytes"]), time))
    if time and work.get("flops"):
        computed = significant(metrics.gigaflops_per_second(float(work["flops"]), time))
    return moved, computed


def merit(cell: Cell) -> tuple[str, str]:
    """Return the benchmark's own rate at the cell's median compute time, and its unit.

    Both are empty where the benchmark has no figure of merit of its own.
    """
    time, told = cell.median(), cell.work.get("merit")
    if not time or not told or not told.get("count"):
        return "", ""
    rate = metrics.merit_per_second(float(told["count"]), time)
    return significant(rate), f"{told['unit']}/s"


def _share(session: Session, cell: Cell) -> str:
    share = session.ceilings.share(cell)
    if share is None:
        return "–"
    return f"{100 * share:.0f} % of {session.ceilings.place(cell)}"


def _range(interval: stats.Interval) -> str:
    low, high = duration(interval.low), duration(interval.high)
    if low.split()[-1] == high.split()[-1]:
        low = low.split()[0]
    return f"{low} – {high}"


def _doubt(cell: Cell) -> str:
    found = {x.stages.get("timing", "ok") for x in cell.launches if x.valid} - {"ok", ""}
    return ", ".join(sorted(found))


def _parameters(cell: Cell) -> str:
    for launch in cell.launches + cell.checks:
        letter = launch.record.get("class")
        if isinstance(letter, dict):
            rest = [f"{k} = {v}" for k, v in letter.items() if k != "letter"]
            return ", ".join(rest)
    return ""


def _references(held: Mapping[int, Cell]) -> str:
    told = [
        f"{cell.key.variant} of {cell.key.toolchain}, {duration(cell.median())}"
        for cell in held.values()
    ]
    return "; ".join(told)


def _motion(
    name: str, size: tuple[str, str], variants: Sequence[str], columns: Sequence[Column]
) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    found: dict[str, dict[str, str]] = {}
    for variant in variants:
        for column in columns:
            cell = column.cell(name, variant, size)
            if (
                cell is None
                or not models.of(cell.model).offloads
                or not (cell.verified or cell.fell_back)
            ):
                continue
            found.setdefault(variant, {})[column.label] = _moved(cell.motion())
    used = [c.label for c in columns if any(c.label in row for row in found.values())]
    table = tuple((v, tuple(row.get(label, "–") for label in used)) for v, row in found.items())
    return tuple(used), table


def _moved(motion: Motion | None) -> str:
    if motion is None:
        return "unknown"
    kernels = (
        "unknown" if motion.launches is None else plural(motion.launches, "launch", "launches")
    )
    return f"{kernels} · {byte_size(motion.to_device)} in · {byte_size(motion.from_device)} out"


def _notes(name: str, variants: Sequence[str], columns: Sequence[Column]) -> list[tuple[str, str]]:
    """Say in one line per reason which variants have no time without anything having failed."""
    collected: dict[tuple[str, str], list[str]] = {}
    for column in columns:
        for variant in variants:
            found = status(column, name, variant)
            if found.outcome in FAILURES or found.outcome in ("pass", "not-run", "unavailable"):
                continue
            collected.setdefault((found.outcome, column.label), []).append(variant)
    return [
        (f"{word(outcome).label}, {label}", ", ".join(names))
        for (outcome, label), names in collected.items()
    ]


def _lead(measured: Sequence[tuple[Column, Cell]], sessions: Mapping[int, Session]) -> str:
    """Say which time is the best on a device, or else on the host, and how many there are."""
    if not measured:
        return "no time that counts"
    count = plural(len(measured), "time")
    on_device = [one for one in measured if models.of(one[1].model).offloads]
    best = min(on_device or measured, key=lambda one: one[1].median() or math.inf)
    column, cell = best
    verdict = sessions[id(column.run)].against(cell).verdict
    ratio = f", {times(verdict.ratio)} of the reference" if verdict else ""
    place = "on a device" if on_device else "on the host"
    return (
        f"{count}; the fastest {place} is {cell.key.variant} of {column.label},"
        f" {duration(cell.median())}{ratio}"
    )


def _evidence_told(found: Sequence[Evidence]) -> str:
    cells = sum(bool(one.size) for one in found)
    builds = len(found) - cells
    told = [plural(cells, "cell")] if cells else []
    told += [plural(builds, "program without a build", "programs without a build")] * bool(builds)
    return " and ".join(told)


def _summary(
    name: str, variants: Sequence[str], columns: Sequence[Column], failures: Sequence[Evidence]
) -> str:
    outcomes = [status(column, name, v).outcome for column in columns for v in variants]
    good = outcomes.count("pass")
    told = [f"{plural(good, 'combination')} of variant and toolchain verified"]
    known = sum(bool(failure.expected) for failure in failures)
    told += [f"{len(failures) - known} failed"] if len(failures) > known else []
    told += [f"{known} failed as expected"] if known else []
    waiting = outcomes.count("no-device")
    told += [f"{waiting} built for a device that is not here"] if waiting else []
    return ", ".join(told) + "."
