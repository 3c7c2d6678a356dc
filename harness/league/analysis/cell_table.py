"""The cells of a run as rows: what exports write and queries ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from league.analysis import metrics, stats
from league.analysis.ratios import Session
from league.records.launches import Record
from league.records.view import Cell, RunView, build_failure, toolchain_names
from league.verdicts import word


@dataclass(frozen=True)
class Column:
    """What a column holds."""

    unit: str  # empty for words and counts
    meaning: str
    #: why it may be unknown; empty if it never is
    unknown: str = ""
    #: text, count (a whole number) or number
    kind: str = "text"


_NO_TIME = "no time that counts: it failed, or was only checked"
_NO_REFERENCE = "no reference was measured, or no time counts"
_NO_COUNT = "the runtime cannot count, or nothing ran"
_NOT_TOLD = "not recorded"

#: The columns, in order.
COLUMNS: dict[str, Column] = {
    "run": Column("", "run id"),
    "toolchain": Column("", "toolchain file"),
    "group": Column("", "folder of the benchmark: kernels, npb, miniapps"),
    "benchmark": Column("", "benchmark"),
    "variant": Column("", "formulation of it"),
    "model": Column("", "programming model"),
    "class": Column("", "problem size", "the build failed"),
    "precision": Column("", "fp32, fp64, int32 or complex128", "the build failed"),
    "verdict": Column("", "pass, or what went wrong first"),
    "reason": Column("", "what was said about that", "it passed"),
    "expectation": Column("", "as-expected, xfail (a known defect) or xpass (against one)"),
    "expected": Column("", "the known defect", "none explains the verdict"),
    "place": Column("", "where regions ran: device, host, host-fallback, mixed, emulated, unknown",
                    "the build failed"),
    "launches": Column("", "processes with a time that counts", kind="count"),
    "compute_ns": Column("ns", "median over launches of the timed phase", _NO_TIME, kind="number"),
    "compute_low_ns": Column("ns", "lower end of its 95 % interval",
                             f"{_NO_TIME}; or a single launch", kind="number"),
    "compute_high_ns": Column("ns", "upper end of its 95 % interval",
                              f"{_NO_TIME}; or a single launch", kind="number"),
    "total_ns": Column("ns", "median of transfers and timed phase together",
                       _NO_TIME, kind="number"),
    "h2d_ns": Column("ns", "median of the transfers to the device", _NO_TIME, kind="number"),
    "d2h_ns": Column("ns", "median of the transfers back", _NO_TIME, kind="number"),
    "reference": Column("", "toolchain/variant the time is compared with", _NO_REFERENCE),
    "ratio": Column("", "compute time ÷ that of the reference; above 1 is slower",
                    _NO_REFERENCE, kind="number"),
    "ratio_low": Column("", "lower end of its 95 % interval",
                        f"{_NO_REFERENCE}; or it is the reference", kind="number"),
    "ratio_high": Column("", "upper end of its 95 % interval",
                         f"{_NO_REFERENCE}; or it is the reference", kind="number"),
    "decision": Column("", "FASTER, SLOWER, SAME, INCONCLUSIVE or NOISY against the reference",
                       _NO_TIME),
    "gb_per_s": Column("GB/s", "counted bytes ÷ compute time",
                       "the benchmark counts no bytes", kind="number"),
    "gflop_per_s": Column("Gflop/s", "counted operations ÷ compute time",
                          "the benchmark counts no operations", kind="number"),
    "merit_per_s": Column("merit_unit/s", "the benchmark's own measure ÷ compute time",
                          "it has none", kind="number"),
    "merit_unit": Column("", "unit of that measure", "it has none"),
    "kernel_launches": Column("", "kernels started in a repetition", _NO_COUNT, kind="count"),
    "bytes_to_device": Column("byte", "moved to the device in a repetition",
                              _NO_COUNT, kind="count"),
    "bytes_from_device": Column("byte", "moved back in a repetition", _NO_COUNT, kind="count"),
    "compile_s": Column("s", "time to compile and link the variant's own files",
                        "it was not compiled in this run", kind="number"),
    "executable_bytes": Column("byte", "size of the executable", "the build failed", kind="count"),
    "compiler": Column("", "compiler", _NOT_TOLD),
    "version": Column("", "its version", _NOT_TOLD),
    "flags": Column("", "flags by model, as JSON", _NOT_TOLD),
    "started": Column("UTC", "when the run began", _NOT_TOLD),
    "source": Column("", "revision of the suite", _NOT_TOLD),
    "machine": Column("", "processor, and GPUs", _NOT_TOLD),
}  # fmt: skip
CELL_COLUMNS = tuple(COLUMNS)


def cell_rows(run: RunView) -> Iterator[dict[str, Any]]:
    """Yield one row per cell, and one per variant whose build failed.

    Times are in nanoseconds, with 95 % intervals; None wherever nothing valid is known.  The
    decision is that against the reference.
    """
    session = Session(run)
    around = {name: _surroundings(run, name) for name in toolchain_names(run)}
    for key, cell in sorted(run.cells.items()):
        found = {**_cell_row(session, cell), **around[key.toolchain]}
        yield {name: found[name] for name in CELL_COLUMNS}
    for names, build in sorted(run.builds.items()):
        verdict, expected = build_failure(build)
        if not word(verdict).build_failed:
            continue
        yield {
            **dict.fromkeys(CELL_COLUMNS),
            "run": run.name,
            **dict(zip(("toolchain", "benchmark", "variant"), names)),
            "group": str(build.get("group") or ""),
            "model": str(build.get("model") or ""),
            "verdict": verdict,
            "reason": str(build.get("reason") or "") or None,
            "expectation": _expectation(expected),
            "expected": expected or None,
            "launches": 0,
            **_program(build),
            **around[names[0]],
        }


def _surroundings(run: RunView, toolchain: str) -> dict[str, Any]:
    facts = run.toolchains.get(toolchain, {})
    return {
        "compiler": facts.get("compiler") or None,
        "version": facts.get("version") or None,
        "flags": json.dumps(facts["flags"], sort_keys=True) if facts.get("flags") else None,
        "started": run.session.get("started") or None,
        "source": run.session.get("source") or None,
        "machine": ", ".join(filter(None, [str(run.machine.get("cpu") or ""), *run.gpus])) or None,
    }


def _expectation(expected: str) -> str:
    return "xfail" if expected else "as-expected"


def _program(build: Record) -> dict[str, Any]:
    return {name: build.get(name) for name in ("compile_s", "executable_bytes")}


def _cell_row(session: Session, cell: Cell) -> dict[str, Any]:
    run = session.run
    key, time, work, moved = cell.key, cell.median(), cell.work, cell.motion()
    against = session.against(cell)
    held, judged = against.reference, against.verdict
    own = stats.median_interval(cell.medians())
    span = judged.interval if judged and not against.is_reference else None
    merit = work.get("merit") or {}

    def rate(amount: Any, rate_of: Callable[[float, float], float]) -> float | None:
        return rate_of(float(amount), time) if time and amount else None

    return {
        "run": run.name,
        **key.fields(),
        "group": cell.group,
        "model": cell.model,
        "verdict": cell.outcome,
        "reason": (cell.spoiler.reason or None) if cell.spoiler else None,
        "expectation": "xpass" if cell.surprises else _expectation(cell.expected),
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
        "gb_per_s": rate(work.get("bytes"), metrics.gigabytes_per_second),
        "gflop_per_s": rate(work.get("flops"), metrics.gigaflops_per_second),
        "merit_per_s": rate(merit.get("count"), metrics.merit_per_second),
        "merit_unit": merit.get("unit"),
        "kernel_launches": moved.launches if moved else None,
        "bytes_to_device": moved.to_device if moved else None,
        "bytes_from_device": moved.from_device if moved else None,
        **_program(run.build_of(key)),
    }
