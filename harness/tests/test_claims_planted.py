"""Compilers that are wrong on purpose: no claim about a device may hold with them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from league.claims import build, judge, source
from league.claims.build import Kit
from league.claims.source import Claim
from league.run.launch import Launcher

ROOT = Path(__file__).resolve().parents[2]
GXX = shutil.which("g++-12") or shutil.which("g++")
CLANGXX = next(filter(None, map(shutil.which, ("clang++-22", "clang++-19"))), None)

#: Of each group the first few: what is wrong here is wrong everywhere.
PER_GROUP = 3

needs_gxx = pytest.mark.skipif(GXX is None, reason="needs g++")
pytestmark = pytest.mark.slow


def a_kit(tmp_path: Path, compiler: str, family: str, *flags: str) -> Kit:
    kit = Kit("planted", family, Path(compiler), True, flags, (), ROOT / "harness" / "core")
    return build.with_support(kit, tmp_path / "support")


def device_claims() -> list[Claim]:
    claims, _ = source.load(ROOT / "validation")
    chosen: list[Claim] = []
    for claim in claims:
        alike = [one for one in chosen if one.group == claim.group]
        if claim.where == "device" and claim.expect == "pass" and len(alike) < PER_GROUP:
            chosen.append(claim)
    return chosen


def verdicts(kit: Kit, claim: Claim, folder: Path, *, directives: bool = True) -> list[str]:
    folder.mkdir()
    outcome = build.build(kit, claim, folder, directives=directives)
    if outcome.program is None:
        return [one.worst for one in judge.unbuilt(claim, outcome)]
    with Launcher() as launcher:
        ended = judge.launch(launcher, claim, outcome.program, {"OMP_TARGET_OFFLOAD": "DEFAULT"})
    found = judge.judge(claim, outcome, ended, folder=folder, offload=True)
    return [one.worst for one in found]


def assert_nothing_passes(kit: Kit, folder: Path) -> None:
    found = {
        claim.name: verdicts(kit, claim, folder / str(number), directives=False)
        for number, claim in enumerate(device_claims())
    }
    assert [name for name, worst in found.items() if "pass" in worst] == []
    # A program that is not even built would prove nothing.
    built = [name for name, worst in found.items() if "compile-error" not in worst]
    assert len(built) > 0.9 * len(found), found


@needs_gxx
def test_a_compiler_that_ignores_target_passes_nothing(tmp_path: Path) -> None:
    # Regions are compiled, and run where the program is.
    assert GXX is not None
    kit = a_kit(tmp_path, GXX, "GNU", "-fopenmp", "-foffload=disable")
    passed = [
        claim.name
        for number, claim in enumerate(device_claims())
        if "pass" in verdicts(kit, claim, tmp_path / str(number))
    ]
    assert passed == []


@needs_gxx
def test_a_compiler_that_ignores_every_directive_passes_nothing(tmp_path: Path) -> None:
    assert GXX is not None
    kit = a_kit(tmp_path, GXX, "GNU", "-fopenmp", "-foffload=disable")
    assert_nothing_passes(kit, tmp_path)


def test_flags_for_a_device_do_not_stand_in_the_way() -> None:
    given = [
        "-O2",
        "-fopenmp",
        "-fopenmp-targets=nvptx64",
        "-Xopenmp-target",
        "-march=sm_90",
        "-I",
        "a",
    ]
    kept = build.ignoring_directives(given)
    assert kept[:3] == ["-O2", "-I", "a"]
    assert not any("openmp" in flag or "march" in flag for flag in kept)


@needs_gxx
def test_a_compiler_that_crashes_costs_one_claim(tmp_path: Path) -> None:
    assert GXX is not None
    fake = tmp_path / "g++"
    fake.write_text(
        "#!/bin/sh\n"
        'case "$*" in *map.to.cpp*) echo "internal compiler error: planted" >&2; exit 4;; esac\n'
        f'exec {GXX} "$@"\n'
    )
    fake.chmod(0o755)
    kit = a_kit(tmp_path, str(fake), "GNU", "-fopenmp", "-foffload=disable")
    claims = {claim.name: claim for claim in source.load(ROOT / "validation")[0]}
    assert verdicts(kit, claims["map.to"], tmp_path / "one") == ["compiler-crash"]
    assert verdicts(kit, claims["map.from"], tmp_path / "two") == ["host-fallback"]
