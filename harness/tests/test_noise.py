"""The noise floor by time scale, and sessions in which nothing can be ranked."""

import math
import random
from typing import Any

import pytest
from synthetic import records

from league.analysis import comparison
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
    assert decided <= {Decision.INCONCLUSIVE, Decision.SAME}
    report = report_of([wild()], figures=False)
    assert report.unranked.startswith("Too noisy to rank")
    names = [row.column.label for row in report.league]
    assert names == sorted(names)
    assert "Too noisy to rank" in render_markdown(report)
    assert not report_of([view(records())], figures=False).unranked


def test_few_launches_are_not_ranked_in_the_terminal_either() -> None:
    told = league_table_text(records(launches=3))
    assert told.startswith("Too few launches to rank")
    assert "to rank" not in league_table_text(records())
