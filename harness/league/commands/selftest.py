"""Break results on purpose and demand that every checker says wrong."""

from __future__ import annotations

import argparse
import json

from league import cli
from league.run import options, selftest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options."""
    cli.common_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Break every checker's input, and print which did not notice."""
    chosen = options.from_arguments(args, project=cli.project_root(), verb="selftest")
    results, code = selftest.break_all(chosen)
    if chosen.json:
        print(json.dumps([result.record() for result in results], indent=1))
    else:
        print(selftest.text(results))
    return code
