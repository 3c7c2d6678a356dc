"""Build, check and time; the records are kept, no report is made."""

from __future__ import annotations

import argparse

from league.base import paths
from league.commands import _measure
from league.profile import tools
from league.run import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the budget, the common options, and profiling."""
    options.add_budget(parser)
    options.add_precision(parser)
    options.add_again(parser)
    options.add_common(parser)
    parser.add_argument(
        "--profile", nargs="?", const=tools.OMPT, choices=tools.TOOLS, metavar="TOOL",
        help="instead of timing, record what the runtime does for one launch of each;"
        f" TOOL is {', '.join(tools.TOOLS)} (default {tools.OMPT}, the tools interface of OpenMP)",
    )  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Run everything from building to the last record."""
    chosen = options.from_arguments(args, project=paths.project_root(), verb="run")
    if args.profile is not None:
        from league.commands import _profile

        if chosen.all_devices:
            raise options.refuse_all("profiles")
        return _profile.profile(chosen, args.profile)
    return _measure.measure(chosen, report=False)
