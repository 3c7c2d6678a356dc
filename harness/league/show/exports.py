"""The formats other tools read; every one is a function from a run to text or a file."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from league.analysis.cell_table import CELL_COLUMNS, cell_rows
from league.analysis.platforms import machine_names
from league.base.columns import csv_lines, rows_as_csv
from league.base.errors import UsageError
from league.records.reading import write_text, writing
from league.records.view import Cell, RunView
from league.show import league
from league.show.exported import as_json, cells, name_of, timed
from league.show.frameworks import to_reframe
from league.show.junit import render_junit
from league.show.sarif import render_sarif
from league.show.trackers import to_bencher, to_lnt


def _csv_lines(run: RunView) -> Iterator[str]:
    rows = ([row[name] for name in CELL_COLUMNS] for row in cell_rows(run))
    return csv_lines(CELL_COLUMNS, rows)


def to_csv(run: RunView) -> str:
    """Return the cells as CSV; an unknown value is an empty field."""
    return "".join(_csv_lines(run))


def write_csv(run: RunView, out: Path) -> None:
    """Write the cells as a CSV file, row by row.  Raises StoreError if it cannot be written."""
    with writing(out), out.open("w", encoding="utf-8", newline="") as file:
        file.writelines(_csv_lines(run))


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


def to_p3(*runs: RunView) -> str:
    """Return the columns p3analysis expects: problem, platform, application, fom.

    A problem is a benchmark in a class and precision, the platform the toolchain (of several runs
    with its machine), the application the variant, and the figure of merit the verified compute
    time in seconds.  What was tried and not verified has an empty figure of merit: unsupported
    there, so its portability is 0.
    """
    machines = [f" on {name}" for name in machine_names(runs)] if len(runs) > 1 else [""]
    rows = [
        (
            f"{key.benchmark} {key.letter} {key.precision}".rstrip(),
            key.toolchain + on,
            key.variant,
            None if (median := cell.median()) is None else median / 1e9,
        )
        for run, on in zip(runs, machines)
        for key, cell in sorted(run.cells.items())
        if cell.launches
    ]
    return rows_as_csv(("problem", "platform", "application", "fom"), rows)


def write_parquet(run: RunView, out: Path) -> None:
    """Write the cells as a Parquet file.  Raises StoreError if it cannot be written."""
    from league.analysis import query

    table = query.of_runs([run])
    with writing(out):
        table.to_parquet(out, index=False)


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
PARQUET = "parquet"
FORMATS = (*TEXT_FORMATS, PARQUET)


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
    if known == PARQUET:
        if out is None:
            raise UsageError("Parquet is not text; name a file with -o")
        write_parquet(run, out)
        return ""
    if known == "csv" and out is not None:
        write_csv(run, out)
        return ""
    text = to_p3(*runs) if known == "p3" else TEXT_FORMATS[known](run)
    if out is None:
        return text
    write_text(out, text)
    return ""


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
