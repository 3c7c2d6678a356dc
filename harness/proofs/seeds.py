"""Run every CUDA variant on the emulated device in several orders of blocks and lanes.

Needs the toolchain built (scripts/run_all.py build -t nvcc-13-emulated); with gcc-12-emulated or
clang-19-emulated the variants are those of OpenMP.  Each has to end with the right answer and
without a finding, or to fail as a known issue of its compiler says.  FILE is written after each
run; the same command again goes on where it ended.  A run that takes longer than --limit is no
failure; such a variant is not begun again with other seeds.
Exit code: 0 all were right without a finding (or took too long), 1 one was not, 2 usage, 75 --most
was reached and there is more to do.
"""

import argparse
import fnmatch
import hashlib
import math
import os
import re
import subprocess
import time
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from league.base.errors import UsageError
from league.base.scrub import scrub
from league.records import device_counts, known_issues
from league.run import device_files
from league.toolchains import discovery, files
from proofs.planter import OUTPUT, ROOT, End, Record, call, flag
from proofs.programs import Program, programs

MORE_TO_DO = 75
FINDING = re.compile(r"^gpu-emulator: (.*)", re.MULTILINE)
ANSWER = re.compile(r"^\S+ class \w+ (\w+): (\S+)", re.MULTILINE)


def why(program: Program, version: str) -> str:
    """Why the variant fails with its compiler, empty if that is not known."""
    benchmark, variant = program.target.split(".")
    names = program.toolchain, benchmark, variant
    fitting = known_issues.matching(known_issues.known(), names, version)
    return next((issue.reason for issue in fitting if "build" not in dict(issue.expect)), "")


@cache
def located(toolchain: str) -> discovery.Found:
    """A toolchain on this machine, for what its programs need."""
    described = files.load(ROOT / f"harness/toolchains/{toolchain}.toml")
    return discovery.discover([described], project=ROOT, probing=False)[0]


def run_once(program: Program, size: Sequence[str], seed: int, limit: float) -> End:
    """What one run with a seed came to."""
    found = located(program.toolchain)
    reason = why(program, found.toolchain.version)
    digest = hashlib.sha256(program.executable.read_bytes()).hexdigest()
    registers = device_files.registers_beside(program.build, digest)
    needed = discovery.launch_environment(found)
    environment = {**os.environ, **needed, "GPU_EMULATOR_SEED": str(seed)}
    if registers:
        environment[device_counts.REGISTERS] = str(registers)
    command = [str(program.executable), *size, "--repeat", "1", "--warmup", "0"]
    begin = time.monotonic()
    try:
        ran = call(command, timeout=limit, env=environment)
    except subprocess.TimeoutExpired:
        return {"outcome": "too long", "seconds": limit}
    answers = dict(ANSWER.findall(ran.stdout))
    findings = FINDING.findall(ran.stderr)
    good = ran.returncode == 0 and set(answers.values()) == {"pass"} and not findings
    end: dict[str, Any] = {
        "outcome": "right" if good else "known" if reason else "wrong",
        "seconds": round(time.monotonic() - begin, 1), "answers": answers,
    }  # fmt: skip
    if not good:
        told = [scrub(line, [ROOT])[:300] for line in findings[:3]]
        end |= {"exit_code": ran.returncode, "findings": told}
        end |= {"reason": reason} if reason else {}
    return end


OPTIONS = (
    flag("-t", "--toolchain", default="nvcc-13-emulated"),
    flag("-v", "--variant", default="*", help="variants, as a glob"),
    flag("-c", "--class", dest="letter", default="S", choices=("S", "W")),
    flag("-b", "--benchmark", default="*", help="benchmarks, as a glob"),
    flag("-g", "--group", default="*", help="groups of benchmarks, as a glob"),
    flag(
        "--small",
        action="store_true",
        help="class S as `check` has it on an emulated GPU: smaller, where SMALL says so",
    ),
    flag("--seeds", default="0,1,2", help="orders of blocks and lanes"),
    flag("--most", type=float, default=math.inf, metavar="SECONDS", help="in all"),
    flag("--limit", type=float, default=300, metavar="SECONDS", help="of one run"),
    OUTPUT,
)


def run(args: argparse.Namespace) -> int:
    """Run what is not in the record yet."""
    try:
        seeds = [int(word) for word in args.seeds.split(",")]
    except ValueError:
        raise UsageError(f"--seeds {args.seeds}: numbers with commas between them") from None
    if args.small and args.letter != "S":
        raise UsageError(f"--small changes class S; leave out -c {args.letter}")
    built = programs(args.toolchain, args.benchmark, args.variant)
    found = (program for program in built if fnmatch.fnmatchcase(program.group, args.group))
    chosen = sorted(found, key=lambda program: program.target)
    if not chosen:
        raise UsageError(f"no variant of {args.benchmark} is built for {args.toolchain}; build it")
    record = Record(args.output)

    def sets(program: Program) -> list[str]:
        return program.small.split() if args.small else []

    def name(program: Program, seed: int) -> str:
        return " ".join((program.target, args.letter, *sets(program), f"seed {seed}"))

    def once(program: Program, seed: int) -> End:
        if record.done.get(name(program, seeds[0]), {}).get("outcome") == "too long":
            return {"outcome": "not begun", "seconds": 0.0}
        size = ["--class", args.letter, *(word for one in sets(program) for word in ("--set", one))]
        return run_once(program, size, seed, args.limit)

    jobs = {name(program, seed): partial(once, program, seed)
            for seed in seeds for program in chosen}  # fmt: skip
    if not record.try_each(jobs, most=args.most):
        print(f"{len(jobs.keys() & record.done.keys())} of {len(jobs)} runs are done")
        return MORE_TO_DO
    seconds = sum(record.done[name]["seconds"] for name in jobs)
    what = f"{len(chosen)} variants in class {args.letter}, {len(seeds)} seeds, {seconds:.0f} s"
    return 1 if record.outcomes(jobs, what)["wrong"] else 0
