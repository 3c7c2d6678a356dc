"""Plant faults in small CUDA programs; the emulated device has to name each, and its line.

Needs nvcc; the stand-in library is built where it is missing.  The programs stand in
harness/emulator/tests/faulty, the faults in harness/proofs/device_faults.toml: many are of kinds
that no variant can hold.  Each program runs without a fault, too, where nothing may be found.
FILE is written after each program; the same command again goes on where it ended.
Exit code: 0 each fault was found by its name and line, or is known to be missed, and nothing else
was found; 1 otherwise; 2 usage; 5 there is no nvcc.
"""

import argparse
import fnmatch
import re
import shutil
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import Any

from league.base.errors import ToolchainError, UsageError
from league.run import emulator
from proofs.planter import JOBS, KIND, LIST, OUTPUT, ROOT, Edit, End, Record, call, entries, flag
from proofs.programs import TIME_LIMIT, bounded

PROGRAMS = Path("harness/emulator/tests/faulty")
#: A finding of the device, or an error of a call that a program tells with its place.
SAID = re.compile(r"^gpu-emulator: ([a-z-]+): .*|^\S+: (cudaError\w+)$", re.MULTILINE)
PLACE = re.compile(r"(\w+)\.cuh?:(\d+)")
#: Where the host was, for `addr2line`.
HOST_PLACE = re.compile(r"\(at (0x[0-9a-f]+) of program\)")


@cache
def library() -> Path:
    """The folder of the stand-in library."""
    return emulator.library(ROOT).parent


def built(text: str, folder: Path) -> Path | str:
    """A program of one file; a string says why there is none."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not Path(nvcc).is_file():
        raise ToolchainError("nvcc is missing")
    source, program = folder / "program.cu", folder / "program"
    source.write_text(text)
    command = [nvcc, "-O1", "-std=c++17", "-g", "-lineinfo", "-cudart", "shared", "--no-compress",
               "-w", "-gencode", "arch=compute_80,code=compute_80", "-I", str(ROOT / PROGRAMS),
               str(source), "-o", str(program)]  # fmt: skip
    return "does not compile" if call(command, timeout=TIME_LIMIT).returncode else program


def line_of(program: Path, place: re.Match[str]) -> str:
    """The line of the source behind an address of the program."""
    return call(["addr2line", "-e", str(program), place[1]]).stdout.strip()


def said_by(text: str, settings: dict[str, str]) -> tuple[int, dict[str, list[str]]]:
    """The exit code of a program; and what was found, by name, each with the lines it names."""
    with tempfile.TemporaryDirectory() as folder:
        program = built(text, Path(folder))
        if isinstance(program, str):
            return 1, {program: []}
        device = {"LD_LIBRARY_PATH": str(library()), "GPU_EMULATOR_STALL_LIMIT": "2000000"}
        ran = bounded([str(program)], {**device, **settings})
        if ran is None:
            return 124, {"does not end": []}
        said = HOST_PLACE.sub(partial(line_of, program), ran.stdout + ran.stderr)
    lines, found = text.splitlines(), dict[str, list[str]]()
    for one in SAID.finditer(said):
        places = [int(number) for name, number in PLACE.findall(one[0]) if name == "program"]
        found.setdefault(one[1] or one[2], []).extend(lines[at - 1].strip() for at in places)
    return ran.returncode, found


def without_fault(name: str, settings: dict[str, str]) -> End:
    """What a program ends in as it is: none, or a false alarm."""
    code, found = said_by((ROOT / PROGRAMS / f"{name}.cu").read_text(), settings)
    return {"outcome": "false" if found or code else "none", "found": list(found)}


def try_fault(fault: dict[str, Any], settings: dict[str, str]) -> End:
    """What a fault ended in: found, misplaced, misnamed, missed, known (to be missed) or void."""
    file = PROGRAMS / f"{fault['program']}.cu"
    text = Edit.of_entry({"file": str(file), **fault}).applied((ROOT / file).read_text())
    _, found = said_by(text, settings)
    right = [line for name in fault["finds"] for line in found.get(name, [])]
    if not set(found) & set(fault["finds"]):
        outcome = "void" if "does not compile" in found else "misnamed" if found else "missed"
        outcome = "known" if "missed" in fault and outcome != "void" else outcome
    else:
        parts = fault.get("at", [])
        there = not parts or any(part in line for part in parts for line in right)
        outcome = "found" if there else "misplaced"
    return {"outcome": outcome, "found": list(found), "lines": right}


OPTIONS = (
    KIND, flag("-b", "--program", default="*", help="programs, as a glob"),
    flag("--sample", action="store_true", help="only those that CI runs"),
    flag("--seed", type=int, default=0, help="order of blocks and lanes"), JOBS, LIST, OUTPUT,
)  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Try all that is selected."""
    faults = [
        fault for fault in entries("device_faults", "fault")
        if fnmatch.fnmatchcase(fault["kind"], args.kind)
        and fnmatch.fnmatchcase(fault["program"], args.program)
        and (fault.get("sample") or not args.sample)
    ]  # fmt: skip
    if not faults:
        raise UsageError("no fault is selected; --list shows them")
    if args.list:
        for fault in faults:
            print(f"{fault['kind']:28} {fault['program']:12} {', '.join(fault['finds'])}")
        return 0
    jobs = {}
    library()
    for fault in faults:
        name = fault["program"]
        settings = {"GPU_EMULATOR_SEED": str(args.seed), **fault.get("settings", {})}
        told = " ".join(f"{key}={value}" for key, value in settings.items())
        jobs[f"{name} without a fault {told}"] = partial(without_fault, name, settings)
        change = f"{fault['find'].strip()} {fault.get('nth', '')}-> {fault['put'].strip()}"
        key = f"{name} {fault['kind']}: {change} {told}"
        jobs[key] = partial(try_fault, fault, settings)
    record = Record(args.output)
    record.try_each(jobs, workers=args.jobs)
    kinds, names = (len({fault[name] for fault in faults}) for name in ("kind", "program"))
    ends = record.outcomes(jobs, f"{len(faults)} faults of {kinds} kinds in {names} programs")
    return 0 if set(ends) <= {"found", "none", "known"} else 1
