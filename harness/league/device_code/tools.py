"""NVIDIA's programs that read machine code, where they are: in a wheel, with CUDA, on the path."""

from __future__ import annotations

import shutil
import sys
from functools import lru_cache
from pathlib import Path


def _folders() -> list[Path]:
    packages = [Path(entry) for entry in sys.path if entry.endswith("site-packages")]
    environment = Path(__file__).resolve().parents[3] / ".venv"
    packages += environment.glob("lib/python3*/site-packages")
    found = [folder for package in packages for folder in package.glob("nvidia/cu*/bin")]
    return [*found, Path("/usr/local/cuda/bin")]


@lru_cache(maxsize=8)
def find(name: str) -> str:
    """Return the path of a program, empty if it is nowhere."""
    for folder in _folders():
        program = folder / name
        if program.is_file():
            return str(program)
    return shutil.which(name) or ""


def missing() -> list[str]:
    """Return which of the programs that are needed are not here."""
    return [name for name in ("cuobjdump", "nvdisasm", "ptxas") if not find(name)]
