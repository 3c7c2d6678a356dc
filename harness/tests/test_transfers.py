"""What the runtime counted: resident data moves nothing, mapping every kernel moves it all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from league.records import store

ROOT = Path(__file__).resolve().parents[2]
DEVICE = "clang-19-x86_64"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def launches(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The launches of one check of both variants in both precisions."""
    folder = tmp_path_factory.mktemp("transfers")
    command = [sys.executable, "scripts/run_all.py", "check", "-t", DEVICE, "-b", "jacobi"]
    done = subprocess.run(
        [*command, "-v", "target-naive,target-data", "-c", "S", "--out", str(folder)],
        cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    if done.returncode == 5:
        pytest.skip(f"{DEVICE} is not usable on this machine")
    assert done.returncode == 0, done.stdout + done.stderr
    return [one for one in store.read_records(next(folder.iterdir())) if one["kind"] == "launch"]


@pytest.mark.parametrize("variant", ["target-naive", "target-data"])
@pytest.mark.parametrize(("precision", "size"), [("fp64", 8), ("fp32", 4)])
def test_naive_moves_both_grids_there_and_one_back_in_every_sweep_and_resident_data_nothing(
    launches: list[dict[str, Any]], variant: str, precision: str, size: int
) -> None:
    mine = [one for one in launches if (one["variant"], one["precision"]) == (variant, precision)]
    (record,) = (one["record"] for one in mine)
    n, sweeps = record["class"]["n"], record["class"]["sweeps"]
    moved = sweeps * n * n * size if variant == "target-naive" else 0
    counted = {"launches": sweeps, "to_device": 2 * moved, "from_device": moved}
    assert record["samples"][-1]["compute_motion"] == counted
