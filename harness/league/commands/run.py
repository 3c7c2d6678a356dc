"""Build, check and time; the records are kept, no report is made."""

from __future__ import annotations

import argparse

from league.base.arguments import argument
from league.commands import _measure
from league.profile import tools
from league.run.options import Options, refuse

ARGUMENTS = (
    argument("--profile", nargs="?", const=tools.OMPT, choices=tools.TOOLS, metavar="TOOL",
             help="instead of timing, record what the runtime does for one launch of each; TOOL is"
             f" {', '.join(tools.TOOLS)} (default {tools.OMPT}, the tools interface of OpenMP)"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Run everything from building to the last record."""
    if args.profile is not None:
        from league.commands import _profile

        refuse(chosen, "profiles")
        return _profile.profile(chosen, args.profile)
    return _measure.measure(chosen, report=False)
