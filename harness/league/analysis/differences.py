"""What NVIDIA's profiler counted on a GPU beside what the emulated device did, by kernel.

Both counted a launch like a check.  How near two numbers may be is said in LIMITS.md of
``harness/emulator``.  A time below the bound refutes the bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis import bound, device
from league.base.columns import Column, Table, Width
from league.base.words import significant, times
from league.device_code import metrics
from league.profile import counters
from league.records.launches import Key, Record, of_key
from league.records.view import RunView


@dataclass(frozen=True)
class Difference:
    """A number of a kernel on both sides; None: nobody told it."""

    #: the cell that the profiler saw
    key: Key
    kernel: str
    #: its name, and its unit where it is no count
    what: str
    unit: str
    ours: float | None
    profiler: float | None

    @property
    def ratio(self) -> float | None:
        """The profiler's over ours; None without both, and where ours is zero."""
        if self.ours is None or self.profiler is None or not self.ours:
            return None
        return self.profiler / self.ours


def differences(runs: Sequence[RunView], benchmark: str = "") -> list[Difference]:
    """Return both sides' numbers of the kernels that a profiler saw in any of the runs.

    Ours are of the same variant, class and precision, by the same compiler, in any of the runs; a
    kernel that the emulated device did not launch has none.
    """
    return [
        one
        for run in runs
        for key, kernels in run.counters.items()
        if benchmark in ("", key.benchmark)
        for one in _of_cell(key, kernels, _counts(run, key, runs))
    ]


def _counts(run: RunView, key: Key, runs: Sequence[RunView]) -> Mapping[str, Any]:
    """Return the counts that stand beside a profiled cell, those of its own toolchain first."""
    wanted = run.compiler(key.toolchain)
    found = [
        (other.toolchain != key.toolchain, each is not run, counts)
        for each in runs
        for other, counts in device.counted(each)
        if other[1:] == key[1:] and each.compiler(other.toolchain) == wanted
    ]
    return min(found, key=lambda one: one[:2], default=(True, True, {}))[2]


def _of_cell(
    key: Key, kernels: Sequence[Record], counts: Mapping[str, Any]
) -> Iterator[Difference]:
    ours = {
        metrics.stable_name(str(kernel.get("symbol") or kernel["kernel"])): kernel
        for kernel in counts.get("kernels", ())
    }
    gpu = str(counts.get("gpu", ""))
    for kernel in kernels:
        own = ours.get(metrics.stable_name(str(kernel["kernel"])), {})
        name = str(own.get("kernel") or kernel["kernel"])
        values = kernel["values"]
        yield Difference(key, name, "launches", "", own.get("launches"), kernel["launches"])
        if counters.TIME in values:
            least = bound.terms(gpu, own) if own and gpu in device.GPUS else {}
            about = bound.estimate(gpu, own)[0] if own and gpu in device.GPUS else None
            time = values[counters.TIME] / 1000
            yield Difference(key, name, "bound", "µs", max(least.values(), default=None), time)
            yield Difference(key, name, "estimate", "µs", about, time)
        for count in counters.COUNTS:
            seen = [values[one] for one in count.profiler if one in values]
            mine = _sum_of(own, count) if own else None
            if seen and (mine or sum(seen)):
                yield Difference(key, name, count.name, "", mine, sum(seen))


def _sum_of(kernel: Mapping[str, Any], count: counters.Count) -> int:
    """Return our number; of instructions those of machine code, where they are known."""
    machine = kernel.get("machine", {})
    return sum(
        sum(machine[path].values()) if path in machine else _at(kernel, path) for path in count.ours
    )


def _at(kernel: Mapping[str, Any], path: str) -> int:
    value: Any = kernel
    for part in path.split("."):
        value = value.get(part, {})
    return int(value or 0)


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
    *of_key("benchmark", "variant"), *of_key("toolchain", least=Width.PAGE),
    Column("kernel", "Kernel", lambda row: row.kernel, _name, right=False,
           least=Width.WIDE),
    Column("count", "Count", lambda row: " ".join(filter(None, (row.what, row.unit))), right=False,
           help="bound: what the kernel takes at least; estimate: about; beside both its time"),
    Column("emulated", "Emulated", lambda row: row.ours, _number,
           help="counted on the emulated device; of instructions those of machine code, if known"),
    Column("profiler", "Profiler", lambda row: row.profiler, _number,
           help="counted by Nsight Compute on the GPU"),
    Column("ratio", "Profiler", lambda row: row.ratio, times, unit="÷ emulated"),
    *of_key("class", "precision", least=Width.PAGE),
)  # fmt: skip


def table(rows: Sequence[Difference], title: str) -> Table[Difference]:
    """Return it as a table of a page."""
    return Table(DIFFERENCES, rows, title, "variant, toolchain, kernel, count")
