"""What history says of nights that never happened: rates of false alarms, right nights and blame.

Series of 30 and 60 nights without a change, whose nights are independent, resemble one another,
drift, or go back and forth; then of 30 nights with a change, whose sources changed on that night or
another one.
Exit code: 0 if every promise is kept, 1 if not, 2 for a wrong command line.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from league.analysis import history
from league.analysis.nights import Names
from league.analysis.quantities import OWN
from league.analysis.series import SUITE, UNKNOWN, Point, Series
from league.base.errors import UsageError
from proofs.planter import flag

Array = npt.NDArray[Any]
Noise = Callable[[np.random.Generator, int], Array]

CELL: Names = ("a toolchain", "a benchmark", "omp", "W", "fp64")
NIGHTS, SEED = 30, 8
#: Standard deviation of a night of a series with a change.
SCATTER = 0.02


def remembering(dice: np.random.Generator, count: int, share: float) -> Array:
    """Return nights that resemble the one before by so much: an autoregression."""
    values = dice.normal(0, 0.02, count)
    for n in range(1, count):
        values[n] = share * values[n - 1] + np.sqrt(1 - share**2) * values[n]
    return values


def modes(dice: np.random.Generator, count: int, change: float) -> Array:
    """Return nights in two modes, 5 % apart, which change on so many nights."""
    where = np.cumsum(dice.random(count) < change) % 2
    found: Array = 0.05 * where + dice.normal(0, 0.01, count)
    return found


#: How nights scatter without a change, and the share of series that may name one all the same.
NOISES: dict[str, tuple[Noise, float]] = {
    "independent": (lambda dice, n: dice.normal(0, 0.02, n), 0.01),
    "only ever late": (lambda dice, n: dice.exponential(0.02, n), 0.03),
    "spikes": (lambda dice, n: dice.normal(0, 0.01, n) + 0.3 * (dice.random(n) < 0.05), 0.03),
    "drift": (lambda dice, n: 0.004 * np.arange(n) + dice.normal(0, 0.01, n), 0.03),
    "correlated by 0.5": (lambda dice, n: remembering(dice, n, 0.5), 0.05),
    "correlated by 0.7": (lambda dice, n: remembering(dice, n, 0.7), 0.07),
    "correlated by 0.9": (lambda dice, n: remembering(dice, n, 0.9), 0.07),
    "a random walk": (lambda dice, n: np.cumsum(dice.normal(0, 0.01, n)), 0.07),
    "two modes, changed in half": (lambda dice, n: modes(dice, n, 0.5), 0.05),
    "two modes, changed in 3 of 10": (lambda dice, n: modes(dice, n, 0.3), 0.1),
    "two modes, changed in 1 of 10": (lambda dice, n: modes(dice, n, 0.1), 0.4),
}  # fmt: skip


def findings(logs: Array, edge: int = 0) -> list[history.Finding]:
    """Return what history says of such times; the sources of the benchmark change at the edge."""
    first = Point("", "", "a machine", "1", "", "", "", "", "", "pass", False, {})
    points = tuple(
        replace(first, run=f"{n}", binary=f"{n}", sources="new" if n >= edge else "old",
                metrics={"compute": 1e7 * float(np.exp(one))})
        for n, one in enumerate(logs)
    )  # fmt: skip
    return history.findings_of(Series(CELL, points), {"compute": OWN["compute"]})


def alarms(noise: Noise, series: int, nights: int, seed: int = SEED) -> int:
    """Return how many of so many series without a change name one."""
    dice = np.random.default_rng(seed)
    return sum(bool(findings(noise(dice, nights))) for _ in range(series))


def right(change: float, at: int, edge: int, series: int, seed: int = SEED) -> int:
    """Return in how many series the change is named alone, on its night, with the right blame."""
    dice = np.random.default_rng(seed)
    due = [(f"{at}", SUITE if at == edge else UNKNOWN)]
    count = 0
    for _ in range(series):
        logs = dice.normal(0, SCATTER, NIGHTS) + np.log1p(change) * (np.arange(NIGHTS) >= at)
        count += [(one.first, one.blame) for one in findings(logs, edge)] == due
    return count


def promises(series: int, seed: int) -> Sequence[tuple[str, bool]]:
    """Return what was found, and whether it was promised."""
    told = []
    for name, (noise, most) in NOISES.items():
        found = [alarms(noise, series, nights, seed) for nights in (NIGHTS, 2 * NIGHTS)]
        rates = ", ".join(f"{100 * one / series:.3g} %" for one in found)
        line = (
            f"{name}: a change is named in {rates} (30, 60 nights; promised ≤ {100 * most:.0f} %)"
        )
        told.append((line, max(found) <= most * series))
    for at, edge in ((17, 22), (22, 22), (12, 13), (27, 22)):
        found = [right(change, at, edge, series, seed) for change in (0.05, 0.1, 0.2)]
        rates = ", ".join(f"{100 * one / series:.3g} %" for one in found)
        line = f"+5, +10, +20 % on night {at}, sources on {edge}: night and blame right in {rates}"
        told.append((f"{line} (promised ≥ 90 % of the last two)", min(found[1:]) >= 0.9 * series))
    return told


OPTIONS = (
    flag("--series", type=int, default=200, metavar="N"),
    flag("--seed", type=int, default=SEED, metavar="N"),
)


def run(args: argparse.Namespace) -> int:
    """Simulate, print the rates, and say which promises are not kept."""
    if args.series < 20 or args.seed < 0:
        raise UsageError("--series is at least 20, --seed at least 0")
    told = promises(args.series, args.seed)
    for line, kept in told:
        print(f"{'' if kept else '✗ '}{line}", flush=True)
    broken = sum(not kept for _, kept in told)
    print(f"{broken or 'no'} promises broken")
    return 1 if broken else 0
