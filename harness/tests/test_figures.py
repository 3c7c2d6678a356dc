"""Offload against host OpenMP: ratios with numbers computed by hand, what is never divided."""

from typing import Any

import pytest
from test_studies import launch

from league.base.errors import UsageError
from league.show.plots.chart import Value
from league.studies import catalogue, offload

STUDY = offload.STUDIES["npb-offload-B"]


def cell(variant: str, times: list[int], name: str = "npb-bt", **more: Any) -> list[dict[str, Any]]:
    """Return a launch per time, in class B unless told."""
    found = launch(variant, times, benchmark=name, letter=more.pop("letter", "B"),
                   toolchain=more.pop("toolchain", "gcc"))  # fmt: skip
    for one in found:
        one["group"], one["verdict"] = "npb", {**one["verdict"], **more}
    return found


def bars(*runs: list[dict[str, Any]], every: bool = False) -> dict[str, Value]:
    """Return the bars by variant."""
    (panel,) = offload.chart(STUDY, runs, all_variants=every).panels
    return {value.note: value for one in panel.series for value in one.values}


def test_a_bar_is_own_time_over_the_fastest_base_of_its_session() -> None:
    run = [*cell("omp", [400, 440, 420]), *cell("omp", [840] * 3, toolchain="clang"),
           *cell("target-data", [840] * 3), *cell("cuda", [42] * 3, toolchain="nvcc")]  # fmt: skip
    found = bars(run)
    assert found["target-data"].y == pytest.approx(2.0)
    assert found["cuda"].y == pytest.approx(0.1)
    assert (found["target-data"].launches, found["target-data"].low) == (3, None)
    assert "gcc/omp (npb-bt)" in offload.chart(STUDY, [run]).caption[1]


def test_an_interval_needs_four_launches() -> None:
    (bar,) = bars([*cell("omp", [400, 440, 420, 420]), *cell("target-data", [840] * 4)]).values()
    assert bar.low is not None and bar.high is not None
    assert 1.8 < bar.low < 2.0 < bar.high < 2.2


def test_sessions_are_not_divided_by_one_another() -> None:
    found = offload.chart(STUDY, [cell("omp", [400]), cell("target-data", [100])])
    assert found.is_empty and "-c B" in found.panels[0].missing


@pytest.mark.parametrize("changes", [{"place": "host"}, {"letter": "C"}])
def test_fallback_and_other_classes_are_left_out(changes: dict[str, Any]) -> None:
    assert bars([*cell("omp", [400]), *cell("target-data", [100], **changes)]) == {}


def test_the_best_of_each_kind_is_shown_or_every_variant() -> None:
    run = [*cell("omp", [400]), *cell("target-data", [200]), *cell("target-tuned", [100]),
           *cell("cuda", [50])]  # fmt: skip
    assert set(bars(run)) == {"target-tuned", "cuda"}
    assert set(bars(run, every=True)) == {"target-tuned", "target-data", "cuda"}


def test_an_unknown_figure_is_said() -> None:
    with pytest.raises(UsageError, match="npb-offload-C"):
        catalogue.charts("npb-offload-Z", [])
