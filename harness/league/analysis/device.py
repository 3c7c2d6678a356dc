"""What device code asks of a GPU: occupancy, waves, and counts beside those of the reference.

The GPUs stand in ``league/base/gpus.json``; LIMITS.md of ``harness/emulator`` says what each count
means.  Nothing here is a time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.device_code import metrics
from league.records import device_counts
from league.records.launches import NAMES, Key
from league.records.view import Cell, RunView

GPUS_FILE = Path(__file__).parents[1] / "base" / "gpus.json"
#: What the emulated device is made of as well, see ``about`` there.
_FACTS = json.loads(GPUS_FILE.read_text(encoding="utf-8"))
_EVERY: Mapping[str, int] = _FACTS["every"]


@dataclass(frozen=True)
class Rates:
    """Units of a GPU, and what those do in a second or a clock."""

    name: str
    multiprocessors: int  # AMD's compute units
    gigahertz: float
    bandwidth: float  # TB/s
    lanes: Mapping[str, float]  # a clock of a multiprocessor, by unit
    cache: int  # MiB, of the last level


@dataclass(frozen=True)
class Gpu(Rates):
    """What kernels can have of a GPU of NVIDIA beside."""

    shared: int  # bytes, of a multiprocessor
    l2_bandwidth: float  # TB/s, assumed
    link: float  # TB/s to the host or from it


#: Microseconds of a launch, and the share of the memory's bandwidth that is reached; assumed.
ESTIMATE: Mapping[str, Any] = _FACTS["estimate"]
#: Warp instructions that a multiprocessor issues in a clock.
ISSUED_A_CLOCK: int = _EVERY["parts"]


GPUS = {
    key: Gpu(
        gpu["name"],
        gpu["multiprocessors"],
        gpu["clock"] / 1e6,
        gpu["bandwidth"],
        gpu["lanes"],
        gpu["l2"],
        gpu["shared"] * 1024,
        ESTIMATE["l2_bandwidth"][key],
        gpu["link"],
    )
    for key, gpu in _FACTS["gpus"].items()
}
#: Those of AMD, emulated or not.
AMD = {
    key: Rates(
        gpu["name"],
        gpu["compute_units"],
        gpu["clock"] / 1e3,
        gpu["bandwidth"],
        gpu["lanes"],
        gpu["cache"],
    )
    for key, gpu in _FACTS["amd_rates"].items()
}
RATES: Mapping[str, Rates] = {**GPUS, **AMD}


def _in_pieces(amount: int, piece: int) -> int:
    return -(-amount // piece) * piece


def resident_blocks(gpu: Gpu, threads: int, registers: int, shared: int) -> int:
    """Return how many blocks a multiprocessor holds at once.

    ``threads`` of a block, ``registers`` of a thread, ``shared`` bytes of a block.
    """
    warps = -(-threads // _EVERY["lanes_a_warp"])
    if warps < 1 or threads > _EVERY["threads_a_block"]:
        return 0
    pieces = _in_pieces(shared + _EVERY["reserved_shared"], _EVERY["shared_piece"])
    # each part of a multiprocessor has registers of its own
    of_warp = max(
        _EVERY["register_piece"],
        _in_pieces(registers * _EVERY["lanes_a_warp"], _EVERY["register_piece"]),
    )
    of_part = _EVERY["registers"] // _EVERY["parts"] // of_warp
    by_registers = of_part * _EVERY["parts"] // warps
    return min(_EVERY["blocks"], _EVERY["warps"] // warps, by_registers, gpu.shared // pieces)


@dataclass(frozen=True)
class Shape:
    """How a launch fills a GPU: share of the warps it could hold, and rounds of blocks."""

    occupancy: float  # 0 to 1
    waves: float  # rounds that all blocks take
    tail: float  # share of the last round that is filled


def shape(gpu: Gpu, blocks: int, threads: int, registers: int, shared: int) -> Shape | None:
    """Return how a launch of ``blocks`` of ``threads`` fills a GPU; None if it does not fit."""
    resident = resident_blocks(gpu, threads, registers, shared)
    if resident == 0 or blocks < 1:
        return None
    at_once = resident * gpu.multiprocessors
    rest = blocks % at_once
    return Shape(
        resident * -(-threads // _EVERY["lanes_a_warp"]) / _EVERY["warps"],
        blocks / at_once,
        rest / at_once if rest else 1.0,
    )


def shape_rows(run: RunView) -> Iterator[dict[str, Any]]:
    """Yield a row for each way in which a kernel was launched, as the emulated device saw it.

    Registers are those of the machine code of the same program or, where it holds none (Clang's,
    which leaves compiling to the driver), of the same variant built for a GPU by another toolchain
    of the run, which `code` names.  Without any, occupancy, waves and tail are None.
    """
    known = _machine_code(run)
    for key, counts in counted(run):
        gpu = GPUS.get(str(counts["gpu"]))
        own = (key.benchmark, key.variant)
        for kernel in counts["kernels"]:
            symbol = metrics.stable_name(str(kernel.get("symbol") or kernel["kernel"]))
            found = known.get((*own, symbol), {})
            code = key.toolchain if key.toolchain in found else min(found, default="")
            registers = found.get(code)
            for one in kernel.get("shapes", ()):
                fits = (
                    shape(gpu, one["blocks"], one["threads"], registers, one["shared"])
                    if gpu and registers is not None
                    else None
                )
                yield {
                    **key.fields(),
                    "kernel": kernel["kernel"],
                    "gpu": counts["gpu"],
                    **{name: one[name] for name in ("blocks", "threads", "shared", "launches")},
                    "code": code,
                    "registers": registers,
                    **(vars(fits) if fits else dict.fromkeys(("occupancy", "waves", "tail"))),
                }


def _machine_code(run: RunView) -> dict[tuple[str, str, str], dict[str, int]]:
    """Return registers of a thread by toolchain, for each kernel of each variant."""
    found: dict[tuple[str, str, str], dict[str, int]] = {}
    for (toolchain, benchmark, variant), build in run.builds.items():
        for kernel in (build.get("device_code") or {}).get("kernels", ()):
            names = (benchmark, variant, str(kernel["kernel"]))
            found.setdefault(names, {})[toolchain] = int(kernel["registers"])
    return found


def fill(run: RunView) -> dict[Key, dict[str, float]]:
    """Return how well the launches of each cell fill the named GPU, where all are known.

    ``occupancy`` is the least share (in per cent) of the warps that a multiprocessor could hold,
    ``block_rounds`` in how many rounds of blocks all launches together take, tails included.
    """
    rows: dict[Key, list[dict[str, Any]]] = {}
    for row in shape_rows(run):
        rows.setdefault(Key(*(row[name] for name in NAMES)), []).append(row)
    return {
        key: {
            "occupancy": 100.0 * min(row["occupancy"] for row in seen),
            "block_rounds": float(sum(math.ceil(row["waves"]) * row["launches"] for row in seen)),
        }
        for key, seen in rows.items()
        if all(row["occupancy"] is not None for row in seen)
    }


def code_rows(run: RunView) -> Iterator[dict[str, Any]]:
    """Yield a row for each kernel of each variant whose device code was read."""
    for names, build in sorted(run.builds.items()):
        for kernel in (build.get("device_code") or {}).get("kernels", ()):
            yield {
                **dict(zip(NAMES, names)),
                **{name: kernel[name] for name in ("kernel", "mode", "registers", "stack")},
                **{name: kernel[name] for name in ("shared", "local", "instructions")},
            }


def counts_of(run: RunView, benchmark: str = "") -> dict[Key, dict[str, int]]:
    """Return what the emulated device counted in a launch of each cell, or of a benchmark's."""
    found = {
        key: device_counts.totals(counts)
        for key, counts in counted(run)
        if not benchmark or key.benchmark == benchmark
    }
    return dict(sorted(found.items()))


