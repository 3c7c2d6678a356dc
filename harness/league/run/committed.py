"""Sessions whose records are committed: each is one run of run_all.py, in a folder of its own."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from league.base import paths
from league.records import store


def parser(doc: str | None, out: str) -> argparse.ArgumentParser:
    """Return what reads the command line of a script, whose runs lie in a folder of results/."""
    made = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    made.add_argument("--list", action="store_true", help="name the sessions, run nothing")
    made.add_argument("-s", action="append", metavar="SESSION", help="default: all")
    home = paths.project_root() / "results" / out
    made.add_argument("--out", type=Path, metavar="DIR", default=home)
    made.add_argument("--keep", metavar="NAME", help="of the machine, as its folder is called")
    return made


def kept(machine: str) -> Path:
    """Return the folder of the committed records of a machine."""
    return paths.project_root() / "results" / "reference" / machine


def newest(folder: Path) -> Path | None:
    """Return the last run of a session, given by its folder; None if there is none."""
    return max(store.runs_in(folder), default=None)


def run_all(words: list[str]) -> int:
    """Run a command line of run_all.py, say how long it took, and return its exit code."""
    print(f"$ run_all.py {' '.join(words)}", flush=True)
    begun = time.monotonic()
    line = [sys.executable, str(paths.project_root() / "scripts/run_all.py"), *words]
    code = subprocess.run(line, check=False).returncode
    print(f"# {words[0]}: {(time.monotonic() - begun) / 60:.1f} min, exit code {code}")
    return code
