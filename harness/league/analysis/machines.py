"""OpenMP on an emulated AMD GPU beside OpenMP on an emulated NVIDIA GPU and beside CUDA.

Of two machines a problem's operations, the bytes that its launches touch, and its launches can be
compared.  Their instructions cannot, nor what they ask of caches: lines are 64 bytes there and 32
here.  Operations are those of the problem's precision, a fused one two; a division or a root is a
sequence of them on AMD and one instruction of PTX, and in single precision one of whole numbers is
on AMD, too, and two numbers that are packed count once.  Bytes are those of distinct sectors of 32
bytes, launch by launch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis import bound, device
from league.analysis.nearness import Near
from league.base import columns, models
from league.base.columns import Column
from league.base.errors import NothingComparable
from league.base.words import times
from league.device_code import metrics
from league.records.launches import Key, of_key
from league.records.view import RunView

#: What can be compared, in the order in which it is shown.
COMPARED = ("operations", "bytes", "kernel launches")
#: GPUs whose least time stands beside: of AMD, as ``gpus.json`` calls them.
NAMED = ("mi210", "mi250x", "mi300a", "mi300x")
#: What NVIDIA's and CUDA's side is held against.
_HOPPER = "h100"
_SECTOR = 32  # bytes
#: The unit of bound.py that does the operations of a precision; whole numbers have none.
_UNITS = {"fp32": "fp32", "fp64": "fp64", "complex128": "fp64"}
_FUSED = "_fma"
#: Kernels of GCC's runtime, that run before and behind the program's.
_OF_RUNTIME = ("_init_array", "_fini_array")

Kernels = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Asked:
    """What kernels ask of a machine."""

    counts: Mapping[str, float]  # by name of `COMPARED`
    #: microseconds that they need at least, by GPU
    least: Mapping[str, float]

    def over(self, other: Asked | None) -> dict[str, float | None]:
        """Return each count as a multiple of the other's; None where that has none."""
        base = other.counts if other else {}
        return {name: self.counts[name] / base[name] if base.get(name) else None
                for name in COMPARED}  # fmt: skip


@dataclass(frozen=True)
class Beside:
    """A variant on AMD, or one of its kernels, beside the same on NVIDIA, and beside CUDA."""

    key: Key
    #: empty: all kernels
    kernel: str
    amd: Asked
    nvidia: Asked | None
    cuda: Asked | None  # of all kernels alone: those of CUDA are others


def beside(*runs: RunView, kernels: bool = False) -> list[Beside]:
    """Return a row for each right OpenMP variant on AMD, or for each of their kernels, sorted.

    Beside it stands the same variant of the same compiler on NVIDIA, and of the same problem that
    of CUDA.  Of a cell that several runs have the last counts.
    """
    amd: dict[Key, Kernels] = {}
    nvidia: dict[tuple[str, str, tuple[str, ...]], Kernels] = {}
    cuda: dict[tuple[str, ...], Kernels] = {}
    compilers: dict[str, str] = {}
    gpus: dict[Key, str] = {}
    for run in runs:
        for key, counts in device.counted(run):
            cell, gpu = run.cells[key], str(counts["gpu"])
            if cell.outcome != "emulated":
                continue
            compilers[key.toolchain] = run.compiler(key.toolchain)
            if models.of(cell.model).is_cuda:
                if key.variant == "cuda":
                    cuda[key.problem] = counts["kernels"]
            elif gpu in device.AMD:
                amd[key], gpus[key] = counts["kernels"], gpu
            elif gpu in device.GPUS and cell.model != "acc":
                compiler = compilers[key.toolchain]
                nvidia[compiler, key.variant, key.problem] = counts["kernels"]
    rows: list[Beside] = []
    for key in sorted(amd):
        same = nvidia.get((compilers[key.toolchain], key.variant, key.problem))
        theirs, precision = cuda.get(key.problem), key.precision
        if not kernels:
            if mine := _asked(amd[key], precision, gpus[key], NAMED):
                sides = (_asked(same, precision), _asked(theirs, precision))
                rows.append(Beside(key, "", mine, *sides))
            continue
        others = _by_name(same or ())
        for name, ours in sorted(_by_name(amd[key]).items()):
            if mine := _asked(ours, precision, gpus[key], NAMED):
                rows.append(Beside(key, name, mine, _asked(others.get(name), precision), None))
    return rows


