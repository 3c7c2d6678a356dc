"""Which launches are made, and in which order.  Pure; the order follows from the seed."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from league.records.scale import scale_of
from league.records.store import LaunchKey
from league.run import select
from league.run.manifest import Variant

#: The mark of the second member of a pair of identical launches.
AA = "A2"
#: Modes: a correctness check, a timed launch.  Plans may have modes of their own.
CHECK, TIMED = "check", "timed"
#: The class of a problem that an input deck describes; no program is told it.
DECK = "X"


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
    #: what ``--tag`` and expressions find it by
    labels: frozenset[str] = dataclasses.field(default=frozenset(), compare=False)

    @staticmethod
    def of(variant: Variant, letter: str, precision: str) -> Cell:
        """Return the cell of a variant in a class and a precision."""
        return Cell(
            variant.toolchain,
            variant.group,
            variant.benchmark,
            variant.variant,
            variant.model,
            variant.offloads,
            letter,
            precision,
            frozenset(select.labels(variant)),
        )

    @property
    def name(self) -> str:
        """The name on screen: ``jacobi.target-data W fp64 gcc-12-host``."""
        return f"{self.benchmark}.{self.variant} {self.letter} {self.precision} {self.toolchain}"

    @property
    def names(self) -> tuple[str, str, str]:
        """The names of its variant: toolchain, benchmark, variant."""
        return self.toolchain, self.benchmark, self.variant

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
    """One process to start: a cell, what else its program is told, the environment, the mode."""

    cell: Cell
    mode: str
    #: words of the command line beside class and precision
    arguments: tuple[str, ...] = ()
    #: variables beside those that every launch of the variant has
    environment: tuple[tuple[str, str], ...] = ()
    pair: str = ""  # "" or AA
    index: int = 0
    #: a shorter limit than the session's, in seconds
    timeout_s: float | None = None
    #: the device it runs on, if not the session's
    device: int | None = None
    #: whether the other devices are visible, too, so that its record tells how many there are
    sees_all: bool = False

    @property
    def name(self) -> str:
        """The name on screen; that of the cell, the mark of the pair, the device."""
        where = "" if self.device is None else f"on device {self.device}"
        return " ".join(filter(None, (self.cell.name, self.pair, where)))

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

    def record_keys(self) -> tuple[LaunchKey]:
        """Return the keys of its records."""
        return (self.key(),)

    def words(self) -> list[str]:
        """Return the words of its command line, behind the program."""
        letter = self.cell.letter
        named = [] if letter == DECK else ["--class", letter]
        return [*named, "--precision", self.cell.precision, *self.arguments]


def repetitions(repeat: int, warmup: int) -> tuple[str, ...]:
    """Return the words that say how often a program repeats."""
    return ("--repeat", str(repeat), "--warmup", str(warmup))


def choose_aa(times: Mapping[Cell, float], seed: int) -> list[Cell]:
    """Return the cells whose launches are made twice, so that their spread shows the noise floor.

    One per time scale, since short launches scatter more than long ones; ``times`` holds a first
    time of each cell in nanoseconds.  An offloading one if there is any: those are compared.
    """
    scales: dict[int, list[Cell]] = {}
    for cell in sorted(times, key=lambda cell: cell.name):
        scales.setdefault(scale_of(times[cell]), []).append(cell)
    chance = random.Random(seed)
    return [
        chance.choice([cell for cell in scales[scale] if cell.offloads] or scales[scale])
        for scale in sorted(scales)
    ]


def timed(
    cells: Iterable[Cell],
    *,
    launches: int,
    seed: int,
    aa: Collection[Cell] = (),
    arguments: Callable[[Cell], tuple[str, ...]] = lambda _: (),
) -> list[Launch]:
    """Return the timed launches, interleaved: A B C, B C A, ...

    Cells of the same benchmark, class and precision are compared, so they take turns launch by
    launch; each turn has an order of its own.  The A/A cells appear twice in their turns.  One seed
    gives one order, whatever the order of the cells.  ``arguments`` gives a cell's further words.
    """
    groups: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in sorted(dict.fromkeys(cells), key=lambda cell: cell.name):
        groups.setdefault((cell.benchmark, cell.letter, cell.precision), []).append(cell)
    chance = random.Random(seed)
    plan: list[Launch] = []
    for group in groups.values():
        members = [(cell, "") for cell in group] + [(cell, AA) for cell in group if cell in aa]
        for index in range(launches):
            chance.shuffle(members)
            plan += [
                Launch(cell, TIMED, arguments(cell), pair=pair, index=index)
                for cell, pair in members
            ]
    return plan
