"""A fault that one team hides: the check notices it on the plug-in device, where one is usual."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from league.base import paths

ROOT = paths.project_root()


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("clang++-19"), reason="needs Clang 19")
def test_work_that_every_team_does_is_wrong_with_clang(tmp_path: Path) -> None:
    """A single team that does all of the work is right; three that each do it are not."""
    tree, results = tmp_path / "tree", tmp_path / "runs"
    tree.mkdir()
    files = ["CMakeLists.txt", "harness", "scripts", "kernels", "npb", "miniapps", "validation"]
    skipped = shutil.ignore_patterns("__pycache__", "docs")
    for name in files:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=skipped)
        else:
            shutil.copy2(ROOT / name, tree / name)
    (tree / "results").mkdir()
    if (ROOT / ".deps").is_dir():
        (tree / ".deps").symlink_to((ROOT / ".deps").resolve())
    source = tree / "kernels/dot/target-data.cpp"
    text = source.read_text(encoding="utf-8")
    clauses = "map(tofrom : sum) reduction(+ : sum)"
    combined = f"#pragma omp target teams distribute parallel for {clauses}"
    assert text.count(combined) == 1
    undivided = f"#pragma omp target teams {clauses}\n#pragma omp parallel for reduction(+ : sum)"
    source.write_text(text.replace(combined, undivided), encoding="utf-8")
    words = ["check", "-b", "dot", "-v", "target-data", "-t", "clang-19-x86_64", "-c", "S"]
    command = [sys.executable, str(tree / "scripts/run_all.py"), *words, "--out", str(results)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    (file,) = results.glob("*/records.jsonl")
    records = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    answers = [one["verdict"]["answer"] for one in records if one["kind"] == "launch"]
    assert answers and {*answers} == {"wrong"}
