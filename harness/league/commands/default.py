"""Build, check, time and report the quick suite on every toolchain found."""

from __future__ import annotations

import argparse
import sys

from league.base.arguments import argument
from league.base.version import __version__
from league.commands import _measure
from league.run.build_folders import described
from league.run.options import Options

ARGUMENTS = (
    argument("--setup", action="store_true",
             help="first install what is missing and can be installed"),
    argument("--version", action="store_true", help="print the version and stop"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Run everything from building to the report."""
    if args.version:
        print(f"league {__version__}")
        return 0
    if args.setup:
        project = chosen.project
        from league.toolchains import environment, setup

        wanted = [one.name for one in described(chosen)] if chosen.toolchains else []
        if chosen.dry_run:
            print("\n".join(setup.planned(project, extra=wanted)))
            return _measure.measure(chosen, report=True)
        setup.setup(project, tests=False, extra=wanted)
        environment.start_again(project, [word for word in sys.argv[1:] if word != "--setup"])
    return _measure.measure(chosen, report=True)
