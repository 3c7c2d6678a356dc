"""OpenMP on AMD beside OpenMP on NVIDIA and CUDA, counted on emulated GPUs: tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from league.analysis.device import AMD
from league.analysis.machines import COMPARED, NAMED, Asked, Beside
from league.base import columns
from league.base.columns import Column
from league.base.errors import NothingComparable
from league.base.words import times

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
        f"least_{gpu}_us", f"Least on {AMD[gpu].name}, µs", lambda row: row.amd.least[gpu],
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
    Column("benchmark", "Benchmark", lambda row: row.key.benchmark, right=False),
    Column("class", "Class", lambda row: row.key.letter, right=False),
    Column("precision", "Precision", lambda row: row.key.precision, right=False),
    Column("toolchain", "Toolchain", lambda row: row.key.toolchain, right=False),
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
