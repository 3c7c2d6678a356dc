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
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from league.base.errors import UsageError
from proofs import planter
from proofs.planter import ROOT, Edit, End, Record, call, copy_tree, entries, flag, planted

SOURCES = "harness/emulator"
#: Of the first the build makes a header; tests include what is in the others.
MORE = ("harness/league/base/gpus.json", "harness/core/include", "harness/toolchains/support")
WORK = ROOT / "build/emulator-mutants"
#: Those that need no compiler when they run; the quickest first.
TESTS = ("checks", "bulk", "cluster", "definedness", "counts", "warp", "forms", "fatbin",
         "host_access", "order", "runtime", "per_thread", "halves", "builtins", "driver", "parser",
         "semantics")  # fmt: skip
#: One of them once more, with what it else assumes.
REGISTERS = {"GPU_EMULATOR_REGISTERS": str(WORK / "build/tests/registers.txt")}
RUNS: list[tuple[str, dict[str, str]]] = [*((test, {}) for test in TESTS), ("runtime", REGISTERS)]
TIME_LIMIT = 120  # seconds of a test that may not end
#: Of AMD's side, by CTest, which knows how they run; some are skipped where Clang 19 is missing.
AMD = ("amd/", "hsa/")
AMD_TESTS = ("amd_semantics", "amd_scalar", "amd_hostile", "amd_decode", "amd_kernels",
             "amd_faults", "amd_planted", "amd_warps", "hsa_sequences", "hsa_garbage")  # fmt: skip


def build(jobs: int, tests: Sequence[str]) -> bool:
    """Build library and tests; True if all compiles."""
    targets = [f"emulator_{test}_test" for test in tests]
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


def noticed_by_amd() -> str:
    """The same of AMD's side."""
    ran = call(["ctest", "--test-dir", str(WORK / "build"), "-R", r"^emulator\.(amd|hsa)\.",
                "--stop-on-failure", "--timeout", str(TIME_LIMIT)])  # fmt: skip
    if ran.returncode == 0:
        return ""
    return next((line.strip() for line in ran.stdout.splitlines() if "***" in line
                 and "***Skipped" not in line), f"exit {ran.returncode}")  # fmt: skip


def try_mutant(edit: Edit, jobs: int) -> End:
    """What became of one change."""
    amd = edit.file.removeprefix(f"{SOURCES}/src/").startswith(AMD)
    with planted(WORK / "tree", [edit]):
        if not build(jobs, AMD_TESTS if amd else TESTS):
            return {"outcome": "stillborn", "how": "does not compile"}
        how = noticed_by_amd() if amd else noticed_by()
        return {"outcome": "noticed" if how else "survived", "how": how}


def demand_sound(jobs: int, amd: bool, others: bool) -> None:
    """Build the copy without a change; the tests of both sides have to pass, as they are asked."""
    copy = copy_tree(WORK / "tree", SOURCES, *MORE) / SOURCES
    if planter.configured(copy, WORK / "build").returncode:
        raise UsageError("CMake cannot configure the emulated device; see build/emulator-mutants")
    for wanted, tests, how in ((others, TESTS, noticed_by), (amd, AMD_TESTS, noticed_by_amd)):
        reason = (how() if build(jobs, tests) else "they do not compile") if wanted else ""
        if reason:
            raise UsageError(f"the tests do not pass without a change: {reason}")


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
        sides = {one["file"].startswith(AMD) for one in mutants}
        demand_sound(args.jobs, True in sides, False in sides)
    record.try_each(jobs)
    return 0 if set(record.outcomes(jobs, f"{len(mutants)} changes")) == {"noticed"} else 1
