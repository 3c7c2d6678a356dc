"""The file of a night as a table, a row per cell."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.json

from league.analysis import nights
from league.analysis.quantities import OWN, Quantity, of_json
from league.analysis.series import point
from league.records.schema import parse_object

#: Columns besides the numbers: names, when, with what, and how it ended.
PLAIN = (*nights.NAMES, "run", "time", "machine", "version", "compiler", "flags", "source",
         "sources", "binary", "outcome", "expected")  # fmt: skip
_OWN_TEXTS = (*nights.NAMES, "outcome", "binary", "source", "sources")
_WORDS = pa.dictionary(pa.int32(), pa.string())
_MONTH = re.compile(r"\d{4}-\d\d")


def column(quantity: str) -> str:
    """Return the name of a number's column."""
    return f"metric:{quantity}"


def schema(quantities: Iterable[str]) -> Any:
    """Return the schema of a table with these numbers."""
    plain = [(name, pa.bool_() if name == "expected" else _WORDS) for name in PLAIN]
    return pa.schema([*plain, *((column(name), pa.float64()) for name in quantities)])


@dataclass(frozen=True)
class Head:
    """What the first line of a file of a night says."""

    run: str
    time: str
    source: str
    machine: str
    versions: Mapping[str, str]
    compilers: Mapping[str, str]
    flags: Mapping[str, str]
    quantities: Mapping[str, Quantity]

    @property
    def month(self) -> str:
        """Return the month, `undated` for a time that is none."""
        return self.time[:7] if _MONTH.fullmatch(self.time[:7]) else "undated"


def head_of(file: Path) -> Head:
    """Return the head of a file; of a large one its cells are not read.  Raises StoreError."""
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as source:
            first = source.readline(2**22)
        parts = _parts(first)
        if parts is not None:
            return _head(parse_object(parts[0]))
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError):
        pass  # not as we write it: the careful reader tells what is wrong
    return _head_of(nights.read(file))


def table_of(data: bytes, file: Path) -> tuple[Head, Any]:
    """Return head and table of a file that holds `data`.  Raises StoreError if it is no night."""
    try:
        text = gzip.decompress(data) if file.suffix == ".gz" else data
        parts = _parts(text)
        if parts is not None:
            head = _head(parse_object(parts[0]))
            return head, _fast(head, parts[1])
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, pa.ArrowException):
        pass
    night = nights.read(file)
    return _head_of(night), _slow(night)


def _parts(text: bytes) -> tuple[bytes, bytes] | None:
    """Split what `nights.text_of` wrote into its head and the lines of its cells."""
    first, found, rest = text.partition(b'"cells": [\n')
    if not found or b"\n" in first:
        return None
    return first.rstrip().rstrip(b",") + b"}", rest.removesuffix(b"\n]}\n")


def _head(told: Mapping[str, Any]) -> Head:
    if told["schema"] != nights.SCHEMA:
        raise ValueError("another schema")
    versions, compilers, flags = (
        {str(k): str(v) for k, v in told.get(what, {}).items()}
        for what in ("versions", "compilers", "flags")
    )
    quantities = {name: of_json(name, one) for name, one in told.get("quantities", {}).items()}
    run, time, source, machine = (str(told[one]) for one in ("run", "time", "source", "machine"))
    return Head(run, time, source, machine, versions, compilers, flags, {**quantities, **OWN})


def _head_of(night: nights.Night) -> Head:
    return Head(night.run, night.time, night.source, night.machine, night.versions,
                night.compilers, night.flags, {**night.quantities, **OWN})  # fmt: skip


def _fast(head: Head, lines: bytes) -> Any:
    """Return the table of lines as we write them.  Raises ArrowException or ValueError."""
    numbers = pa.struct([(name, pa.float64()) for name in head.quantities])
    plain = [(name, pa.string()) for name in _OWN_TEXTS]
    options = pa.json.ParseOptions(
        explicit_schema=pa.schema([*plain, ("expected", pa.bool_()), ("metrics", numbers)]),
        unexpected_field_behavior="ignore",  # facts in words, which no series needs
    )
    if not lines.strip():
        return schema(head.quantities).empty_table()
    read = pa.json.read_json(
        io.BytesIO(lines.replace(b"},\n", b"}\n")), parse_options=options
    ).combine_chunks()
    columns: dict[str, Any] = {name: read[name] for name in (*_OWN_TEXTS, "expected")}
    if any(columns[name].null_count for name in columns):
        raise ValueError("a field is missing")
    count = read.num_rows
    constants = {"run": head.run, "time": head.time, "machine": head.machine}
    columns.update({name: pa.repeat(value, count) for name, value in constants.items()})
    columns["version"] = _mapped(columns["toolchain"], head.versions)
    columns["compiler"] = _mapped(columns["toolchain"], head.compilers)
    columns["flags"] = _mapped(columns["toolchain"], head.flags)
    known = pa.compute.not_equal(columns["source"], "")
    columns["source"] = pa.compute.if_else(known, columns["source"], head.source)
    for name in head.quantities:
        values = pa.compute.struct_field(read["metrics"], name)
        if not pa.compute.all(pa.compute.is_finite(values), skip_nulls=True).as_py() and (
            values.null_count < count
        ):
            raise ValueError("a number is not finite")
        columns[column(name)] = values
    wanted = schema(head.quantities)
    return pa.table([columns[one.name] for one in wanted], names=wanted.names).cast(wanted)


def in_order(table: Any) -> Any:
    """Return a table sorted by names, then time, then run."""
    table = table.unify_dictionaries().combine_chunks()
    ranks = {name: _ranks(table[name]) for name in (*nights.NAMES, "time", "run")}
    rows = pa.compute.sort_indices(pa.table(ranks), [(name, "ascending") for name in ranks])
    return table.take(rows)


def _ranks(words: Any) -> Any:
    """Return words as numbers of the same order."""
    whole = words.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.chunk(0) if whole.num_chunks else pa.array([], _WORDS)
    order = np.argsort(np.asarray(whole.dictionary.to_pylist(), dtype=object), kind="stable")
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return pa.array(place[whole.indices.to_numpy()])


def _mapped(keys: Any, table: Mapping[str, str]) -> Any:
    """Return for each key what a table says of it, an empty text where it says nothing."""
    words = pa.compute.dictionary_encode(keys.combine_chunks())
    if isinstance(words, pa.ChunkedArray):
        words = words.combine_chunks()
    values = pa.array([table.get(key, "") for key in words.dictionary.to_pylist()], pa.string())
    return values.take(words.indices)


def _slow(night: nights.Night) -> Any:
    """Return the table of a night that was read and checked field by field."""
    quantities = {**night.quantities, **OWN}
    rows = []
    for names in sorted(night.entries):
        one = point(night, names)
        rows.append({
            **dict(zip(nights.NAMES, names)),
            **{name: getattr(one, name) for name in PLAIN if name not in nights.NAMES},
            **{column(name): one.metrics.get(name) for name in quantities},
        })  # fmt: skip
    plain = schema(quantities)
    loose = pa.schema([
        (one.name, pa.string() if one.type == _WORDS else one.type) for one in plain
    ])  # fmt: skip
    return pa.Table.from_pylist(rows, schema=loose).cast(plain)
