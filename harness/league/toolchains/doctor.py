"""What `doctor` says: the surroundings of the harness and the state of every toolchain."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from league.base import paths, process
from league.base.columns import Column, Width, terminal
from league.records.known_issues import version_key
from league.toolchains import compilers, packages, setup
from league.toolchains.discovery import Found
from league.toolchains.probes import EMULATED, NO_DEVICE

_CMAKE_AT_LEAST = "3.25"
_DISK_GIB = 2.0


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: `level` is ok, note (can do without) or missing."""

    level: str
    what: str
    remedy: str = ""


def surroundings(project: Path) -> list[Finding]:
    """Look at tools, environment, disk and GPUs."""
    return [
        _python(),
        _tool("cmake", "cmake", "missing", least=_CMAKE_AT_LEAST),
        _tool("ninja", "ninja-build", "missing"),
        _tool("ccache", "ccache", "note", " (builds are not cached; everything works without)"),
        _made_by_setup(
            setup.venv_python(project).exists(),
            "Python environment in .venv",
            "no Python environment in .venv: building and running work, analysis and reports do"
            " not",
        ),
        _made_by_setup(
            setup.find_patchelf(project) is not None,
            "patchelf, for bundles",
            "patchelf is missing: bundle does not work, everything else does",
        ),
        _disk(project),
        _results(project),
        _gpu("NVIDIA", "nvptx", "nvidia-smi", "--query-gpu=name", "--format=csv,noheader"),
        _gpu("AMD", "amdgcn", "rocm-smi", "--showproductname"),
    ]


def _said(*command: str) -> str:
    """What a tool prints, or nothing when it is not there, fails or hangs."""
    done = process.quietly(command)
    return done.stdout if done.returncode == 0 else ""


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info >= (3, 11):
        return Finding("ok", f"Python {version}")
    what = f"Python {version} is too old to read toolchain files and to analyse"
    return Finding("missing", what, "use Python 3.11 or newer")


def _tool(program: str, package: str, level: str, without: str = "", least: str = "") -> Finding:
    said = _said(program, "--version").strip()
    if not said:
        return Finding(level, f"{program}{without}", f"apt-get install {package}")
    version = re.search(r"\d+(?:\.\d+)+", said.splitlines()[0])
    what = f"{program} {version[0]}" if version else program
    if least and (version is None or version_key(version[0]) < version_key(least)):
        return Finding("missing", f"{what} is too old", f"install {program} {least} or newer")
    return Finding("ok", what)


def _made_by_setup(there: bool, good: str, without: str) -> Finding:
    if there:
        return Finding("ok", good)
    return Finding("note", without, "python3 scripts/run_all.py --setup")


def _disk(project: Path) -> Finding:
    free = shutil.disk_usage(project).free / 2**30
    if free >= _DISK_GIB:
        return Finding("ok", f"{free:.0f} GiB of disk free")
    remedy = f"free {_DISK_GIB:.0f} GiB; builds of all toolchains need about that much"
    return Finding("missing", f"only {free:.1f} GiB of disk free", remedy)


def _results(project: Path) -> Finding:
    told = paths.elsewhere(project)
    return Finding("note", told) if told else Finding("ok", "results can be written")


def _gpu(make: str, device: str, *command: str) -> Finding:
    """A GPU seen by its device file and, where the vendor's tool answers, by name."""
    if not compilers.gpus(device):
        without = f"{device} toolchains are built and not run"
        return Finding("note", f"no {make} GPU on this machine: {without}")
    names = [line.strip() for line in _said(*command).splitlines() if line.strip()]
    if not names and device == "nvptx":
        what = f"an {make} GPU is here, but its driver does not answer"
        return Finding("missing", what, f"check that {command[0]} works")
    return Finding("ok", f"{make} GPU: {', '.join(names) or 'present'}")


def surroundings_lines(project: Path) -> list[str]:
    """What was found around the toolchains, for a terminal."""
    lines = ["Surroundings"]
    for finding in surroundings(project):
        lines.append(f"  {finding.level:<9}{finding.what}")
        if finding.remedy:
            lines.append(f"  {'':<9}-> {finding.remedy}")
    return lines


