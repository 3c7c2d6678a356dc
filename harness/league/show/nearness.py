"""How near OpenMP comes to CUDA on an emulated GPU, a line a problem: for report and terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from league.analysis import nearness
from league.analysis.nearness import NEAR, Near
from league.base import columns
from league.base.columns import Column, Table, Width
from league.base.errors import NothingComparable
from league.base.words import times

#: What each of `NEAR` is.
_HELP = {
    "machine instructions": "that warps issue, weighed by what ptxas makes of both sides' PTX",
    "warp instructions": "PTX instructions that warps issue",
    "sectors": "of 32 bytes of global memory, as asked for",
    "kernel launches": "without those by which the suite asks where code runs",
    "host waits": "calls in which the host waits for the device, blocking copies among them",
    "estimate": "of what the counts take on the GPU, launches and waits included; never a time",
}
#: Those that a terminal has no room for.
_OF_A_PAGE = ("warp instructions", "kernel launches", "host waits")


def _ratio(name: str) -> Column[Near]:
    return Column(
        name.replace(" ", "_"), name.capitalize(), lambda row: row.ratios[name], times,
        unit="÷ CUDA", help=_HELP[name],
        least=Width.PAGE if name in _OF_A_PAGE else Width.NARROW,
    )  # fmt: skip


def _reasons(row: Near) -> str:
    return ", ".join(f"{name} {times(ratio)}" for name, ratio in row.reasons) or "–"


NEARNESS: tuple[Column[Near], ...] = (
    Column("benchmark", "Benchmark", lambda row: row.key.benchmark, right=False),
    Column("class", "Class", lambda row: row.key.letter, right=False, least=Width.PAGE),
    Column("precision", "Precision", lambda row: row.key.precision, right=False),
    Column("toolchain", "Toolchain", lambda row: row.key.toolchain, right=False),
    Column("variant", "Best variant", lambda row: row.key.variant, right=False,
           help="the one that is estimated to take least"),
    *map(_ratio, NEAR),
    Column("share", "Costliest kernel's share", lambda row: row.share, "{:.0%}".format,
           least=Width.PAGE),
    Column("unit", "Its unit", lambda row: row.unit, right=False, least=Width.WIDE,
           help="the unit that takes longest for that kernel: issue, l2, memory, launch, ..."),
    Column("reasons", "What it asks beyond CUDA", _reasons, right=False, least=Width.WIDE,
           help="the most first: arithmetic, launches and atomics of all kernels; of the costliest"
           " lanes of a warp that idle, sectors beyond the least (uncoalesced), traffic of local"
           " memory, bank conflicts; then the class of which most instructions are more; each as a"
           " multiple of CUDA's"),
    Column("kernel", "Costliest kernel", lambda row: row.kernel, right=False, least=Width.PAGE,
           help="that which is estimated to take most of the variant's"),
)  # fmt: skip


#: Of every variant, in a document.
_EVERY = [
    replace(column, title="Variant", value=lambda row: f"`{row.key.variant}`", markup=True)
    if column.id == "variant" else column
    for column in NEARNESS if column.id not in ("share", "unit", "reasons", "kernel")
]  # fmt: skip


def markdown(rows: Sequence[Near]) -> list[str]:
    """Return all rows and, by toolchain and variant, their geometric means, as Markdown.

    Raises NothingComparable without a row.
    """
    if not rows:
        raise NothingComparable("these runs count nothing beside CUDA; choose others")
    several: dict[tuple[str, str], list[Near]] = {}
    for row in rows:
        several.setdefault((row.key.toolchain, row.key.variant), []).append(row)
    means = [
        replace(
            some[0], ratios={name: mean.value for name, mean in found.items()},
            key=some[0].key._replace(
                benchmark=f"geometric mean of {len(some)}", letter="", precision=""
            ),
        )
        for some in several.values() if len(some) > 1
        for found in nearness.means(some).values()
    ]  # fmt: skip
    return columns.markdown(_EVERY, [*rows, *means])


def table(rows: Sequence[Near]) -> Table[Near]:
    """Return it as a table of a page."""
    return Table(
        NEARNESS, rows, "OpenMP beside CUDA on the emulated GPU", "benchmark, toolchain, kernel"
    )
