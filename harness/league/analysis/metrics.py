"""Rates, efficiencies and averages: pure functions of plain numbers, standard library only."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Mean:
    """A geometric mean together with what it does not contain."""

    value: float | None
    count: int
    missing: tuple[str, ...] = ()


def gigabytes_per_second(byte_count: float, nanoseconds: float) -> float:
    """Return the rate at which the work model's bytes were moved, in GB/s (1 GB = 1e9 bytes).

    A byte per nanosecond is a gigabyte per second.  The bytes are those the algorithm needs with
    perfect caches (the benchmark's `work()`), not measured traffic, so the rate of a data set that
    fits in a cache may exceed the bandwidth of the memory.  Raises ValueError unless the time is
    positive.
    """
    return _rate(byte_count, nanoseconds)


def gigaflops_per_second(flops: float, nanoseconds: float) -> float:
    """Return the rate of floating-point operations of the work model, in GFLOP/s.

    Raises ValueError unless the time is positive.
    """
    return _rate(flops, nanoseconds)


def merit_per_second(count: float, nanoseconds: float) -> float:
    """Return the benchmark's own figure of merit: units of its work per second, as Mop/s in NPB.

    The count is nominal, fixed by the benchmark's definition for a class, and not what a variant
    computes.  Raises ValueError unless the time is positive.
    """
    return _rate(count, nanoseconds) * 1e9


def roofline_share(
    flops: float, byte_count: float, nanoseconds: float, peak_gflops: float, peak_gbs: float
) -> float:
    """Return the measured share of the roofline, 1.0 at the roof.

    The roof at intensity I, flops per byte of memory traffic, is min(peak_gflops, I * peak_gbs);
    both peaks must be ceilings measured in the same session.  Work without flops is held against
    the bandwidth alone.
    Source: Williams, Waterman, Patterson, "Roofline", Communications of the ACM 52(4), 2009.
    """
    if flops <= 0:
        return gigabytes_per_second(byte_count, nanoseconds) / peak_gbs
    roof = min(peak_gflops, flops / byte_count * peak_gbs)
    return gigaflops_per_second(flops, nanoseconds) / roof


def efficiency(time: float, best: float) -> float:
    """Return the application efficiency: the best known time divided by this one.

    1.0 is as fast as the best.  Source: Pennycook, Sewall, Lee, "Implications of a metric for
    performance portability", Future Generation Computer Systems 92, 2019.
    Raises ValueError unless both times are positive.
    """
    if not (time > 0 and best > 0):
        raise ValueError(f"times must be positive, not {time} and {best}")
    return best / time


def portability(efficiencies: Iterable[float | None]) -> float:
    """Return Pennycook's performance portability: the harmonic mean of the efficiencies.

    It is 0 if any platform is unsupported (None or 0), and 0 for an empty set, since nothing has
    been shown.  Source: Pennycook, Sewall, Lee, "Implications of a metric for performance
    portability", Future Generation Computer Systems 92, 2019.
    """
    values = list(efficiencies)
    if not values or any(value is None or not value > 0 for value in values):
        return 0.0
    return len(values) / sum(1.0 / value for value in values if value is not None)


def geometric_mean(values: Mapping[str, float | None]) -> Mean:
    """Return the geometric mean of the named values, and count and name those that are missing.

    None, NaN and anything not positive is missing.  The geometric mean is the only average of
    ratios that does not depend on what they are relative to.  Source: Fleming, Wallace, "How not
    to lie with statistics", Communications of the ACM 29(3), 1986.
    """
    there = [v for v in values.values() if v is not None and v > 0 and math.isfinite(v)]
    absent = [k for k, v in values.items() if v is None or not v > 0 or not math.isfinite(v)]
    if not there:
        return Mean(None, 0, tuple(absent))
    return Mean(math.exp(math.fsum(map(math.log, there)) / len(there)), len(there), tuple(absent))


def _rate(amount: float, nanoseconds: float) -> float:
    if not nanoseconds > 0:
        raise ValueError(f"time must be positive, not {nanoseconds} ns")
    return amount / nanoseconds
