"""Bring the records of a run-bundle home, into results/runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.base import paths
from league.base.words import plural
from league.bundle import archive


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to import and where to."""
    parser.add_argument(
        "results",
        nargs="+",
        type=Path,
        metavar="FILE_OR_FOLDER",
        help="results-<run>.tar.gz, the folder of a run, or its records.jsonl",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder for the run's folder (default results/runs)"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="check every record and say what would be copied"
    )


def main(args: argparse.Namespace) -> int:
    """Check every record and copy the runs."""
    runs = args.out or paths.project_root() / "results" / "runs"
    did = "would import" if args.dry_run else "imported"
    total = 0
    for source in args.results:
        folder, count, fresh = archive.import_results(source, runs, dry_run=args.dry_run)
        told = plural(count, "record") + ("" if fresh else ", all there already")
        print(f"{did} {folder.name}: {told}; {folder}")
        total += count if fresh else 0
    if args.dry_run:
        print(f"dry run: {plural(total, 'record')} to copy")
    return 0
