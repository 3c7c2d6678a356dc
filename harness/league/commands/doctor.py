"""What was found on this machine, what is missing, and one line of remedy for each."""

from __future__ import annotations

import argparse
import sys

from league.base import paths
from league.base.errors import ToolchainError
from league.commands.toolchains import chosen_toolchains
from league.run import options
from league.toolchains import doctor


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options: -t chooses which toolchains are looked at."""
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Print the findings; 0 when at least one toolchain is usable, else 5."""
    for line in doctor.surroundings_lines(paths.project_root()):
        print(line, flush=True)
    found = chosen_toolchains(args, progress=lambda line: print(f"{line} ...", file=sys.stderr))
    print("\n".join(doctor.toolchain_lines(found)))
    if any(one.state == "usable" for one in found):
        return 0
    return ToolchainError.exit_code
