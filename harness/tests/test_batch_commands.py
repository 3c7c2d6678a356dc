"""Command lines of submit, collect and cancel that are wrong: one line and an exit code."""

from __future__ import annotations

from pathlib import Path

import fakes
import pytest

from league import cli

WRONG = [
    (["submit", "--per-task", "0"], "--per-task: '0' is not a whole number of 1 or more"),
    (["submit", "--cpus", "0"], "--cpus: '0' is not a whole number of 1 or more"),
    (["submit", "--time", "soon"], "'soon' is no time for a job"),
    (["submit", "--junit", "x.xml"], "--junit means nothing for submit"),
    (["submit", "--fail-fast"], "--fail-fast means nothing for submit"),
    (["submit", "--site", "none.toml"], "cannot read"),
    (["doctor", "--site", "none.toml"], "cannot read"),
    (["collect", "none", "--out", "."], "there is no run 'none'"),
    (["cancel", "none", "--out", "."], "there is no run 'none'"),
]


@pytest.mark.parametrize(("words", "told"), WRONG)
def test_a_wrong_command_line_is_one_line(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("verb", ["collect", "cancel"])
def test_a_run_that_was_made_here_is_no_batch(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    _, folder = fakes.run(tmp_path, ["-l", "1", "--precision", "fp64"])
    capsys.readouterr()
    assert cli.main([verb, str(folder)]) == 2
    assert "was not submitted to a batch system; name a run of submit" in capsys.readouterr().err


def test_damaged_plans_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    _, folder = fakes.run(tmp_path, ["-l", "1", "--precision", "fp64"])
    (folder / "batch").mkdir()
    capsys.readouterr()
    for text in ("", "{}", '{"schema": "league-batch-9"}', '{"schema": "league-batch-1"}'):
        (folder / "batch" / "batch.json").write_text(text)
        assert cli.main(["collect", str(folder)]) == 2
        assert "cannot be read" in capsys.readouterr().err
