"""The library that stands in for NVIDIA's runtime and driver: the emulated device."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from league.base.errors import LeagueError

LIBRARY = Path("lib") / "libcudart.so.13"


def library(project: Path) -> Path:
    """Return the stand-in runtime, built when it is missing; made again where sources changed.

    Raises LeagueError if it cannot be built.
    """
    if shutil.which("cmake") is None:
        raise LeagueError("cmake was not found; install it to build the emulated device")
    source, build = project / "harness" / "emulator", project / "build" / "emulator"
    configure = ["cmake", "-S", str(source), "-B", str(build), "-DGPU_EMULATOR_TESTS=OFF"]
    for command in (configure, ["cmake", "--build", str(build), "-j2"]):
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode:
            last = done.stdout.strip().splitlines()[-1:] or ["no output"]
            raise LeagueError(f"the emulated device cannot be built: {last[0]}")
    return build / LIBRARY


def found_first(library: Path, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the variable with which a program finds the emulated device before any other."""
    folders = [str(library.parent), environment.get("LD_LIBRARY_PATH", "")]
    return {"LD_LIBRARY_PATH": os.pathsep.join(filter(None, folders))}
