"""Runs as what tracks benchmarks over time imports them, and how exports call a cell."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from league.analysis import stats
from league.analysis.platforms import machine_names
from league.records.launches import Record
from league.records.view import Cell, RunView
from league.verdicts import word

_TIME = "%Y-%m-%dT%H:%M:%SZ"
_START_OF_TIME = "1970-01-01T00:00:00Z"
#: Counts of a repetition, as measures of Bencher.
_MOVED = {"kernel-launches": "launches", "bytes-to-device": "to_device",
          "bytes-from-device": "from_device"}  # fmt: skip


def name_of(cell: Cell) -> str:
    """Return the name of a cell: benchmark, variant, class, precision, toolchain."""
    key = cell.key
    size = "/".join(filter(None, key.size))
    return f"{key.benchmark}/{key.variant}/{size}/{key.toolchain}".replace("//", "/")


def cells(run: RunView) -> list[Cell]:
    """Return every cell, in order."""
    return [cell for _, cell in sorted(run.cells.items())]


def timed(run: RunView) -> list[tuple[Cell, float]]:
    """Return the cells whose times count, with the median over their launches in nanoseconds."""
    medians = ((cell, cell.median()) for cell in cells(run))
    return [(cell, median) for cell, median in medians if median is not None]


def programs(run: RunView) -> Iterator[tuple[str, Record]]:
    """Yield the programs that a compiler was asked for, and what became of them."""
    for (toolchain, benchmark, variant), build in sorted(run.builds.items()):
        if not word(str(build.get("verdict"))).unbuilt:
            yield f"{benchmark}/{variant}/{toolchain}", build


def as_json(value: object) -> str:
    """Return a file of JSON."""
    return json.dumps(value, indent=1, allow_nan=False) + "\n"


def to_google_benchmark(run: RunView) -> str:
    """Return the valid launches in the JSON of Google Benchmark, its compare.py reads it.

    Every launch is one repetition of its cell; `real_time` is the median compute time.  What failed
    is named in the context only: compare.py takes an entry with an error for a time of 0.
    """
    context = {
        "date": run.session.get("started", ""),
        "executable": "league",
        "num_cpus": run.machine.get("cores", 0),
        "load_avg": run.machine.get("load", []),
        "library_build_type": "release",
        "run": run.name,
        "source": run.session.get("source", ""),
        "failed": {
            name_of(cell): f"{cell.outcome}: {cell.spoiler.reason}".rstrip(": ")
            for cell in cells(run)
            if cell.spoiler is not None
        },
    }
    entries = [
        _repetition(cell, family, index, time)
        for family, (cell, _) in enumerate(timed(run))
        for index, time in enumerate(cell.medians())
    ]
    return as_json({"context": context, "benchmarks": entries})


def to_github_action(run: RunView) -> str:
    """Return the verified medians for github-action-benchmark, tool `customSmallerIsBetter`."""
    entries = [
        {
            "name": name_of(cell),
            "unit": "ms",
            "value": median / 1e6,
            "range": f"{(max(cell.medians()) - min(cell.medians())) / 1e6:.6g}",
            "extra": f"{cell.place}, {len(cell.medians())} launches, run {run.name}",
        }
        for cell, median in timed(run)
    ]
    return as_json(entries)


def _repetition(cell: Cell, family: int, index: int, nanoseconds: float) -> dict[str, Any]:
    name = name_of(cell)
    entry: dict[str, Any] = {
        "name": name,
        "family_index": family,
        "per_family_instance_index": 0,
        "run_name": name,
        "run_type": "iteration",
        "repetitions": len(cell.medians()),
        "repetition_index": index,
        "threads": 1,
        "iterations": 1,
        "real_time": nanoseconds,
        "cpu_time": nanoseconds,
        "time_unit": "ns",
    }
    if cell.work.get("bytes"):
        entry["bytes_per_second"] = float(cell.work["bytes"]) / nanoseconds * 1e9
    return entry


def to_bencher(run: RunView) -> str:
    """Return verified times and counts in the Bencher Metric Format.

    `latency` is the median compute time in nanoseconds with its 95 % interval; `build-time` is in
    seconds, `file-size` in bytes.  What failed has no numbers, so it is not there.
    """
    found: dict[str, dict[str, dict[str, float]]] = {}
    for cell, median in timed(run):
        latency = {"value": median}
        own = stats.median_interval(cell.medians())
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
