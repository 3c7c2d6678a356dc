"""Capability probes: what becomes of a toolchain whose tiny programs fail in one way or another."""

import os
from pathlib import Path

import pytest
from fake_machine import OFFLOADING, calls, fake_compiler, find_one, offloading, write

from league.toolchains import compilers, discovery, probes
from league.toolchains.discovery import discover
from league.toolchains.files import load
from league.toolchains.probes import NO_DEVICE, Capability


def test_what_runs_is_usable(machine: Path, tmp_path: Path) -> None:
    fake_compiler(machine)
    found = find_one(offloading(tmp_path), tmp_path)
    assert (found.state, found.version) == ("usable", "19.1.7")
    assert found.runs_here
    assert found.capabilities["target"] == Capability(True)
    assert found.capabilities["acc"] == Capability(False, "no OpenACC here", fatal=True)
    target = next(call for call in calls(machine) if "target.cpp" in call)
    assert target.split()[:4] == ["-std=c++17", "-O3", "-fopenmp", "-fopenmp-targets=somewhere"]


def test_a_gpu_that_is_not_here_is_no_defect(machine: Path, tmp_path: Path) -> None:
    fake_compiler(machine, program="exit 1")
    found = find_one(offloading(tmp_path, "nvptx", "sm_90"), tmp_path)
    assert found.capabilities["target"] == Capability(True, NO_DEVICE)
    assert not found.capabilities["serial"].ok  # that one did run, and failed
    assert found.state == "usable"
    assert not found.runs_here


FAILING = [
    ("clang: error: bitcode library '/x/libomptarget-nvptx-sm_90.bc' does not exist",
     "no device runtime", "16 or 19"),
    ("ptxas fatal   : Value 'sm_35' is not defined for option 'gpu-name'",
     "ptxas does not know", "-misa"),
    ("clang: error: unable to execute command: posix_spawn failed: No such file: ptxas",
     "ptxas was not found", "CUDA_HOME"),
    ("lto-wrapper: fatal error: could not find accel/nvptx-none/mkoffload in /usr/lib",
     "offload compiler", "apt-get install --no-install-recommends clang-19 clang-tools-19"),
    ("clang: error: unable to execute command: posix_spawn failed: No such file",
     "a tool that links or packs device images is missing", "clang-tools-19"),
    ("a.cpp:1: fatal error: omp.h: No such file or directory", "runtime is missing", "--setup"),
    ("error: something nobody foresaw", "something nobody foresaw", ""),
]  # fmt: skip


@pytest.mark.parametrize(("said", "reason", "remedy"), FAILING)
def test_a_build_that_fails_breaks_the_toolchain_with_its_reason(
    machine: Path, tmp_path: Path, said: str, reason: str, remedy: str
) -> None:
    fails = f'case "$*" in *target*.cpp*) echo "{said}" >&2; exit 1;; esac'
    fake_compiler(machine, compiling=fails)
    found = find_one(offloading(tmp_path), tmp_path)
    assert found.state == "broken"
    assert reason in found.reason
    assert remedy in found.remedy
    assert found.capabilities["target"].fatal
    assert found.capabilities["target-usm"].fatal
    assert found.capabilities["omp"].ok


def test_unified_memory_that_a_compiler_refuses_is_a_result(machine: Path, tmp_path: Path) -> None:
    fake_compiler(
        machine,
        compiling='case "$*" in *target-usm.cpp*)'
        ' echo "sorry, unimplemented: requires unified_shared_memory"; exit 1;; esac',
    )
    found = find_one(offloading(tmp_path), tmp_path)
    usm = found.capabilities["target-usm"]
    assert found.state == "usable"
    assert (usm.ok, usm.fatal) == (False, False)
    assert "target-usm" not in " ".join(
        discovery.configure_line(found, source=tmp_path, build=tmp_path / "b")
    )


ENDS = [
    ("exit 3", False, "ran on the host although a device exists", "broken"),
    ('echo "OMP: Error #15: already initialized"; exit 134', False, "two OpenMP runtimes",
     "broken"),
    ("echo error while loading shared libraries: libx.so: cannot open; exit 127", False,
     "libx.so is not found when the program starts", "broken"),
    ("echo No images found compatible with it; exit 1", False, "refuses the device image",
     "broken"),
    # a wrong answer is a result, not a reason to look away
    ("echo sum 3; exit 1", False, "runs, but the answer is wrong", "usable"),
    ("exit 77", True, "sees no device although this machine has one", "usable"),
    ("kill -SEGV $$", False, "SIGSEGV", "usable"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "ok", "reason", "state"), ENDS)
def test_what_a_program_for_a_device_ends_as(
    machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, ok: bool,
    reason: str, state: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(compilers, "gpus", lambda device: ["/dev/nvidia0"])
    fake_compiler(machine, program=program)
    found = find_one(offloading(tmp_path, "nvptx", "sm_90"), tmp_path)
    target = found.capabilities["target"]
    assert target.ok == ok
    assert reason in target.reason
    assert bool(target.remedy) or not ok
    assert found.state == state


def test_the_outcome_is_kept_until_something_changes(machine: Path, tmp_path: Path) -> None:
    compiler = fake_compiler(machine)
    one = offloading(tmp_path)
    first = find_one(one, tmp_path)
    count = len(calls(machine))
    assert count == 4  # serial, omp, target, target-usm
    assert find_one(one, tmp_path).capabilities == first.capabilities
    assert len(calls(machine)) == count
    os.utime(compiler, (1, 1))
    find_one(one, tmp_path)
    assert len(calls(machine)) == 2 * count


def test_what_every_toolchain_shares_is_tried_once(machine: Path, tmp_path: Path) -> None:
    fake_compiler(machine)
    text = OFFLOADING.replace("{device}", "x86_64").replace("{arch}", "")
    two = [load(write(tmp_path, name, text)) for name in ("a", "b")]
    assert [one.state for one in discover(two, project=tmp_path)] == ["usable", "usable"]
    assert len(calls(machine)) == 4


@pytest.mark.parametrize(("failed", "tried"), [(True, 2), (False, 1)])
def test_what_failed_is_tried_again_after_packages_were_installed(
    failed: bool, tried: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The remedy of a failure is a package more often than not, which no compiler's date tells."""
    packages, outcomes = tmp_path / "status", []

    def one_more(_: probes.Job) -> Capability:
        outcomes.append(Capability(not failed, fatal=failed))
        return outcomes[-1]

    monkeypatch.setattr(probes, "_INSTALLED", packages)
    monkeypatch.setattr(probes, "_try", one_more)
    job = probes.Job("serial", ("c++",), device_here=False)
    for _ in range(2):
        probes.probe(job, tmp_path)
    assert len(outcomes) == 1
    packages.touch()
    os.utime(packages, (2e9, 2e9))
    probes.probe(job, tmp_path)
    assert len(outcomes) == tried
