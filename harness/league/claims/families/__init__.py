"""Families of claims that are products: generated for every run, never stored."""

from __future__ import annotations

from collections.abc import Sequence

from league.claims.families import (
    atomics,
    clauses,
    forms,
    mappings,
    mathematics,
    nestings,
    reductions,
)
from league.claims.families.cell import Cell, covering


def all_cells() -> list[Cell]:
    """Return every generated claim, in a fixed order."""
    makers = (
        reductions.cells, reductions.user_cells, atomics.cells, nestings.cells, mathematics.cells,
        mappings.cells,
        clauses.cells, forms.cells,
    )  # fmt: skip
    return [cell for maker in makers for cell in maker()]


def subset(cells: Sequence[Cell]) -> list[Cell]:
    """Return the fixed part of the cells that runs by default: all pairs of every family."""
    return covering(cells)
