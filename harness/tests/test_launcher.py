"""The words before a program that a toolchain's file says."""

import os
from dataclasses import replace
from pathlib import Path

import fakes
import pytest
from claims_here import ROOT

from league.base.errors import LeagueError
from league.records import store
from league.run import session
from league.run.timing import Timing
from league.toolchains import discovery, files

LAUNCHERS = ROOT / "harness/toolchains/launchers"


def test_every_launch_of_a_toolchain_is_started_by_its_launcher(tmp_path: Path) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    count = tmp_path / "count"
    script = fakes.script(tmp_path / "starts", f'#!/bin/sh\necho x >> {count}\nexec "$@"\n')
    plan = fakes.over_fakes(Timing(fakes.asked(tmp_path, ("-l", "2", "--seed", "1"), "run")))
    found = fakes.FakeFound("fake", launcher=(str(script),))
    done = session.carry_out(plan, find=lambda _: [found])
    assert done.exit_code == 0
    records = [one for one in store.read_records(done.folder) if one["kind"] == "launch"]
    assert {tuple(one["launcher"]) for one in records} == {("starts",)}
    assert count.read_text() == "x\n" * len(records)


def test_a_launcher_that_is_not_there_is_the_reason(tmp_path: Path) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    plan = fakes.over_fakes(Timing(fakes.asked(tmp_path, ("--seed", "1"), "check")))
    found = fakes.FakeFound("fake", launcher=("no-such-launcher",))
    done = session.carry_out(plan, find=lambda _: [found])
    assert done.exit_code == 1
    told = [one["reason"] for one in store.read_records(done.folder) if one["kind"] == "launch"]
    assert told and all("no-such-launcher" in one for one in told)


def test_the_examples_are_toolchains_and_say_whether_they_were_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usual = {one.name for one in files.load_all(ROOT / "harness/toolchains")}
    monkeypatch.setenv(files.FOLDERS, str(LAUNCHERS))
    more = [one for one in files.load_all(ROOT / "harness/toolchains") if one.name not in usual]
    assert len(more) == len(list(LAUNCHERS.glob("*.toml"))) == 4
    assert all(one.launcher for one in more)
    assert [one.name for one in more if one.tried] == ["gcc-12-host-valgrind"]
    for one in more:
        text = (LAUNCHERS / f"{one.name}.toml").read_text()
        assert text.startswith("# Tried with" if one.tried else "# Not tried")


def test_a_launcher_may_name_the_project_and_has_its_quotes_closed(tmp_path: Path) -> None:
    text = 'schema = 1\nextends = "gcc-host"\nversion = "12"\nlauncher = "sh \'{project}/a b\'"\n'
    file = tmp_path / "mine.toml"
    file.write_text(text)
    bases = ROOT / "harness/toolchains/base"
    made = files.load(file, bases)
    assert made.launcher == ("sh", "{project}/a b")
    found = discovery.Found(made, "usable", places={"project": os.sep + "here"})
    assert found.launcher == ("sh", "/here/a b")
    assert replace(made, launcher=()).launcher == ()
    file.write_text(text.replace("b'", "b"))
    with pytest.raises(LeagueError, match=r"mine.toml:4: launcher = .* No closing quotation"):
        files.load(file, bases)
