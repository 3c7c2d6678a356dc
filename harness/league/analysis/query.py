"""Records as data frames, and SQL over those of any number of runs, for questions of one's own.

There is no server, no lock and no second copy.  A run may be compressed; a line that holds no
record is left out, with a line that says so.  Views: `sessions`, `builds`, `launches`,
`samples` (one row per repetition), and the table `cells` (one row per cell, with the validity rule
and the reference applied).  Times are in nanoseconds; what is unknown is NULL.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from league.analysis.cell_table import COLUMNS, cell_rows
from league.records import store
from league.records.launches import PHASES
from league.records.reading import RUNS, find_runs, read_runs, run_folders
from league.records.schema import Record
from league.records.view import RunView, view
from league.run import select
from league.verdicts import WORDS

_STAGES = ("build", "launch", "place", "answer", "timing", "expectation")
_NAMES = ("toolchain", "group", "benchmark", "variant", "model", "class", "precision", "mode",
          "pair")  # fmt: skip

#: What can be asked of.
TABLES = ("cells", "launches", "samples", "builds", "sessions")

_QUIET = ", ".join(f"'{row.name}'" for row in WORDS.values() if row.unlaunched or row.verified)

QUERIES: dict[str, str] = {
    "fastest": """
        SELECT run, benchmark, class, precision, arg_min(variant, compute_ns) AS variant,
               arg_min(toolchain, compute_ns) AS toolchain, min(compute_ns) / 1e6 AS compute_ms
        FROM cells WHERE compute_ns IS NOT NULL
        GROUP BY ALL ORDER BY run, benchmark, class, precision""",
    "failures": f"""
        SELECT run, toolchain, benchmark, variant, class, precision, verdict
        FROM cells WHERE verdict NOT IN ({_QUIET})
        ORDER BY run, benchmark, variant, toolchain""",
    "history": """
        SELECT toolchain, benchmark, variant, class, precision, s.started, c.run, s.source,
               compute_ns / 1e6 AS compute_ms
        FROM cells c JOIN sessions s USING (run) WHERE compute_ns IS NOT NULL
        ORDER BY toolchain, benchmark, variant, class, precision, s.started""",
    "transfers": """
        SELECT run, toolchain, benchmark, variant, class, precision, kernel_launches,
               bytes_to_device, bytes_from_device
        FROM cells WHERE kernel_launches IS NOT NULL
        ORDER BY bytes_to_device DESC, benchmark, variant""",
    # around the kernels by the phases; inside compute by bytes, and by time where it was profiled
    "transfer-share": """
        WITH profiled AS (
          SELECT toolchain, benchmark, variant, class, precision,
                 sum((region ->> '$.time_ns')::BIGINT) AS all_ns,
                 sum(coalesce((region ->> '$.operations.to.time_ns')::BIGINT, 0)
                   + coalesce((region ->> '$.operations.from.time_ns')::BIGINT, 0)) AS moved_ns
          FROM (SELECT *, unnest((json -> '$.profile.regions')::JSON[]) AS region
                FROM launches WHERE mode = 'profile')
          WHERE region ->> '$.kind' = 'target' GROUP BY ALL)
        SELECT run, toolchain, benchmark, variant, class, precision,
               round(100 * (h2d_ns + d2h_ns) / total_ns, 1) AS around_percent,
               bytes_to_device + bytes_from_device AS bytes_inside,
               round(100 * moved_ns / all_ns, 1) AS inside_percent
        FROM cells LEFT JOIN profiled USING (toolchain, benchmark, variant, class, precision)
        WHERE compute_ns IS NOT NULL AND place = 'device'
        ORDER BY around_percent DESC, bytes_inside DESC, benchmark, variant""",
    # processes one after the other; compilers run beside one another
    "duration": """
        WITH walls AS (
          SELECT run, sum(wall_ns) FILTER (mode = 'check') / 6e10 AS checks_min,
                 sum(wall_ns) FILTER (mode = 'timed') / 6e10 AS timed_min,
                 sum(wall_ns) FILTER (mode NOT IN ('check', 'timed')) / 6e10 AS others_min,
                 count(wall_ns) AS processes
          FROM launches GROUP BY run),
        ends AS (
          SELECT run, sum((json ->> '$.wall_s')::DOUBLE) / 60 AS all_min,
                 sum((json ->> '$.compile_s')::DOUBLE) / 60 AS compilers_min
          FROM records WHERE json ->> '$.kind' IN ('session', 'build') GROUP BY run)
        SELECT run, started, state, processes, round(all_min, 1) AS all_min,
               round(compilers_min, 1) AS compilers_min, round(checks_min, 1) AS checks_min,
               round(timed_min, 1) AS timed_min, round(others_min, 1) AS others_min
        FROM sessions JOIN ends USING (run) LEFT JOIN walls USING (run) ORDER BY started""",
    "noise": """
        SELECT run, toolchain, benchmark, variant, class, precision,
               stddev_samp(compute) / avg(compute) AS spread, count(*) AS repetitions
        FROM samples WHERE NOT warmup AND mode = 'timed'
        GROUP BY ALL HAVING count(*) > 1 ORDER BY spread DESC""",
}


#: So many records are in memory as they are.
_AT_ONCE = 1000

#: A question is about the records: it reads and writes no other file, and cannot change that.
_ALONE = (
    "SET enable_external_access = false",
    "SET python_enable_replacements = false",
    "SET lock_configuration = true",
)


def connect(runs: Iterable[Path] | None = None) -> duckdb.DuckDBPyConnection:
    """Open an in-memory database over run folders, by default over all runs there are.

    Raises StoreError if a run cannot be read.
    """
    connection = duckdb.connect()
    connection.execute("CREATE TABLE records (run VARCHAR, json JSON)")
    rows: list[dict[str, Any]] = []
    for folder in run_folders(RUNS) if runs is None else runs:
        kept = _kept(connection, folder.name, store.each_record(folder))
        rows += cell_rows(view(kept, folder.name))
    connection.register("_cells", of_rows(rows))
    connection.execute("CREATE TABLE cells AS SELECT * FROM _cells")
    connection.unregister("_cells")
    for statement in (*_VIEWS, *_ALONE):
        connection.execute(statement)
    return connection


def frame(sql: str, runs: Iterable[Path] | None = None) -> pd.DataFrame:
    """Return the result of a query, given as SQL or as the name of a ready one (`QUERIES`).

    Raises UsageError for a single word that names no ready query, StoreError for an unreadable run.
    """
    text = sql.strip()
    if len(text.split()) == 1:
        if text not in QUERIES:
            raise select.unknown("query", text, QUERIES)
        text = QUERIES[text]
    with connect(runs) as connection, ThreadPoolExecutor(1) as beside:
        asked = beside.submit(lambda: connection.execute(text).df())
        try:
            return asked.result()
        except BaseException:  # such as an interrupt, which the database does not see by itself
            connection.interrupt()
            raise


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
    folders = [one for name in names for one in find_runs(str(name), runs or RUNS)]
    if table == "cells":
        return of_runs(read_runs(folders))
    if table not in TABLES:
        raise select.unknown("table", table, TABLES)
    return frame(f"SELECT * FROM {table}", folders).drop(columns="json", errors="ignore")


def _kept(
    connection: duckdb.DuckDBPyConnection, run: str, records: Iterator[Record]
) -> Iterator[Record]:
    """Hand records on; so many at once are written to the table of records, none is held."""
    while some := list(itertools.islice(records, _AT_ONCE)):
        texts = [json.dumps(one, ensure_ascii=False) for one in some]
        connection.execute("INSERT INTO records SELECT ?, unnest(?::JSON[])", [run, texts])
        yield from some


def _text(path: str, name: str) -> str:
    return f"json ->> '$.{path}' AS \"{name}\""


_VIEWS = (
    f"""CREATE VIEW launches AS SELECT run, {", ".join(_text(n, n) for n in _NAMES)},
        (json ->> '$.index')::INTEGER AS index,
        {", ".join(_text(f"verdict.{n}", f"{n}_stage") for n in _STAGES)},
        {_text("worst", "worst")}, {_text("reason", "reason")},
        (json ->> '$.exit_code')::INTEGER AS exit_code, (json ->> '$.wall_ns')::BIGINT AS wall_ns,
        {_text("time", "time")}, json
        FROM records WHERE json ->> '$.kind' = 'launch'""",
    f"""CREATE VIEW samples AS SELECT * EXCLUDE (json, sample),
        (sample ->> '$.warmup')::BOOLEAN AS warmup,
        {", ".join(f"(sample ->> '$.{n}')::BIGINT AS {n}" for n in PHASES)},
        (sample ->> '$.compute_motion.launches')::BIGINT AS kernel_launches,
        (sample ->> '$.compute_motion.to_device')::BIGINT AS bytes_to_device,
        (sample ->> '$.compute_motion.from_device')::BIGINT AS bytes_from_device
        FROM (SELECT *, unnest((json -> '$.record.samples')::JSON[]) AS sample FROM launches)""",
    f"""CREATE VIEW builds AS SELECT run, {", ".join(_text(n, n) for n in _NAMES[:5])},
        {_text("verdict", "verdict")}, {_text("reason", "reason")},
        {_text("executable_sha256", "executable_sha256")}
        FROM records WHERE json ->> '$.kind' = 'build'""",
    """CREATE VIEW sessions AS SELECT run, min(json ->> '$.time') AS started,
        arg_max(json ->> '$.state', json ->> '$.time') AS state,
        any_value(json ->> '$.source') AS source,
        any_value((json ->> '$.seed')::BIGINT) AS seed,
        any_value((json ->> '$.launches')::INTEGER) AS launches
        FROM records WHERE json ->> '$.kind' = 'session' GROUP BY run""",
)
