"""Break results on purpose and demand that every checker says wrong."""

from __future__ import annotations

import argparse
import json

from league.base import paths
from league.commands import _dry
from league.run import options, selftest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options."""
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Break every checker's input, and print which did not notice."""
    chosen = options.from_arguments(args, project=paths.project_root(), verb="selftest")
    if chosen.dry_run:
        return _dry.tell(chosen, selftest.chosen(chosen), selftest.launches)
    results, code = selftest.break_all(chosen)
    if chosen.json:
        print(json.dumps([result.record() for result in results], indent=1))
    else:
        print(selftest.text(results))
    return code
