"""What a sweep measures: sizes, shapes and simd on or off, and in which order.  Pure."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.base import models
from league.base.errors import UsageError
from league.run import plan, select
from league.run.manifest import Variant

#: The mode of a sweep's launch records; statistics use other modes and so never mix them.
MODE = "sweep"
#: Models whose regions take teams and threads per team from the environment.
SHAPED = models.shaped("teams")
_SIMD = {"on": True, "off": False}
_MOST = 2**31 - 1
_STANDALONE = ("target data", "target update", "target enter", "target exit", "declare", "end")


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

    def sets(self, variant: str) -> tuple[tuple[str, int], ...]:
        """Return the parameters that ask a variant for this shape, if it takes a shape so."""
        asked = (("teams", self.teams), ("threads", self.threads))
        return tuple((key, n) for key, n in asked if n is not None and takes_shape(variant))

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
        return " ".join([self.letter, *(f"{key}={value}" for key, value in self.sets)])

    def words(self) -> list[str]:
        """Return the words that set the parameters on a program's command line."""
        return [word for key, value in self.sets for word in ("--set", f"{key}={value}")]


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

    def shapes(self, model: str, variant: str = "") -> list[Shape]:
        """Return the shapes that mean something to a variant; at least the one of no wishes."""
        if model in SHAPED or takes_shape(variant):
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
    """Raise UsageError for a parameter that the benchmark, described by itself, does not have."""
    known = {key for entry in description["classes"] for key in entry}
    known -= {"letter", "resident_bytes"}
    for key in (one for keys, _ in grid.sets for one in keys.split("+")):
        if key not in known:
            raise select.unknown(f"parameter of {description['benchmark']}", key, known)


@dataclass(frozen=True)
class Point:
    """One place in the grid: what is launched, how large, in which shape."""

    cell: plan.Cell
    size: Size
    shape: Shape
    simd: bool | None
    number: int  # within its cell

    @property
    def sets(self) -> tuple[tuple[str, int], ...]:
        """The parameters its launches are given: those of the size, and of the shape."""
        return self.size.sets + self.shape.sets(self.cell.variant)

    @property
    def name(self) -> str:
        """The name on screen."""
        cell = self.cell
        name = f"{cell.benchmark}.{cell.variant} {self.size.label} {cell.precision}"
        return f"{name} {cell.toolchain} {self.shape.label}"


def takes_shape(variant: str) -> bool:
    """Whether a variant takes teams and threads as the parameters of those names."""
    return "shape" in variant.split("-")


def simd_of(variant: str) -> bool:
    """Whether a variant is the one with simd of its pair."""
    return variant.endswith("-simd")


def points(
    grid: Grid, variant: Variant, letters: Sequence[str], precisions: Sequence[str]
) -> list[Point]:
    """Return the points of one variant in a fixed order, numbered within each cell."""
    found = []
    simd = simd_of(variant.variant) if grid.simd else None
    for letter, precision in itertools.product(letters, precisions):
        cell = plan.Cell(
            variant.toolchain, variant.group, variant.benchmark, variant.variant,
            variant.model, variant.offloads, letter, precision,
        )  # fmt: skip
        places = itertools.product(
            grid.sizes([letter]), grid.shapes(variant.model, variant.variant)
        )
        found += [Point(cell, *place, simd, number) for number, place in enumerate(places)]
    return found


def order(
    points: Sequence[Point], *, launches: int, seed: int, bounded: bool = False
) -> list[tuple[Point, int]]:
    """Return (point, round) of all launches, interleaved.

    Points of the same size and precision are compared, so they take turns launch by launch; each
    turn has an order of its own, which follows from the seed.  What is ``bounded`` by a budget goes
    round by round over all sizes, so that its end leaves some launches of each.
    """
    groups: dict[tuple[Size, str], list[Point]] = {}
    for point in sorted(points, key=lambda one: (one.name, one.number)):
        groups.setdefault((point.size, point.cell.precision), []).append(point)
    chance = random.Random(seed)
    found = []
    for group in groups.values():
        for turn in range(launches):
            chance.shuffle(group)
            found += [(point, turn) for point in group]
    return sorted(found, key=lambda one: one[1]) if bounded else found


def directives(source: str) -> list[str]:
    """Return the constructs of a source that share out loops, without simd and without clauses."""
    found = []
    for line in source.replace("\\\n", " ").splitlines():
        head, bracket, _ = line.partition("(")
        words = head.split()
        if words[:2] != ["#pragma", "omp"]:
            continue
        words = words[2:-1] if bracket else words[2:]  # the last one names a clause
        text = " ".join(word for word in words if word != "simd")
        if text and not text.startswith(_STANDALONE):
            found.append(text)
    return found


def sets_own_shape(source: str) -> bool:
    """Whether a source asks for a shape by clauses, which come before the environment."""
    return any(f"{clause}(" in source for clause in ("num_teams", "thread_limit", "num_threads"))


def sibling(simd: Variant, all_variants: Sequence[Variant], sources: Mapping[str, str]) -> str:
    """Return the name of the variant that differs from a ``...-simd`` one by simd only; or "".

    The one whose directives are the same without the word simd; ``-data`` before ``-nested`` before
    the plain name before others.  Where no source is known, the first of those names that exists.
    """
    if not simd_of(simd.variant):
        return ""
    stem = simd.variant[: -len("-simd")]
    usual = [f"{stem}-data", f"{stem}-nested", stem]
    names = [
        one.variant
        for one in all_variants
        if one.benchmark == simd.benchmark
        and one.toolchain == simd.toolchain
        and one.model == simd.model
        and not simd_of(one.variant)
    ]
    names.sort(key=lambda name: usual.index(name) if name in usual else len(usual))
    if simd.variant in sources:
        wanted = directives(sources[simd.variant])
        for name in names:
            if name in sources and directives(sources[name]) == wanted:
                return name
    return next((name for name in names if name in usual), "")
