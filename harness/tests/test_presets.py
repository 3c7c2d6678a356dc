"""CMakePresets.json: complete, free of this machine, and as fresh as the toolchain files."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from saying import called

from league.toolchains import presets
from league.toolchains.files import Toolchain, load_all

PROJECT = Path(__file__).resolve().parents[2]
TOOLCHAINS = load_all(PROJECT / "harness" / "toolchains")


Preset = dict[str, Any]


def by_name(kind: str, toolchains: Sequence[Toolchain] = TOOLCHAINS) -> dict[str, Preset]:
    """The presets of a kind as the text of the file has them."""
    listed = json.loads(presets.text(toolchains))[kind]
    found = {one["name"]: one for one in listed}
    assert len(found) == len(listed)
    return found


def variables(name: str) -> dict[str, str]:
    found: dict[str, str] = by_name("configurePresets")[name]["cacheVariables"]
    return found


def test_every_toolchain_has_its_three_presets() -> None:
    names = {one.name for one in TOOLCHAINS}
    for kind in ("configurePresets", "buildPresets", "testPresets"):
        assert set(by_name(kind)) == names
    assert all(variables(name)["LEAGUE_TOOLCHAIN"] == name for name in names)


def test_folders_of_the_project_are_named_relative_to_it() -> None:
    described = variables("clang-19-x86_64")
    runtime = "${sourceDir}/.deps/llvm-openmp/19"
    assert described["CMAKE_CXX_COMPILER"] == "clang++-19"
    assert f"-isystem {runtime}/include" in described["LEAGUE_OMP_FLAGS"]
    assert f"-Wl,-rpath,{runtime}/lib" in described["LEAGUE_OMP_LINK_FLAGS"]
    assert described["LEAGUE_OFFLOAD_FLAGS"] == "-fopenmp-targets=x86_64-pc-linux-gnu"
    text = presets.text(TOOLCHAINS)
    assert str(PROJECT) not in text
    assert presets._SOURCE not in text
    for placeholder in ("{runtime}", "{cuda}", "{project}", "{rocm_bitcode}", "{PATH}", "{v}"):
        assert placeholder not in text.replace("$penv{PATH}", "")


def test_a_cuda_preset_builds_cuda_only_and_the_environment_of_launches_reaches_ctest() -> None:
    described = variables("nvcc-13-sm_90")
    assert described["CMAKE_CUDA_ARCHITECTURES"] == "90"
    assert described["LEAGUE_OMP_FLAGS"] == ""
    assert "target=" in described["LEAGUE_WHY_NOT"]
    environment = by_name("testPresets")["clang-19-sm_90"]["environment"]
    assert environment == {"PATH": "/usr/local/cuda/bin:$penv{PATH}"}


@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not here")
def test_cmake_reads_the_presets(tmp_path: Path) -> None:
    (tmp_path / presets.FILE_NAME).write_text(presets.text(TOOLCHAINS), encoding="utf-8")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(x NONE)\n", encoding="utf-8"
    )
    listed = called(["cmake", "--list-presets=all"], cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    for one in TOOLCHAINS:
        assert listed.stdout.count(f'"{one.name}"') == 3
