"""Claims that are built here and carried out by a batch system or from a bundle."""

import contextlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import batches
import bundles
import fakes
import pytest
from claims_here import ROOT, a_kit

from league.base.errors import LeagueError
from league.batch import collect, files, scheduler, submit
from league.batch.site import Site
from league.bundle import archive, contents, pack
from league.claims import away
from league.claims.build import Outcome
from league.claims.plan import Conformance
from league.claims.source import Claim
from league.claims.trial import Ready
from league.commands import _claims_away
from league.records import store, totals
from league.run import session
from league.run.launch import Launcher
from league.run.options import Options
from league.run.select import Selection
from league.toolchains import discovery
from league.toolchains import files as toolchain_files

#: Of two translation units, with a library of its own, one that is generated, one refused.
IDS = ("dt.two-translation-units", "dt.shared-library", "c.tgmath", "atom.capture.*", "c.no-prot*",
       "c.omp_alloc*")  # fmt: skip


@pytest.fixture(scope="module")
def found() -> discovery.Found:
    every = toolchain_files.load_all(ROOT / "harness/toolchains")
    [gcc] = [one for one in every if one.name == "gcc-12-host"]
    [found] = discovery.discover([gcc], project=ROOT)
    return found


def asked(out: Path, **more: Any) -> Options:
    chosen = Selection(suite="validation", benchmarks=IDS)
    return Options(ROOT, "check", chosen, ("gcc-12-host",), out=out, **more)


def told(folder: Path) -> dict[Any, Any]:
    """Return what a run says of claims, but for times and for what carried it out."""
    left = ("id", "time", "wall_ns", "batch")
    return {
        store.key_of(one): {name: value for name, value in one.items() if name not in left}
        for one in store.read_records(folder)
        if one["kind"] == "claim"
    }


@pytest.fixture(scope="module")
def here(found: discovery.Found, tmp_path_factory: pytest.TempPathFactory) -> dict[Any, Any]:
    plan = Conformance(asked(tmp_path_factory.mktemp("here")))
    verdicts = told(session.carry_out(plan, find=lambda _: [found]).folder)
    assert len({one["worst"] for one in verdicts.values()}) > 2
    return verdicts


def collected(folder: Path, system: Any) -> tuple[collect.Standing, int, list[Any]]:
    made = collect.Collector(folder, system, grace_s=0.0, claims=away.records_of)
    with contextlib.closing(made) as collector:
        standing = collector.collect()
        return standing, collector.exit_code(standing), [one for _, one in collector.lost()]


@pytest.mark.slow
def test_a_batch_of_claims_leaves_what_a_local_run_leaves(
    found: discovery.Found, here: dict[Any, Any], tmp_path: Path
) -> None:
    system = batches.Here()
    (tmp_path / "build").mkdir()
    site = Site(python=batches.python_of(tmp_path))
    wishes = submit.Wishes(site, system, submit.Resources(), per_task=2)
    plan = _claims_away.Submitted(asked(tmp_path), wishes)
    folder = session.carry_out(plan, find=lambda _: [found]).folder
    by_build = told(folder)
    assert by_build.items() < here.items()
    first, *others = system.states
    system.end(*first, scheduler.CANCELLED)
    for job, task in others:
        assert system.run(job, task) == 0
    standing, code, lost = collected(folder, system)
    assert standing.complete and code == 1 and len(lost) == 2
    assert standing.lost == sum(len(one.record_keys()) for one in lost)

    again = replace(asked(tmp_path), out=None, resume=folder)
    session.carry_out(_claims_away.Submitted(again, wishes, lost), find=lambda _: [found])
    [(job, task)] = [one for one in system.states if one not in (first, *others)]
    assert system.run(job, task) == 0
    for _ in range(2):  # nothing is doubled
        standing, code, lost = collected(folder, system)
        assert (standing.lost, standing.left, code, lost) == (0, 0, 0, [])
    records = store.read_records(folder)
    keys = [store.key_of(one) for one in records if one["kind"] == "claim"]
    assert len(keys) == len(set(keys)) and told(folder) == here
    assert records[-1]["kind"] == "session" and records[-1]["state"] == "finished"


@pytest.mark.slow
def test_a_bundle_of_claims_says_what_a_local_run_says(
    found: discovery.Found, here: dict[Any, Any], tmp_path: Path
) -> None:
    chosen = asked(tmp_path)
    plan = Conformance(chosen)
    work = pack.PortableFolders(chosen, chosen.progress(), [found])
    packed = pack.make(
        chosen, tmp_path / "b.tar.gz", work=work,
        claims=lambda one, home: _claims_away.pack(plan, one, home),
    )  # fmt: skip
    folder = archive.unpack(packed, tmp_path, print)
    assert str(ROOT) not in (folder / "build/gcc-12-host/claims.json").read_text()
    line = [sys.executable, "-I", "-S", str(folder / "run.py")]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
    run = next(one for one in (folder / "results").iterdir() if one.is_dir())
    assert told(run) == here
    one = [*line, "-b", "c.tgmath", "--out", str(tmp_path / "one")]
    assert subprocess.run(one, capture_output=True, check=False, cwd="/").returncode == 0
    [run] = (each for each in (tmp_path / "one").iterdir() if each.is_dir())
    assert {key[1] for key in told(run)} == {"c.tgmath"}

    file = folder / "build/gcc-12-host/claims.json"
    claims = json.loads(file.read_text())
    claims["claims"][0]["place"] = "claim-99999-0"
    file.write_text(json.dumps(claims))
    bundles.seal(folder)
    with pytest.raises(LeagueError, match="claim-99999-0 is no program of the bundle"):
        contents.verified(folder)


