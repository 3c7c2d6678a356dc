"""The cells of a run as rows: what exports write and queries ask."""

from __future__ import annotations

from typing import Any

from league.analysis import metrics
from league.analysis.standing import References
from league.records.view import Cell, RunView

CELL_COLUMNS = (
    "run", "toolchain", "group", "benchmark", "variant", "model", "class", "precision", "verdict",
    "place", "launches", "compute_ns", "total_ns", "h2d_ns", "d2h_ns", "reference",
    "ratio", "gb_per_s", "gflop_per_s", "merit_per_s", "merit_unit", "kernel_launches",
    "bytes_to_device", "bytes_from_device",
)  # fmt: skip


def cell_rows(run: RunView) -> list[dict[str, Any]]:
    """Return one row per cell; times in nanoseconds, None wherever nothing valid is known."""
    references = References(run)
    return [_cell_row(run, cell, references) for _, cell in sorted(run.cells.items())]


def _cell_row(run: RunView, cell: Cell, references: References) -> dict[str, Any]:
    key, time, work, moved = cell.key, cell.median(), cell.work, cell.motion()
    held = references.of(cell) if cell.verified else None
    base = held.median() if held else None
    rates: list[float | None] = [None, None]
    if time and work.get("bytes"):
        rates[0] = metrics.gigabytes_per_second(float(work["bytes"]), time)
    if time and work.get("flops"):
        rates[1] = metrics.gigaflops_per_second(float(work["flops"]), time)
    merit = work.get("merit") or {}
    counted = float(merit.get("count") or 0.0)
    return {
        "run": run.name,
        "toolchain": key.toolchain,
        "group": cell.group,
        "benchmark": key.benchmark,
        "variant": key.variant,
        "model": cell.model,
        "class": key.letter,
        "precision": key.precision,
        "verdict": cell.outcome,
        "place": cell.place,
        "launches": len(cell.medians()),
        **{f"{phase}_ns": cell.median(phase) for phase in ("compute", "total", "h2d", "d2h")},
        "reference": f"{held.key.toolchain}/{held.key.variant}" if held else None,
        "ratio": time / base if time and base else None,
        "gb_per_s": rates[0],
        "gflop_per_s": rates[1],
        "merit_per_s": metrics.merit_per_second(counted, time) if time and counted else None,
        "merit_unit": merit.get("unit"),
        "kernel_launches": moved.launches if moved else None,
        "bytes_to_device": moved.to_device if moved else None,
        "bytes_from_device": moved.from_device if moved else None,
    }
