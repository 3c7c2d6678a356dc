"""What the verbs that measure do around a session: summary, table, report, files."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from league.base import exit_codes
from league.base.errors import LeagueError
from league.base.words import percent
from league.records import reading, store, totals
from league.records.schema import Record
from league.run import again, device_check, dry, estimate, session
from league.run.manifest import Variant
from league.run.options import Options
from league.run.terms import Precision, Terms
from league.run.timing import Timing
from league.show.junit import write_junit_of
from league.show.text import league_table_text
from league.toolchains import environment

#: Prints lines for people.
Say = Callable[[str], None]


def measure(options: Options, *, report: bool, beside: Options | None = None) -> int:
    """Make a run as the options say, show how it went, and return the exit code.

    ``report`` writes the HTML report into the run's folder as well, where that is possible; it then
    holds a second run, too, which goes ``beside`` this one.
    """
    if options.failed:
        options = again.only_failed(options)
    if options.dry_run:
        agreed = Terms.fresh(options)
        then = partial(_foretold, options, agreed, beside)
        return dry.tell(options, agreed=agreed, then=then)
    plan = Timing(options, near=wished_precision(options))
    done = session.carry_out(plan)
    if not done.recorded:  # interrupted before that
        return done.exit_code
    runs = [done]
    say = partial(print, file=options.people)
    if beside is not None and done.exit_code != exit_codes.INTERRUPTED:
        try:
            runs.append(session.carry_out(Timing(beside)))
        except LeagueError as error:
            say(f"nothing on an emulated GPU: {error}")
    runs = [one for one in runs if one.recorded]
    exit_code = next((one.exit_code for one in reversed(runs) if one.exit_code), 0)
    told = [store.read_records(one.folder) for one in runs]
    for records, one in zip(told, runs):
        say(league_table_text(records))
        say(f"{totals.sentence(records)}; records: {one.folder / store.FILE_NAME}")
    report = report and exit_code != exit_codes.INTERRUPTED
    page = _write_files(options, [one.folder for one in runs], say, report)
    if options.json:
        whole = summary(told[0], done, page)
        if len(runs) > 1:
            whole["emulated"] = summary(told[1], runs[1], page)
        print(json.dumps(whole, indent=1))
    return exit_code


def wished_precision(options: Options) -> Precision | None:
    """Return what tells how near a time is known; only runs that may need it load it."""
    if options.within is None and options.resume is None:
        return None
    from league.analysis import stats

    return stats.precision


def _foretold(
    options: Options, agreed: Terms, beside: Options | None, programs: Sequence[Variant]
) -> str:
    """Return what will be missing, how long the launches may take, and what follows."""
    cells = dry.cells_of(agreed, programs)
    walls = estimate.earlier_walls(options.results)
    lines = [estimate.without_reference(cells)]
    if cells:
        lines.append(f"# in all {estimate.told(cells, agreed.least, walls)}")
    if cells and agreed.within is not None:
        most = estimate.told(cells, agreed.limit, walls)
        lines.append(f"# and at most {most}, until all are within {percent(agreed.within)}")
    if options.since:
        lines.append(f"# without what is as in {options.since}, which only building tells")
    if options.verb == "check" and options.emulated and any(map(device_check.concerns, programs)):
        lines.append("# and before, what has target regions once on an emulated GPU: --no-emulated")
    if beside is not None:
        names, some = ",".join(beside.toolchains), ",".join(beside.selection.variants)
        lines.append(f"# then run_all.py check --suite quick -c S -t {names} -v '{some}'")
    return "\n".join(filter(None, lines))


def _write_files(options: Options, folders: Sequence[Path], say: Say, report: bool) -> Path | None:
    """Write what was asked for; a run is not lost because its report cannot be made.

    Returns the page of the ``report``, if that was written.
    """
    missing, page = environment.missing_package(), None
    if report and missing:
        say(f"no report: the Python package {missing} is missing; run_all.py --setup gets it")
    elif report:
        from league.show.report import write_html_of

        try:
            page = write_html_of(list(map(reading.read_run, folders)), folders[0] / "report")
            say(f"report: {page}")
        except LeagueError as error:
            say(f"no report: {error}")
    if options.junit is not None:
        say(f"JUnit: {write_junit_of(list(map(reading.read_run, folders)), options.junit)}")
    if options.markdown is not None and missing:
        say(f"no Markdown: the Python package {missing} is missing")
    elif options.markdown is not None:
        from league.show.markdown import write_markdown_of

        read = list(map(reading.read_run, folders))
        say(f"Markdown: {write_markdown_of(read, options.markdown)}")
    return page


def summary(records: list[Record], done: session.Done, page: Path | None) -> dict[str, Any]:
    """Return what ``--json`` prints after a run."""
    return {
        "run": str(done.folder),
        "records": str(done.folder / store.FILE_NAME),
        "report": None if page is None else str(page),
        "exit_code": done.exit_code,
        "cells": totals.told(records),
    }
