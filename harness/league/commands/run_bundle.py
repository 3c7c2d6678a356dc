"""Run an archive made by bundle, or its unpacked folder; needs no compilers and no packages."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from league import cli
from league.bundle import archive, run
from league.run import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the bundle to run and the common options; within a bundle it is that one."""
    home = cli.project_root()
    if (home / archive.MANIFEST).is_file():
        parser.prog = "run.py"
        parser.set_defaults(bundle=home)
    else:
        parser.add_argument(
            "bundle", type=Path, metavar="FILE_OR_FOLDER", help="the archive or its unpacked folder"
        )
    parser.add_argument("--check", action="store_true", help="check answers only, time nothing")
    cli.common_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Unpack the bundle beside its archive if need be, run it, and pack the results."""
    verb = "check" if args.check else "run"
    chosen = options.from_arguments(args, project=cli.project_root(), verb=verb)
    folder = Path.cwd() / args.bundle
    if folder.is_file():
        folder = archive.unpack(folder, folder.parent)
    return run.run(folder, replace(chosen, project=folder))