#: What `toolchains` says of one that is here.
TOOLCHAINS: tuple[Column[Found], ...] = (
    Column("toolchain", "Toolchain", lambda one: one.name, right=False),
    Column("compiler", "Compiler", lambda one: f"{one.toolchain.family} {one.version}",
           right=False, unknown=lambda _: ""),
    Column("device", "Device", lambda one: one.toolchain.device, right=False, least=Width.WIDE),
    Column("does", "What it does", lambda one: one.reason or None, right=False, breaks=True,
           write=lambda why: f"incomplete: {why}", unknown=lambda one: abilities(one)),
)  # fmt: skip


def short_lines(found: Sequence[Found]) -> list[str]:
    """One line per toolchain that is here, and how many are not."""
    here = [one for one in found if one.state != "absent"]
    lines = terminal(TOOLCHAINS, here) if here else []
    if len(here) < len(found):
        absent = len(found) - len(here)
        lines.append(
            f"{absent} more are described and not here; run_all.py doctor tells what they need"
        )
    return lines


def toolchain_lines(found: Sequence[Found]) -> list[str]:
    """The state of all toolchains for a terminal; absent ones are put together in groups."""
    width = max([len(one.name) for one in found], default=0) + 2
    usable, broken, absent = (
        [one for one in found if one.state == state] for state in ("usable", "broken", "absent")
    )
    lines = [f"Toolchains that work here: {len(usable)}"]
    for one in usable:
        lines.append(f"  {one.name:<{width}}{one.toolchain.family} {one.version}; {abilities(one)}")
        lines += [f"  {'':<{width}}-> {what}: {remedy}" for what, remedy in sorted(_mendable(one))]
    lines += ["Toolchains that are incomplete"] if broken else []
    for one in broken:
        lines.append(f"  {one.name:<{width}}{one.reason}")
        lines += [f"  {'':<{width}}-> {one.remedy}"] if one.remedy else []
    lines += ["Toolchains whose compiler is not here", *_absent_lines(absent)] if absent else []
    return lines


def abilities(found: Found) -> str:
    """The models of a usable toolchain in words: what runs, what only builds, what it refuses."""
    models: dict[str, list[str]] = {"runs": [], "runs emulated": [], "builds": [], "lacks": []}
    for model, can in found.capabilities.items():
        if can.ok:
            runs = "runs emulated" if can.reason == EMULATED else "builds" if can.reason else "runs"
            models[runs].append(model)
        elif model in found.toolchain.models():
            models["lacks"].append(model)
    behind = {"runs emulated": f" {EMULATED}", "builds": f" ({NO_DEVICE})"}
    return "; ".join(
        f"{what.split()[0]} {', '.join(names)}{behind.get(what, '')}"
        for what, names in models.items()
        if names
    )


def _mendable(found: Found) -> set[tuple[str, str]]:
    """What a usable toolchain lacks that could be mended, and how: models, and claims' Fortran."""
    toolchain = found.toolchain
    mendable = {
        (can.reason, can.remedy)
        for model, can in found.capabilities.items()
        if can.remedy and model in toolchain.models()
    }
    if found.fortran_compiler is None and toolchain.flags.get("fortran"):
        wanted = " ".join(toolchain.fortran_packages)
        remedy = f"apt-get install --no-install-recommends {wanted}"
        mendable.add(("no Fortran compiler", remedy))
    return mendable


def _absent_lines(absent: Iterable[Found]) -> list[str]:
    """Absent toolchains, those that want the same compiler in one line, with one remedy."""
    groups: dict[str, list[Found]] = {}
    for one in absent:
        groups.setdefault(one.reason, []).append(one)
    wanted = [name for group in groups.values() for name in group[0].toolchain.packages[:1]]
    known = packages.Apt().candidates(wanted) if packages.is_debian() else wanted
    lines = []
    for reason, group in groups.items():
        remedy = group[0].remedy
        for name in group[0].toolchain.packages[:1]:
            if name not in known:
                remedy = f"this Debian release has no {name}: install it by other means"
        lines.append(f"  {reason}: {', '.join(one.name for one in group)}")
        lines.append(f"    -> {remedy}")
    return lines
