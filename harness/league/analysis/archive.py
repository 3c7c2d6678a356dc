"""The series of a history wherever they are: files of nights, their summary, run folders.

The summary of a long history is a Parquet file per month, so that one series of it is found at
once.  They lie in `summary/` beside the files of the nights, with `index.json`, which says from
which nights, with which hash, each was made.  They hold nothing that the nights do not hold: a
month whose nights are others is made again, and the whole may be removed.  Sizes and times of files
tell whether they have to be hashed again; `verify` hashes all of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from league.analysis import nights
from league.analysis.nights import Names, Night, quantities_of
from league.analysis.quantities import OWN, Quantity, of_json
from league.analysis.selection import matched
from league.analysis.series import Point, Series, series_of
from league.base import bounds
from league.base.errors import StoreError, guarding
from league.records import reading
from league.records.launches import NAMES
from league.records.schema import parse_object

if TYPE_CHECKING:
    import duckdb  # a short history does without it

#: Nights from which on a history is read from its summary; fewer are read faster as they are.
FEWEST = 100
FOLDER = "summary"
#: What a choice of series may name.
CHOICES = NAMES[:4]
_MONTH = re.compile(r"\d{6}")  # how the name of a run begins
_UNDATED = "undated"
#: Bytes of a night that DuckDB is ready for at least.
_ROOM = 2**24

_COLUMNS = {
    **dict.fromkeys(("schema", "run", "time", "machine", "source"), "VARCHAR"),
    **dict.fromkeys(("versions", "compilers", "flags"), "MAP(VARCHAR, VARCHAR)"),
    "quantities": "JSON",
    "cells": "STRUCT(toolchain VARCHAR, benchmark VARCHAR, variant VARCHAR, class VARCHAR,"
    ' "precision" VARCHAR, outcome VARCHAR, expected BOOLEAN, "binary" VARCHAR, source VARCHAR,'
    " sources VARCHAR, metrics MAP(VARCHAR, DOUBLE))[]",
}
_READ = """CREATE TABLE night AS SELECT * FROM read_json(
    $files, columns = $columns, format = 'unstructured', maximum_object_size = $room)"""
_CELLS = """CREATE TABLE cell AS
    SELECT c.toolchain, c.benchmark, c.variant, c.class, c.precision, run, time, machine,
        coalesce(versions[c.toolchain], '') AS version,
        coalesce(compilers[c.toolchain], '') AS compiler, coalesce(flags[c.toolchain], '') AS flags,
        coalesce(nullif(c.source, ''), source) AS source, coalesce(c.sources, '') AS sources,
        c.binary, c.outcome, c.expected, c.metrics
    FROM (SELECT *, unnest(cells) AS c FROM night)
    ORDER BY c.toolchain, c.benchmark, c.variant, c.class, c.precision, time, run"""
# How much is there that no night has as we write them.
_ODD = f"""(SELECT count(*) FROM night WHERE
        schema IS DISTINCT FROM '{nights.SCHEMA}' OR cells IS NULL)
    + (SELECT count(*) FROM cell WHERE
        (toolchain || benchmark || variant || class || precision || run || time || machine || source
            || "binary" || outcome || expected) IS NULL
        OR metrics IS NULL OR list_count(map_values(metrics)) < cardinality(metrics)
        OR NOT isfinite(list_sum(list_concat([0.0], map_values(metrics)))))"""
_ORDER = ", ".join((*NAMES, "time", "run"))
_WRITE = "COPY cell TO '{}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 16384)"

Facts = dict[str, Any]


@dataclass(frozen=True)
class Archive:
    """What many runs hold; `series` can be gone through once."""

    #: when each run began, oldest first
    times: Mapping[str, str]
    quantities: Mapping[str, Quantity]
    series: Iterator[Series]

    @property
    def runs(self) -> tuple[str, ...]:
        """Return the runs, oldest first."""
        return tuple(self.times)


def between(found: Archive, first: str, last: str) -> Archive:
    """Return what an archive holds of the nights from one date on and up to another, both with.

    A date is ``2026``, ``2026-11`` or ``2026-11-21``; an empty one is no bound.
    """
    times = {
        run: time for run, time in found.times.items()
        if time >= first and (not last or time[: len(last)] <= last)
    }  # fmt: skip
    kept = ((one, tuple(p for p in one.points if p.run in times)) for one in found.series)
    series = (replace(one, points=points) for one, points in kept if points)
    return replace(found, times=times, series=series)


def open_archive(
    kept: Path | None, runs: Sequence[Path] = (), choice: Mapping[str, Sequence[str]] | None = None
) -> Archive:
    """Return the series that a history folder and run folders hold, each run once.

    `choice` gives names or globs of toolchains, benchmarks, variants and classes.  A long history
    is read from its summary, which is brought up to date first.  Raises UsageError for a name that
    does not occur, StoreError for a file that is no night.
    """
    whole = _summary(kept)
    known = whole.times if whole else {}
    found = nights.nights(
        None if whole else kept, [folder for folder in runs if folder.name not in known]
    )
    if not found and not known:
        return Archive({}, OWN, iter(()))
    names = {what: {*(whole.names(what) if whole else ()), *_names(found, what)}
             for what in choice or {}}  # fmt: skip
    wanted = matched(choice or {}, names)
    times = sorted([*((time, run) for run, time in known.items()),
                    *((night.time, night.run) for night in found)])  # fmt: skip
    return Archive(
        {run: time for time, run in times},
        {**OWN, **(whole.quantities if whole else {}), **quantities_of(found)},
        _joined(whole.series(wanted) if whole else (), _chosen(series_of(found), wanted)),
    )


def _summary(kept: Path | None) -> Summary | None:
    """Return the summary of a long history; None for a short one, and where none can be had."""
    if kept is None or len(nights.files(kept)) < FEWEST:
        return None
    whole = Summary(kept)
    try:
        whole.load()
    except StoreError:
        return None  # a folder that cannot be written; a bad night is told when it is read
    return whole


def _names(found: Iterable[Night], what: str) -> set[str]:
    return {names[NAMES.index(what)] for night in found for names in night.entries}


def _chosen(found: Iterable[Series], wanted: Mapping[str, Sequence[str]]) -> Iterator[Series]:
    for one in found:
        if all(one.names[NAMES.index(what)] in names for what, names in wanted.items()):
            yield one


def _joined(first: Iterable[Series], more: Iterable[Series]) -> Iterator[Series]:
    """Yield the series of both, those of the same names as one."""
    others: dict[Names, Series] = {one.names: one for one in more}
    for one in first:
        rest = others.pop(one.names, None)
        if rest is not None:
            points = sorted((*one.points, *rest.points), key=lambda point: (point.time, point.run))
            one = replace(one, points=tuple(points))
        yield one
    yield from others.values()


# ---- the summary ---------------------------------------------------------------------------------


@dataclass
class Month:
    """A file of the summary, and what it was made from."""

    #: of the file, and of each night: size and time of change, `stamp`, and hash, `sha256`
    file: Facts
    nights: dict[str, Facts]
    #: when each run began
    times: dict[str, str]
    #: the names that occur in it, and the quantities
    names: dict[str, list[str]]
    quantities: dict[str, Facts]


class Summary:
    """A summary on disk; `load` makes it agree with the nights beside it."""

    def __init__(self, kept: Path) -> None:
        self._kept = kept
        self._folder = kept / FOLDER
        self.months = self._read_index()

    @property
    def times(self) -> dict[str, str]:
        """Return when each run began."""
        return {run: time for month in self.months.values() for run, time in month.times.items()}

    @property
    def quantities(self) -> dict[str, Quantity]:
        """Return every number that occurs."""
        told = {
            name: one for month in self.months.values() for name, one in month.quantities.items()
        }
        return {name: of_json(name, one) for name, one in told.items()}

    def names(self, what: str) -> list[str]:
        """Return every toolchain, benchmark, variant or class that occurs."""
        return sorted({name for month in self.months.values() for name in month.names[what]})

    def series(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[Series]:
        """Yield the series whose names are wanted, toolchain by toolchain, points by time."""
        import duckdb

        files = [str(self._file(name)) for name in sorted(self.months)]
        with duckdb.connect() as connection:
            for toolchain in wanted.get("toolchain", self.names("toolchain")):
                chosen = {**wanted, "toolchain": [toolchain]}
                given = [name for what in chosen for name in chosen[what]]
                places = " AND ".join(
                    f"{what} IN ({', '.join('?' * len(names)) or 'NULL'})"
                    for what, names in chosen.items()
                )
                asked = f"SELECT * FROM read_parquet(?) WHERE {places} ORDER BY {_ORDER}"
                connection.execute(asked, [files, *given])
                batches = iter(lambda: connection.fetchmany(10_000), [])
                cells = itertools.chain.from_iterable(batches)
                for names, own in itertools.groupby(cells, key=lambda row: row[:5]):
                    yield Series(names, tuple(Point(*row[5:]) for row in own))

    def load(self) -> None:
        """Make again what does not agree with the nights.

        Raises StoreError for a night that is none, or if the summary cannot be written.
        """
        there: dict[str, list[Path]] = {}
        for file in nights.files(self._kept):
            begin = _MONTH.match(file.name)
            there.setdefault(begin[0] if begin else _UNDATED, []).append(file)
        for name, files in there.items():
            month = self.months.get(name)
            if month is None or not self._agrees(name, month, files):
                self.months[name] = self._made(name, files)
                self._write_index()  # so that who interrupts this loses a month at most
        for name in self.months.keys() - there.keys():
            del self.months[name]
        for file in self._folder.glob("*.parquet"):
            if file.stem not in there:
                file.unlink(missing_ok=True)
        self._write_index()

    def verify(self) -> list[str]:
        """Hash every night and every file of the summary; return what does not agree."""
        there = {file.name: file for file in nights.files(self._kept)}
        known = {night for month in self.months.values() for night in month.nights}
        wrong = [f"{name} is in no summary" for name in sorted(there.keys() - known)]
        for name, month in sorted(self.months.items()):
            file = self._file(name)
            if not file.is_file() or _hash(_bytes(file)) != month.file["sha256"]:
                wrong.append(f"{file.name} is not what was written")
            for night, facts in sorted(month.nights.items()):
                if night not in there:
                    wrong.append(f"{night} of {file.name} is gone")
                elif _hash(_bytes(there[night])) != facts["sha256"]:
                    wrong.append(f"{night} is not what {file.name} was made from")
        return wrong

    def _file(self, month: str) -> Path:
        return self._folder / f"{month}.parquet"

    def _agrees(self, name: str, month: Month, files: Sequence[Path]) -> bool:
        return _is_as_known(self._file(name), month.file) and (
            month.nights.keys() == {file.name for file in files}
            and all(_is_as_known(file, month.nights[file.name]) for file in files)
        )

    def _made(self, name: str, files: Sequence[Path]) -> Month:
        """Write the file of a month."""
        import duckdb

        known, room = {}, _ROOM
        for file in files:
            data = _bytes(file)
            known[file.name] = {"stamp": _stamp(file), "sha256": _hash(data)}
            # What is packed says at its end how large it was.
            size = int.from_bytes(data[-4:], "little") if file.suffix == ".gz" else len(data)
            room = max(room, 2 * size)
        out = self._file(name)
        scratch = out.with_name(f".{out.name}.{os.getpid()}")
        with reading.writing(scratch):
            scratch.touch()
        with duckdb.connect() as connection:
            _take(connection, files, room)
            try:
                connection.execute(_WRITE.format(str(scratch).replace("'", "''")))
            except duckdb.Error as error:
                raise StoreError(f"cannot write {out}: {error}; name another folder") from error
            with reading.writing(out):
                scratch.replace(out)
            return Month(
                {"stamp": _stamp(out), "sha256": _hash(_bytes(out))},
                known,
                dict(connection.execute("SELECT run, time FROM night").fetchall()),
                {what: _column(connection, f"DISTINCT {what} FROM cell") for what in CHOICES},
                {
                    quantity: facts
                    for told in _column(connection, "DISTINCT quantities FROM night")
                    for quantity, facts in parse_object(told or "{}").items()
                },
            )

    def _read_index(self) -> dict[str, Month]:
        """Return what the index says; nothing if it is not what was written."""
        try:
            told = parse_object((self._folder / "index.json").read_bytes())
            if told["sha256"] == _hash(json.dumps(told["months"]).encode()):
                return {name: Month(**month) for name, month in told["months"].items()}
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return {}

    def _write_index(self) -> None:
        months = {name: vars(month) for name, month in sorted(self.months.items())}
        told = {"sha256": _hash(json.dumps(months).encode()), "months": months}
        reading.write_whole(self._folder / "index.json", json.dumps(told).encode())


def _take(connection: duckdb.DuckDBPyConnection, files: Sequence[Path], room: int) -> None:
    """Read nights into the tables `night` and `cell`.

    What DuckDB does not take is read the careful way and written as we write it.  Raises StoreError
    for what is no night.
    """
    import duckdb

    with contextlib.suppress(duckdb.Error):
        if _read(connection, files, room):
            return
    with tempfile.TemporaryDirectory() as folder:
        tidy = [nights.write(nights.read(file), Path(folder)) for file in files]
        if not _read(connection, tidy, max(room, *(2 * file.stat().st_size for file in tidy))):
            raise StoreError(
                f"{files[0].parent} holds nights that cannot be read; see history verify"
            )


def _read(connection: duckdb.DuckDBPyConnection, files: Sequence[Path], room: int) -> bool:
    """Read nights; return whether each is whole."""
    connection.execute("DROP TABLE IF EXISTS night; DROP TABLE IF EXISTS cell")
    given = {"files": [str(file) for file in files], "columns": _COLUMNS, "room": room}
    connection.execute(_READ, given)
    connection.execute(_CELLS)
    return _column(connection, "count(*) FROM night") == [len(files)] and not any(
        _column(connection, _ODD)
    )


def _column(connection: duckdb.DuckDBPyConnection, what: str) -> list[Any]:
    return [row[0] for row in connection.execute(f"SELECT {what}").fetchall()]


def _is_as_known(file: Path, facts: Facts) -> bool:
    """Whether a file is what was hashed; of one that is, a new time of change is taken down."""
    if not file.is_file():
        return False
    stamp = _stamp(file)
    if stamp != facts["stamp"] and _hash(_bytes(file)) != facts["sha256"]:
        return False
    facts["stamp"] = stamp
    return True


def _stamp(file: Path) -> list[int]:
    status = file.stat()
    return [status.st_size, status.st_mtime_ns]


def _bytes(file: Path) -> bytes:
    """Return what is in a file.  Raises StoreError if it cannot be read."""
    with guarding(f"read {file}", "name another folder", StoreError):
        return bounds.read_whole(file, nights.LARGEST, follow=True)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
