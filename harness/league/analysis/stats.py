"""From launches to decisions: medians, intervals, the noise floor, many comparisons.

Everything is a pure function of plain sequences.  The unit of evidence is the launch: callers pass
one number per launch (the median of its repetitions), never the repetitions themselves.  Times are
compared by ratio, so all arithmetic is on logarithms, and swapping the sides mirrors every result.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

LEVEL = 0.95
FALSE_RATE = 0.05  # of what is called a discovery among many
CONFIRMED_RATE = 0.001  # the same of what fresh launches confirm: it fails a gate
SMALLEST_CHANGE = 0.02
#: What is not known to less is too noisy to tell, and never the same.
MUCH_NOISE = 0.1
FEWEST_LAUNCHES = 4  # three are never enough
_ROUNDING = 1e-12
NIGHTS_FREEDOM = 15.0  # degrees of freedom of how much nights differ: a fortnight tells it


class Decision(str, Enum):
    """What can be said about two times; the first is held against the second."""

    FASTER = "FASTER"
    SLOWER = "SLOWER"
    SAME = "SAME"
    INCONCLUSIVE = "INCONCLUSIVE"
    NOISY = "NOISY"


class Interval(NamedTuple):
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
    return float(statistics.median(values))


def median_interval(values: Sequence[float]) -> Interval | None:
    """Return the 95 % interval of a time over its launches; None for fewer than two launches."""
    return _interval(_log_span([(1.0, values)]))


def precision(values: Sequence[float]) -> float | None:
    """Return how near a time is known: the larger reach of its interval, as a share of it.

    None for fewer than two launches.
    """
    span = _log_span([(1.0, values)])
    if span is None:
        return None
    middle = math.log(median(values))
    return math.expm1(max(span[1] - middle, middle - span[0]))


def ratio_interval(
    times: Sequence[float], reference: Sequence[float], nights: float = 0.0
) -> Interval | None:
    """Return the 95 % interval of times / reference, both one time per launch.

    Welch's interval on the logarithms, widened where needed to hold the ratio of the medians.
    None when either side has fewer than two launches: one launch says nothing about its spread.
    `nights` is the standard deviation of what else differs between the two sides, in logarithms.
    Source: Welch, Biometrika 34(1-2), 1947.
    """
    return _interval(_log_span([(1.0, times), (-1.0, reference)], nights))


def mean_ratio_interval(
    pairs: Sequence[tuple[Sequence[float], Sequence[float]]],
) -> Interval | None:
    """Return the 95 % interval of the geometric mean of times / reference over these pairs.

    None for no pairs, or where a side has fewer than two launches.  A reference that serves
    several pairs is passed as the same object each time and counts once.  The benchmarks are taken
    as given: the interval tells how well this mean was measured, not how it would be for others.
    """
    return _interval(_log_span(_mean_of(pairs)))


def compare_means(
    first: Sequence[tuple[Sequence[float], Sequence[float]]],
    second: Sequence[tuple[Sequence[float], Sequence[float]]],
) -> Decision:
    """Compare the geometric means of times / reference over the same problems on both sides.

    Launches that serve both are passed as the same object, and cancel.
    """
    parts = _mean_of([*first, *(pair[::-1] for pair in second)], scale=2.0)
    if not parts or min(len(launches) for _, launches in parts) < FEWEST_LAUNCHES:
        return Decision.INCONCLUSIVE
    ratio = math.exp(_shown(parts))
    return decide(ratio, _interval(_log_span(parts)), SMALLEST_CHANGE)


def aa_spread(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the noise floor: how far from 1 the ratio of a binary to itself can be taken to lie.

    It is the largest change, in either direction, in the 95 % interval of the ratio of the A/A
    pair, so it contains the difference seen as well as the uncertainty about it, and does not
    depend on which of the two is called the first.  0.03 means 3 %.  None when a side has fewer
    than two launches.
    """
    span = _log_span([(1.0, first), (-1.0, second)])
    return math.expm1(max(map(abs, span))) if span else None


