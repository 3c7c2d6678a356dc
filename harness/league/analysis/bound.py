"""How long a kernel takes at least on the named GPU, by what the emulated device counted.

Each term is one unit that never waits.  Of the fullest multiprocessor: lanes of a class over the
lanes it executes in a clock.  Of the whole GPU: the sectors that no L2 cache can spare a launch,
over the bandwidth of its memory.  Rates: the vendor's data sheets and programming guide.  Only
counts that hold for machine code as well (see LIMITS.md of ``harness/emulator``) make a term, so
what a model of the L2 cache lets past is none.  No launch takes less, most take longer: none of
these numbers is a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from league.analysis import device
from league.records.view import RunView

#: Classes of instructions by the unit that executes them.
UNITS: Mapping[str, tuple[str, ...]] = {
    "fp64": ("fp64_add", "fp64_mul", "fp64_fma"),
    "fp32": ("fp32_add", "fp32_mul", "fp32_fma"),
    "tensor": ("tensor",),
    "special": ("special",),
}


@dataclass(frozen=True)
class Rates:
    """A GPU's clock, bandwidth (TB/s) and, of a multiprocessor, lanes a clock of each unit.

    ``tensor`` is ``mma.m8n8k4`` in double precision: 32 lanes do 512 operations together, of which
    the data sheets' 19.5 TFLOP/s (A100) are 128 a clock, and 67 TFLOP/s (H100, H200) 256.
    """

    gigahertz: float
    bandwidth: float
    lanes: Mapping[str, float]


_H100 = Rates(1.98, 3.35, {"fp64": 64, "fp32": 128, "tensor": 16, "special": 16})
RATES = {
    "a100": Rates(1.41, 2.04, {"fp64": 32, "fp32": 64, "tensor": 8, "special": 16}),
    "h100": _H100,
    "h200": replace(_H100, bandwidth=4.8),
}
#: Every term, in the order in which they are shown.
TERMS = (*UNITS, "shared", "memory")
_SECTOR = 32  # bytes


def fullest(multiprocessors: int, kernel: Mapping[str, Any]) -> float:
    """Return the share of a kernel's work that the fullest multiprocessor does.

    Blocks are shared out evenly.  Where not all launches are known (some records keep none), the
    work of all is spread over all multiprocessors, which is the least.
    """
    shapes = kernel.get("shapes", ())
    blocks = sum(one["blocks"] * one["launches"] for one in shapes)
    if not blocks or blocks != kernel["blocks"]:
        return 1.0 / multiprocessors
    most = sum(-(-one["blocks"] // multiprocessors) * one["launches"] for one in shapes)
    return float(most / blocks)


def terms(gpu: str, kernel: Mapping[str, Any]) -> dict[str, float]:
    """Return the microseconds that each unit needs at least for all launches of a kernel."""
    rates = RATES[gpu]
    share = fullest(device.GPUS[gpu].multiprocessors, kernel)
    clocks = {
        unit: sum(kernel["lanes"].get(name, 0) for name in names) / rates.lanes[unit]
        for unit, names in UNITS.items()
    }
    clocks["shared"] = sum(  # a clock each
        kernel["memory"].get(kind, {}).get("wavefronts", 0)
        for kind in ("load_shared", "store_shared")
    )
    found = {unit: share * value / (rates.gigahertz * 1000) for unit, value in clocks.items()}
    found["memory"] = kernel.get("compulsory", 0) * _SECTOR / (rates.bandwidth * 1e6)
    return {unit: value for unit, value in found.items() if value}


def bound_rows(run: RunView) -> Iterator[dict[str, Any]]:
    """Yield a row for each kernel of each cell: the largest term, and which unit it is."""
    for key, counts in device.counted(run):
        gpu = str(counts["gpu"])
        for kernel in counts["kernels"] if gpu in RATES else ():
            found = terms(gpu, kernel)
            unit = max(found, key=lambda name: found[name], default="")
            yield {
                "toolchain": key.toolchain,
                "benchmark": key.benchmark,
                "variant": key.variant,
                "class": key.letter,
                "precision": key.precision,
                "kernel": kernel["kernel"],
                "gpu": gpu,
                "launches": kernel["launches"],
                "bound_us": found.get(unit, 0.0),
                "unit": unit,
                **{f"{name}_us": found.get(name, 0.0) for name in TERMS},
            }