def over_cuda(rows: Iterable[Beside]) -> list[Near]:
    """Return what is drawn: each row's counts over CUDA's, on AMD and on NVIDIA."""
    found: list[Near] = []
    for row in rows:
        for side, asked in (("AMD", row.amd), ("NVIDIA", row.nvidia)):
            if asked is not None and row.cuda is not None:
                key = row.key._replace(toolchain=f"{row.key.variant} on {side}")
                found.append(Near(key, asked.over(row.cuda), row.kernel, 0.0, ""))
    return sorted(found, key=lambda one: one.key)


def _asked(
    kernels: Kernels | None,
    precision: str,
    counted: str = _HOPPER,
    named: Sequence[str] = (_HOPPER,),
) -> Asked | None:
    """What kernels ask, which the GPU ``counted`` counted; None where there are none."""
    own = [one for one in kernels or () if one["kernel"] not in _OF_RUNTIME]
    if not own:
        return None
    counts = {
        "operations": sum(
            number * (2 if name.endswith(_FUSED) else 1)
            for one in own for name, number in one["lanes"].items()
            if name in bound.UNITS.get(_UNITS.get(precision, ""), ())
        ),
        "bytes": _SECTOR * sum(
            one.get("distinct_read", 0) + one.get("distinct_written", 0) for one in own
        ),
        "kernel launches": sum(one["launches"] for one in own),
    }  # fmt: skip
    least = {
        gpu: sum(max(bound.terms(gpu, one, counted).values(), default=0.0) for one in own)
        for gpu in named
    }
    return Asked({name: float(number) for name, number in counts.items()}, least)


def _by_name(kernels: Kernels) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for one in kernels:
        if one["kernel"] not in _OF_RUNTIME:
            found[metrics.stable_name(str(one.get("symbol") or one["kernel"]))].append(one)
    return found


_HELP = {
    "operations": "of the problem's precision, a fused one two; divisions and roots are sequences"
    " of them on AMD, one instruction on NVIDIA",
    "bytes": "that launches touch, in sectors of 32",
    "kernel launches": "of the program",
}


def _ratio(name: str, title: str, base: Callable[[Beside], Asked | None]) -> Column[Beside]:
    return Column(
        f"{name.replace(' ', '_')}_over_{title.lower()}", f"{name.capitalize()} ÷ {title}",
        lambda row: row.amd.over(base(row))[name], times, help=_HELP[name],
    )  # fmt: skip


def _least(gpu: str) -> Column[Beside]:
    return Column(
        f"least_{gpu}_us", f"Least on {device.AMD[gpu].name}, µs", lambda row: row.amd.least[gpu],
        "{:.3g}".format, help="what its units and its memory need at least; never a time",
    )  # fmt: skip


def _count(name: str) -> Column[Beside]:
    return Column(name.replace(" ", "_"), name.capitalize(), lambda row: row.amd.counts[name],
                  "{:,.0f}".format, help=_HELP[name])  # fmt: skip


def _hopper(title: str, side: Callable[[Beside], Asked | None]) -> Column[Beside]:
    def value(row: Beside) -> float | None:
        asked = side(row)
        return next(iter(asked.least.values())) if asked else None

    return Column(f"least_h100_{title.lower()}_us", f"{title} on H100, µs", value, "{:.3g}".format)


_WHO: tuple[Column[Beside], ...] = (
    *of_key("benchmark", "class", "precision", "toolchain"),
    Column("variant", "Variant", lambda row: f"`{row.key.variant}`", right=False, markup=True),
)
MACHINES: tuple[Column[Beside], ...] = (
    *_WHO,
    *(column for name in COMPARED for column in (
        _count(name), _ratio(name, "NVIDIA", lambda row: row.nvidia),
        _ratio(name, "CUDA", lambda row: row.cuda),
    )),
    *map(_least, NAMED),
    _hopper("OpenMP", lambda row: row.nvidia),
    _hopper("CUDA", lambda row: row.cuda),
)  # fmt: skip
KERNELS: tuple[Column[Beside], ...] = (
    *_WHO,
    Column("kernel", "Kernel", lambda row: row.kernel, right=False),
    *(column for name in COMPARED for column in (
        _count(name), _ratio(name, "NVIDIA", lambda row: row.nvidia),
    )),
    *map(_least, NAMED),
    _hopper("OpenMP", lambda row: row.nvidia),
)  # fmt: skip


def markdown(rows: Sequence[Beside], *, kernels: bool) -> list[str]:
    """Return the rows as Markdown; NothingComparable without one."""
    if not rows:
        raise NothingComparable("these runs count nothing on an emulated AMD GPU; choose others")
    return columns.markdown(KERNELS if kernels else MACHINES, rows)
