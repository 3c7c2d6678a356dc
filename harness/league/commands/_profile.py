"""``run --profile``: profiled launches, their tables and pictures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from league.commands import _measure
from league.profile import plan
from league.records import store, totals
from league.records.schema import Record
from league.run import dry, session
from league.run.options import Options
from league.run.terms import Terms
from league.show import profiles
from league.toolchains import environment


def profile(options: Options, tool: str) -> int:
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
    told = profiles.text(records)
    if told:
        print(told, file=stream)
    for line in _pictures(records, done.folder):
        print(line, file=stream)
    print(f"{totals.sentence(records)}; records: {done.folder / store.FILE_NAME}", file=stream)
    if options.json:
        print(json.dumps(_measure.summary(records, done, None), indent=1))
    return done.exit_code


def _pictures(records: list[Record], folder: Path) -> list[str]:
    """Draw what was profiled; return the lines that say where everything is."""
    kept = [one for one in records if one["kind"] == "launch" and "profile" in one]
    if not kept:
        return []
    lines = [f"profiles: {folder / plan.FOLDER} (traces open in ui.perfetto.dev)"]
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
