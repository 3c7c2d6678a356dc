#!/usr/bin/env python3
"""Make the committed records of conformance, each session by one run of run_all.py.

Usage: scripts/claims.py [--list] [-s SESSION ...] [--piece T] [--most T] [--out DIR] [--keep NAME]
Each session is one run, in a folder of its own below --out (default results/claims).  This may be
stopped at any time and started again: the run is resumed, --piece (default 150s) after --piece.
--most stops after so long (default: at the end).  What follows `--` goes to run_all.py, such as
-j 1.  --keep copies the records, compressed, to results/reference/NAME/SESSION.
Exit code: 0 everything is recorded, 4 something is to come, otherwise that of the run that ended.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "harness"))

from league.base.arguments import duration  # noqa: E402
from league.base.errors import LeagueError  # noqa: E402
from league.records import store  # noqa: E402
from league.run import select  # noqa: E402

RUN_ALL = [sys.executable, str(ROOT / "scripts/run_all.py")]
_TO_COME = 4
_WHOLE = "check --suite validation"
_LOOKS = "conformance --controls --mutants"
#: Name of a session: its command line.
SESSIONS = {
    "conformance-clang-19": f"{_WHOLE} -t clang-19-x86_64",
    "conformance-clang-22": f"{_WHOLE} -t clang-22-x86_64",
    "conformance-gcc-12": f"{_WHOLE} -t gcc-12-host",
    "conformance-gcc-12-emulated": f"{_WHOLE} -t gcc-12-emulated",
    "conformance-clang-15": f"{_WHOLE} --tag hand-written -t clang-15-x86_64",
    "conformance-flang": f"{_WHOLE} -b fortran -t clang-19-host -t clang-22-host",
    "conformance-controls": f"{_LOOKS} -t clang-19-x86_64",
    "conformance-controls-fortran": f"{_LOOKS} -b fortran -t gcc-12-emulated",
}


def trials(name: str) -> int:
    """Return how many trials a session has; raises LeagueError if it cannot say."""
    line = [*RUN_ALL, *SESSIONS[name].split(), "--dry-run", "--json"]
    said = subprocess.run(line, capture_output=True, text=True, check=False)
    if said.returncode:
        raise LeagueError(said.stderr.strip().splitlines()[-1].removeprefix("league: error: "))
    return int(json.loads(said.stdout)["totals"]["trials"])


def newest(folder: Path) -> Path | None:
    """Return the last run of a session; None if there is none."""
    return max(store.runs_in(folder), default=None) if folder.is_dir() else None


def made(run: Path | None) -> int:
    """Return how many trials a run has recorded."""
    records = store.read_records(run) if run is not None else []
    names = ("toolchain", "claim", "language", "change")
    return len({tuple(one[each] for each in names) for one in records if one["kind"] == "claim"})


def carry_out(name: str, told: argparse.Namespace, end: float) -> int:
    """Make a session piece by piece until it is whole, or the time is up."""
    folder, whole = told.out / name, trials(name)
    while (before := made(newest(folder))) < whole:
        left = min(told.piece, end - time.monotonic())
        print(f"{name}: {before} of {whole} trials recorded", flush=True)
        if left < 1:
            return _TO_COME
        run = newest(folder)
        where = ["--resume", str(run)] if run is not None else ["--out", str(folder)]
        words = [*SESSIONS[name].split(), "--budget", f"{int(left)}s", *where, "--no-color"]
        line = [*RUN_ALL, *words, *told.further]
        code = subprocess.run(line, stdout=subprocess.DEVNULL, check=False).returncode
        if code not in (0, 1) or made(newest(folder)) == before:  # one that failed goes on
            return code or _TO_COME
    print(f"{name}: all of {whole} trials recorded", flush=True)
    return 0


def keep(run: Path, folder: Path) -> None:
    """Copy the records of a run to the committed ones."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress((run / store.FILE_NAME).read_bytes(), 9, mtime=0)
    (folder / f"{store.FILE_NAME}.gz").write_bytes(packed)
    print(f"kept: {folder}; now scripts/render.py")


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", action="store_true", help="name the sessions, run nothing")
    parser.add_argument("-s", action="append", metavar="SESSION", help="default: all")
    parser.add_argument("--piece", type=duration, default=150.0, metavar="T")
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
    except LeagueError as error:
        print(f"claims: error: {error}", file=sys.stderr)
        return error.exit_code
    for name in chosen if told.keep else ():
        if run := newest(told.out / name):
            keep(run, ROOT / "results/reference" / told.keep / name)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
