"""Records as data frames of pandas, for people who ask their own questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from league.analysis.cell_table import COLUMNS, cell_rows
from league.records import reading
from league.records.view import RunView

_TYPES = {"text": "string", "count": "Int64", "number": "Float64"}


def of_rows(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    """Return rows of cells as a frame, with the same types whatever is in it; unknown is NA.

    `attrs` holds what each column means, its unit, and where it is unknown.
    """
    table = pd.DataFrame(list(rows), columns=list(COLUMNS))
    table = table.astype({name: _TYPES[one.kind] for name, one in COLUMNS.items()})
    table.attrs = {
        "units": {name: one.unit for name, one in COLUMNS.items() if one.unit},
        "meaning": {name: one.meaning for name, one in COLUMNS.items()},
        "unknown": {name: one.unknown for name, one in COLUMNS.items() if one.unknown},
    }
    return table


def of_runs(runs: Iterable[RunView]) -> pd.DataFrame:
    """Return the cells of runs as a frame."""
    return of_rows(row for run in runs for row in cell_rows(run))


def load(names: Sequence[str | Path], table: str, runs: Path | None) -> pd.DataFrame:
    """Return a table over runs that are named as on the command line; see `league.load`."""
    within = runs or reading.RUNS
    folders = [one for name in names for one in reading.find_runs(str(name), within)]
    if table == "cells":
        return of_runs(reading.read_runs(folders))
    from league.analysis import query
    from league.run import select

    if table not in query.TABLES:
        raise select.unknown("table", table, query.TABLES)
    return query.frame(f"SELECT * FROM {table}", folders).drop(columns="json", errors="ignore")
