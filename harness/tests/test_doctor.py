"""What doctor and toolchains print, and their exit codes."""

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakes import script
from saying import Says

from league import cli
from league.toolchains import compilers, discovery, doctor, packages, setup
from league.toolchains.discovery import Found
from league.toolchains.files import Toolchain
from league.toolchains.probes import NO_DEVICE, Capability


def described(name: str, **more: object) -> Toolchain:
    settings: dict[str, object] = {
        "title": name, "device": "nvptx", "arch": "sm_90", "tried": True, "version": "19",
        "family": "Clang", "cxx": ("clang++-19",), "packages": ("clang-19",),
        "flags": {"omp": ("-fopenmp",), "offload": ("-x",)},
        "why_not": {"acc": "none", "cuda": "none", "cublas": "none"}, **more,
    }  # fmt: skip
    return Toolchain(name=name, **settings)  # type: ignore[arg-type]


FINE = Found(
    described("clang-19-sm_90"),
    "usable",
    version="19.1.7",
    capabilities={
        "serial": Capability(True),
        "omp": Capability(True),
        "target": Capability(True, NO_DEVICE),
        "target-usm": Capability(False, "unimplemented"),
        "acc": Capability(False, "none", fatal=True),
    },
)
BROKEN = Found(
    described("clang-22-sm_90"), "broken", reason="no device runtime", remedy="use another version"
)
MISSING = {"reason": "clang++-17 was not found", "remedy": "apt-get install clang-17"}
ABSENT = [Found(described(f"clang-17-{one}"), "absent", **MISSING) for one in ("host", "x86_64")]


@pytest.fixture(autouse=True)
def no_apt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_debian", lambda: False)


def found_here(monkeypatch: pytest.MonkeyPatch, found: list[Found]) -> None:
    monkeypatch.setattr(discovery, "discover", lambda chosen, **_: found)


def test_every_state_has_its_part_and_absent_ones_share_a_line() -> None:
    told = f"runs serial, omp; builds target ({NO_DEVICE}); lacks target-usm"
    assert doctor.abilities(FINE) == told
    lines = doctor.toolchain_lines([FINE, BROKEN, *ABSENT])
    assert lines[0] == "Toolchains that work here: 1"
    assert any("clang-22-sm_90" in line and "no device runtime" in line for line in lines)
    assert "-> use another version" in "\n".join(lines)
    assert lines[-2:] == [
        "  clang++-17 was not found: clang-17-host, clang-17-x86_64",
        "    -> apt-get install clang-17",
    ]


def test_a_release_without_the_package_is_not_told_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packages, "is_debian", lambda: True)
    monkeypatch.setattr(packages.Apt, "candidates", lambda self, names: {})
    assert "this Debian release has no clang-19" in doctor.toolchain_lines(ABSENT)[-1]


def test_a_mendable_model_comes_with_its_remedy() -> None:
    can = Capability(True, "builds, but its runtime sees no device", "install the plug-in")
    found = Found(FINE.toolchain, "usable", capabilities={"target": can})
    assert any(line.endswith("install the plug-in") for line in doctor.toolchain_lines([found]))


def test_a_missing_fortran_compiler_is_a_line_and_no_fault() -> None:
    speaking = replace(
        FINE.toolchain, flags={"fortran": ("-fopenmp",)}, fortran_packages=("gfortran-12",)
    )
    found = replace(FINE, toolchain=speaking)
    [line] = [one for one in doctor.toolchain_lines([found]) if "Fortran" in one]
    assert line.endswith("no Fortran compiler: apt-get install --no-install-recommends gfortran-12")
    here = replace(found, fortran_compiler=Path("/usr/bin/gfortran-12"))
    assert not any("Fortran" in one for one in doctor.toolchain_lines([here, FINE]))


@pytest.mark.parametrize(
    ("found", "code", "printed"),
    [([FINE, BROKEN], 0, "clang-19-sm_90"), ([BROKEN, *ABSENT], 5, "that work here: 0")],
)
def test_doctor_is_content_with_one_toolchain(
    monkeypatch: pytest.MonkeyPatch, cli_says: Says,
    found: list[Found], code: int, printed: str,
) -> None:  # fmt: skip
    found_here(monkeypatch, found)
    told = cli_says("doctor", code=code).out
    assert "Surroundings" in told and printed in told


