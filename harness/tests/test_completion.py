"""What a shell is told when somebody presses Tab: argcomplete's protocol, and a real bash."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from fakes import script
from saying import RUN_ALL, Says, called, run_all
from synthetic import write_run


def ask(line: str, tmp_path: Path, **environment: str) -> list[str]:
    """Return the words that fit at the end of a line."""
    told = tmp_path / "words"
    asked = {
        "_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line.encode())),
        "COMP_TYPE": "9", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(told),
    }  # fmt: skip
    done = run_all(env={**os.environ, **asked, **environment}, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return [word.strip() for word in told.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("line", "some", "none"),
    [
        ("run_all.py ", {"run", "compare", "completion"}, {"--launches", "jacobi"}),
        ("run_all.py hist", {"history"}, set()),
        ("scripts/run_all.py --laun", {"--launches"}, set()),
        ("run_all.py -b matm", {"matmul"}, set()),
        ("run_all.py run ", {"--launches", "--within"}, {"run"}),
        ("run_all.py run --benchmark npb-c", {"npb-cg"}, {"npb-is"}),
        ("run_all.py run -b jacobi,vad", {"jacobi,vadd"}, set()),
        ("run_all.py run -b jacobi -v target-", {"target-data"}, {"cuda", "target-tasks"}),
        ("run_all.py check -t clang-19-x", {"clang-19-x86_64"}, set()),
        ("run_all.py run -c ", {"S", "W", "A"}, {"jacobi"}),
        ("run_all.py run --suite ", {"quick", "npb", "validation"}, set()),
        ("run_all.py run --precision fp", {"fp32", "fp64"}, {"all"}),
        ("run_all.py compare clang-19-x", {"clang-19-x86_64"}, set()),
        ("run_all.py export s", {"sarif"}, {"junit"}),
        ("run_all.py history s", {"show", "save"}, set()),
    ],
)
def test_words_that_fit(line: str, some: set[str], none: set[str], tmp_path: Path) -> None:
    words = set(ask(line, tmp_path))
    assert some <= words and not none & words


def test_an_unknown_verb_has_no_words(tmp_path: Path) -> None:
    assert ask("run_all.py nosuch ", tmp_path) in ([], [""])


def test_runs_and_baselines_are_those_of_the_folder(tmp_path: Path) -> None:
    for name in ("2026-01-01T00-00-00Z", "2026-02-01T00-00-00Z"):
        write_run(tmp_path / "runs", name, launches=1)
    where = f"--out {tmp_path / 'runs'}"
    assert ask(f"run_all.py report {where} 2026-0", tmp_path) == [
        "2026-02-01T00-00-00Z", "2026-01-01T00-00-00Z",
    ]  # fmt: skip
    assert "latest" in ask(f"run_all.py run {where} --since ", tmp_path)
    shutil.copytree(tmp_path / "runs", tmp_path / "kept")
    asked = f"run_all.py gate --baselines {tmp_path / 'kept'} --baseline 2026-01"
    assert ask(asked, tmp_path) == ["2026-01-01T00-00-00Z"]


def test_saved_selections_are_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('schema = 1\n[nightly]\nbenchmark = ["jacobi"]\n', encoding="utf-8")
    assert ask("run_all.py check --select ", tmp_path, LEAGUE_SELECTIONS=str(file)) == ["nightly"]


def test_nothing_is_configured_compiled_or_written(tmp_path: Path) -> None:
    """With a PATH on which every tool leaves a trace."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("cmake", "ninja", "g++", "clang++-19", "git", "nvidia-smi"):
        script(tools / name, f"#!/bin/sh\ntouch {tmp_path}/called\n")
    assert ask("run_all.py list -b jac", tmp_path, PATH=str(tools)) != []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["bin", "words"]


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_learns_it(tmp_path: Path) -> None:
    script = f"""
        eval "$({sys.executable} {RUN_ALL} completion)"
        PATH={RUN_ALL.parent}:{Path(sys.executable).parent}:$PATH
        COMP_LINE='run_all.py check -b jacobi-s' COMP_POINT=28 COMP_TYPE=9 COMP_CWORD=3
        COMP_WORDS=(run_all.py check -b jacobi-s)
        _python_argcomplete run_all.py jacobi-s -b
        echo "<${{COMPREPLY[*]}}>"
        complete -p run_all.py
    """
    told = called(["bash", "-c", script])
    assert told.stdout.splitlines()[0] == "<jacobi-solver >", told.stderr
    assert "_python_argcomplete run_all.py" in told.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_code(shell: str, cli_says: Says) -> None:
    assert "run_all.py" in cli_says("completion", shell).out