def counts_in(cell: Cell) -> Mapping[str, Any] | None:
    """Return the counts of the first launch of a cell that has some."""
    return next((one.counts for one in [*cell.launches, *cell.checks] if one.counts), None)


def counted(run: RunView) -> Iterator[tuple[Key, Mapping[str, Any]]]:
    """Yield the counts of each cell that has some."""
    for key, cell in run.cells.items():
        counts = counts_in(cell)
        if counts:
            yield key, counts


def ratios(
    run: RunView, reference: str = "cuda", *, benchmark: str = ""
) -> Iterator[dict[str, Any]]:
    """Yield a row for each count of each cell, beside that of the reference variant.

    The reference is the cell of the same benchmark, class and precision with the variant
    ``reference``, whatever its toolchain.  ``ratio`` is None where the reference is not there or
    zero, and of AMD's GPUs, whose instructions and lines are another machine's.
    """
    elsewhere = {key for key, counted_there in counted(run) if counted_there["gpu"] in AMD}
    counts = counts_of(run, benchmark)
    base: dict[tuple[str, str, str], Mapping[str, int]] = {
        key.problem: found for key, found in counts.items() if key.variant == reference
    }
    for key, found in counts.items():
        beside = {} if key in elsewhere else base.get(key.problem, {})
        for name, value in found.items():
            of_reference = beside.get(name)
            yield {
                **key.fields(),
                "count": name,
                "value": value,
                "reference": of_reference,
                "ratio": value / of_reference if of_reference else None,
            }
