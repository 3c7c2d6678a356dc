"""Build and check: every variant once, small, guarded; nothing is timed."""

from __future__ import annotations

import argparse

from league import cli, options, runner


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options; ``-c`` checks other classes than S."""
    cli.common_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Run everything from building to the last check; --suite validation checks the claims."""
    chosen = options.from_arguments(args, project=cli.project_root(), verb="check")
    if chosen.selection.suite == "validation":
        from league.claims import command

        return command.check(chosen)
    return runner.measure(chosen, report=False)
