"""The newest run is the newest that holds what was asked for."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from saying import Says
from synthetic import write_run

from league import cli
from league.base.errors import UsageError


def write(folder: Path, name: str, lines: list[dict[str, Any]], age: int) -> None:
    file = folder / name / "records.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    os.utime(file, (1e9 - age, 1e9 - age))


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    write_run(tmp_path, "whole")
    text = (tmp_path / "whole" / "records.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    triad = [one for one in lines if one.get("benchmark", "triad") == "triad"]
    clang = [one for one in triad if one.get("toolchain", "clang-19-x86_64") == "clang-19-x86_64"]
    write(tmp_path, "whole", lines, age=30)
    write(tmp_path, "one-toolchain", clang, age=20)
    write(tmp_path, "begun", lines[:2], age=10)
    return tmp_path


def run(verb: str, *words: str) -> int:
    return cli.run([verb, *words])


def test_a_benchmark_is_sought_where_it_was_measured(runs: Path, cli_says: Says) -> None:
    for benchmark, newest in (("jacobi", "whole"), ("triad", "one-toolchain")):
        told = cli_says("export", "csv", "--out", str(runs), "-b", benchmark).out
        assert told.splitlines()[1].startswith(f"{newest},")
    with pytest.raises(UsageError, match="jacoby"):
        run("export", "csv", "--out", str(runs), "-b", "jacoby")


def test_two_toolchains_are_compared_where_both_were_measured(runs: Path, cli_says: Says) -> None:
    both = ["clang-19-x86_64", "clang-22-x86_64"]
    assert "compared" in cli_says("compare", *both, "--out", str(runs)).out
