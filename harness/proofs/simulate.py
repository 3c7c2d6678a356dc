"""What the statistics promise, by simulation: rates of false alarms, of changes found, of coverage.

A session holds 200 benchmarks with 8 launches on each side, whose times scatter by 1 %: normal,
lognormal, or in two modes.  As in `run_all.py gate`, something is called slower if its interval
excludes 1, the ratio is beyond 2 % and beyond the floor of the session's A/A pair, Benjamini and
Hochberg's procedure over all benchmarks agrees, and 8 fresh launches are slower again.
Then nights differ by 2 %, all cells together or each by itself, in five ways, and no program is
slower: 200 gates must not fail where the baseline's programs are at hand and take turns with the
new ones; where only history tells how much nights differ, two may.  A table tells what is found.
Exit code: 0 if every promise is kept, 1 if not, 2 for a wrong command line.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.special
import scipy.stats

from league.analysis import stats
from league.base.errors import UsageError
from proofs.planter import flag

Array = npt.NDArray[Any]
Noise = Callable[[np.random.Generator, tuple[int, ...]], Array]
#: Fresh launches, and what they are held against.
Again = tuple[Sequence[float], Sequence[float]]

BENCHMARKS, LAUNCHES = 200, 8
SESSIONS, SEED = 10_000, 21
SLOWER, DRIFT = 1.05, 0.06
GATES, NIGHT = 200, 0.02
#: By how much a benchmark is slower, and in how many of 100 gates that has to be found with the
#: baseline's programs at hand.
POWER = {1.05: 0, 1.1: 90, 1.2: 99}
#: Sessions that are simulated together.
_CHUNK = 500
#: 1 % of standard deviation each; the second mode is met three times in ten.
NOISE: dict[str, Noise] = {
    "normal": lambda dice, shape: 1 + 0.01 * dice.standard_normal(shape),
    "lognormal": lambda dice, shape: np.exp(0.01 * dice.standard_normal(shape)),
    "two modes": lambda dice, shape: (
        1 + 0.0213 * (dice.random(shape) < 0.3) + 0.002 * dice.standard_normal(shape)),
}  # fmt: skip
#: Only ever late, for the intervals.
LATE: Noise = lambda dice, shape: 1 + 0.01 * dice.exponential(size=shape)  # noqa: E731


@dataclass(frozen=True)
class Compared:
    """Many comparisons at once, what `league.analysis.stats` says of each one by one."""

    shift: Array  # logarithm of the ratio of medians
    low: Array  # of the interval, in logarithms
    high: Array
    p_value: Array

    def spread(self) -> Array:
        """Return how far from 1 the ratio can be taken to lie: `stats.aa_spread`."""
        found: Array = np.expm1(np.maximum(np.abs(self.low), np.abs(self.high)))
        return found

    def slower(self, band: Array | float) -> Array:
        """Return where the decision is SLOWER: `stats.decide`."""
        found: Array = (self.low > 0.0) & (self.shift >= np.log1p(band) - 1e-12)
        return found


def compare(times: Array, reference: Array, nights: Array | float = 0.0) -> Compared:
    """Compare launches, which are along the last axis; `nights` as in `stats.compare`."""
    logs = [np.log(one) for one in (times, reference)]
    count = [one.shape[-1] for one in logs]
    shares = [one.var(axis=-1, ddof=1) / n for one, n in zip(logs, count)]
    variance = shares[0] + shares[1] + np.square(nights)
    known = np.square(np.square(nights)) / stats.NIGHTS_FREEDOM
    freedom = variance**2 / (sum(one**2 / (n - 1) for one, n in zip(shares, count)) + known)
    error, mean = np.sqrt(variance), logs[0].mean(axis=-1) - logs[1].mean(axis=-1)
    shown = np.log(np.median(times, axis=-1)) - np.log(np.median(reference, axis=-1))
    reach = -scipy.special.stdtrit(freedom, (1.0 - stats.LEVEL) / 2.0) * error
    p_value = 2.0 * scipy.special.stdtr(freedom, -np.abs(mean) / error)
    low, high = np.minimum(mean - reach, shown), np.maximum(mean + reach, shown)
    return Compared(shown, low, high, p_value)


def discoveries(p_values: Array, rate: float = 0.05) -> Array:
    """Return what is a discovery among those along the last axis: `stats.discoveries`."""
    sure: Array = scipy.stats.false_discovery_control(p_values, axis=-1, method="bh") <= rate
    return sure


def called_slower(
    first: Array, second: Array, pairs: Array, again: Callable[[int, int], Again],
    nights: Array | float = 0.0,
) -> set[tuple[int, int]]:  # fmt: skip
    """Return session and benchmark of what a gate ends with 3 for.

    `pairs` are the launches of an A/A pair of each session, two sides each; `again` launches a
    benchmark of a session afresh, and says what those launches are held against.
    """
    compared = compare(second, first, nights)
    floor = compare(pairs[..., 0, :], pairs[..., 1, :]).spread().max(axis=-1)
    band = np.maximum(stats.SMALLEST_CHANGE, floor)[:, None]
    suspects = compared.slower(band) & discoveries(compared.p_value)
    more = np.broadcast_to(np.asarray(nights), suspects.shape)
    found: set[tuple[int, int]] = set()
    for n in np.flatnonzero(suspects.any(axis=-1)).tolist():
        cells = np.flatnonzero(suspects[n]).tolist()
        p_values = [
            stats.slower_again(*again(n, k), spread=float(band[n, 0]), nights=float(more[n, k]))
            for k in cells
        ]
        sure = stats.confirmed(p_values, BENCHMARKS if more.any() else 0)
        found |= {(n, k) for k, so in zip(cells, sure) if so}
    return found


def sessions(
    noise: Noise, count: int, seed: int, *, factor: float = 1.0, drift: float = 0.0
) -> Iterator[set[tuple[int, int]]]:
    """Simulate sessions and yield what is called slower in each chunk of them.

    The last benchmark of each takes `factor` as long on the second side.  The machine becomes
    slower by `drift` over a session, and again over the fresh launches; launches take turns.
    """
    dice = np.random.default_rng(seed)

    def drifting(*shape: int) -> Array:
        turns = np.arange(LAUNCHES) + dice.random((*shape, LAUNCHES))
        found: Array = noise(dice, (*shape, LAUNCHES)) * (1.0 + drift * turns / LAUNCHES)
        return found

    for start in range(0, count, _CHUNK):
        size = min(_CHUNK, count - start)
        first, second = (drifting(size, BENCHMARKS) for _ in range(2))
        second[:, -1] *= factor
        pairs = drifting(size, 2, 2)

        def again(n: int, k: int) -> Again:
            slow = factor if k == BENCHMARKS - 1 else 1.0
            return (slow * drifting(1)[0]).tolist(), first[n, k].tolist()  # noqa: B023

        yield called_slower(first, second, pairs, again)


def alarms(noise: Noise, count: int, seed: int, drift: float = 0.0) -> int:
    """Return in how many sessions without a change anything is called slower."""
    return sum(len({n for n, _ in found}) for found in sessions(noise, count, seed, drift=drift))


def found_slower(noise: Noise, count: int, seed: int) -> int:
    """Return in how many sessions a benchmark that takes 5 % longer is called slower."""
    some = sessions(noise, count, seed, factor=SLOWER)
    return sum((n, BENCHMARKS - 1) in found for found in some for n in range(_CHUNK))


def night(kind: str, dice: np.random.Generator, count: int) -> Array:
    """Return what nights add to the logarithms of their cells: 2 % of standard deviation."""
    shape, common = (count, BENCHMARKS), (count, 1)
    kinds: dict[str, Callable[[], Array]] = {
        "all cells together": lambda: dice.standard_normal(common),
        "each cell by itself": lambda: dice.standard_normal(shape),
        "both": lambda: (dice.standard_normal(common) + dice.standard_normal(shape)) / np.sqrt(2),
        "two modes": lambda: 2.0 * (dice.random(shape) < 0.5) - 1.0,
        "rarely far off": lambda: dice.standard_t(5, shape) / np.sqrt(5 / 3),
    }
    return NIGHT * kinds[kind]() + np.zeros(shape)


NIGHTS = ("all cells together", "each cell by itself", "both", "two modes", "rarely far off")


def gates(
    kind: str, noise: Noise, count: int, seed: int, *, at_hand: bool, factor: float = 1.0
) -> set[tuple[int, int]]:
    """Simulate gates on nights that differ and return what they fail for.

    The last benchmark takes `factor` as long.  With the baseline's programs `at_hand` they take
    turns with the new ones; else a history of 20 nights tells how much nights differ.
    """
    dice = np.random.default_rng(seed)
    before, now = (np.exp(night(kind, dice, count))[..., None] for _ in range(2))
    first, second = (one * noise(dice, (count, BENCHMARKS, LAUNCHES)) for one in (before, now))
    second[:, -1] *= factor
    history = np.stack([night(kind, dice, count) for _ in range(20)])
    own = history.std(axis=0, ddof=1)
    known = np.maximum(own, np.median(own, axis=-1, keepdims=True)) * np.sqrt(2.0)

    def again(n: int, k: int) -> Again:
        fresh, old = (now[n, k] * noise(dice, (LAUNCHES,)) for _ in range(2))
        fresh = fresh * (factor if k == BENCHMARKS - 1 else 1.0)
        return fresh.tolist(), (old if at_hand else first[n, k]).tolist()

    pairs = noise(dice, (count, 2, 2, LAUNCHES))
    return called_slower(first, second, pairs, again, 0.0 if at_hand else known)


def not_mirrored(noise: Noise, count: int, seed: int) -> int:
    """Return how many decisions swapping the sides does not mirror, over sides and bands at random.

    By `league.analysis.stats` itself.
    """
    dice = np.random.default_rng(seed)
    mirror = {stats.Decision.FASTER: stats.Decision.SLOWER,
              stats.Decision.SLOWER: stats.Decision.FASTER}  # fmt: skip
    wrong = 0
    for _ in range(count):
        first, second = (
            (noise(dice, (n,)) * np.exp(0.03 * dice.standard_normal())).tolist()
            for n in dice.integers(2, 16, size=2)
        )
        spread = float(0.1 * dice.random())
        there = stats.compare(first, second, spread=spread)
        back = stats.compare(second, first, spread=spread)
        wrong += back.decision is not mirror.get(there.decision, there.decision)
    return wrong


def covered(noise: Noise, launches: int, count: int, seed: int) -> float:
    """Return how often the interval holds the true ratio, 1."""
    dice = np.random.default_rng(seed)
    compared = compare(*(noise(dice, (count, launches)) for _ in range(2)))
    return float(np.mean((compared.low <= 0.0) & (compared.high >= 0.0)))


def at_most(count: int, of: int) -> float:
    """Return what a rate is at most, at 95 % confidence (Clopper and Pearson)."""
    return 1.0 if count == of else float(scipy.stats.beta.ppf(0.95, count + 1, of - count))


OPTIONS = (
    flag("--sessions", type=int, default=SESSIONS, metavar="N"),
    flag("--seed", type=int, default=SEED, metavar="N"),
)


def run(args: argparse.Namespace) -> int:
    """Simulate, print the rates, and say which promises are not kept."""
    if args.sessions < 100 or args.seed < 0:
        raise UsageError("--sessions is at least 100, --seed at least 0")
    count, seed, begun = args.sessions, args.seed, time.monotonic()
    broken = []

    def promise(what: str, told: str, kept: bool) -> None:
        print(told)
        if not kept:
            broken.append(what)

    print(f"{count} sessions of {BENCHMARKS} benchmarks, {LAUNCHES} launches a side, seed {seed}")
    for name, noise in NOISE.items():
        false = alarms(noise, count, seed)
        limit = at_most(false, count)
        rate = f"{100 * false / count:.3g} %, at most {100 * limit:.2g} %; promised < 1 %"
        told = f"{name}: sessions with a false alarm: {false} of {count} ({rate})"
        promise(f"{name}: false alarms", told, false < 0.01 * count)
        hits = found_slower(noise, count, seed + 1)
        told = f"{name}: 5 % slower, found: {100 * hits / count:.2f} % (promised ≥ 95 %)"
        promise(f"{name}: changes found", told, hits >= 0.95 * count)
        false = alarms(noise, count, seed + 2, drift=DRIFT)
        told = f"{name}: sessions with an alarm at 6 % drift: {false} of {count} (promised none)"
        promise(f"{name}: drift", told, not false)
        wrong = not_mirrored(noise, count, seed + 3)
        told = f"{name}: decisions that swapping does not mirror: {wrong} of {count}"
        promise(f"{name}: swapping", f"{told} (promised none)", not wrong)
    for name, noise in {**NOISE, "late": LATE}.items():
        for launches in (5, 8):
            held = covered(noise, launches, 20 * count, seed + 4)
            told = f"{name}: 95 % interval at {launches} launches holds the truth in"
            told += f" {100 * held:.1f} % (promised ≥ 93 %)"
            promise(f"{name}: coverage at {launches} launches", told, held >= 0.93)
    for at_hand, turn in ((True, 0), (True, 1), (False, 0)):
        how = "the baseline's programs at hand" if at_hand else "between-night variance of history"
        print(f"nights differ by {100 * NIGHT:g} %, {how}: false gates of {GATES}; found of 100: "
              + ", ".join(f"+{100 * (one - 1):.0f} %" for one in POWER))  # fmt: skip
        for n, kind in enumerate(NIGHTS):
            name, noise = list(NOISE.items())[(n + turn) % len(NOISE)]
            false = len({n for n, _ in gates(kind, noise, GATES, seed + 5, at_hand=at_hand)})
            found = {
                factor: sum(k == BENCHMARKS - 1 for _, k in gates(
                    kind, noise, 100, seed + 6, at_hand=at_hand, factor=factor))
                for factor in POWER
            }  # fmt: skip
            told = f"  {kind}, launches {name}: {false}; {', '.join(map(str, found.values()))}"
            kept = all(found[one] >= least for one, least in POWER.items()) if at_hand else True
            promise(f"{how}, {kind}", told, kept and false <= (0 if at_hand else 0.01 * GATES))
    for line in broken:
        print(f"✗ {line}")
    print(f"{len(broken) or 'no'} promises broken; {time.monotonic() - begun:.0f} s")
    return 1 if broken else 0
