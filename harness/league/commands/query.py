"""Ask the records of runs by SQL, or one of the ready questions."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import replace

from league.base.arguments import argument
from league.base.columns import csv_cell
from league.base.errors import UsageError
from league.base.scrub import visible, visible_in
from league.base.words import table_width
from league.commands._shared import CSV, JSON, RUNS_FOLDER, folders
from league.records import reading

ARGUMENTS = (
    argument("sql", nargs="?", metavar="SQL",
             help="SQL over cells, launches, samples, builds and sessions, or the name of a ready"
             " question; without one, those are listed"),
    argument("run", nargs="*", metavar="RUN", fits="runs",
             help="run ids or folders (default: all)"),
    replace(CSV, alone="form"),
    replace(JSON, alone="form"),
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Print the answer as a table, as JSON, or write it as CSV."""
    import duckdb

    from league.analysis import query

    if args.sql is None:
        for name, text in query.QUERIES.items():
            print(f"{name}:\n{textwrap.indent(textwrap.dedent(text).strip(), '  ')}")
        return 0
    try:
        answer = query.frame(args.sql, folders(args, ()) or reading.run_folders(args.out))
    except duckdb.Error as error:
        told = str(error).splitlines()[0] if str(error) else "it says nothing"
        told = f"that question cannot be answered: {told}"
        raise UsageError(f"{told}; query without words lists ready ones") from error
    if args.json:
        print(answer.to_json(orient="records", indent=1))
    elif args.csv:
        print(f"CSV: {reading.write_text(args.csv, answer.map(csv_cell).to_csv(index=False))}")
    elif answer.empty:
        print("no rows")
    else:
        shown = answer.rename(columns=visible).map(visible_in)
        print(shown.to_string(index=False, line_width=table_width()))
    return 0
