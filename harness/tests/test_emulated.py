"""The emulated NVIDIA device as the harness sees it; its own tests are in harness/emulator."""

import argparse
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fakes import script

from league.base import exit_codes
from league.claims import build, judge, plan
from league.claims.source import Claim
from league.claims.trial import Trial
from league.commands import emulate
from league.records import totals
from league.run import emulator
from league.run.build_folders import without_siblings
from league.run.variants import BenchmarkPlan
from league.toolchains import files
from league.toolchains.discovery import Found, cache_variables
from league.toolchains.probes import NO_DEVICE, Capability
from league.verdicts import judging
from proofs import device_faults, door
from proofs.planter import ROOT, Edit, entries

TOOLCHAINS = Path(__file__).parents[1] / "toolchains"


RIGHT = {**judging.unlaunched("ok", "ok"), "place": "emulated", "answer": "pass"}


def _emulated() -> files.Toolchain:
    return files.load(TOOLCHAINS / "nvcc-13-emulated.toml")


def _found(toolchain: files.Toolchain) -> Found:
    can = Capability(True, NO_DEVICE)
    return Found(toolchain, "usable", capabilities={"cuda": can})


def test_it_is_built_for_ptx_alone_and_with_the_stand_in() -> None:
    variables = cache_variables(_emulated(), {})
    assert variables["LEAGUE_EMULATED_DEVICE"] == "ON"
    assert variables["CMAKE_CUDA_ARCHITECTURES"] == "90-virtual"


def test_other_toolchains_know_nothing_of_it() -> None:
    real = cache_variables(files.load(TOOLCHAINS / "nvcc-13-sm_90.toml"), {})
    assert "LEAGUE_EMULATED_DEVICE" not in real
    assert real["CMAKE_CUDA_ARCHITECTURES"] == "90"


def test_it_needs_no_gpu() -> None:
    assert _found(_emulated()).runs_here
    assert not _found(files.load(TOOLCHAINS / "nvcc-13-sm_90.toml")).runs_here


def test_a_session_that_asks_for_no_toolchain_leaves_it_out() -> None:
    real = _found(files.load(TOOLCHAINS / "nvcc-13-sm_90.toml"))
    assert without_siblings([_found(_emulated()), real]) == [real]


@pytest.mark.parametrize(("mode", "code"), [("check", 0), ("measure", 4)])
def test_it_is_enough_for_a_check_and_for_no_measurement(mode: str, code: int) -> None:
    launch = {"kind": "launch", "mode": mode, "model": "cuda", "verdict": RIGHT}
    assert totals.Outcome(judging.STRICT, mode, [launch]).exit_code() == code


def test_a_claim_that_ran_on_it_says_so() -> None:
    ran = judge.Judged("map.to", "ok", "ok", "device", "pass", "pass")
    kit = build.Kit("x", "GNU", Path("g++"), True, (), (), Path("core"), emulated=True)
    claim = Claim(Path("map.to.cpp"), ("map.to",), "map", "4.5", "", "", "")
    made = plan.record_of(Trial(claim, kit=kit), ran, wall_ns=1)
    assert (made["verdict"]["place"], made["worst"]) == ("emulated", "pass")


@pytest.mark.parametrize(("emulated", "seconds"), [(True, 240.0), (False, 60.0)])
def test_a_claim_has_longer_on_it(emulated: bool, seconds: float) -> None:
    class Slow:
        def start(self, *_: object, timeout_s: float) -> None:
            told.append(timeout_s)
            raise TimeoutError

    told: list[float] = []
    kit = build.Kit("x", "GNU", Path("g++"), True, (), (), Path("core"), emulated=emulated)
    claim = Claim(Path("map.to.cpp"), ("map.to",), "map", "4.5", "", "", "", seconds=60)
    with pytest.raises(TimeoutError):
        judge.launch(Slow(), kit, claim, Path("claim"))  # type: ignore[arg-type]
    assert told == [seconds]


@pytest.mark.parametrize(("name", "fewer"), [("gcc-12-emulated", True), ("gcc-12-nvptx", False)])
def test_threads_of_a_claim_look_less_often_on_it(name: str, fewer: bool) -> None:
    found = Found(files.load(TOOLCHAINS / f"{name}.toml"), "usable", compiler=Path("g++"))
    kit = build.kit_of(found, Path())
    assert any(flag.startswith("-DLEAGUE_LOOKS=") for flag in kit.flags) == fewer


def test_each_change_of_the_emulator_still_fits_its_sources() -> None:
    assert door.main(["device-mutants", "--list"]) == 0


@pytest.mark.parametrize(
    ("toolchain", "letter", "warmup"),
    [("nvcc-13-emulated", "S", "0"), ("nvcc-13-sm_90", "S", "1"), ("nvcc-13-sm_90", "W", "0")],
)
def test_counts_are_of_one_repetition(toolchain: str, letter: str, warmup: str) -> None:
    found = _found(files.load(TOOLCHAINS / f"{toolchain}.toml"))
    terms = SimpleNamespace(judge=SimpleNamespace(mandatory=True))
    planned = SimpleNamespace(context=SimpleNamespace(found={toolchain: found}), agreed=terms)
    cell = SimpleNamespace(
        letter=letter, variant=SimpleNamespace(toolchain=toolchain, offloads=True)
    )
    words = BenchmarkPlan.words(planned, cell, timed=False)  # type: ignore[arg-type]
    assert words == ("--repeat", "1", "--warmup", warmup)


