"""Laps and figures of merit in the report, with numbers computed by hand."""

from types import SimpleNamespace
from typing import Any

import pytest

from league.analysis import metrics
from league.analysis.ratios import Against
from league.records.launches import launch_of
from league.records.view import Cell
from league.show.times import Timed, merit, phase_table

GOOD = {"build": "ok", "launch": "ok", "place": "host", "answer": "pass", "timing": "ok"}


def cell(variant: str, *samples: dict[str, int]) -> Cell:
    """Return a verified cell with one launch whose repetitions have these laps (ns)."""
    record: dict[str, Any] = {
        "samples": [
            {"warmup": False, "compute": sum(laps.values()) + 1000, "laps": laps}
            for laps in samples
        ],
        "work": {"flops": 1.0, "bytes": 1.0, "merit": {"count": 3000.0, "unit": "Mop"}},
    }
    names = {"toolchain": "gcc", "benchmark": "npb-bt", "variant": variant, "class": "S"}
    names |= {"precision": "fp64", "group": "npb", "model": "omp"}
    launch = launch_of({**names, "verdict": GOOD, "worst": "pass", "record": record})
    return Cell(launch.key, "npb", "omp", [launch])


def laps(*cells: Cell, held: Cell | None) -> tuple[list[str], list[list[tuple[str, str]]]]:
    """Return the heads of the table of laps, and text and note of each of its fields."""
    session: Any = SimpleNamespace(against=lambda cell: Against(cell, held, None))
    toolchain: Any = SimpleNamespace(label="gcc")
    table = phase_table([Timed(toolchain, one, session) for one in cells], "npb-bt")
    fields = [[column.cell(row) for column in table.columns] for row in table.rows]
    told = [[(one.text, one.note) for one in row] for row in fields]
    return [column.title for column in table.columns], told


def test_laps_stand_beside_those_of_the_reference() -> None:
    reference = cell("omp", {"rhs": 10_000, "solve": 20_000})
    slow = cell("omp-slow", {"rhs": 15_000, "solve": 90_000}, {"rhs": 15_000, "solve": 70_000})
    heads, (first, second) = laps(reference, slow, held=reference)
    assert heads == ["Variant", "Toolchain", "rhs", "solve", "rest"]
    assert (first[0], second[0]) == (("omp", ""), ("omp-slow", ""))
    assert first[2:4] == [("10.0 µs", ""), ("20.0 µs", "")]
    assert second[2:] == [("15.0 µs", "1.50×"), ("80.0 µs", "4.00×"), ("1.00 µs", "")]


def test_a_lap_only_one_variant_has_is_a_dash_elsewhere() -> None:
    one, other = cell("omp", {"rhs": 10_000}), cell("omp-fused", {"all": 5_000})
    heads, (first, second) = laps(one, other, held=one)
    assert heads[2:4] == ["rhs", "all"]
    assert first[3] == ("–", "")
    assert second[2:4] == [("–", ""), ("5.00 µs", "")]


def test_without_laps_there_is_no_table() -> None:
    assert laps(cell("omp", {}), held=None)[1] == []


def test_merit_is_the_nominal_count_over_the_time() -> None:
    # Compute is 2000 + 1000 ns; 3000 Mop in 3 µs are 1e9 Mop/s.
    assert merit(cell("omp", {"rhs": 2_000})) == (1e9, "Mop/s")
    assert metrics.merit_per_second(6.0, 2e9) == 3.0
    with pytest.raises(ValueError, match="positive"):
        metrics.merit_per_second(6.0, 0.0)
