"""Statistics against values worked out by hand."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from league.analysis import stats
from league.analysis.stats import Decision, Interval


def test_median_of_odd_and_even_counts() -> None:
    assert stats.median([3.0, 1.0, 2.0]) == 2.0
    assert stats.median([4.0, 1.0, 3.0, 2.0]) == 2.5


def test_median_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no values"):
        stats.median([])


def test_bootstrap_draws_only_medians_that_can_occur() -> None:
    draws = stats.bootstrap_medians([1.0, 2.0, 10.0], seed=1)
    assert set(draws.tolist()) == {1.0, 2.0, 10.0}
    # the median of three draws is the smallest if two or three of them are: 3 * 1/9 * 2/3 + 1/27
    assert float(np.mean(draws == 1.0)) == pytest.approx(7 / 27, abs=0.02)


def test_bootstrap_depends_on_seed_and_name_only() -> None:
    values = [1.0, 2.0, 3.0, 4.0, 5.0]
    first = stats.bootstrap_medians(values, seed=7, name="x")
    assert np.array_equal(first, stats.bootstrap_medians(values, seed=7, name="x"))
    assert not np.array_equal(first, stats.bootstrap_medians(values, seed=7, name="y"))
    assert not np.array_equal(first, stats.bootstrap_medians(values, seed=8, name="x"))


def test_interval_of_cuts_off_a_fortieth_at_each_end() -> None:
    found = stats.interval_of(np.arange(1001, dtype=np.float64))
    assert [found.low, found.high] == pytest.approx([25.0, 975.0])


def test_ratio_interval_of_constants_is_exact() -> None:
    found = stats.ratio_interval([6.0] * 5, [4.0] * 5)
    assert found == Interval(1.5, 1.5)


def test_ratio_interval_contains_the_ratio_and_respects_the_extremes() -> None:
    found = stats.ratio_interval([10.0, 11.0, 12.0, 13.0, 14.0], [5.0, 5.5, 6.0, 6.5, 7.0])
    assert found is not None
    assert 10.0 / 7.0 <= found.low < 2.0 < found.high <= 14.0 / 5.0


def test_one_launch_has_no_interval() -> None:
    assert stats.ratio_interval([1.0], [1.0, 2.0]) is None
    assert stats.median_interval([1.0]) is None


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


def test_no_interval_decides_nothing() -> None:
    assert stats.decide(2.0, None, 0.02) is Decision.INCONCLUSIVE


def test_compare_clear_cases() -> None:
    base = [1.00, 1.01, 0.99, 1.00, 1.005]
    slow = [1.2 * x for x in base]
    assert stats.compare(slow, base).decision is Decision.SLOWER
    assert stats.compare(base, slow).decision is Decision.FASTER
    assert stats.compare(slow, base).ratio == pytest.approx(1.2)
    assert stats.compare([1.0] * 5, [1.0] * 5).decision is Decision.SAME


def test_three_launches_are_never_enough() -> None:
    assert stats.compare([2.0] * 3, [1.0] * 5).decision is Decision.INCONCLUSIVE
    assert stats.compare([2.0] * 5, [1.0] * 3).decision is Decision.INCONCLUSIVE
    assert stats.compare([2.0] * 4, [1.0] * 4).decision is Decision.SLOWER


def test_a_large_noise_floor_swallows_a_change() -> None:
    base, other = [1.0] * 5, [1.04] * 5
    assert stats.compare(other, base).decision is Decision.SLOWER
    assert stats.compare(other, base).band == 0.02
    noisy = stats.compare(other, base, spread=0.05)
    assert (noisy.decision, noisy.band) == (Decision.SAME, 0.05)


def test_identical_noise_is_rarely_called_a_change() -> None:
    dice = random.Random(5)
    changed = 0
    for _ in range(200):
        a = [math.exp(dice.gauss(0, 0.02)) for _ in range(5)]
        b = [math.exp(dice.gauss(0, 0.02)) for _ in range(5)]
        changed += stats.compare(a, b).decision in (Decision.FASTER, Decision.SLOWER)
    assert changed <= 30  # the percentile interval is a little too narrow for five launches


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


def test_p_value_without_spread_and_without_launches() -> None:
    assert stats.difference_p_value([2.0, 2.0], [2.0, 2.0]) == 1.0
    assert stats.difference_p_value([2.0, 2.0], [3.0, 3.0]) == 0.0
    assert stats.difference_p_value([2.0], [3.0, 3.0]) is None


def test_benjamini_hochberg_steps_up() -> None:
    # limits at 5 % of five: 0.01 0.02 0.03 0.04 0.05; the fourth passes and carries the third
    assert stats.benjamini_hochberg([0.005, 0.019, 0.035, 0.039, 0.9]) == [
        True, True, True, True, False,
    ]  # fmt: skip
    assert stats.benjamini_hochberg([0.9, 0.02, 0.04]) == [False, False, False]
    assert stats.benjamini_hochberg([0.04]) == [True]


def test_benjamini_hochberg_leaves_out_what_was_not_tested() -> None:
    assert stats.benjamini_hochberg([None, 0.02, 0.6]) == [False, True, False]
    assert stats.benjamini_hochberg([]) == []


def test_geometric_mean_interval_of_exact_draws() -> None:
    two, eight = np.full(100, 2.0), np.full(100, 8.0)
    found = stats.geometric_mean_interval([two, eight])
    assert found is not None
    assert [found.low, found.high] == pytest.approx([4.0, 4.0])
    assert stats.geometric_mean_interval([]) is None
