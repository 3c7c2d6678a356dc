"""The lambda study: what a loop costs whose body is a lambda, kernel by kernel, over the size.

Pure; drawing is in show.plots.
"""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from league.base.errors import NothingComparable
from league.verdicts import judging

ID = "lambda-study"
TITLE = "Loops whose body is a lambda, against plain loops"
#: The plain loops that every other variant is held against.
BASE = "target-data"
VARIANTS = (BASE, "target-lambda", "target-lambda-explicit", "target-raja", "target-kokkos")
_MODES = ("timed", "sweep")

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Subject:
    """Which laps of a benchmark are kernels of the study, and which parameter is the size."""

    size: str
    laps: tuple[str, ...]


SUBJECTS = {
    "tealeaf": Subject("n", ("calc_p", "calc_w")),
    "lulesh": Subject("s", ("lagrange-elements", "q-gradients", "q-regions", "sound-speed")),
}


@dataclass(frozen=True, order=True)
class Kernel:
    """A panel of the figure: one lap, whose variants are compared."""

    benchmark: str
    lap: str
    precision: str


@dataclass(frozen=True)
class Point:
    """What one variant needed for a kernel in a run of one size."""

    kernel: Kernel
    variant: str
    toolchain: str
    size: int
    #: median over the launches of the lap's time, ns
    time: float
    #: the same of the plain loops, which were measured in the same session; None: they were not
    base: float | None
    #: of the variant or of the plain loops, whichever has fewer
    launches: int

    @property
    def ratio(self) -> float | None:
        """Times the plain loops' time."""
        return self.time / self.base if self.base else None


_Key = tuple[Kernel, str, str, int]  # kernel, variant, toolchain, size


def points_of(runs: Iterable[Sequence[Record]]) -> list[Point]:
    """Return the points of several runs, each given as its records; a later run replaces.

    Launches that are timed and those of a sweep count alike, if the answer was right and the place
    a device; of the shapes of a sweep the fastest.  Raises NothingComparable if there are none.
    """
    found: dict[_Key, Point] = {}
    for records in runs:
        times = _times(records)
        for (kernel, variant, toolchain, size), time in times.items():
            base = times.get((kernel, BASE, toolchain, size))
            found[kernel, variant, toolchain, size] = Point(
                kernel,
                variant,
                toolchain,
                size,
                time.median,
                base.median if base else None,
                min(time.launches, base.launches) if base else time.launches,
            )
    if not found:
        raise NothingComparable(
            f"no run has verified times of {' or '.join(SUBJECTS)} by kernel; run_all.py sweep -b"
            f" tealeaf -v {BASE},target-lambda --size n=256,512,1024 --size fused=0 measures some"
        )
    order = {name: n for n, name in enumerate(VARIANTS)}
    return [found[key] for key in sorted(found, key=lambda k: (k[0], order[k[1]], k[2], k[3]))]


class _Time(NamedTuple):
    """A median over launches in nanoseconds, and how many launches those were."""

    median: float
    launches: int


def _times(records: Iterable[Record]) -> dict[_Key, _Time]:
    """Return the median over launches; of several shapes the least."""
    launches: dict[tuple[_Key, Any], dict[int, float]] = {}
    for record in records:
        if not _counts(record):
            continue
        subject = SUBJECTS[record["benchmark"]]
        told = record["record"]
        size = told["class"].get(subject.size)
        shape = record.get("sweep") or {}
        for lap in subject.laps if size else ():
            spent = [
                float(sample["laps"][lap])
                for sample in told["samples"]
                if not sample["warmup"] and lap in sample.get("laps", {})
            ]
            if not spent:
                continue
            kernel = Kernel(record["benchmark"], lap, told["precision"])
            key = (kernel, record["variant"], record["toolchain"], int(size))
            held = launches.setdefault((key, (shape.get("teams"), shape.get("threads"))), {})
            held[record["index"]] = statistics.median(spent)
    best: dict[_Key, _Time] = {}
    for (key, _), medians in launches.items():
        time = _Time(statistics.median(medians.values()), len(medians))
        best[key] = min(time, best.get(key, time))
    return best


def _computes(record: Record) -> list[float]:
    samples = record["record"].get("samples") or []
    return [float(one["compute"]) for one in samples if not one["warmup"]]


def _counts(record: Record) -> bool:
    """Whether a record is a launch of the study whose time may be shown."""
    return (
        record.get("kind") == "launch"
        and record.get("mode", "timed") in _MODES
        and not record.get("pair")
        and record.get("benchmark") in SUBJECTS
        and record.get("variant") in VARIANTS
        and bool(record.get("record"))
        and judging.counts(record["verdict"], _computes(record), offloads=True)
    )


def as_csv(points: Sequence[Point]) -> str:
    """Return a line per point, times in nanoseconds; the ratio is empty where it is unknown."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(
        [
            "benchmark",
            "lap",
            "precision",
            "variant",
            "toolchain",
            "size",
            "time_ns",
            "ratio",
            "launches",
        ]
    )
    for point in points:
        kernel = point.kernel
        ratio = "" if point.ratio is None else f"{point.ratio:.6g}"
        names = (kernel.benchmark, kernel.lap, kernel.precision, point.variant, point.toolchain)
        lines.writerow([*names, point.size, f"{point.time:.6g}", ratio, point.launches])
    return out.getvalue()
