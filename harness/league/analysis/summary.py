"""What is derived from a long history so that one series of it is found at once.

A Parquet file per month beside the files of the nights (`summary/2026-11.parquet`), and
`summary/index.json`, which says from which files, with which hash, each was made.  It holds nothing
that the nights do not hold: a month whose nights are others than the index says is made again, and
the whole may be removed.  Sizes and times of files tell whether they have to be hashed again;
`verify` hashes all of them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet

from league.analysis import night_tables, nights
from league.analysis.quantities import OWN, Quantity, of_json
from league.analysis.series import Point, Series
from league.base.errors import StoreError
from league.records import reading
from league.records.schema import parse_object

SCHEMA = "league-summary-2"
FOLDER = "summary"
_FACTS = [name for name in night_tables.PLAIN if name not in nights.NAMES]
#: Rows that are read together: few, since one series is what is asked for.
_ROWS = 2**14


@dataclass
class Month:
    """One file of the summary: its hash, and the nights it was made from."""

    sha256: str
    #: size and time of change
    stamp: list[int]
    nights: dict[str, dict[str, Any]]
    #: the names that occur in it
    names: dict[str, list[str]]


@dataclass
class Summary:
    """A summary on disk that agrees with the nights beside it."""

    folder: Path
    months: dict[str, Month] = field(default_factory=dict)
    quantities: dict[str, Quantity] = field(default_factory=lambda: dict(OWN))

    def names(self, what: str) -> list[str]:
        """Return every toolchain, benchmark, variant or class that occurs."""
        return sorted({name for month in self.months.values() for name in month.names[what]})

    def times(self) -> list[tuple[str, str]]:
        """Return time and name of every run."""
        return [
            (str(one["time"]), str(one["run"]))
            for month in self.months.values() for one in month.nights.values()
        ]  # fmt: skip

    def file(self, month: str) -> Path:
        """Return the Parquet file of a month."""
        return self.folder / f"{month}.parquet"

    def series(self, wanted: Mapping[str, Sequence[str]] | None = None) -> Iterator[Series]:
        """Yield the series whose names are wanted, toolchain by toolchain, points by time."""
        chosen = {what: list(names) for what, names in (wanted or {}).items()}
        for toolchain in chosen.get("toolchain", self.names("toolchain")):
            yield from self._series({**chosen, "toolchain": [toolchain]})

    def _series(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[Series]:
        files = [
            str(self.file(name)) for name, month in sorted(self.months.items())
            if all(set(names) & set(month.names[what]) for what, names in wanted.items())
        ]  # fmt: skip
        if not files:
            return
        schema = night_tables.schema(self.quantities)
        data = pa.dataset.dataset(files, schema=schema, format="parquet")
        picked = None
        for what, names in wanted.items():
            one = pa.dataset.field(what).isin(list(names))
            picked = one if picked is None else picked & one
        # Which parts of a file hold a name is in its statistics; the data set does not look there.
        parts = [
            one.subset(row_group_ids=groups).to_table(schema=schema, filter=picked)
            for one in data.get_fragments() if (groups := _groups(one.metadata, wanted))
        ]  # fmt: skip
        table = pa.concat_tables(parts) if parts else schema.empty_table()
        yield from _split(night_tables.in_order(table), list(self.quantities))


def _groups(metadata: Any, wanted: Mapping[str, Sequence[str]]) -> list[int]:
    """Return the parts of a Parquet file that may hold what is wanted."""
    places = {metadata.schema.column(n).name: n for n in range(metadata.num_columns)}
    found = []
    for group in range(metadata.num_row_groups):
        row = metadata.row_group(group)
        known = {what: row.column(places[what]).statistics for what in wanted}
        if all(
            told is None or not told.has_min_max
            or any(told.min <= name <= told.max for name in wanted[what])
            for what, told in known.items()
        ):  # fmt: skip
            found.append(group)
    return found


def _split(table: Any, quantities: Sequence[str]) -> Iterator[Series]:
    """Yield the series of a table that is sorted by names and time."""
    columns = {name: table[name].to_pylist() for name in night_tables.PLAIN}
    numbers = {name: table[night_tables.column(name)].to_pylist() for name in quantities}
    names = list(zip(*(columns[name] for name in nights.NAMES)))
    first = 0
    for n in range(1, len(names) + 1):
        if n == len(names) or names[n] != names[first]:
            points = tuple(_point(columns, numbers, row) for row in range(first, n))
            yield Series(names[first], points)
            first = n


def _point(columns: dict[str, list[Any]], numbers: dict[str, list[Any]], row: int) -> Point:
    facts: dict[str, Any] = {name: columns[name][row] for name in _FACTS}
    there = {name: values[row] for name, values in numbers.items() if values[row] is not None}
    return Point(**facts, metrics=there)


def load(kept: Path) -> Summary:
    """Return the summary of a history folder, made or mended where the nights demand it.

    Raises StoreError for a night that is none, or if the summary cannot be written.
    """
    found = _read_index(kept / FOLDER)
    stale, moved = _compare(kept, found)
    if stale or moved:
        for month, files in _months_of(kept, found, stale).items():
            _make(found, month, files)
            _write_index(found)  # so that who interrupts this loses a month at most
        _write_index(found)
    return found


def verify(kept: Path) -> list[str]:
    """Hash every night and every file of the summary; return what does not agree."""
    found = _read_index(kept / FOLDER)
    wrong = []
    known = {name for month in found.months.values() for name in month.nights}
    there = {file.name: file for file in nights.files(kept)}
    wrong += [f"{name} is in no summary" for name in sorted(set(there) - known)]
    for name, month in sorted(found.months.items()):
        file = found.file(name)
        if not file.is_file() or _hash(file) != month.sha256:
            wrong.append(f"{file.name} is not what was written")
        for night, facts in sorted(month.nights.items()):
            if night not in there:
                wrong.append(f"{night} of {file.name} is gone")
            elif _hash(there[night]) != facts["sha256"]:
                wrong.append(f"{night} is not what {file.name} was made from")
    return wrong


def _compare(kept: Path, found: Summary) -> tuple[set[str], bool]:
    """Return the months that are to be made again, and whether the index is to be written.

    New nights, whose month is not known before they are read, are in the month `""`.
    """
    known = {
        night: (name, facts)
        for name, month in found.months.items() for night, facts in month.nights.items()
    }  # fmt: skip
    stale: set[str] = set()
    moved = False
    for name, month in found.months.items():
        file = found.file(name)
        if not file.is_file():
            stale.add(name)
        elif _stamp(file) != month.stamp:
            moved = True
            month.stamp = _stamp(file)
            if _hash(file) != month.sha256:
                stale.add(name)
    there = {}
    for file in nights.files(kept):
        there[file.name] = stamp = _stamp(file)
        if file.name not in known:
            stale.add("")
            continue
        name, facts = known[file.name]
        if facts["stamp"] != stamp:
            moved = True
            if _hash(file) == facts["sha256"]:
                facts["stamp"] = stamp
            else:
                stale.add(name)
    stale |= {name for night, (name, _) in known.items() if night not in there}
    return stale, moved


def _months_of(kept: Path, found: Summary, stale: set[str]) -> dict[str, list[Path]]:
    """Return the files of each month that is to be made."""
    known = {
        night: name for name, month in found.months.items() if name not in stale
        for night in month.nights
    }  # fmt: skip
    todo: dict[str, list[Path]] = {name: [] for name in stale if name}
    for file in nights.files(kept):
        if file.name not in known:
            todo.setdefault(night_tables.head_of(file).month, []).append(file)
    for name in todo:  # a new night takes those with it that are in its month already
        if name in found.months and name not in stale:
            todo[name] += [kept / night for night in found.months[name].nights]
    return todo


def _make(found: Summary, name: str, files: Sequence[Path]) -> None:
    out = found.file(name)
    if not files:
        out.unlink(missing_ok=True)
        found.months.pop(name, None)
        return
    stamps, tables = {}, []
    for file in sorted(files):
        stamp, data = _stamp(file), _bytes(file)
        head, table = night_tables.table_of(data, file)
        found.quantities.update(head.quantities)
        tables.append(table)
        stamps[file.name] = {
            "run": head.run, "time": head.time, "sha256": hashlib.sha256(data).hexdigest(),
            "stamp": stamp,
        }  # fmt: skip
    whole = night_tables.in_order(pa.concat_tables(tables, promote_options="default"))
    scratch = out.with_name(f".{out.name}.{os.getpid()}")
    reading.guarded(scratch, lambda: pa.parquet.write_table(
        whole, scratch, row_group_size=_ROWS, compression="zstd"
    ))  # fmt: skip
    reading.guarded(out, lambda: scratch.replace(out))
    names = {
        what: sorted(set(whole[what].unique().to_pylist()))
        for what in ("toolchain", "benchmark", "variant", "class")
    }
    found.months[name] = Month(_hash(out), _stamp(out), stamps, names)


def _stamp(file: Path) -> list[int]:
    status = file.stat()
    return [status.st_size, status.st_mtime_ns]


def _bytes(file: Path) -> bytes:
    """Return what is in a file.  Raises StoreError if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise StoreError(f"cannot read {file}: {error.strerror}; name another folder") from error


def _hash(file: Path) -> str:
    return hashlib.sha256(_bytes(file)).hexdigest()


def _read_index(folder: Path) -> Summary:
    """Return what the index says; nothing if it is none, so that all is made again."""
    found = Summary(folder)
    try:
        told = parse_object((folder / "index.json").read_bytes())
        if told["schema"] != SCHEMA:
            return found
        for name, one in told["months"].items():
            if {*one["names"]} != {"toolchain", "benchmark", "variant", "class"}:
                return Summary(folder)
            found.months[name] = Month(
                str(one["sha256"]), list(one["stamp"]), dict(one["nights"]), one["names"]
            )
        for name, one in told["quantities"].items():
            found.quantities.setdefault(name, of_json(name, one))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Summary(folder)
    return found


def _write_index(found: Summary) -> None:
    told = {
        "schema": SCHEMA,
        "months": {name: vars(month) for name, month in sorted(found.months.items())},
        "quantities": {name: one.to_json() for name, one in found.quantities.items()},
    }
    out = found.folder / "index.json"
    scratch = out.with_name(f".{out.name}.{os.getpid()}")
    reading.write_text(scratch, json.dumps(told, ensure_ascii=False))
    reading.guarded(out, lambda: scratch.replace(out))
