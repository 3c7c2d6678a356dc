"""What exporters write of a run: one view of its cells and programs for all formats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from league.analysis.ratios import Session
from league.records.view import Cell, Key, Record, RunView


@dataclass(frozen=True)
class Time:
    """A cell whose time counts."""

    key: Key
    cell: Cell
    #: nanoseconds: the median over launches, and the median of each launch
    median: float
    launches: list[float]

    @property
    def name(self) -> str:
        """Benchmark, variant, class, precision, toolchain."""
        return name_of(self.cell)


class Exported:
    """A run as exporters read it."""

    def __init__(self, run: RunView) -> None:
        self.run = run

    @cached_property
    def session(self) -> Session:
        """Intervals and noise of the run."""
        return Session(self.run)

    @cached_property
    def cells(self) -> list[tuple[Key, Cell]]:
        """Every cell, in order."""
        return sorted(self.run.cells.items())

    @cached_property
    def times(self) -> list[Time]:
        """The cells whose times count, in order."""
        medians = ((key, cell, cell.median()) for key, cell in self.cells)
        return [
            Time(key, cell, median, cell.medians())
            for key, cell, median in medians
            if median is not None
        ]

    @property
    def programs(self) -> Iterator[tuple[str, Record]]:
        """The programs that a compiler was asked for, and what became of them."""
        for (toolchain, benchmark, variant), build in sorted(self.run.builds.items()):
            if build.get("verdict") not in ("unavailable", "toolchain-absent", "unsupported"):
                yield f"{benchmark}/{variant}/{toolchain}", build

    def compiler(self, toolchain: str) -> str:
        """Return a toolchain's compiler and its version."""
        facts = self.run.toolchains.get(toolchain, {})
        return " ".join(filter(None, (facts.get("compiler"), facts.get("version"))))


def name_of(cell: Cell) -> str:
    """Return the name of a cell: benchmark, variant, class, precision, toolchain."""
    key = cell.key
    size = "/".join(filter(None, [key.letter, key.precision]))
    return f"{key.benchmark}/{key.variant}/{size}/{key.toolchain}".replace("//", "/")
