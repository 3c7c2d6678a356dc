"""What the runtime counted: resident data moves nothing, mapping every kernel moves it all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEVICE = "clang-19-x86_64"
pytestmark = pytest.mark.slow


def motion(folder: Path, variant: str, precision: str) -> tuple[dict[str, Any], dict[str, int]]:
    """Class parameters and what was counted within `compute` of the last repetition."""
    command = [sys.executable, "scripts/run_all.py", "check", "-t", DEVICE, "-b", "jacobi"]
    command += ["-v", variant, "-c", "S", "--precision", precision, "--out", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode == 5:
        pytest.skip(f"{DEVICE} is not usable on this machine")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = next(folder.rglob("records.jsonl")).read_text().splitlines()
    launch = next(r for r in map(json.loads, lines) if r["kind"] == "launch")
    return launch["record"]["class"], launch["record"]["samples"][-1]["compute_motion"]


@pytest.mark.parametrize(("precision", "size"), [("fp64", 8), ("fp32", 4)])
def test_naive_moves_both_grids_there_and_one_back_in_every_sweep(
    tmp_path: Path, precision: str, size: int
) -> None:
    parameters, counted = motion(tmp_path, "target-naive", precision)
    n, sweeps = parameters["n"], parameters["sweeps"]
    assert counted["to_device"] == sweeps * 2 * n * n * size
    assert counted["from_device"] == sweeps * n * n * size
    assert counted["launches"] == sweeps


def test_resident_data_moves_nothing(tmp_path: Path) -> None:
    parameters, counted = motion(tmp_path, "target-data", "fp64")
    assert counted == {"launches": parameters["sweeps"], "to_device": 0, "from_device": 0}
