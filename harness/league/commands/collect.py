"""Bring the records of submitted launches into their run; may be repeated at any time."""

from __future__ import annotations

import argparse
import contextlib
import json
import time
from pathlib import Path

from league.base.arguments import argument
from league.batch import files, site
from league.batch.collect import Collector, Standing
from league.claims import away, summary
from league.commands._shared import JSON, RUN, RUNS_FOLDER
from league.records import reading, store, totals
from league.show.text import league_table_text

#: Launches of which a table is made at the end: its times are held, all at once.
MOST_SHOWN = 10_000

ARGUMENTS = (
    RUN,
    RUNS_FOLDER,
    argument("--wait", action="store_true", help="until every launch has ended"),
    argument("--poll", type=float, default=30.0, metavar="S",
             help="seconds between two looks, each of which asks the batch system once"
             " (default 30)"),
    argument("--pending-limit", default="", metavar="T",
             help="cancel tasks that have waited so long: minutes, 2h, 1:30:00"),
    JSON,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Collect once or until all has ended; 0 good, 1 wrong or lost, 4 something is to come."""
    folder = reading.find_run(args.run, args.out)
    asked = site.by_name(files.read(files.folder_of(folder)).scheduler)
    limit = site.minutes_of(args.pending_limit) * 60.0 if args.pending_limit else None
    made = Collector(folder, asked, pending_limit_s=limit, claims=away.records_of)
    with contextlib.closing(made) as collector:
        standing = collector.collect()
        while args.wait and not standing.complete:
            if not args.json:
                print("; ".join(standing.lines()), flush=True)
            time.sleep(max(args.poll, 1.0))
            standing = collector.collect()
        code = collector.exit_code(standing)
    if args.json:
        print(json.dumps({"run": str(folder), **standing.told(), "exit_code": code}, indent=1))
        return code
    _tell(standing, folder)
    return code


def _tell(standing: Standing, folder: Path) -> None:
    if standing.complete and files.read(files.folder_of(folder)).mode == files.CLAIMS:
        every = store.each_record(folder)
        print(summary.summary([one for one in every if one["kind"] == "claim"]).strip())
    elif standing.complete:
        if standing.planned <= MOST_SHOWN:
            print(league_table_text(store.read_records(folder)))
        print(totals.sentence(store.each_record(folder)))
    print("\n".join(standing.lines()))
