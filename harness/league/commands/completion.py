"""Print what makes a shell complete verbs, options, names and runs: eval "$(... completion)"."""

from __future__ import annotations

import argparse
import sys

from argcomplete import shell_integration

from league.base.arguments import argument

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "run_all.py"

ARGUMENTS = (
    argument("shell", nargs="?", choices=SHELLS, default="bash",
             help="the shell that is to learn it (default bash)"),
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Print the code of the shell."""
    sys.stdout.write(shell_integration.shellcode([PROGRAM], shell=args.shell))
    return 0
