"""Bring the records of a run-bundle home, into results/runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.base import paths
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


def main(args: argparse.Namespace) -> int:
    """Check every record and copy the runs."""
    runs = args.out or paths.project_root() / "results" / "runs"
    for source in args.results:
        folder, count, fresh = archive.import_results(source, runs)
        told = f"{count} records" if fresh else f"{count} records, all there already"
        print(f"imported {folder.name}: {told}; {folder}")
    return 0
