"""Is a smaller program still interesting?  What C-Vise and C-Reduce ask, again and again.

Usage: python -m league.claims.interesting FOLDER NAME
FOLDER holds the demands; the program is NAME in the working directory.  Exit code: 0 it is, 1 not.
The smallest program that is gets kept in FOLDER.
"""

from __future__ import annotations

import fcntl
import pickle
import sys
from pathlib import Path

from league.base.scratch import Scratch
from league.claims.demands import Demands
from league.run.launch import Launcher

#: The demands, the smallest program so far, and a byte for each program that was tried.
DEMANDS, SMALLEST, TRIED = "demands.pickle", "smallest", "tried"


def write(demands: Demands, folder: Path) -> None:
    """Put the demands where this program looks for them."""
    (folder / DEMANDS).write_bytes(pickle.dumps(demands))


def keep_if_smaller(program: Path, folder: Path) -> None:
    """Keep a program that is interesting, if none was smaller."""
    kept = folder / SMALLEST
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.is_file() or program.stat().st_size < kept.stat().st_size:
            fresh = folder / "fresh"
            fresh.write_bytes(program.read_bytes())
            fresh.replace(kept)


def main() -> int:
    """Say whether the program in the working directory is interesting."""
    folder, program = Path(sys.argv[1]), Path.cwd() / sys.argv[2]
    with (folder / TRIED).open("ab") as tried:
        tried.write(b".")
    demands: Demands = pickle.loads((folder / DEMANDS).read_bytes())
    with Scratch() as scratch, Launcher() as launcher:
        if not demands.met(program, scratch.path, launcher):
            return 1
    keep_if_smaller(program, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
