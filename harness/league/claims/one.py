"""One claim for CTest: builds and runs it in a build folder, and says the verdict.

Words of ``main``: KIT.json --support | CLAIM.cpp
Exit code: 0 it holds, 77 nothing to observe here, 3 right but on the host, 1 otherwise.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from league.base import exit_codes
from league.base.errors import LeagueError
from league.base.scratch import Scratch
from league.claims import build, source, trial
from league.claims.build import Kit
from league.claims.judge import Judged
from league.records.schema import parse_object
from league.run.launch import Launcher

#: What a program of several claims ends with: the gravest of their codes.
_GRAVEST = (exit_codes.NOT_PASSED, exit_codes.RAN_ON_HOST, exit_codes.NO_DEVICE)


def read_kit(file: Path) -> Kit:
    """Read what CMake wrote about a build folder.

    Raises LeagueError if it is missing or damaged.
    """
    try:
        told = parse_object(file.read_bytes(), "kit")
    except (OSError, ValueError) as error:
        raise LeagueError(f"{file.name} is damaged ({error}); configure the build again") from error
    kit = Kit(
        toolchain=told["toolchain"],
        family=told["family"],
        compiler=Path(told["compiler"]),
        offload=told["offload"],
        flags=tuple(told["flags"].split()),
        link=tuple(told["link"].split()),
        core=Path(told["core"]),
        variables={} if told["offload"] else build.ON_HOST,
    )
    acc = tuple(told["acc"].split())
    return replace(kit, acc=replace(kit, flags=acc)) if acc else kit


def main(words: Sequence[str]) -> int:
    """Build the support objects, or one claim."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kit", type=Path)
    parser.add_argument("claim", type=Path, nargs="?")
    parser.add_argument("--support", action="store_true")
    arguments = parser.parse_args(words)
    folder = arguments.kit.parent / "claims"
    try:
        if arguments.support:
            shutil.rmtree(folder, ignore_errors=True)
        kit = build.with_support(read_kit(arguments.kit), folder)
        if arguments.claim is None:
            return 0
        claim = source.read(arguments.claim)
        if lacks := kit.lacks(claim):
            print(f"{', '.join(claim.ids)}: not built, {kit.toolchain} has no {lacks}")
            return exit_codes.NO_DEVICE
        with Scratch() as scratch, Launcher() as launcher:
            judged = trial.carry_out(kit, claim, scratch.path, launcher)
    except LeagueError as error:
        print(f"league: error: {error}", file=sys.stderr)
        return error.exit_code
    for one in judged:
        print(f"{one.id}: {one.worst}" + (f" ({one.reason})" if one.reason else ""))
        for check in one.checks:
            sign = "ok " if check["passed"] else "NOT"
            print(f"  {sign} {check['name']}: {check['observed']}, expected {check['expected']}")
        print("\n".join(filter(None, (one.output, one.log))))
    codes = [_code(one) for one in judged]
    return next((code for code in _GRAVEST if code in codes), exit_codes.GOOD)


def _code(judged: Judged) -> int:
    if judged.worst == "host-fallback":
        return exit_codes.RAN_ON_HOST
    if judged.fails:
        return exit_codes.NOT_PASSED
    return exit_codes.GOOD if judged.passed else exit_codes.NO_DEVICE
