"""What a record looks like: identity, time, and the check against the JSON schema."""

from __future__ import annotations

import datetime
import functools
import hashlib
import json
import math
import re
from pathlib import Path
from typing import Any

from league.base.scrub import short

SCHEMA = 1
#: The kinds of record in a run.
KINDS = frozenset({"session", "machine", "toolchain", "build", "launch", "claim", "metric"})
#: The schema of a run of a published problem, which stands beside those kinds.
PUBLISHED = "league-published-1"
SCHEMA_FILE = Path(__file__).parent / "record.schema.json"

Record = dict[str, Any]

# What is beyond these is not from our programs.
_DIGITS = 20  # of a whole number of 64 bits, its sign included
_DEPTH = 32
_LONGEST_TEXT = 2**16
_MORE_LINES = 100
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
#: Faults of one record that are looked for; one suffices to refuse it.
_FAULTS = 20

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}


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
    return int(text)


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
    try:
        value = json.loads(
            text.decode("utf-8") if isinstance(text, bytes) else text,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_finite,
            object_pairs_hook=_unique,
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    _demand_bounded(value)
    return value


def parse_object(text: str | bytes) -> Record:
    """Read one JSON object as `parse_value` reads a value.  Raises ValueError."""
    value = parse_value(text)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Record:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return found


def _demand_bounded(value: Any) -> None:
    level: list[Any] = [value]
    for _ in range(_DEPTH):
        below: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                below += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                below += one
            elif isinstance(one, str):
                _demand_text(one)
            elif isinstance(one, int) and not -(2**63) <= one < 2**63:
                raise ValueError(f"the number {one} is out of range")
        if not below:
            return
        level = below
    raise ValueError("it is nested too deeply")


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


@functools.cache
def schema() -> Record:
    """Return the JSON schema of all records."""
    loaded: Record = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return loaded


def validate(record: Any, definition: str = "") -> list[str]:
    """Say what is wrong with a record, one line a fault; an empty list means nothing is.

    ``definition`` names a part of the schema (``executable``, ``launch``, ...); without it the kind
    of the record decides.
    """
    known = schema()["$defs"]
    if not definition:
        kind = record.get("kind") if isinstance(record, dict) else None
        if not isinstance(kind, str) or kind not in known:
            return [f"kind: {_short(kind)} is no kind of record"]
        definition = kind
    return faults_of(record, known[definition])


def faults_of(value: Any, told: Record) -> list[str]:
    """Say what a value has against a part of the schema, one line a fault."""
    faults: list[str] = []
    _check(value, told, "", faults)
    return faults


def _is_type(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, _TYPES[name])


def _same(value: Any, wanted: Any) -> bool:
    """Whether two values are equal in JSON, where true is not 1."""
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _definition(reference: str) -> Record:
    found: Record = schema()["$defs"][reference.rpartition("/")[2]]
    return found


def _check(value: Any, schema: Record, where: str, faults: list[str]) -> None:
    """Check the part of JSON Schema that the schema file uses."""
    if len(faults) >= _FAULTS:
        return
    if "$ref" in schema:
        _check(value, _definition(schema["$ref"]), where, faults)
        return
    here = where or "record"
    if "anyOf" in schema:
        _check_any(value, schema["anyOf"], where, faults)
        return
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_is_type(value, name) for name in names):
            faults.append(f"{here}: {_short(value)} is not {' or '.join(names)}")
            return
    if "const" in schema and not _same(value, schema["const"]):
        faults.append(f"{here}: {_short(value)} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        faults.append(
            f"{here}: {_short(value)} is not one of {', '.join(map(str, schema['enum']))}"
        )
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        faults.append(f"{here}: {_short(value)} does not match {schema['pattern']}")
    if "minimum" in schema and isinstance(value, (int, float)) and value < schema["minimum"]:
        faults.append(f"{here}: {value} is below {schema['minimum']}")
    if isinstance(value, dict):
        _check_object(value, schema, where, faults)
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            _check(item, schema["items"], f"{where}[{index}]", faults)


def _check_any(value: Any, choices: list[Record], where: str, faults: list[str]) -> None:
    """Accept what one of the choices accepts; else the faults against the last one are told."""
    attempts: list[list[str]] = []
    for choice in choices:
        attempt: list[str] = []
        _check(value, choice, where, attempt)
        attempts.append(attempt)
    if all(attempts):
        faults.extend(attempts[-1])


def _check_object(value: Record, schema: Record, where: str, faults: list[str]) -> None:
    properties = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            faults.append(f"{where or 'record'}: {name} is missing")
    extra = schema.get("additionalProperties", True)
    for name, item in value.items():
        path = f"{where}.{short(name)}" if where else short(name)
        if name in properties:
            _check(item, properties[name], path, faults)
        elif extra is False:
            faults.append(f"{short(path)}: unknown field")
        elif isinstance(extra, dict):
            _check(item, extra, path, faults)


def _short(value: Any) -> str:
    """Return a value as a message may hold it; of a large one only its beginning is looked at."""
    if isinstance(value, str):
        return short(repr(value[:80]))
    if isinstance(value, (dict, list)) and len(value) > 20:
        return f"{type(value).__name__} of {len(value)}"
    return short(repr(value))
