"""Configure and build; every variant gets a verdict."""

from __future__ import annotations

import argparse
import json

from league.base import paths
from league.commands import _dry
from league.run import build_all, options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options."""
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Build, and print what failed and why."""
    chosen = options.from_arguments(args, project=paths.project_root(), verb="build")
    if chosen.dry_run:
        return _dry.tell(chosen, _dry.of_suite(chosen))
    results, code = build_all.build_all(chosen)
    if chosen.json:
        print(json.dumps([result.record() for result in results], indent=1))
    else:
        print(build_all.text(results))
    return code
