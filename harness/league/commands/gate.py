"""Hold a run against a baseline; the exit code is the answer.

1 something broke, 3 something is confirmed slower or a count is larger, 4 nothing is comparable,
6 something of the baseline is gone; what a smaller run left out is no part of it with -t, -b, ....
What is slower in the run is launched again, eight times, before it counts: in turns with the
programs of the baseline where those were kept, else held against what history says of nights.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from league.analysis import between, gate, nights
from league.analysis.selection import narrow
from league.base.arguments import argument
from league.commands import _confirm
from league.commands._shared import BASELINES, CHOICE, JSON, RUN, RUNS_FOLDER, show, write
from league.commands.history import HISTORY
from league.records import baselines, reading

ARGUMENTS = (
    RUN,
    argument("--baseline", default="", metavar="NAME", fits="baselines",
             help="a name or a folder (default: the only one kept)"),
    *_confirm.ARGUMENTS,
    *CHOICE,
    argument("--markdown", type=Path, metavar="FILE", group="where",
             help="write a comment of at most 15 lines"),
    JSON,
    HISTORY,
    BASELINES,
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Judge, launch again what is slower, judge again, print."""
    folders = (baselines.find(args.baseline, args.baselines), reading.find_run(args.run, args.out))
    base, run = narrow([reading.read_run(folder) for folder in folders], args)
    fresh = _confirm.fresh_runs(args)
    before = {
        names: program
        for names, build in ({} if args.no_confirm else base.builds).items()
        if (program := baselines.program(folders[0], str(build.get("executable_sha256"))))
    }
    known = between.nights_of(nights.newest(args.history, run.name), run.place)
    found = gate.judge(base, run, fresh, known.of, before)
    if found.suspects and not args.no_confirm:
        keys = [pair.second.key for pair in found.suspects]
        more, why = _confirm.launch_again(keys, run, args, before)
        found = gate.judge(base, run, [*fresh, *more], known.of, before)
        if why:
            found = replace(found, notes=(*found.notes, f"not launched again: {why}"))
    show(args, lambda: "\n".join(gate.lines(found)), lambda: gate.to_json(found))
    write(args, lambda: gate.to_markdown(found))
    return found.exit_code
