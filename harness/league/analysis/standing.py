"""Where each toolchain stands: references, ratios, what was verified; standard library only.

The reference is the CUDA variant on the same GPU; where there is no GPU, the fastest verified host
`omp` time of the same benchmark, class and precision in the same session.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from league.analysis.metrics import Mean, efficiency, geometric_mean, portability
from league.base import models
from league.records.launches import Key, Record
from league.records.view import Cell, RunView, build_failure, toolchain_names
from league.verdicts import word

_HOST_DEVICES = frozenset({"", "host", "x86_64"})
Item = TypeVar("Item")
#: Benchmark, class and precision.
Problem = tuple[str, str, str]


@dataclass(frozen=True)
class Column:
    """A toolchain as one run knew it; the label is unique among the runs shown together."""

    run: RunView
    toolchain: str
    label: str

    @property
    def record(self) -> Record:
        """The toolchain record, empty if the run has none."""
        return self.run.toolchains.get(self.toolchain, {})

    @property
    def compiler(self) -> str:
        """The compiler and its version."""
        return self.run.compiler(self.toolchain)

    @property
    def device(self) -> str:
        """Where target regions run: host, x86_64, nvptx, amdgcn."""
        return str(self.record.get("device", "") or "host")

    @property
    def target(self) -> str:
        """The kind of its device, and which."""
        return " ".join(filter(None, [self.device, self.fact("arch")]))

    def fact(self, name: str) -> str:
        """Return what its record says of something, empty if it says nothing."""
        return str(self.record.get(name) or "")

    @property
    def state(self) -> str:
        """`usable`, `broken` or `absent`."""
        state = str(self.record.get("state", ""))
        return state if state in ("broken", "absent") else "usable"

    @property
    def on_gpu(self) -> bool:
        """Whether its device is a GPU."""
        return is_gpu(self.device)

    def cell(self, benchmark: str, variant: str, size: tuple[str, str]) -> Cell | None:
        """Return the cell of a variant in a (class, precision), None if it was not launched."""
        return self.run.cells.get(Key(self.toolchain, benchmark, variant, *size))

    def cells(self, benchmark: str, size: tuple[str, str]) -> list[Cell]:
        """Return the cells of a benchmark in a (class, precision)."""
        return [
            cell
            for cell in self.run.by_size(benchmark).get(size, ())
            if cell.key.toolchain == self.toolchain
        ]

    def build(self, benchmark: str, variant: str) -> Record:
        """Return the build record of a variant, empty if there is none."""
        return self.run.builds.get((self.toolchain, benchmark, variant), {})


@dataclass(frozen=True)
class Status:
    """What became of one variant with one toolchain, over all its classes and precisions."""

    outcome: str
    reason: str
    cells: tuple[Cell, ...]
    expected: str = ""


@dataclass
class Standing:
    """One line of the league table.

    Offered, built, verified, emulated and no_device count the variants the toolchain is judged by
    (those that offload; for a host compiler those of the host); failed and expected count every
    variant: what failed, and what failed as a known defect lets expect.  `mean` is over all
    variants the toolchain is judged by, `best` over the best one of each benchmark, class and
    precision; `efficiency` is the harmonic mean over those of the best time of the session on that
    kind of device divided by the toolchain's best.
    """

    column: Column
    offered: int = 0
    built: int = 0
    verified: int = 0
    failed: int = 0
    expected: int = 0
    no_device: int = 0
    #: variants that were right on an emulated device, where nothing has a time
    emulated: int = 0
    best: Mean = field(default_factory=lambda: Mean(None, 0))
    best_pairs: list[tuple[Cell, Cell]] = field(default_factory=list)
    mean: Mean = field(default_factory=lambda: Mean(None, 0))
    pairs: list[tuple[Cell, Cell]] = field(default_factory=list)
    efficiency: float = 0.0

    @property
    def reference(self) -> str:
        """The model of the reference cells, `cuda` or `omp`; empty if there were none."""
        return next((held.model for _, held in self.pairs), "")


@dataclass(frozen=True)
class Time(Generic[Item]):
    """A verified time of a session, with what it is the time of."""

    toolchain: str
    variant: str
    model: str
    problem: Problem
    nanoseconds: float
    item: Item

    @property
    def rank(self) -> tuple[bool, float]:
        """Plain `cuda` is the reference before any special one; on the host it is the fastest."""
        return self.model == "cuda" and self.variant != "cuda", self.nanoseconds


class References(Generic[Item]):
    """What the times of one session are held against; ``gpus`` names its toolchains for a GPU."""

    def __init__(self, times: Iterable[Time[Item]], gpus: Collection[str]) -> None:
        self._gpus = gpus
        self._best: dict[tuple[str, Problem], Time[Item]] = {}
        self._ideal: dict[tuple[bool, Problem], float] = {}
        for time in times:
            on_gpu = models.of(time.model).offloads and time.toolchain in gpus
            place, kind = (on_gpu, time.problem), (time.model, time.problem)
            self._ideal[place] = min(time.nanoseconds, self._ideal.get(place, math.inf))
            if time.model in ("omp", "cuda"):
                self._best[kind] = min(self._best.get(kind, time), time, key=lambda one: one.rank)
        self._has_cuda = any(model == "cuda" for model, _ in self._best)

    def of(self, toolchain: str, model: str, problem: Problem) -> Time[Item] | None:
        """Return what a time is held against, None if nothing of the kind was verified."""
        on_gpu = models.of(model).offloads and toolchain in self._gpus
        return self._best.get(("cuda" if on_gpu and self._has_cuda else "omp", problem))

    def ideal(self, problem: Problem, *, on_gpu: bool) -> float | None:
        """Return the best verified time in the session on a kind of device."""
        return self._ideal.get((on_gpu, problem))


class RunReferences:
    """The reference cells of one run."""

    def __init__(self, run: RunView) -> None:
        times = [
            Time(cell.key.toolchain, cell.key.variant, cell.model, cell.key.problem, time, cell)
            for cell in run.measured.values()
            if (time := cell.median())
        ]
        gpus = {name for name, one in run.toolchains.items() if is_gpu(str(one.get("device", "")))}
        self._held = References(times, gpus)
        self.ideal = self._held.ideal

    def of(self, cell: Cell) -> Cell | None:
        """Return the cell to hold this one against, None if none was verified."""
        held = self._held.of(cell.key.toolchain, cell.model, cell.key.problem)
        return held.item if held else None


def is_gpu(device: str) -> bool:
    """Whether a toolchain's device is a GPU."""
    return device not in _HOST_DEVICES


