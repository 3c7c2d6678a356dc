"""List benchmarks, variants, classes and tags, and what is unavailable and why."""

from __future__ import annotations

import argparse
import json

from league.base import paths
from league.commands import _dry
from league.run import listing, options, selftest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options."""
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Print the catalogue."""
    chosen = options.from_arguments(args, project=paths.project_root(), verb="list")
    if chosen.dry_run:
        # It builds a program of each benchmark, where none is there that could be asked.
        return _dry.tell(chosen, selftest.chosen(chosen))
    content = listing.collect(chosen)
    print(json.dumps(content, indent=1) if chosen.json else listing.text(content))
    return 0
