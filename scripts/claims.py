#!/usr/bin/env python3
"""Make the committed records of conformance, each session by one run of run_all.py.

Usage: scripts/claims.py [--list] [-s SESSION ...] [--most T] [--out DIR] [--keep NAME] [-- OPTION]
Each session is one run, in a folder of its own below --out (default results/claims).  This may be
stopped at any time, or by --most, and started again: the run is resumed.  What follows `--` goes to
run_all.py, such as -j 1.  --keep copies the records to results/reference/NAME/SESSION.
Exit code: 0 everything is recorded, 4 something is to come, otherwise that of the run that ended.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "harness"))

from league.base.arguments import duration  # noqa: E402
from league.base.errors import LeagueError  # noqa: E402
from league.records import baselines, store  # noqa: E402
from league.run import select  # noqa: E402

_TO_COME = 4
_WHOLE = "check --suite validation"
_LOOKS = "conformance --controls --mutants"
#: Name of a session: its command line.
SESSIONS = {
    "conformance-clang-19": f"{_WHOLE} -t clang-19-x86_64",
    "conformance-clang-22": f"{_WHOLE} -t clang-22-x86_64",
    "conformance-gcc-12": f"{_WHOLE} -t gcc-12-host",
    "conformance-gcc-12-emulated": f"{_WHOLE} -t gcc-12-emulated",
    "conformance-clang-19-emulated": f"{_WHOLE} --tag hand-written -t clang-19-emulated",
    "conformance-clang-15": f"{_WHOLE} --tag hand-written -t clang-15-x86_64",
    "conformance-flang": f"{_WHOLE} -b fortran -t clang-19-host -t clang-22-host",
    "conformance-controls": f"{_LOOKS} -t clang-19-x86_64",
    "conformance-controls-fortran": f"{_LOOKS} -b fortran -t gcc-12-emulated",
}


def carry_out(name: str, told: argparse.Namespace, end: float) -> int:
    """Make a session, or go on with it, until it is whole or the time is up."""
    left = end - time.monotonic()
    if left < 1:
        return _TO_COME
    folder = told.out / name
    run = max(store.runs_in(folder), default=None)
    words = [*SESSIONS[name].split(), "--no-color", *told.further]
    words += ["--out", str(folder)] if run is None else ["--resume", str(run)]
    words += ["--budget", f"{int(left)}s"] if told.most else []
    line = [sys.executable, str(ROOT / "scripts/run_all.py"), *words]
    code = subprocess.run(line, check=False).returncode
    if code not in (0, 1):  # a claim that fails is recorded
        return code
    return _TO_COME if end - time.monotonic() < 1 else 0


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", action="store_true", help="name the sessions, run nothing")
    parser.add_argument("-s", action="append", metavar="SESSION", help="default: all")
    parser.add_argument("--most", type=duration, metavar="T", help="in all (default: to the end)")
    parser.add_argument("--out", type=Path, metavar="DIR", default=ROOT / "results/claims")
    parser.add_argument("--keep", metavar="NAME", help="of the machine, as its folder is called")
    parser.add_argument("further", nargs="*", metavar="OPTION", help="behind --, for run_all.py")
    told = parser.parse_args()
    end = time.monotonic() + (told.most or float("inf"))
    try:
        chosen = select.match_names("session", told.s or ["*"], SESSIONS)
        if told.list:
            print("\n".join(f"{name:28} run_all.py {SESSIONS[name]}" for name in chosen))
            return 0
        codes = [carry_out(name, told, end) for name in chosen]
        for name in chosen if told.keep else ():
            for run in [*store.runs_in(told.out / name)][-1:]:
                print(baselines.save(name, run, ROOT / "results/reference" / told.keep))
    except LeagueError as error:
        print(f"claims: error: {error}", file=sys.stderr)
        return error.exit_code
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