def name_of(problem: Problem) -> str:
    """Return a problem as people call it: `heat W/fp64`."""
    return f"{problem[0]} {'/'.join(filter(None, problem[1:]))}".strip()


def best_of(
    ratios: Iterable[tuple[Problem, Item, float]], problems: Iterable[Problem]
) -> tuple[Mean, dict[Problem, Item]]:
    """Return what toolchains are ranked by: the mean over problems of the best ÷ reference.

    With it the best of every problem, of those that are not in the mean as well.
    """
    best: dict[Problem, tuple[Item, float]] = {}
    for problem, item, ratio in ratios:
        if problem not in best or ratio < best[problem][1]:
            best[problem] = (item, ratio)
    held = {name_of(one): best[one][1] if one in best else None for one in problems}
    return geometric_mean(held), {problem: item for problem, (item, _) in best.items()}


def columns(runs: Sequence[RunView]) -> list[Column]:
    """Return the toolchains of all runs; with several runs the label says which run, by number.

    Usable toolchains come first, then broken ones, then absent ones.
    """
    found = [
        Column(run, name, f"{name} (run {number})" if len(runs) > 1 else name)
        for number, run in enumerate(runs, start=1)
        for name in toolchain_names(run)
    ]
    order = ("usable", "broken", "absent")
    return sorted(found, key=lambda column: order.index(column.state))


