"""What is said before a run begins: how many launches, how long, and what will be missing."""

from pathlib import Path

from synthetic import records, write_run
from test_plan import cell

from league.run import estimate


def test_launches_take_as_long_as_before(tmp_path: Path) -> None:
    write_run(tmp_path, "20261121-base", seed=1)
    (tmp_path / "20261122-damaged").mkdir()
    (tmp_path / "20261122-damaged" / "records.jsonl").write_text("{}\n{}\n")
    walls = estimate.earlier_walls(tmp_path)
    known = {key for key in walls if key[0] == "gcc-12-host"}
    assert ("gcc-12-host", "jacobi", "omp", "W", "fp64") in known
    assert set(walls.values()) == {0.3}
    assert estimate.earlier_walls(tmp_path / "nowhere") == {}


def test_totals_and_time_are_told() -> None:
    cells = [cell("serial"), cell("omp")]
    one, other = (c.key for c in cells)
    assert estimate.told(cells, 5, {one: 30.0, other: 6.0}) == (
        "10 launches of 2 cells, about 3 min 00 s"
    )
    assert "those 1 that were timed before take about 2 min 30 s" in estimate.told(
        cells, 5, {one: 30.0}
    )
    assert "nobody knows" in estimate.told(cells, 5, {})


def test_only_timed_launches_count() -> None:
    checks = [r for r in records() if r.get("mode") == "check"]
    assert estimate.walls_of(checks) == {}


def test_a_selection_without_a_reference_says_so() -> None:
    alone = [cell("target-data"), cell("target-loop")]
    assert "no ratios; add -v omp" in estimate.without_reference(alone)
    assert estimate.without_reference([*alone, cell("omp")]) == ""
    assert estimate.without_reference([*alone, cell("cuda", "vadd")]).startswith(
        "no reference is selected, so times of jacobi will"
    )
    assert estimate.without_reference([]) == ""
