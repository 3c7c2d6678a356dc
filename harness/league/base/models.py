"""The registry of programming models: one file, read here and by CMake."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "models.json"


@dataclass(frozen=True)
class Model:
    """What is true of every variant of a programming model, whatever it computes."""

    name: str
    #: ``C++`` or ``CUDA``
    language: str
    offloads: bool
    #: what it takes from outside: ``teams``, ``threads``
    shape: tuple[str, ...]
    #: place in tables
    rank: int
    #: the model whose flags and adapter it has; empty for one that stands for itself
    extends: str = ""
    #: a loop library that CMake finds
    package: str = ""
    #: a library of the CUDA toolkit
    library: str = ""

    @property
    def is_cuda(self) -> bool:
        """Whether it is the vendor's own model, with or without one of its libraries."""
        return self.language == "CUDA"

    @property
    def suffix(self) -> str:
        """The ending of its source files."""
        return ".cu" if self.is_cuda else ".cpp"

    @property
    def place(self) -> str:
        """Where its regions have to run for a time to count: ``device`` or ``host``."""
        return "device" if self.offloads else "host"


@functools.cache
def registry() -> dict[str, Model]:
    """Return every model by its name, in the order of tables."""
    told: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["models"]
    ours = {one.name for one in fields(Model)}  # the rest is for CMake
    return {
        one["name"]: Model(
            rank=rank, shape=tuple(one.pop("shape")), **{k: one[k] for k in ours & one.keys()}
        )
        for rank, one in enumerate(told)
    }


def of(name: str) -> Model:
    """Return a model by its name.

    One that is not registered (a record of another version of the suite) is taken to offload, so
    that a run of it on the host is never evidence, and comes last in tables.
    """
    known = registry()
    return known[name] if name in known else Model(name, "", True, (), len(known))


def of_variant(variant: str) -> Model:
    """Return the model of a variant: the longest name that the variant's begins with."""
    fitting = [one for name, one in registry().items() if f"{variant}-".startswith(f"{name}-")]
    return max(fitting, key=lambda one: len(one.name)) if fitting else of(variant)


def source_suffix(variant: str) -> str:
    """Return the ending of a variant's source files: one of its model, or Fortran's."""
    return ".f90" if variant.endswith("-fortran") else of_variant(variant).suffix


def names() -> tuple[str, ...]:
    """Return the names of all models, in the order of tables."""
    return tuple(registry())


def shaped(part: str) -> frozenset[str]:
    """Return the models that take a part of the execution shape from outside."""
    return frozenset(name for name, one in registry().items() if part in one.shape)
