"""The catalogue: what there is to ask for, at once and without a compiler."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from league import cli
from league.run import build_folders, catalogue


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a program was started, or a toolchain looked for")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(build_folders, "find_toolchains", refuse)


def listed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.run(["list", *words]) == 0
    return capsys.readouterr().out


def test_a_line_per_benchmark_that_fits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = listed(capsys).splitlines()
    assert max(map(len, lines)) <= 60
    named = [line for line in lines if line.startswith(("kernels/", "npb/", "miniapps/"))]
    assert len(named) == len(catalogue.entries()) > 30


def test_what_is_asked_for_is_listed_with_its_variants(capsys: pytest.CaptureFixture[str]) -> None:
    told = listed(capsys, "-b", "jacobi", "-v", "target-*")
    assert "target-rows" in told
    assert "serial" not in told.partition("suites:")[0].split()
    content: dict[str, Any] = json.loads(listed(capsys, "--json", "-b", "vadd", "-c", "S"))
    (entry,) = content["benchmarks"]
    assert [one["letter"] for one in entry["classes"]] == ["S"]
    assert entry["variants"]["omp"] == {"model": "omp", "offloads": False}


def test_the_file_is_written_as_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "catalogue.json"
    file.write_text(catalogue.as_text(catalogue.entries()), encoding="utf-8")
    assert catalogue.entries(file) == catalogue.entries()
    assert file.read_text(encoding="utf-8") == catalogue.FILE.read_text(encoding="utf-8")
