"""What profiled launches showed, for the terminal; standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from league.base.columns import aligned
from league.base.words import duration, plural
from league.profile import events, plan
from league.records.schema import Record

#: Directives of a launch that are told one by one, the longest first.
_MOST = 8


def text(records: Iterable[Record]) -> str:
    """Return a table per profiled cell: one execution of each directive, operation by operation.

    Times are medians over the executions of a directive.
    """
    parts = []
    for record in records:
        found = plan.of(record)
        if found is not None:
            parts.append(_cell(record, found))
    return "\n\n".join(parts)


def _cell(record: Record, found: Mapping[str, Any]) -> str:
    name = (
        f"{record['benchmark']}.{record['variant']} {record['class']} {record['precision']}"
        f" {record['toolchain']}"
    )
    regions = sorted(found["regions"], key=lambda one: -one["time_ns"])
    if not regions:
        return f"{name}: no region was handed to the device"
    columns = [one for one in events.OPERATIONS if any(one in r["operations"] for r in regions)]
    head = ["one execution of", "times", "total", *columns, "rest"]
    rows = [head]
    for one in regions[:_MOST]:
        spent = [one["typical_ns"].get(column) for column in ("total", *columns, "rest")]
        rows.append(
            [f"{one['name']} ({one['kind']})", str(one["count"])]
            + ["–" if time is None else duration(time) for time in spent]
        )
    lines = [f"  {line}" for line in aligned(rows, [False, *[True] * (len(head) - 1)])]
    if len(regions) > _MOST:
        lines.append(f"  and {plural(len(regions) - _MOST, 'directive')} more in the CSV file")
    if found["dropped"]:
        lines.append(f"  {plural(found['dropped'], 'event')} more were not kept")
    return "\n".join([name, *lines])
