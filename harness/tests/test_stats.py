"""Statistics against values worked out by hand."""

import math
import random
from collections.abc import Callable
from typing import Any

import hypothesis
import numpy as np
import numpy.typing as npt
import pytest
import scipy.stats
from hypothesis import strategies as st

from league.analysis import stats
from league.analysis.stats import Decision, Interval

Launches = npt.NDArray[Any]


def test_ratio_interval_is_that_of_welch_and_holds_the_ratio_that_is_shown() -> None:
    a, b = [10.0, 11.0, 12.0, 13.0, 15.0], [5.0, 5.5, 6.0, 6.5]
    known = scipy.stats.ttest_ind(np.log(a), np.log(b), equal_var=False).confidence_interval()
    found = stats.ratio_interval(a, b)
    assert found is not None
    assert [found.low, found.high] == pytest.approx([math.exp(known.low), math.exp(known.high)])
    # the means of the logarithms are far from the medians
    found = stats.ratio_interval([1.0, 1.0, 1.0, 1.001, 1.001], [1.0, 1.0, 1.0, 1.0, 90.0])
    assert found is not None
    assert found.low <= 1.0 <= found.high
    assert stats.ratio_interval([6.0] * 5, [4.0] * 5) == Interval(1.5, 1.5)
    assert stats.ratio_interval([1.0], [1.0, 2.0]) is None
    assert stats.median_interval([1.0]) is None
    assert [stats.median(one) for one in ([3.0, 1.0, 2.0], [4.0, 1.0, 3.0, 2.0])] == [2.0, 2.5]
    with pytest.raises(ValueError, match="no values"):
        stats.median([])


NOISE: dict[str, Callable[[np.random.Generator, int], Launches]] = {
    "normal": lambda dice, n: 1 + 0.01 * dice.standard_normal(n),
    "lognormal": lambda dice, n: np.exp(0.01 * dice.standard_normal(n)),
    "two modes": lambda dice, n: (
        (1 + 0.02 * (dice.random(n) < 0.3)) * np.exp(0.003 * dice.standard_normal(n))),
    "late": lambda dice, n: 1 + 0.01 * dice.exponential(size=n),
}  # fmt: skip


@pytest.mark.parametrize("launches", [5, 8])
@pytest.mark.parametrize("noise", NOISE)
def test_intervals_cover_at_least_93_percent(noise: str, launches: int) -> None:
    dice = np.random.default_rng(11)
    held = 0
    for _ in range(2000):
        first, second = (NOISE[noise](dice, launches).tolist() for _ in range(2))
        found = stats.ratio_interval(first, second)
        assert found is not None
        held += found.low <= 1.0 <= found.high
    assert held >= 0.93 * 2000


@pytest.mark.parametrize(
    ("ratio", "low", "high", "band", "expected"),
    [
        (1.05, 1.03, 1.07, 0.02, Decision.SLOWER),
        (1.02, 1.01, 1.03, 0.02, Decision.SLOWER),  # exactly the band is enough
        (1.019, 1.015, 1.03, 0.02, Decision.INCONCLUSIVE),  # excludes 1, too small, leaves band
        (1.05, 0.99, 1.10, 0.02, Decision.INCONCLUSIVE),  # large, but 1 is inside
        (1.05, 1.0, 1.10, 0.02, Decision.INCONCLUSIVE),  # 1 at the edge is not excluded
        (0.95, 0.93, 0.97, 0.02, Decision.FASTER),
        (0.95, 0.93, 0.97, 0.06, Decision.INCONCLUSIVE),  # below the noise floor
        (0.01, 0.009, 0.011, 2.56, Decision.FASTER),  # a floor beyond 100 % has a lower end too
        (0.5, 0.4, 0.7, 2.56, Decision.NOISY),  # inside a band that says nothing
        (5.86, 2.65, 9.70, 8.70, Decision.NOISY),
        (1.00, 0.99, 1.01, 0.11, Decision.NOISY),
        (1.00, 0.80, 1.25, 0.02, Decision.NOISY),
        (1.00, 0.91, 1.09, 0.10, Decision.SAME),
        (1.00, 0.99, 1.01, 0.02, Decision.SAME),
        (1.015, 1.011, 1.019, 0.02, Decision.SAME),  # a real but tiny change
        (1.00, 0.97, 1.01, 0.02, Decision.INCONCLUSIVE),
        (1.00, 0.97, 1.01, 0.05, Decision.SAME),
        (math.inf, 1.5, 2.0, 0.02, Decision.INCONCLUSIVE),
    ],
)
def test_decision_rule(
    ratio: float, low: float, high: float, band: float, expected: Decision
) -> None:
    assert stats.decide(ratio, Interval(low, high), band) is expected


LAUNCHES = st.lists(st.floats(0.5, 2.0), min_size=2, max_size=9)
MIRROR = {Decision.FASTER: Decision.SLOWER, Decision.SLOWER: Decision.FASTER}