def decide(ratio: float, interval: Interval | None, band: float) -> Decision:
    """Return what a ratio and its interval allow to be said.

    FASTER and SLOWER need an interval that excludes 1 and a ratio outside 1 / (1 + band) to
    1 + band; SAME needs the whole interval within that band.  Where neither can be said and the
    band, or half of the interval, is wider than 10 %, it is NOISY; everything else is INCONCLUSIVE.
    """
    if interval is None or not (0.0 < ratio < math.inf and interval.low > 0.0):
        return Decision.INCONCLUSIVE
    shift, low, high = map(math.log, (ratio, interval.low, interval.high))
    limit = math.log1p(band)
    if low > 0.0 and shift >= limit - _ROUNDING:
        return Decision.SLOWER
    if high < 0.0 and -shift >= limit - _ROUNDING:
        return Decision.FASTER
    if max(limit, (high - low) / 2.0) > math.log1p(MUCH_NOISE) + _ROUNDING:
        return Decision.NOISY
    if -low <= limit + _ROUNDING and high <= limit + _ROUNDING:
        return Decision.SAME
    return Decision.INCONCLUSIVE


def compare(
    times: Sequence[float], reference: Sequence[float], *, spread: float | None = None,
    nights: float = 0.0,
) -> Verdict:  # fmt: skip
    """Compare launch medians with those of a reference; see `decide` for the rule.

    `spread` is the A/A spread of the session at this time scale; without one the band is the
    smallest change that is ever called one, 2 %.  `nights` is as in `ratio_interval`.
    Fewer than four launches on a side are always INCONCLUSIVE.  Raises ValueError when a side is
    empty.
    """
    band = max(SMALLEST_CHANGE, spread or 0.0)
    ratio = median(times) / median(reference)
    interval = ratio_interval(times, reference, nights)
    enough = min(len(times), len(reference)) >= FEWEST_LAUNCHES
    decision = decide(ratio, interval, band) if enough else Decision.INCONCLUSIVE
    return Verdict(ratio, interval, decision, band)


def resolution(
    times: Sequence[float], reference: Sequence[float], band: float, *, among: int = 1,
    nights: float = 0.0,
) -> float | None:  # fmt: skip
    """Return the smallest slow-down that would be called one, as one of many; 0.1 means 10 %.

    None with too few launches to call anything slower.
    """
    if min(len(times), len(reference)) < FEWEST_LAUNCHES:
        return None
    _, error, freedom = _welch([(1.0, times), (-1.0, reference)], nights)
    return max(band, math.expm1(_reach(error, freedom, 1.0 - FALSE_RATE / max(1, among))))


def difference_p_value(
    first: Sequence[float], second: Sequence[float], nights: float = 0.0
) -> float | None:
    """Return the two-sided p-value of Welch's t-test on the logarithms of the launch medians.

    `nights` is as in `ratio_interval`.  None when a side has fewer than two launches.
    Source: Welch, Biometrika 34(1-2), 1947.
    """
    if len(first) < 2 or len(second) < 2:
        return None
    shift, error, freedom = _welch([(1.0, first), (-1.0, second)], nights)
    if not error:  # identical to the last digit: no spread to test against
        return 1.0 if abs(shift) < _ROUNDING else 0.0
    from scipy import special  # here: a table without intervals does not need it

    return float(2.0 * special.stdtr(freedom, -abs(shift) / error))


def discoveries(p_values: Sequence[float | None], rate: float = FALSE_RATE) -> list[bool]:
    """Return which of many comparisons are discoveries at 5 % of false ones, or at another rate.

    None (no test possible) is never a discovery and does not count.
    Source: Benjamini, Hochberg, Journal of the Royal Statistical Society B 57(1), 1995.
    """
    tested = sorted(p for p in p_values if p is not None)
    share = rate / max(1, len(tested))
    limit = max((p for rank, p in enumerate(tested, 1) if p <= rank * share), default=-1.0)
    return [p is not None and p <= limit for p in p_values]


