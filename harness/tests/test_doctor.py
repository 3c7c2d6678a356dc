"""What doctor and toolchains print, and their exit codes."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from league import cli
from league.base.errors import UsageError
from league.toolchains import compilers, discovery, doctor, packages, setup
from league.toolchains.discovery import Found
from league.toolchains.files import Toolchain
from league.toolchains.probes import NO_DEVICE, Capability


def described(name: str, **more: object) -> Toolchain:
    settings: dict[str, object] = {
        "title": name,
        "device": "nvptx",
        "arch": "sm_90",
        "tried": True,
        "version": "19",
        "family": "Clang",
        "cxx": ("clang++-19",),
        "packages": ("clang-19",),
        "flags": {"omp": ("-fopenmp",), "offload": ("-x",)},
        "why_not": {"acc": "none", "cuda": "none", "cublas": "none"},
        **more,
    }
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
ABSENT = [
    Found(
        described(name),
        "absent",
        reason="clang++-17 was not found",
        remedy="apt-get install clang-17",
    )
    for name in ("clang-17-host", "clang-17-x86_64")
]


@pytest.fixture(autouse=True)
def no_apt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_debian", lambda: False)


def found_here(monkeypatch: pytest.MonkeyPatch, found: list[Found]) -> None:
    monkeypatch.setattr(discovery, "discover", lambda chosen, **_: found)


def test_models_are_sorted_by_what_became_of_them() -> None:
    assert doctor.abilities(FINE) == (
        f"runs serial, omp; builds target ({NO_DEVICE}); lacks target-usm"
    )


def test_every_state_has_its_part_and_absent_ones_share_a_line() -> None:
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


def test_doctor_is_content_with_one_toolchain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found_here(monkeypatch, [FINE, BROKEN])
    assert cli.run(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "Surroundings" in printed
    assert "clang-19-sm_90" in printed


def test_doctor_without_a_toolchain_ends_with_5(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found_here(monkeypatch, [BROKEN, *ABSENT])
    assert cli.run(["doctor"]) == 5
    assert "Toolchains that work here: 0" in capsys.readouterr().out


def test_toolchains_as_json_are_records(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found_here(monkeypatch, [FINE, BROKEN])
    assert cli.run(["toolchains", "--json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert [record["state"] for record in records] == ["usable", "broken"]
    assert records[0]["capabilities"]["target"]["reason"] == NO_DEVICE


def test_toolchains_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found_here(monkeypatch, [FINE, BROKEN, *ABSENT])
    assert cli.run(["toolchains"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:4] == ["clang-19-sm_90", "Clang", "19.1.7", "nvptx"]
    assert "incomplete: no device runtime" in lines[1]
    assert lines[2].startswith("2 more are described")


def test_a_choice_of_toolchains_is_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def discover(chosen: list[Toolchain], **_: object) -> list[Found]:
        looked.extend(one.name for one in chosen)
        return []

    monkeypatch.setattr(discovery, "discover", discover)
    assert cli.run(["toolchains", "-t", "gcc-12-*,clang-19-x86_64"]) == 0
    assert looked == [
        "clang-19-x86_64",
        "gcc-12-amdgcn",
        "gcc-12-emulated",
        "gcc-12-host",
        "gcc-12-nvptx",
    ]
    with pytest.raises(UsageError, match="unknown toolchain 'clang-19-x86'; did you mean"):
        cli.run(["toolchains", "-t", "clang-19-x86"])


# --- surroundings ------------------------------------------------------------------------------


def tool(folder: Path, name: str, says: str, status: int = 0) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\nexit {status}\n", encoding="utf-8")
    path.chmod(0o755)


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


def test_an_old_cmake_is_not_enough(bare: Path, tmp_path: Path) -> None:
    tool(bare, "cmake", "cmake version 3.18.4")
    finding = looked_at(tmp_path)["cmake 3.18.4 is too old"]
    assert (finding.level, finding.remedy) == ("missing", "install CMake 3.25 or newer")


def test_a_full_disk_is_said(bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=2**29))
    assert looked_at(tmp_path)["only 0.5 GiB of disk free"].level == "missing"


def test_no_gpu_is_said_plainly_and_is_no_fault(bare: Path, tmp_path: Path) -> None:
    gpu = next(one for what, one in looked_at(tmp_path).items() if "NVIDIA" in what)
    assert gpu.level == "note"
    assert gpu.what.startswith("no NVIDIA GPU on this machine")


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


def test_a_results_folder_that_cannot_be_written_is_said(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert looked_at(tmp_path)["the results folder cannot be written"].remedy == "use --out DIR"
