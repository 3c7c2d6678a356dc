"""Write the report of one or more runs, by default of the newest."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.analysis.selection import add_choice, narrow, newest
from league.records import reading
from league.show.html import write_html_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the runs to show and where the report goes."""
    parser.add_argument(
        "run",
        nargs="*",
        metavar="RUN",
        help="run id or folder, or a folder of runs; several are shown together",
    )
    add_choice(parser)
    where = parser.add_argument_group("where")
    where.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help="the HTML file, or a folder for index.html (default: report/ in the run's folder)",
    )  # fmt: skip
    where.add_argument("--markdown", type=Path, metavar="FILE", help="write it as Markdown as well")
    where.add_argument("--junit", type=Path, metavar="FILE", help="write the verdicts as JUnit XML")
    reading.add_runs_folder(where)


def main(args: argparse.Namespace) -> int:
    """Write what was asked for and say where it is."""
    runs_folder = reading.runs_folder(args)
    folders = [one for name in args.run for one in reading.find_runs(name, runs_folder)]
    folders = folders or [newest(runs_folder, args)]
    runs = narrow(reading.read_runs(folders), args)
    # Of a merged result it is one page for all its runs.
    home = folders[0].parent if len(args.run) == 1 and len(folders) > 1 else folders[-1]
    page = write_html_of(runs, args.output or reading.home_of(home, runs_folder) / "report")
    print(f"report: {page}")
    if args.markdown:
        from league.show.markdown import write_markdown_of

        print(f"Markdown: {write_markdown_of(runs, args.markdown)}")
    if args.junit:
        from league.show.junit import write_junit_of

        print(f"JUnit: {write_junit_of(runs, args.junit)}")
    return 0