def slower_again(
    fresh: Sequence[float], reference: Sequence[float], *, spread: float | None = None,
    nights: float = 0.0,
) -> float:  # fmt: skip
    """Return by how much chance fresh launches are slower; 1 if they are not called slower.

    `confirmed` takes it.  Raises ValueError when a side is empty.
    """
    again = compare(fresh, reference, spread=spread, nights=nights)
    p_value = difference_p_value(fresh, reference, nights)
    return 1.0 if p_value is None or again.decision is not Decision.SLOWER else p_value


def confirmed(p_values: Sequence[float | None], among: int) -> list[bool]:
    """Return what fresh launches confirm.

    ``among`` is of how many comparisons these were chosen, if what was seen then can be seen again
    for the same reason; it is no more than they are where only they were launched afresh.
    """
    others = [1.0] * (among - len(p_values))
    return discoveries([*p_values, *others], CONFIRMED_RATE)[: len(p_values)]


_Parts = Sequence[tuple[float, Sequence[float]]]
_Span = tuple[float, float]


def _mean_of(
    pairs: Sequence[tuple[Sequence[float], Sequence[float]]], scale: float = 1.0
) -> list[tuple[float, Sequence[float]]]:
    """Return the mean of log ratios as a weighted sum in which every object stands once."""
    weights: dict[int, float] = {}
    launches: dict[int, Sequence[float]] = {}
    for pair in pairs:
        for side, sign in zip(pair, (scale, -scale)):
            launches[id(side)] = side
            weights[id(side)] = weights.get(id(side), 0.0) + sign / len(pairs)
    return [(weight, launches[one]) for one, weight in weights.items() if weight]


def _shown(parts: _Parts) -> float:
    """Return the weighted sum of the logarithms of the medians, which is what is shown."""
    return math.fsum(weight * math.log(median(values)) for weight, values in parts)


def _log_span(parts: _Parts, nights: float = 0.0) -> _Span | None:
    """Return the interval of a weighted sum of log times, each over its launches.

    Student's t, widened to hold the same sum of the logarithms of the medians.  None for no parts
    or fewer than two launches in one.
    """
    if not parts or any(len(values) < 2 for _, values in parts):
        return None
    shown = _shown(parts)
    shift, error, freedom = _welch(parts, nights)
    reach = _reach(error, freedom, LEVEL)
    return (shown, shown) if not error else (min(shift - reach, shown), max(shift + reach, shown))


def _reach(error: float, freedom: float, level: float) -> float:
    """Return how far an interval of a level reaches to either side."""
    if not error:
        return 0.0
    from scipy import special  # here: a table without intervals does not need it

    return -float(special.stdtrit(freedom, (1.0 - level) / 2.0)) * error


def _welch(parts: _Parts, nights: float = 0.0) -> tuple[float, float, float]:
    """Return a weighted sum of mean log times, its standard error and its degrees of freedom.

    An error that rounding alone would explain is 0, and so is its freedom.
    Source: Welch, Biometrika 34(1-2), 1947; Satterthwaite, Biometrics Bulletin 2(6), 1946.
    """
    shift, shares = 0.0, []
    for weight, values in parts:
        # A handful of launches: plain Python is several times quicker than arrays.
        logs = [math.log(value) for value in values]
        mean = math.fsum(logs) / len(logs)
        shift += weight * mean
        spread = math.fsum([(one - mean) ** 2 for one in logs]) / (len(logs) - 1)
        shares.append((weight**2 * spread / len(logs), len(logs) - 1.0))
    shares += [(nights**2, NIGHTS_FREEDOM)] if nights else []
    variance = math.fsum(share for share, _ in shares)
    if variance <= _ROUNDING**2:
        return shift, 0.0, 0.0
    freedom = variance**2 / math.fsum(share**2 / free for share, free in shares)
    return shift, math.sqrt(variance), freedom


def _interval(span: _Span | None) -> Interval | None:
    return Interval(math.exp(span[0]), math.exp(span[1])) if span else None
