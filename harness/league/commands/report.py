"""Write the report of one or more runs, by default of the newest."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.analysis.selection import narrow, newest
from league.base.arguments import argument
from league.commands._shared import CHOICE, JUNIT, MARKDOWN, RUNS, RUNS_FOLDER, folders
from league.records import reading
from league.show.report import write_html_of

ARGUMENTS = (
    RUNS,
    *CHOICE,
    argument("-o", "--output", type=Path, metavar="FILE", group="where",
             help="the HTML file, or a folder for index.html (default: report/ in the run's"
             " folder)"),
    MARKDOWN,
    JUNIT,
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Write what was asked for and say where it is."""
    found = folders(args, ()) or [newest(args)]
    runs = narrow(reading.read_runs(found), args)
    # Of a merged result it is one page for all its runs.
    home = found[0].parent if len(args.run) == 1 and len(found) > 1 else found[-1]
    page = write_html_of(runs, args.output or reading.home_of(home, args.out) / "report")
    print(f"report: {page}")
    if args.markdown:
        from league.show.markdown import write_markdown_of

        print(f"Markdown: {write_markdown_of(runs, args.markdown)}")
    if args.junit:
        from league.show.junit import write_junit_of

        print(f"JUnit: {write_junit_of(runs, args.junit)}")
    return 0
