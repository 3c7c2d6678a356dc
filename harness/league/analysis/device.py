"""What device code asks of a GPU: occupancy, waves, and counts beside those of the reference.

Sources: the vendor's data sheets and programming guide, as in ``harness/emulator``; see its
LIMITS.md for what each count means.  Nothing here is a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from league.device_code import metrics
from league.records import device_counts
from league.records.view import Key, RunView

_REGISTERS, _WARPS, _BLOCKS, _LANES = 65536, 64, 32, 32
_RESERVED_SHARED = 1024  # bytes, of each block
#: Registers are given to a warp in pieces of so many.
_REGISTER_PIECE = 256


@dataclass(frozen=True)
class Gpu:
    """What a kernel can have of a GPU: multiprocessors, bytes of shared memory of each."""

    name: str
    multiprocessors: int
    shared: int


GPUS = {
    "a100": Gpu("A100 80 GB SXM", 108, 164 * 1024),
    "h100": Gpu("H100 SXM", 132, 228 * 1024),
    "h200": Gpu("H200 SXM", 132, 228 * 1024),
}


def resident_blocks(gpu: Gpu, threads: int, registers: int, shared: int) -> int:
    """Return how many blocks a multiprocessor holds at once.

    ``threads`` of a block, ``registers`` of a thread, ``shared`` bytes of a block.
    """
    warps = -(-threads // _LANES)
    if warps < 1 or warps > _WARPS // 2:
        return 0
    of_warp = -(-registers * _LANES // _REGISTER_PIECE) * _REGISTER_PIECE
    by_registers = _REGISTERS // (of_warp * warps) if of_warp else _BLOCKS
    by_shared = gpu.shared // (shared + _RESERVED_SHARED)
    return min(_BLOCKS, _WARPS // warps, by_registers, by_shared)


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
        resident * -(-threads // _LANES) / _WARPS,
        blocks / at_once,
        rest / at_once if rest else 1.0,
    )


def code_rows(run: RunView) -> Iterator[dict[str, Any]]:
    """Yield a row for each kernel of each variant whose device code was read."""
    for (toolchain, benchmark, variant), build in sorted(run.builds.items()):
        code = build.get("device_code")
        for kernel in (code or {}).get("kernels", ()):
            yield {
                "toolchain": toolchain,
                "benchmark": benchmark,
                "variant": variant,
                **{name: kernel[name] for name in ("kernel", "mode", "registers", "stack")},
                **{name: kernel[name] for name in ("shared", "local", "instructions")},
            }


def quantities(run: RunView, toolchain: str, benchmark: str, variant: str) -> dict[str, int]:
    """Return the numbers of a variant's machine code; empty where it was not read."""
    build = run.builds.get((toolchain, benchmark, variant), {})
    code = build.get("device_code")
    return metrics.summary(code) if code else {}


def counts_of(run: RunView, benchmark: str = "") -> dict[Key, dict[str, int]]:
    """Return what the emulated device counted in a launch of each cell, or of a benchmark's."""
    found = {}
    for key, cell in run.cells.items():
        if benchmark and key.benchmark != benchmark:
            continue
        for launch in [*cell.launches, *cell.checks]:
            counts = launch.counts
            if counts:
                found[key] = device_counts.totals(counts)
                break
    return dict(sorted(found.items()))


def ratios(
    run: RunView, reference: str = "cuda", *, benchmark: str = ""
) -> Iterator[dict[str, Any]]:
    """Yield a row for each count of each cell, beside that of the reference variant.

    The reference is the cell of the same benchmark, class and precision with the variant
    ``reference``, whatever its toolchain.  ``ratio`` is None where the reference is not there or
    zero.
    """
    counts = counts_of(run, benchmark)
    base: dict[tuple[str, str, str], Mapping[str, int]] = {
        (key.benchmark, key.letter, key.precision): found
        for key, found in counts.items()
        if key.variant == reference
    }
    for key, found in counts.items():
        beside = base.get((key.benchmark, key.letter, key.precision), {})
        for name, value in found.items():
            of_reference = beside.get(name)
            yield {
                "toolchain": key.toolchain,
                "benchmark": key.benchmark,
                "variant": key.variant,
                "class": key.letter,
                "precision": key.precision,
                "count": name,
                "value": value,
                "reference": of_reference,
                "ratio": value / of_reference if of_reference else None,
            }
