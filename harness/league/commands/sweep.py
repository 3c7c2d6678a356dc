"""Sweep teams × threads per team × simd × size, and mark the best point."""

from __future__ import annotations

import argparse
import importlib.util
import json
from pathlib import Path

from league.base import exit_codes
from league.base.arguments import argument
from league.base.errors import UsageError
from league.commands._shared import demand_matplotlib
from league.records import reading, store
from league.run import dry, session
from league.run.options import Options
from league.sweep import axes, plan, results

_FIGURE = "sweep.svg"

ARGUMENTS = (
    argument("--teams", metavar="N,N,...", group="grid", help="numbers of teams (OMP_NUM_TEAMS)"),
    argument("--threads", metavar="N,N,...", group="grid",
             help="threads per team (OMP_TEAMS_THREAD_LIMIT)"),
    argument("--size", action="append", metavar="KEY=N,N,...", group="grid",
             help="values of a parameter of the class, or of several at once"
             " (rows+columns=N,...); repeatable, then every combination"),
    argument("--simd", metavar="on,off", group="grid",
             help="pairs of variants that differ by simd, or one half"),
    argument("--figure", type=Path, metavar="FILE.svg", group="grid",
             help="picture (default sweep.svg in the run)"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Sweep, print the best points, draw the figure."""
    grid = axes.parse(args.teams, args.threads, args.size, args.simd)
    figure = None if args.figure is None else Path.cwd() / args.figure
    _check_figure(figure)
    swept = plan.Sweep(chosen, grid)
    if chosen.dry_run:
        return dry.tell(
            chosen,
            agreed=swept.terms(None),
            choose=swept.of_one_benchmark,
            launches=swept.planned,
        )
    done = session.carry_out(swept)
    if done.recorded:  # otherwise it was interrupted before that
        show(done.folder, chosen, figure, done.exit_code)
    return done.exit_code


def _check_figure(figure: Path | None) -> None:
    """Find out before hours of measuring that a figure cannot be drawn."""
    if figure is None:
        return
    if figure.suffix != ".svg":
        raise UsageError(f"--figure {figure.name} is no .svg file; the picture is SVG")
    if not figure.parent.is_dir():
        raise UsageError(f"--figure: there is no folder {figure.parent}; make it first")
    demand_matplotlib("--figure needs")


def show(folder: Path, chosen: Options, figure: Path | None, code: int) -> None:
    """Print the results of a sweep that is recorded in a folder, and draw them."""
    records = store.read_records(folder)
    found = results.results(records)
    stream = chosen.people
    print(results.text(records), file=stream)
    if code != exit_codes.INTERRUPTED:
        drawn = _draw(found, figure or folder / _FIGURE)
        print(drawn, file=stream)
    print(f"records: {folder / store.FILE_NAME}", file=stream)
    if chosen.json:
        print(json.dumps(results.summary(records, folder, code), indent=1))


def _draw(found: results.Results, file: Path) -> str:
    if importlib.util.find_spec("matplotlib") is None:
        return "no figure: the Python package matplotlib is missing; run_all.py --setup gets it"
    from league.show.plots import sweep

    picture = sweep.draw(found)
    if not picture:
        return "no figure: nothing was measured"
    return f"figure: {reading.write_whole(file, picture)}"
