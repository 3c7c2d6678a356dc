"""Run an archive made by bundle, or its unpacked folder; needs no compilers and no packages."""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.base import exit_codes, paths
from league.base.arguments import argument, duration
from league.base.errors import UsageError
from league.base.progress import Progress
from league.base.words import long_duration, plural
from league.bundle import archive, away, contents, run
from league.claims import summary
from league.claims.away import Packed
from league.commands._shared import CHECK, PROFILE
from league.profile import phases
from league.profile import plan as profiling
from league.records import reading, store, totals
from league.run import options as table
from league.run.options import Options, refuse
from league.run.session import Done
from league.show.text import league_table_text

_HOME = paths.project_root()
_INSIDE = (_HOME / contents.MANIFEST).is_file()
#: How this verb is started: within a bundle it is the only one, and of that bundle.
PROGRAM = "run.py" if _INSIDE else "run_all.py run-bundle"
_BUNDLE = argument(
    "bundle", type=Path, metavar="FILE_OR_FOLDER", help="the archive or its unpacked folder"
)
_ON = argument(
    "--on", metavar="COMMAND", default="",
    help="with --phases: carry the archive to where this leads, as 'ssh node' or 'sh -c', call it"
    " there until nothing is left, and import the results",
)  # fmt: skip
_PHASED = (
    argument("--phases", action="store_true",
             help="the most valuable first, in calls of a few minutes: the same command goes on,"
             " until the budget of all calls (1h, or --budget) is used"),
    argument("--call", type=duration, default=phases.CALL_S, metavar="T",
             help="with --phases: what a call takes at most (default 9m)"),
)  # fmt: skip
ARGUMENTS = (CHECK, PROFILE, *_PHASED) if _INSIDE else (_BUNDLE, CHECK, PROFILE, *_PHASED, _ON)


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Unpack the bundle beside its archive if need be, run it, and pack the results."""
    began = time.monotonic()
    on = "" if _INSIDE else args.on
    if on and not args.phases:
        raise UsageError("--on carries a run in phases; give --phases, too")
    if args.phases:
        _refuse(chosen, args)
    if args.profile is not None:
        if args.check or args.phases:
            raise UsageError("--profile is a run of its own; leave out --check and --phases")
        refuse(chosen, "profiles")
        profiling.demand(chosen, args.profile)
        chosen = replace(chosen, launches=1, repeat=1, warmup=0)
    chosen = replace(chosen, verb="check" if args.check else "run")
    folder = _HOME if _INSIDE else Path.cwd() / args.bundle
    progress = chosen.progress()
    if on and not chosen.dry_run:
        return _carry(chosen, args, folder, progress)
    with contextlib.ExitStack() as passing:
        if folder.is_file():
            into = folder.parent
            if chosen.dry_run:  # which leaves nothing behind
                into = Path(passing.enter_context(tempfile.TemporaryDirectory()))
            folder = archive.unpack(folder, into, progress.line)
        if args.phases and not chosen.dry_run:
            return _phased(chosen, args, folder, progress, began)
        opened = run.opened(folder, replace(chosen, project=folder), progress)
        if opened.claims:
            return _claims(opened, progress)
        if chosen.dry_run and args.phases:
            call = phases.Call(args.call, chosen.budget_s or phases.BUDGET_S, 0.0)
            opened = replace(opened, options=phases.asked(opened.options, call))
            return run.dry_run(opened, phases.foretold(opened.options))
        if chosen.dry_run:
            return run.dry_run(opened)
    plan = profiling.Profiling(opened.options, args.profile) if args.profile else None
    done = run.run(opened, progress, plan)
    if done.recorded:  # otherwise it was interrupted before that
        _tell(done, json_wanted=chosen.json)
    return done.exit_code


def _claims(opened: run.Opened, progress: Progress) -> int:
    """Carry out the claims of a bundle, or say how many there are."""
    chosen = replace(opened.options, verb="check")
    refuse(chosen, "claims")
    if chosen.dry_run:
        for name, told in opened.claims.items():
            print(f"{plural(len(told['claims']), 'launch', 'launches')} with {name}")
        return exit_codes.GOOD
    done = run.run(opened, progress, Packed(chosen, opened.claims, opened.origin))
    if done.recorded:
        _tell(done, json_wanted=chosen.json)
    return done.exit_code


def _refuse(chosen: Options, args: argparse.Namespace) -> None:
    """Raise UsageError for what a run in phases cannot be asked."""
    if args.check:
        raise UsageError("--check checks and --phases does more; leave one of them out")
    if not _INSIDE and args.on and (chosen.resume or chosen.json):
        raise UsageError("--on goes on by itself and prints for people; leave out --resume, --json")
    if chosen.all_devices:
        raise UsageError("--phases runs on one device; give its number to --device")


def _phased(
    chosen: Options, args: argparse.Namespace, folder: Path, progress: Progress, began: float
) -> int:
    """Make a call of a run in phases; exit code 4 says that the next one goes on."""
    results = chosen.out or paths.results(folder)
    before = chosen.resume or phases.begun(results)
    used = phases.used_s(store.read_records(before)) if before else 0.0
    budget = chosen.budget_s or phases.BUDGET_S
    opened = run.opened(folder, replace(chosen, resume=before), progress)
    if opened.claims:
        raise UsageError("this bundle holds claims, which have no phases; leave out --phases")
    call = phases.Call(args.call - (time.monotonic() - began), budget, used)
    left = False
    if call.left_s > 0:
        opened = replace(opened, options=phases.asked(opened.options, call))
        plan = phases.Phased(opened.options, call)
        done, left = run.run(opened, progress, plan), plan.left
    elif before is not None:
        done = Done(before, exit_codes.GOOD)
    else:
        raise UsageError(f"--call {args.call:g}s is over before anything is launched; give it more")
    if not done.recorded:
        return done.exit_code
    used = phases.used_s(store.read_records(done.folder))
    left = left and used < budget
    standing = f"{long_duration(used)} of {long_duration(budget)} used, "
    standing += "call again for what is left" if left else "nothing is left"
    _tell(done, json_wanted=chosen.json, told={"left": left, "standing": standing})
    if left and done.exit_code != exit_codes.INTERRUPTED:
        return exit_codes.NOTHING_COMPARABLE
    return exit_codes.GOOD if done.exit_code == exit_codes.BUDGET else done.exit_code


def _carry(chosen: Options, args: argparse.Namespace, bundle: Path, progress: Progress) -> int:
    """Let another machine make all calls, and import what comes back."""
    if not bundle.is_file():
        raise UsageError(f"{args.bundle} is no file; --on carries an archive")
    words = ["--phases", "--call", f"{args.call:g}", *table.words(chosen)]
    to = away.machine(args.on)
    results = away.carry(bundle, to, words, args.call, progress.line)
    folder, _, _ = archive.import_results(results, chosen.out or reading.RUNS)
    records = store.read_records(folder)
    print(league_table_text(records))
    print(f"{totals.sentence(records)}; records: {folder / store.FILE_NAME}")
    print(f"its page: scripts/run_all.py report {folder}")
    return totals.Outcome(chosen.judge, "check", records).exit_code()


def _tell(done: Done, *, json_wanted: bool, told: dict[str, Any] | None = None) -> None:
    """Pack the results and say where they are; ``told`` is what else there is to say."""
    packed = archive.pack_results(done.folder)
    records = store.read_records(done.folder)
    told = told or {}
    if json_wanted:
        more = {"run": str(done.folder), "results": str(packed), "exit_code": done.exit_code}
        print(json.dumps({**more, **told, "cells": totals.told(records)}, indent=1))
        return
    claims = [one for one in records if one["kind"] == "claim"]
    print(summary.summary(claims) if claims else league_table_text(records))
    if not claims:
        print(totals.sentence(records))
    if told:
        print(told["standing"])
    print(f"Results: {packed}")
    print(f"Bring that file home and run there: scripts/run_all.py import {packed.name}")
