"""Build, check, time and report the quick suite on every toolchain found."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from league.base import machine
from league.base.arguments import argument
from league.base.version import __version__
from league.commands import _measure
from league.run import options
from league.run.build_folders import described
from league.run.options import Options
from league.run.select import Selection
from league.toolchains import discovery

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
    return _measure.measure(chosen, report=True, beside=_emulated(chosen))


def _emulated(chosen: Options) -> Options | None:
    """Return what is checked on an emulated GPU, too: OpenMP and CUDA of the quick suite.

    None where something is chosen, a budget is set, there is a GPU, or either has no toolchain.
    """
    some = (
        chosen.toolchains, chosen.classes, chosen.resume, chosen.extra_dirs, chosen.budget_s
    )  # fmt: skip
    if any(some) or chosen.selection != Selection() or machine.gpus():
        return None
    found = discovery.discover(
        [one for one in described(chosen) if one.emulated and one.device == "nvptx"],
        project=chosen.project,
    )
    usable = [one for one in found if one.state == "usable"]
    if len({bool(one.toolchain.flags.get("cuda")) for one in usable}) < 2:
        return None
    return replace(
        chosen,
        verb="check",
        selection=Selection(suite="quick", variants=("cuda*", "target*")),
        toolchains=tuple(one.name for one in usable),
        classes=(options.CHECK_CLASS,),
    )
