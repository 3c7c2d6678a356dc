"""What variants ask of an emulated GPU beside the least possible, a line a cell."""

from __future__ import annotations

from collections.abc import Sequence

from league.analysis.needs import Need
from league.base import columns
from league.base.columns import Column
from league.base.errors import NothingComparable

NEEDS: tuple[Column[Need], ...] = (
    Column("benchmark", "Benchmark", lambda row: row.key.benchmark, right=False),
    Column("class", "Class", lambda row: row.key.letter, right=False),
    Column("precision", "Precision", lambda row: row.key.precision, right=False),
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
