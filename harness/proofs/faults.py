"""Plant faults in CUDA variants, and demand that the emulated device finds and names each.

Needs the toolchain nvcc-13-emulated built (scripts/run_all.py build -t nvcc-13-emulated).  The
faults stand in harness/proofs/faults.toml.  Each variant runs class S without a fault, too: a
finding there is as wrong as a fault that is not found.  FILE is written after each program; the
same command again goes on where it ended.
Exit code: 0 each fault was found and rightly named, and nothing else; 1 otherwise; 2 usage.
"""

import argparse
import fnmatch
import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from league.base.errors import UsageError
from proofs.planter import KIND, LIST, OUTPUT, ROOT, Edit, End, Record, entries, flag
from proofs.programs import Program, bounded, compile_changed, programs

TOOLCHAIN = "nvcc-13-emulated"
ONCE = ["--class", "S", "--repeat", "1", "--warmup", "0"]
FINDING = re.compile(r"^gpu-emulator: ([a-z-]+): .*", re.MULTILINE)


def findings(executable: Path, seed: int) -> tuple[int, list[str]]:
    """The exit code of class S, and the names of what was found, each once."""
    environment = {"GPU_EMULATOR_SEED": str(seed), "GPU_EMULATOR_STALL_LIMIT": str(20_000_000)}
    ran = bounded([str(executable), *ONCE], environment)
    if ran is None:
        return 124, ["does not end"]
    return ran.returncode, list(dict.fromkeys(FINDING.findall(ran.stderr)))


def without_fault(program: Program, seed: int) -> End:
    """What the variant ends in as it is: none, or a false alarm."""
    code, names = findings(program.executable, seed)
    return {"outcome": "false" if names or code else "none", "found": names, "exit_code": code}


def try_fault(program: Program, fault: dict[str, Any], seed: int) -> End:
    """What a fault ended in: found, misnamed, missed or void (it does not compile)."""
    file = ROOT / fault["file"]
    text = Edit.of_entry(fault).applied(file.read_text())
    with tempfile.TemporaryDirectory() as folder:
        made = compile_changed(program, file, text, Path(folder))
        if isinstance(made, str):
            return {"outcome": "void", "found": [made]}
        code, names = findings(made, seed)
    right = set(names) & set(fault["finds"])
    outcome = "found" if right and code else "misnamed" if names else "missed"
    return {"outcome": outcome, "found": names, "exit_code": code}


OPTIONS = (
    KIND, flag("-b", "--benchmark", default="*", help="benchmarks, as a glob"),
    flag("--sample", action="store_true", help="only those that CI runs"),
    flag("--seed", type=int, default=0, help="order of blocks and lanes"), LIST, OUTPUT,
)  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Try all that is selected."""
    faults = [
        fault for fault in entries("faults", "fault")
        if fnmatch.fnmatchcase(fault["kind"], args.kind)
        and fnmatch.fnmatchcase(fault["program"].split(".")[0], args.benchmark)
        and (fault.get("sample") or not args.sample)
    ]  # fmt: skip
    if not faults:
        raise UsageError("no fault is selected; --list shows them")
    if args.list:
        for fault in faults:
            print(f"{fault['kind']:28} {fault['program']:24} {fault['file']}")
        return 0
    jobs: dict[str, Callable[[], End]] = {}
    for fault in faults:
        name = fault["program"]
        program = next(programs(TOOLCHAIN, *name.split(".")), None)
        if program is None:
            raise UsageError(f"{name} is not built for {TOOLCHAIN}; build it")
        jobs[f"{name} without a fault {args.seed}"] = partial(without_fault, program, args.seed)
        key = f"{name} {fault['kind']} {fault['file']} {fault['put'].strip()} {args.seed}"
        jobs[key] = partial(try_fault, program, fault, args.seed)
    record = Record(args.output)
    record.try_each(jobs)
    kinds, variants = (len({fault[name] for fault in faults}) for name in ("kind", "program"))
    ends = record.outcomes(jobs, f"{len(faults)} faults of {kinds} kinds in {variants} variants")
    return 0 if set(ends) <= {"found", "none"} else 1
