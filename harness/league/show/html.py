"""The report as one self-contained HTML file: no network, no scripts, everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from league.base.words import WORDS
from league.records.reading import read_runs, write_text
from league.records.view import RunView
from league.show import page
from league.show.fold import fold
from league.show.model import Report, report_of


def write_html(runs: Sequence[Path], out: Path) -> Path:
    """Write the report of these run folders to a file, or to `index.html` in a folder.

    Raises StoreError if a run cannot be read or the file not be written.
    """
    return write_html_of(read_runs(runs), out)


def write_html_of(runs: Sequence[RunView], out: Path) -> Path:
    """Write the report of runs that have been read, as `write_html` does."""
    target = out if out.suffix.lower() in (".html", ".htm") else out / "index.html"
    return write_text(target, render(report_of(runs)))


def render(report: Report) -> str:
    """Return the page; the same report gives the same bytes."""
    glossary = [w for w in WORDS.values() if w.symbol]
    return (
        page.environment()
        .get_template("report.html")
        .render(report=report, glossary=glossary, fold=fold(report.column_labels, report.matrix))
    )
