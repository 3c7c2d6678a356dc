"""Ceilings come from stream and fma of the same session, class and place."""

from typing import Any

import pytest
from test_cells import a_launch

from league.analysis.ceilings import Ceilings
from league.records import view


def a_host_launch(benchmark: str, flops: float, moved: float, **changes: Any) -> dict[str, Any]:
    launch = a_launch(
        benchmark=benchmark, variant="omp", model="omp", stages={"place": "host"}, **changes
    )
    launch["record"]["work"] = {"flops": flops, "bytes": moved}
    return launch


def the_share(*launches: dict[str, Any]) -> float | None:
    run = view.view(launches)
    cell = next(cell for key, cell in run.cells.items() if key.benchmark == "jacobi")
    return Ceilings(run).share(cell)


# The best repetition of stream takes 10 ns for 1000 bytes: 100 GB/s; that of fma 10 ns for 5000
# flops: 500 GFLOP/s.  jacobi's median is 20 ns.
STREAM = a_host_launch("stream", 100.0, 1000.0)
FMA = a_host_launch("fma", 5000.0, 10.0)


def test_traffic_is_held_against_bandwidth() -> None:
    # 800 bytes in 20 ns are 40 GB/s of 100.
    assert the_share(STREAM, FMA, a_host_launch("jacobi", 100.0, 800.0)) == pytest.approx(0.4)


def test_arithmetic_is_held_against_fma() -> None:
    # 2000 flops in 20 ns are 100 GFLOP/s of 500; 10 bytes do not matter.
    assert the_share(STREAM, FMA, a_host_launch("jacobi", 2000.0, 10.0)) == pytest.approx(0.2)


def test_places_with_other_ceilings_are_told_apart() -> None:
    shown = Ceilings(view.view([STREAM, FMA]))
    assert shown.told("W", "fp64") == "host 500 GFLOP/s, 100 GB/s"
    assert shown.told("A", "fp64") == ""


@pytest.mark.parametrize("left", [STREAM, FMA])
def test_without_both_there_is_no_ceiling(left: dict[str, Any]) -> None:
    assert the_share(left, a_host_launch("jacobi", 100.0, 800.0)) is None


def test_another_class_or_place_is_no_ceiling() -> None:
    other = a_host_launch("stream", 100.0, 1000.0, **{"class": "S"})
    assert the_share(other, FMA, a_host_launch("jacobi", 100.0, 800.0)) is None
    assert the_share(STREAM, FMA, a_launch()) is None  # on the device


def test_a_wrong_stream_is_no_ceiling() -> None:
    wrong = a_host_launch("stream", 100.0, 1000.0)
    wrong["verdict"]["answer"] = "wrong"
    assert the_share(wrong, FMA, a_host_launch("jacobi", 100.0, 800.0)) is None
