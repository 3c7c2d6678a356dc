"""Where output goes: the same word in every verb, nowhere unasked, and not wider than asked."""

import argparse
import os
import shutil
from pathlib import Path

import pytest
from saying import Says, run_all
from synthetic import write_run

from league import cli
from league.base.columns import blocks
from league.base.paths import project_root

COMMITTED = project_root() / "results" / "reference" / "debian12-2core"
#: What stands for the value of an option of this name, in every verb that has it.
MEANS = {
    "--out": {"DIR"}, "--output": {"FILE", "DIR"}, "--markdown": {"FILE"}, "--junit": {"FILE"},
    "--csv": {"FILE"}, "--figure": {"FILE.svg"}, "--json": {None},
}  # fmt: skip
#: A word of the help that belongs to one option only.
OWNED = {"picture": "--figure", "plot": "--figure", "Markdown": "--markdown", "JUnit": "--junit"}


def every_option() -> list[tuple[str, argparse.Action]]:
    return [
        (verb, action)
        for verb in ("", *cli.verbs())
        for action in cli.parser_of(verb, cli.load(verb))._actions
        if action.option_strings
    ]


def test_an_option_means_the_same_in_every_verb() -> None:
    seen: dict[str, set[str]] = {}
    short: dict[str, set[str]] = {}
    for verb, action in every_option():
        for name in action.option_strings:
            if name in MEANS:
                assert action.metavar in MEANS[name], (verb, name)
                seen.setdefault(name, set()).add(verb)
            if len(name) == 2:
                short.setdefault(name, set()).add(action.option_strings[-1])
        for word, owner in OWNED.items():
            if word in (action.help or "") and action.nargs != 0:
                assert owner in action.option_strings, (verb, action.option_strings)
    assert set(seen) == set(MEANS) and all(len(verbs) > 2 for verbs in seen.values())
    assert {name: words for name, words in short.items() if len(words) > 1} == {}


def call(folder: Path, *words: str, columns: int = 100) -> str:
    environment = {**os.environ, "COLUMNS": str(columns), "NO_COLOR": "1"}
    told = run_all(*words, cwd=folder, env=environment)
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def files(folder: Path) -> set[Path]:
    return {file for file in folder.rglob("*") if "__pycache__" not in file.parts}


def test_what_is_committed_stays_as_it_is(tmp_path: Path) -> None:
    """Reports and figures of a committed run go among the runs, not beside its records."""
    before = files(COMMITTED)
    where = ("--out", str(tmp_path / "runs"))
    folder = tmp_path / "here"
    folder.mkdir()
    told = call(folder, "report", str(COMMITTED / "quick-fresh-machine"), *where)
    assert str(tmp_path / "runs" / "quick-fresh-machine" / "report") in told
    told = call(folder, "figures", "npb-offload-B", str(COMMITTED / "npb-offload-B"), *where)
    assert str(tmp_path / "runs" / "npb-offload-B" / "figures") in told
    run = write_run(tmp_path / "elsewhere", "mine", launches=1)
    call(folder, "report", str(run), *where)  # a run of one's own keeps its report
    assert (run / "report" / "index.html").is_file()
    assert files(COMMITTED) == before
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "line",
    [
        "list", "list -b jacobi", "matrix conformance", "query fastest quick-fresh-machine",
        "query transfers quick-fresh-machine", "query failures npb-speed",
        "compare -t clang-19-x86_64 clang-22-x86_64 quick-fresh-machine",
        "history show quick-fresh-machine",
    ],
)  # fmt: skip
def test_tables_fit_sixty_columns(
    line: str, monkeypatch: pytest.MonkeyPatch, cli_says: Says
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.chdir(COMMITTED)
    assert max(map(len, cli_says(*line.split()).out.splitlines())) <= 60


def test_a_wide_table_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda _: os.terminal_size((60, 24)))
    rows = [["", *(f"column {n}" for n in range(9))], ["first", *(str(n) for n in range(9))]]
    parts = blocks(rows)
    assert len(parts) > 1
    assert all(len(line) <= 60 for part in parts for line in part.splitlines())
    assert all(part.splitlines()[1].startswith("first") for part in parts)
    told = "\n".join(parts)
    assert all(told.count(f"column {n}") == 1 for n in range(9))