def benchmarks(runs: Sequence[RunView]) -> dict[str, list[str]]:
    """Return the benchmarks of all runs with their variants, the reference models first."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for run in runs:
        for (_, benchmark, variant), record in run.builds.items():
            names = (str(record.get("group", "")), benchmark)
            found.setdefault(names, {})[variant] = str(record.get("model", ""))
        for key, cell in run.cells.items():
            found.setdefault((cell.group, key.benchmark), {})[key.variant] = cell.model
    merged: dict[str, dict[str, str]] = {}
    for (_, benchmark), variants in sorted(found.items()):
        merged.setdefault(benchmark, {}).update(variants)
    return {name: sorted(vs, key=lambda v: _order(v, vs[v])) for name, vs in merged.items()}


def variant_order(runs: Sequence[RunView]) -> dict[tuple[str, str], int]:
    """Return the place of each variant, by benchmark and name, among those of its benchmark."""
    found = benchmarks(runs)
    return {(one, name): place for one in found for place, name in enumerate(found[one])}


def status(column: Column, benchmark: str, variant: str) -> Status:
    """Return what became of a variant: its build's failure, or the worst of its cells."""
    build = column.build(benchmark, variant)
    cells = tuple(column.run.variants.get((column.toolchain, benchmark, variant), ()))
    verdict, expected = build_failure(build)
    if verdict not in ("", "ok"):
        return Status(verdict, str(build.get("reason", "")), cells, expected)
    if not cells:
        return Status("built" if build else "not-run", str(build.get("reason", "")), cells)
    bad = sorted(
        (c for c in cells if not c.right),
        key=lambda c: (not word(c.outcome).failed, bool(c.expected)),
    )
    if not bad:
        return Status("pass", "", cells)
    every = [bad[0].spoiler, *bad[0].launches, *bad[0].checks]
    reason = next((one.reason for one in every if one), "nothing of it was launched but pairs")
    return Status(bad[0].outcome, reason, cells, bad[0].expected)


def expected_failures(run: RunView, benchmark: str = "") -> int:
    """Return how many variants failed as a known defect lets expect, each once a toolchain.

    It is what the league table counts, summed over its rows; of one benchmark or of all.
    """
    names = dict.fromkeys([*run.builds, *run.variants])
    ended = [
        status(Column(run, toolchain, toolchain), name, variant)
        for toolchain, name, variant in names
        if benchmark in ("", name)
    ]
    return sum(word(one.outcome).failed and bool(one.expected) for one in ended)


def standings(runs: Sequence[RunView]) -> list[Standing]:
    """Return the league table: those with a GPU first, then by the mean of the best variants."""
    variants = benchmarks(runs)
    references = {id(run): RunReferences(run) for run in runs}
    rows = [_standing(c, variants, references[id(c.run)]) for c in columns(runs)]
    return sorted(rows, key=_place)


def variant_portability(
    cols: Sequence[Column], benchmark: str, size: tuple[str, str]
) -> dict[str, float]:
    """Return Pennycook's metric of each variant over the toolchains that ran directives.

    A host variant is held against host variants, an offload variant against offload variants on
    the same toolchain: the efficiency is the best verified time of any of them divided by this
    one's.  The set is all toolchains that verified a directive variant of that kind; a variant
    without a verified time on one of them gets 0.  A compiler that has CUDA alone is not in it.
    A set of fewer than two platforms says nothing about portability: it has no entry.
    """
    times: dict[tuple[bool, str], dict[str, float]] = {}
    variants: dict[str, bool] = {}
    platforms: set[tuple[bool, str]] = set()
    for column in cols:
        for cell in column.cells(benchmark, size):
            key = cell.key
            variants[key.variant] = not models.of(cell.model).offloads
            time = cell.median()
            if time:
                kind = (not models.of(cell.model).offloads, column.label)
                times.setdefault(kind, {})[key.variant] = time
                if not models.of(cell.model).is_cuda:
                    platforms.add(kind)
    return {
        variant: portability(
            efficiency(found[variant], min(found.values())) if variant in found else None
            for kind, found in times.items()
            if kind in platforms and kind[0] == on_host
        )
        for variant, on_host in variants.items()
        if sum(kind[0] == on_host for kind in platforms) > 1
    }


