"""Change the emulated device itself, and demand that its own tests notice each change.

The changes stand in harness/proofs/device_mutants.toml.  A copy of harness/emulator is built and
tested in build/emulator-mutants, first without a change; each change builds again what it touches.
FILE is written after each change; the same command again goes on where it ended.
Exit code: 0 each change was noticed, 1 one was not or does not compile, 2 usage.
"""

import argparse
import fnmatch
import os
import subprocess
from dataclasses import replace
from functools import partial

from league.base.errors import UsageError
from proofs import planter
from proofs.planter import ROOT, Edit, End, Record, call, copy_tree, entries, flag, planted

SOURCES = "harness/emulator"
GPUS = "harness/league/base/gpus.json"  # of which the build makes a header
WORK = ROOT / "build/emulator-mutants"
#: Those that need no compiler when they run; the quickest first.
TESTS = ("checks", "bulk", "cluster", "definedness", "counts", "warp", "forms", "fatbin",
         "host_access", "runtime", "per_thread", "halves", "builtins", "driver", "parser",
         "semantics")  # fmt: skip
#: One of them once more, with what it else assumes.
REGISTERS = {"GPU_EMULATOR_REGISTERS": str(WORK / "build/tests/registers.txt")}
RUNS: list[tuple[str, dict[str, str]]] = [*((test, {}) for test in TESTS), ("runtime", REGISTERS)]
TIME_LIMIT = 120  # seconds of a test that may not end


def build(jobs: int) -> bool:
    """Build library and tests; True if all compiles."""
    targets = [f"emulator_{test}_test" for test in TESTS]
    return planter.built(WORK / "build", targets, jobs).returncode == 0


def noticed_by() -> str:
    """The first test that fails, empty if none does."""
    for test, more in RUNS:
        program = WORK / f"build/tests/emulator_{test}_test"
        try:
            ran = call([str(program)], timeout=TIME_LIMIT, env={**os.environ, **more})
        except subprocess.TimeoutExpired:
            return f"{test}: does not end"
        if ran.returncode:
            failed = [line for line in ran.stdout.splitlines() if line.startswith("FAILED")]
            return f"{test}: {failed[0] if failed else f'exit {ran.returncode}'}"
    return ""


def try_mutant(edit: Edit, jobs: int) -> End:
    """What became of one change."""
    with planted(WORK / "tree", [edit]):
        if not build(jobs):
            return {"outcome": "stillborn", "how": "does not compile"}
        how = noticed_by()
        return {"outcome": "noticed" if how else "survived", "how": how}


def demand_sound(jobs: int) -> None:
    """Build the copy without a change; its tests have to pass."""
    copy = copy_tree(WORK / "tree", SOURCES, GPUS) / SOURCES
    if planter.configured(copy, WORK / "build").returncode:
        raise UsageError("CMake cannot configure the emulated device; see build/emulator-mutants")
    how = noticed_by() if build(jobs) else "they do not compile"
    if how:
        raise UsageError(f"the tests do not pass without a change: {how}")


OPTIONS = (
    planter.KIND,
    planter.OUTPUT,
    flag("-j", "--jobs", type=int, default=2, metavar="N", help="of the compiler"),
    planter.LIST,
)


def run(args: argparse.Namespace) -> int:
    """Try all that is selected."""
    mutants = [one for one in entries("device_mutants", "mutant")
               if fnmatch.fnmatchcase(one["kind"], args.kind)]  # fmt: skip
    if not mutants:
        raise UsageError(f"no mutant has a kind like '{args.kind}'; --list shows them")
    jobs = {}
    for mutant in mutants:
        written = Edit.of_entry(mutant)
        edit = replace(written, file=f"{SOURCES}/src/{written.file}")
        edit.applied((ROOT / edit.file).read_text())
        name = f"{mutant['kind']}: {mutant['file']}: {mutant['find'].strip()}"
        jobs[name] = partial(try_mutant, edit, args.jobs)
        if args.list:
            print(f"{mutant['kind']:14} {mutant['file']:26} {mutant['find'].strip()[:60]}")
    if args.list:
        return 0
    record = Record(args.output)
    if jobs.keys() - record.done.keys():
        demand_sound(args.jobs)
    record.try_each(jobs)
    return 0 if set(record.outcomes(jobs, f"{len(mutants)} changes")) == {"noticed"} else 1
