#!/usr/bin/env python3
"""Make the runs that fill the figures of the published studies, and draw them.

Usage: scripts/studies.py [--list | --build-only] [-s SESSION ...] [-l N] [--out DIR] [--keep NAME]
The sessions are those of harness/league/studies/sessions.py: small sizes, a device without a GPU,
minutes in all.  Each is one run of run_all.py, in a folder of its own below --out (default
results/studies); figures go to its folder `figures`.  --build-only builds what they need and
launches nothing.  -s chooses sessions by name or glob.  -l launches each cell so often.
--keep copies the records, compressed, to results/reference/NAME/study-* and writes the page of
their figures there, which scripts/render.py draws.
Exit code: 0 if every session ended with 0, otherwise the highest code of one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "harness"))

from league.base.errors import LeagueError  # noqa: E402
from league.records import baselines, store  # noqa: E402
from league.run import select  # noqa: E402
from league.studies import sessions  # noqa: E402
from league.studies.sessions import Session  # noqa: E402

RUN_ALL = ROOT / "scripts/run_all.py"


def run_all(words: list[str]) -> int:
    """Run a command line of run_all.py, say how long it took, and return its exit code."""
    print(f"$ run_all.py {' '.join(words)}", flush=True)
    begun = time.monotonic()
    code = subprocess.run([sys.executable, str(RUN_ALL), *words], check=False).returncode
    print(f"# {words[0]}: {(time.monotonic() - begun) / 60:.1f} min, exit code {code}")
    return code


def to_build(one: Session) -> list[str]:
    """Return the command line that builds what a session launches, and only that."""
    flags = zip(one.words, one.words[1:])
    return ["build", *(word for pair in flags if pair[0] in ("-b", "-v", "-t") for word in pair)]


def newest(out: Path, one: Session) -> Path | None:
    """Return the folder of the last run of a session; None if there is none."""
    return max(store.runs_in(out / one.name), default=None)


def keep(chosen: list[Session], out: Path, machine: Path) -> None:
    """Copy the records of the last run of each session, and write the page of the figures."""
    for one in chosen:
        if run := newest(out, one):
            baselines.save(one.folder, run, machine)
    page = machine.parent / sessions.PAGE
    page.write_text(sessions.page(machine), encoding="utf-8")
    print(f"kept below {machine}; now scripts/render.py")


def carry_out(chosen: list[Session], told: argparse.Namespace) -> int:
    """List, build or make the sessions that were chosen; return the highest exit code."""
    if told.list:
        for one in chosen:
            print(f"{one.name:30} {one.minutes:4.1f} min  run_all.py {' '.join(one.line(told.l))}")
        print(f"{len(chosen)} sessions, about {sum(one.minutes for one in chosen):.0f} min")
        return 0
    if told.build_only:
        return max(run_all(to_build(one)) for one in chosen)
    code = max(run_all([*one.line(told.l), "--out", str(told.out / one.name)]) for one in chosen)
    runs = [str(run) for one in chosen if (run := newest(told.out, one)) is not None]
    if runs:
        drawn = run_all(["figures", "all", *runs, "--folder", str(told.out / "figures")])
        code = max(code, drawn)
    if told.keep:
        keep(chosen, told.out, ROOT / "results/reference" / told.keep)
    return code


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="name the sessions, launch nothing")
    what.add_argument("--build-only", action="store_true")
    parser.add_argument("-s", action="append", metavar="SESSION", help="default: all")
    parser.add_argument("-l", type=int, metavar="N", help="launches of each cell")
    parser.add_argument("--out", type=Path, metavar="DIR", default=ROOT / "results/studies")
    parser.add_argument("--keep", metavar="NAME", help="of the machine, as its folder is called")
    told = parser.parse_args()
    try:
        names = [one.name for one in sessions.SESSIONS]
        wanted = select.match_names("session", told.s or ["*"], names)
        return carry_out([one for one in sessions.SESSIONS if one.name in wanted], told)
    except LeagueError as error:
        print(f"studies: error: {error}", file=sys.stderr)
        return error.exit_code


if __name__ == "__main__":
    sys.exit(main())
