"""Launches reduced to what a row of a table needs: a tenth of the memory, the same row.

Of the repetitions the median of each phase is left, and the least times where one is not above
nought, which no median tells.
"""

from __future__ import annotations

import marshal
import statistics
import sys
from typing import Any

from league.records.schema import Record

_PHASES = ("compute", "total", "h2d", "d2h")
_NAMES = ("toolchain", "group", "benchmark", "variant", "mode", "pair", "worst", "reason",
          "output_tail")  # fmt: skip
# Parts that are the same in many launches are held once.
_held: dict[bytes, Any] = {}
_MOST = 4096


def brief(record: Record) -> Record:
    """Return what a row needs of a launch; any other record as it is."""
    if record["kind"] != "launch":
        return record
    inner: Record = record.get("record") or {}
    left: Record = {"kind": "launch", "index": record.get("index", 0)}
    found = {name: record.get(name) for name in _NAMES}
    found |= {name: record.get(name) or inner.get(name) for name in ("model", "precision")}
    left.update((name, sys.intern(value)) for name, value in found.items() if value)
    letter = record.get("class") or inner.get("class") or ""
    left["class"] = sys.intern(letter["letter"] if isinstance(letter, dict) else letter)
    left["verdict"] = _once(record.get("verdict") or {})
    samples = _samples([one for one in inner.get("samples") or () if not one.get("warmup")])
    left["record"] = {"samples": samples}
    if inner.get("work"):
        left["record"]["work"] = _once(inner["work"])
    return left


def _samples(told: list[Record]) -> list[Record]:
    times = {name: [one[name] for one in told if one.get(name) is not None] for name in _PHASES}
    middle: Record = {name: statistics.median(found) for name, found in times.items() if found}
    moved = next((one["compute_motion"] for one in told if one.get("compute_motion")), None)
    if moved:
        middle["compute_motion"] = _once(moved)
    if not middle:
        return []
    least = {name: min(found) for name, found in times.items() if found}
    return [middle] if min(least.values()) > 0 else [middle, least, middle]


def _once(part: Record) -> Record:
    known = marshal.dumps(part, 2)
    found: Record | None = _held.get(known)
    if found is None:
        if len(_held) >= _MOST:
            return part
        found = _held[known] = part
    return found
