"""What device code asks of a GPU: counts of the emulated device, machine code, bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from league.analysis import device
from league.analysis.bound import TERMS
from league.analysis.quantities import OWN
from league.base.columns import Column, Table, Width
from league.base.words import times
from league.records import device_counts
from league.records.view import RunView
from league.show.evidence import size_label

#: Kernels of a benchmark that the report names; `counts --code` has all.
_MOST_KERNELS = 100


Row = Mapping[str, Any]


def _told(id: str, title: str, **rest: Any) -> Column[Row]:
    return Column(id, title, lambda row: row[id], **rest)


#: What a row is about.
_NAMES = (_told("variant", "Variant", right=False), _told("toolchain", "Toolchain", right=False))
_SIZE: Column[Row] = Column(
    "size", "Size", lambda row: size_label((row["class"], row["precision"])), right=False
)

_KERNEL = _told("kernel", "Kernel", right=False, breaks=True)

#: What a report shows of a kernel's machine code.
CODE: tuple[Column[Row], ...] = (
    *_NAMES,
    _KERNEL,
    _told("registers", "Registers", unit="a thread"),
    _told("stack", "Stack", unit="bytes"),
    _told("shared", "Shared", unit="bytes"),
    _told("local", "On local memory", unit="instructions"),
    _told("instructions", "Instructions"),
)


def _rounded(value: float) -> str:
    return f"{value:.3g}"


_BENCHMARK = _told("benchmark", "Benchmark", right=False)
_PROBLEM = (
    _BENCHMARK, *_NAMES, _told("class", "Class", right=False),
    _told("precision", "Precision", right=False),
)  # fmt: skip
_GPU = _told("gpu", "GPU", right=False)
_LAUNCHES = _told("launches", "Launches")
#: Of `counts --code`: all kernels of a run.
ALL_CODE: tuple[Column[Row], ...] = (
    _BENCHMARK, *CODE[:2], _told("mode", "Mode", right=False), *CODE[3:], _KERNEL,
)  # fmt: skip
#: Of `counts`: each count of each cell beside that of the reference.
COUNTS: tuple[Column[Row], ...] = (
    *_PROBLEM, _told("count", "Count", right=False), _told("value", "Value"),
    _told("reference", "Reference", least=Width.WIDE), _told("ratio", "Ratio", write=_rounded),
)  # fmt: skip
#: Of `counts --shapes`: how kernels were launched.
SHAPES: tuple[Column[Row], ...] = (
    *_PROBLEM, _GPU, _told("blocks", "Blocks"), _told("threads", "Threads"),
    _told("shared", "Shared", unit="bytes"), _LAUNCHES,
    _told("code", "Code of", right=False, help="whose machine code tells the registers"),
    _told("registers", "Registers", unit="a thread"),
    _told("occupancy", "Occupancy", write=_rounded), _told("waves", "Waves", write=_rounded),
    _told("tail", "Tail", write=_rounded, help="share of the last wave that is filled"),
    _KERNEL,
)  # fmt: skip
#: Of `counts --bound`: the least that a kernel can take, about, and each term; none is a time.
BOUND: tuple[Column[Row], ...] = (
    *_PROBLEM, _GPU, _LAUNCHES, _told("bound_us", "Bound", unit="µs", write=_rounded),
    _told("unit", "Its unit", right=False),
    _told("of_starting", "Of starting", write=_rounded, help="bound ÷ what the launches take"),
    _told("estimate_us", "About", unit="µs", write=_rounded),
    _told("estimate_unit", "Its unit", right=False),
    _told("left_to_l2", "Left to L2", unit="bytes"),
    *(_told(f"{name}_us", name, unit="µs", write=_rounded, least=Width.PAGE) for name in TERMS),
    _KERNEL,
)  # fmt: skip


def count_table(runs: Iterable[RunView], benchmark: str) -> Table[Row]:
    """Return the counts of the emulated device, each with its ratio to CUDA."""
    cells: dict[tuple[str, ...], dict[str, Any]] = {}
    for run in runs:
        for row in device.ratios(run, benchmark=benchmark):
            names = {name: row[name] for name in ("variant", "toolchain", "class", "precision")}
            ratio = row["ratio"] if row["variant"] != "cuda" else None
            counted = cells.setdefault(tuple(names.values()), {**names})
            counted[row["count"]] = (row["value"], times(ratio) if ratio else "")

    def column(name: str) -> Column[Row]:
        return Column(
            name, name.replace("_", " "), lambda row: row[name][0] if name in row else None,
            OWN[name].show, note=lambda row: row[name][1] if name in row else "",
        )  # fmt: skip

    used = [
        name for name in device_counts.QUANTITIES
        if any(row[name][0] for row in cells.values() if name in row)
    ]  # fmt: skip
    return Table(
        (*_NAMES, _SIZE, *map(column, used)), list(cells.values()),
        f"{benchmark}: counts of the emulated device", "variant, toolchain",
    )  # fmt: skip


def code_table(runs: Iterable[RunView], benchmark: str) -> tuple[Table[Row], int]:
    """Return the machine code of a benchmark's kernels, and how many more there are."""
    rows = [row for run in runs for row in device.code_rows(run) if row["benchmark"] == benchmark]
    shown = rows[:_MOST_KERNELS]
    told = Table(CODE, shown, f"{benchmark}: machine code", "variant, toolchain, kernel")
    return told, len(rows) - len(shown)
