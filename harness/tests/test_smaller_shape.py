"""A league or a team that came out smaller than a check asks for is told."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import fakes
import pytest
from claims_here import GXX
from fakes import launches

CORE = Path(__file__).parents[1] / "core"
ASK = """#include <cstdio>
#include "league/device.hpp"
int main() {
  const auto shape = league::shape_got().value_or(league::Shape{0, 0});
  std::printf("%d %d", shape.teams, shape.threads);
}
"""


def checked(tmp_path: Path, model: str, shape: dict[str, int] | None) -> list[dict[str, Any]]:
    """The checks of a program that says it got a shape."""
    body = "" if shape is None else f"record['shape'] = {json.dumps(shape)}"
    fakes.add_program(tmp_path / "build", model, body)
    return launches(fakes.run(tmp_path, ["-l", "1"], "run")[1])


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        (None, {""}),
        ({"teams": 1, "threads": 8}, {""}),
        ({"teams": 1, "threads": 3}, {"", "smaller than asked: 3 of 8 threads"}),
        (
            {"teams": 1, "threads": 1},
            {"smaller than asked: 1 of 3 threads", "smaller than asked: 1 of 8 threads"},
        ),
    ],
)
def test_a_smaller_team_is_told_of_checks_and_fails_none(
    tmp_path: Path, shape: dict[str, int] | None, told: set[str]
) -> None:
    made = checked(tmp_path, "omp", shape)
    assert {one["reason"] for one in made if one["mode"] == "check"} == told
    assert {one["reason"] for one in made if one["mode"] == "timed"} == {""}
    assert {one["worst"] for one in made} == {"pass"}


@pytest.mark.parametrize(
    ("model", "limited", "got"),
    [
        ("omp", {}, "1 3"),
        ("omp", {"OMP_THREAD_LIMIT": "1"}, "1 1"),
        ("serial", {}, "0 0"),
    ],
)
def test_what_came_is_what_the_runtime_gave(
    tmp_path: Path, model: str, limited: dict[str, str], got: str
) -> None:
    if GXX is None:
        pytest.skip("no g++ is here")
    source = tmp_path / "ask.cpp"
    source.write_text(ASK)
    command = [GXX, "-std=c++17", "-fopenmp", f"-I{CORE}/include", str(source),
               str(CORE / f"model/{model}.cpp"), "-o", str(tmp_path / "ask")]  # fmt: skip
    subprocess.run(command, check=True)
    asked = {"PATH": os.environ["PATH"], "OMP_NUM_THREADS": "3", **limited}
    said = subprocess.run([tmp_path / "ask"], env=asked, check=True, capture_output=True, text=True)
    assert said.stdout == got
