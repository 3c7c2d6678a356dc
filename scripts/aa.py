#!/usr/bin/env python3
"""Hold real benchmarks against themselves: whatever is called slower here is a false alarm.

Usage: scripts/aa.py FOLDER [--busy] [--sessions N] [--keep FILE]
Six sessions of the same programs, one after the other, of 50 us to 1 s a repetition; each is held
against the one before as `run_all.py compare --fail-slower` does, which launches again what looks
slower.  That makes 200 comparisons.  --busy keeps one core busy all the while.  --sessions makes
fewer; the same line again goes on in FOLDER, and holds all against their neighbours.  --keep writes
a table of every comparison as CSV.
Exit code: 0 if nothing was confirmed slower, 1 if something was, 2 for a wrong command line; else
what run_all.py ended with.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CHOICE = ("-t", "gcc-12-host", "-b", "vadd,pi,gauss,matmul,dot,laplacian,jacobi",
          "-v", "serial,omp", "--precision", "fp64")  # fmt: skip
HOW = ("-c", "S,W,A", "-l", "8", "-r", "1", "-w", "1")
SESSIONS = 6
#: Nanoseconds of the times that are counted.
SHORTEST, LONGEST = 5e4, 1e9
COLUMNS = ("first", "second", "cell", "compute_ns_first", "compute_ns_second", "ratio", "low",
           "high", "band", "decision", "sure", "confirmed")  # fmt: skip


def run_all(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command line of run_all.py and keep what it prints."""
    line = [sys.executable, str(ROOT / "scripts/run_all.py"), *words]
    return subprocess.run(line, stdout=subprocess.PIPE, text=True, check=False)


@contextmanager
def a_busy_core(wanted: bool) -> Iterator[None]:
    """Keep one core busy."""
    code = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
    load = subprocess.Popen([sys.executable, "-c", code]) if wanted else None
    try:
        yield
    finally:
        if load is not None:
            load.kill()
            load.wait()


def sessions(folder: Path) -> list[str]:
    """Return the sessions that are there, oldest first; not those that confirmed something."""
    known = folder / "sessions"
    return known.read_text(encoding="utf-8").split() if known.is_file() else []


def measure(folder: Path, count: int) -> int:
    """Make the sessions that are missing."""
    for n in range(len(sessions(folder)), count):
        done = run_all("run", *CHOICE, *HOW, "--out", str(folder), "--json")
        if done.returncode:
            print(f"session {n + 1} ended with {done.returncode}", file=sys.stderr)
            return done.returncode
        name = Path(json.loads(done.stdout)["run"]).name
        with (folder / "sessions").open("a", encoding="utf-8") as out:
            out.write(f"{name}\n")
        print(f"session {n + 1} of {count}: {name}", flush=True)
    return 0


def compared(folder: Path) -> list[dict[str, Any]]:
    """Hold neighbours against each other, each once, and return every comparison."""
    found = []
    for first, second in pairwise(sessions(folder)):
        kept = folder / f"{first}-{second}.json"
        if not kept.is_file():
            done = run_all("compare", first, second, "--out", str(folder), "--fail-slower",
                           "--json")  # fmt: skip
            if done.returncode not in (0, 3):
                raise SystemExit(done.returncode)
            kept.write_text(done.stdout, encoding="utf-8")
        told = json.loads(kept.read_text(encoding="utf-8"))
        for one in told["cells"]:
            times = one["compute_ns"]
            if min(times) >= SHORTEST and max(times) <= LONGEST:
                low, high = one["interval"]
                cell = f"{one['benchmark']}.{one['variant']} {one['class']}"
                values = (first, second, cell, *times, one["ratio"], low, high, one["band"],
                          one["decision"], one["sure"], one["confirmed"])  # fmt: skip
                found.append(dict(zip(COLUMNS, values)))
    return found


def keep(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """Write every comparison as CSV."""
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in rows:
            short = {
                name: f"{value:.6g}" if isinstance(value, float) else value
                for name, value in row.items()
            }
            writer.writerow(short)


def main(words: Sequence[str] | None = None) -> int:
    """Measure, compare, tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--sessions", type=int, default=SESSIONS, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    args = parser.parse_args(words)
    if args.sessions < 2:
        parser.error("--sessions is at least 2")
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.busy and (os.cpu_count() or 1) < 2:
        parser.error("--busy needs a machine of two cores or more")
    with a_busy_core(args.busy):
        code = measure(args.folder, args.sessions)
        if code:
            return code
        rows = compared(args.folder)
    if args.keep:
        keep(rows, args.keep)
    if not rows:
        print("nothing was comparable")
        return 4
    times = [row[name] for row in rows for name in ("compute_ns_first", "compute_ns_second")]
    decisions = Counter(row["decision"] for row in rows)
    slower = [row for row in rows if row["decision"] == "SLOWER" and row["sure"]]
    wrong = [row for row in slower if row["confirmed"]]
    print(f"{len(rows)} comparisons of {min(times) / 1e3:.0f} us to {max(times) / 1e9:.2f} s:"
          f" {', '.join(f'{n} {name}' for name, n in sorted(decisions.items()))}")  # fmt: skip
    print(f"{len(slower)} slower beyond chance, {len(wrong)} of them confirmed by fresh launches")
    for row in wrong:
        print(f"✗ {row['cell']}: {row['ratio']:.3f} from {row['first']} to {row['second']}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
