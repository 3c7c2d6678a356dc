"""A CUDA program on the emulated NVIDIA device: findings and counts."""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path

from league.base import paths
from league.base.errors import UsageError
from league.run import emulator


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the program, its arguments, and what chooses device and order."""
    parser.add_argument("--gpu", default="h100", choices=("a100", "h100", "h200"))
    parser.add_argument("--seed", type=int, default=0, help="order of blocks and lanes")
    parser.add_argument("-o", "--output", metavar="FILE", default="text",
                        help="write the counts as JSON; without it they are a table")  # fmt: skip
    parser.add_argument("program", help="built by nvcc with -cudart shared and PTX")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of the program")


def main(args: argparse.Namespace) -> int:
    """Run the program; returns its exit code.  Findings come on standard error."""
    program = Path(args.program)
    if not program.is_file() or not os.access(program, os.X_OK):
        raise UsageError(f"there is no program {args.program}")
    if args.seed < 0:
        raise UsageError(f"--seed {args.seed}: a seed is not negative")
    library = emulator.library(paths.project_root())
    environment = dict(
        os.environ,
        LD_LIBRARY_PATH=os.pathsep.join(
            filter(None, [str(library.parent), os.environ.get("LD_LIBRARY_PATH", "")])
        ),
        GPU_EMULATOR_GPU=args.gpu,
        GPU_EMULATOR_SEED=str(args.seed),
        GPU_EMULATOR_REPORT=(
            args.output if args.output == "text" else str(Path(args.output).absolute())
        ),
    )
    done = subprocess.run([str(program.absolute()), *args.arguments], env=environment, check=False)
    return done.returncode if done.returncode >= 0 else 128 - done.returncode
