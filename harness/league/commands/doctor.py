"""What was found on this machine, what is missing, and one line of remedy for each."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from league.base.arguments import argument
from league.base.errors import ToolchainError, UsageError
from league.batch import doctor as site_doctor
from league.batch import site
from league.run.build_folders import described
from league.run.options import Options
from league.toolchains import discovery, doctor

ARGUMENTS = (
    argument("--site", type=Path, metavar="FILE",
             help="look at this site file and its batch system only"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Print the findings; 0 when at least one toolchain is usable, else 5; of a site, 0 or 2."""
    if args.site is not None:
        told = list(site_doctor.findings(site.load(args.site)))
        print("\n".join(f"{'ok' if good else 'missing':8}{line}" for good, line in told))
        return 0 if all(good for good, _ in told) else UsageError.exit_code
    for line in doctor.surroundings_lines(chosen.project):
        print(line, flush=True)
    found = discovery.discover(
        described(chosen), project=chosen.project,
        progress=lambda line: print(f"{line} ...", file=sys.stderr),
    )  # fmt: skip
    print("\n".join(doctor.toolchain_lines(found)))
    if any(one.state == "usable" for one in found):
        return 0
    return ToolchainError.exit_code
