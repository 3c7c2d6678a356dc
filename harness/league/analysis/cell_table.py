"""The cells of a run as rows: what exports write and queries ask."""

from __future__ import annotations

import json
from typing import Any

from league.analysis import metrics
from league.analysis.ratios import Session
from league.base.words import BUILD_FAILURES
from league.records.view import Cell, RunView, build_failure

CELL_COLUMNS = (
    "run", "toolchain", "group", "benchmark", "variant", "model", "class", "precision", "verdict",
    "expected", "place", "launches", "compute_ns", "compute_low_ns", "compute_high_ns", "total_ns",
    "h2d_ns", "d2h_ns", "reference", "ratio", "ratio_low", "ratio_high", "decision", "gb_per_s",
    "gflop_per_s", "merit_per_s", "merit_unit", "kernel_launches", "bytes_to_device",
    "bytes_from_device", "compiler", "version", "flags", "started", "source", "machine",
)  # fmt: skip


def cell_rows(run: RunView) -> list[dict[str, Any]]:
    """Return one row per cell, and one per variant whose build failed.

    Times are in nanoseconds, with 95 % intervals; None wherever nothing valid is known.  The
    decision is that against the reference.
    """
    session = Session(run)
    rows = [_cell_row(session, cell) for _, cell in sorted(run.cells.items())]
    return rows + [
        {
            **dict.fromkeys(CELL_COLUMNS),
            "run": run.name,
            "toolchain": toolchain,
            "group": str(build.get("group") or ""),
            "benchmark": benchmark,
            "variant": variant,
            "model": str(build.get("model") or ""),
            "verdict": verdict,
            "expected": expected or None,
            "launches": 0,
            **_surroundings(run, toolchain),
        }
        for (toolchain, benchmark, variant), build in sorted(run.builds.items())
        for verdict, expected in [build_failure(build)]
        if verdict in BUILD_FAILURES
    ]


def _surroundings(run: RunView, toolchain: str) -> dict[str, Any]:
    facts = run.toolchains.get(toolchain, {})
    gpus = [str(gpu.get("name")) for gpu in run.machine.get("gpus") or []]
    return {
        "compiler": facts.get("compiler") or None,
        "version": facts.get("version") or None,
        "flags": json.dumps(facts["flags"], sort_keys=True) if facts.get("flags") else None,
        "started": run.session.get("started") or None,
        "source": run.session.get("source") or None,
        "machine": ", ".join(filter(None, [str(run.machine.get("cpu") or ""), *gpus])) or None,
    }


def _cell_row(session: Session, cell: Cell) -> dict[str, Any]:
    run = session.run
    key, time, work, moved = cell.key, cell.median(), cell.work, cell.motion()
    against = session.against(cell)
    held, judged = against.reference, against.verdict
    own = session.interval(cell) if cell.verified else None
    span = judged.interval if judged and not against.is_reference else None
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
        "expected": cell.expected or None,
        "place": cell.place,
        "launches": len(cell.medians()),
        **{f"{phase}_ns": cell.median(phase) for phase in ("compute", "total", "h2d", "d2h")},
        "compute_low_ns": own.low if own else None,
        "compute_high_ns": own.high if own else None,
        "reference": f"{held.key.toolchain}/{held.key.variant}" if held else None,
        "ratio": judged.ratio if judged else None,
        "ratio_low": span.low if span else None,
        "ratio_high": span.high if span else None,
        "decision": against.word if cell.verified else None,
        "gb_per_s": rates[0],
        "gflop_per_s": rates[1],
        "merit_per_s": metrics.merit_per_second(counted, time) if time and counted else None,
        "merit_unit": merit.get("unit"),
        "kernel_launches": moved.launches if moved else None,
        "bytes_to_device": moved.to_device if moved else None,
        "bytes_from_device": moved.from_device if moved else None,
        **_surroundings(run, key.toolchain),
    }
