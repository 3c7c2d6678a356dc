"""Variants without their pragmas: which call the runtime, and that a wrong one is noticed."""

from pathlib import Path

import pytest
from saying import called

from proofs import plain, planter


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("int t = omp_get_team_num();", True), ("omp_event_handle_t event;", True),
        ("  #pragma omp parallel num_threads(2)\nx = 1;", False),
        ("// omp_get_wtime() is not called", False),
        ("#pragma omp taskloop \\\n    allocate(omp_default_mem_alloc : a)\nx = 1;", False),
    ],
)  # fmt: skip
def test_a_call_of_the_runtime_is_seen(tmp_path: Path, text: str, calls: bool) -> None:
    source = tmp_path / "omp.cpp"
    source.write_text(text)
    assert plain.calls_runtime([source]) is calls
    source.write_text("")
    (tmp_path / "rows.hpp").write_text(text)
    assert plain.calls_runtime([source]) is calls


@pytest.mark.slow
def test_what_is_wrong_without_pragmas_is_named(tmp_path: Path) -> None:
    tree = planter.copy_tree(tmp_path / "tree")
    variant = tree / "kernels/saxpy/target-teams.cpp"
    text = variant.read_text()
    assert "y[i] = a * x[i] + y[i]" in text
    variant.write_text(text.replace("y[i] = a * x[i] + y[i]", "y[i] = a * x[i]"))
    line = ["scripts/prove.py", "plain", "-b", "saxpy", "-v", "target-te*"]
    done = called(line, cwd=tree, env=planter.environment_of(tree))
    assert (done.returncode, "saxpy.target-teams: wrong" in done.stdout) == (1, True), done.stdout
    variant.write_text(text)
    done = called(line, cwd=tree, env=planter.environment_of(tree))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "without pragmas: 1 pass")
