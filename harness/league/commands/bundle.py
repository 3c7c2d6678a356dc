"""Pack prebuilt executables with the runtimes they load into one archive that run-bundle runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.base import paths
from league.bundle import levels, pack, shared_objects
from league.commands import _dry
from league.run import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the archive's name, the processor level, and the common options."""
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the archive to write; its suffix .tar.xz or .tar.gz decides how it is compressed",
    )
    parser.add_argument(
        "--march",
        choices=levels.LEVELS,
        default="",
        help=f"what processor it is for (default {levels.DEFAULT_LEVEL});"
        " native: the toolchains' own flags, for machines like this one",
    )
    parser.add_argument(
        "--leave-libstdcxx",
        action="store_true",
        help="leave libstdc++ and libgcc_s to the other machine, whose glibc may then be older",
    )
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Build what is not built yet, and pack it."""
    chosen = options.from_arguments(args, project=paths.project_root(), verb="bundle")
    leave = shared_objects.CXX_RUNTIME if args.leave_libstdcxx else ()
    out = Path.cwd() / args.output
    if chosen.dry_run:
        pack.ready(chosen, out)
        return _dry.tell(
            chosen,
            lambda work: work.choose(chosen.selection),
            work=pack.folders(chosen, args.march),
            then=f"pack into {out}",
        )
    archive = pack.make(chosen, out, args.march, leave=leave)
    print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB")
    return 0
