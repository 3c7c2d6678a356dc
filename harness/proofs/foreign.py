"""Run CUDA programs of other projects on the emulated device, from packages of the registries.

What is tried stands in harness/proofs/foreign.toml, with the licence of each package and the
command that fetches it into FOLDER; nothing of them is kept here.  Each program is built by nvcc,
or by its own CMake files, with the shared runtime and PTX, and is started by `run_all.py emulate`.
It ends well, or is refused in one line; which of the two is expected stands beside it.
Exit code: 0 all ended as expected, 1 one did not, 2 usage or a package is not there.
"""

import argparse
import fnmatch
import json
import os
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from league.base.errors import UsageError
from proofs.planter import OUTPUT, RUN_ALL, End, Record, call, entries, flag

ARCHITECTURE = "80"
FLAGS = ["-w", "-O2", "-lineinfo", "-cudart", "shared", "-gencode",
         f"arch=compute_{ARCHITECTURE},code=compute_{ARCHITECTURE}"]  # fmt: skip
TIME_LIMIT = 300
PATHS = os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin"])
HOW: dict[str, Any] = {"timeout": TIME_LIMIT, "env": {**os.environ, "PATH": PATHS}}


def built(program: dict[str, Any], folder: Path, scratch: Path) -> Path | str:
    """The program's executable, or the first line that says why there is none."""
    if "command" in program:  # an interpreter of the folder, with a module of the package
        return folder / str(program["command"][0])
    if "cmake" in program:
        build = scratch / "build"
        configure = ["cmake", "-S", str(folder), "-B", str(build),
                     "-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared",
                     f"-DCMAKE_CUDA_ARCHITECTURES={ARCHITECTURE}-virtual"]  # fmt: skip
        commands = [configure, ["cmake", "--build", str(build)]]
        executable = build / str(program["cmake"])
    else:
        executable = scratch / "program"
        sources = [*program.get("flags", []), *program["sources"]]
        commands = [["nvcc", *FLAGS, *sources, "-o", str(executable)]]
    for command in commands:
        done = call(command, folder, **HOW)
        if done.returncode:
            lines = (done.stdout + done.stderr).splitlines()
            return next((line for line in lines if "error" in line), f"exit {done.returncode}")
    return executable


def tried(program: dict[str, Any], folder: Path) -> End:
    """What one program came to."""
    with tempfile.TemporaryDirectory() as name:
        executable = built(program, folder, Path(name))
        if isinstance(executable, str):
            return {"outcome": "not built", "said": executable}
        report = Path(name) / "counts.json"
        emulate = [*RUN_ALL, "emulate", "-o", str(report)]
        arguments = program.get("command", [])[1:]
        try:
            ran = call([*emulate, str(executable), *arguments], executable.parent, **HOW)
        except subprocess.TimeoutExpired:
            return {"outcome": "too long", "said": f"more than {TIME_LIMIT} s"}
        kernels = json.loads(report.read_text())["kernels"] if report.exists() else []
    said = [line for line in ran.stderr.splitlines() if line.startswith("gpu-emulator:")]
    refused = any("unsupported" in line for line in said)
    outcome = "refused" if refused else "finding" if said else "runs"
    if ran.returncode and not said:
        outcome = "failed"
    last = (ran.stdout + ran.stderr).strip().splitlines()[-1:] or [""]
    return {"outcome": outcome, "exit_code": ran.returncode,
            "launches": sum(kernel["launches"] for kernel in kernels),
            "said": (said or last)[0][:200]}  # fmt: skip


def judged(program: dict[str, Any], folder: Path, licence: str) -> End:
    """What one program came to, beside what was expected of it."""
    end = {"licence": licence, **tried(program, folder)}
    return {**end, "expected": program.get("expected", "runs")}


OPTIONS = (
    flag("folder", type=Path, help="where the packages are unpacked"),
    flag("-k", "--select", default="*", help="packages and programs, as a glob"),
    OUTPUT,
)


def run(args: argparse.Namespace) -> int:
    """Try all that is selected."""
    packages = {package["name"]: package for package in entries("foreign", "package")}
    jobs = {}
    for program in entries("foreign", "program"):
        if not fnmatch.fnmatchcase(f"{program['package']} {program['name']}", args.select):
            continue
        package = packages[program["package"]]
        folder = args.folder.resolve() / package["folder"] / program["folder"]
        if not folder.is_dir():
            raise UsageError(f"{folder} is not there; in {args.folder}: {package['fetch']}")
        name = f"{package['name']} {package['version']}: {program['name']}"
        jobs[name] = partial(judged, program, folder, package["licence"])
    if not jobs:
        raise UsageError(f"no program has a name like '{args.select}'; see foreign.toml")
    if not shutil.which("nvcc", path=PATHS):
        raise UsageError("nvcc is not here; install the CUDA compiler")
    record = Record(args.output)
    record.try_each(jobs)
    record.outcomes(jobs, f"{len(jobs)} programs")
    good = all(record.done[name]["outcome"] == record.done[name]["expected"] for name in jobs)
    return 0 if good else 1
