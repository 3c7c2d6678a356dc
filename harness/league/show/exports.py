"""The formats other tools read; every one is a function from a run to text or a file."""

from __future__ import annotations

import csv
import difflib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from league.analysis.cell_table import CELL_COLUMNS, cell_rows
from league.analysis.platforms import machine_names
from league.base.errors import UsageError
from league.records.reading import guarded, write_text
from league.records.view import Cell, RunView
from league.show import league
from league.show.frameworks import to_reframe, write_ramble
from league.show.junit import render_junit
from league.show.sarif import render_sarif
from league.show.trackers import name_of, to_bencher, to_lnt


def to_csv(run: RunView) -> str:
    """Return the cells as CSV; an unknown value is an empty field."""
    return "".join(_csv(CELL_COLUMNS, cell_rows(run)))


def write_csv(run: RunView, out: Path) -> None:
    """Write the cells as a CSV file, row by row.  Raises StoreError if it cannot be written."""

    def keep() -> None:
        with out.open("w", encoding="utf-8", newline="") as file:
            file.writelines(_csv(CELL_COLUMNS, cell_rows(run)))

    guarded(out, keep)


def to_markdown(run: RunView) -> str:
    """Return the whole report as Markdown."""
    from league.show.markdown import render_markdown
    from league.show.model import report_of

    return render_markdown(report_of([run], figures=False))


def to_google_benchmark(run: RunView) -> str:
    """Return the valid launches in the JSON of Google Benchmark, its compare.py reads it.

    Every launch is one repetition of its cell; `real_time` is the median compute time.  What failed
    is named in the context only: compare.py takes an entry with an error for a time of 0.
    """
    machine = run.machine
    context = {
        "date": run.session.get("started", ""),
        "executable": "league",
        "num_cpus": machine.get("cores", 0),
        "load_avg": machine.get("load", []),
        "library_build_type": "release",
        "run": run.name,
        "source": run.session.get("source", ""),
        "failed": {
            name_of(cell): f"{cell.outcome}: {cell.spoiler.reason}".rstrip(": ")
            for _, cell in sorted(run.cells.items())
            if cell.spoiler is not None
        },
    }
    entries: list[dict[str, Any]] = []
    for family, (_, cell) in enumerate(sorted(run.cells.items())):
        for index, time in enumerate(cell.medians()):
            entries.append(_google(cell, family, index, time))
    return _json({"context": context, "benchmarks": entries})


def to_github_action(run: RunView) -> str:
    """Return the verified medians for github-action-benchmark, tool `customSmallerIsBetter`."""
    entries = []
    for _, cell in sorted(run.cells.items()):
        median = cell.median()
        if median is None:
            continue
        times = cell.medians()
        entries.append(
            {
                "name": name_of(cell),
                "unit": "ms",
                "value": median / 1e6,
                "range": f"{(max(times) - min(times)) / 1e6:.6g}",
                "extra": f"{cell.place}, {len(times)} launches, run {run.name}",
            }
        )
    return _json(entries)


def to_p3(*runs: RunView) -> str:
    """Return the columns p3analysis expects: problem, platform, application, fom.

    A problem is a benchmark in a class and precision, the platform the toolchain (of several runs
    with its machine), the application the variant, and the figure of merit the verified compute
    time in seconds.  What was tried and not verified has an empty figure of merit: unsupported
    there, so its portability is 0.
    """
    machines = [f" on {name}" for name in machine_names(runs)] if len(runs) > 1 else [""]
    rows = [
        {
            "problem": f"{key.benchmark} {key.letter} {key.precision}".rstrip(),
            "platform": key.toolchain + on,
            "application": key.variant,
            "fom": None if cell.median() is None else (cell.median() or 0.0) / 1e9,
        }
        for run, on in zip(runs, machines)
        for key, cell in sorted(run.cells.items())
        if cell.launches
    ]
    return "".join(_csv(("problem", "platform", "application", "fom"), rows))


def write_parquet(run: RunView, out: Path) -> None:
    """Write the cells as a Parquet file.  Raises StoreError if it cannot be written."""
    from league.analysis import frames

    table = frames.of_runs([run])
    guarded(out, lambda: table.to_parquet(out, index=False))


TEXT_FORMATS: dict[str, Callable[[RunView], str]] = {
    "junit": render_junit,
    "markdown": to_markdown,
    "csv": to_csv,
    "league": league.to_csv,
    "google-benchmark": to_google_benchmark,
    "github-action-benchmark": to_github_action,
    "bencher": to_bencher,
    "lnt": to_lnt,
    "sarif": render_sarif,
    "p3": to_p3,
    "reframe": to_reframe,
}
#: Formats that are no text: what they need behind -o, and what writes that.
_WRITERS: dict[str, tuple[str, Callable[[RunView, Path], None]]] = {
    "parquet": ("Parquet is not text; name a file with -o", write_parquet),
    "ramble": ("Ramble reads several files; name a folder with -o", write_ramble),
}
FORMATS = (*TEXT_FORMATS, *_WRITERS)


def check_format(name: str, others: Sequence[str] = ()) -> str:
    """Return the name of a known format.  Raises UsageError with a suggestion for any other.

    ``others`` are written elsewhere, and only suggested.
    """
    known = name.lower()
    if known in FORMATS:
        return known
    every = (*FORMATS, *others)
    near = difflib.get_close_matches(known, every, 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(every)}"
    raise UsageError(f"there is no format {name!r}; {hint}")


def export(runs: Sequence[RunView], name: str, out: Path | None) -> str:
    """Export a run; returns the text, or an empty string when it went to `out`.

    Raises UsageError for an unknown format, for several runs where a format has one, or without a
    file where the format is no text, StoreError if the file cannot be written.
    """
    known = check_format(name)
    if len(runs) > 1 and known != "p3":
        raise UsageError(f"{known} holds one run and there are {len(runs)}; name one of them")
    run = runs[0]
    if known in _WRITERS:
        wanted, write = _WRITERS[known]
        if out is None:
            raise UsageError(wanted)
        write(run, out)
        return ""
    if known == "csv" and out is not None:
        write_csv(run, out)
        return ""
    text = to_p3(*runs) if known == "p3" else TEXT_FORMATS[known](run)
    if out is None:
        return text
    write_text(out, text)
    return ""


def _google(cell: Cell, family: int, index: int, nanoseconds: float) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": name_of(cell),
        "family_index": family,
        "per_family_instance_index": 0,
        "run_name": name_of(cell),
        "run_type": "iteration",
        "repetitions": max(1, len(cell.medians())),
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


def _csv(columns: tuple[str, ...], rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a table, none of which is held."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        found = map(row.__getitem__, columns)
        writer.writerow([repr(one) if isinstance(one, float) else one for one in found])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _json(value: object) -> str:
    return json.dumps(value, indent=1, allow_nan=False) + "\n"
