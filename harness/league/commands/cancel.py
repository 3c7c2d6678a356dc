"""Cancel the jobs of a submitted run; what has ended can still be collected."""

from __future__ import annotations

import argparse

from league.batch import collect, files, site
from league.commands._shared import RUN, RUNS_FOLDER
from league.records import reading

ARGUMENTS = (RUN, RUNS_FOLDER)


def main(args: argparse.Namespace) -> int:
    """Cancel every job and say which."""
    folder = reading.find_run(args.run, args.out)
    asked = site.by_name(files.read(files.folder_of(folder)).scheduler)
    jobs = collect.cancel(folder, asked)
    print(f"cancelled: job {', '.join(jobs)}" if jobs else "no job was submitted")
    return 0
