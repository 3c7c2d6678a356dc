"""Show how each toolchain maps teams, parallel and simd to its device."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from league.base import paths
from league.commands import _dry
from league.records import reading
from league.run import options
from league.sweep import shape


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options and where the picture goes; --markdown has every region."""
    options.add_common(parser)
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
    if chosen.markdown is not None:
        reading.write_text(chosen.markdown, shape.tables(shapes))
    if args.figure is not None:
        from league.show.plots import shapes as drawing

        reading.write_text(args.figure, drawing.figure(shapes))
    good = all(one.verdict in ("ok", "no-device") for one in shapes)
    return 0 if good else 1
