#!/usr/bin/env python3
"""Run every CUDA variant on the emulated device in several orders of blocks and lanes.

Usage: scripts/emulated_seeds.py [-t TOOLCHAIN] [-c CLASS] [-b GLOB] [-v GLOB] [--seeds 0,1,2]
       [--most SECONDS] [-o FILE]
Needs the toolchain built (scripts/run_all.py build -t nvcc-13-emulated); with gcc-12-emulated the
variants are those of OpenMP and OpenACC.  Each has to end with the right answer and without a
finding, or to fail as a known issue of its compiler says.  FILE is written after each run; the
same command again goes on where it ended.  --most ends after so many seconds, --limit a run that
takes longer than that many seconds, which is told and is no failure; such a variant is not begun
again with other seeds.
Exit code: 0 all were right without a finding (or took too long), 1 one was not, 2 usage, 75 --most
was reached and there is more to do.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import tomllib
from rebuilt import Program, Usage, programs

from league.base.errors import LeagueError  # in reach since rebuilt was imported
from league.records import device_counts, known_issues
from league.run import device_files

TOOLCHAINS = Path(__file__).resolve().parent.parent / "harness/toolchains"
MORE_TO_DO = 75
FINDING = re.compile(r"^gpu-emulator: (.*)", re.MULTILINE)
ANSWER = re.compile(r"^\S+ class \w+ (\w+): (\S+)", re.MULTILINE)


def why(program: Program, version: str) -> str:
    """Why the variant fails with its compiler, empty if that is not known."""
    benchmark, variant = program.target.split(".")
    found = known_issues.matching(
        known_issues.known(), toolchain=program.toolchain, version=version,
        benchmark=benchmark, variant=variant,
    )  # fmt: skip
    return next((one.reason for one in found if "build" not in dict(one.expect)), "")


def run_once(program: Program, letter: str, seed: int, limit: float) -> dict[str, Any]:
    """What one run with a seed came to."""
    described = tomllib.loads((TOOLCHAINS / f"{program.toolchain}.toml").read_text())
    reason = why(program, str(described["version"]))
    executable = next(program.build.glob(f"{program.group}/*/{program.target}"))
    digest = hashlib.sha256(executable.read_bytes()).hexdigest()
    registers = device_files.registers_beside(program.build, digest)
    told = {device_counts.REGISTERS: str(registers)} if registers else {}
    command = [str(executable), "--class", letter, "--repeat", "1", "--warmup", "0"]
    begin = time.monotonic()
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=limit, check=False,
            env={**os.environ, **described.get("environment", {}), **told,
                 "GPU_EMULATOR_SEED": str(seed)},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"outcome": "too long", "seconds": limit}
    answers = dict(ANSWER.findall(ran.stdout))
    found = FINDING.findall(ran.stderr)
    good = ran.returncode == 0 and answers and set(answers.values()) == {"pass"} and not found
    return {
        "outcome": "right" if good else "known" if reason else "wrong",
        "seconds": round(time.monotonic() - begin, 1),
        "answers": answers,
        **(
            {}
            if good
            else {"exit_code": ran.returncode, "findings": [one[:300] for one in found[:3]]}
        ),
        **({"reason": reason} if reason and not good else {}),
    }


def run(args: argparse.Namespace) -> int:
    """Run what is not in the record yet; returns the exit code."""
    try:
        seeds = [int(word) for word in args.seeds.split(",")]
    except ValueError:
        raise Usage(f"--seeds {args.seeds}: numbers with commas between them") from None
    chosen = sorted(
        programs(args.toolchain, args.benchmark, args.variant), key=lambda one: one.target
    )
    if not chosen:
        raise Usage(f"no variant of {args.benchmark} is built for {args.toolchain}")
    done: dict[str, dict[str, Any]] = {}
    if args.output and args.output.exists():
        done = json.loads(args.output.read_text())
    keys = [(one, seed) for seed in seeds for one in chosen]
    names = [f"{one.target} {args.letter} seed {seed}" for one, seed in keys]
    begin = time.monotonic()
    for name, (program, seed) in zip(names, keys, strict=True):
        if name in done:
            continue
        if args.most and time.monotonic() > begin + args.most:
            print(f"{sum(one in done for one in names)} of {len(names)} runs are done")
            return MORE_TO_DO
        first = done.get(f"{program.target} {args.letter} seed {seeds[0]}", {})
        if first.get("outcome") == "too long":
            done[name] = {"outcome": "not begun", "seconds": 0.0}
        else:
            done[name] = run_once(program, args.letter, seed, args.limit)
        end = done[name]
        print(f"{end['outcome']:9} {name:44} {end['seconds']:7.1f} s", *end.get("findings", []),
              flush=True)  # fmt: skip
        if args.output:
            args.output.write_text(json.dumps(done, indent=1, sort_keys=True) + "\n")
    ends = Counter(done[name]["outcome"] for name in names)
    seconds = sum(done[name]["seconds"] for name in names)
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(ends.items()))
    print(f"{len(chosen)} variants in class {args.letter}, {len(seeds)} seeds: {told}, "
          f"{seconds:.0f} s")  # fmt: skip
    return 1 if ends["wrong"] else 0


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-t", "--toolchain", default="nvcc-13-emulated")
    parser.add_argument("-v", "--variant", default="*", help="variants, as a glob")
    parser.add_argument("-c", "--class", dest="letter", default="S", choices=("S", "W"))
    parser.add_argument("-b", "--benchmark", default="*", help="benchmarks, as a glob")
    parser.add_argument("--seeds", default="0,1,2", help="orders of blocks and lanes")
    parser.add_argument("--most", type=float, default=0, metavar="SECONDS", help="end after that")
    parser.add_argument("--limit", type=float, default=300, metavar="SECONDS", help="of one run")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="record, also to resume")
    args = parser.parse_args()
    try:
        return run(args)
    except (Usage, LeagueError) as problem:
        print(f"emulated_seeds: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
