"""Runs on every device of a machine: how many a toolchain has, and which launch is on which.

A program's own record says how many devices its runtime sees.  Hence the first check of a toolchain
is made with all of them visible; the others follow, at the same time, one to a device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.records.schema import Record
from league.run.plan import Launch
from league.run.session import Records

#: Makes the first device the one that is used, whatever the user has set.
_FIRST = (("OMP_DEFAULT_DEVICE", "0"), ("ACC_DEVICE_NUM", "0"))

Counts = Mapping[str, int]
#: Carries out launches under a title and returns their records.
Make = Callable[[str, Sequence[Launch]], Records]


def counted(checks: Sequence[Launch], make: Make) -> dict[str, int]:
    """Check until each toolchain has told how many devices it sees; return that by toolchain."""
    counts: dict[str, int] = {}
    for launch in checks:
        toolchain = launch.cell.toolchain
        if launch.cell.offloads and toolchain not in counts:
            environment = (*launch.environment, *_FIRST)
            first = replace(launch, device=0, sees_all=True, environment=environment)
            records = make(f"counting devices of {toolchain}", [first])
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


def in_turn(launches: Sequence[Launch], counts: Counts) -> list[Launch]:
    """Return timed launches, of each cell the first on device 0, the next on device 1, and so on.

    They are made one at a time.
    """

    def placed(one: Launch) -> Launch:
        count = counts.get(one.cell.toolchain, 0) if one.cell.offloads else 0
        return replace(one, device=one.index % count) if count else one

    return list(map(placed, launches))
