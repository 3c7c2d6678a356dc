"""The libraries that stand in for a GPU's driver: built once for all, by what they are made of."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

from league.base import locks, paths, process
from league.run.build import ConfigureError, with_ccache

LIBRARY = Path("lib") / "libcudart.so.13"
#: That of AMD devices; it lies apart, so that no program finds two devices.
AMD_LIBRARY = Path("lib") / "amd" / "libhsa-runtime64.so"
#: What a complete build has, too.
_NEEDED = (LIBRARY.with_name("libcuda.so"), AMD_LIBRARY)
#: What it is made of besides its own folder, below ``harness``.
_GPUS = Path("league/base/gpus.json")


def gpus(table: str) -> tuple[str, ...]:
    """Return the names of the GPUs that the device can be named after, of a table of gpus.json."""
    file = Path(__file__).parents[2] / _GPUS
    return tuple(json.loads(file.read_text(encoding="utf-8"))[table])


def folder(project: Path, builds: Path) -> Path:
    """Return the folder among ``builds`` that holds the library of these sources."""
    source = project / "harness" / "emulator"
    files = [*source.glob("src/**/*"), source / "CMakeLists.txt", source / "gpus.cmake"]
    digest = hashlib.sha256()
    for file in sorted([*files, project / "harness" / _GPUS]):
        if file.is_file():
            digest.update(f"{file.relative_to(project)}\n".encode() + file.read_bytes())
    return builds / "emulated-device" / digest.hexdigest()[:16]


def library(
    project: Path, builds: Path | None = None, say: Callable[[str], None] = lambda _: None
) -> Path:
    """Return the stand-in for CUDA's runtime; all are made where there is none of these sources.

    ``builds`` is the folder of all builds, ``build`` of the project where none is given; ``say``
    is told for whom it waits.

    Raises ConfigureError if it cannot be built.
    """
    build = folder(project, builds or paths.builds(project))
    build.mkdir(parents=True, exist_ok=True)
    with locks.build_folder(build, say):
        if not all((build / one).is_file() for one in _NEEDED):
            _make(project, build)
            _remove_older(build)
    return build / LIBRARY


def stand_ins(library: Path, device: str) -> Path:
    """Return the folder of those for a kind of device, of the build that holds ``library``."""
    return (library.parents[1] / AMD_LIBRARY if device == "amdgcn" else library).parent


def _remove_older(build: Path) -> None:
    """Keep the library just built and the newest before it; what is not complete stays, too."""
    others = [one for one in build.parent.glob(f"*/{_NEEDED[0]}") if one.parents[1] != build]
    for one in sorted(others, key=lambda one: one.stat().st_mtime_ns)[:-1]:
        shutil.rmtree(one.parents[1], ignore_errors=True)


def _make(project: Path, build: Path) -> None:
    if shutil.which("cmake") is None:
        raise ConfigureError("cmake was not found; install it to build the emulated device")
    source = project / "harness" / "emulator"
    configure = ["cmake", "-S", str(source), "-B", str(build), "-DGPU_EMULATOR_TESTS=OFF"]
    for command in (with_ccache(configure), ["cmake", "--build", str(build), "-j2"]):
        done = process.quietly(command, timeout_s=None)
        if done.returncode:
            log = (done.stdout + done.stderr).strip()
            last = log.splitlines()[-1:] or ["no output"]
            told = f"the emulated device cannot be built: {last[0]}"
            raise ConfigureError(f"{told}; mend that, or leave out emulated toolchains", log)
