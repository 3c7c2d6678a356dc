"""Metrics against values worked out by hand."""

import pytest

from league.analysis import metrics


def test_a_byte_per_nanosecond_is_a_gigabyte_per_second() -> None:
    assert metrics.gigabytes_per_second(3e9, 1.5e9) == 2.0
    assert metrics.gigaflops_per_second(1e6, 1e3) == 1000.0


@pytest.mark.parametrize("time", [0.0, -1.0, float("nan")])
def test_rates_and_efficiencies_need_a_time(time: float) -> None:
    assert metrics.efficiency(4.0, 1.0) == 0.25
    with pytest.raises(ValueError, match="positive"):
        metrics.gigabytes_per_second(1.0, time)
    with pytest.raises(ValueError, match="positive"):
        metrics.efficiency(0.0, 1.0)


def test_roofline_share_on_both_sides_of_the_ridge() -> None:
    # intensity 0.25 at 100 GB/s: the roof is 25 GFLOP/s; 1e9 flops in 80 ms are 12.5 GFLOP/s
    assert metrics.roofline_share(1e9, 4e9, 80e6, 1000.0, 100.0) == pytest.approx(0.5)
    # intensity 100: the roof is the peak
    assert metrics.roofline_share(1e9, 1e7, 4e6, 1000.0, 100.0) == pytest.approx(0.25)
    # no flops: bandwidth alone
    assert metrics.roofline_share(0.0, 4e9, 80e6, 1000.0, 100.0) == pytest.approx(0.5)


def test_portability_is_the_harmonic_mean() -> None:
    assert metrics.portability([1.0, 0.5]) == pytest.approx(2 / 3)
    assert metrics.portability([0.25, 0.25]) == pytest.approx(0.25)


@pytest.mark.parametrize("set_of", [[1.0, None], [1.0, 0.0], [1.0, float("nan")], []])
def test_portability_is_zero_if_a_platform_is_unsupported(set_of: list[float | None]) -> None:
    assert metrics.portability(set_of) == 0.0


def test_geometric_mean_counts_and_names_what_is_missing() -> None:
    nan, inf = float("nan"), float("inf")
    mean = metrics.geometric_mean({"a": 2.0, "b": 8.0, "c": None, "d": nan, "e": inf, "f": 0.0})
    assert mean.value == pytest.approx(4.0)
    assert (mean.count, mean.missing) == (2, ("c", "d", "e", "f"))
    assert metrics.geometric_mean({"a": None}) == metrics.Mean(None, 0, ("a",))
