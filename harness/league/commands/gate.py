"""Hold a run against a baseline; the exit code is the answer.

1 something broke, 3 something is confirmed slower or a count is larger, 4 nothing is comparable.
What is slower in the run is launched again, eight times, before it counts.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from league.analysis import gate
from league.analysis.comparison import Pair
from league.base import paths
from league.base.progress import Progress
from league.commands.baseline import add_folder
from league.records import baselines, reading
from league.records.view import RunView
from league.run import select, session
from league.run.options import Options
from league.run.timing import Timing

LAUNCHES = 8


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
    how = parser.add_argument_group("how")
    how.add_argument(
        "--fresh",
        action="append",
        default=[],
        metavar="RUN",
        help="a further run of the same programs; repeatable",
    )
    how.add_argument(
        "--no-confirm",
        action="store_true",
        help="launch nothing: what is slower is told and does not fail",
    )
    how.add_argument(
        "--build-root",
        type=Path,
        metavar="DIR",
        help="folder with the build folders (default build)",
    )
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
    fresh = [reading.read_run(reading.find_run(name, runs)) for name in args.fresh]
    found = gate.judge(base, run, fresh)
    if found.suspects and not args.no_confirm:
        fresh += _launch_again(found.suspects, run, args)
        found = gate.judge(base, run, fresh)
    if args.json:
        print(json.dumps(gate.to_json(found), indent=1, ensure_ascii=False))
    else:
        print("\n".join(gate.lines(found)))
    if args.markdown:
        path = reading.write_text(args.markdown, gate.to_markdown(found))
        print(f"Markdown: {path}", file=sys.stderr if args.json else sys.stdout)
    return found.exit_code


def _launch_again(
    suspects: Sequence[Pair], run: RunView, args: argparse.Namespace
) -> list[RunView]:
    """Launch the suspects of each benchmark in a session of their own."""
    groups: dict[str, list[Pair]] = {}
    for pair in suspects:
        groups.setdefault(pair.second.key.benchmark, []).append(pair)
    made = []
    for benchmark, pairs in groups.items():
        keys = [pair.second.key for pair in pairs]
        options = Options(
            project=paths.project_root(),
            verb="run",
            selection=select.Selection(
                benchmarks=(benchmark,), variants=_each(key.variant for key in keys)
            ),
            toolchains=_each(key.toolchain for key in keys),
            classes=_each(key.letter for key in keys),
            precisions=_each(key.precision for key in keys),
            launches=LAUNCHES,
            repeat=run.session.get("repeat"),
            warmup=run.session.get("warmup"),
            out=args.out,
            build_root=args.build_root,
        )
        done = session.carry_out(Timing(options), options, Progress())
        if done.exit_code == session.EXIT_INTERRUPTED:
            raise KeyboardInterrupt
        if done.recorded:
            made.append(reading.read_run(done.folder))
    return made


def _each(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
