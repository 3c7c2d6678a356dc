"""Hold the emulated device's counts of two sessions against each other, where the PTX is the same.

Both are folders of sessions, RUN also one of several, of which the newest counts.  Of each cell of
both whose program has PTX of the same hash every count of every kernel has to be equal, whatever
the machine and whatever else ran there.
Exit code: 0 all are equal, 1 one is not, 2 usage, 4 no program of both has the same PTX.
"""

import argparse
from pathlib import Path

from league.analysis import device
from league.base.words import plural
from league.records import reading
from proofs.planter import flag

OPTIONS = (
    flag("run", type=Path, metavar="RUN"),
    flag("kept", type=Path, metavar="KEPT"),
)


def run(args: argparse.Namespace) -> int:
    """Compare, and say what differs."""
    folder = args.run
    if not any(folder.glob("records.jsonl*")):
        folder = reading.newest_run(folder)
    found = device.same_code(reading.read_run(folder), reading.read_run(args.kept))
    for line in (line for lines in found.values() for line in lines):
        print(line)
    wrong = sum(bool(lines) for lines in found.values())
    cells = plural(len(found), "cell")
    print(f"{cells} with the same PTX: {len(found) - wrong} with the same counts")
    return 1 if wrong else 0 if found else 4
