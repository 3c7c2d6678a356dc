"""scripts/published.py: its list of problems, and what it says of a run."""

from __future__ import annotations

import argparse
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from league.base.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("published", ROOT / "scripts/published.py")
assert _spec is not None and _spec.loader is not None
published = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(published)

PROBLEMS = published.load(ROOT / "miniapps/published.toml")


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda one: str(one["name"]))
def test_problems_name_what_exists(problem: dict[str, Any]) -> None:
    assert (ROOT / "miniapps" / problem["benchmark"] / "CMakeLists.txt").is_file()
    for argument in published.filled(problem["arguments"], Path("/nowhere")):
        if argument.startswith(str(ROOT)):
            assert Path(argument).is_file(), argument


def test_names_are_unique() -> None:
    names = [problem["name"] for problem in PROBLEMS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "problem"),
        ("[[problem]]\nname = 'a'\n", "no arguments, benchmark, minutes"),
        (
            "[[problem]]\nname='a'\nbenchmark='flow'\narguments=[]\nminutes=1\nlimit=2\n",
            "unknown limit",
        ),
        ("[[problem", "cannot be read"),
    ],
)
def test_a_broken_list_is_refused(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "list.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=said):
        published.load(file)


def test_problems_are_chosen_by_name_and_benchmark() -> None:
    names = [one["name"] for one in published.chosen_problems(PROBLEMS, ["lulesh-1*"], None)]
    assert names == ["lulesh-10-i1", "lulesh-10-i2", "lulesh-10"]
    assert len(published.chosen_problems(PROBLEMS, None, None)) == len(PROBLEMS)
    with pytest.raises(UsageError, match="there are bm1, sodx"):
        published.chosen_problems(PROBLEMS, ["bm1"], ["flow"])


def test_what_is_left_out_says_why(tmp_path: Path) -> None:
    problem = {"name": "a", "benchmark": "bude", "arguments": ["{decks}/bm1"], "minutes": 2}
    assert "more than --most" in published.reason_to_skip(problem, 1, None)
    assert "--decks" in published.reason_to_skip(problem, 2, None)
    assert published.reason_to_skip(problem, 2, tmp_path) == "--decks has no bm1"
    (tmp_path / "bm1").mkdir()
    assert published.reason_to_skip(problem, 2, tmp_path) == ""


def record(answer: str, error: float | None, exit_code: int = 0) -> dict[str, Any]:
    """Return a run's record with two checks, the second nearer to its limit."""
    checks = [
        {"name": "mass", "error": 1e-14, "tolerance": 1e-12, "passed": True},
        {"name": "energy", "error": error, "tolerance": 1e-8, "passed": answer == "pass"},
    ]
    line = {"answer": answer, "checks": checks, "samples": [{"compute": 2e9}],
            "work": {"merit": {"count": 8.0, "unit": "cell-steps"}}}  # fmt: skip
    return {"problem": "p", "benchmark": "flow", "variant": "omp", "toolchain": "gcc-12-host",
            "exit_code": exit_code, "reason": "", "records": [line]}  # fmt: skip


def test_a_line_tells_the_check_nearest_to_its_limit() -> None:
    line = published.told(record("pass", 5e-9))
    assert "| pass | 2.00 s | 4.00 cell-steps/s | 2: energy 5.0e-09 of 1.0e-08 |" in line


def test_a_line_tells_what_is_wrong() -> None:
    assert "| wrong |" in published.told(record("wrong", 1e-3, 1))
    crashed = {**record("pass", 0.0, -11), "records": [], "reason": "killed"}
    assert "| exit -11 |" in published.told(crashed)
    assert "killed" in published.told(crashed)


def test_records_hold_no_folder_of_this_machine() -> None:
    text = json.dumps([problem["arguments"] for problem in PROBLEMS])
    assert str(ROOT) not in text
    assert "/home" not in text


def test_a_run_of_nothing_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = argparse.Namespace(v=None, most=1, decks=None, output=None)
    with pytest.raises(UsageError, match="nothing was run"):
        published.run_all(arguments, PROBLEMS[:2], [], {})
    assert "--decks" in capsys.readouterr().out
