"""Keep a run under a name to hold others against, or show what is kept."""

from __future__ import annotations

import argparse

from league.analysis import nights
from league.base.arguments import argument
from league.base.errors import UsageError
from league.base.words import plural
from league.commands import _confirm
from league.commands._shared import BASELINES, RUN, RUNS_FOLDER
from league.records import baselines, reading
from league.run import options
from league.show.text import headline
from league.verdicts import word

ARGUMENTS = (
    argument("what", choices=("save", "show"), help="save a run, or show what is kept"),
    argument("name", nargs="?", default="", metavar="NAME", fits="baselines",
             help="name of a baseline"),
    RUN,
    BASELINES,
    RUNS_FOLDER,
    *options.written("build-root"),
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Save or show."""
    if args.what == "save":
        if not args.name:
            raise UsageError("a baseline needs a name; baseline save NAME [RUN]")
        run = reading.find_run(args.run, args.out)
        measured = reading.read_run(run)
        if not any(word(one.outcome).good for one in nights.night_of(measured).entries.values()):
            raise UsageError(f"nothing in {run.name} is right; keep a run in which something is")
        folder = baselines.save(args.name, run, args.baselines)
        programs = {
            str(build["executable_sha256"]): program
            for names, build in measured.builds.items()
            if (program := _confirm.program_here(names, measured, args))
        }
        large = baselines.save_programs(folder, programs)
        told = f"{plural(len(programs) - len(large), 'program')} with it"
        more = f"; {plural(len(large), 'more')} would be too large" if large else ""
        print(f"baseline: {folder} ({told}{more})")
        return 0
    names = [args.name] if args.name else baselines.names(args.baselines)
    if not names:
        print("no baseline has been kept; baseline save NAME keeps one")
    for name in names:
        kept = reading.read_run(baselines.find(name, args.baselines))
        facts = kept.session
        launches = plural(int(facts.get("launches") or 0), "launch", "launches")
        print(
            f"{kept.name}: {headline(kept)}, {launches} per cell, {facts.get('started')},"
            f" sources {facts.get('source') or 'unknown'}, {kept.machine.get('cpu')}"
        )
    return 0
