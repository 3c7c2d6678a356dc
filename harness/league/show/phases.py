"""Where the time goes: the laps of the compute phase, each beside the same lap of the reference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.base.words import duration, times
from league.records.view import Cell


@dataclass(frozen=True)
class PhaseRow:
    """The laps of one variant with one toolchain."""

    variant: str
    toolchain: str
    #: per lap the median time, its ratio to the reference's lap (or empty)
    laps: tuple[tuple[str, str], ...]
    #: compute time outside any lap
    rest: str


@dataclass(frozen=True)
class Phases:
    """Laps side by side; no names where the benchmark has none."""

    names: tuple[str, ...] = ()
    rows: tuple[PhaseRow, ...] = ()


def phases(measured: Iterable[tuple[str, Cell]], references: Mapping[int, Cell | None]) -> Phases:
    """Return the table of laps of verified cells, given as (toolchain label, cell).

    `references` holds the reference of every cell by the cell's identity.

    Columns are the laps of all variants in the order in which they first end.  A ratio is the
    median of a lap over the median of the same lap of the cell's reference, which was measured in
    the same session; it is left empty for the reference itself and where the reference lacks it.
    """
    cells = list(measured)
    names = tuple(dict.fromkeys(name for _, cell in cells for name in cell.laps()))
    rows = []
    for label, cell in cells:
        if not cell.laps():
            continue
        reference = references[id(cell)]
        told = []
        for name in names:
            own = cell.median(f"lap:{name}")
            base = reference.median(f"lap:{name}") if reference and reference is not cell else None
            told.append((duration(own) if own is not None else "–", _ratio(own, base)))
        spent = sum(cell.median(f"lap:{name}") or 0.0 for name in cell.laps())
        rest = max(0.0, (cell.median() or 0.0) - spent)
        rows.append(PhaseRow(cell.key.variant, label, tuple(told), duration(rest)))
    return Phases(names, tuple(rows))


def _ratio(own: float | None, base: float | None) -> str:
    return times(own / base) if own and base else ""
