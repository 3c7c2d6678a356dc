"""Measure what the harness itself costs: of a `run`, and of a rebuild with nothing to do.

Overhead of a run = wall time of `run_all.py run` (suite quick, class W, one built toolchain)
minus the wall time of the executables it launched, divided by the latter.  The rebuild is
`run_all.py build` of that toolchain when everything is up to date; three are made, all are shown.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path
from statistics import median

from league.base import machine
from league.base.errors import LeagueError
from league.records import store
from proofs.planter import RUN_ALL, call, flag


def harness(*arguments: str) -> float:
    """Run one verb; wall seconds.  Raises LeagueError when the verb fails."""
    began = time.monotonic()
    done = call([*RUN_ALL, *arguments])
    took = time.monotonic() - began
    if done.returncode != 0:
        raise LeagueError(f"{' '.join(arguments)} failed:\n{done.stderr[-2000:]}")
    return took


OPTIONS = (
    flag("-t", "--toolchain", default="clang-19-x86_64"),
    flag("-l", "--launches", type=int, default=5),
    flag("-o", "--out", type=Path, metavar="FILE"),
)


def run(arguments: argparse.Namespace) -> int:
    """Build, rebuild, run, subtract."""
    chosen = ["-t", arguments.toolchain, "--suite", "quick"]
    harness("build", *chosen)
    rebuilds = [harness("build", *chosen) for _ in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        wall = harness("run", *chosen, "-c", "W", "-l", str(arguments.launches), "--out", str(out))
        files = sorted(Path(folder).rglob("records.jsonl"))
        records = [record for file in files for record in store.read_records(file.parent)]
    launches = [record for record in records if record["kind"] == "launch"]
    ours = sum(record.get("wall_ns") or 0 for record in launches) / 1e9
    told = {
        "toolchain": arguments.toolchain, "suite": "quick", "class": "W",
        "launches": len(launches), "wall_s": round(wall, 3), "executables_s": round(ours, 3),
        "overhead_s": round(wall - ours, 3),
        "overhead_percent": round(100 * (wall - ours) / ours, 2),
        "noop_rebuild_s": [round(one, 3) for one in rebuilds],
        "noop_rebuild_median_s": round(median(rebuilds), 3), "machine": machine.describe(),
    }  # fmt: skip
    print(json.dumps(told, indent=1))
    if arguments.out:
        arguments.out.write_text(json.dumps(told, indent=1) + "\n")
    return 0
