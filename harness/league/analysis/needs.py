"""What each variant asks of an emulated GPU beside the least that it could; nothing is a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.analysis import device
from league.base import columns
from league.base.columns import Column
from league.base.errors import NothingComparable
from league.records import device_counts
from league.records.launches import NAMES, Key, of_key
from league.records.view import RunView


@dataclass(frozen=True)
class Need:
    """Of a cell what its kernels waste of memory and registers; None: not known."""

    key: Key
    #: sectors of global memory that were asked for, as a multiple of the least possible
    sectors: float | None
    #: machine instructions on local memory (spills, arrays of a thread) of 1000 that warps issue
    local: float | None
    #: most registers of a thread, and least share of the warps that a multiprocessor could hold
    registers: int | None
    occupancy: float | None


def needs(*runs: RunView) -> list[Need]:
    """Return a row for each cell with counts, sorted; of one that several runs have the last."""
    found: dict[Key, Need] = {}
    for run in runs:
        shapes: dict[Key, list[tuple[int, float]]] = {}
        for row in device.shape_rows(run):
            if row["registers"] is not None and row["occupancy"] is not None:
                key = Key(*(row[name] for name in NAMES))
                shapes.setdefault(key, []).append((row["registers"], row["occupancy"]))
        for key, counts in device.counted(run):
            total = device_counts.totals(counts)
            least = total["sectors"] - total["excess_sectors"]
            issued = total.get("weighed_instructions")
            seen = shapes.get(key, [])
            found[key] = Need(
                key,
                total["sectors"] / least if least else None,
                1000.0 * total["weighed_local"] / issued if issued else None,
                max((registers for registers, _ in seen), default=None),
                min((occupancy for _, occupancy in seen), default=None),
            )
    return [found[key] for key in sorted(found)]


NEEDS: tuple[Column[Need], ...] = (
    *of_key("benchmark", "class", "precision"),
    Column("variant", "Variant", lambda row: f"`{row.key.variant}`", right=False, markup=True),
    Column("sectors", "Sectors ÷ least", lambda row: row.sectors, "{:.2f}".format),
    Column("local", "On local memory, ‰", lambda row: row.local, "{:.1f}".format),
    Column("registers", "Most registers", lambda row: row.registers),
    Column("occupancy", "Least occupancy", lambda row: row.occupancy, "{:.0%}".format),
)


def markdown(rows: Sequence[Need]) -> list[str]:
    """Return the rows as Markdown, the most sectors first; NothingComparable without one."""
    if not rows:
        raise NothingComparable("these runs count nothing on an emulated GPU; choose others")
    return columns.markdown(NEEDS, sorted(rows, key=lambda row: -(row.sectors or 0.0)))
