"""From launches to decisions: medians, bootstrap intervals, the noise floor, many comparisons.

Everything is a pure function of plain sequences.  The unit of evidence is the launch: callers pass
one number per launch (the median of its repetitions), never the repetitions themselves.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from league.analysis.metrics import Mean, geometric_mean, portability

__all__ = [
    "Decision",
    "Interval",
    "Mean",
    "Verdict",
    "aa_spread",
    "benjamini_hochberg",
    "bootstrap_medians",
    "compare",
    "compare_draws",
    "decide",
    "difference_p_value",
    "geometric_mean",
    "geometric_mean_interval",
    "interval_of",
    "median",
    "median_interval",
    "portability",
    "ratio_interval",
]

Floats = npt.NDArray[np.float64]

LEVEL = 0.95
RESAMPLES = 10_000
SMALLEST_CHANGE = 0.02
FEWEST_LAUNCHES = 4  # three are never enough


class Decision(str, Enum):
    """What can be said about two times; the first is held against the second."""

    FASTER = "FASTER"
    SLOWER = "SLOWER"
    SAME = "SAME"
    INCONCLUSIVE = "INCONCLUSIVE"


@dataclass(frozen=True)
class Interval:
    """A range that holds the true value in 95 of 100 cases."""

    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    """The comparison of one time with another: ratio (below one is faster), interval, decision."""

    ratio: float
    interval: Interval | None
    decision: Decision
    band: float


def median(values: Sequence[float]) -> float:
    """Return the median.  Raises ValueError for an empty sequence."""
    if not len(values):
        raise ValueError("no values, no median")
    return float(np.median(np.asarray(values, dtype=np.float64)))


def bootstrap_medians(
    values: Sequence[float], *, seed: int = 0, name: str = "", resamples: int = RESAMPLES
) -> Floats:
    """Return the medians of samples drawn with replacement, one per resample.

    The same seed and name give the same draws, so a cell that serves as the reference of many
    others varies in step in all of their ratios.  Raises ValueError for an empty sequence.
    """
    data = np.asarray(values, dtype=np.float64)
    if data.size == 0:
        raise ValueError("no launches, nothing to resample")
    generator = np.random.default_rng([seed, _number(name)])
    picks = generator.integers(0, data.size, size=(resamples, data.size))
    medians: Floats = np.median(data[picks], axis=1)
    return medians


def interval_of(draws: Floats, level: float = LEVEL) -> Interval:
    """Return the central interval of bootstrap draws (percentile method)."""
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(draws, [tail, 1.0 - tail])
    return Interval(float(low), float(high))


def median_interval(values: Sequence[float], *, seed: int = 0, name: str = "") -> Interval | None:
    """Return the 95 % interval of a median over launches; None for fewer than two launches."""
    if len(values) < 2:
        return None
    return interval_of(bootstrap_medians(values, seed=seed, name=name))


def ratio_interval(
    times: Sequence[float],
    reference: Sequence[float],
    *,
    seed: int = 0,
    names: tuple[str, str] = ("a", "b"),
) -> Interval | None:
    """Return the 95 % bootstrap interval of median(times) / median(reference).

    None when either side has fewer than two launches: one launch says nothing about its spread.
    """
    if len(times) < 2 or len(reference) < 2:
        return None
    above = bootstrap_medians(times, seed=seed, name=names[0])
    below = bootstrap_medians(reference, seed=seed, name=names[1])
    return interval_of(above / below)


def aa_spread(first: Sequence[float], second: Sequence[float], *, seed: int = 0) -> float | None:
    """Return the noise floor: how far from 1 the ratio of a binary to itself can be taken to lie.

    It is the largest change, in either direction, in the 95 % interval of the ratio of the A/A
    pair's medians, so it contains the difference seen as well as the uncertainty about it, and
    does not depend on which of the two is called the first.  0.03 means 3 %.  None when a side has
    fewer than two launches.
    """
    found = ratio_interval(first, second, seed=seed)
    if found is None:
        return None
    return max(found.high, 1.0 / found.low, 1.0 / found.high, found.low) - 1.0


def decide(ratio: float, interval: Interval | None, band: float) -> Decision:
    """Return what a ratio and its interval allow to be said.

    FASTER and SLOWER need an interval that excludes 1 and a change of at least `band`; SAME needs
    the whole interval within `band` of 1; everything else is INCONCLUSIVE.
    """
    if interval is None or not math.isfinite(ratio):
        return Decision.INCONCLUSIVE
    if interval.low > 1.0 and ratio - 1.0 >= band:
        return Decision.SLOWER
    if interval.high < 1.0 and 1.0 - ratio >= band:
        return Decision.FASTER
    if interval.low >= 1.0 - band and interval.high <= 1.0 + band:
        return Decision.SAME
    return Decision.INCONCLUSIVE


def compare(
    times: Sequence[float],
    reference: Sequence[float],
    *,
    spread: float | None = None,
    seed: int = 0,
    names: tuple[str, str] = ("a", "b"),
) -> Verdict:
    """Compare launch medians with those of a reference; see `decide` for the rule.

    `spread` is the A/A spread of the session; without one the band is the smallest change that
    is ever called one, 2 %.  Fewer than four launches on a side are always INCONCLUSIVE.
    Raises ValueError when a side is empty.
    """
    draws = (
        bootstrap_medians(times, seed=seed, name=names[0]),
        bootstrap_medians(reference, seed=seed, name=names[1]),
    )
    return compare_draws(times, reference, draws, spread=spread)


def compare_draws(
    times: Sequence[float],
    reference: Sequence[float],
    draws: tuple[Floats, Floats],
    *,
    spread: float | None = None,
) -> Verdict:
    """Compare as `compare` does, with the bootstrap draws of both sides at hand."""
    band = max(SMALLEST_CHANGE, spread or 0.0)
    ratio = median(times) / median(reference)
    launches = min(len(times), len(reference))
    interval = interval_of(draws[0] / draws[1]) if launches >= 2 else None
    decision = decide(ratio, interval, band)
    if launches < FEWEST_LAUNCHES:
        decision = Decision.INCONCLUSIVE
    return Verdict(ratio, interval, decision, band)


def difference_p_value(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the two-sided p-value of Welch's t-test on the logarithms of the launch medians.

    Times are skewed and compared by ratio, hence the logarithms.  None when a side has fewer than
    two launches.  Source: Welch, Biometrika 34(1-2), 1947.
    """
    if len(first) < 2 or len(second) < 2:
        return None
    from scipy import special  # here, so that a report does not need SciPy

    a, b = np.log(np.asarray(first, float)), np.log(np.asarray(second, float))
    gap = float(a.mean() - b.mean())
    part_a, part_b = float(a.var(ddof=1)) / a.size, float(b.var(ddof=1)) / b.size
    error = part_a + part_b
    if error <= 1e-24:  # identical to the last digit: no spread to test against
        return 1.0 if abs(gap) < 1e-12 else 0.0
    freedom = error**2 / (part_a**2 / (a.size - 1) + part_b**2 / (b.size - 1))
    return float(2.0 * special.stdtr(freedom, -abs(gap) / math.sqrt(error)))


def benjamini_hochberg(p_values: Sequence[float | None], rate: float = 0.05) -> list[bool]:
    """Return which of many comparisons are discoveries at this rate of false ones.

    The k-th smallest of m p-values passes if it is at most rate * k / m, and then so do all that
    are smaller.  None (no test possible) is never a discovery and does not count.
    Source: Benjamini, Hochberg, Journal of the Royal Statistical Society B 57(1), 1995.
    """
    tested = sorted(p for p in p_values if p is not None)
    limit = -1.0
    for rank, p in enumerate(tested, start=1):
        if p <= rate * rank / len(tested):
            limit = p
    return [p is not None and p <= limit for p in p_values]


def geometric_mean_interval(ratios: Sequence[Floats]) -> Interval | None:
    """Return the 95 % interval of a geometric mean from the bootstrap draws of each ratio.

    None for an empty sequence.  The benchmarks are taken as given: the interval tells how well
    this mean was measured, not how it would be for other benchmarks.
    """
    if not ratios:
        return None
    return interval_of(np.exp(np.mean([np.log(draws) for draws in ratios], axis=0)))


def _number(name: str) -> int:
    digest: Any = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:8], "little")
