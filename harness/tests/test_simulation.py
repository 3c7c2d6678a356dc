"""What the statistics promise, over many simulated sessions of two hundred benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from league.analysis import stats
from league.analysis.stats import Decision

Times = npt.NDArray[Any]
Noise = Callable[[np.random.Generator, tuple[int, ...]], Times]

BENCHMARKS, LAUNCHES, SESSIONS = 200, 8, 300
# 1 % of deviation each
NOISE: dict[str, Noise] = {
    "normal": lambda dice, shape: 1 + 0.01 * dice.standard_normal(shape),
    "lognormal": lambda dice, shape: np.exp(0.01 * dice.standard_normal(shape)),
    "two modes": lambda dice, shape: (
        1 + 0.0213 * (dice.random(shape) < 0.3) + 0.002 * dice.standard_normal(shape)
    ),
}


def called_slower(first: Times, second: Times, again: Callable[[int], Times]) -> list[int]:
    """What a gate ends with 3 for: slower, also as one of many, and again in fresh launches."""
    pairs = [(b.tolist(), a.tolist()) for a, b in zip(first, second)]
    verdicts = [stats.compare(b, a) for b, a in pairs]
    surely = stats.discoveries([stats.difference_p_value(b, a) for b, a in pairs])
    return [
        n
        for n, (verdict, sure) in enumerate(zip(verdicts, surely))
        if sure
        and verdict.decision is Decision.SLOWER
        and stats.slower_again(again(n).tolist(), pairs[n][1])
    ]


@pytest.mark.simulation
@pytest.mark.parametrize("noise", NOISE)
def test_without_a_change_hardly_a_session_calls_anything_slower(noise: str) -> None:
    dice, draw = np.random.default_rng(21), NOISE[noise]
    alarms = 0
    for _ in range(SESSIONS):
        first, second = (draw(dice, (BENCHMARKS, LAUNCHES)) for _ in range(2))
        alarms += bool(called_slower(first, second, lambda _: draw(dice, (LAUNCHES,))))
    assert alarms < 0.01 * SESSIONS


@pytest.mark.simulation
@pytest.mark.parametrize("noise", NOISE)
def test_five_percent_are_found(noise: str) -> None:
    dice, draw = np.random.default_rng(22), NOISE[noise]
    found = 0
    for _ in range(SESSIONS):
        first, second = (draw(dice, (BENCHMARKS, LAUNCHES)) for _ in range(2))
        second[7] *= 1.05
        slower = called_slower(first, second, lambda _: 1.05 * draw(dice, (LAUNCHES,)))
        found += 7 in slower
    assert found >= 0.95 * SESSIONS


@pytest.mark.simulation
@pytest.mark.parametrize("noise", NOISE)
def test_a_drift_over_an_interleaved_session_is_no_change(noise: str) -> None:
    """The machine becomes 6 % slower; launches take turns, so both sides share it."""
    dice, draw = np.random.default_rng(23), NOISE[noise]
    for _ in range(SESSIONS):
        turns = np.arange(LAUNCHES) + dice.random((2, BENCHMARKS, LAUNCHES))
        drift = 1 + 0.06 * turns / LAUNCHES
        first, second = (draw(dice, (BENCHMARKS, LAUNCHES)) * one for one in drift)

        def again(_: int) -> Times:
            late = 1 + 0.06 * (np.arange(LAUNCHES) + dice.random(LAUNCHES)) / LAUNCHES
            return draw(dice, (LAUNCHES,)) * late

        assert called_slower(first, second, again) == []
