"""Show how each toolchain maps teams, parallel and simd to its device."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from league.base import paths
from league.commands import _dry
from league.run import options
from league.sweep import shape


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options and where tables and picture go."""
    options.add_common(parser)
    parser.add_argument(
        "--tables", type=Path, metavar="FILE", help="write every region as Markdown"
    )
    parser.add_argument("--figure", type=Path, metavar="FILE.svg", help="draw all nestings")


def main(args: argparse.Namespace) -> int:
    """Probe, and print one line per toolchain."""
    chosen = options.from_arguments(args, project=paths.project_root(), verb="probe")
    if chosen.dry_run:
        return _dry.tell(chosen, shape.programs_of, shape.launches)
    shapes = shape.probe_all(chosen)
    print(
        json.dumps([one.record() for one in shapes], indent=1)
        if chosen.json
        else shape.text(shapes)
    )
    if args.tables is not None:
        args.tables.write_text(shape.tables(shapes), encoding="utf-8")
    if args.figure is not None:
        from league.show.plots import shapes as drawing

        args.figure.write_text(drawing.figure(shapes), encoding="utf-8")
    good = all(one.verdict in ("ok", "no-device") for one in shapes)
    return 0 if good else 1
