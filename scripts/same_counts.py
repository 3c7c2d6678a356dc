#!/usr/bin/env python3
"""Hold the emulated device's counts of two sessions against each other, where the PTX is the same.

Usage: scripts/same_counts.py RUN KEPT
Both are folders of sessions, RUN also one of several, of which the newest counts.  Of each cell of
both whose program has PTX of the same hash every count of every kernel has to be equal, whatever
the machine and whatever else ran there.
Exit code: 0 all are equal, 1 one is not, 2 usage, 4 no program of both has the same PTX.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "harness"))

from league.analysis import device  # noqa: E402
from league.base.errors import LeagueError  # noqa: E402
from league.base.words import plural  # noqa: E402
from league.records import reading  # noqa: E402


def main(arguments: list[str]) -> int:
    """Compare, and say what differs."""
    if len(arguments) != 2 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        folder, kept = map(Path, arguments)
        if not any(folder.glob("records.jsonl*")):
            folder = reading.newest_run(folder)
        found = device.same_code(reading.read_run(folder), reading.read_run(kept))
    except LeagueError as problem:
        print(f"same_counts: {problem}", file=sys.stderr)
        return 2
    for line in (line for lines in found.values() for line in lines):
        print(line)
    wrong = sum(bool(lines) for lines in found.values())
    told = plural(len(found), "cell")
    print(f"{told} with the same PTX: {len(found) - wrong} with the same counts")
    return 1 if wrong else 0 if found else 4


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