@hypothesis.given(LAUNCHES, LAUNCHES, st.floats(0.0, 5.0))
def test_swapping_sides_mirrors_every_decision(
    first: list[float], second: list[float], spread: float
) -> None:
    there = stats.compare(first, second, spread=spread)
    back = stats.compare(second, first, spread=spread)
    assert back.decision is MIRROR.get(there.decision, there.decision)
    assert there.interval is not None
    assert back.interval is not None
    assert back.interval.low == pytest.approx(1.0 / there.interval.high)
    assert stats.difference_p_value(first, second) == stats.difference_p_value(second, first)
    assert stats.aa_spread(first, second) == stats.aa_spread(second, first)
    if there.decision is Decision.SAME:
        assert 1.0 / (1.0 + there.band) <= there.interval.low * (1 + 1e-9)
        assert there.interval.high <= (1.0 + there.band) * (1 + 1e-9)


@pytest.mark.parametrize(
    ("times", "reference", "spread", "decision"),
    [
        ([1.2, 1.212, 1.188, 1.2, 1.206], [1.00, 1.01, 0.99, 1.00, 1.005], None, Decision.SLOWER),
        ([1.00, 1.01, 0.99, 1.00, 1.005], [1.2, 1.212, 1.188, 1.2, 1.206], None, Decision.FASTER),
        ([1.0] * 5, [1.0] * 5, None, Decision.SAME),
        ([2.0] * 3, [1.0] * 5, None, Decision.INCONCLUSIVE),  # three are never enough
        ([2.0] * 5, [1.0] * 3, None, Decision.INCONCLUSIVE),
        ([2.0] * 4, [1.0] * 4, None, Decision.SLOWER),
        ([1.04] * 5, [1.0] * 5, None, Decision.SLOWER),
        ([1.04] * 5, [1.0] * 5, 0.05, Decision.SAME),  # a large noise floor swallows it
    ],
)
def test_compare_clear_cases(
    times: list[float], reference: list[float], spread: float | None, decision: Decision
) -> None:
    found = stats.compare(times, reference, spread=spread)
    assert (found.decision, found.band) == (decision, spread or 0.02)
    assert found.ratio == pytest.approx(stats.median(times) / stats.median(reference))
    assert stats.decide(2.0, None, 0.02) is Decision.INCONCLUSIVE


def test_identical_noise_is_rarely_called_a_change() -> None:
    dice = random.Random(5)
    changed = 0
    for _ in range(200):
        a = [math.exp(dice.gauss(0, 0.02)) for _ in range(5)]
        b = [math.exp(dice.gauss(0, 0.02)) for _ in range(5)]
        changed += stats.compare(a, b).decision in (Decision.FASTER, Decision.SLOWER)
    assert changed <= 16  # 10 are to be expected


def test_aa_spread_is_the_far_end_of_the_interval() -> None:
    assert stats.aa_spread([1.0] * 5, [1.03] * 5) == pytest.approx(0.03)
    assert stats.aa_spread([1.03] * 5, [1.0] * 5) == pytest.approx(0.03)
    assert stats.aa_spread([1.0] * 5, [1.0] * 5) == 0.0
    assert stats.aa_spread([1.0], [1.0] * 5) is None


def test_welch_on_logarithms() -> None:
    # logs 0, 1 against 2, 3: means 0.5 and 2.5, variances 0.5 each, t = 2 / sqrt(0.5) = sqrt(8)
    # with 2 degrees of freedom, where P(|T| > t) = 1 - t / sqrt(2 + t^2) = 1 - sqrt(0.8)
    p = stats.difference_p_value([1.0, math.e], [math.e**2, math.e**3])
    assert p == pytest.approx(1 - math.sqrt(0.8))
    assert stats.difference_p_value([2.0, 2.0], [2.0, 2.0]) == 1.0
    assert stats.difference_p_value([2.0, 2.0], [3.0, 3.0]) == 0.0
    assert stats.difference_p_value([2.0], [3.0, 3.0]) is None


@pytest.mark.parametrize(
    ("values", "found"),
    [
        # limits at 5 % of five: 0.01 0.02 0.03 0.04 0.05; the fourth passes and carries the third
        ([0.005, 0.019, 0.035, 0.039, 0.9], [True, True, True, True, False]),
        ([0.9, 0.02, 0.04], [False, False, False]),
        ([0.04], [True]),
        ([None, 0.02, 0.6], [False, True, False]),  # what was not tested is left out
        ([None], [False]),
        ([], []),
    ],
)
def test_discoveries_step_up(values: list[float | None], found: list[bool]) -> None:
    assert stats.discoveries(values) == found


def test_mean_ratio_of_constants_is_exact() -> None:
    one = [1.0, 1.0]
    found = stats.mean_ratio_interval([([2.0, 2.0], one), ([8.0, 8.0], one)])
    assert found is not None
    assert [found.low, found.high] == pytest.approx([4.0, 4.0])
    assert stats.mean_ratio_interval([]) is None
    assert stats.mean_ratio_interval([([1.0], one)]) is None


def test_a_shared_reference_counts_once() -> None:
    """Its error is in every ratio in step, so it does not average out as others do."""
    noisy, exact = [1.0, 1.1, 1.2, 1.3, 1.4], [1.0] * 5
    shared = stats.mean_ratio_interval([(exact, noisy)] * 4)
    own = stats.mean_ratio_interval([(exact, list(noisy)) for _ in range(4)])
    alone = stats.ratio_interval(exact, noisy)
    assert shared is not None and own is not None and alone is not None
    assert (shared.low, shared.high) == pytest.approx((alone.low, alone.high))
    assert own.high / own.low < shared.high / shared.low
