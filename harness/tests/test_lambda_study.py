"""The lambda study: which times enter, what they are divided by, what the picture shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from synthetic import whole

from league import cli
from league.base.errors import NothingComparable
from league.show.plots import lambdas as drawing
from league.studies import lambdas

GOOD = {"build": "ok", "launch": "ok", "place": "device", "answer": "pass", "timing": "ok"}


def launch(variant: str, size: int, time: float, **changes: Any) -> dict[str, Any]:
    """Return the record of a launch of tealeaf whose laps took so long, both alike."""
    laps = {"solve": 7, "calc_p": time, "calc_w": 2 * time}
    record = {
        "class": {"letter": "W", "n": size},
        "precision": "fp64",
        "samples": [
            {"warmup": True, "compute": 99 * time, "laps": {"calc_p": 99 * time}},
            {"warmup": False, "compute": 3 * time, "laps": laps},
        ],
    }
    return {
        "kind": "launch", "benchmark": "tealeaf", "variant": variant, "mode": "timed", "index": 0,
        "toolchain": "gcc", "pair": "", "verdict": GOOD, "record": record, **changes,
    }  # fmt: skip


def points(*runs: list[dict[str, Any]]) -> dict[tuple[str, str, int], lambdas.Point]:
    found = lambdas.points_of(runs)
    return {(one.kernel.lap, one.variant, one.size): one for one in found}


def test_a_point_is_the_median_over_launches_and_its_ratio_to_the_plain_loops() -> None:
    times = [launch("target-lambda", 64, time, index=n) for n, time in enumerate((30, 50, 40))]
    found = points([launch("target-data", 64, 20), *times])
    assert found["calc_p", "target-lambda", 64].time == 40
    assert found["calc_p", "target-lambda", 64].ratio == 2
    assert found["calc_w", "target-lambda", 64].time == 80
    assert found["calc_w", "target-data", 64].ratio == 1


def test_sizes_and_sessions_are_not_divided_by_one_another() -> None:
    found = points([launch("target-data", 64, 20)], [launch("target-lambda", 64, 40)])
    assert found["calc_p", "target-lambda", 64].ratio is None
    found = points([launch("target-data", 64, 20), launch("target-lambda", 128, 40)])
    assert found["calc_p", "target-lambda", 128].ratio is None


def test_a_later_run_replaces() -> None:
    found = points([launch("target-data", 64, 20)], [launch("target-data", 64, 10)])
    assert found["calc_p", "target-data", 64].time == 10


def test_of_the_shapes_of_a_sweep_the_fastest_counts() -> None:
    shapes = [
        launch("target-lambda", 64, time, mode="sweep", sweep={"teams": teams, "threads": None})
        for teams, time in ((1, 50), (2, 30), (4, 40))
    ]
    assert points(shapes)["calc_p", "target-lambda", 64].time == 30


@pytest.mark.parametrize(
    "changes",
    [
        {"verdict": {**GOOD, "place": "host"}},
        {"verdict": {**GOOD, "answer": "wrong"}},
        {"mode": "check"},
        {"pair": "A2"},
        {"variant": "target-tuned"},
        {"benchmark": "laplacian"},
        {"record": None},
    ],
)
def test_what_is_not_of_the_study_is_left_out(changes: dict[str, Any]) -> None:
    with pytest.raises(NothingComparable, match="sweep -b"):
        points([{**launch("target-lambda", 64, 40), **changes}])


def test_a_run_without_laps_has_no_points() -> None:
    record = launch("target-data", 64, 20)
    record["record"]["samples"] = [{"warmup": False, "compute": 7, "laps": {"solve": 7}}]
    with pytest.raises(NothingComparable):
        points([record])


def test_the_verb_draws_from_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [
        launch(variant, size, time * size * size)
        for variant, time in (("target-data", 2.0), ("target-lambda", 3.0))
        for size in (64, 128, 256)
    ]
    folder = tmp_path / "runs" / "one"
    folder.mkdir(parents=True)
    lines = [json.dumps(whole(one)) for one in records]
    (folder / "records.jsonl").write_text("\n".join(lines) + "\n")
    picture = tmp_path / "study.svg"
    words = ["figures", "lambda-study", str(folder), "--figure", str(picture)]
    assert cli.run(words) == 0
    text = picture.read_text()
    for word in ("tealeaf: calc_p, fp64", "tealeaf: calc_w, fp64", "target-lambda, gcc", "1.25×"):
        assert word in text
    told = picture.with_suffix(".csv").read_text().splitlines()
    assert told[1] == "tealeaf,calc_p,fp64,target-data,gcc,64,8192,1,1"
    assert told[-1] == "tealeaf,calc_w,fp64,target-lambda,gcc,256,393216,1.5,1"
    assert str(picture) in capsys.readouterr().out


def test_the_same_points_give_the_same_picture() -> None:
    found = lambdas.points_of([[launch("target-data", n, n) for n in (64, 128)]])
    assert drawing.draw(found) == drawing.draw(found)
