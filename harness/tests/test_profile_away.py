"""Profiles that are made on the nodes of a batch system, and from a bundle."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import fakes
import pytest
from batches import Here, collected, python_of
from bundles import packed
from test_profile import WRITES, WRITTEN

from league.batch import scheduler, submit
from league.batch.site import Site
from league.bundle import archive, pack
from league.commands._profile_away import Profiled
from league.profile import plan, tools
from league.records import store
from league.run import session


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    fakes.add_program(folder / "build", "target-data", WRITES.format(text=WRITTEN), device="x86_64")
    return folder


def profiles(folder: Path) -> list[Any]:
    records = store.read_records(folder)
    return [one for one in records if one["kind"] == "launch" and one["mode"] == plan.MODE]


def counts(record: Any) -> list[tuple[str, int]]:
    return [(region["name"], region["count"]) for region in record["profile"]["regions"]]


def handed_on(project: Path, system: Here, *words: str, lost: Any = ()) -> Path:
    wishes = submit.Wishes(Site(python=python_of(project)), system, submit.Resources())
    asked = fakes.asked(project, words, "run")
    made = fakes.over_fakes(Profiled(asked, wishes, tools.OMPT, lost))
    return session.carry_out(made, find=lambda _: [fakes.FakeFound("fake")]).folder


def test_a_batch_makes_the_profile_that_a_run_makes(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "library", lambda variant: project / "lib.so")
    system = Here()
    folder = handed_on(project, system, "-c", "S", "--precision", "fp64", "--seed", "1")
    assert [one.tasks for one in system.requests.values()] == [1, 1]
    system.run_all()
    standing, code = collected(folder, system)
    assert (standing.complete, standing.lost, code) == (True, 0, 0)
    (one,) = profiles(folder)
    assert counts(one) == [("? 1", 1), ("? 2", 2)]
    assert (folder / one["profile"]["file"]).is_file()
    assert one["environment"]["OMP_TOOL_LIBRARIES"].endswith("lib.so")


def test_a_profile_that_was_lost_is_submitted_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from league.batch.collect import Collector

    monkeypatch.setattr(tools, "library", lambda variant: project / "lib.so")
    system = Here()
    folder = handed_on(project, system, "-c", "S", "--precision", "fp64", "--seed", "1")
    first, second = system.states
    assert system.run(*first) == 0
    system.end(*second, scheduler.CANCELLED)
    assert collected(folder, system)[1] == 1
    collector = Collector(folder, system, grace_s=0.0)
    lost = collector.lost()
    collector.close()
    assert len(lost) == 1
    monkeypatch.setattr(fakes, "asked", _resumed(fakes.asked, folder))
    handed_on(project, system, lost=lost)
    (third,) = set(system.states) - {first, second}
    assert system.run(*third) == 0
    assert collected(folder, system)[1] == 0
    assert [counts(one) for one in profiles(folder)] == [[("? 1", 1), ("? 2", 2)]]


def _resumed(usual: Any, folder: Path) -> Any:
    from dataclasses import replace

    return lambda project, words, verb: replace(
        usual(project, ("--resume", str(folder)), verb), out=None
    )


def test_a_bundle_takes_along_what_profiles_are_recorded_with(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack, "find_patchelf", lambda project: "patchelf")
    library = project / "build/fake" / tools.LIBRARY
    library.parent.mkdir()
    library.write_text("a library")
    made = packed(project, tmp_path / "b.tar.gz", beside=lambda some: library)
    home = archive.unpack(made, tmp_path / "away", print)
    line = [sys.executable, "-I", "-S", str(home / "run.py"), "--profile", "-c", "S"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
    (run,) = (one for one in (home / "results").iterdir() if one.is_dir())
    assert {tuple(counts(one)) for one in profiles(run)} == {(("? 1", 1), ("? 2", 2))}
    told = {one["environment"]["OMP_TOOL_LIBRARIES"] for one in profiles(run)}
    assert all(one.endswith(tools.LIBRARY) for one in told)
    refused = subprocess.run([*line, "--check"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and "leave out --check" in refused.stderr
