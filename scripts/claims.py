#!/usr/bin/env python3
"""Make the committed records of conformance, each session by one run of run_all.py.

Usage: scripts/claims.py [--list] [-s SESSION ...] [--most T] [--out DIR] [--keep NAME] [-- OPTION]
Each session is one run, in a folder of its own below --out (default results/claims).  This may be
stopped at any time, or by --most, and started again: the run is resumed.  What follows `--` goes to
run_all.py, such as -j 1.  --keep copies the records to results/reference/NAME/SESSION.
Exit code: 0 everything is recorded, 4 something is to come, otherwise that of the run that ended.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))

from league.base import exit_codes
from league.base.arguments import duration
from league.base.errors import LeagueError
from league.claims.sessions import SESSIONS
from league.records import baselines
from league.run import committed, select

_TO_COME = 4


def carry_out(name: str, told: argparse.Namespace, end: float) -> int:
    """Make a session, or go on with it, until it is whole or the time is up."""
    left = end - time.monotonic()
    if left < 1:
        return _TO_COME
    run = committed.newest(told.out / name)
    words = [*SESSIONS[name].split(), "--no-color", *told.further]
    words += ["--out", str(told.out / name)] if run is None else ["--resume", str(run)]
    code = committed.run_all(words + (["--budget", f"{int(left)}s"] if told.most else []))
    if code not in (exit_codes.GOOD, exit_codes.FAILED, exit_codes.BUDGET):
        return code
    return _TO_COME if end - time.monotonic() < 1 else 0


def main() -> int:
    """Do what the command line says."""
    parser = committed.parser(__doc__, "claims")
    parser.add_argument("--most", type=duration, metavar="T", help="in all (default: to the end)")
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
            if run := committed.newest(told.out / name):
                print(baselines.save(name, run, committed.kept(told.keep)))
    except LeagueError as error:
        print(f"claims: error: {error}", file=sys.stderr)
        return error.exit_code
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
