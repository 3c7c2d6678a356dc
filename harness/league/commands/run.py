"""Build, check and time; the records are kept, no report is made."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from league.commands import _measure
from league.commands._shared import PROFILE
from league.profile import plan, vendor
from league.records import store, totals
from league.records.schema import Record
from league.run import dry, session
from league.run.options import Options, refuse
from league.run.terms import Terms
from league.show import profiles
from league.toolchains import environment

ARGUMENTS = (PROFILE,)


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Run everything from building to the last record."""
    if args.profile is not None:
        refuse(chosen, "profiles")
        return _profile(chosen, args.profile)
    return _measure.measure(chosen, report=False)


def _profile(options: Options, tool: str) -> int:
    """Profile what the options choose, show it, and return the exit code."""
    plan.demand(options, tool)
    if options.dry_run:
        return dry.tell(
            options, agreed=replace(Terms.fresh(options), launches=1),
            then="# each timed launch is a profiled one; what is not handed to a device is left"
            " out",
        )  # fmt: skip
    done = session.carry_out(plan.Profiling(options, tool))
    if not done.recorded:
        return done.exit_code
    records = store.read_records(done.folder)
    stream = options.people
    lines = [
        profiles.text(records),
        *_pictures(records, done.folder),
        f"{totals.sentence(records)}; records: {done.folder / store.FILE_NAME}",
    ]
    print("\n".join(filter(None, lines)), file=stream)
    if options.json:
        print(json.dumps(_measure.summary(records, done, None), indent=1))
    return done.exit_code


def _pictures(records: list[Record], folder: Path) -> list[str]:
    """Draw what was profiled; return the lines that say where everything is."""
    kept = [one for one in records if one["kind"] == "launch" and "profile" in one]
    if not kept:
        return []
    lines = [f"profiles: {folder / vendor.FOLDER} (traces open in ui.perfetto.dev)"]
    missing = environment.missing_package()
    if missing:
        return [*lines, f"no pictures: the Python package {missing} is missing"]
    from league.show.plots import profile as picture

    for record in kept:
        if "regions" in record["profile"]:
            title = (
                f"{record['benchmark']}.{record['variant']} class {record['class']}"
                f" {record['precision']} {record['toolchain']}"
            )
            picture.write(title, record["profile"], folder)
    return lines
