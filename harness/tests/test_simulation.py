"""The simulation of the statistics decides as the harness does, and what it promises is kept."""

import numpy as np
import pytest

from league.analysis import stats
from proofs import door, simulate


@pytest.mark.parametrize("launches", [4, 5, 8])
def test_many_at_once_are_what_one_by_one_are(launches: int) -> None:
    dice = np.random.default_rng(3)
    first = np.exp(0.01 * dice.standard_normal((40, 25, launches)))
    shifts = np.exp(0.02 * dice.standard_normal((40, 25, 1)))
    second = shifts * np.exp(0.01 * dice.standard_normal((40, 25, launches)))
    many = simulate.compare(second, first)
    spread = many.spread()
    slower = many.slower(0.02)
    sure = simulate.discoveries(many.p_value)
    assert slower.any() and sure.any() and not slower.all() and not sure.all()
    for n in range(40):
        sides = [(b.tolist(), a.tolist()) for a, b in zip(first[n], second[n])]
        p_values = [stats.difference_p_value(b, a) for b, a in sides]
        assert sure[n].tolist() == stats.discoveries(p_values)
        for k, (b, a) in enumerate(sides):
            one = stats.compare(b, a)
            assert one.interval is not None
            found = [many.shift[n, k], many.low[n, k], many.high[n, k]]
            assert np.exp(found) == pytest.approx([one.ratio, one.interval.low, one.interval.high])
            assert many.p_value[n, k] == pytest.approx(p_values[k])
            assert spread[n, k] == pytest.approx(stats.aa_spread(b, a))
            assert slower[n, k] == (one.decision is stats.Decision.SLOWER)


def test_it_counts_what_was_planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that rates of nothing are not what a simulation of nothing would give."""
    noise = simulate.NOISE["normal"]
    assert simulate.found_slower(noise, 100, 1) >= 95
    monkeypatch.setattr(simulate, "SLOWER", 1.005)  # less than is ever called a change
    assert simulate.found_slower(noise, 100, 1) <= 5


def test_promises_that_are_broken_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulate.stats, "SMALLEST_CHANGE", 0.06)
    assert door.main(["simulate", "--sessions", "100"]) == 1
    assert "✗ normal: changes found" in capsys.readouterr().out


@pytest.mark.simulation
def test_every_promise_is_kept() -> None:
    assert door.main(["simulate"]) == 0
