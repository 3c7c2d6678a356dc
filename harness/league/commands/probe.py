"""Show how each toolchain maps teams, parallel and simd to its device."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.base.arguments import argument
from league.commands._shared import show
from league.records import reading
from league.run import dry
from league.run.options import Options
from league.sweep import shape
from league.verdicts import read

ARGUMENTS = (argument("--figure", type=Path, metavar="FILE.svg", help="draw all nestings"),)


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Probe, and print one line per toolchain."""
    if chosen.dry_run:
        return dry.tell(chosen, choose=shape.programs_of, launches=dry.once)
    shapes = shape.probe_all(chosen)
    show(args, lambda: shape.text(shapes), [one.record() for one in shapes])
    if chosen.markdown is not None:
        reading.write_text(chosen.markdown, shape.tables(shapes))
    if args.figure is not None:
        from league.show.plots import sweep

        reading.write_text(args.figure, sweep.nestings(shapes))
    good = not any(read(one.verdict).row.failed for one in shapes)
    return 0 if good else 1
