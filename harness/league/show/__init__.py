"""What is shown of a run: the terminal table, the HTML page, Markdown and JUnit.

Importing this package needs the standard library only; the page itself needs the analysis
environment (NumPy, Matplotlib, Jinja2), which is imported when it is written.
"""

from __future__ import annotations

from league.show.text import league_table_text

__all__ = ["league_table_text"]
