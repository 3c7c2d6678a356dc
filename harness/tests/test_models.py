"""Every registered model goes the whole way: launched, judged, tabled, exported, imported."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import fakes
import pytest

from league.analysis.standing import benchmarks
from league.base import models
from league.bundle import archive
from league.records import schema, store
from league.records.reading import read_run
from league.show import exports
from league.show.text import league_table_text
from league.toolchains import probes

ROOT = Path(__file__).resolve().parents[2]
FIELDS = {
    *("name", "language", "offloads", "shape", "adapter", "extends"),
    *("package", "target", "header", "macro", "library", "headers"),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run with a variant of every model."""
    project = tmp_path_factory.mktemp("models")
    for name in models.names():
        fakes.add_program(project / "build", name, model=name)
    done, folder = fakes.run(project, ["-l", "2", "--precision", "fp64", "--seed", "1"])
    assert done.exit_code == 0
    return folder


def test_a_record_of_every_model_is_read_judged_and_counted(run: Path) -> None:
    records = store.read_records(run)
    cells = {key.variant: cell for key, cell in read_run(run).cells.items()}
    for model in models.names():
        mine = [one for one in records if one.get("variant") == model]
        assert [fault for one in mine for fault in schema.validate(one)] == []
        launches = [one for one in mine if one["kind"] == "launch"]
        assert {one["mode"] for one in launches} == {"check", "timed"}, model
        assert {one["worst"] for one in launches} == {"pass"}, model
        assert cells[model].verified and cells[model].place == models.of(model).place


def test_every_model_is_in_the_table_and_in_the_exports(run: Path) -> None:
    text = league_table_text(store.read_records(run))
    assert f"{len(models.names())}" in text
    view = read_run(run)
    rows = list(csv.DictReader(io.StringIO(exports.to_csv(view))))
    assert {row["model"] for row in rows} == set(models.names())
    assert all(row["verdict"] == "pass" for row in rows)
    told = json.loads(exports.to_google_benchmark(view))["benchmarks"]
    assert benchmarks([view])["toy"] == list(models.names()), "in the order of the registry"
    named = {variant for one in told for variant in one["name"].replace(".", "/").split("/")}
    assert set(models.names()) <= named


def test_every_model_is_imported(run: Path, tmp_path: Path) -> None:
    packed = archive.pack_results(run)
    folder, count, fresh = archive.import_results(packed, tmp_path / "runs")
    assert fresh
    records = store.read_records(folder)
    assert len(records) == count
    assert {one["model"] for one in records if one["kind"] == "launch"} == set(models.names())


def test_a_model_of_another_version_is_read_and_never_taken_for_a_host_model() -> None:
    unknown = models.of("sycl")
    assert unknown.offloads
    assert unknown.rank == len(models.names())


def test_the_model_of_a_variant_is_the_longest_name_it_begins_with() -> None:
    of_variant = {
        "target-usm": "target-usm", "target-usm-flat": "target-usm", "target-data": "target",
        "cuda-one2one": "cuda", "cublas": "cublas", "omp-tuned": "omp",
    }  # fmt: skip
    assert {one: models.of_variant(one).name for one in of_variant} == of_variant


def test_the_registry_is_whole() -> None:
    told: list[dict[str, Any]] = json.loads(models.FILE.read_text())["models"]
    names = [one["name"] for one in told]
    assert len(set(names)) == len(names)
    for one in told:
        assert not set(one) - FIELDS, one["name"]
        base = one.get("extends", "")
        assert base == "" or base in names[: names.index(one["name"])]
        assert one.get("adapter") or base, one["name"]
        if one.get("adapter"):
            assert (ROOT / "harness/core/model" / one["adapter"]).is_file()
        if not one.get("package"):
            assert probes.program_of(one["name"]).is_file()


def test_nothing_else_lists_the_models() -> None:
    """Outside the registry no file of the harness names the vendor's libraries side by side."""
    guilty = []
    for file in [*ROOT.glob("harness/**/*.py"), *ROOT.glob("harness/**/*.cmake"),
                 *ROOT.glob("harness/**/*.json"), *ROOT.glob("scripts/*.py")]:  # fmt: skip
        if "tests" in file.parts or file == models.FILE:
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        if re.search(r"cublas\W{1,6}cufft\W{1,6}cusparse", text):
            guilty.append(file.name)
    assert guilty == []