def scored_models(column: Column) -> frozenset[str]:
    """Return the models whose variants make up a toolchain's means.

    Offload models if it has any, otherwise `omp`: a host compiler is judged by its threads.
    """
    built = [r for (name, _, _), r in column.run.builds.items() if name == column.toolchain]
    offered = {str(r.get("model", "")) for r in built if word(str(r.get("verdict"))).offered}
    offered |= {c.model for k, c in column.run.cells.items() if k.toolchain == column.toolchain}
    offload = frozenset(name for name in offered - {""} if models.of(name).offloads)
    return offload or frozenset({"omp"})


def _standing(
    column: Column, variants: dict[str, list[str]], references: RunReferences
) -> Standing:
    row = Standing(column)
    scored_of = scored_models(column)
    ratios: dict[str, float | None] = {}
    held_ones: list[tuple[Problem, tuple[Cell, Cell], float]] = []
    efficiencies: dict[Problem, float | None] = {}
    for benchmark, names in variants.items():
        found = {name: status(column, benchmark, name) for name in names}
        if all(one.outcome == "not-run" for one in found.values()):
            continue  # not selected, which is no failure
        scored = _count(row, benchmark, found, scored_of)
        for size in column.run.sizes(benchmark):
            times = []
            for variant in scored:
                cell = column.cell(benchmark, variant, size)
                held = references.of(cell) if cell and cell.verified else None
                ratio = ratio_of(cell, held) if cell and held else None
                ratios[Key(column.toolchain, benchmark, variant, *size).short] = ratio
                if cell and held and ratio is not None:
                    held_ones.append(((benchmark, *size), (cell, held), ratio))
                times.append(cell.median() if cell else None)
            best = min(filter(None, times), default=None)
            ideal = references.ideal((benchmark, *size), on_gpu=column.on_gpu)
            efficiencies[(benchmark, *size)] = efficiency(best, ideal) if best and ideal else None
    row.mean, row.pairs = geometric_mean(ratios), [pair for _, pair, _ in held_ones]
    row.best, best_pairs = best_of(held_ones, efficiencies)
    row.best_pairs = list(best_pairs.values())
    row.efficiency = portability(efficiencies.values())
    return row


def _count(
    row: Standing, benchmark: str, statuses: Mapping[str, Status], scored_of: frozenset[str]
) -> list[str]:
    """Count what became of a benchmark's variants; return those that are scored."""
    on_host = not any(models.of(name).offloads for name in scored_of)
    counted = scored_of | {"serial"} if on_host else scored_of
    scored: list[str] = []
    for variant, found in statuses.items():
        outcome = found.outcome
        ended = word(outcome)
        row.failed += ended.failed and not found.expected
        row.expected += ended.failed and bool(found.expected)
        first = next((cell.model for cell in found.cells), "")
        model = str(row.column.build(benchmark, variant).get("model") or first)
        if outcome == "not-run" or not ended.offered or model not in counted:
            continue
        row.offered += 1
        row.built += not ended.refused
        row.verified += outcome == "pass"
        row.no_device += outcome == "no-device"
        row.emulated += outcome == "emulated"
        if model in scored_of:
            scored.append(variant)
    return scored


def ratio_of(cell: Cell, held: Cell) -> float:
    """Return a cell's time over that of its reference."""
    return (cell.median() or 0.0) / (held.median() or 1.0)


def _place(row: Standing) -> tuple[bool, bool, int, float, int]:
    best = row.best.value
    state = ("usable", "broken", "absent").index(row.column.state)
    return best is None, row.reference != "cuda", state, best or 0.0, -row.verified


def _order(variant: str, model: str) -> tuple[int, int, str]:
    """Order variants as a reader meets them: by model, then from the naive to the special."""
    told = ("naive", "data", "collapse", "nested", "simd", "loop", "async", "tuned")
    formulation = variant[len(model) :].strip("-")
    first = models.of(model).rank
    second = told.index(formulation) if formulation in told else len(told) * bool(formulation)
    return first, second, variant
