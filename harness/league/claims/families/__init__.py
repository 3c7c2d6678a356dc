"""Families of claims that are products: generated for every run, never stored."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable

from league.claims.families import (
    atomics,
    clauses,
    forms,
    mappings,
    mathematics,
    nestings,
    reductions,
    twins,
    widths,
)
from league.claims.families.cell import Cell

#: What makes the cells, in a fixed order.
_MAKERS: tuple[Callable[[], Iterable[Cell]], ...] = (
    reductions.cells, reductions.user_cells, atomics.cells, nestings.cells, mathematics.cells,
    mappings.cells, clauses.cells, forms.cells, widths.cells, twins.map_cells,
    twins.red_cells,
)  # fmt: skip


def all_cells() -> list[Cell]:
    """Return every generated claim, in a fixed order."""
    return [cell for maker in _MAKERS for cell in maker()]


def origins() -> dict[tuple[str, str], tuple[str, int]]:
    """Return for every generated claim, by id and language, file and line of what makes it."""
    found = {}
    for maker in _MAKERS:
        file = maker.__module__.rpartition(".")[2] + ".py"
        line = inspect.getsourcelines(maker)[1]
        found.update({(cell.id, cell.language): (file, line) for cell in maker()})
    return found
