"""Hold a run against a baseline; the exit code is the answer.

1 something broke, 3 something is confirmed slower or a count is larger, 4 nothing is comparable.
What is slower in the run is launched again, eight times, before it counts.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from league.analysis import gate
from league.commands import _confirm
from league.commands.baseline import add_folder
from league.records import baselines, reading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the run, the baseline, and how what is slower is confirmed."""
    parser.add_argument(
        "run",
        nargs="?",
        default="latest",
        metavar="RUN",
        help="run id or folder (default: the newest)",
    )
    parser.add_argument(
        "--baseline",
        default="",
        metavar="NAME",
        help="a name or a folder (default: the only one kept)",
    )
    _confirm.add_arguments(parser.add_argument_group("how"))
    where = parser.add_argument_group("where")
    where.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write a comment of at most 15 lines"
    )
    where.add_argument("--json", action="store_true", help="print JSON for programs")
    add_folder(where)
    reading.add_runs_folder(where)


def main(args: argparse.Namespace) -> int:
    """Judge, launch again what is slower, judge again, print."""
    runs = reading.runs_folder(args)
    base = reading.read_run(baselines.find(args.baseline, args.baselines))
    run = reading.read_run(reading.find_run(args.run, runs))
    fresh = _confirm.fresh_runs(args)
    found = gate.judge(base, run, fresh)
    if found.suspects and not args.no_confirm:
        keys = [pair.second.key for pair in found.suspects]
        more, why = _confirm.launch_again(keys, run, args)
        found = gate.judge(base, run, [*fresh, *more])
        if why:
            found = replace(found, notes=(*found.notes, f"not launched again: {why}"))
    if args.json:
        print(json.dumps(gate.to_json(found), indent=1, ensure_ascii=False))
    else:
        print("\n".join(gate.lines(found)))
    if args.markdown:
        path = reading.write_text(args.markdown, gate.to_markdown(found))
        print(f"Markdown: {path}", file=sys.stderr if args.json else sys.stdout)
    return found.exit_code
