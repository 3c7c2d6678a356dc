"""Bring the records of a run-bundle home, into results/runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.base.arguments import argument
from league.base.words import plural
from league.bundle import archive
from league.commands._shared import DRY_RUN, RUNS_FOLDER

ARGUMENTS = (
    argument("results", nargs="+", type=Path, metavar="FILE_OR_FOLDER",
             help="results-<run>.tar.gz, the folder of a run, or its records.jsonl"),
    RUNS_FOLDER,
    DRY_RUN,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Check every record and copy the runs."""
    did = "would import" if args.dry_run else "imported"
    total = 0
    for source in args.results:
        folder, count, fresh = archive.import_results(source, args.out, dry_run=args.dry_run)
        told = plural(count, "record") + ("" if fresh else ", all there already")
        print(f"{did} {folder.name}: {told}; {folder}")
        total += count if fresh else 0
    if args.dry_run:
        print(f"dry run: {plural(total, 'record')} to copy")
    return 0
