"""What device code asks of a GPU, for the report: counts of the emulated device, machine code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from league.analysis import device
from league.analysis.count_tables import CODE, NAMES, Row
from league.analysis.quantities import OWN
from league.base.columns import Column, Table
from league.base.words import times
from league.records import device_counts
from league.records.view import RunView
from league.show.evidence import size_label

#: Kernels of a benchmark that the report names; `counts --code` has all.
_MOST_KERNELS = 100


_SIZE: Column[Row] = Column(
    "size", "Size", lambda row: size_label((row["class"], row["precision"])), right=False
)


def count_table(runs: Iterable[RunView], benchmark: str) -> Table[Row]:
    """Return the counts of the emulated device, each with its ratio to CUDA."""
    cells: dict[tuple[str, ...], dict[str, Any]] = {}
    for run in runs:
        for row in device.ratios(run, benchmark=benchmark):
            names = {name: row[name] for name in ("variant", "toolchain", "class", "precision")}
            ratio = row["ratio"] if row["variant"] != "cuda" else None
            counted = cells.setdefault(tuple(names.values()), {**names})
            counted[row["count"]] = (row["value"], times(ratio) if ratio else "")

    def column(name: str) -> Column[Row]:
        return Column(
            name, name.replace("_", " "), lambda row: row[name][0] if name in row else None,
            OWN[name].show, note=lambda row: row[name][1] if name in row else "",
        )  # fmt: skip

    used = [
        name for name in device_counts.QUANTITIES
        if any(row[name][0] for row in cells.values() if name in row)
    ]  # fmt: skip
    return Table(
        (*NAMES, _SIZE, *map(column, used)), list(cells.values()),
        f"{benchmark}: counts of the emulated device", "variant, toolchain",
    )  # fmt: skip


def code_table(runs: Iterable[RunView], benchmark: str) -> tuple[Table[Row], int]:
    """Return the machine code of a benchmark's kernels, and how many more there are."""
    rows = [row for run in runs for row in device.code_rows(run) if row["benchmark"] == benchmark]
    shown = rows[:_MOST_KERNELS]
    told = Table(CODE, shown, f"{benchmark}: machine code", "variant, toolchain, kernel")
    return told, len(rows) - len(shown)
