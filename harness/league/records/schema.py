"""What a record looks like: identity, time, and the one door for JSON that others wrote."""

from __future__ import annotations

import datetime
import hashlib
import json
import math
import re
import sys
from collections.abc import Callable, Set
from typing import Any

from league.base.scrub import short
from league.records.generated_checks import CHECKS, JsonSchemaValueException

SCHEMA = 1
#: The kinds of record in a run.
KINDS = frozenset({"session", "machine", "toolchain", "build", "launch", "claim", "metric"})
#: The schema of a run of a published problem, which stands beside those kinds.
PUBLISHED = "league-published-1"

Record = dict[str, Any]

_CHECKS: dict[str, Callable[..., object]] = CHECKS

# What is beyond these is not from our programs.
_DIGITS = 20  # of a whole number of 64 bits, its sign included
_DEPTH = 32
_LONGEST_TEXT = 2**16
_MORE_LINES = 100
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
# What the parser leaves to be looked at; numbers it has refused or not.
_NESTED = frozenset({dict, list})
_UNBOUNDED = frozenset({str, *_NESTED})


def now() -> str:
    """Return the time of day in UTC, ISO 8601, in seconds."""
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def content_id(record: Record) -> str:
    """Return the identity of a record: 16 hex digits of its content, whatever its time."""
    content = {key: value for key, value in record.items() if key not in ("id", "time")}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def stamp(record: Record) -> Record:
    """Return the record with schema number, identity and time in front of its content."""
    stamped = {"schema": SCHEMA, **record}
    stamped.pop("id", None)
    time = stamped.pop("time", None) or now()
    kind = stamped.pop("kind")
    schema = stamped.pop("schema")
    identity = content_id({"schema": schema, "kind": kind, **stamped})
    return {"schema": schema, "kind": kind, "id": identity, "time": time, **stamped}


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _whole(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(f"a whole number of {len(text)} digits is out of range")
    value = int(text)
    if not -(2**63) <= value < 2**63:
        raise ValueError(f"the number {value} is out of range")
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {short(text, 20)} is out of range")
    return value


def parse_value(text: str | bytes) -> Any:
    """Read one JSON value that others wrote, bytes as UTF-8.  Raises ValueError.

    Refused are NaN and numbers that are not finite or beyond 64 bits, text that is very long or no
    Unicode, names that stand twice in an object, and objects within objects beyond every use: what
    comes through can be computed with, gone through and written again.
    """
    text = text.decode("utf-8") if isinstance(text, bytes) else text
    try:
        value = json.loads(
            text,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_finite,
            object_pairs_hook=_unique,
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    is_plain = len(text) <= _LONGEST_TEXT and text.isascii() and "\\u" not in text
    _demand_bounded([value], _NESTED if is_plain else _UNBOUNDED)
    return value


def parse_object(text: str | bytes, definition: str = "") -> Record:
    """Read one JSON object as `parse_value` reads a value.  Raises ValueError.

    It is refused, too, if it does not follow a ``definition`` of the schema that is named.
    """
    value = parse_value(text)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    if definition and (wrong := validate(value, definition)):
        raise ValueError(wrong[0])
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Record:
    # Records by the hundred thousand have the same few names, each of which is held once.
    names = {sys.intern(name): value for name, value in pairs}
    if len(names) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return names


def _demand_bounded(value: Any, looked_at: Set[type], levels: int = _DEPTH) -> None:
    """Raise ValueError for a text that is too long or no Unicode, and for too many levels.

    Looked at is what is of these types: texts are not where none can be at fault.
    """
    if levels == 0:
        raise ValueError("it is nested too deeply")
    if type(value) is dict:
        if str in looked_at:
            for name in value:
                _demand_text(name)
        value = value.values()
    for part in value:
        if type(part) is str:
            if str in looked_at:
                _demand_text(part)
        elif type(part) in looked_at:
            _demand_bounded(part, looked_at, levels - 1)


def _demand_text(text: str) -> None:
    if len(text) > _LONGEST_TEXT:
        raise ValueError(f"a text of {len(text)} characters is too long")
    if not text.isascii() and _LONE_SURROGATE.search(text):
        raise ValueError("a text holds half a character")


def parse_executable_record(text: str) -> tuple[Record | None, str]:
    """Read what an executable wrote with ``--record``.

    Returns the record and an empty string, or None and the reason why there is none.
    """
    lines = [line for line in text.split("\n", _MORE_LINES) if line.strip()]
    if not lines:
        return None, "no record written"
    try:
        record = parse_object(lines[0])
    except ValueError as error:
        return None, f"record is not valid JSON: {error}"
    if len(lines) > 1:
        told = f"{len(lines)}" if len(lines) < _MORE_LINES else "many"
        return None, f"{told} records written where one was asked for"
    wrong = validate(record, "executable")
    if wrong:
        return None, f"record does not follow the schema: {wrong[0]}"
    return record, ""


def validate(record: Any, definition: str = "") -> list[str]:
    """Say what is wrong with a record in one line; an empty list means nothing is.

    ``definition`` names a part of the schema (``executable``, ``launch``, ...); without it the kind
    of the record decides.
    """
    if not definition:
        kind = record.get("kind") if isinstance(record, dict) else None
        if kind not in (*KINDS, "published"):
            return [f"kind: {short(repr(kind)[:80])} is no kind of record"]
        definition = str(kind)
    try:
        _CHECKS[definition](record, name_prefix="record")
    except JsonSchemaValueException as fault:
        return [short(str(fault).replace("record.", "", 1), 200)]
    return []
