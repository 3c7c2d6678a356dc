"""What checks run with: one file, read here and by CMake, whose tests are the same checks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from league.base import models

FILE = Path(__file__).with_suffix(".json")
#: Decided launch by launch: whether a fallback to the host is an error.
_OF_THE_LAUNCH = ("OMP_TARGET_OFFLOAD",)

Variables = tuple[tuple[str, str], ...]


def variables(kind: str) -> dict[str, str]:
    """Return the variables of a kind: ``offload``, ``omp``, and a device's on top of them."""
    return dict(_kind(kind).get("variables", {}))


def shapes(kind: str) -> list[dict[str, str]]:
    """Return what a kind's checks in class S are run with in turn, on top of its variables."""
    return [dict(one) for one in _kind(kind).get("small", ())]


def checked_with(
    model: str, device: str, user: Mapping[str, str], *, small: bool
) -> list[Variables]:
    """Return what the checks of a model on a device add to the user's own variables, one by one.

    ``small`` says that the class is S, in which a check is made in every shape.
    """
    on_plugin = models.of(model).offloads and device == "x86_64"
    kind = device if on_plugin else model
    wanted = {**(variables("offload") if on_plugin else {}), **variables(kind)}
    left = (*_OF_THE_LAUNCH, *user)
    every = [{**wanted, **shape} for shape in (shapes(kind) if small else ())] or [wanted]
    told = [tuple((name, v) for name, v in one.items() if name not in left) for one in every]
    return list(dict.fromkeys(told))


def _kind(kind: str) -> dict[str, Any]:
    kinds = json.loads(FILE.read_text(encoding="utf-8"))
    return dict(kinds.get(kind, {}))
