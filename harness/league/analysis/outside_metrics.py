"""Numbers that other programs measured: how they are given, and how they reach a run."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from league.analysis.quantities import OWN
from league.base.errors import NothingComparable, UsageError
from league.base.scrub import short
from league.records import store
from league.records.launches import NAMES
from league.records.schema import Record, parse_object, stamp, validate
from league.records.view import view

SCHEMA = "league-metrics-1"
#: Bytes of a file and numbers in it that are taken.
LARGEST = 16 * 2**20
MOST = 100_000


def parse(data: bytes, source: str) -> list[Record]:
    """Return the numbers of a file as records of kind metric.  Raises UsageError if it is none."""
    try:
        if len(data) > LARGEST:
            raise ValueError(f"it is larger than {LARGEST >> 20} MiB")
        told = parse_object(data)
        if told.get("schema") != SCHEMA:
            raise ValueError(f"it is not of schema {SCHEMA}")
        given = told.get("metrics")
        if not isinstance(given, list) or not given:
            raise ValueError("metrics is no list of numbers")
        if len(given) > MOST:
            raise ValueError(f"it holds more than {MOST} numbers")
        return [_record(one, number) for number, one in enumerate(given, start=1)]
    except (ValueError, UnicodeDecodeError) as error:
        raise UsageError(f"{source} holds no metrics: {short(str(error), 200)}; mend it") from error


def _record(one: Any, number: int) -> Record:
    if not isinstance(one, dict):
        raise ValueError(f"number {number} is no object")
    given = {"class": "", "precision": "", "unit": "", "scatters": False, **one}
    unknown = sorted(set(given) - {*NAMES, "name", "unit", "better", "scatters", "value"})
    if unknown:
        raise ValueError(f"number {number} has an unknown field {unknown[0]}")
    record: Record = {"kind": "metric", **given}
    faults = validate(stamp(record), "metric")
    if faults:
        raise ValueError(f"number {number}: {faults[0]}")
    if record["name"] in {*OWN, "verdict"}:
        raise ValueError(f"number {number}: {record['name']} is a name of League's own")
    if record["scatters"] and not record["value"]:
        raise ValueError(f"number {number}: a number that scatters is above 0")
    return record


def add(run: Path, given: Sequence[Record]) -> int:
    """Append numbers to a run, for every one of its variants that they name; return how many.

    Toolchain, benchmark and variant may be globs.  Nothing is written unless each number names
    something.  Raises NothingComparable for one that names nothing, UsageError for one that is
    described otherwise than before, StoreError if the run cannot be written.
    """
    with store.open_run(run) as kept:
        records = kept.records()
        made = expand(records, given)
        _demand_one_description([*(one for one in records if one["kind"] == "metric"), *made])
        for one in made:
            kept.append_new(one)
    return len(made)


def expand(records: Sequence[Record], given: Sequence[Record]) -> list[Record]:
    """Return numbers with the names that their globs mean in a run."""
    seen = view(records)
    programs = {names for names, one in seen.builds.items() if one.get("verdict") == "ok"}
    programs |= {key.program for key in seen.cells}
    letters = {key.letter for key in seen.cells}
    precisions = {key.precision for key in seen.cells}
    made = []
    for one in given:
        own = [
            names for names in sorted(programs)
            if all(fnmatch.fnmatchcase(name, one[what]) for what, name in zip(NAMES, names))
        ]  # fmt: skip
        known = one["class"] in {"", *letters} and one["precision"] in {"", *precisions}
        if not own or not known:
            told = " ".join(str(one[what]) for what in NAMES).strip()
            raise NothingComparable(
                f"the number {one['name']} of {told!r} is of nothing in this run; name what it has"
            )
        made += [{**one, **dict(zip(NAMES, names))} for names in own]
    return made


def _demand_one_description(records: Sequence[Record]) -> None:
    """A name has one unit and one direction; otherwise no series can be made of it."""
    described: dict[str, tuple[Any, ...]] = {}
    for one in records:
        told = (one["unit"], one["better"], one["scatters"])
        if described.setdefault(one["name"], told) != told:
            raise UsageError(
                f"{one['name']} is described in two ways; give it one unit and one direction"
            )
