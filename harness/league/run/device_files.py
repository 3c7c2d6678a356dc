"""What is known of a variant's machine code for GPUs, kept beside its build.

Reading it takes seconds; the files are named after the hash of the executable.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from league.base import models
from league.device_code import machine_lines, metrics
from league.records.schema import parse_object
from league.run import manifest
from league.run.manifest import Variant

_FOLDER = "league-device-code-3"


def device_code(variant: Variant) -> dict[str, Any] | None:
    """Return what the machine code of a variant for NVIDIA GPUs asks for, None if there is none."""
    if variant.executable is None:
        return None
    if not (models.of(variant.model).is_cuda or (variant.offloads and variant.device == "nvptx")):
        return None
    code = _kept(variant, "code", metrics.of_executable)
    if code and code.get("ptx_sha256"):  # what the emulated device may count
        _kept(variant, "lines", machine_lines.of_executable)
    return code


def lines(variant: Variant) -> machine_lines.Table:
    """Return the machine instructions of each line of PTX; empty if building did not keep them."""
    with contextlib.suppress(OSError, ValueError):
        return parse_object(_file(variant, "lines").read_bytes())
    return {}


def _file(variant: Variant, what: str) -> Path:
    return variant.build / _FOLDER / f"{manifest.executable_sha256(variant)}.{what}.json"


def _kept(
    variant: Variant, what: str, read: Callable[[Path], Mapping[str, Any] | None]
) -> dict[str, Any] | None:
    """Return what is read of the executable, from the file of last time if there is one."""
    assert variant.executable is not None
    file = _file(variant, what)
    with contextlib.suppress(OSError, ValueError):
        return parse_object(file.read_bytes())
    found = read(variant.executable)
    if found is None:
        return None
    with contextlib.suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(found), encoding="utf-8")
    return dict(found)
