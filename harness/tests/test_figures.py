"""The studies: ratios with numbers computed by hand, and what is never divided."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from league.base.errors import NothingComparable, UsageError
from league.records.view import Cell, Key, Launch, RunView
from league.show.plots import offload as drawing
from league.studies import offload


def cell(benchmark: str, variant: str, model: str, times: list[float], **changes: Any) -> Cell:
    """Return a cell of one launch per time; an offload model ran on a device unless told."""
    key = Key(
        changes.get("toolchain", "gcc"), benchmark, variant, changes.get("letter", "B"), "fp64"
    )
    place = changes.get("place", "host" if model in ("serial", "omp") else "device")
    stages = {"build": "ok", "launch": "ok", "place": place, "answer": "pass", "timing": "ok"}
    launches = [
        Launch(key, "npb", model, "timed", "", n, stages, "pass", "", "", {},
               {"samples": [{"warmup": False, "compute": time, "laps": {}}]})
        for n, time in enumerate(times)
    ]  # fmt: skip
    return Cell(key, "npb", model, launches)


def run(*cells: Cell) -> RunView:
    return RunView("a-run", cells={one.key: one for one in cells})


STUDY = offload.study_of("npb-offload-B")


def test_a_bar_is_base_time_over_own_time() -> None:
    omp = cell("npb-bt", "omp", "omp", [40.0, 44.0, 42.0])
    slow = cell("npb-bt", "target-data", "target", [84.0, 84.0, 84.0])
    fast = cell("npb-bt", "cuda", "cuda", [4.2, 4.2, 4.2], toolchain="nvcc")
    bars = {bar.variant: bar for bar in offload.bars_of(STUDY, [run(omp, slow, fast)])}
    assert bars["target-data"].ratio == pytest.approx(2.0)
    assert bars["cuda"].ratio == pytest.approx(0.1)
    assert bars["cuda"].base == "gcc/omp"
    assert bars["target-data"].launches == 3
    assert bars["target-data"].low is None  # three launches are never enough


def test_an_interval_needs_four_launches() -> None:
    omp = cell("npb-bt", "omp", "omp", [40.0, 44.0, 42.0, 42.0])
    slow = cell("npb-bt", "target-data", "target", [84.0, 84.0, 84.0, 84.0])
    (bar,) = offload.bars_of(STUDY, [run(omp, slow)])
    assert bar.low is not None and bar.high is not None
    assert 1.8 < bar.low < 2.0 < bar.high < 2.2


def test_the_fastest_base_of_the_session_counts() -> None:
    one = cell("npb-bt", "omp", "omp", [40.0])
    other = cell("npb-bt", "omp", "omp", [20.0], toolchain="clang")
    target = cell("npb-bt", "target-data", "target", [10.0])
    (bar,) = offload.bars_of(STUDY, [run(one, other, target)])
    assert (bar.ratio, bar.base, bar.low) == (0.5, "clang/omp", None)


def test_sessions_are_not_divided_by_one_another() -> None:
    omp = run(cell("npb-bt", "omp", "omp", [40.0]))
    target = run(cell("npb-bt", "target-data", "target", [10.0]))
    with pytest.raises(NothingComparable, match="class B"):
        offload.bars_of(STUDY, [omp, target])


@pytest.mark.parametrize("changes", [{"place": "host"}, {"letter": "C"}])
def test_fallback_and_other_classes_are_left_out(changes: dict[str, Any]) -> None:
    omp = cell("npb-bt", "omp", "omp", [40.0])
    target = cell("npb-bt", "target-data", "target", [10.0], **changes)
    with pytest.raises(NothingComparable):
        offload.bars_of(STUDY, [run(omp, target)])


def test_the_best_of_each_kind_is_shown() -> None:
    cells = [
        cell("npb-bt", "omp", "omp", [40.0]),
        cell("npb-bt", "target-data", "target", [20.0]),
        cell("npb-bt", "target-tuned", "target", [10.0]),
        cell("npb-bt", "cuda", "cuda", [5.0]),
    ]
    bars = offload.best(offload.bars_of(STUDY, [run(*cells)]))
    assert [bar.variant for bar in bars] == ["target-tuned", "cuda"]
    told = offload.as_csv(bars).splitlines()
    assert told[1] == "npb-bt,target-tuned,gcc,gcc/omp,0.25,,,1"


def test_the_picture_names_every_bar(tmp_path: Path) -> None:
    cells = [cell(f"npb-{name}", "omp", "omp", [40.0, 41.0]) for name in ("bt", "cg")]
    cells += [cell(f"npb-{name}", "target-data", "target", [10.0, 11.0]) for name in ("bt", "cg")]
    bars = offload.bars_of(STUDY, [run(*cells)])
    text = drawing.draw(STUDY, bars).decode()
    assert text == drawing.draw(STUDY, bars).decode()
    assert drawing.draw(STUDY, bars, "png").startswith(b"\x89PNG")
    for word in ("npb-bt", "npb-cg", "target-data", "class B"):
        assert word in text
    assert text.count("0.26×, 2 launches") == 2  # 10.5 / 40.5
    assert "above 1 is slower" in text
    assert "too few launches for an interval" in text
    four = [cell("npb-bt", model, model, [10.0, 11.0, 12.0, 13.0]) for model in ("omp", "cuda")]
    told = drawing.draw(STUDY, offload.bars_of(STUDY, [run(*four)])).decode()
    assert "launches" not in told


def test_an_unknown_figure_is_said() -> None:
    with pytest.raises(UsageError, match="npb-offload-C"):
        offload.study_of("npb-offload-Z")
