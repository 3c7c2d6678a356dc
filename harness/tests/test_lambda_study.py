"""Lambdas in the mini-apps: which times enter, and what they are divided by."""

import json
from pathlib import Path
from typing import Any

import pytest
from synthetic import whole
from test_studies import lapped
from test_studies import launch as a_launch

from league import cli
from league.studies import closures

GOOD = {"build": "ok", "launch": "ok", "place": "device", "answer": "pass", "timing": "ok"}


def launch(variant: str, size: int, time: float, **changes: Any) -> dict[str, Any]:
    """Return the record of a launch of tealeaf whose laps took so many milliseconds."""
    took = round(time * 1e6)
    [one] = a_launch(variant, [3 * took], benchmark="tealeaf", letter="W", toolchain="gcc")
    lapped(one, {"solve": 7, "calc_p": took, "calc_w": 2 * took}, n=size)
    warmup = {"warmup": True, "compute": 99 * took, "total": 1, "laps": {"calc_p": 99 * took}}
    one["record"]["samples"].insert(0, warmup)
    del one["sweep"]
    return {**one, **changes}


def values(*runs: list[dict[str, Any]]) -> dict[tuple[str, str, float], float]:
    """Return milliseconds, and what is over the plain loops under the lap with an asterisk."""
    return {
        (panel.title.split(": ")[1][:6] + "*" * ("/" in panel.y_label), one.label, float(value.x)):
        value.y
        for panel in closures.apps(runs).panels for one in panel.series for value in one.values
    }  # fmt: skip


def test_a_point_is_the_median_over_launches_and_its_ratio_to_the_plain_loops() -> None:
    times = [launch("target-lambda", 64, time, index=n) for n, time in enumerate((30, 50, 40))]
    found = values([launch("target-data", 64, 20), *times])
    assert found["calc_p", "target-lambda, gcc", 64] == 40
    assert found["calc_p*", "target-lambda, gcc", 64] == 2
    assert found["calc_w", "target-lambda, gcc", 64] == 80
    assert ("calc_w*", "target-data, gcc", 64) not in found


def test_sizes_and_sessions_are_not_divided_by_one_another() -> None:
    for runs in (
        [[launch("target-data", 64, 20)], [launch("target-lambda", 64, 40)]],
        [[launch("target-data", 64, 20), launch("target-lambda", 128, 40)]],
    ):
        assert not any("*" in lap for lap, _, _ in values(*runs))


def test_a_later_run_replaces_and_of_the_shapes_of_a_sweep_the_fastest_counts() -> None:
    found = values([launch("target-data", 64, 20)], [launch("target-data", 64, 30)])
    assert found["calc_p", "target-data, gcc", 64] == 30
    shapes = [
        launch("target-lambda", 64, time, mode="sweep", sweep={"teams": teams, "threads": None})
        for teams, time in ((1, 50), (2, 30), (4, 40))
    ]
    assert values(shapes)["calc_p", "target-lambda, gcc", 64] == 30


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
    found = closures.apps([[{**launch("target-lambda", 64, 40), **changes}]])
    assert found.is_empty and "sweep -b" in found.panels[0].missing


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
    for word in ("tealeaf: calc_p, fp64", "tealeaf: calc_w, fp64", "target-lambda, gcc"):
        assert word in picture.read_text()
    told = picture.with_suffix(".csv").read_text()
    assert (
        '"tealeaf: calc_p, fp64","target-lambda, gcc",64 (target-lambda),1.5,time / plain' in told
    )
    assert str(picture) in capsys.readouterr().out
