"""Run an archive made by bundle, or its unpacked folder; needs no compilers and no packages."""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
from dataclasses import replace
from pathlib import Path

from league.base import paths
from league.base.progress import Progress
from league.bundle import archive, contents, run
from league.records import store, totals
from league.run import options
from league.run.session import Done
from league.show.text import league_table_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the bundle to run and the common options; within a bundle it is that one."""
    home = paths.project_root()
    if (home / contents.MANIFEST).is_file():
        parser.prog = "run.py"
        parser.set_defaults(bundle=home)
    else:
        parser.add_argument(
            "bundle", type=Path, metavar="FILE_OR_FOLDER", help="the archive or its unpacked folder"
        )
    parser.add_argument("--check", action="store_true", help="check answers only, time nothing")
    options.add_budget(parser)
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Unpack the bundle beside its archive if need be, run it, and pack the results."""
    verb = "check" if args.check else "run"
    chosen = options.from_arguments(args, project=paths.project_root(), verb=verb)
    folder = Path.cwd() / args.bundle
    progress = Progress(no_color=chosen.no_color)
    with contextlib.ExitStack() as passing:
        if folder.is_file():
            into = folder.parent
            if chosen.dry_run:  # which leaves nothing behind
                into = Path(passing.enter_context(tempfile.TemporaryDirectory()))
            folder = archive.unpack(folder, into, progress.line)
        opened = run.opened(folder, replace(chosen, project=folder), progress)
        if chosen.dry_run:
            print("\n".join(run.dry_run(opened)))
            return 0
    done = run.run(opened, progress)
    if done.recorded:  # otherwise it was interrupted before that
        _tell(done, json_wanted=chosen.json)
    return done.exit_code


def _tell(done: Done, *, json_wanted: bool) -> None:
    """Pack the results and say where they are."""
    packed = archive.pack_results(done.folder)
    records = store.read_records(done.folder)
    if json_wanted:
        told = {"run": str(done.folder), "results": str(packed), "exit_code": done.exit_code}
        print(json.dumps({**told, "cells": totals.told(records)}, indent=1))
        return
    print(league_table_text(records))
    print(totals.sentence(records))
    print(f"Results: {packed}")
    print(f"Bring that file home and run there: scripts/run_all.py import {packed.name}")
