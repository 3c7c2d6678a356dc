"""What is known of a variant's machine code for GPUs, kept beside its build.

Reading it takes seconds; the files are named after the hash of the executable.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from league.base import models
from league.device_code import machine_lines, metrics
from league.records import kept
from league.run import manifest
from league.run.manifest import Variant

_FOLDER = "league-device-code-4"
_LINES, _REGISTERS = "lines", "registers"


def for_nvidia(variant: Variant) -> bool:
    """Whether a variant has code for NVIDIA GPUs, or may have."""
    return models.of(variant.model).is_cuda or (variant.offloads and variant.device == "nvptx")


def device_code(variant: Variant) -> dict[str, Any] | None:
    """Return what the machine code of a variant for NVIDIA GPUs asks for, None if there is none."""
    if variant.executable is None or not for_nvidia(variant):
        return None
    code = _kept(variant, "code", metrics.of_executable)
    if code and code.get("ptx_sha256"):  # what the emulated device may count
        _write_registers(variant, _kept(variant, _LINES, machine_lines.of_executable) or {})
    return code


def lines(variant: Variant) -> machine_lines.Table:
    """Return the machine instructions of each line of PTX; empty if building did not keep them."""
    if for_nvidia(variant):
        return dict(kept.read_table(_file(variant, _LINES)).get(_LINES, {}))
    return {}


def registers(variant: Variant) -> Path | None:
    """Return the file that tells the emulated device each kernel's registers, if building left it.

    A line has a kernel's name in the module and the registers of a thread.
    """
    return registers_beside(variant.build, manifest.executable_sha256(variant))


def registers_beside(build: Path, digest: str) -> Path | None:
    """Return the same for an executable of a build folder, by its hash."""
    file = build / _FOLDER / f"{digest}.{_REGISTERS}"
    return file if file.is_file() else None


def _write_registers(variant: Variant, known: Mapping[str, Any]) -> None:
    file = _file(variant, _REGISTERS)
    if known.get(_REGISTERS) and not file.is_file():
        text = "".join(f"{name} {count}\n" for name, count in sorted(known[_REGISTERS].items()))
        with contextlib.suppress(OSError):
            file.write_text(text, encoding="utf-8")


def _file(variant: Variant, what: str) -> Path:
    return variant.build / _FOLDER / f"{manifest.executable_sha256(variant)}.{what}"


def _kept(
    variant: Variant, what: str, read: Callable[[Path], Mapping[str, Any] | None]
) -> dict[str, Any] | None:
    """Return what is read of the executable, from the file of last time if there is one."""
    assert variant.executable is not None
    file = _file(variant, what)
    if known := kept.read_table(file):
        return known
    found = read(variant.executable)
    if found is None:
        return None
    kept.write(file, found)
    return dict(found)
