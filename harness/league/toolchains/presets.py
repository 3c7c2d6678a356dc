"""CMakePresets.json, for people who begin with CMake; made from the toolchain files.

A preset says all of its toolchain, so that it can be read and copied alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from league.toolchains.discovery import cache_variables, fill
from league.toolchains.files import Toolchain

FILE_NAME = "CMakePresets.json"
_SOURCE = "@source@"  # stands for ${sourceDir} while flags are quoted
_NOTE = (
    "Written by scripts/check_tree.py --fix from harness/toolchains; edit those files. Runtimes are"
    " expected where scripts/run_all.py --setup puts them, CUDA and ROCm in their usual places."
)


def presets(toolchains: Sequence[Toolchain]) -> dict[str, Any]:
    """The content of CMakePresets.json: a configure, a build and a test preset per toolchain."""
    return {
        "version": 6,
        "cmakeMinimumRequired": {"major": 3, "minor": 25, "patch": 0},
        "vendor": {"league": {"note": _NOTE}},
        "configurePresets": [
            {
                "name": toolchain.name,
                "displayName": toolchain.title + ("" if toolchain.tried else " (never tried)"),
                "generator": "Ninja",
                "binaryDir": "${sourceDir}/build/${presetName}",
                "cacheVariables": variables_of(toolchain),
            }
            for toolchain in toolchains
        ],
        "buildPresets": [
            # One variant that a compiler rejects must not keep the others from being built.
            {**_of(toolchain), "nativeToolOptions": ["-k", "0"]}
            for toolchain in toolchains
        ],
        "testPresets": [
            {**_of(toolchain), "output": {"outputOnFailure": True}, **_environment(toolchain)}
            for toolchain in toolchains
        ],
    }


def _of(toolchain: Toolchain) -> dict[str, Any]:
    return {"name": toolchain.name, "configurePreset": toolchain.name}


def variables_of(toolchain: Toolchain) -> dict[str, str]:
    """The cache variables with which CMake is called for a toolchain."""
    host = (toolchain.host_cxx if toolchain.cuda else toolchain.cxx)[0]
    variables = {"CMAKE_CXX_COMPILER": host}
    if toolchain.cuda:
        variables["CMAKE_CUDA_COMPILER"] = toolchain.cuda[0]
        variables["CMAKE_CUDA_HOST_COMPILER"] = host
    if toolchain.fortran and toolchain.flags.get("fortran"):
        variables["LEAGUE_FORTRAN"] = toolchain.fortran[0]
    described = cache_variables(toolchain, _places(toolchain))
    variables.update({key: value for key, value in described.items() if value})
    variables.setdefault("LEAGUE_OMP_FLAGS", "")  # its default is not empty
    return {key: value.replace(_SOURCE, "${sourceDir}") for key, value in variables.items()}


def _places(toolchain: Toolchain) -> dict[str, str]:
    """Where a preset expects what the toolchain needs; no machine is asked."""
    return {
        "project": _SOURCE,
        "runtime": f"{_SOURCE}/.deps/llvm-openmp/{toolchain.llvm}",
        "cuda": "/usr/local/cuda",
        "rocm_bitcode": "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode",
        "PATH": "$penv{PATH}",
    }


def _environment(toolchain: Toolchain) -> dict[str, Any]:
    """The variables programs of this toolchain need when CTest starts them."""
    filled = {key: fill(value, _places(toolchain)) for key, value in toolchain.environment.items()}
    named = {key: value.replace(_SOURCE, "${sourceDir}") for key, value in filled.items()}
    return {"environment": named} if named else {}


def text(toolchains: Sequence[Toolchain]) -> str:
    """CMakePresets.json as it should stand in the tree."""
    return json.dumps(presets(toolchains), ensure_ascii=False, indent=1) + "\n"
