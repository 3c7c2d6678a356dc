"""The noise floor by time scale, and sessions in which nothing can be ranked."""

import math
import random
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from synthetic import records

from league.analysis import cell_table, comparison, stats
from league.analysis.ratios import Floor, floor_of
from league.analysis.stats import Decision
from league.records.scale import scale_name, scale_of
from league.records.view import RunView, view
from league.show.markdown import render_markdown
from league.show.model import report_of
from league.show.text import league_table_text


def scattered(seed: int) -> list[dict[str, Any]]:
    """A session whose only A/A pair is 50 µs long and differs from itself by a factor."""
    made = records(seed=seed)
    for record in made:
        if record["kind"] != "launch" or record["mode"] != "timed" or not record["record"]:
            continue
        names = (record["toolchain"], record["benchmark"], record["variant"], record["precision"])
        if names == ("gcc-12-host", "jacobi", "omp", "fp64"):
            short = 50_000 * (1 + (record["index"] % 3) * bool(record["pair"]))
            for sample in record["record"]["samples"]:
                sample["compute"] = short
    return made


@pytest.mark.parametrize(
    ("nanoseconds", "scale", "name"),
    [
        (0.0, 9, "below 100 µs"), (5e4, 9, "below 100 µs"), (1e5, 10, "100–300 µs"),
        (9.99e5, 11, "300 µs–1 ms"), (1e6, 12, "1–3 ms"), (9.9e6, 13, "3–10 ms"),
        (9.99e8, 17, "300 ms–1 s"), (1e12, 20, "10 s and more"),
    ],
)  # fmt: skip
def test_scales_are_half_decades(nanoseconds: float, scale: int, name: str) -> None:
    assert scale_of(nanoseconds) == scale
    assert scale_name(scale) == name


def test_a_tiny_pair_does_not_rule_long_times() -> None:
    run = view(scattered(1))
    floor = floor_of([run])
    assert floor.band(5e4) > 1.0
    assert floor.band(3e8) == 0.02
    found = comparison.compare_runs(run, view(scattered(2)))
    long = [pair for pair in found.pairs if pair.first.median() > 1e6]  # type: ignore[operator]
    assert len(long) > 30
    assert {pair.verdict.band for pair in long} == {0.02}
    assert "below 100 µs" in found.bands


def test_a_longer_pair_is_a_lower_bound_and_a_shorter_one_none() -> None:
    floor = Floor({12: 0.05, 16: 0.03})
    assert floor.band(5e4) == floor.band(1e6) == 0.05
    assert floor.band(9.9e6) == floor.band(1e8) == 0.03
    assert floor.spread(5e9) is None
    assert floor.spread(5e9, 5e7) == 0.03


@hypothesis.settings(deadline=None)
@hypothesis.given(
    st.dictionaries(st.integers(9, 20), st.floats(0.0, 3.0), max_size=6), st.floats(3e4, 1e9),
    st.lists(st.floats(1.0, 50.0), min_size=2, max_size=6),
    st.lists(st.floats(0.9, 1.1), min_size=4, max_size=8),
)  # fmt: skip
def test_decisions_are_monotonic_in_the_size_of_a_slowdown(
    spreads: dict[int, float], time: float, factors: list[float], launches: list[float]
) -> None:
    floor, before = Floor(spreads), [time * one for one in launches]
    was = Decision.INCONCLUSIVE
    for factor in sorted(factors):
        now = [factor * one for one in before]
        spread = floor.spread(stats.median(now), stats.median(before))
        assert spread == floor.spread(stats.median(before), stats.median(now))
        decision = stats.compare(now, before, spread=spread).decision
        assert was is not Decision.SLOWER or decision is Decision.SLOWER
        was = decision


def wild() -> RunView:
    """A session whose launches differ by factors, so that nothing can be decided."""
    made = records(seed=4)
    dice = random.Random(9)
    for record in made:
        if record["kind"] == "launch" and record["record"]:
            compute = int(1e6 * math.exp(dice.gauss(0, 1.5)))
            for sample in record["record"]["samples"]:
                sample["compute"] = compute
    return view(made)


def test_what_is_too_noisy_is_not_ranked_and_decides_nothing() -> None:
    decided = {one.verdict.decision for one in comparison.compare_runs(wild(), wild()).pairs}
    assert decided == {Decision.NOISY}
    report = report_of([wild()], figures=False)
    assert "cannot be told apart from" in report.heads[0].answer[0]
    assert {one.rank for one in report.league} == {1, None}
    told = {one["decision"] for one in cell_table.cell_rows(wild())}
    assert "NOISY" in told and "SAME" not in told
    assert "too noisy to tell" in render_markdown(report)
    assert "too noisy to tell" in comparison.to_markdown(comparison.compare_runs(wild(), wild()))


def test_those_that_launches_do_not_tell_apart_share_a_rank() -> None:
    """The toolchains for the CPU as device: alike, in another order, with few launches."""

    def shared(**choices: Any) -> list[int | None]:
        found = report_of([view(records(**choices))], figures=False).kinds
        return [one.rank for one in found["Target regions on the CPU"]]

    assert shared(slower=1.075) == [1, 1]
    assert shared(slower=1.5) == shared() == [1, 2]
    assert shared(slower=1.5, launches=3) == [1, 1]
    head, *rows = league_table_text(records(slower=1.5)).splitlines()
    at = head.index("Rank") + len("Rank")
    assert {row[:at].split()[-1] for row in rows if row.startswith("clang-19")} == {"1"}


@pytest.mark.parametrize("factor", [1.0, 1.05])
def test_of_toolchains_that_are_alike_one_is_seldom_called_first(factor: float) -> None:
    """Ten problems with the best of four variants each; one toolchain takes longer, or not."""
    dice = random.Random(5)

    def side(factor: float) -> list[list[float]]:
        variants = [[factor * math.exp(dice.gauss(0, 0.03)) for _ in range(5)] for _ in range(4)]
        return min(variants, key=stats.median)

    apart = 0
    for _ in range(200):
        held = [[1.0] * 5] * 10
        first, second = ([*zip((side(one) for _ in held), held)] for one in (factor, 1.0))
        apart += stats.compare_means(first, second) in (Decision.SLOWER, Decision.FASTER)
    assert apart <= 10 if factor == 1.0 else apart >= 190
