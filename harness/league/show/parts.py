"""What the page says about one benchmark, as plain values ready to be laid out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.analysis import differences, stats
from league.analysis.ratios import Session
from league.analysis.standing import (
    Column,
    benchmarks,
    columns,
    expected_failures,
    status,
    variant_portability,
)
from league.base import models
from league.base.columns import Table
from league.base.words import duration, plural, times
from league.records.view import Cell, RunView, timed_sizes
from league.show import anchors
from league.show.device import code_table, count_table
from league.show.evidence import Evidence, evidence_of, size_label
from league.show.matrix import Block, Grid, Row, box
from league.show.times import Moved, Timed, motion_table, phase_table, time_table
from league.verdicts import word

if TYPE_CHECKING:
    from league.show.plots.common import Look
    from league.show.plots.panels import Strip


#: Stands for the figures of benchmarks beside those of studies.
LAUNCHES = "launches"


@dataclass(frozen=True)
class SizePart:
    """A benchmark in one class and precision."""

    label: str
    anchor: str
    lead: str
    parameters: str
    reference: str
    bounds: str
    times: Table[Timed]
    strip: Strip | None
    left_out: str
    phases: Table[Timed]
    motion: Table[Moved]


@dataclass(frozen=True)
class BenchmarkPart:
    """Everything about one benchmark."""

    name: str
    group: str
    anchor: str
    summary: str
    sizes: list[SizePart]
    notes: list[tuple[str, str]]
    evidence: list[Evidence]
    evidence_told: str
    #: what went wrong: what was not expected first
    failures: list[Evidence]
    #: how many variants failed as expected, each once a toolchain
    known: int
    counts: Table[Any]
    differences: Table[Any]
    code: tuple[Table[Any], int]

    @property
    def by_variant(self) -> list[tuple[str, str, list[Evidence]]]:
        """Return id, name and evidence of each variant, in order."""
        found: dict[str, list[Evidence]] = {}
        for one in self.evidence:
            found.setdefault(one.variant, []).append(one)
        return [(anchors.variant(self.name, name), name, told) for name, told in found.items()]


class Ground:
    """What all parts of a report are worked out from."""

    def __init__(self, runs: Sequence[RunView], *, figures: bool = True) -> None:
        self.runs = runs
        self.sessions = {id(run): Session(run) for run in runs}
        self.columns = columns(runs)
        self.usable = [c for c in self.columns if c.state == "usable"]
        self.variants = benchmarks(runs)
        self.looks: Mapping[str, Look] | None = None
        if figures:
            from league.show.plots import common

            self.looks = common.looks([column.label for column in self.usable])

    def grid(self, *names: str, home: str = "") -> Grid:
        """Return the matrix of benchmarks; ``home`` is the page of toolchains, if not this one."""

        def row(name: str, variant: str) -> Row:
            boxes = (box(c, name, variant, self.session(c), home) for c in self.usable)
            return Row(variant, tuple(boxes))

        blocks = (
            Block(tuple(row(name, one) for one in self.variants[name]), name,
                  f"#{anchors.benchmark(name)}")
            for name in names
        )  # fmt: skip
        return Grid(self.labels, tuple(blocks))

    @property
    def labels(self) -> tuple[str, ...]:
        """The toolchains that are usable."""
        return tuple(column.label for column in self.usable)

    def session(self, column: Column) -> Session:
        """Return the statistics of the run of a toolchain."""
        return self.sessions[id(column.run)]

    def failures(self, hrefs: Mapping[str, str]) -> Iterator[tuple[str, str, Evidence]]:
        """Yield what failed and was not expected to, with its benchmark and a link."""
        for name, variants in self.variants.items():
            for variant in variants:
                for one in evidence_of(self.usable, name, variant, only_failed=True):
                    if not one.expected:
                        yield name, f"{hrefs.get(name, '')}#{one.failure}", one


def benchmark_part(ground: Ground, name: str) -> BenchmarkPart:
    """Collect what is known about one benchmark over all toolchains shown."""
    runs, columns, variants = ground.runs, ground.usable, ground.variants[name]
    group = next(
        (str(b.get("group", "")) for run in runs for k, b in run.builds.items() if k[1] == name),
        next((c.group for run in runs for k, c in run.cells.items() if k.benchmark == name), ""),
    )
    evidence = [one for v in variants for one in evidence_of(columns, name, v)]
    failures = sorted((x for x in evidence if x.failed), key=lambda one: bool(one.expected))
    known = sum(expected_failures(run, name) for run in runs)
    return BenchmarkPart(
        name,
        group,
        anchors.benchmark(name),
        _summary(name, variants, columns, failures, known),
        [_size_part(ground, name, size) for size in timed_sizes(runs, name)],
        _notes(name, variants, columns),
        evidence,
        _evidence_told(evidence),
        failures,
        known,
        count_table(runs, name),
        differences.table(differences.differences(runs, name), f"{name}: profiler and emulation"),
        code_table(runs, name),
    )


def _size_part(ground: Ground, name: str, size: tuple[str, str]) -> SizePart:
    portable = variant_portability(ground.usable, name, size)
    rows: list[Timed] = []
    for variant in ground.variants[name]:
        for column in ground.usable:
            cell = column.cell(name, variant, size)
            if cell is not None and (cell.verified or cell.fell_back):
                first = portable.pop(variant, None)
                rows.append(Timed(column, cell, ground.session(column), first))
    measured = [row for row in rows if not row.struck]
    held = {id(cell): cell for cell in (row.reference for row in measured) if cell is not None}
    only = next(iter(held.values())) if len(held) == 1 else None
    label = size_label(size)
    bounds = filter(None, (one.ceilings.told(*size) for one in ground.sessions.values()))
    title = f"{name}, {label}: compute time of every launch"
    runs = " ".join(run.name for run in ground.runs)
    redraw = f"scripts/run_all.py figures {LAUNCHES} {runs} -b {name}"
    redraw += f" -c {size[0]}" if size[0] else ""
    told = (f"{name}-{'-'.join(filter(None, size))}", title, redraw)
    fell_back = plural(len(rows) - len(measured), "time")
    about = f"{name}, {label}"
    return SizePart(
        label=label,
        anchor=anchors.size(name, size),
        lead=_lead(measured),
        parameters=next(filter(None, (_parameters(row.cell) for row in rows)), ""),
        reference="; ".join(
            f"{cell.key.variant} of {cell.key.toolchain}, {duration(cell.median())}"
            for cell in held.values()
        ),
        bounds=" | ".join(dict.fromkeys(bounds)),
        times=time_table(rows, about),
        strip=_strip(measured, ground.looks, only, told) if ground.looks and measured else None,
        left_out=f"{fell_back} measured on the host instead of the device left out."
        if len(rows) > len(measured)
        else "",
        phases=phase_table(measured, about),
        motion=motion_table(rows, ground.labels, about),
    )


def _strip(
    measured: Sequence[Timed],
    looks: Mapping[str, Look],
    reference: Cell | None,
    told: tuple[str, str, str],
) -> Strip:
    from league.show.plots.panels import Lane, Strip

    lanes = [
        Lane(
            cell.key.variant,
            row.toolchain.label,
            [launch.repetitions("compute") for launch in cell.launches if launch.valid],
            cell.medians(),
            (cell.median("h2d") or 0.0, cell.median() or 0.0, cell.median("d2h") or 0.0),
            row.interval,
        )
        for row in measured
        for cell in [row.cell]
    ]
    held = reference.median() if reference else None
    against = f"{reference.key.variant} of {reference.key.toolchain}" if reference else ""
    return Strip(*told, lanes, looks, held, against)


def _parameters(cell: Cell) -> str:
    for launch in cell.launches + cell.checks:
        letter = launch.record.get("class")
        if isinstance(letter, dict):
            rest = [f"{k} = {v}" for k, v in letter.items() if k != "letter"]
            return ", ".join(rest)
    return ""


def _notes(name: str, variants: Sequence[str], columns: Sequence[Column]) -> list[tuple[str, str]]:
    """Say in one line per reason which variants have no time without anything having failed."""
    collected: dict[tuple[str, str], list[str]] = {}
    for column in columns:
        for variant in variants:
            found = status(column, name, variant)
            ended = word(found.outcome)
            if ended.failed or ended.mute or ended.name == "pass":
                continue
            collected.setdefault((found.outcome, column.label), []).append(variant)
    return [
        (f"{word(outcome).label}, {label}", ", ".join(names))
        for (outcome, label), names in collected.items()
    ]


def _lead(measured: Sequence[Timed]) -> str:
    """Say which time is the best on a device, or else on the host, and how many there are."""
    if not measured:
        return "no time that counts"
    on_device = [row for row in measured if models.of(row.cell.model).offloads]
    best = min(on_device or measured, key=lambda row: row.cell.median() or math.inf)
    ratio = "" if best.ratio is None else f", {times(best.ratio)} of the reference"
    place = "on a device" if on_device else "on the host"
    named = f"{best.cell.key.variant} of {best.toolchain.label}"
    took = f"{duration(best.cell.median())}{ratio}"
    beside = sum(not _slower(row, best) for row in on_device or measured) - 1
    if beside:
        which = f"{plural(beside, 'other')} that launches do not tell from it"
        return f"{plural(len(measured), 'time')}; {place} {named} took {took}, beside {which}"
    return f"{plural(len(measured), 'time')}; the fastest {place} is {named}, {took}"


def _slower(row: Timed, best: Timed) -> bool:
    """Whether a time is surely longer than the best one."""
    both = row.cell.medians(), best.cell.medians()
    spread = best.session.floor.spread(*map(stats.median, both))
    return stats.compare(*both, spread=spread).decision is stats.Decision.SLOWER


def _evidence_told(found: Sequence[Evidence]) -> str:
    cells = sum(bool(one.size) for one in found)
    builds = len(found) - cells
    told = [plural(cells, "cell")] if cells else []
    told += [plural(builds, "program without a build", "programs without a build")] * bool(builds)
    return " and ".join(told)


def _summary(
    name: str, variants: Sequence[str], columns: Sequence[Column], failures: Sequence[Evidence],
    known: int,
) -> str:  # fmt: skip
    outcomes = [status(column, name, v).outcome for column in columns for v in variants]
    good = outcomes.count("pass")
    told = [f"{plural(good, 'combination')} of variant and toolchain verified"]
    failed = sum(not failure.expected for failure in failures)
    told += [f"{failed} failed"] if failed else []
    told += [f"{known} failed as expected"] if known else []
    waiting = outcomes.count("no-device")
    told += [f"{waiting} built for a device that is not here"] if waiting else []
    return ", ".join(told) + "."
