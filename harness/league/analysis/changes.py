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
#: The same, where each night resembles the one before.
_BORNE = 0.02
#: How often parts of a stretch are looked at that shows no change itself.
_BLIND = 2
#: A point that sticks out from both neighbours by so many deviations is a spike.
_SPIKE = 5.0


@dataclass(frozen=True)
class Change:
    """A new level: the index of its first night, and its level as a multiple of that before."""

    first: int
    ratio: float
    #: first nights that the series bears nearly as well
    perhaps: tuple[int, ...] = ()


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

    Nights resemble the night before: a change stays only if levels tell a series better than that
    does (`_borne`).  What a straight line tells as well is drift and has no night.
    """
    logs = np.log(np.asarray(clean(values), dtype=np.float64))
    edges = [0, *_borne(logs, _splits(logs, 0, len(logs))), len(logs)]
    levels = [float(np.median(logs[a:b])) for a, b in zip(edges, edges[1:])] if len(logs) else []
    return [
        Change(first, math.exp(after - before), _perhaps(logs, low, first, high))
        for low, first, high, before, after in zip(edges, edges[1:], edges[2:], levels, levels[1:])
    ]


def has_modes(found: Sequence[Change], least: int) -> bool:
    """Whether a series goes back and forth between the same two levels, so many times at least."""
    levels = np.cumsum([0.0, *(math.log(one.ratio) for one in found)])
    high = levels > (levels.min() + levels.max()) / 2.0
    if len(found) < least or bool(np.any(high[1:] == high[:-1])):
        return False
    low, up = levels[~high], levels[high]
    return bool(max(np.ptp(low), np.ptp(up)) < (up.min() - low.max()) / 2.0)


def scatter(values: Sequence[float]) -> float | None:
    """Return the standard deviation of the nights of a positive series, in logarithms.

    About its levels, so that what changed for good is none of it.  None for too few nights.
    """
    if len(values) < 2 * FEWEST_NIGHTS:
        return None
    logs = np.log(np.asarray(values, dtype=np.float64))
    found = change_points(values)
    edges = [0, *(() if has_modes(found, 2) else (one.first for one in found)), len(logs)]
    rest = [logs[a:b] - logs[a:b].mean() for a, b in zip(edges, edges[1:])]
    return float(np.sqrt(sum(float(one @ one) for one in rest) / (len(logs) - len(rest))))


def steps(values: Sequence[float], tolerance: float = 0.0) -> list[Change]:
    """Return every change of a number that does not scatter, the newest night included."""
    return [
        Change(n, values[n] / values[n - 1] if values[n - 1] else math.inf)
        for n in range(1, len(values))
        if abs(values[n] - values[n - 1]) > tolerance * abs(values[n - 1])
    ]


_Logs = np.ndarray[tuple[int], np.dtype[np.float64]]


def _splits(logs: _Logs, low: int, high: int, blind: int = _BLIND) -> list[int]:
    """Return where a stretch is split, and its parts.

    What rises and falls again may show no split at first: parts are looked at nevertheless, `blind`
    times one in the other.
    """
    count = high - low
    if count < 2 * FEWEST_NIGHTS:
        return []
    part = logs[low:high] - logs[low:high].mean()
    at = np.arange(1, count)
    within, gaps = _within(part), _gaps(part)
    share = 1.0 / at + 1.0 / (count - at)
    best = int(np.argmax(gaps / np.sqrt(within * share)))
    from scipy import special  # here: reading a history does not need it

    left_nights = int(at[best])
    error = math.sqrt(float(within[best]) / (count - 2) * float(share[best]))
    chance = 2.0 * float(special.stdtr(count - 2, -float(gaps[best]) / error)) * at.size
    is_change = chance <= _LEVEL and float(gaps[best]) >= math.log1p(SMALLEST_CHANGE)
    if not is_change and not blind:
        return []
    middle, deeper = low + left_nights, _BLIND if is_change else blind - 1
    left, right = _splits(logs, low, middle, deeper), _splits(logs, middle, high, deeper)
    if min(left_nights, count - left_nights) < FEWEST_NIGHTS or not (is_change or left or right):
        return [*left, *right]  # too few to be a level; they say nothing about the others
    return [*left, middle, *right]


def _gaps(part: _Logs) -> _Logs:
    """Return how far the means of both sides are apart, for every split."""
    at, sums = np.arange(1, part.size), np.cumsum(part)[:-1]
    found: _Logs = np.abs((part.sum() - sums) / (part.size - at) - sums / at)
    return found


def _within(part: _Logs) -> _Logs:
    """Return the squares about the means of both sides, for every split."""
    at, sums = np.arange(1, part.size), np.cumsum(part)[:-1]
    told = sums**2 / at + (part.sum() - sums) ** 2 / (part.size - at)
    found: _Logs = np.maximum(float(part @ part) - told, 1e-24)
    return found


def _borne(logs: _Logs, splits: Sequence[int]) -> list[int]:
    """Return those of the splits that the series bears, if each night resembles the one before.

    Levels, fewer levels and a straight line are compared by their likelihood with an error that
    remembers (an autoregression of first order); a level costs what would be beyond chance if no
    night did, a line half of it.
    """
    if not splits:
        return []
    from scipy import special  # here: reading a history does not need it

    count = logs.size
    t = float(special.stdtrit(count - 2, _BORNE / 2.0 / count))
    cost = count * math.log1p(t * t / (count - 2))
    nights = np.arange(count) - (count - 1) / 2.0
    line = logs - logs.mean()
    least = _unlikely(line - nights * float(nights @ line) / float(nights @ nights)) + cost / 2.0

    def score(some: Sequence[int]) -> float:
        rest = np.concatenate([one - one.mean() for one in np.split(logs, some)])
        return _unlikely(rest) + cost * len(some)

    kept: list[int] = []
    some = list(splits)
    while True:
        if (own := score(some)) < least or (own <= least and not some):
            kept, least = some, own
        if not some:
            return kept
        some = min(([*some[:n], *some[n + 1 :]] for n in range(len(some))), key=score)


def _unlikely(rest: _Logs) -> float:
    """Return how unlikely deviations are, each of which resembles the one before."""
    squares = float(rest @ rest)
    if squares <= 1e-24 * rest.size:
        return rest.size * math.log(1e-24)
    like = min(max(float(rest[1:] @ rest[:-1]) / squares, 0.0), 0.98)
    new = rest[1:] - like * rest[:-1]
    left = float(new @ new) + (1.0 - like**2) * float(rest[0]) ** 2
    return rest.size * math.log(left / rest.size)


def _perhaps(logs: _Logs, low: int, first: int, high: int) -> tuple[int, ...]:
    """Return the first nights of a change that are a fiftieth as likely as the best, or more."""
    part = logs[low:high]
    within = _within(part - part.mean())
    best = float(within[first - low - 1])
    limit = best + 2.0 * math.log(50.0) * max(best / max(1, part.size - 2), 1e-24)
    return tuple(low + 1 + int(n) for n in np.flatnonzero(within <= limit))
