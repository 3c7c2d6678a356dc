"""How near code comes to CUDA's on an emulated GPU, a benchmark at a time; nothing is a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis import bound, device
from league.analysis.metrics import Mean, geometric_mean
from league.base import models
from league.records import device_counts
from league.records.view import Key, RunView

#: What tells it: counts, and the microseconds that they are estimated to take.  Machine
#: instructions are weighed, and the estimate rests on them, where machine code is known of all that
#: a problem's cells launched: both sides by one rule.  The bound does not tell it: of two small
#: problems that with fewer blocks has the higher one.
NEAR = ("machine instructions", "warp instructions", "sectors", "kernel launches", "estimate")
_WEIGHED = "weighed_instructions"


@dataclass(frozen=True)
class _Told:
    """What a right cell of an emulated GPU asked of it."""

    key: Key
    counts: dict[str, float | None]  # by name of `NEAR`; None: not known
    #: microseconds that it is estimated to take
    total: float
    #: the kernel that is estimated to take most: microseconds, what takes most of them, its name
    slowest: float
    unit: str
    kernel: str


@dataclass(frozen=True)
class Near:
    """The best variant of a toolchain for a problem, beside the reference's."""

    key: Key
    #: how much more than the reference it does, by name of `NEAR`; None: the reference does none,
    #: or it is not known of both
    ratios: dict[str, float | None]
    #: the kernel that takes most of what all are estimated to, its share, and which unit's it is
    kernel: str
    share: float
    unit: str

    @property
    def problem(self) -> str:
        """The benchmark, class and precision."""
        return f"{self.key.benchmark} {self.key.letter} {self.key.precision}"


def gpu_of(run: RunView) -> str:
    """Return which named GPU was emulated; empty where none was."""
    gpus = (device.GPUS.get(str(counts["gpu"])) for _, counts in device.counted(run))
    return next((gpu.name for gpu in gpus if gpu), "")


def near(run: RunView, reference: str = "cuda") -> list[Near]:
    """Return how much more than CUDA each other toolchain does, for each problem that both have.

    Both are right on an emulated GPU: the variant ``reference``, and of each other toolchain the
    variant that is estimated to take least.  Sorted by toolchain and problem.
    """
    cells: dict[str, list[tuple[Key, Any]]] = defaultdict(list)
    for key, counts in device.counted(run):
        cell = run.cells[key]
        others = models.of(cell.model).is_cuda and key.variant != reference
        if str(counts["gpu"]) in device.GPUS and cell.outcome == "emulated" and not others:
            cells[f"{key.benchmark} {key.letter} {key.precision}"].append((key, counts))
    best: dict[tuple[str, str], _Told] = {}
    for problem, several in cells.items():
        weighed = all(_WEIGHED in device_counts.totals(counts) for _, counts in several)
        for key, counts in several:
            of = ("" if key.variant == reference else key.toolchain, problem)
            told = _told(key, counts, weighed=weighed)
            if of not in best or told.total < best[of].total:
                best[of] = told
    return [
        _beside(told, best["", problem])
        for (who, problem), told in sorted(best.items(), key=lambda one: one[0])
        if who and ("", problem) in best
    ]


def means(rows: Sequence[Near]) -> dict[str, dict[str, Mean]]:
    """Return by toolchain the geometric mean of each of `NEAR` over its problems."""
    return {
        who: {
            name: geometric_mean({
                one.problem: one.ratios[name] for one in rows if one.key.toolchain == who
            })
            for name in NEAR
        }
        for who in dict.fromkeys(one.key.toolchain for one in rows)
    }  # fmt: skip


def _told(key: Key, counts: Any, *, weighed: bool) -> _Told:
    gpu, kernels = str(counts["gpu"]), counts["kernels"]
    summed = device_counts.totals(counts)
    about = [
        (*bound.estimate(gpu, kernel, as_machine=weighed), str(kernel["kernel"]))
        for kernel in kernels
    ]
    total = sum(one for one, _, _ in about)
    issued = sum(kernel["issued"] for kernel in kernels)
    machine = summed[_WEIGHED] if weighed else None
    told = (machine, issued, summed["sectors"], summed["kernel_launches"], total)
    return _Told(key, dict(zip(NEAR, told)), total, *max(about, default=(0.0, "", "")))


def _beside(told: _Told, reference: _Told) -> Near:
    pairs = {name: (told.counts[name], reference.counts[name]) for name in NEAR}
    ratios = {
        name: None if mine is None or not theirs else mine / theirs
        for name, (mine, theirs) in pairs.items()
    }
    share = told.slowest / told.total if told.total else 0.0
    return Near(told.key, ratios, told.kernel, share, told.unit)
