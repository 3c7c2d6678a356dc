"""CMakePresets.json, for people who begin with CMake; made from the toolchain files.

What toolchains have in common stands once, in hidden presets whose names begin with an underscore:
those of one version of a compiler, of the bases that toolchain files extend, and of a base for one
architecture.  A preset inherits from them and says what is its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from league.toolchains.discovery import Toolchain, cache_variables

FILE_NAME = "CMakePresets.json"
_SOURCE = "@source@"  # stands for ${sourceDir} while flags are quoted
_NOTE = (
    "Written by scripts/make_presets.py from harness/toolchains; edit those files. Runtimes are"
    " expected where scripts/run_all.py --setup puts them, CUDA and ROCm in their usual places."
)
_ROOT = "_toolchain"  # the hidden preset that all others inherit from
_WIDTH = 120


def presets(toolchains: Sequence[Toolchain]) -> dict[str, Any]:
    """The content of CMakePresets.json: a configure, a build and a test preset per toolchain."""
    return {
        "version": 6,
        "cmakeMinimumRequired": {"major": 3, "minor": 25, "patch": 0},
        "vendor": {"league": {"note": _NOTE}},
        "configurePresets": [
            {
                "name": _ROOT,
                "hidden": True,
                "generator": "Ninja",
                "binaryDir": "${sourceDir}/build/${presetName}",
                "cacheVariables": {"LEAGUE_TOOLCHAIN": "${presetName}"},
            },
            *_configure_presets(toolchains),
        ],
        "buildPresets": [
            # One variant that a compiler rejects must not keep the others from being built.
            {
                "name": _ROOT,
                "hidden": True,
                "configurePreset": _ROOT,
                "nativeToolOptions": ["-k", "0"],
            },
            *(
                {"name": one.name, "inherits": _ROOT, "configurePreset": one.name}
                for one in toolchains
            ),
        ],
        "testPresets": [
            {
                "name": _ROOT,
                "hidden": True,
                "configurePreset": _ROOT,
                "output": {"outputOnFailure": True},
            },
            *(
                {
                    "name": one.name,
                    "inherits": _ROOT,
                    "configurePreset": one.name,
                    **_test_environment(one),
                }
                for one in toolchains
            ),
        ],
    }


def variables_of(toolchain: Toolchain) -> dict[str, str]:
    """The cache variables with which CMake is called for a toolchain, whatever is inherited."""
    variables: dict[str, str] = {}
    if toolchain.cuda:
        variables["CMAKE_CXX_COMPILER"] = toolchain.host_cxx[0]
        variables["CMAKE_CUDA_COMPILER"] = toolchain.cuda[0]
        variables["CMAKE_CUDA_HOST_COMPILER"] = toolchain.host_cxx[0]
    else:
        variables["CMAKE_CXX_COMPILER"] = toolchain.cxx[0]
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


def _lineage(toolchain: Toolchain) -> list[str]:
    """The families of a toolchain by its bases, from the widest to the narrowest."""
    bases = [f"_{base}" for base in toolchain.bases]
    return [*bases, f"{bases[-1]}-{toolchain.arch}"] if bases and toolchain.arch else bases


def _release(toolchain: Toolchain) -> str:
    """The family of a version of a compiler; empty if the file names no version."""
    compiler = toolchain.name.split("-", 1)[0]
    return f"_{compiler}-{toolchain.version}" if toolchain.version else ""


def _configure_presets(toolchains: Sequence[Toolchain]) -> list[dict[str, Any]]:
    """The hidden presets of the families, then one that is the configure line of each toolchain.

    A variable stands in the first family whose members all have it with the same value, so none is
    ever said in two presets that one toolchain inherits from.
    """
    left = {one.name: variables_of(one) for one in toolchains}
    for variables in left.values():
        del variables["LEAGUE_TOOLCHAIN"]  # the root says it for all
    hidden: dict[str, dict[str, Any]] = {}

    def nearest(lineage: Sequence[str]) -> str:
        return next((family for family in reversed(lineage) if family in hidden), _ROOT)

    for family, above in _families(toolchains).items():
        members = [one for one in toolchains if family in (*_lineage(one), _release(one))]
        common = _common([left[one.name] for one in members]) if len(members) > 1 else {}
        if common:
            inherits = {} if above is None else {"inherits": nearest(above)}
            hidden[family] = {
                "name": family, "hidden": True, **inherits, "cacheVariables": common,
            }  # fmt: skip
        for one in members:
            mine = left[one.name]
            left[one.name] = {key: mine[key] for key in mine if key not in common}
    shown = []
    for one in toolchains:
        release = [family for family in (_release(one),) if family in hidden]
        inherited = [*release, nearest(_lineage(one))]
        shown.append(_configure_preset(one, left[one.name], inherited))
    return [*hidden.values(), *shown]


def _families(toolchains: Sequence[Toolchain]) -> dict[str, list[str] | None]:
    """Every family, wide ones before narrow ones, with what is above it; None for a version's."""
    found: dict[str, list[str] | None] = {}
    for one in toolchains:
        if _release(one):
            found[_release(one)] = None
    for depth in range(max((len(_lineage(one)) for one in toolchains), default=0)):
        for one in toolchains:
            for family in _lineage(one)[depth : depth + 1]:
                found[family] = _lineage(one)[:depth]
    return found


def _common(several: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """The variables that all have, with one value."""
    first, *others = several
    return {k: v for k, v in first.items() if all(one.get(k) == v for one in others)}


def _configure_preset(
    toolchain: Toolchain, own: Mapping[str, str], families: Sequence[str]
) -> dict[str, Any]:
    """The preset of one toolchain: its families and what they do not say."""
    tried = "" if toolchain.tried else " (never tried)"
    return {
        "name": toolchain.name,
        "displayName": toolchain.title + tried,
        "inherits": list(families),
        **({"cacheVariables": dict(own)} if own else {}),
    }


def _test_environment(toolchain: Toolchain) -> dict[str, Any]:
    """The variables programs of this toolchain need when CTest starts them."""
    places = _places(toolchain)
    filled = {
        key: value.replace("{cuda}", places["cuda"]).replace("{PATH}", places["PATH"])
        for key, value in toolchain.environment.items()
    }
    return {"environment": filled} if filled else {}


def text(toolchains: Sequence[Toolchain]) -> str:
    """CMakePresets.json as it should stand in the tree."""
    return _laid_out(presets(toolchains), 0, 0) + "\n"


def _laid_out(value: Any, indent: int, used: int) -> str:
    """JSON in which an object or a list that fits on its line stays on it.

    `used` are the columns that the line has before the value.
    """
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or indent + used + len(flat) < _WIDTH:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, list):
        lines = [inner + _laid_out(one, indent + 2, 0) for one in value]
        return "[\n" + ",\n".join(lines) + "\n" + " " * indent + "]"
    keys = {key: json.dumps(key) + ": " for key in value}
    lines = [
        inner + keys[key] + _laid_out(one, indent + 2, len(keys[key])) for key, one in value.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"


def is_stale(project: Path, toolchains: Sequence[Toolchain]) -> bool:
    """Whether the file in the tree is missing or not what the toolchain files say."""
    file = project / FILE_NAME
    return not file.is_file() or file.read_text(encoding="utf-8") != text(toolchains)


def write(project: Path, toolchains: Sequence[Toolchain]) -> Path:
    """Write the file and return where it is."""
    file = project / FILE_NAME
    file.write_text(text(toolchains), encoding="utf-8")
    return file
