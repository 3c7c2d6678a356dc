"""What NVIDIA's profiler counts of each kernel, by the names that stand beside our own counts.

``counters.json`` holds the names, and which of our counts mean the same; LIMITS.md of
``harness/emulator`` says how near two of them may be.  Standard library only.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.device_code import metrics

TOOL = "ncu"
_FACTS = json.loads(Path(__file__).with_name("counters.json").read_text(encoding="utf-8"))
#: The nanoseconds that a launch took on the GPU.
TIME: str = _FACTS["time"]
#: How a driver says that this user may not read the counters.
_REFUSED = re.compile(r"(ERR_NVGPUCTRPERM)\b")
#: Kernels of a launch that are kept.
MOST_KERNELS = 200


@dataclass(frozen=True)
class Count:
    """A count under both its names; several of one side are added up."""

    name: str
    ours: tuple[str, ...]  # paths within a kernel of ``device_counts``
    profiler: tuple[str, ...]


COUNTS = tuple(
    Count(one["count"], tuple(one["ours"]), tuple(one["profiler"])) for one in _FACTS["counts"]
)
NAMES = tuple(dict.fromkeys([*(name for one in COUNTS for name in one.profiler), TIME]))


def words(out: Path) -> tuple[str, ...]:
    """Return what stands in front of a program; what is counted goes to ``out`` with .csv behind.

    Options as the manual of the Nsight Compute CLI has them: a line a launch, a column a metric, no
    unit scaled, kernels by the names their modules have.
    """
    return (
        TOOL, "--csv", "--page", "raw", "--print-units", "base", "--print-kernel-base", "mangled",
        "--target-processes", "all", "--metrics", ",".join(NAMES), "--log-file", f"{out}.csv",
    )  # fmt: skip


def refusal(text: str) -> str:
    """Return why the driver let nobody read its counters, in one line; empty if it did."""
    found = _REFUSED.search(text)
    if found is None:
        return ""
    return f"{found[1]}: this user may not read the GPU's counters; ask whoever administers it"


def parse(text: str) -> list[dict[str, Any]]:
    """Return what was counted, kernel by kernel: ``kernel``, ``launches``, and sums in ``values``.

    Raises ValueError for what the profiler does not write.
    """
    lines = text.splitlines()
    head = next((n for n, line in enumerate(lines) if line.startswith('"ID"')), None)
    if head is None:
        raise ValueError("the profiler wrote no table")
    kernels: dict[str, dict[str, Any]] = {}
    for row in csv.DictReader(lines[head:]):
        if not row["ID"]:  # the line of units
            continue
        name = row.get("Kernel Name")
        if not name:
            raise ValueError("a line of the profiler names no kernel")
        kernel = kernels.setdefault(name, {"kernel": name, "launches": 0, "values": {}})
        kernel["launches"] += 1
        for metric, value in _values(row):
            kernel["values"][metric] = kernel["values"].get(metric, 0) + value
    told = [one for one in kernels.values() if not metrics.OWN.search(one["kernel"])]
    return told[:MOST_KERNELS]


def _values(row: Mapping[str, str | None]) -> list[tuple[str, int]]:
    """Return the metrics of a line; one that the GPU does not have is left out."""
    found = []
    for metric in NAMES:
        text = (row.get(metric) or "").replace(",", "")
        try:
            value = float(text)
        except ValueError:
            continue  # "n/a"
        if not math.isfinite(value) or not 0 <= value < 2**63:
            raise ValueError(f"{metric} is {text}")
        found.append((metric, round(value)))
    return found
