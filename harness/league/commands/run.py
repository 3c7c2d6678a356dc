"""Build, check and time; the records are kept, no report is made."""

from __future__ import annotations

import argparse

from league.base import paths
from league.commands import _measure
from league.run import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the budget and the common options."""
    options.add_budget(parser)
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Run everything from building to the last record."""
    chosen = options.from_arguments(args, project=paths.project_root(), verb="run")
    return _measure.measure(chosen, report=False)
