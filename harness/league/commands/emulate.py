"""A program for GPUs on the emulated device: findings and counts."""

from __future__ import annotations

import argparse
import math
import os
import tempfile
from pathlib import Path

from league.base import exit_codes, paths, process, reaper
from league.base.arguments import argument, count
from league.base.errors import UsageError
from league.run import emulator

_NVIDIA, _AMD = emulator.gpus("gpus"), emulator.gpus("amd")
ARGUMENTS = (
    argument("--gpu", default="h100", choices=(*_NVIDIA, *_AMD),
             help="of NVIDIA (h100 is the default) or AMD, as the program was built"),
    argument("--seed", type=count(0), default=0, help="order of blocks and lanes"),
    argument("-o", "--output", metavar="FILE", default="text",
             help="write the counts as JSON; without it they are a table"),
    argument("program", help="built by nvcc with -cudart shared and PTX, or by an OpenMP compiler"),
    argument("arguments", nargs=argparse.REMAINDER, help="of the program"),
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Run the program; returns its exit code, or that of a failure where something was found.

    Findings come on standard error.
    """
    program = Path(args.program)
    if not program.is_file() or not os.access(program, os.X_OK):
        raise UsageError(f"there is no program {args.program}; name one that can be executed")
    library = emulator.library(paths.project_root())
    with tempfile.TemporaryDirectory() as folder:
        findings = Path(os.environ.get("GPU_EMULATOR_FINDINGS") or Path(folder, "findings"))
        before = findings.stat().st_size if findings.is_file() else 0
        code = _run(args, library, program, findings)
        more = findings.is_file() and findings.stat().st_size > before
    return code or (exit_codes.FAILED if more else exit_codes.GOOD)


def _run(args: argparse.Namespace, library: Path, program: Path, findings: Path) -> int:
    amd = args.gpu in _AMD
    folder = emulator.stand_ins(library, "amdgcn" if amd else "nvptx")
    environment = dict(
        os.environ,
        LD_LIBRARY_PATH=os.pathsep.join(
            filter(None, [str(folder), os.environ.get("LD_LIBRARY_PATH", "")])
        ),
        **{"GPU_EMULATOR_AMD" if amd else "GPU_EMULATOR_GPU": args.gpu},
        GPU_EMULATOR_SEED=str(args.seed),
        GPU_EMULATOR_FINDINGS=str(findings.absolute()),
        GPU_EMULATOR_REPORT=(
            args.output if args.output == "text" else str(Path(args.output).absolute())
        ),
    )
    child = reaper.start([str(program.absolute()), *args.arguments], environment)
    try:
        process.reap(child.process, math.inf)
    finally:
        reaper.clear(child)
    code = child.process.returncode
    return code if code >= 0 else 128 - code
