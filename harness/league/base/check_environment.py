"""What checks run with: one file, read here and by CMake, whose tests are the same checks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")
#: Decided launch by launch: whether a fallback to the host is an error.
_OF_THE_LAUNCH = ("OMP_TARGET_OFFLOAD",)


def variables(kind: str) -> dict[str, str]:
    """Return the variables of a kind: ``offload``, and a device's on top of them."""
    kinds = json.loads(FILE.read_text(encoding="utf-8"))
    return dict(kinds.get(kind, {}).get("variables", {}))


def on_plugin(user: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return what a check on the plug-in device adds to the user's own variables."""
    wanted = {**variables("offload"), **variables("x86_64")}
    left = (*_OF_THE_LAUNCH, *user)
    return tuple((name, value) for name, value in wanted.items() if name not in left)
