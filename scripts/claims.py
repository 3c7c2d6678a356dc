#!/usr/bin/env python3
"""Make the committed records of conformance, in pieces that can be stopped and gone on with.

Usage: scripts/claims.py [--list] [-s SESSION ...] [--piece T] [--most T] [--out DIR] [--keep NAME]
Each session is one run of run_all.py, in a folder of its own below --out (default results/claims).
It is made in pieces of --piece (default 150s): a piece goes on where the last one ended, so this
may be stopped at any time and started again.  --most stops after so long (default: at the end).
What follows `--` goes to run_all.py, such as -j 1.
--keep copies the records, compressed, to results/reference/NAME/SESSION.
Exit code: 0 everything is recorded, 4 something is to come, otherwise that of the run that ended.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "harness"))

from league.base.errors import LeagueError  # noqa: E402
from league.base.words import plural  # noqa: E402
from league.records import store  # noqa: E402
from league.run import select  # noqa: E402

RUN_ALL = ROOT / "scripts/run_all.py"
_TO_COME = 4
#: Exit codes of a piece after which the next one can go on: good, something failed.
_ENDED = (0, 1)


@dataclass(frozen=True)
class Session:
    """One run of claims: its name and its command line."""

    name: str
    words: tuple[str, ...]


def _on(*toolchains: str) -> tuple[str, ...]:
    return tuple(word for one in toolchains for word in ("-t", one))


_WHOLE = ("check", "--suite", "validation")
_BY_HAND = ("--tag", "hand-written")
_TWINS = ("-b", "fortran")
_LOOKS = ("conformance", "--controls", "--mutants")
SESSIONS = (
    Session("conformance-clang-19", (*_WHOLE, *_on("clang-19-x86_64"))),
    Session("conformance-clang-22", (*_WHOLE, *_on("clang-22-x86_64"))),
    Session("conformance-gcc-12", (*_WHOLE, *_on("gcc-12-host"))),
    Session("conformance-gcc-12-emulated", (*_WHOLE, *_on("gcc-12-emulated"))),
    Session("conformance-clang-15", (*_WHOLE, *_BY_HAND, *_on("clang-15-x86_64"))),
    Session("conformance-flang", (*_WHOLE, *_TWINS, *_on("clang-19-host", "clang-22-host"))),
    Session("conformance-controls", (*_LOOKS, *_on("clang-19-x86_64"))),
    Session("conformance-controls-fortran", (*_LOOKS, *_TWINS, *_on("gcc-12-emulated"))),
)  # fmt: skip


def trials(one: Session) -> int:
    """Return how many trials a session has; raises LeagueError if it cannot say."""
    line = [sys.executable, str(RUN_ALL), *one.words, "--dry-run", "--json"]
    said = subprocess.run(line, capture_output=True, text=True, check=False)
    if said.returncode:
        raise LeagueError(said.stderr.strip().splitlines()[-1].removeprefix("league: error: "))
    total: int = json.loads(said.stdout)["totals"]["trials"]
    return total


def newest(out: Path, one: Session) -> Path | None:
    """Return the folder of the last run of a session; None if there is none."""
    folders = sorted(store.runs_in(out / one.name)) if (out / one.name).is_dir() else []
    return folders[-1] if folders else None


def made(run: Path | None) -> int:
    """Return how many trials a run has recorded."""
    if run is None:
        return 0
    return len({(one["toolchain"], one["claim"], one["language"], one["change"])
                for one in store.read_records(run) if one["kind"] == "claim"})  # fmt: skip


def piece(one: Session, out: Path, seconds: int, further: list[str]) -> int:
    """Go on with a session for so long and return the exit code."""
    run = newest(out, one)
    where = ["--resume", str(run)] if run is not None else ["--out", str(out / one.name)]
    words = [*one.words, "--budget", f"{seconds}s", *where, "--no-color", *further]
    said = subprocess.run(
        [sys.executable, str(RUN_ALL), *words], stdout=subprocess.DEVNULL, check=False
    )
    return said.returncode


def carry_out(one: Session, told: argparse.Namespace, end: float) -> int:
    """Make a session piece by piece until it is whole, or the time is up."""
    whole = trials(one)
    while True:
        before = made(newest(told.out, one))
        if before >= whole:
            print(f"{one.name}: all of {plural(whole, 'trial')} recorded", flush=True)
            return 0
        left = end - time.monotonic()
        if left < 1:
            print(f"{one.name}: {before} of {plural(whole, 'trial')}; call this again to go on")
            return _TO_COME
        code = piece(one, told.out, max(1, int(min(told.piece, left))), told.further)
        now = made(newest(told.out, one))
        print(f"{one.name}: {now} of {plural(whole, 'trial')} recorded", flush=True)
        if code not in _ENDED or now == before:
            return code or _TO_COME


def keep(one: Session, out: Path, machine: str) -> None:
    """Copy the records of the last run of a session to the committed ones."""
    run = newest(out, one)
    if run is None:
        return
    folder = ROOT / "results/reference" / machine / one.name
    folder.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress((run / store.FILE_NAME).read_bytes(), 9, mtime=0)
    (folder / f"{store.FILE_NAME}.gz").write_bytes(packed)
    print(f"kept: {folder}; now scripts/render.py")


def _seconds(text: str) -> int:
    unit = {"s": 1, "m": 60, "h": 3600}.get(text[-1:], 0)
    if not unit or not text[:-1].isdigit() or not int(text[:-1]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time as 90s, 25m or 2h")
    return int(text[:-1]) * unit


def main() -> int:
    """Do what the command line says."""
    words = sys.argv[1:]
    further = words[words.index("--") + 1 :] if "--" in words else []
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", action="store_true", help="name the sessions, run nothing")
    parser.add_argument("-s", action="append", metavar="SESSION", help="default: all")
    parser.add_argument("--piece", type=_seconds, default=150, metavar="T")
    parser.add_argument("--most", type=_seconds, metavar="T", help="in all (default: to the end)")
    parser.add_argument("--out", type=Path, metavar="DIR", default=ROOT / "results/claims")
    parser.add_argument("--keep", metavar="NAME", help="of the machine, as its folder is called")
    told = parser.parse_args(words[: words.index("--")] if "--" in words else words)
    told.further = further
    end = time.monotonic() + (told.most or float("inf"))
    try:
        names = [one.name for one in SESSIONS]
        wanted = select.match_names("session", told.s or ["*"], names)
        chosen = [one for one in SESSIONS if one.name in wanted]
        if told.list:
            for one in chosen:
                print(f"{one.name:28} run_all.py {' '.join(one.words)}")
            return 0
        codes = [carry_out(one, told, end) for one in chosen]
    except LeagueError as error:
        print(f"claims: error: {error}", file=sys.stderr)
        return error.exit_code
    if told.keep:
        for one in chosen:
            keep(one, told.out, told.keep)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
