"""NVIDIA's programs that read machine code, where they are: in a wheel, with CUDA, on the path."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

_PATIENCE_S = 120.0  # that a tool may take
_REGISTERS = re.compile(r"^\s*Function (\S+):\s*\n\s*REG:(\d+)", re.MULTILINE)


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


def run(*command: str, cwd: Path | None = None) -> str:
    """Return what a tool prints; empty if it fails."""
    try:
        done = subprocess.run(
            command, cwd=cwd, capture_output=True, text=True, errors="replace",
            timeout=_PATIENCE_S, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 else ""


def compiled(module: Path, arch: str, *options: str) -> Path:
    """Compile a module of PTX as a driver would; the file is not there if that fails.

    A module without a kernel, or that calls what another defines, is compiled to be linked.
    """
    cubin = module.with_suffix(".cubin")
    alone = ".entry" in module.read_text(encoding="utf-8", errors="replace")
    for more in ((), ("-c",)) if alone else (("-c",),):
        run(find("ptxas"), *options, *more, f"-arch={arch}", "-o", str(cubin), str(module))
        if cubin.is_file():
            break
    return cubin


def registers(cubin: Path) -> dict[str, int]:
    """Return the registers of a thread of each kernel in a module of machine code."""
    usage = run(find("cuobjdump"), "--dump-resource-usage", str(cubin))
    return {name: int(count) for name, count in _REGISTERS.findall(usage)}
