"""Run an archive made by bundle, or its unpacked folder; needs no compilers and no packages."""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
from dataclasses import replace
from pathlib import Path

from league.base import paths
from league.base.arguments import argument
from league.bundle import archive, contents, run
from league.commands._shared import CHECK
from league.records import store, totals
from league.run.options import Options
from league.run.session import Done
from league.show.text import league_table_text

_HOME = paths.project_root()
_INSIDE = (_HOME / contents.MANIFEST).is_file()
#: How this verb is started: within a bundle it is the only one, and of that bundle.
PROGRAM = "run.py" if _INSIDE else "run_all.py run-bundle"
_BUNDLE = argument(
    "bundle", type=Path, metavar="FILE_OR_FOLDER", help="the archive or its unpacked folder"
)
ARGUMENTS = (CHECK,) if _INSIDE else (_BUNDLE, CHECK)


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Unpack the bundle beside its archive if need be, run it, and pack the results."""
    chosen = replace(chosen, verb="check" if args.check else "run")
    folder = _HOME if _INSIDE else Path.cwd() / args.bundle
    progress = chosen.progress()
    with contextlib.ExitStack() as passing:
        if folder.is_file():
            into = folder.parent
            if chosen.dry_run:  # which leaves nothing behind
                into = Path(passing.enter_context(tempfile.TemporaryDirectory()))
            folder = archive.unpack(folder, into, progress.line)
        opened = run.opened(folder, replace(chosen, project=folder), progress)
        if chosen.dry_run:
            return run.dry_run(opened)
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
