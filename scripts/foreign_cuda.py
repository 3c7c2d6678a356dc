#!/usr/bin/env python3
"""Run CUDA programs of other projects on the emulated device, from packages of the registries.

Usage: scripts/foreign_cuda.py FOLDER [-k GLOB] [-o FILE]
What is tried stands in scripts/foreign_cuda.toml, with the licence of each package and the command
that fetches it into FOLDER; nothing of them is kept here.  Each program is built by nvcc, or by its
own CMake files, with the shared runtime and PTX, and is started by `run_all.py emulate`.  It ends
well, or is refused in one line; which of the two is expected stands beside it.
Exit code: 0 all ended as expected, 1 one did not, 2 usage or a package is not there.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import tomllib

ROOT = Path(__file__).resolve().parent.parent
KNOWN: dict[str, Any] = tomllib.loads((ROOT / "scripts/foreign_cuda.toml").read_text())
ARCHITECTURE = "80"
FLAGS = ["-w", "-O2", "-lineinfo", "-cudart", "shared", "-gencode",
         f"arch=compute_{ARCHITECTURE},code=compute_{ARCHITECTURE}"]  # fmt: skip
TIME_LIMIT = 300


class Usage(Exception):
    """Something that was asked for is not there."""


def call(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with what it says."""
    paths = os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin"])
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace",
                          timeout=TIME_LIMIT, check=False,
                          env={**os.environ, "PATH": paths})  # fmt: skip


def built(program: dict[str, Any], folder: Path, scratch: Path) -> Path | str:
    """The program's executable, or the first line that says why there is none."""
    if "cmake" in program:
        build = scratch / "build"
        configure = ["cmake", "-S", str(folder), "-B", str(build),
                     "-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared",
                     f"-DCMAKE_CUDA_ARCHITECTURES={ARCHITECTURE}-virtual"]  # fmt: skip
        commands = [configure, ["cmake", "--build", str(build)]]
        executable = build / str(program["cmake"])
    else:
        executable = scratch / "program"
        sources = program["sources"]
        commands = [["nvcc", *FLAGS, *program.get("flags", []), *sources, "-o", str(executable)]]
    for command in commands:
        done = call(command, folder)
        if done.returncode:
            lines = (done.stdout + done.stderr).splitlines()
            return next((line for line in lines if "error" in line), f"exit {done.returncode}")
    return executable


def tried(program: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What one program came to."""
    with tempfile.TemporaryDirectory() as name:
        arguments = program.get("command", [])[1:]
        executable: Path | str
        if "command" in program:  # an interpreter of the folder, with a module of the package
            executable = folder / str(program["command"][0])
        else:
            executable = built(program, folder, Path(name))
        if isinstance(executable, str):
            return {"outcome": "not built", "said": executable}
        emulate = [sys.executable, str(ROOT / "scripts/run_all.py"), "emulate"]
        report = Path(name) / "counts.json"
        try:
            ran = call(
                [*emulate, "-o", str(report), str(executable), *arguments], executable.parent
            )
        except subprocess.TimeoutExpired:
            return {"outcome": "too long", "said": f"more than {TIME_LIMIT} s"}
        said = [line for line in ran.stderr.splitlines() if line.startswith("gpu-emulator:")]
        counts = json.loads(report.read_text()) if report.exists() else {"kernels": []}
    launches = sum(kernel["launches"] for kernel in counts["kernels"])
    refused = any("unsupported" in line for line in said)
    outcome = "refused" if refused else "finding" if said else "runs"
    if ran.returncode and not said:
        outcome = "failed"
    last = (ran.stdout + ran.stderr).strip().splitlines()[-1:] or [""]
    return {
        "outcome": outcome,
        "exit_code": ran.returncode,
        "launches": launches,
        "said": (said or last)[0][:200],
    }


def run(args: argparse.Namespace) -> int:
    """Try all that is selected; returns the exit code."""
    packages = {one["name"]: one for one in KNOWN["package"]}
    wanted = [one for one in KNOWN["program"]
              if fnmatch.fnmatchcase(f"{one['package']} {one['name']}", args.select)]  # fmt: skip
    if not wanted:
        raise Usage(f"no program has a name like '{args.select}'")
    if not shutil.which("nvcc", path=f"{os.environ.get('PATH', '')}:/usr/local/cuda/bin"):
        raise Usage("nvcc is not here")
    kept = args.output if args.output and args.output.exists() else None
    done: dict[str, Any] = json.loads(kept.read_text()) if kept else {}
    for program in wanted:
        package = packages[program["package"]]
        folder = args.folder.resolve() / package["folder"] / program["folder"]
        if not folder.is_dir():
            raise Usage(f"{folder} is not there; in {args.folder}: {package['fetch']}")
        name = f"{package['name']} {package['version']}: {program['name']}"
        end = {"licence": package["licence"], **tried(program, folder)}
        end["expected"] = program.get("expected", "runs")
        done[name] = end
        print(f"{end['outcome']:9} {name}: {end['said']}", flush=True)
        if args.output:
            args.output.write_text(json.dumps(done, indent=1, sort_keys=True) + "\n")
    ends = Counter(end["outcome"] for end in done.values())
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(ends.items())))
    return 0 if all(end["outcome"] == end["expected"] for end in done.values()) else 1


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the packages are unpacked")
    parser.add_argument("-k", "--select", default="*", help="packages and programs, as a glob")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="record, added to")
    args = parser.parse_args()
    try:
        return run(args)
    except Usage as problem:
        print(f"foreign_cuda: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
