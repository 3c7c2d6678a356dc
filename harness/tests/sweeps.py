"""Sweeps over programs that are scripts."""

import sys
import zlib
from pathlib import Path

from league import cli
from league.base import locks
from league.base.progress import Progress
from league.commands import sweep as verb
from league.run import options, session
from league.sweep import axes, shape
from league.sweep.plan import Sweep
from tests import fakes

# Takes --set, and is fastest at 2 teams of 4 threads.
GOOD = """
for at, word in enumerate(words):
    if word == "--set":
        key, _, number = words[at + 1].partition("=")
        record["class"][key] = int(number)
teams = int(os.environ.get("OMP_NUM_TEAMS", 1))
threads = int(os.environ.get("OMP_TEAMS_THREAD_LIMIT", 1))
time_ns = 100000 * record["class"]["n"] * (1 + abs(teams - 2) + abs(threads - 4))
record["samples"][0].update(compute=time_ns, total=time_ns + 2)
"""
PROBE = """#!{python} -IS
import json, os, sys
teams = min(int(os.environ.get("OMP_NUM_TEAMS", 2)), 2)
threads = int(os.environ.get("OMP_TEAMS_THREAD_LIMIT", 2))
def region(nesting, clauses=""):
    return {{"nesting": nesting, "clauses": clauses, "complete": True, "teams_told": teams,
        "threads_told": threads, "teams": teams, "threads_per_team": threads,
        "blocks": 0, "warps_per_block": 0, "lanes_per_warp": 0}}
combined = "teams distribute parallel for"
regions = [region(combined), region(combined, "num_teams(8) thread_limit(64)"),
           region("teams loop"), region("teams distribute > parallel for")]
lanes = [{{"nesting": "target > simd", "clauses": "", "lanes": 1}}]
with open(sys.argv[2], "a") as out:
    out.write(json.dumps({{"schema": "league-probe-1", "device": "x86_64", "regions": regions,
                          "lanes": lanes}}))
"""


def add_probe(project: Path) -> None:
    """Put a probe into the build folder: it gives at most two teams."""
    fakes.script(project / "build" / "fake" / shape.PROGRAM, PROBE.format(python=sys.executable))


def sweep(project: Path, *words: str, absent: tuple[str, ...] = ()) -> tuple[int, Path]:
    """Sweep over the build folders of a project, as the command line would.

    ``absent`` names toolchains that are described and not here.
    """
    locks.PREFIX = f"league-test-{zlib.crc32(str(project).encode()):08x}-"
    args = cli.parser_of("sweep", verb).parse_args(words)
    chosen = options.from_arguments(args, project=project, verb="sweep")
    grid = axes.parse(args.teams, args.threads, args.size, args.simd)
    found = [fakes.FakeFound(one.name) for one in sorted((project / "build").iterdir())]
    found += [fakes.FakeFound(name, state="absent") for name in absent]
    done = session.carry_out(
        fakes.over_fakes(Sweep(chosen, grid)), Progress(sys.stderr), find=lambda _: found
    )
    return done.exit_code, done.folder
