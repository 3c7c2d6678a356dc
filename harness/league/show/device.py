"""What device code asks of a GPU, for the report: counts of the emulated device, machine code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.analysis import device
from league.analysis.quantities import OWN
from league.base.words import times
from league.records import device_counts
from league.records.view import RunView
from league.show.evidence import size_label

#: Kernels of a benchmark that the report names; `counts --code` has all.
_MOST_KERNELS = 100


@dataclass(frozen=True)
class CountRow:
    """The counts of one cell, each with its ratio to CUDA (or empty)."""

    variant: str
    toolchain: str
    size: str
    counts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CodeRow:
    """The machine code of one kernel."""

    variant: str
    toolchain: str
    kernel: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class DevicePart:
    """Both tables of a benchmark; empty where nothing is known."""

    names: tuple[str, ...] = ()
    counts: tuple[CountRow, ...] = ()
    code: tuple[CodeRow, ...] = ()
    left_out: int = 0


def device_part(runs: Iterable[RunView], benchmark: str) -> DevicePart:
    """Return what is known of the device code of a benchmark."""
    counted: dict[tuple[str, str, str, str], dict[str, tuple[str, str]]] = {}
    code: list[CodeRow] = []
    for run in runs:
        for row in device.ratios(run, benchmark=benchmark):
            key = (row["variant"], row["toolchain"], row["class"], row["precision"])
            ratio = row["ratio"] if row["variant"] != "cuda" else None
            shown = OWN[row["count"]].show(row["value"])
            counted.setdefault(key, {})[row["count"]] = (shown, times(ratio) if ratio else "")
        code += [
            CodeRow(row["variant"], row["toolchain"], row["kernel"],
                    tuple(row[name] for name in CODE))
            for row in device.code_rows(run)
            if row["benchmark"] == benchmark
        ]  # fmt: skip
    names = _used(counted.values())
    rows = [
        CountRow(variant, toolchain, size_label((letter, precision)),
                 tuple(found.get(name, ("", "")) for name in names))
        for (variant, toolchain, letter, precision), found in counted.items()
    ]  # fmt: skip
    return DevicePart(
        names, tuple(rows), tuple(code[:_MOST_KERNELS]), max(0, len(code) - _MOST_KERNELS)
    )


#: What is shown of a kernel's machine code.
CODE = ("registers", "stack", "shared", "local", "instructions")


def _used(found: Iterable[dict[str, tuple[str, str]]]) -> tuple[str, ...]:
    """Return the counts that are not zero everywhere."""
    seen: Sequence[dict[str, tuple[str, str]]] = list(found)
    shown = {name for one in seen for name, (value, _) in one.items() if value != "0"}
    return tuple(name for name in device_counts.QUANTITIES if name in shown)
