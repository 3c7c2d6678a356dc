"""Which launches are made, and in which order.  Pure; the order follows from the seed."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from league.records.store import LaunchKey

#: The mark of the second member of the session's pair of identical launches.
AA = "A2"


@dataclass(frozen=True)
class Cell:
    """What one time is a time of."""

    toolchain: str
    group: str
    benchmark: str
    variant: str
    model: str
    offloads: bool
    letter: str
    precision: str

    @property
    def name(self) -> str:
        """The name on screen: ``jacobi.target-data W fp64 gcc-12-host``."""
        return f"{self.benchmark}.{self.variant} {self.letter} {self.precision} {self.toolchain}"

    def at(self, letter: str, precision: str = "") -> Cell:
        """Return the same cell in another class, and another precision if one is given."""
        return dataclasses.replace(self, letter=letter, precision=precision or self.precision)

    def fields(self) -> dict[str, Any]:
        """Return the fields of a launch record that name the cell."""
        return {
            "toolchain": self.toolchain,
            "group": self.group,
            "benchmark": self.benchmark,
            "variant": self.variant,
            "model": self.model,
            "class": self.letter,
            "precision": self.precision,
        }


@dataclass(frozen=True)
class Launch:
    """One process to start."""

    cell: Cell
    mode: str  # check, timed
    pair: str = ""  # "" or AA
    index: int = 0

    def key(self) -> LaunchKey:
        """Return what makes this launch unique within a run."""
        cell = self.cell
        return (
            cell.toolchain,
            cell.benchmark,
            cell.variant,
            cell.letter,
            cell.precision,
            self.mode,
            self.pair,
            self.index,
        )


def checks(cells: Iterable[Cell]) -> list[Launch]:
    """Return one check launch per cell; cells that are the same are checked once."""
    return [Launch(cell, "check") for cell in dict.fromkeys(cells)]


def choose_aa(cells: Sequence[Cell], seed: int) -> Cell | None:
    """Return the cell whose launches are made twice, so that their spread shows the noise floor.

    An offloading one if there is any: those are what is compared.
    """
    candidates = [cell for cell in cells if cell.offloads] or list(cells)
    if not candidates:
        return None
    ordered = sorted(candidates, key=lambda cell: cell.name)
    return random.Random(seed).choice(ordered)


def timed(cells: Sequence[Cell], *, launches: int, seed: int, aa: Cell | None) -> list[Launch]:
    """Return the timed launches, interleaved: A B C, B C A, ...

    Cells of the same benchmark, class and precision are compared, so they take turns launch by
    launch; each turn has an order of its own.  The A/A cell appears twice in its turns.  One seed
    gives one order, whatever the order of the cells.
    """
    groups: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in sorted(dict.fromkeys(cells), key=lambda cell: cell.name):
        groups.setdefault((cell.benchmark, cell.letter, cell.precision), []).append(cell)
    chance = random.Random(seed)
    plan: list[Launch] = []
    for group in groups.values():
        members = [(cell, "") for cell in group] + [(aa, AA) for _ in (1,) if aa in group]
        for index in range(launches):
            chance.shuffle(members)
            plan += [
                Launch(cell, "timed", pair, index) for cell, pair in members if cell is not None
            ]
    return plan
