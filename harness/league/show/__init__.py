"""What is shown of a run: the terminal table, the HTML page, Markdown and JUnit.

Importing this package needs the standard library only; the page itself needs the analysis
environment (NumPy, Matplotlib, Jinja2), which is imported when it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from league.show.text import league_table_text

__all__ = ["league_table_text", "write_report"]


def write_report(runs: Sequence[Path], out: Path) -> Path:
    """Write the self-contained HTML report of one or more runs and return the file's path.

    `out` is the file to write, or a folder that then gets `index.html`.  Raises StoreError if a
    run cannot be read or the file not be written.
    """
    from league.show.report import write_html

    return write_html(runs, out)
