"""How long a kernel takes on the named GPU, by what the emulated device counted: least, and about.

Each term is one unit that never waits.  Of the fullest multiprocessor: lanes of a class over the
lanes it executes in a clock.  Of the whole GPU: the sectors that no L2 cache can spare a launch,
over the bandwidth of its memory.  Rates: ``league/base/gpus.json``.  Only
counts that hold for machine code as well (see LIMITS.md of ``harness/emulator``) make a term, so
what a model of the L2 cache lets past is none.  No launch takes less, most take longer.

The estimate adds what no GPU can be held to: instructions over the issue slots of four schedulers,
all traffic of global memory over the bandwidth of the L2 cache, the model of that cache for the
memory, of whose bandwidth a share is reached, and microseconds a launch.  Of a whole program it
adds microseconds for each wait of the host for kernels, and launches are those of the longest
chain, in which each kernel comes behind the one before: what is beside it hides its own.  It knows
no L1 cache.  None of these numbers is a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.analysis import device
from league.base.words import plural
from league.records import device_counts
from league.records.view import RunView

#: Classes of instructions by the unit that executes them.
UNITS: Mapping[str, tuple[str, ...]] = {
    "fp64": ("fp64_add", "fp64_mul", "fp64_fma"),
    "fp32": ("fp32_add", "fp32_mul", "fp32_fma"),
    "tensor": ("tensor",),
    "special": ("special",),
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


def terms(gpu: str, kernel: Mapping[str, Any], counted: str = "") -> dict[str, float]:
    """Return the microseconds that each unit needs at least for all launches of a kernel.

    Where another GPU was ``counted``, with a smaller cache, memory is no term.
    """
    of = device.RATES[gpu]
    share = fullest(of.multiprocessors, kernel)
    clocks = {
        unit: sum(kernel["lanes"].get(name, 0) for name in names) / of.lanes[unit]
        for unit, names in UNITS.items()
        if unit in of.lanes
    }
    clocks["shared"] = sum(  # a clock each
        kernel["memory"].get(kind, {}).get("wavefronts", 0)
        for kind in ("load_shared", "store_shared")
    )
    found = {unit: share * value / (of.gigahertz * 1000) for unit, value in clocks.items()}
    if device.RATES[counted or gpu].cache >= of.cache:
        found["memory"] = kernel.get("compulsory", 0) * _SECTOR / (of.bandwidth * 1e6)
    return {unit: value for unit, value in found.items() if value}


def estimate(gpu: str, kernel: Mapping[str, Any], *, as_machine: bool = True) -> tuple[float, str]:
    """Return the microseconds that all launches of a kernel may take, and what takes most of them.

    The unit is one of `TERMS`, ``issue``, ``l2`` or ``launch``.  Never below the largest of
    `terms`.  Without ``as_machine`` instructions are those of PTX, as of compilers whose machine
    code is not known.
    """
    of = device.GPUS[gpu]
    found = terms(gpu, kernel)
    machine = as_machine and kernel.get("machine", {}).get("issued")
    issued = sum(machine.values()) if machine else kernel.get("issued", 0)
    clocks = issued / device.ISSUED_A_CLOCK * fullest(of.multiprocessors, kernel)
    sectors = sum(kernel["memory"].get(kind, {}).get("sectors", 0) for kind in device_counts.GLOBAL)
    beyond = kernel.get("fetched", 0) + kernel.get("written_back", 0)
    moved = max(beyond, kernel.get("compulsory", 0))
    found["issue"] = clocks / (of.gigahertz * 1000)
    found["l2"] = sectors * _SECTOR / (of.l2_bandwidth * 1e6)
    found["memory"] = moved * _SECTOR / (of.bandwidth * device.ESTIMATE["reached"] * 1e6)
    unit = max(found, key=lambda name: found[name])
    launches = starting(kernel)
    return launches + found[unit], "launch" if launches > found[unit] else unit


def estimate_of_all(
    gpu: str, counts: Mapping[str, Any], *, as_machine: bool = True, waits: bool = True
) -> float:
    """Return the microseconds that all kernels of a program may take, and what it waits for them.

    What kernels keep busy they share, so that it adds up, in whatever streams they are.  Records of
    before there was a count of the longest chain have all launches one behind the other, and no
    waits for kernels, which the other side of a ratio shall not have then, either (`waits`).
    """
    assumed, host, kernels = device.ESTIMATE, counts["host"], counts["kernels"]
    launches = sum(kernel["launches"] for kernel in kernels)
    hidden = launches - min(launches, host.get("chain", launches))
    alone = sum(estimate(gpu, kernel, as_machine=as_machine)[0] for kernel in kernels)
    waited = host.get("waited", 0) * float(assumed["wait"]) if waits else 0.0
    return float(alone - hidden * float(assumed["launch"]) + waited)


def starting(kernel: Mapping[str, Any]) -> float:
    """Return the microseconds that starting all launches of a kernel is taken to cost."""
    return float(kernel["launches"] * device.ESTIMATE["launch"])


def told(rows: Sequence[Mapping[str, Any]]) -> str:
    """Say of how many kernels the bound tells nothing of their time; empty if it always does."""
    small = sum(row["of_starting"] < 1.0 for row in rows)
    if not small:
        return ""
    return (
        f"Of {small:,} of {plural(len(rows), 'kernel')} the bound is less than starting them takes"
        f" ({device.ESTIMATE['launch']:g} µs a launch): it holds, and says nothing of their time."
    )


def bound_rows(run: RunView) -> Iterator[dict[str, Any]]:
    """Yield a row for each kernel of each cell: the largest term, and which unit it is."""
    for key, counts in device.counted(run):
        gpu = str(counts["gpu"])
        for kernel in counts["kernels"] if gpu in device.RATES else ():
            found = terms(gpu, kernel)
            unit = max(found, key=lambda name: found[name], default="")
            # sectors that launches touch, each once a launch
            touched = kernel.get("distinct_read", 0) + kernel.get("distinct_written", 0)
            # of AMD's nothing is assumed that an estimate needs
            about, slowest = estimate(gpu, kernel) if gpu in device.GPUS else (None, None)
            yield {
                **key.fields(),
                "kernel": kernel["kernel"],
                "gpu": gpu,
                "launches": kernel["launches"],
                "bound_us": found.get(unit, 0.0),
                "unit": unit,
                "of_starting": found.get(unit, 0.0) / starting(kernel),
                "estimate_us": about,
                "estimate_unit": slowest,
                "left_to_l2": max(0, touched - kernel.get("compulsory", 0)) * _SECTOR,
                **{f"{name}_us": found.get(name, 0.0) for name in TERMS},
            }
