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
from league.run import again, dry, estimate, session
from league.run.manifest import Variant
from league.run.options import Options
from league.run.precision import Precision
from league.run.terms import Terms
from league.run.timing import Timing
from league.toolchains import environment

#: Prints lines for people.
Say = Callable[[str], None]


def measure(options: Options, *, report: bool) -> int:
    """Make a run as the options say, show how it went, and return the exit code.

    ``report`` writes the HTML report into the run's folder as well, where that is possible.
    """
    if options.failed:
        options = again.only_failed(options)
    if options.dry_run:
        agreed = Terms.fresh(options)
        return dry.tell(options, agreed=agreed, then=partial(_foretold, options, agreed))
    plan = Timing(options, near=wished_precision(options))
    done = session.carry_out(plan)
    if not done.recorded:  # interrupted before that
        return done.exit_code
    say = partial(print, file=options.people)
    records = store.read_records(done.folder)
    say(_table(records))
    say(f"{totals.sentence(records)}; records: {done.folder / store.FILE_NAME}")
    page = None
    if report and done.exit_code != exit_codes.INTERRUPTED:
        page = _write_report(done.folder, say)
    _write_files(done.folder, options.junit, options.markdown, say)
    if options.json:
        print(json.dumps(summary(records, done, page), indent=1))
    return done.exit_code


def wished_precision(options: Options) -> Precision | None:
    """Return what tells how near a time is known; only runs that may need it load it."""
    if options.within is None and options.resume is None:
        return None
    from league.analysis import stats

    return stats.precision


def _foretold(options: Options, agreed: Terms, programs: Sequence[Variant]) -> str:
    """Return what will be missing, and how long the launches may take."""
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
    return "\n".join(filter(None, lines))


def _table(records: list[Record]) -> str:
    from league.show import league_table_text

    return league_table_text(records)


def _write_report(folder: Path, say: Say) -> Path | None:
    """Write the report; a run is not lost because its report cannot be made."""
    missing = environment.missing_package()
    if missing:
        say(f"no report: the Python package {missing} is missing; run_all.py --setup gets it")
        return None
    from league.show.report import write_html_of

    try:
        page = write_html_of([reading.read_run(folder)], folder / "report")
    except LeagueError as error:
        say(f"no report: {error}")
        return None
    say(f"report: {page}")
    return page


def _write_files(folder: Path, junit: Path | None, markdown: Path | None, say: Say) -> None:
    if junit is not None:
        from league.show.junit import write_junit_of

        say(f"JUnit: {write_junit_of([reading.read_run(folder)], junit)}")
    if markdown is not None and environment.missing_package():
        say(f"no Markdown: the Python package {environment.missing_package()} is missing")
    elif markdown is not None:
        from league.show.markdown import write_markdown_of

        say(f"Markdown: {write_markdown_of([reading.read_run(folder)], markdown)}")


def summary(records: list[Record], done: session.Done, page: Path | None) -> dict[str, Any]:
    """Return what ``--json`` prints after a run."""
    return {
        "run": str(done.folder),
        "records": str(done.folder / store.FILE_NAME),
        "report": None if page is None else str(page),
        "exit_code": done.exit_code,
        "cells": totals.told(records),
    }
