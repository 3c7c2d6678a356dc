"""Runs as services that track benchmarks over time import them: Bencher and LNT."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from league.analysis.platforms import machine_names
from league.analysis.ratios import Session
from league.records.view import Cell, Record, RunView
from league.show.exported import as_json, cells, name_of, programs, timed

_TIME = "%Y-%m-%dT%H:%M:%SZ"
_START_OF_TIME = "1970-01-01T00:00:00Z"
#: Counts of a repetition, as measures of Bencher.
_MOVED = {"kernel-launches": "launches", "bytes-to-device": "to_device",
          "bytes-from-device": "from_device"}  # fmt: skip


def to_bencher(run: RunView) -> str:
    """Return verified times and counts in the Bencher Metric Format.

    `latency` is the median compute time in nanoseconds with its 95 % interval; `build-time` is in
    seconds, `file-size` in bytes.  What failed has no numbers, so it is not there.
    """
    session = Session(run)
    found: dict[str, dict[str, dict[str, float]]] = {}
    for cell, median in timed(run):
        latency = {"value": median}
        own = session.interval(cell)
        if own:
            latency.update(lower_value=own.low, upper_value=own.high)
        told = found[name_of(cell)] = {"latency": latency}
        moved = cell.motion()
        for measure, field in _MOVED.items() if moved else ():
            count = getattr(moved, field)
            if count is not None:
                told[measure] = {"value": float(count)}
    for name, build in programs(run):
        facts = {"build-time": build.get("compile_s"), "file-size": build.get("executable_bytes")}
        known = {what: {"value": float(n)} for what, n in facts.items() if n is not None}
        if build["verdict"] == "ok" and known:
            found[name] = known
    return as_json(found)


def to_lnt(run: RunView) -> str:
    """Return a report of format version 2 for LNT's suite `nts`, which `lnt submit` takes.

    A test is a cell, with a time in seconds for each launch, or a program, with the time it took to
    compile, its size and its hash.  Runs are put in order by the time at which they began.
    """
    [machine] = machine_names([run])
    began = datetime.strptime(str(run.session.get("started") or _START_OF_TIME), _TIME)
    ended = began + timedelta(seconds=float(run.session.get("wall_s") or 0.0))
    facts = {"os": run.machine.get("os"), "cpu": run.machine.get("cpu")}
    told = {name: run.session.get(name) for name in ("source", "suite", "league", "seed")}
    compilers = {f"compiler {name}": run.compiler(name) for name in run.toolchains}
    judged = [cell for cell in cells(run) if not cell.word.unlaunched]
    report = {
        "format_version": "2",
        "machine": {"name": machine, **_texts(facts)},
        "run": {
            "start_time": began.isoformat(),
            "end_time": ended.replace(microsecond=0).isoformat(),
            "llvm_project_revision": began.strftime("%Y%m%d%H%M%S"),
            "run": run.name,
            **_texts(told),
            **_texts(compilers),
        },
        "tests": [*map(_timed, judged), *(_built(*one) for one in programs(run))],
    }
    return as_json(report)


def _texts(facts: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in facts.items() if value not in (None, "")}


def _timed(cell: Cell) -> dict[str, Any]:
    times = [time / 1e9 for time in cell.medians()]
    test: dict[str, Any] = {"name": name_of(cell), "execution_status": int(not cell.right)}
    return {**test, "execution_time": times} if times else test


def _built(name: str, build: Record) -> dict[str, Any]:
    test: dict[str, Any] = {"name": name, "compile_status": int(build["verdict"] != "ok")}
    told = {"compile_time": build.get("compile_s"), "code_size": build.get("executable_bytes"),
            "hash": build.get("executable_sha256") or None}  # fmt: skip
    return {**test, **{what: value for what, value in told.items() if value is not None}}
