"""What an emulated device counted, in a panel of its own beside the times of a figure.  Pure."""

from __future__ import annotations

import statistics
from collections.abc import Collection, Sequence

from league.records import device_counts
from league.show.plots.chart import Panel, Series, Value
from league.studies.measured import Record

#: What is drawn, in words; none of it is a time.
QUANTITIES = {
    "instructions": "PTX instructions by lanes",
    "sectors": "32-byte sectors of global memory",
    "kernel_launches": "kernels launched",
    "host_waits": "waits of the host",
}
TOLD = (
    "Counts are those of a process on an emulated device, which runs the compiled code of a GPU on"
    " the host: they say what was asked for, never how long it takes."
)


def panels(
    runs: Sequence[Sequence[Record]], benchmarks: Collection[str], quantities: Sequence[str] = ()
) -> list[Panel]:
    """Return a panel of counts of these benchmarks; none where no launch of theirs has any."""
    found: dict[tuple[str, str], dict[str, list[int]]] = {}
    classes: dict[str, None] = {}
    for record in (record for records in runs for record in records):
        counts = record.get("device_counts")
        if not counts or record["benchmark"] not in benchmarks or record["precision"] != "fp64":
            continue
        if record["verdict"]["answer"] != "pass":
            continue
        classes[f"{record['toolchain']}, class {record['class']}"] = None
        told = found.setdefault((record["benchmark"], record["variant"]), {})
        for name, value in device_counts.totals(counts).items():
            told.setdefault(name, []).append(value)
    if not found:
        return []
    series = tuple(
        Series(
            QUANTITIES[name],
            tuple(
                Value(f"{benchmark} {variant}", statistics.median(told[name]),
                      launches=len(told[name]))
                for (benchmark, variant), told in sorted(found.items())
                if statistics.median(told[name])
            ),
        )
        for name in quantities or QUANTITIES
    )  # fmt: skip
    title = f"no times, but counts of an emulated device ({'; '.join(classes)}, fp64)"
    return [Panel(title, "", "counted in one process", series)]
