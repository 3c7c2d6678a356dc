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

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))

from league.base.errors import LeagueError
from league.run.committed import kept, newest, parser, run_all
from league.run.select import match_names
from league.studies import sessions


def carry_out(chosen: list[sessions.Session], told: argparse.Namespace) -> int:
    """List, build or make the sessions that were chosen; return the highest exit code."""
    if told.list:
        for one in chosen:
            print(f"{one.name:30} {one.minutes:4.1f} min  run_all.py {' '.join(one.line(told.l))}")
        print(f"{len(chosen)} sessions, about {sum(one.minutes for one in chosen):.0f} min")
        return 0
    if told.build_only:
        return max(run_all(one.to_build()) for one in chosen)
    code = max(run_all([*one.line(told.l), "--out", str(told.out / one.name)]) for one in chosen)
    made = {one: run for one in chosen if (run := newest(told.out / one.name)) is not None}
    if made:
        runs = map(str, made.values())
        code = max(code, run_all(["figures", "all", *runs, "--folder", str(told.out / "figures")]))
    if told.keep:
        page = sessions.keep(made, kept(told.keep))
        print(f"kept below {page.parent}; now scripts/render.py")
    return code


def main() -> int:
    """Do what the command line says."""
    arguments = parser(__doc__, "studies")
    arguments.add_argument("--build-only", action="store_true")
    arguments.add_argument("-l", type=int, metavar="N", help="launches of each cell")
    told = arguments.parse_args()
    try:
        wanted = match_names("session", told.s or ["*"], [one.name for one in sessions.SESSIONS])
        return carry_out([one for one in sessions.SESSIONS if one.name in wanted], told)
    except LeagueError as error:
        print(f"studies: error: {error}", file=sys.stderr)
        return error.exit_code


if __name__ == "__main__":
    sys.exit(main())
