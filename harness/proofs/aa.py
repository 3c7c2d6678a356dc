"""Hold real benchmarks against themselves: whatever is called slower here is a false alarm.

Sessions of programs whose repetitions take 50 us to 1 s.  Each cell is launched 16 times; every
other launch is taken for those of a second program, as two toolchains take turns in a session, and
held against the rest by the rules of `run_all.py compare`, in both directions.  What looks slower
is launched afresh and held against itself again.  There are sessions until 200 were compared.
--busy keeps one core busy all the while.  --budget begins no session after so many seconds; the
same line again goes on in FOLDER.  --keep writes a table of every comparison as CSV.
Exit code: 0 if nothing was confirmed slower, 1 if something was, 2 for a wrong command line, 4 if
fewer than 200 were compared so far; else what run_all.py ended with.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd

from league.analysis import stats
from league.analysis.ratios import floor_of
from league.base.errors import UsageError
from league.records import reading
from league.records.view import RunView
from proofs.planter import RUN_ALL, append, flag, lines_of

HOW = ("-t", "gcc-12-host", "--precision", "fp64", "-l", "16", "-r", "1", "-w", "1")
SHORT = ("-b", "vadd,pi,gauss,matmul,dot,laplacian,jacobi", "-v", "serial,omp", "-c", "S,W")
#: What the first session holds: the longest.
LONG = ("-b", "dot,jacobi", "-v", "serial", "-c", "A")
WANTED = 200
#: Nanoseconds of the times that are counted.
SHORTEST, LONGEST = 5e4, 1e9
COLUMNS = ("session", "cell", "first_ns", "second_ns", "ratio", "low", "high", "band", "decision",
           "sure", "confirmed")  # fmt: skip

Row = dict[str, Any]


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


def session(folder: Path, *words: str) -> RunView:
    """Make a run and read it.  Raises SystemExit if it did not end well."""
    line = [*RUN_ALL, "run", *words, "--out", str(folder), "--json"]
    done = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)
    return reading.read_run(Path(json.loads(done.stdout)["run"]))


def sides(made: RunView) -> dict[str, tuple[list[float], list[float]]]:
    """Return the launches of every cell in turns, for one side and for the other."""
    found = {}
    for key, cell in made.cells.items():
        times = cell.medians()
        if cell.verified and SHORTEST <= stats.median(times) <= LONGEST:
            found[f"{key.benchmark}.{key.variant} {key.letter}"] = (times[::2], times[1::2])
    return found


def compared(made: RunView, folder: Path) -> list[Row]:
    """Hold every cell of a session against itself; launch again what looks slower either way."""
    floor, rows = floor_of([made]), []
    halves = sides(made)
    sure = stats.discoveries([stats.difference_p_value(b, a) for a, b in halves.values()])
    for (cell, (first, second)), beyond in zip(halves.items(), sure):
        a, b = stats.median(first), stats.median(second)
        told = stats.compare(second, first, spread=floor.spread(a, b))
        span = told.interval or stats.Interval(0.0, 0.0)
        changed = told.decision in (stats.Decision.SLOWER, stats.Decision.FASTER)
        again = ""
        if changed and beyond:
            faster = told.decision is stats.Decision.FASTER
            again = str(slower_again(cell, folder, told.band, swapped=faster))
        values = (made.name, cell, a, b, told.ratio, span.low, span.high, told.band,
                  told.decision.value, beyond, again)  # fmt: skip
        rows.append(dict(zip(COLUMNS, values)))
    return rows


def slower_again(cell: str, folder: Path, band: float, *, swapped: bool) -> bool:
    """Launch a cell afresh and say whether the side that looked slower is so again."""
    program, letter = cell.split()
    benchmark, variant = program.split(".")
    words = ("-b", benchmark, "-v", variant, "-c", letter)
    fresh = sides(session(folder / "again", *words, *HOW)).get(cell)
    if fresh is None:
        return False
    first, second = fresh[::-1] if swapped else fresh
    return stats.slower_again(second, first, spread=band) <= stats.CONFIRMED_RATE


def known(folder: Path) -> list[Row]:
    """Return the comparisons that were made."""
    return lines_of(folder / "comparisons.jsonl")


def measure(folder: Path, deadline: float) -> None:
    """Make sessions until there are enough comparisons."""
    while len(rows := known(folder)) < WANTED and time.monotonic() < deadline:
        number = len({row["session"] for row in rows})
        made = session(folder, *(SHORT if rows else LONG), *HOW)
        new = compared(made, folder)
        append(folder / "comparisons.jsonl", *new)
        print(f"session {number + 1}, {made.name}: {len(new)} comparisons", flush=True)
        if not new:
            return


OPTIONS = (
    flag("folder", type=Path),
    flag("--busy", action="store_true", help="keep one core busy all the while"),
    flag("--budget", type=float, default=float("inf"), metavar="SECONDS"),
    flag("--keep", type=Path, metavar="FILE"),
)


def run(args: argparse.Namespace) -> int:
    """Measure, compare, tell."""
    if args.busy and (os.cpu_count() or 1) < 2:
        raise UsageError("--busy needs a machine of two cores or more")
    args.folder.mkdir(parents=True, exist_ok=True)
    with a_busy_core(args.busy):
        measure(args.folder, time.monotonic() + args.budget)
    rows = known(args.folder)
    if args.keep:
        table = pd.DataFrame(rows, columns=COLUMNS)
        table.to_csv(args.keep, index=False, float_format="%.6g", lineterminator="\n")
    if not rows:
        print("nothing was comparable")
        return 4
    times = [row[name] for row in rows for name in ("first_ns", "second_ns")]
    decisions = Counter(row["decision"] for row in rows)
    doubted = [row for row in rows if row["confirmed"]]
    wrong = [row for row in doubted if row["confirmed"] == "True"]
    print(f"{len(rows)} comparisons of {min(times) / 1e3:.0f} us to {max(times) / 1e9:.2f} s:"
          f" {', '.join(f'{n} {name}' for name, n in sorted(decisions.items()))}")  # fmt: skip
    print(f"{len(doubted)} beyond chance, {len(wrong)} of them confirmed by fresh launches")
    for row in wrong:
        print(f"✗ {row['cell']}: {row['ratio']:.3f} in {row['session']}")
    if wrong:
        return 1
    return 0 if len(rows) >= WANTED else 4