def test_toolchains_are_told_in_words_and_as_records(
    monkeypatch: pytest.MonkeyPatch, cli_says: Says
) -> None:
    found_here(monkeypatch, [FINE, BROKEN, *ABSENT])
    records = json.loads(cli_says("toolchains", "--json").out)
    assert [record["state"] for record in records] == ["usable", "broken", "absent", "absent"]
    assert records[0]["capabilities"]["target"]["reason"] == NO_DEVICE
    lines = cli_says("toolchains").out.splitlines()
    assert lines[2].split()[:4] == ["clang-19-sm_90", "Clang", "19.1.7", "nvptx"]
    assert any("incomplete: no device runtime" in line for line in lines)
    assert lines[-1].startswith("2 more are described")


def test_a_choice_of_toolchains_is_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def discover(chosen: list[Toolchain], **_: object) -> list[Found]:
        looked.extend(one.name for one in chosen)
        return []

    monkeypatch.setattr(discovery, "discover", discover)
    assert cli.run(["toolchains", "-t", "gcc-12-*,clang-19-x86_64"]) == 0
    gcc = ["amdgcn", "emulated", "gfx906-emulated", "host", "nvptx"]
    assert looked == ["clang-19-x86_64", *(f"gcc-12-{one}" for one in gcc)]


# --- surroundings ------------------------------------------------------------------------------


def tool(folder: Path, name: str, says: str, status: int = 0) -> None:
    script(folder / name, f"#!/bin/sh\necho '{says}'\nexit {status}\n")


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on its PATH but this folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(compilers, "gpus", lambda device: [])
    return folder


def looked_at(project: Path) -> dict[str, doctor.Finding]:
    return {finding.what: finding for finding in doctor.surroundings(project)}


def test_what_is_missing_comes_with_a_remedy(bare: Path, tmp_path: Path) -> None:
    found = looked_at(tmp_path)
    assert found["cmake"] == doctor.Finding("missing", "cmake", "apt-get install cmake")
    assert found["ninja"].level == "missing"
    ccache = next(one for what, one in found.items() if what.startswith("ccache"))
    assert (ccache.level, ccache.remedy) == ("note", "apt-get install ccache")
    for finding in found.values():
        assert finding.level != "missing" or finding.remedy
    gpu = next(one for what, one in found.items() if "NVIDIA" in what)
    assert gpu.level == "note" and gpu.what.startswith("no NVIDIA GPU on this machine")


def test_patchelf_is_missed_by_bundles_alone(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (missing,) = (one for what, one in looked_at(tmp_path).items() if "patchelf" in what)
    assert missing.level == "note"
    assert "bundle does not work" in missing.what
    assert "--setup" in missing.remedy
    tool(bare, "patchelf", "patchelf 0.18.0")
    assert looked_at(tmp_path)["patchelf, for bundles"].level == "ok"


def test_tools_are_named_with_their_versions(bare: Path, tmp_path: Path) -> None:
    tool(bare, "cmake", "cmake version 3.31.2")
    tool(bare, "ninja", "1.12.1")
    tool(bare, "ccache", "ccache version 4.9")
    python = setup.venv_python(tmp_path)
    python.parent.mkdir(parents=True)
    python.touch()
    found = looked_at(tmp_path)
    for what in ("cmake 3.31.2", "ninja 1.12.1", "ccache 4.9", "Python environment in .venv"):
        assert found[what].level == "ok"


def test_what_does_not_do_is_said(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool(bare, "cmake", "cmake version 3.18.4")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=2**29))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    found = looked_at(tmp_path)
    finding = found["cmake 3.18.4 is too old"]
    assert (finding.level, finding.remedy) == ("missing", "install cmake 3.25 or newer")
    assert found["only 0.5 GiB of disk free"].level == "missing"
    (told,) = (one for what, one in found.items() if "results go below" in what)
    assert told.level == "note"


def test_a_gpu_is_named_and_a_silent_driver_is_a_fault(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        compilers, "gpus", lambda device: ["/dev/nvidia0"] if device == "nvptx" else []
    )
    tool(bare, "nvidia-smi", "NVIDIA H200")
    assert looked_at(tmp_path)["NVIDIA GPU: NVIDIA H200"].level == "ok"
    tool(bare, "nvidia-smi", "driver mismatch", status=9)
    silent = looked_at(tmp_path)["an NVIDIA GPU is here, but its driver does not answer"]
    assert (silent.level, silent.remedy) == ("missing", "check that nvidia-smi works")
