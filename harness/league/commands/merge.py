"""Make the runs of many machines one result: a folder with every run once."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.analysis.platforms import machine_names
from league.base.arguments import argument
from league.base.words import plural
from league.bundle import merge
from league.commands._shared import DRY_RUN
from league.records import reading

ARGUMENTS = (
    argument("results", nargs="+", type=Path, metavar="FILE_OR_FOLDER",
             help="results-<run>.tar.gz, the folder of a run or its records.jsonl, a folder of"
             " runs"),
    argument("-o", "--output", type=Path, required=True, metavar="DIR",
             help="the folder for the runs; what it holds already stays and is merged with"),
    DRY_RUN,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Check every record, write each run once, and say on which machines they were made."""
    merged = merge.merge(args.results, args.output, dry_run=args.dry_run)
    if args.dry_run:
        for one in merged:
            print(f"would merge {one.name}: {_told(one)}")
        print(f"dry run: {plural(sum(one.fresh for one in merged), 'record')} to add")
        return 0
    runs = reading.read_runs([args.output / one.name for one in merged])
    for one, machine in zip(merged, machine_names(runs)):
        print(f"{one.name}: {_told(one)}; {machine}")
    print(f"{plural(len(merged), 'run')} of {plural(len(set(machine_names(runs))), 'machine')}")
    print(f"Show them with: scripts/run_all.py report {args.output}")
    return 0


def _told(one: merge.Merged) -> str:
    return f"{plural(one.records, 'record')}, {one.fresh} new"
