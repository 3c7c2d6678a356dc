"""What is known of a variant's machine code for GPUs, kept beside its build.

Reading it takes seconds; the files are named after the hash of the executable.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from league.base import models
from league.device_code import machine_lines, metrics
from league.records import device_counts, kept
from league.run import manifest
from league.run.manifest import Variant

#: The folder beside the build that holds them.
FOLDER = "league-device-code-7"
_REGISTERS = "registers"


def for_nvidia(variant: Variant) -> bool:
    """Whether a variant has code for NVIDIA GPUs, or may have."""
    return models.of(variant.model).is_cuda or (variant.offloads and variant.device == "nvptx")


def for_gpu(variant: Variant) -> bool:
    """Whether a variant has code for GPUs of NVIDIA or AMD, or may have."""
    return for_nvidia(variant) or (variant.offloads and variant.device == "amdgcn")


def device_code(variant: Variant) -> dict[str, Any] | None:
    """Return what the machine code of a variant for NVIDIA GPUs asks for, None if there is none."""
    if variant.executable is None or not for_nvidia(variant):
        return None
    code = _kept(variant, "code", metrics.of_executable)
    if code and (symbols := code.pop("symbols", {})):
        _write_registers(_file(variant, _REGISTERS), symbols)
    return code


def modules(variant: Variant) -> Path | None:
    """Return the folder where an emulated device keeps the PTX that it loads; None if it cannot."""
    folder = variant.build / FOLDER / "modules"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def weigh(
    variant: Variant, names: Sequence[str], lines: device_counts.Lines
) -> device_counts.Machine | None:
    """Return the machine instructions that a kernel's lines of PTX stand for, None if not known.

    ``names`` are those of the modules that the launch loaded, all of them; ``lines`` as in
    ``machine_lines.weigh``.
    """
    return machine_lines.weigh(_became(variant.build / FOLDER / "modules", tuple(names)), lines)


@lru_cache(maxsize=16)
def _became(folder: Path, names: tuple[str, ...]) -> machine_lines.Table:
    return machine_lines.joined(_of_module(folder / f"{name}.ptx") for name in names)


def _of_module(file: Path) -> machine_lines.Table:
    """Return what is kept of a module of PTX, or find it out and keep it."""
    beside = file.with_suffix(".lines")
    if known := kept.read_table(beside):
        return known
    try:
        found = machine_lines.of_text(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    kept.write(beside, found)
    return found


def registers(variant: Variant) -> Path | None:
    """Return the file that tells the emulated device each kernel's registers, if building left it.

    A line has a kernel's name in the module and the registers of a thread.
    """
    return registers_beside(variant.build, manifest.executable_sha256(variant))


def registers_beside(build: Path, digest: str) -> Path | None:
    """Return the same for an executable of a build folder, by its hash."""
    file = build / FOLDER / f"{digest}.{_REGISTERS}"
    return file if file.is_file() else None


def _write_registers(file: Path, symbols: Mapping[str, int]) -> None:
    if not file.is_file():
        text = "".join(f"{name} {count}\n" for name, count in sorted(symbols.items()))
        with contextlib.suppress(OSError):
            file.write_text(text, encoding="utf-8")


def _file(variant: Variant, what: str) -> Path:
    return variant.build / FOLDER / f"{manifest.executable_sha256(variant)}.{what}"


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
