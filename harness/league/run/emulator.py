"""The library that stands in for an NVIDIA driver: built when it is missing."""

from __future__ import annotations

import shutil
from pathlib import Path

from league.base import process
from league.base.errors import LeagueError

LIBRARY = Path("lib") / "libcudart.so.13"


def library(project: Path) -> Path:
    """Return the stand-in runtime; it is made again where its sources changed.

    Raises LeagueError if it cannot be built.
    """
    if shutil.which("cmake") is None:
        raise LeagueError("cmake was not found; install it to build the emulated device")
    source, build = project / "harness" / "emulator", project / "build" / "emulator"
    configure = ["cmake", "-S", str(source), "-B", str(build), "-DGPU_EMULATOR_TESTS=OFF"]
    for command in (configure, ["cmake", "--build", str(build), "-j2"]):
        done = process.quietly(command, timeout_s=None)
        if done.returncode:
            last = (done.stdout + done.stderr).strip().splitlines()[-1:] or ["no output"]
            raise LeagueError(f"the emulated device cannot be built: {last[0]}")
    return build / LIBRARY
