"""The report as one self-contained HTML file, or several of a large run: no network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from league.records.reading import write_text
from league.records.view import RunView
from league.show import claim_pages, layout, overview
from league.show.model import report_of


def write_html_of(runs: Sequence[RunView], out: Path) -> Path:
    """Write the report of runs to a file, or to `index.html` in a folder.

    Of a large run that is an overview, with a page for each benchmark in a folder beside it; claims
    have a page each in a further one.  Raises StoreError if a file cannot be written.
    """
    target = out if out.suffix.lower() in (".html", ".htm") else out / "index.html"
    beside = target.with_name(f"{target.stem}-claims")
    claims = beside.name if claim_pages.write(runs, beside, target.name) else ""
    if overview.is_large(runs):
        return overview.write(runs, target, claims)
    return write_text(target, layout.report(report_of(runs), claim_pages=claims))
