"""What a sweep measures: sizes, shapes and simd on or off, and in which order.  Pure."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.base import models
from league.base.errors import UsageError
from league.base.words import size_name
from league.run import parameters, plan, select
from league.run.manifest import Variant

#: The mode of a sweep's launch records; statistics use other modes and so never mix them.
MODE = "sweep"
#: Models whose regions take teams and threads per team from the environment.
SHAPED = models.shaped("teams")
_SIMD = {"on": True, "off": False}
_MOST = 2**31 - 1


@dataclass(frozen=True)
class Shape:
    """Teams and threads per team that are asked for; None leaves it to the runtime."""

    teams: int | None
    threads: int | None

    @property
    def label(self) -> str:
        """``4 × 2``; what the runtime decides is ``any``, nothing at all is ``–``."""
        if self.teams is None and self.threads is None:
            return "–"
        return " × ".join("any" if n is None else str(n) for n in (self.teams, self.threads))

    def sets(self, variant: Variant) -> tuple[tuple[str, int], ...]:
        """Return the parameters that ask a variant for this shape, if it takes a shape so."""
        asked = (("teams", self.teams), ("threads", self.threads))
        by_parameters = variant.shape == "parameters"
        return tuple((key, n) for key, n in asked if n is not None and by_parameters)

    def environment(self, model: str, device: str, cores: int | None = None) -> dict[str, str]:
        """Return the variables that ask a launch for this shape.

        On the ``x86_64`` device LLVM's host runtime caps teams × threads at the number of cores
        and a team's threads at OMP_NUM_THREADS; there both are raised to what is asked for.
        """
        asked: dict[str, str] = {}
        if model not in SHAPED and model in models.shaped("threads"):
            return asked if self.threads is None else {"OMP_NUM_THREADS": str(self.threads)}
        if model not in SHAPED:
            return asked
        if self.teams is not None:
            asked["OMP_NUM_TEAMS"] = str(self.teams)
        if self.threads is not None:
            asked["OMP_TEAMS_THREAD_LIMIT"] = str(self.threads)
        if device == "x86_64" and asked:
            there = cores or len(os.sched_getaffinity(0))
            teams, threads = self.teams or 1, self.threads or 1
            both = self.teams is not None and self.threads is not None
            asked["KMP_TEAMS_THREAD_LIMIT"] = str(teams * threads if both else
                                                  max(teams, threads, there))  # fmt: skip
            if self.threads is not None:
                asked["OMP_NUM_THREADS"] = str(self.threads)
        return asked


@dataclass(frozen=True)
class Size:
    """A class and the parameters in which the problem differs from it."""

    letter: str
    sets: tuple[tuple[str, int], ...] = ()

    @property
    def label(self) -> str:
        """``W``, or ``W n=514 sweeps=20``."""
        return size_name(self.letter, self.sets)


@dataclass(frozen=True)
class Grid:
    """The axes of a sweep; an axis that was not asked for has one point, or none."""

    teams: tuple[int | None, ...] = (None,)
    threads: tuple[int | None, ...] = (None,)
    sets: tuple[tuple[str, tuple[int, ...]], ...] = ()
    simd: tuple[bool, ...] = ()

    def sizes(self, letters: Iterable[str]) -> list[Size]:
        """Return every combination of a class and the values of all parameters."""
        axes = [[(key, value) for value in values] for key, values in self.sets]
        return [
            Size(letter, tuple((one, n) for key, n in sets for one in key.split("+")))
            for letter in letters
            for sets in itertools.product(*axes)
        ]

    def shapes(self, variant: Variant) -> list[Shape]:
        """Return the shapes that mean something to a variant; at least the one of no wishes."""
        model = variant.model
        if model in SHAPED or variant.shape == "parameters":
            return [Shape(*both) for both in itertools.product(self.teams, self.threads)]
        if model in models.shaped("threads"):
            return [Shape(None, threads) for threads in self.threads]
        return [Shape(None, None)]

    def fields(self) -> dict[str, Any]:
        """Return the grid as the session record keeps it."""
        return {
            "teams": list(self.teams),
            "threads": list(self.threads),
            "size": {key: list(values) for key, values in self.sets},
            "simd": list(self.simd),
        }

    @staticmethod
    def of(fields: Mapping[str, Any]) -> Grid:
        """Return the grid a session record keeps."""
        return Grid(
            teams=tuple(fields["teams"]),
            threads=tuple(fields["threads"]),
            sets=tuple((key, tuple(values)) for key, values in fields["size"].items()),
            simd=tuple(fields["simd"]),
        )


def _numbers(flag: str, text: str, least: int = 1) -> tuple[int, ...]:
    found = set()
    for word in text.split(","):
        word = word.strip()
        if not (word.isascii() and word.isdigit() and least <= int(word) <= _MOST):
            raise UsageError(
                f"{flag.rstrip(' =')}: '{word}' is not a whole number of {least} or more;"
                f" give a list such as {flag}1,2,4"
            )
        found.add(int(word))
    return tuple(sorted(found))


def parse(
    teams: str | None, threads: str | None, sizes: Sequence[str] | None, simd: str | None
) -> Grid:
    """Return the grid that the options of the command line mean.  Raises UsageError."""
    sets: dict[str, tuple[int, ...]] = {}
    for text in sizes or ():
        key, equals, values = text.partition("=")
        if not key or not equals:
            raise UsageError(f"--size: '{text}' is not KEY=N,N,...; write --size n=512,1024")
        if key in sets:
            raise UsageError(f"--size {key} is given twice; put its values into one list")
        sets[key] = _numbers(f"--size {key}=", values, 0)
    words = select.split([simd] if simd is not None else None)
    for word in words:
        if word not in _SIMD:
            raise select.unknown("setting of --simd", word, _SIMD)
    if simd is not None and not words:
        raise UsageError("--simd is empty; write --simd on,off")
    return Grid(
        teams=(None,) if teams is None else _numbers("--teams ", teams),
        threads=(None,) if threads is None else _numbers("--threads ", threads),
        sets=tuple(sets.items()),
        simd=tuple(sorted({_SIMD[word] for word in words}, reverse=True)),
    )


def check_parameters(grid: Grid, description: Mapping[str, Any]) -> None:
    """Raise UsageError for a parameter or value that the benchmark, by itself, does not have."""
    asked = ((key, values) for keys, values in grid.sets for key in keys.split("+"))
    parameters.check("--size", asked, description)


@dataclass(frozen=True)
class Point:
    """One place in the grid: what is launched, how large, in which shape."""

    cell: plan.Cell
    size: Size
    shape: Shape
    #: whether it is the half with simd of a pair; None where pairs are not compared
    simd: bool | None
    number: int  # within its cell

    @property
    def name(self) -> str:
        """The name on screen."""
        cell = self.cell
        name = f"{cell.variant.name} {self.size.label} {cell.precision}"
        return f"{name} {cell.variant.toolchain} {self.shape.label}"

    def fields(self) -> dict[str, Any]:
        """Return what the records of its launches keep of it."""
        return {
            "teams": self.shape.teams,
            "threads": self.shape.threads,
            "simd": self.simd,
            "set": dict(self.size.sets),
        }


def points(
    grid: Grid, variant: Variant, letters: Sequence[str], precisions: Sequence[str]
) -> list[Point]:
    """Return the points of one variant in a fixed order, numbered within each cell."""
    found = []
    simd = bool(variant.without_simd) if grid.simd else None
    for letter, precision in itertools.product(letters, precisions):
        cell = plan.Cell(variant, letter, precision)
        places = itertools.product(grid.sizes([letter]), grid.shapes(variant))
        found += [Point(cell, *place, simd, number) for number, place in enumerate(places)]
    return found


def order(
    points: Sequence[Point], *, launches: int, seed: int, bounded: bool = False
) -> list[tuple[Point, int]]:
    """Return points and turns; those of the same size and precision are compared."""
    return plan.in_turns(
        sorted(points, key=lambda point: (point.name, point.number)),
        lambda point: (point.size, point.cell.precision),
        launches=launches,
        seed=seed,
        bounded=bounded,
    )
