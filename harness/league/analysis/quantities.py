"""Named numbers of a cell: unit, direction, and whether they scatter.

What League measures itself stands in `OWN`; any other comes with a record of kind `metric`, which
says the same of itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.analysis import nearness
from league.base.words import byte_size, duration, significant, times
from league.device_code import metrics
from league.records import device_counts

#: The unit of what is a multiple of CUDA's: it changes where CUDA's does, too.
OF_CUDA = "÷ CUDA"


@dataclass(frozen=True)
class Quantity:
    """What a number is: without its unit and direction none is kept."""

    name: str
    unit: str = ""
    larger_is_better: bool = False
    #: it differs from launch to launch; what does not is compared exactly, and gates
    scatters: bool = False
    #: share by which it may differ without being a change
    tolerance: float = 0.0

    def show(self, value: float) -> str:
        """Return a value as people read it."""
        if self.unit == "ns":
            return duration(value)
        if self.unit == "B":
            return byte_size(value)
        if self.unit == OF_CUDA:
            return times(value)
        if not self.unit and not self.scatters and float(value).is_integer():
            return f"{int(value):,}"  # a count, of which every one matters
        return f"{significant(value)} {self.unit}".rstrip()

    def is_worse(self, before: float, now: float) -> bool:
        """Whether a number became worse."""
        return now < before if self.larger_is_better else now > before

    def differs(self, before: float, now: float) -> bool:
        """Whether two values are further apart than is tolerated."""
        return abs(now - before) > self.tolerance * abs(before)

    def to_json(self) -> dict[str, Any]:
        """Return what a file keeps of it."""
        return {
            "unit": self.unit,
            "better": "larger" if self.larger_is_better else "smaller",
            "scatters": self.scatters,
            "tolerance": self.tolerance,
        }


def of_json(name: str, told: Mapping[str, Any]) -> Quantity:
    """Return a quantity as a file or a record of kind `metric` describes it."""
    return Quantity(
        name,
        str(told["unit"]),
        str(told["better"]) == "larger",
        bool(told["scatters"]),
        float(told.get("tolerance", 0.0)),
    )


#: What every run holds without being asked.
OWN: dict[str, Quantity] = {
    one.name: one
    for one in (
        Quantity("compute", "ns", scatters=True),
        Quantity("total", "ns", scatters=True),
        Quantity("launches"),
        Quantity("to_device", "B"),
        Quantity("from_device", "B"),
        # Executables differ by a few bytes for reasons that are none (names, padding).
        Quantity("executable", "B", tolerance=0.01),
        Quantity("compile", "s", scatters=True),
        # Of machine code for NVIDIA GPUs, and what the emulated device counts: no times.
        *(Quantity(name) for name in metrics.QUANTITIES),
        *(Quantity(name) for name in device_counts.QUANTITIES),
        *(Quantity(name, OF_CUDA) for name in nearness.OVER.values()),
        Quantity("occupancy", "%", larger_is_better=True),
        Quantity("block_rounds"),
    )
}
