"""Where a series of nights changed its level: pure functions of plain sequences."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from league.analysis.stats import SMALLEST_CHANGE

#: Nights on each side of a change; fewer are not told from a spell of bad luck.
FEWEST_NIGHTS = 3
#: How unlikely a split has to be by chance, among all splits of its stretch together.
_LEVEL = 1e-3
#: A point that sticks out from both neighbours by so many deviations is a spike.
_SPIKE = 5.0


@dataclass(frozen=True)
class Change:
    """A new level: the index of its first night, and its level as a multiple of that before."""

    first: int
    ratio: float


def clean(values: Sequence[float]) -> list[float]:
    """Return the series with single spikes replaced by the middle of their two neighbours.

    A spike sticks out on the same side of both neighbours by five times the usual step between
    nights.  The first and the last night are left as they are.
    """
    if len(values) < 4:
        return list(values)
    logs = [math.log(value) for value in values]
    steps = [abs(b - a) for a, b in zip(logs, logs[1:])]
    usual = 1.4826 * statistics.median(steps) / math.sqrt(2.0)
    limit = max(_SPIKE * usual, math.log1p(SMALLEST_CHANGE))
    kept = list(values)
    for n in range(1, len(logs) - 1):
        before, after = logs[n] - logs[n - 1], logs[n] - logs[n + 1]
        if before * after > 0.0 and min(abs(before), abs(after)) > limit:
            kept[n] = math.exp((logs[n - 1] + logs[n + 1]) / 2.0)
    return kept


def change_points(values: Sequence[float]) -> list[Change]:
    """Return where the level of a positive series changed, oldest first.

    Spikes are cleaned; then a stretch is split where Student's t between both sides is largest,
    if that is too large for chance (Bonferroni over its splits), the change is at least 2 %, and
    both sides have three nights or more; then each side again (binary segmentation; Scott, Knott,
    Biometrics 30(3), 1974).  So the newest night alone never makes a change.
    """
    logs = np.log(np.asarray(clean(values), dtype=np.float64))
    edges = [0, *sorted(_splits(logs, 0, len(logs))), len(logs)]
    levels = [float(np.median(logs[a:b])) for a, b in zip(edges, edges[1:])] if len(logs) else []
    return [
        Change(first, math.exp(after - before))
        for first, before, after in zip(edges[1:], levels, levels[1:])
    ]


def differ(before: Sequence[float], after: Sequence[float]) -> float | None:
    """Return the change between two levels as a ratio, None if there is none.

    As in `change_points`, but for one split that is known beforehand.
    """
    if min(len(before), len(after)) < FEWEST_NIGHTS:
        return None
    from scipy import stats  # here: reading a history does not need it

    logs = [np.log(np.asarray(one, dtype=np.float64)) for one in (before, after)]
    change = float(np.median(logs[1]) - np.median(logs[0]))
    if abs(change) < math.log1p(SMALLEST_CHANGE):
        return None
    if all(float(np.ptp(one)) == 0.0 for one in logs):
        return math.exp(change)
    chance = float(stats.ttest_ind(*logs, equal_var=False).pvalue)
    return math.exp(change) if chance <= _LEVEL else None


def steps(values: Sequence[float], tolerance: float = 0.0) -> list[Change]:
    """Return every change of a number that does not scatter, the newest night included."""
    return [
        Change(n, values[n] / values[n - 1] if values[n - 1] else math.inf)
        for n in range(1, len(values))
        if abs(values[n] - values[n - 1]) > tolerance * abs(values[n - 1])
    ]


def _splits(logs: np.ndarray[tuple[int], np.dtype[np.float64]], low: int, high: int) -> list[int]:
    count = high - low
    if count < 2 * FEWEST_NIGHTS:
        return []
    part = logs[low:high] - logs[low:high].mean()
    at = np.arange(1, count)
    sums, squares = np.cumsum(part), np.cumsum(part**2)
    left, right = sums[at - 1] / at, (sums[-1] - sums[at - 1]) / (count - at)
    within = np.maximum(squares[-1] - at * left**2 - (count - at) * right**2, 1e-24)
    gaps = np.abs(right - left)
    t = gaps / np.sqrt(within / (count - 2) * (1.0 / at + 1.0 / (count - at)))
    best = int(np.argmax(t))
    from scipy import special  # here: reading a history does not need it

    chance = 2.0 * float(special.stdtr(count - 2, -float(t[best]))) * at.size
    if chance > _LEVEL or float(gaps[best]) < math.log1p(SMALLEST_CHANGE):
        return []
    left_nights = int(at[best])
    middle = low + left_nights
    if left_nights < FEWEST_NIGHTS:  # too few to be a level; they say nothing about the others
        return _splits(logs, middle, high)
    if count - left_nights < FEWEST_NIGHTS:
        return _splits(logs, low, middle)
    return [*_splits(logs, low, middle), middle, *_splits(logs, middle, high)]
