"""What exporters share: how cells are called, whose times count, what was compiled."""

from __future__ import annotations

import json
from collections.abc import Iterator

from league.records.view import Cell, Record, RunView


def name_of(cell: Cell) -> str:
    """Return the name of a cell: benchmark, variant, class, precision, toolchain."""
    key = cell.key
    size = "/".join(filter(None, [key.letter, key.precision]))
    return f"{key.benchmark}/{key.variant}/{size}/{key.toolchain}".replace("//", "/")


def cells(run: RunView) -> list[Cell]:
    """Return every cell, in order."""
    return [cell for _, cell in sorted(run.cells.items())]


def timed(run: RunView) -> list[tuple[Cell, float]]:
    """Return the cells whose times count, with the median over their launches in nanoseconds."""
    medians = ((cell, cell.median()) for cell in cells(run))
    return [(cell, median) for cell, median in medians if median is not None]


def programs(run: RunView) -> Iterator[tuple[str, Record]]:
    """Yield the programs that a compiler was asked for, and what became of them."""
    for (toolchain, benchmark, variant), build in sorted(run.builds.items()):
        if build.get("verdict") not in ("unavailable", "toolchain-absent", "unsupported"):
            yield f"{benchmark}/{variant}/{toolchain}", build


def as_json(value: object) -> str:
    """Return a file of JSON."""
    return json.dumps(value, indent=1, allow_nan=False) + "\n"
