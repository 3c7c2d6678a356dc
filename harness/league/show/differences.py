"""The profiler's numbers beside ours, a line a kernel and count: for report and terminal."""

from __future__ import annotations

from collections.abc import Sequence

from league.analysis.differences import Difference
from league.base.columns import Column, Table, Width
from league.base.words import significant, times
from league.device_code import metrics

#: Letters of a kernel's name.
_LONGEST = 28


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else significant(value)


def _name(kernel: str) -> str:
    """Return the name of a kernel without what differs from build to build; of a long one the end.

    There Clang and GCC say which region it is.
    """
    stable = metrics.stable_name(kernel)
    for start in ("__omp_offloading_", "(anonymous namespace)::"):
        stable = stable.replace(start, "")
    return stable if len(stable) <= _LONGEST else f"…{stable[1 - _LONGEST :]}"


DIFFERENCES: tuple[Column[Difference], ...] = (
    Column("benchmark", "Benchmark", lambda row: row.key.benchmark, right=False),
    Column("variant", "Variant", lambda row: row.key.variant, right=False),
    Column("toolchain", "Toolchain", lambda row: row.key.toolchain, right=False,
           least=Width.PAGE),
    Column("kernel", "Kernel", lambda row: row.kernel, _name, right=False,
           least=Width.WIDE),
    Column("count", "Count", lambda row: " ".join(filter(None, (row.what, row.unit))), right=False,
           help="bound: what the kernel takes at least; estimate: about; beside both its time"),
    Column("emulated", "Emulated", lambda row: row.ours, _number,
           help="counted on the emulated device; of instructions those of machine code, if known"),
    Column("profiler", "Profiler", lambda row: row.profiler, _number,
           help="counted by Nsight Compute on the GPU"),
    Column("ratio", "Profiler", lambda row: row.ratio, times, unit="÷ emulated"),
    Column("class", "Class", lambda row: row.key.letter, right=False, least=Width.PAGE),
    Column("precision", "Precision", lambda row: row.key.precision, right=False, least=Width.PAGE),
)  # fmt: skip


def table(rows: Sequence[Difference], title: str) -> Table[Difference]:
    """Return it as a table of a page."""
    return Table(DIFFERENCES, rows, title, "variant, toolchain, kernel, count")
