"""A CUDA program on the emulated NVIDIA device: findings and counts."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from pathlib import Path

from league.base import paths
from league.base.errors import LeagueError, UsageError

LIBRARY = Path("lib") / "libcudart.so.13"


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
    library = _library(paths.project_root())
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


def _library(project: Path) -> Path:
    """Return the stand-in runtime, built when it is missing; made again where sources changed."""
    if shutil.which("cmake") is None:
        raise LeagueError("cmake was not found; install it to build the emulated device")
    source, build = project / "harness" / "emulator", project / "build" / "emulator"
    configure = ["cmake", "-S", str(source), "-B", str(build), "-DGPU_EMULATOR_TESTS=OFF"]
    for command in (configure, ["cmake", "--build", str(build), "-j2"]):
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode:
            last = done.stdout.strip().splitlines()[-1:] or ["no output"]
            raise LeagueError(f"the emulated device cannot be built: {last[0]}")
    return build / LIBRARY
