"""What a plain `run_all.py check` says of programs in a copy of the tree, where faults are put.

The copy and its builds lie in build/checked and go on from call to call.
"""

import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from league.base.errors import ToolchainError, UsageError
from league.records import store
from proofs.planter import ROOT, call, copy_tree, environment_of

WORK = ROOT / "build" / "checked"
TREE, BUILDS, RESULTS = WORK / "tree", WORK / "builds", WORK / "results"

Records = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class Said:
    """What a check came to: its exit code, and the records of checks by toolchain and program."""

    code: int
    records: Records

    def of(self, toolchain: str, program: str) -> list[dict[str, Any]]:
        """The records of a program's checks, its cases among them; none where it was not built."""
        return self.records.get(f"{toolchain} {program}", [])


def prepare() -> None:
    """Bring the copy up to date.  Raises ToolchainError where no toolchain was looked for."""
    if not (ROOT / "build" / ".probes").is_dir():
        raise ToolchainError("no toolchain was looked for; run scripts/run_all.py doctor")
    copy_tree(TREE)
    built = ROOT / "build" / "emulated-device"
    if built.is_dir() and not (BUILDS / built.name).exists():
        BUILDS.mkdir(parents=True, exist_ok=True)
        (BUILDS / built.name).symlink_to(built)


def check(toolchain: str, programs: Iterable[str], more: Mapping[str, str] | None = None) -> Said:
    """Check programs (benchmark.variant) of the copy, with more variables in the environment.

    Raises UsageError where the check comes to no record.
    """
    names = (program.split(".") for program in sorted(programs))
    where = " or ".join(f"(benchmark={b} and variant={v})" for b, v in names)
    out = RESULTS / toolchain
    words = ["-t", toolchain, "--suite", "all", "--where", where, "-c", "S", "--no-color"]
    words += ["--build-root", str(BUILDS), "--out", str(out)]
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "scripts/run_all.py", "check", *words]
    done = call(command, TREE, env={**environment_of(TREE), **(more or {})})
    files = list(out.glob("*/records.jsonl"))
    if not files:
        raise UsageError(f"the check ends with {done.stderr.strip()[-300:]}")
    found: Records = {}
    for record in (one for file in files for one in store.read_records(file)):
        if record["kind"] == "launch" and record["mode"] == "check":
            name = f"{record['toolchain']} {record['benchmark']}.{record['variant']}"
            found.setdefault(name, []).append(record)
    return Said(done.returncode, found)
