"""League: build, run, judge, record and compare OpenMP offload benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from league.base.version import __version__

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["__version__", "load"]


def load(
    run: str | Path | Sequence[str | Path] = "latest",
    table: str = "cells",
    *,
    runs: Path | None = None,
) -> pd.DataFrame:
    """Return one or several runs as a data frame of pandas.

    A run is a run id or its start, a folder, a folder of runs, or "latest"; ids are looked up in
    ``runs``, by default results/runs.  Tables: "cells" (a row per cell and per failed build, only
    times that count), "launches" (a row per process), "samples" (a row per repetition, warm-ups
    marked), "builds", "sessions".  Times are in nanoseconds; what is unknown is NA.  Of cells,
    ``frame.attrs["meaning"]``, ``["units"]`` and ``["unknown"]`` tell of each column; harness/docs/
    exports.md lists them.  Raises LeagueError for a run or a table that is not there.
    """
    from league.analysis import query

    names = [run] if isinstance(run, (str, Path)) else list(run)
    return query.load(names, table, runs)
