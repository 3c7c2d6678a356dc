"""Runs on every device of a machine: how many a toolchain has, and which launch is on which.

A program's own record says how many devices its runtime sees.  Hence the first check of a toolchain
is made with all of them visible; the others follow, at the same time, one to a device.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from league.records.schema import Record
from league.run.plan import Launch
from league.run.session import Records, Stage

#: Makes the first device the one that is used, whatever the user has set.
_FIRST = (("OMP_DEFAULT_DEVICE", "0"), ("ACC_DEVICE_NUM", "0"))

Counts = Mapping[str, int]


def counted(checks: Sequence[Launch]) -> Generator[Stage, Records, dict[str, int]]:
    """Check until each toolchain has told how many devices it sees; return that by toolchain."""
    counts: dict[str, int] = {}
    for one in checks:
        toolchain = one.cell.toolchain
        if one.cell.offloads and toolchain not in counts:
            first = replace(one, device=0, sees_all=True, environment=(*one.environment, *_FIRST))
            records = yield Stage(f"counting devices of {toolchain}", [first])
            count = _count(records.get(first.key()))
            if count:
                counts[toolchain] = count
    return counts


def _count(record: Record | None) -> int:
    told: Mapping[str, Any] = (record or {}).get("record") or {}
    return int(told.get("device", {}).get("count", 0))


def on_each(one: Launch, counts: Counts) -> list[Launch]:
    """Return a check on every device of its toolchain; by itself if it uses none."""
    count = counts.get(one.cell.toolchain, 0) if one.cell.offloads else 0
    if not count:
        return [one]
    return [replace(one, device=number, index=number) for number in range(count)]


def on_all(checks: Sequence[Launch], counts: Counts) -> Stage:
    """Return the stage that makes checks on all devices at the same time."""
    every = list(chain.from_iterable(on_each(one, counts) for one in checks))
    return Stage("checking on all devices", every, workers=max(counts.values(), default=1))


def in_turn(launches: Sequence[Launch], counts: Counts) -> list[Launch]:
    """Return timed launches, of each cell the first on device 0, the next on device 1, and so on.

    They are made one at a time.
    """

    def placed(one: Launch) -> Launch:
        count = counts.get(one.cell.toolchain, 0) if one.cell.offloads else 0
        return replace(one, device=one.index % count) if count else one

    return list(map(placed, launches))
