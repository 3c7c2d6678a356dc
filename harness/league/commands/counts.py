"""What device code asks of a GPU: counts of the emulated device, registers, instructions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from league.base import columns
from league.base.arguments import argument
from league.base.columns import Column
from league.base.errors import NothingComparable
from league.commands._shared import CSV, RUN, RUNS_FOLDER
from league.records import reading

if TYPE_CHECKING:
    from league.records.view import RunView

T = TypeVar("T")

_NO_CODE = "machine code; build variants for NVIDIA GPUs, with cuobjdump and nvdisasm here"
_NO_LAUNCHES = "launches on the emulated device; run or check with a toolchain *-emulated"
_NO_COUNTS = "counts; run or check with the toolchain nvcc-13-emulated"
_NO_COUNTERS = "counters of a profiler; run --profile ncu, or a bundle with --phases"
#: Counts that the table on the terminal shows; the CSV has all.
_SHOWN = ("instructions", "weighed_instructions", "sectors", "excess_sectors", "bank_conflicts",
          "missed_bytes", "divergent_branches", "atomics", "kernel_launches",
          "host_waits")  # fmt: skip

ARGUMENTS = (
    RUN,
    argument("--reference", default="cuda", metavar="VARIANT",
             help="variant whose counts stand beside the others (default: cuda)"),
    argument("--shapes", action="store_true", alone="table",
             help="how kernels were launched instead: occupancy, waves and tail on the named GPU"),
    argument("--bound", action="store_true", alone="table",
             help="what the kernels take at least on the named GPU instead, by unit, and about; "
                  "never a time"),
    argument("--near", action="store_true", alone="table",
             help="of each benchmark the best OpenMP variant beside CUDA instead, with the kernel "
                  "that costs most"),
    argument("--profiler", nargs="?", const="", metavar="RUN", fits="runs", alone="table",
             help="what NVIDIA's profiler counted in RUN (default: the same run) instead, beside"
                  " these counts"),
    argument("--code", action="store_true", alone="table",
             help="machine code by kernel instead: registers, memory, instructions"),
    CSV,
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Print the table; exit code 4 if the run holds none of it."""
    from league.analysis import bound, device, nearness
    from league.analysis import count_tables as tables

    folder = reading.find_run(args.run, args.out)
    run = reading.read_run(folder)
    if args.profiler is not None:
        return _profiler(args, run)
    if args.near:
        found = nearness.near(run, reference=args.reference)
        return _declared(
            args, nearness.NEARNESS, found, f"{folder.name} holds no {nearness.MISSING}"
        )
    if args.code:
        table, rows, missing = tables.ALL_CODE, list(device.code_rows(run)), _NO_CODE
    elif args.shapes:
        table, rows, missing = tables.SHAPES, list(device.shape_rows(run)), _NO_LAUNCHES
    elif args.bound:
        table, rows, missing = tables.BOUND, list(bound.bound_rows(run)), _NO_LAUNCHES
    else:
        table, rows, missing = tables.COUNTS, list(device.ratios(run, args.reference)), _NO_COUNTS
    what, _, remedy = missing.partition("; ")
    shown = [row for row in rows if row.get("count", _SHOWN[0]) in _SHOWN]
    _declared(args, table, rows, f"{folder.name} holds no {what}; {remedy}", shown)
    if args.bound and (note := bound.told(rows)):
        print(note)
    return 0


def _declared(
    args: argparse.Namespace,
    table: Sequence[Column[T]],
    rows: Sequence[T],
    missing: str,
    shown: Sequence[T] | None = None,
) -> int:
    """Print a table, or the rows of it that are shown, and write all as CSV if asked to."""
    if not rows:
        raise NothingComparable(missing)
    print("\n".join(columns.terminal(table, rows if shown is None else shown)))
    if args.csv:
        print(f"CSV: {reading.write_text(args.csv, columns.csv_text(table, rows))}")
    return 0


def _profiler(args: argparse.Namespace, run: RunView) -> int:
    from league.analysis.differences import DIFFERENCES, differences

    named = [args.profiler] if args.profiler else []
    others = [reading.read_run(reading.find_run(one, args.out)) for one in named]
    for one in (run, *others):
        if one.refused:
            print(f"counters were refused in {one.name}: {one.refused}")
    missing = f"{(others or [run])[0].name} holds no {_NO_COUNTERS}"
    return _declared(args, DIFFERENCES, differences([run, *others]), missing)
