#!/usr/bin/env python3
"""Plant faults in CUDA variants, and demand that the emulated device finds and names each.

Usage: scripts/cuda_faults.py [-k GLOB] [-b GLOB] [--sample] [--seed N] [-o FILE] [--list]
Needs the toolchain nvcc-13-emulated built (scripts/run_all.py build -t nvcc-13-emulated).  The
faults stand in scripts/cuda_faults.toml.  Each variant runs class S without a fault, too: a finding
there is as wrong as a fault that is not found.  -k selects kinds, -b benchmarks; --sample runs
those marked as such.
FILE is written after each program; the same command again goes on where it ended.
Exit code: 0 each fault was found and rightly named, and nothing else; 1 otherwise; 2 usage.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import tomllib
from rebuilt import BOUNDED, ROOT, TIME_LIMIT, Program, Usage, compile_changed, programs

from league.base.errors import LeagueError  # in reach since rebuilt was imported

TOOLCHAIN = "nvcc-13-emulated"
FAULTS: list[dict[str, Any]] = tomllib.loads((ROOT / "scripts/cuda_faults.toml").read_text())[
    "fault"
]
ONCE = ["--class", "S", "--repeat", "1", "--warmup", "0"]
FINDING = re.compile(r"^gpu-emulator: ([a-z-]+): .*", re.MULTILINE)


def planted(fault: dict[str, Any], text: str) -> str:
    """The text of a file with the fault in it."""
    parts = text.split(fault["find"])
    nth = fault.get("nth", 0)
    if len(parts) < 2 or (nth == 0 and len(parts) != 2) or nth >= len(parts):
        raise Usage(f"{fault['file']}: '{fault['find'].strip()}' is there {len(parts) - 1} times")
    at, find = max(nth, 1), str(fault["find"])
    return find.join(parts[:at]) + str(fault["put"]) + find.join(parts[at:])


def findings(executable: Path, seed: int) -> tuple[int, list[str]]:
    """The exit code of class S, and the names of what was found, each once."""
    environment = {**os.environ, "GPU_EMULATOR_SEED": str(seed)}
    environment["GPU_EMULATOR_STALL_LIMIT"] = str(20_000_000)
    try:
        ran = subprocess.run(
            [*BOUNDED, str(executable), *ONCE],
            capture_output=True, text=True, errors="replace", timeout=TIME_LIMIT, check=False,
            env=environment,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return 124, ["does not end"]
    return ran.returncode, list(dict.fromkeys(FINDING.findall(ran.stderr)))


def try_fault(program: Program, fault: dict[str, Any], seed: int) -> dict[str, Any]:
    """What a fault ended in: found, misnamed, missed or void (it does not compile)."""
    file = ROOT / fault["file"]
    with tempfile.TemporaryDirectory() as folder:
        made = compile_changed(program, file, planted(fault, file.read_text()), Path(folder))
        if isinstance(made, str):
            return {"outcome": "void", "found": [made]}
        code, names = findings(made, seed)
    right = set(names) & set(fault["finds"])
    outcome = "found" if right and code else "misnamed" if names else "missed"
    return {"outcome": outcome, "found": names, "exit_code": code}


def key_of(fault: dict[str, Any], seed: int) -> str:
    """What a record calls a fault."""
    return f"{fault['program']} {fault['kind']} {fault['file']} {fault['put'].strip()} {seed}"


def chosen(args: argparse.Namespace) -> list[dict[str, Any]]:
    """The faults that the command line selects."""
    faults = [
        fault
        for fault in FAULTS
        if fnmatch.fnmatchcase(fault["kind"], args.kind)
        and fnmatch.fnmatchcase(fault["program"].split(".")[0], args.benchmark)
        and (fault.get("sample") or not args.sample)
    ]
    if not faults:
        raise Usage("no fault is selected; --list shows them")
    return faults


def run(args: argparse.Namespace) -> int:
    """Try all that is selected; returns the exit code."""
    faults = chosen(args)
    if args.list:
        for fault in faults:
            print(f"{fault['kind']:28} {fault['program']:24} {fault['file']}")
        return 0
    done: dict[str, dict[str, Any]] = {}
    if args.output and args.output.exists():
        done = json.loads(args.output.read_text())

    def keep() -> None:
        if args.output:
            args.output.write_text(json.dumps(done, indent=1) + "\n")

    for fault in faults:
        program = next(programs(TOOLCHAIN, *fault["program"].split(".")), None)
        if program is None:
            raise Usage(f"{fault['program']} is not built for {TOOLCHAIN}")
        without = f"{fault['program']} without a fault {args.seed}"
        if without not in done:
            executable = next(program.build.glob(f"{program.group}/*/{program.target}"))
            code, names = findings(executable, args.seed)
            clean = {"outcome": "none" if not names and not code else "false", "found": names}
            done[without] = {**clean, "exit_code": code}
            show(fault["program"], "without a fault", done[without])
            keep()
        if key_of(fault, args.seed) not in done:
            done[key_of(fault, args.seed)] = try_fault(program, fault, args.seed)
            show(fault["program"], fault["kind"], done[key_of(fault, args.seed)])
            keep()
    mine = {key_of(fault, args.seed) for fault in faults}
    mine |= {f"{fault['program']} without a fault {args.seed}" for fault in faults}
    ends = Counter(one["outcome"] for key, one in done.items() if key in mine)
    kinds = len({fault["kind"] for fault in faults})
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(ends.items()))
    print(f"{len(faults)} faults of {kinds} kinds in {len(mine) - len(faults)} variants: {told}")
    return 0 if set(ends) <= {"found", "none"} else 1


def show(program: str, kind: str, end: dict[str, Any]) -> None:
    """Print what became of one."""
    names = ", ".join(end["found"]) or "no finding"
    print(f"{end['outcome']:9} {program:24} {kind:28} {names}", flush=True)


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-k", "--kind", default="*", help="kinds, as a glob")
    parser.add_argument("-b", "--benchmark", default="*", help="benchmarks, as a glob")
    parser.add_argument("--sample", action="store_true", help="only those that CI runs")
    parser.add_argument("--seed", type=int, default=0, help="order of blocks and lanes")
    parser.add_argument("--list", action="store_true", help="only say what there is")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="record, also to resume")
    args = parser.parse_args()
    try:
        return run(args)
    except (Usage, LeagueError) as problem:
        print(f"cuda_faults: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
