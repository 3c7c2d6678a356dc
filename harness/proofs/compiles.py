"""Compile every CUDA source for several architectures; a warning is an error.

Without files, all variants and adapters of the tree.  Exit code: 0 all compile, 1 one does not, 2
usage.
"""

import argparse
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from league.base.errors import UsageError
from proofs.planter import GROUPS, JOBS, ROOT, call, flag

FOLDERS = (*GROUPS, "validation", "harness/core")
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
        done = call(line)
    return "" if done.returncode == 0 else (done.stdout + done.stderr).strip()


OPTIONS = (
    flag("--nvcc", default="nvcc"),
    flag("--arch", default=ARCHITECTURES, help=f"default {ARCHITECTURES}"),
    JOBS,
    flag("files", nargs="*", type=Path),
)


def run(arguments: argparse.Namespace) -> int:
    """Compile all, in parallel, and print what failed."""
    nvcc = shutil.which(arguments.nvcc) or shutil.which("/usr/local/cuda/bin/nvcc")
    if nvcc is None:
        raise UsageError(f"there is no {arguments.nvcc}; name one with --nvcc")
    architectures = arguments.arch.split(",")
    found = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.cu")))
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
