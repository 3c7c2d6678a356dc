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


def test_gates_are_not_taken_in_by_nights() -> None:
    """They are, where nothing is known of nights and the old programs are not at hand."""
    noise, some = simulate.NOISE["normal"], ("each cell by itself", simulate.NOISE["normal"], 20, 1)
    assert not simulate.gates(*some, at_hand=True)
    assert not simulate.gates(*some, at_hand=False)
    found = simulate.gates(*some, at_hand=True, factor=1.1)
    assert {k for _, k in found} == {simulate.BENCHMARKS - 1} and len(found) >= 18
    dice = np.random.default_rng(2)
    shape = (20, simulate.BENCHMARKS, 1)
    first, now = (np.exp(0.02 * dice.standard_normal(shape)) for _ in range(2))
    sides = [one * noise(dice, (*shape[:2], 8)) for one in (first, now)]
    blind = simulate.called_slower(
        *sides, noise(dice, (20, 2, 2, 8)),
        lambda n, k: ((now[n, k] * noise(dice, (8,))).tolist(), sides[0][n, k].tolist()),
    )  # fmt: skip
    assert len({n for n, _ in blind}) == 20


def test_promises_that_are_broken_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulate.stats, "SMALLEST_CHANGE", 0.06)
    assert door.main(["simulate", "--sessions", "100"]) == 1
    assert "✗ normal: changes found" in capsys.readouterr().out


@pytest.mark.simulation
def test_every_promise_is_kept() -> None:
    assert door.main(["simulate"]) == 0
