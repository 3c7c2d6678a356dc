"""What records a profile: the runtime's own tools interface, or a vendor's profiler."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from league.base import models, process
from league.base.errors import LeagueError, UsageError
from league.profile import counters
from league.run.launch import Program
from league.run.manifest import Variant

#: The tools interface of the OpenMP runtime.
OMPT = "ompt"
#: Where CMake puts the library, relative to a build folder, and the target that makes it.
LIBRARY = "profile/libleague_profile.so"
TARGET = "league_profile"
_BUILD_S = 300


@dataclass(frozen=True)
class Wrapper:
    """A profiler that a launch is started under; never tried where no GPU was."""

    name: str
    #: words in front of the program, given the name of a file for what it writes
    words: Callable[[Path], Sequence[str]]
    #: what is added to that name by the profiler for its summary; empty: it prints the summary
    suffix: str = ""


#: Options as the vendors' manuals have them: Nsight Systems user guide (``--stats``),
#: ROCProfiler (``--stats -o``).
WRAPPERS = {
    one.name: one
    for one in (
        Wrapper(
            "nsys",
            lambda out: (
                "nsys", "profile", "--stats=true", "--force-overwrite=true", "--output", str(out),
            ),
        ),
        Wrapper(counters.TOOL, counters.words, ".csv"),
        Wrapper("rocprof", lambda out: ("rocprof", "--stats", "-o", f"{out}.csv"), ".stats.csv"),
    )
}  # fmt: skip
TOOLS = (OMPT, *WRAPPERS)


def demand(tool: str) -> None:
    """Raise UsageError for a profiler that is not here."""
    if tool in WRAPPERS and shutil.which(tool) is None:
        raise UsageError(f"--profile {tool}: {tool} was not found; install it, or add it to PATH")


def why_not(variant: Variant) -> str:
    """Return why the tools interface tells nothing of a variant; empty if it may."""
    if models.of(variant.model).is_cuda:
        return "CUDA has no tools interface of OpenMP; use --profile nsys"
    if variant.model == "acc":
        return "the hooks of OpenACC tell little more than begin and end on the host"
    if not variant.offloads:
        return "nothing is handed to a device"
    return ""


def library(variant: Variant) -> Path | None:
    """Build the library in a variant's build folder; None where its runtime cannot be asked.

    CMake has the target where the compiler brings the header of the tools interface.  In a bundle
    the library is there, or not.
    """
    file = variant.build / LIBRARY
    if not (variant.build / "CMakeCache.txt").is_file():
        return file if file.is_file() else None
    command = ["cmake", "--build", str(variant.build), "--target", TARGET]
    said = process.ask(command, os.environ, _BUILD_S)
    if said.exit_code == 0 and file.is_file():
        return file
    if "unknown target" in said.text:
        return None
    last = said.text.strip().splitlines()[-1:] or ["it said nothing"]
    told = f"cannot build the profiling library of {variant.toolchain}: {last[0]}"
    raise LeagueError(f"{told}; mend that, or leave out --profile")


def wrapped(program: Program, words: Sequence[str]) -> Program:
    """Return a program that is started by the words of a tool."""
    return replace(program, command=(*words, *program.command), memory=None)


def summary(tool: str, out: Path, printed: str) -> str:
    """Return a profiler's summary: from its file, or what it printed."""
    suffix = WRAPPERS[tool].suffix
    file = out.with_name(out.name + suffix)
    if suffix and file.is_file():
        return file.read_text(encoding="utf-8", errors="replace")
    return printed
