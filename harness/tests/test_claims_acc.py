"""Claims about OpenACC, with GCC on the host."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from league.claims import build, exported, source, trial
from league.claims.build import Change, Kit
from league.claims.trial import mutants
from league.run.launch import Launcher

ROOT = Path(__file__).resolve().parents[2]
GXX = shutil.which("g++-12")
pytestmark = pytest.mark.skipif(GXX is None, reason="needs g++-12")
NAMES = ("acc.reduction.add", "acc.loop.collapse", "acc.routine.vector")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    core = ROOT / "harness" / "core"
    plain = Kit("gcc", "GNU", Path(GXX or ""), False, ("-fopenmp", "-foffload=disable"), (), core,
                variables=build.ON_HOST)  # fmt: skip
    own = replace(plain, flags=("-fopenacc", "-foffload=disable", "-Werror=unknown-pragmas"))
    return build.with_support(replace(plain, acc=own), tmp_path_factory.mktemp("support"))


def tried(kit: Kit, name: str, folder: Path, change: Change = build.PLAIN) -> str:
    claim = source.read(ROOT / "validation" / "acc" / f"{name}.cpp")
    with Launcher() as launcher:
        [one] = trial.carry_out(kit, claim, folder, launcher, change)
    return one.worst


@pytest.mark.parametrize("name", NAMES)
def test_it_holds_on_the_host_and_is_no_pass(kit: Kit, name: str, tmp_path: Path) -> None:
    assert tried(kit, name, tmp_path) == "host-fallback"
    assert tried(kit, name, tmp_path, build.IGNORED) != "pass"
    # Of its mutants the last one is about memory of one's own, the first one is not.
    changed = mutants(source.read(ROOT / "validation" / "acc" / f"{name}.cpp"))
    worst = [tried(kit, name, tmp_path, one.change) for one in changed]
    assert "wrong" in worst


def test_what_has_to_be_rejected_is(kit: Kit, tmp_path: Path) -> None:
    assert tried(kit, "acc.default.none.rejects-unlisted", tmp_path) == "pass"


def test_another_suite_is_given_none() -> None:
    claims = [one for one in source.load(ROOT / "validation")[0] if one.is_acc]
    assert {exported.why_not(one) for one in claims} == {"about OpenACC"}


def test_objects_hold_calls_of_regions(kit: Kit, tmp_path: Path) -> None:
    claim = source.read(ROOT / "validation" / "acc" / "acc.copyin.cpp")
    assert build.build(kit, claim, tmp_path).regions is True
    assert build.build(kit, claim, tmp_path, build.IGNORED).regions is False
