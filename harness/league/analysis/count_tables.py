"""Columns of the tables of device code: counts, machine code, launches, bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.analysis.bound import TERMS
from league.base.columns import Column, Width

Row = Mapping[str, Any]


def _told(id: str, title: str, **rest: Any) -> Column[Row]:
    return Column(id, title, lambda row: row[id], **rest)


#: What a row is about.
NAMES = (_told("variant", "Variant", right=False), _told("toolchain", "Toolchain", right=False))
_KERNEL = _told("kernel", "Kernel", right=False, breaks=True)

#: What a report shows of a kernel's machine code.
CODE: tuple[Column[Row], ...] = (
    *NAMES,
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
    _BENCHMARK, *NAMES, _told("class", "Class", right=False),
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
