"""Build, check, time and report the quick suite on every toolchain found."""

from __future__ import annotations

import argparse
import sys

from league.base import paths
from league.commands import _measure
from league.run import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options and ``--setup``."""
    options.add_common(parser)
    parser.add_argument(
        "--setup", action="store_true", help="first install what is missing and can be installed"
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")


def main(args: argparse.Namespace) -> int:
    """Run everything from building to the report."""
    project = paths.project_root()
    if args.version:
        from league.base.version import __version__

        print(f"league {__version__}")
        return 0
    chosen = options.from_arguments(args, project=project, verb="")
    if args.setup:
        from league.run import select
        from league.toolchains import discovery, environment, setup

        described = discovery.load_all(project / "harness" / "toolchains")
        wanted = select.match_names("toolchain", chosen.toolchains, [one.name for one in described])
        if chosen.dry_run:
            print("\n".join(setup.planned(project, extra=wanted)))
            return _measure.measure(chosen, report=True)
        setup.setup(project, tests=False, extra=wanted)
        environment.start_again(project, [word for word in sys.argv[1:] if word != "--setup"])
    return _measure.measure(chosen, report=True)