CRASHES = """#!/usr/bin/env python3
import json, os, sys
first, last = map(int, sys.argv[1:])
for number in range(first, last):
    if number == 1:
        os.abort()
    with open(os.environ["LEAGUE_CLAIM_RECORD"], "a") as file:
        line = {"id": f"x.{number}", "answer": "pass", "place": "host", "reason": "",
                "checks": [], "devices": 0, "launches": 0}
        file.write(json.dumps(line) + "\\n")
"""


def test_of_many_claims_the_one_that_ends_their_program_alone_is_lost(tmp_path: Path) -> None:
    program = tmp_path / "claim"
    fakes.script(program, CRASHES)
    claim = Claim(Path("batch.cpp"), ("x.0", "x.1", "x.2", "x.3"), "x", "5.0", "", "", "",
                  where="host", generated=True)  # fmt: skip
    ready = Ready(a_kit("g++"), claim, Outcome("ok", "", "", program, None))
    with Launcher() as launcher:
        records = away.carried_out(ready, launcher)
    assert [one["claim"] for one in records] == list(claim.ids)
    assert [one["worst"] for one in records] == ["pass", "crash(SIGABRT)", "pass", "pass"]


@pytest.mark.parametrize(("code", "worst", "red"), [
    (77, ["no-device"] * 4, False), (0, ["pass", "crash(SIGABRT)", "pass", "pass"], True),
])  # fmt: skip
def test_without_the_device_nothing_fails_and_one_program_tells_it(
    tmp_path: Path, code: int, worst: list[str], red: bool
) -> None:
    asked = tmp_path / "asked"
    program = fakes.script(tmp_path / "claim-0-0" / "claim", CRASHES)
    fakes.script(tmp_path / away.PROBE / "claim", f"#!/bin/sh\necho x >> {asked}\nexit {code}\n")
    claim = Claim(Path("batch.cpp"), ("x.0", "x.1", "x.2", "x.3"), "x", "5.0", "", "", "",
                  where="host", generated=True)  # fmt: skip
    kit = replace(a_kit("g++"), offload=True)
    ready = Ready(kit, claim, Outcome("ok", "", "", program, None))
    with Launcher() as launcher:
        every = [one for _ in range(2) for one in away.carried_out(ready, launcher)]
    assert [one["worst"] for one in every] == worst * 2
    assert any(totals.red_claim(one, device=True) for one in every) == red
    assert asked.read_text() == "x\n"


@pytest.mark.slow
def test_claims_of_a_gpu_travel_with_what_asks_for_it(tmp_path: Path) -> None:
    """On a machine that has none they are no failures."""
    every = toolchain_files.load_all(ROOT / "harness/toolchains")
    [nvptx] = discovery.discover([one for one in every if one.name == "gcc-12-nvptx"], project=ROOT)
    if nvptx.state != "usable" or nvptx.runs_here:
        pytest.skip("gcc-12-nvptx is not here, or has its device")
    chosen = Options(ROOT, "check", Selection(suite="validation", benchmarks=("c.tgmath",)),
                     ("gcc-12-nvptx",), out=tmp_path)  # fmt: skip
    work = pack.PortableFolders(chosen, chosen.progress(), [nvptx])
    packed = pack.make(
        chosen, tmp_path / "b.tar.gz", work=work,
        claims=lambda one, home: _claims_away.pack(Conformance(chosen), one, home),
    )  # fmt: skip
    folder = archive.unpack(packed, tmp_path, print)
    line = [sys.executable, "-I", "-S", str(folder / "run.py")]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, (done.stdout, done.stderr)
    run = next(one for one in (folder / "results").iterdir() if one.is_dir())
    assert [one["worst"] for one in told(run).values()] == ["no-device"]


def test_what_does_not_come_to_its_launch_says_why(tmp_path: Path) -> None:
    claim = Claim(Path("a.cpp"), ("a", "b"), "x", "5.0", "", "", "")
    ready = Ready(a_kit("g++"), claim, Outcome("ok", "", "", tmp_path / "claim", None))
    (tmp_path / "claim").write_text("")
    told = json.loads(json.dumps(away._packed(ready, tmp_path / "place")))
    records = away.records_of(told, tmp_path, None, "its job ended: cancelled")
    assert [one["claim"] for one in records] == ["a", "b"]
    assert {one["reason"] for one in records} == {"its job ended: cancelled"}
    assert files.PlannedClaim(told).record_keys() == [store.key_of(one) for one in records]
