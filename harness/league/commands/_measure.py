"""What the verbs that measure do around a session: summary, table, report, files."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from league.base import exit_codes
from league.base.errors import LeagueError
from league.base.progress import Progress
from league.base.words import percent
from league.commands import _dry
from league.records import store, totals
from league.records.schema import Record
from league.run import again, estimate, reference, session
from league.run.manifest import Variant
from league.run.options import Options
from league.run.precision import Precision
from league.run.terms import Terms
from league.run.timing import Timing
from league.toolchains import environment


def measure(options: Options, *, report: bool) -> int:
    """Make a run as the options say, show how it went, and return the exit code.

    ``report`` writes the HTML report into the run's folder as well, where that is possible.
    """
    if options.failed:
        options = again.only_failed(options)
    if options.dry_run:
        agreed = Terms.fresh(options)
        foretold = partial(_foretold, options, agreed)
        return _dry.tell(options, agreed=agreed, then=foretold)
    plan = Timing(options, near=wished_precision(options))
    done = session.carry_out(plan, options, Progress(no_color=options.no_color))
    if not done.recorded:  # interrupted before that
        return done.exit_code
    folder, code = done.folder, done.exit_code
    records = store.read_records(folder)
    told = _Told(options)
    told.line(_table(records))
    told.line(f"{totals.sentence(records)}; records: {folder / store.FILE_NAME}")
    page = None
    if report and code != exit_codes.INTERRUPTED:
        page = _write_report(folder, told)
    _write_files(folder, options, told)
    if options.json:
        print(json.dumps(summary(records, folder, code, page), indent=1))
    return code


def wished_precision(options: Options) -> Precision | None:
    """Return what tells how near a time is known; only runs that may need it load it."""
    if options.within is None and options.resume is None:
        return None
    from league.analysis import stats

    return stats.precision


def _foretold(options: Options, agreed: Terms, programs: Sequence[Variant]) -> str:
    """Return what will be missing, and how long the launches may take."""
    cells = _dry.cells_of(agreed, programs)
    walls = estimate.earlier_walls(options.results)
    told = f"# in all {estimate.told(cells, agreed.least, walls)}" if cells else ""
    more = (
        f"# and at most {estimate.told(cells, agreed.limit, walls)}, until all are" if cells else ""
    )
    more += f" within {percent(agreed.within)}" if agreed.within is not None else ""
    if options.since:
        more += f"\n# without what is as in {options.since}, which only building tells"
    lines = (reference.missing(cells), told, more if agreed.within is not None else "")
    return "\n".join(filter(None, lines))


class _Told:
    """Lines for people: on stdout, or on stderr when stdout is JSON for programs."""

    def __init__(self, options: Options) -> None:
        self._stream = sys.stderr if options.json else sys.stdout

    def line(self, text: str) -> None:
        """Write one line or several."""
        if text:
            print(text, file=self._stream)


def _table(records: list[Record]) -> str:
    from league.show import league_table_text

    return league_table_text(records)


def _write_report(folder: Path, told: _Told) -> Path | None:
    """Write the report; a run is not lost because its report cannot be made."""
    missing = environment.missing_package()
    if missing:
        told.line(f"no report: the Python package {missing} is missing; run_all.py --setup gets it")
        return None
    from league.show import write_report

    try:
        page = write_report([folder], folder / "report")
    except LeagueError as error:
        told.line(f"no report: {error}")
        return None
    told.line(f"report: {page}")
    return page


def _write_files(folder: Path, options: Options, told: _Told) -> None:
    if options.junit is not None:
        from league.show.junit import write_junit

        told.line(f"JUnit: {write_junit([folder], options.junit)}")
    if options.markdown is not None and environment.missing_package():
        told.line(f"no Markdown: the Python package {environment.missing_package()} is missing")
    elif options.markdown is not None:
        from league.show.markdown import write_markdown

        told.line(f"Markdown: {write_markdown([folder], options.markdown)}")


def summary(records: list[Record], folder: Path, code: int, page: Path | None) -> dict[str, Any]:
    """Return what ``--json`` prints after a run."""
    return {
        "run": str(folder),
        "records": str(folder / store.FILE_NAME),
        "report": None if page is None else str(page),
        "exit_code": code,
        "cells": totals.told(records),
    }
