#!/usr/bin/env python3
"""Change the emulated device itself, and demand that its own tests notice each change.

Usage: scripts/emulator_mutants.py [-k GLOB] [-o FILE] [-j N] [--list]
The changes stand in scripts/emulator_mutants.toml.  A copy of harness/emulator is built and tested
in build/emulator-mutants, first without a change; each change builds again what it touches.
-k selects kinds.  FILE is written after each change; the same command again goes on where it ended.
Exit code: 0 each change was noticed, 1 one was not or does not compile, 2 usage.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import tomllib

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "harness/emulator"
WORK = ROOT / "build/emulator-mutants"
MUTANTS: list[dict[str, str]] = tomllib.loads((ROOT / "scripts/emulator_mutants.toml").read_text())[
    "mutant"
]
#: Those that need no compiler when they run; the quickest first.
TESTS = ("checks", "counts", "warp", "fatbin", "runtime", "per_thread", "halves", "driver",
         "parser", "semantics")  # fmt: skip
#: One of them once more, told what it else assumes.
REGISTERS = {"GPU_EMULATOR_REGISTERS": str(WORK / "build/tests/registers.txt")}
RUNS: list[tuple[str, dict[str, str]]] = [*((test, {}) for test in TESTS), ("runtime", REGISTERS)]
TIME_LIMIT = 120  # seconds of a test that may not end


class Usage(Exception):
    """Something on the command line cannot be done."""


def mutated(mutant: dict[str, str]) -> str:
    """The text of the mutant's file with the change."""
    text = (SOURCES / "src" / mutant["file"]).read_text()
    if text.count(mutant["find"]) != 1:
        raise Usage(f"{mutant['file']}: '{mutant['find'].strip()}' is there "
                    f"{text.count(mutant['find'])} times")  # fmt: skip
    return text.replace(mutant["find"], mutant["put"])


def copy_sources() -> Path:
    """Bring the copy up to date; files that did not change keep their times."""
    copy = WORK / "emulator"
    wanted = {path.relative_to(SOURCES) for path in SOURCES.rglob("*") if path.is_file()}
    for path in [one for one in copy.rglob("*") if one.is_file()]:
        if path.relative_to(copy) not in wanted:
            path.unlink()
    for name in sorted(wanted):
        target = copy / name
        if not target.is_file() or target.read_bytes() != (SOURCES / name).read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SOURCES / name, target)
    return copy


def build(jobs: int) -> bool:
    """Build library and tests; True if all compiles."""
    targets = [f"emulator_{test}_test" for test in TESTS]
    command = ["cmake", "--build", str(WORK / "build"), "-j", str(jobs), "--target", *targets]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def noticed_by() -> str:
    """The first test that fails, empty if none does."""
    for test, more in RUNS:
        program = WORK / f"build/tests/emulator_{test}_test"
        try:
            ran = subprocess.run([str(program)], capture_output=True, text=True, errors="replace",
                                 timeout=TIME_LIMIT, check=False,
                                 env={**os.environ, **more})  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"{test}: does not end"
        if ran.returncode:
            failed = [line for line in ran.stdout.splitlines() if line.startswith("FAILED")]
            return f"{test}: {failed[0] if failed else f'exit {ran.returncode}'}"
    return ""


def try_mutant(copy: Path, mutant: dict[str, str], jobs: int) -> dict[str, str]:
    """What became of one change; the copy is as before when this ends."""
    place = copy / "src" / mutant["file"]
    before = place.read_text()
    place.write_text(mutated(mutant))
    try:
        if not build(jobs):
            return {"outcome": "stillborn", "how": "does not compile"}
        how = noticed_by()
        return {"outcome": "noticed" if how else "survived", "how": how}
    finally:
        place.write_text(before)


def run(args: argparse.Namespace) -> int:
    """Try all that is selected; returns the exit code."""
    mutants = [one for one in MUTANTS if fnmatch.fnmatchcase(one["kind"], args.kind)]
    if not mutants:
        raise Usage(f"no mutant has a kind like '{args.kind}'")
    for mutant in mutants:
        mutated(mutant)
        if args.list:
            print(f"{mutant['kind']:14} {mutant['file']:26} {mutant['find'].strip()[:60]}")
    if args.list:
        return 0
    done: dict[str, dict[str, str]] = {}
    if args.output and args.output.exists():
        done = json.loads(args.output.read_text())
    names = [f"{one['kind']}: {one['file']}: {one['find'].strip()}" for one in mutants]
    if any(name not in done for name in names):
        copy = copy_sources()
        configure = ["cmake", "-S", str(copy), "-B", str(WORK / "build"), "-G", "Ninja"]
        subprocess.run(configure, capture_output=True, check=True)
        how = noticed_by() if build(args.jobs) else "they do not compile"
        if how:
            raise Usage(f"the tests do not pass without a change: {how}")
    for name, mutant in zip(names, mutants, strict=True):
        if name in done:
            continue
        done[name] = try_mutant(copy, mutant, args.jobs)
        print(f"{done[name]['outcome']:9} {name[:70]:70} {done[name]['how'][:70]}", flush=True)
        if args.output:
            args.output.write_text(json.dumps(done, indent=1) + "\n")
    ends = Counter(done[name]["outcome"] for name in names)
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(ends.items()))
    print(f"{len(mutants)} changes: {told}")
    return 0 if set(ends) == {"noticed"} else 1


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-k", "--kind", default="*", help="kinds, as a glob")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="record, also to resume")
    parser.add_argument("-j", "--jobs", type=int, default=2, metavar="N", help="of the compiler")
    parser.add_argument("--list", action="store_true", help="only say what there is")
    args = parser.parse_args()
    try:
        return run(args)
    except Usage as problem:
        print(f"emulator_mutants: {problem}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as problem:
        print(f"emulator_mutants: cmake: exit {problem.returncode}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
