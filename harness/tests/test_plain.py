"""Variants without their pragmas: a wrong one is named, and of the runtime's callers nothing."""

from pathlib import Path

import pytest
from saying import called

from proofs import planter


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
    line = ["scripts/prove.py", "plain", "-b", "gauss", "-v", "target-tuned"]
    done = called(line, cwd=tree, env=planter.environment_of(tree))
    assert (done.returncode, done.stdout) == (0, "without pragmas: 1 call the runtime\n")
