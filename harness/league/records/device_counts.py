"""What the emulated device counted in a launch: read, bounded, and added up.

The definitions stand in ``harness/emulator/LIMITS.md``, each with the profiler's counter of the
same meaning.  None of them is a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Optional

from league.records.schema import Record, parse_object

#: Where a launch leaves its counts, in its scratch folder, and the variable that says so.
FILE = "device-counts.json"
VARIABLE = "GPU_EMULATOR_REPORT"
#: The variable that names a folder for the PTX that the device loads.
MODULES = "GPU_EMULATOR_MODULES"
#: The variable that names a file with the registers of kernels, which PTX does not have.
REGISTERS = "GPU_EMULATOR_REGISTERS"
#: What `totals` returns; less of each is better.
QUANTITIES = ("instructions", "divergent_branches", "kernel_launches", "atomics", "host_waits",
              "sectors", "excess_sectors", "local_sectors", "wavefronts", "bank_conflicts",
              "missed_bytes", "weighed_instructions", "weighed_local")  # fmt: skip
#: Kernels of a launch that are kept.
MOST_KERNELS = 200

#: Accesses that go to global memory, or may.
GLOBAL = ("load_global", "store_global", "load_generic", "store_generic", "atomic", "copy_async",
           "texture")  # fmt: skip
_SHARED = ("load_shared", "store_shared", "copy_async")
_LOCAL = ("load_local", "store_local")
#: What kernels of older records do not have.
LATER = ("symbol", "shapes", "fetched", "written_back", "distinct_read", "distinct_written",
         "compulsory", "registers", "fidelity")  # fmt: skip
#: The same of the host, as `proofs.counts` names them.
LATER_OF_HOST = ("host chain",)
#: By warps and by lanes, each by class: what machine code has for the PTX that was executed.
_MACHINE = "machine"
_SECTOR = 32  # bytes
#: The core's own kernels, which ask where they run: that of CUDA, and what compilers name after the
#: function whose region it is.
_OWN = ("mark",)
_OWN_REGION = "runs_on_device"
#: Of the host, what they are among: the host waits for each of them, and they stand in one chain.
_WITH_OWN = {"waited", "chain"}


#: Of a kernel: how often each line of each function was issued and executed.
Lines = Mapping[str, Mapping[str, Sequence[int]]]
#: Machine instructions of a kernel, by class: `issued` by warps, `executed` by lanes.
Machine = Mapping[str, Mapping[str, int]]
#: Makes machine instructions of the names of the modules that were loaded and the lines of PTX of a
#: kernel; None where they are not known.
Weigh = Callable[[Sequence[str], Lines], Optional[Machine]]


def parse(text: str, weigh: Weigh = lambda *_: None) -> Record | None:
    """Return the counts that a launch left behind, None if there are none that can be read."""
    try:
        told = parse_object(text, "device_counts")
    except ValueError:
        return None
    kernels, own = [], 0
    for kernel in told["kernels"]:
        if kernel["kernel"] in _OWN or _OWN_REGION in kernel["kernel"]:
            own += int(kernel["launches"])
        else:
            kernels.append(kernel)
    host = {name: int(value) for name, value in sorted(told["host"].items())}
    for name in host.keys() & _WITH_OWN:
        host[name] = max(0, host[name] - own)
    of_lines = partial(weigh, told.get("modules", ()))
    return {
        "gpu": told["gpu"],
        "kernels": [_kept(kernel, of_lines) for kernel in kernels[:MOST_KERNELS]],
        "host": host,
    }


def _kept(kernel: Mapping[str, Any], of_lines: Callable[[Lines], Machine | None]) -> Record:
    machine = of_lines(kernel.get("lines", {}))
    names = ("kernel", "launches", "blocks", "threads", "issued", "active", "executed", "divergent")
    return {
        **{name: kernel[name] for name in names},
        **{name: kernel[name] for name in LATER if name in kernel},
        **({_MACHINE: machine} if machine else {}),
        "lanes": dict(sorted(kernel["lanes"].items())),
        "memory": dict(sorted(kernel["memory"].items())),
    }


def totals(counts: Mapping[str, Any]) -> dict[str, int]:
    """Return one number a quantity, over all kernels and launches of a process.

    ``instructions`` are PTX instructions by lanes, ``sectors`` 32-byte sectors of global memory
    that were asked for and ``excess_sectors`` those beyond the least possible, ``wavefronts`` of
    shared memory and ``bank_conflicts`` those beyond the least, ``local_sectors`` traffic of a
    thread's own arrays, ``missed_bytes`` what a model of the L2 cache fetches and writes back (not
    in records of before there was one), ``divergent_branches``, ``atomics``, ``kernel_launches``,
    ``host_waits``, ``weighed_instructions`` machine instructions that warps issue, weighed, and
    ``weighed_local`` those on local memory, spills among them (only where the machine code of all
    kernels is known).
    """
    kernels = counts["kernels"]
    summed = {
        "instructions": sum(kernel["executed"] for kernel in kernels),
        "divergent_branches": sum(kernel["divergent"] for kernel in kernels),
        "kernel_launches": sum(kernel["launches"] for kernel in kernels),
        "atomics": sum(kernel["lanes"].get("atomic", 0) for kernel in kernels),
        "host_waits": int(counts["host"].get("waits", 0)),
    }

    def add(kinds: tuple[str, ...], field: str) -> int:
        return sum(
            kernel["memory"].get(kind, {}).get(field, 0) for kernel in kernels for kind in kinds
        )

    summed["sectors"] = add(GLOBAL, "sectors")
    summed["excess_sectors"] = summed["sectors"] - add(GLOBAL, "least_sectors")
    summed["local_sectors"] = add(_LOCAL, "sectors")
    if all("fetched" in kernel for kernel in kernels):
        missed = sum(kernel["fetched"] + kernel["written_back"] for kernel in kernels)
        summed["missed_bytes"] = missed * _SECTOR
    if kernels and all(_MACHINE in kernel for kernel in kernels):
        issued = [kernel[_MACHINE]["issued"] for kernel in kernels]
        summed["weighed_instructions"] = sum(sum(one.values()) for one in issued)
        summed["weighed_local"] = sum(one.get(kind, 0) for one in issued for kind in _LOCAL)
    summed["wavefronts"] = add(_SHARED, "wavefronts")
    summed["bank_conflicts"] = summed["wavefronts"] - add(_SHARED, "least_wavefronts")
    return summed
