"""Which launches are made, and in which order.  Pure; the order follows from the seed."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from league.base import check_environment
from league.base.words import size_words
from league.records.scale import scale_of
from league.records.store import Key
from league.run.manifest import Variant
from league.run.options import CHECK_CLASS

#: The mark of the second member of a pair of identical launches.
AA = "A2"
#: That of a launch of a baseline's program, beside one of the program that is here now.
BEFORE = "before"
#: Modes: a correctness check, what goes with it on an emulated GPU, a timed launch, one of several
#: processes at once.  Plans may have modes of their own.
CHECK, EMULATED, TIMED, RANKS = "check", "emulated", "timed", "ranks"
#: The class of a problem that an input deck describes; no program is told it.
DECK = "X"


M = TypeVar("M")


@dataclass(frozen=True)
class Cell:
    """What one time is a time of: a program, the class of its problem, a precision."""

    variant: Variant
    #: the letter of its class, and behind it the parameters in which it differs from that
    letter: str
    precision: str

    @property
    def sets(self) -> dict[str, int]:
        """The parameters in which its problem differs from that of its class."""
        pairs = (text.partition("=") for text in self.letter.split()[1:])
        return {key: int(value) for key, _, value in pairs}

    @property
    def name(self) -> str:
        """The name on screen: ``jacobi.target-data W fp64 gcc-12-host``."""
        return f"{self.variant.name} {self.letter} {self.precision} {self.variant.toolchain}"

    @property
    def key(self) -> Key:
        """Its names as ``store.cell_of`` has them of a record."""
        return (*self.variant.names, self.letter, self.precision)

    def at(self, letter: str) -> Cell:
        """Return the same cell in another class."""
        return dataclasses.replace(self, letter=letter)

    def fields(self) -> dict[str, Any]:
        """Return the fields of a launch record that name the cell."""
        return {
            "toolchain": self.variant.toolchain,
            "group": self.variant.group,
            "benchmark": self.variant.benchmark,
            "variant": self.variant.variant,
            "model": self.variant.model,
            "class": self.letter,
            "precision": self.precision,
        }


@dataclass(frozen=True)
class Launch:
    """A launch, whatever the plan: a cell, what else its program is told, the mode."""

    cell: Cell
    mode: str
    #: words of the command line beside class, precision and parameters
    arguments: tuple[str, ...] = ()
    #: variables beside those that every launch of the variant has
    environment: tuple[tuple[str, str], ...] = ()
    pair: str = ""  # "", AA or BEFORE
    index: int = 0
    #: a shorter limit than the session's, in seconds
    timeout_s: float | None = None
    #: the device it runs on, if not the session's
    device: int | None = None
    #: whether the other devices are visible, too, so that its record tells how many there are
    sees_all: bool = False
    #: how many processes it starts, each with a record: the first has its index; 0: it is alone
    ranks: int = 0
    #: parameters in which its problem differs from the class; a record of others is not its own
    sets: tuple[tuple[str, int], ...] = ()
    #: whether known issues speak of it: what another shape or size hides is not mended
    usual: bool = True
    #: the name on screen if the cell's does not say enough
    title: str = ""
    #: what its record says beside what every launch's does
    fields: Mapping[str, Any] = dataclasses.field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """The name on screen; that of the cell, the mark of the pair, the device."""
        where = "" if self.device is None else f"on device {self.device}"
        where = f"in {self.ranks} processes" if self.ranks else where
        return " ".join(filter(None, (self.title or self.cell.name, self.pair, where)))

    def key(self) -> Key:
        """Return what makes this launch unique within a run."""
        return (*self.cell.key, self.mode, self.pair, self.index)

    def record_keys(self) -> tuple[Key, ...]:
        """Return the keys of its records."""
        return tuple((*self.key()[:-1], self.index + n) for n in range(max(1, self.ranks)))

    def words(self) -> list[str]:
        """Return the words of its command line, behind the program."""
        letter = self.cell.letter
        named = [] if letter == DECK else size_words(letter, "--class")
        sets = [word for key, value in self.sets for word in ("--set", f"{key}={value}")]
        return [*named, "--precision", self.cell.precision, *self.arguments, *sets]


def environments_of(cell: Cell, user: Mapping[str, str]) -> list[check_environment.Variables]:
    """Return the variables of a cell's checks, one after the other, beside the user's own.

    In the class of checks one is made in every shape: numbers of teams and threads.
    """
    variant, small = cell.variant, cell.letter.split()[0] == CHECK_CLASS
    return check_environment.checked_with(variant.model, variant.device, user, small=small)


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
        chance.choice([cell for cell in scales[scale] if cell.variant.offloads] or scales[scale])
        for scale in sorted(scales)
    ]


def in_turns(
    members: Iterable[M],
    compared: Callable[[M], Hashable],
    *,
    launches: int,
    seed: int,
    bounded: bool = False,
) -> list[tuple[M, int]]:
    """Return members and turns, interleaved: A B C, B C A, ...

    Those that are ``compared``, since that says the same of them, take turns launch by launch; each
    turn has an order of its own, which follows from the seed and the order of the members.  What is
    ``bounded`` by a budget goes round by round over all, so that its end leaves some of each.
    """
    groups: dict[Hashable, list[M]] = {}
    for member in members:
        groups.setdefault(compared(member), []).append(member)
    chance = random.Random(seed)
    planned: list[tuple[M, int]] = []
    for group in groups.values():
        for turn in range(launches):
            chance.shuffle(group)
            planned += [(member, turn) for member in group]
    return sorted(planned, key=lambda at: at[1]) if bounded else planned


def timed(
    cells: Iterable[Cell],
    *,
    launches: int,
    seed: int,
    aa: Collection[Cell] = (),
    arguments: Callable[[Cell], tuple[str, ...]] = lambda _: (),
    bounded: bool = False,
) -> list[Launch]:
    """Return the timed launches in turns, each of ``aa`` twice in them.

    Cells of the same benchmark, class and precision are compared.  One seed gives one order,
    whatever the order of the cells.  ``arguments`` gives a cell's further words.
    """
    ordered = sorted(dict.fromkeys(cells), key=lambda cell: cell.name)
    members = [(cell, "") for cell in ordered] + [(cell, AA) for cell in ordered if cell in aa]
    turns = in_turns(
        members,
        lambda member: (member[0].variant.benchmark, member[0].letter, member[0].precision),
        launches=launches,
        seed=seed,
        bounded=bounded,
    )
    return [
        Launch(cell, TIMED, arguments(cell), pair=pair, index=turn) for (cell, pair), turn in turns
    ]


def device_count(launch: Launch, counts: Mapping[str, int]) -> int:
    """Return how many devices a launch can be made on, by what toolchains see; 0 for the host."""
    variant = launch.cell.variant
    return counts.get(variant.toolchain, 0) if variant.offloads else 0


def on_each_device(launch: Launch, counts: Mapping[str, int]) -> list[Launch]:
    """Return a check on every device of its toolchain; by itself if it uses none."""
    count = device_count(launch, counts)
    each = [dataclasses.replace(launch, device=n, index=n) for n in range(count)]
    return each or [launch]


def devices_in_turn(launches: Iterable[Launch], counts: Mapping[str, int]) -> list[Launch]:
    """Return timed launches, of each cell the first on device 0, the next on device 1, and so on.

    They are made one at a time.
    """
    return [
        dataclasses.replace(one, device=one.index % count) if count else one
        for one, count in ((one, device_count(one, counts)) for one in launches)
    ]
