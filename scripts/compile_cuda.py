#!/usr/bin/env python3
"""Compile every CUDA source for several architectures; a warning is an error.

Usage: scripts/compile_cuda.py [--nvcc NVCC] [--arch 75,80,86,89,90] [-j N] [FILE.cu ...]
Without files, all variants and adapters of the tree.  Exit code: 0 all compile, 1 one does not, 2
usage.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GROUPS = ("kernels", "npb", "miniapps", "validation", "harness/core")
ARCHITECTURES = "75,80,86,89,90"


def compile_one(nvcc: str, architectures: list[str], source: Path) -> str:
    """Compile a source for all architectures; what the compiler said if it was not content."""
    line = [nvcc, "-std=c++17", "-O3", "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Werror"]
    line += [f"-gencode=arch=compute_{one},code=sm_{one}" for one in architectures]
    line += ["-I", str(ROOT / "harness/core/include"), "-I", str(source.parent)]
    line += ["-I", str(source.parent.parent)]
    if (host := shutil.which("g++-12")) is not None:
        line += ["-ccbin", host]
    with tempfile.TemporaryDirectory() as folder:
        line += ["-c", str(source), "-o", str(Path(folder) / "object.o")]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else (done.stdout + done.stderr).strip()


def main() -> int:
    """Compile all, in parallel, and print what failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--arch", default=ARCHITECTURES, help=f"default {ARCHITECTURES}")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    nvcc = shutil.which(arguments.nvcc) or shutil.which("/usr/local/cuda/bin/nvcc")
    if nvcc is None:
        print(f"compile_cuda: error: there is no {arguments.nvcc}; name one with --nvcc",
              file=sys.stderr)  # fmt: skip
        return 2
    architectures = arguments.arch.split(",")
    found = (path for group in GROUPS for path in sorted((ROOT / group).rglob("*.cu")))
    files = [path.resolve() for path in arguments.files] or list(found)
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        said = pool.map(lambda one: compile_one(nvcc, architectures, one), files)
        for source, text in zip(files, said):
            if text:
                failed += 1
                print(f"{source.relative_to(ROOT)}:\n{text}\n")
    print(f"{len(files) - failed} of {len(files)} compile without a warning for {arguments.arch}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
