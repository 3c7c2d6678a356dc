"""Times that count, from the records of runs, as the studies ask for them.  Pure."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis import stats
from league.base import models
from league.records import device_counts
from league.records.launches import Launch, launch_of
from league.show.plots.chart import Source, Value

Record = Mapping[str, Any]
_MODES = ("timed", "sweep")


@dataclass(frozen=True)
class Subject:
    """What a time is a time of."""

    #: which of the given runs; times of different runs are never divided
    run: int
    benchmark: str
    variant: str
    toolchain: str
    letter: str
    precision: str
    #: parameters of the class, sorted
    parameters: tuple[tuple[str, int], ...]
    teams: int | None = None
    threads: int | None = None
    group: str = ""

    @property
    def model(self) -> models.Model:
        """The model of its variant."""
        return models.of_variant(self.variant)

    @property
    def is_shaped(self) -> bool:
        """Whether teams or threads were asked for."""
        return self.teams is not None or self.threads is not None

    @property
    def is_directives(self) -> bool:
        """Whether it offloads by directives."""
        return self.model.offloads and not self.model.is_cuda

    @property
    def kind(self) -> str:
        """The model of its variant, or the one that it is a form of."""
        return self.model.extends or self.model.name

    @property
    def label(self) -> str:
        """Its variant and toolchain, as a series is called."""
        return f"{self.variant}, {self.toolchain}"

    def size(self, name: str) -> int | None:
        """Return a parameter of its class."""
        return dict(self.parameters).get(name)


@dataclass(frozen=True)
class Measured:
    """The launches of one subject: medians over repetitions, in nanoseconds."""

    subject: Subject
    #: by phase one per launch: ``total``, ``compute``, and the laps, which are parts of that
    times: Mapping[str, tuple[float, ...]]

    def median(self, phase: str = "compute") -> float:
        """Return the median over launches."""
        return statistics.median(self.times[phase])


def measured(runs: Iterable[Sequence[Record]]) -> list[Measured]:
    """Return what was verified and timed, at most one entry per subject, in the order of records.

    Launches of a run and points of a sweep count alike; the second of an A/A pair does not.
    """
    found: dict[Subject, list[Launch]] = {}
    for number, records in enumerate(runs):
        for record in records:
            if record.get("kind") != "launch" or record.get("mode", "timed") not in _MODES:
                continue
            launch = launch_of(record)
            if launch.pair or not launch.valid:
                continue
            key, shape = launch.key, record.get("sweep") or {}
            subject = Subject(
                number, key.benchmark, key.variant, key.toolchain, key.letter, key.precision,
                _sizes(launch), shape.get("teams"), shape.get("threads"), launch.group,
            )  # fmt: skip
            found.setdefault(subject, []).append(launch)
    return [Measured(subject, _times(launches)) for subject, launches in found.items()]


#: What an emulated GPU counted and stands where a time would, in words of an axis.
QUANTITIES = {
    "issued": "warp instructions issued",
    "per_warp": "instructions that a warp issues, on average",
    "fp64_other": "fp64 divisions and roots, by lanes",
    "sectors": "32-byte sectors of global memory",
    "lanes": "lanes of 32 that take part in an instruction",
    "barrier": "waits at barriers, by lanes",
    "allocation": "calls of malloc and free, by lanes",
    "calls": "function calls in 1,000 machine instructions",
}
#: Of which none is an answer, too.
_SHOWN_IF_NONE = ("calls",)

_WARP = 32


def counted(runs: Iterable[Sequence[Record]], quantity: str) -> list[Measured]:
    """Return a quantity of `QUANTITIES` in the place of the time of each right cell, by process.

    One entry per subject; what counts none of it is left out, but for calls, and that where it is
    not known.
    """
    found: dict[Subject, float | None] = {}
    for number, records in enumerate(runs):
        for record in records:
            counts = record.get("device_counts")
            if not counts or record["verdict"]["answer"] != "pass":
                continue
            launch = launch_of(record)
            key, shape = launch.key, record.get("sweep") or {}
            subject = Subject(
                number, key.benchmark, key.variant, key.toolchain, key.letter, key.precision,
                _sizes(launch), shape.get("teams"), shape.get("threads"), launch.group,
            )  # fmt: skip
            found.setdefault(subject, _amount(counts, quantity))
    return [
        Measured(one, {"compute": (amount,), "total": (amount,)})
        for one, amount in found.items()
        if amount or (amount is not None and quantity in _SHOWN_IF_NONE)
    ]


def _amount(counts: Mapping[str, Any], quantity: str) -> float | None:
    if quantity == "calls":
        return _calls([one.get("machine") for one in counts["kernels"]])
    if quantity == "sectors":
        return device_counts.totals(counts)["sectors"]
    kernels = counts["kernels"]
    if quantity == "issued":
        return float(sum(one["issued"] for one in kernels))
    if quantity == "per_warp":
        warps = sum(
            one["blocks"] * math.ceil(one["threads"] / one["blocks"] / _WARP) for one in kernels
        )
        return float(sum(one["issued"] for one in kernels) / warps)
    if quantity == "lanes":
        return float(sum(one["active"] for one in kernels) / sum(one["issued"] for one in kernels))
    return float(sum(one["lanes"].get(quantity, 0) for one in kernels))


def _calls(machines: Sequence[Mapping[str, Any] | None]) -> float | None:
    """Return the share of calls, in thousandths; None where machine code is not known."""
    issued = [one["issued"] for one in machines if one is not None]
    if not issued or len(issued) < len(machines):
        return None
    every: int = sum(sum(one.values()) for one in issued)
    calls: int = sum(one.get("call", 0) for one in issued)
    return 1e3 * calls / every


def _sizes(launch: Launch) -> tuple[tuple[str, int], ...]:
    told = launch.record["class"].items()
    return tuple(sorted((name, int(size)) for name, size in told if isinstance(size, int)))


def _times(launches: Sequence[Launch]) -> dict[str, tuple[float, ...]]:
    laps = {name: f"lap:{name}" for launch in launches for name in launch.laps()}
    phases = {**laps, "compute": "compute", "total": "total"}
    return {
        name: tuple(took for one in launches if (took := one.median(phase)) is not None)
        for name, phase in phases.items()
    }


def ratio(one: Measured, base: Measured, x: str | float, phase: str = "compute") -> Value:
    """Return the time of one over that of its base, which is of the same run; above 1 is slower."""
    assert one.subject.run == base.subject.run
    own, other = one.times[phase], base.times[phase]
    launches = min(len(own), len(other))
    return _value(one, x, own, one.median(phase) / base.median(phase), launches,
                  stats.ratio_interval(own, other))  # fmt: skip


def time(one: Measured, x: str | float, phase: str = "compute", unit: float = 1e6) -> Value:
    """Return a time in milliseconds (or ``unit`` nanoseconds)."""
    times = one.times[phase]
    return _value(one, x, times, one.median(phase) / unit, len(times),
                  stats.median_interval(times), unit)  # fmt: skip


def amount(one: Measured, x: str | float, parts: int = 1) -> Value:
    """Return a part of what was counted, of so many that are alike."""
    subject = one.subject
    source = Source(subject.run, subject.toolchain, subject.variant, ())
    return Value(x, one.median() / parts, launches=1, source=source)


def _value(
    one: Measured, x: str | float, times: tuple[float, ...], y: float, launches: int,
    interval: stats.Interval | None, unit: float = 1,
) -> Value:  # fmt: skip
    """A number with its interval where there are launches enough."""
    ends: tuple[float | None, float | None] = (None, None)
    if interval and launches >= stats.FEWEST_LAUNCHES:
        ends = (interval.low / unit, interval.high / unit)
    subject = one.subject
    source = Source(subject.run, subject.toolchain, subject.variant, times)
    return Value(x, y, *ends, launches, subject.variant, source)


def fastest(found: Iterable[Measured], phase: str = "compute") -> Measured | None:
    """Return the one with the least median; None if there is none."""
    return min(found, key=lambda one: one.median(phase), default=None)


#: Of toolchains whose code runs on no real GPU: ends of their names, and what is drawn of them.
_NO_GPU = {
    "-host": "the host",
    "-x86_64": "the plug-in device, which is the host with memory of its own",
    "-emulated": "counts of emulated GPUs",
}


def named(runs: Sequence[Sequence[Record]], shown: Sequence[tuple[int, str]]) -> str:
    """Return machine and compilers of what is shown, and whether a GPU was there, for a caption.

    ``shown`` are numbers of runs, and toolchains.
    """
    names = {toolchain for _, toolchain in shown}
    cpus: dict[str, None] = {}
    compilers: dict[str, None] = {}
    for records in (runs[number] for number in sorted({run for run, _ in shown})):
        for record in records:
            if record.get("kind") == "machine":
                cpus[str(record.get("cpu"))] = None
            if record.get("kind") == "toolchain" and record.get("toolchain") in names:
                compilers[f"{record['toolchain']} ({record.get('version', '')})"] = None
    parts = [part for part in ("; ".join(cpus), ", ".join(sorted(compilers))) if part]
    told = "Measured on " + ", with ".join(parts) + "." if parts else ""
    if names and all(name.endswith(tuple(_NO_GPU)) for name in names):
        drawn = [what for end, what in _NO_GPU.items() if any(name.endswith(end) for name in names)]
        told += f" No GPU was there, so no line is of one; what is drawn: {'; '.join(drawn)}."
    return told.strip()


def largest(found: Iterable[Measured]) -> str:
    """Return the largest class of what was measured; empty if there is nothing."""
    return max((one.subject.letter for one in found), default="", key="SWABCX".find)
