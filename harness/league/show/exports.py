"""The formats other tools read; every one is a function from a run to text or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from league.analysis.cell_table import CELL_COLUMNS, cell_rows
from league.analysis.platforms import machine_names
from league.base.columns import rows_as_csv
from league.base.errors import UsageError
from league.records.reading import write_text, write_whole
from league.records.view import RunView
from league.run import select
from league.show import league
from league.show.frameworks import to_reframe
from league.show.junit import render_junit
from league.show.sarif import render_sarif
from league.show.trackers import (
    to_bencher,
    to_github_action,
    to_google_benchmark,
    to_lnt,
)


def to_csv(run: RunView) -> str:
    """Return the cells as CSV; an unknown value is an empty field."""
    return rows_as_csv(CELL_COLUMNS, (list(row.values()) for row in cell_rows(run)))


def to_markdown(run: RunView) -> str:
    """Return the whole report as Markdown."""
    from league.show.markdown import render_markdown
    from league.show.model import report_of

    return render_markdown(report_of([run], figures=False))


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


def write_parquet(run: RunView, out: Path | None) -> str:
    """Write the cells as a Parquet file.  Raises StoreError if it cannot be written."""
    from league.analysis import query

    if out is None:
        raise UsageError("Parquet is not text; name a file with -o")
    table = query.of_runs([run])
    write_whole(out, table.to_parquet(index=False))
    return ""


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
    if known not in FORMATS:
        raise select.unknown("format", name, (*FORMATS, *others))
    return known


def export(runs: Sequence[RunView], name: str, out: Path | None) -> str:
    """Export a run in a known format; returns the text, or nothing when it went to `out`.

    Raises UsageError for several runs where a format has one, or without a file where the format
    is no text, StoreError if the file cannot be written.
    """
    if len(runs) > 1 and name != "p3":
        raise UsageError(f"{name} holds one run and there are {len(runs)}; name one of them")
    if name == PARQUET:
        return write_parquet(runs[0], out)
    text = to_p3(*runs) if name == "p3" else TEXT_FORMATS[name](runs[0])
    if out is None:
        return text
    write_text(out, text)
    return ""