@pytest.mark.parametrize("fault", entries("faults", "fault"))
def test_each_fault_of_a_variant_fits_it(fault: dict[str, Any]) -> None:
    assert Edit.of_entry(fault).applied((ROOT / fault["file"]).read_text())


@pytest.mark.parametrize("fault", entries("device_faults", "fault"))
def test_each_fault_of_a_small_program_fits_it_and_says_where(fault: dict[str, Any]) -> None:
    file = str(device_faults.PROGRAMS / f"{fault['program']}.cu")
    text = Edit.of_entry({"file": file, **fault}).applied((ROOT / file).read_text())
    assert all(part in text for part in fault.get("at", []))


@pytest.mark.parametrize(
    ("lines", "ends", "code"),
    [("", 0, exit_codes.GOOD), ("race: kernel k", 0, exit_codes.FAILED), ("race: kernel k", 7, 7)],
)
def test_a_finding_is_a_failure(
    lines: str, ends: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f'#!/bin/sh\nprintf "{lines}" >> "$GPU_EMULATOR_FINDINGS"\nexit {ends}\n'
    program = script(tmp_path / "program", text)
    monkeypatch.setattr(emulator, "library", lambda root: tmp_path / "libcudart.so.13")
    monkeypatch.delenv("GPU_EMULATOR_FINDINGS", raising=False)
    args = argparse.Namespace(gpu="h100", seed=0, output="text", program=str(program), arguments=[])
    assert emulate.main(args) == code


@pytest.mark.parametrize(
    ("gpu", "seen"), [("a100", "a100 none lib"), ("mi210", "none mi210 lib/amd")]
)
def test_a_program_finds_the_device_it_was_built_for(
    gpu: str, seen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        '#!/bin/sh\necho "${GPU_EMULATOR_GPU:-none} ${GPU_EMULATOR_AMD:-none}'
        f' ${{LD_LIBRARY_PATH#{tmp_path}/}}" > "{tmp_path}/seen"\n'
    )
    program = script(tmp_path / "program", text)
    monkeypatch.setattr(emulator, "library", lambda root: tmp_path / emulator.LIBRARY)
    for name in ("GPU_EMULATOR_GPU", "GPU_EMULATOR_AMD", "LD_LIBRARY_PATH"):
        monkeypatch.delenv(name, raising=False)
    args = argparse.Namespace(gpu=gpu, seed=0, output="text", program=str(program), arguments=[])
    assert emulate.main(args) == exit_codes.GOOD
    assert (tmp_path / "seen").read_text().strip() == seen


@pytest.mark.parametrize(
    ("name", "folder"), [("nvcc-13-emulated", "lib"), ("clang-19-gfx90a-emulated", "lib/amd")]
)
def test_a_claim_finds_the_device_of_its_toolchain(
    name: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emulator, "library", lambda root: tmp_path / emulator.LIBRARY)
    monkeypatch.setattr(build, "with_support", lambda kit, scratch: kit)
    monkeypatch.setenv("LD_LIBRARY_PATH", "own")
    found = Found(files.load(TOOLCHAINS / f"{name}.toml"), "usable", Path("c++"))
    kit = build.ready(found, ROOT, tmp_path)
    assert kit.variables["LD_LIBRARY_PATH"] == f"{tmp_path / folder}:own"


def test_one_library_serves_all_builds_until_its_sources_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "harness" / "emulator"
    (source / "src").mkdir(parents=True)
    (source / "src" / "warp.cpp").write_text("int a;")
    made: list[str] = []

    def quietly(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        if "--build" in command:
            folder = Path(command[2]) / "lib"
            (folder / "amd").mkdir(parents=True)
            for name in ("libcudart.so.13", "libcuda.so", "amd/libhsa-runtime64.so"):
                (folder / name).touch()
            made.append(str(folder))
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(emulator.process, "quietly", quietly)
    first = emulator.library(tmp_path)
    assert first == emulator.library(tmp_path) and len(made) == 1
    assert first.parent == emulator.folder(tmp_path, tmp_path / "build") / "lib"
    (source / "src" / "warp.cpp").write_text("int b;")
    assert emulator.library(tmp_path) != first and len(made) == 2
    elsewhere = emulator.library(tmp_path, tmp_path / "builds")
    assert elsewhere.is_relative_to(tmp_path / "builds") and len(made) == 3
    os.utime(first.with_name("libcuda.so"), (0, 0))
    (source / "src" / "warp.cpp").write_text("int c;")
    third = emulator.library(tmp_path)
    kept = set((tmp_path / "build" / "emulated-device").iterdir())
    assert len(kept) == 2 and third.parents[1] in kept and first.parents[1] not in kept
    assert elsewhere.is_file()
