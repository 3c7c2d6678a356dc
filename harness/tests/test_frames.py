"""The door for people who ask their own questions: `league.load`, and the notebook that uses it."""

import ast
import sys
from pathlib import Path

import nbformat
import pandas as pd
import pytest
from saying import called
from synthetic import records, write_run

import league
from league.analysis.cell_table import COLUMNS
from league.base.errors import LeagueError
from league.base.paths import project_root

DOCS = project_root() / "harness" / "docs"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    write_run(folder, "one", seed=1)
    write_run(folder, "two", seed=2, slower=1.5)
    return folder


def test_cells_have_types_units_and_unknowns(runs: Path) -> None:
    table = league.load("one", runs=runs)
    assert list(table.columns) == list(COLUMNS)
    kinds = {"text": "string", "count": "Int64", "number": "Float64"}
    found = {name: str(kind) for name, kind in table.dtypes.items()}
    assert found == {name: kinds[one.kind] for name, one in COLUMNS.items()}
    assert table.attrs["units"]["compute_ns"] == "ns"
    assert set(table.attrs["meaning"]) == set(COLUMNS)
    failed = table[table.verdict == "host-fallback"].iloc[0]
    assert failed.compute_ns is pd.NA and failed.decision is pd.NA and failed.launches == 0
    for name, column in table.items():
        assert column.notna().all() or name in table.attrs["unknown"], name


def test_a_run_without_times_has_the_same_types(tmp_path: Path, runs: Path) -> None:
    write_run(tmp_path, "checked", launches=0)
    table = league.load("checked", runs=tmp_path)
    assert table.compute_ns.isna().all()
    assert table.dtypes.equals(league.load("one", runs=runs).dtypes)


def test_several_runs_and_other_tables(runs: Path) -> None:
    both = league.load(["one", runs / "two"], runs=runs)
    assert set(both.run) == {"one", "two"}
    assert len(league.load(runs)) == len(both)  # a folder of runs
    launches = league.load("two", "launches", runs=runs)
    wanted = [line for line in records(seed=2, slower=1.5) if line["kind"] == "launch"]
    assert len(launches) == len(wanted) and "json" not in launches
    samples = league.load("two", "samples", runs=runs)
    assert samples.warmup.any() and samples.compute.min() > 0
    assert len(league.load("two", "sessions", runs=runs)) == 1
    assert set(league.load("two", "builds", runs=runs).verdict) >= {"ok", "compile-error"}


def test_what_is_not_there_is_named_and_what_is_can_be_kept(runs: Path, tmp_path: Path) -> None:
    with pytest.raises(LeagueError, match="there is no run 'three'"):
        league.load("three", runs=runs)
    with pytest.raises(LeagueError, match="did you mean samples"):
        league.load("one", "sample", runs=runs)

    table = league.load("one", runs=runs)
    table.to_parquet(tmp_path / "mine.parquet")
    kept = pd.read_parquet(tmp_path / "mine.parquet")
    pd.testing.assert_frame_equal(kept, table)


def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path) -> None:
    """Cell by cell in a process of its own, with what each cell shows as its last line."""
    notebook = nbformat.read(DOCS / "example.ipynb", as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] for cell in cells)
    script = ["import matplotlib", "matplotlib.use('Agg')"]
    for cell in cells:
        *_, last = ast.parse(cell.source).body
        assert isinstance(last, ast.Expr), cell.source
        lines = cell.source.splitlines()
        script += [*lines[: last.lineno - 1], "shown = (", *lines[last.lineno - 1 :], ")"]
        script.append("print(repr(shown), end='\\n====\\n')")
    told = called([sys.executable, "-W", "error", "-c", "\n".join(script)], cwd=DOCS)
    assert told.returncode == 0, told.stderr
    shown = told.stdout.split("\n====\n")
    assert len(shown) == len(cells) + 1
    assert "the runtime cannot count" in shown[1]
    assert "no-device" in shown[3] and "jacobi" in shown[4] and "Axes" in shown[-2]


def test_the_page_names_the_door() -> None:
    page = (DOCS / "exports.md").read_text(encoding="utf-8")
    assert "league.load" in page and "(example.ipynb)" in page
