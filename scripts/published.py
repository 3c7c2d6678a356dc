#!/usr/bin/env python3
"""Run the published test problems and tell which results come out again.

Usage: scripts/published.py -t TOOLCHAIN ... [-b BENCHMARK ...] [-v VARIANT ...] [-p PROBLEM ...]
                            [--most MINUTES] [--decks FOLDER] [--out DIR | --resume RUN]
The programs are built first: serial, omp and target-data, unless the list or -v says otherwise.
The problems are in miniapps/published.toml and kernels/published.toml, -p chooses by name or glob;
those that are said to take longer than --most minutes (default 1) are left out, and so are those of
public decks that are not part of the project unless --decks names the folder that holds them.
Every program checks its answer itself; a published number enters with the tolerance that the README
of its folder gives.  A table of the records is printed.  Exit code: as of scripts/run_all.py.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import sys
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "harness"))

from league.base import process  # noqa: E402
from league.base.arguments import add  # noqa: E402
from league.base.errors import LeagueError  # noqa: E402
from league.base.progress import Progress  # noqa: E402
from league.published import plan  # noqa: E402
from league.run import session  # noqa: E402
from league.run.options import Options, from_arguments, written  # noqa: E402
from league.run.select import split  # noqa: E402
from league.show import tables  # noqa: E402


def minutes(text: str) -> float:
    """Return the minutes that a word means; what needs longer is left out."""
    with contextlib.suppress(ValueError):
        if (value := float(text)) > 0.0:
            return value
    raise argparse.ArgumentTypeError(f"'{text}' is no number of minutes above 0; write one, or inf")


def parsed(words: list[str]) -> tuple[Options, plan.Request]:
    """Return what a command line asks for.  Raises UsageError for what cannot be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add(parser, written("toolchain", "benchmark", "variant", "out", "resume"))
    parser.add_argument("-p", action="append", metavar="PROBLEM", help="default: all")
    parser.add_argument("--most", dest="minutes", type=minutes, metavar="MINUTES",
                        help=f"default {plan.DEFAULT_MOST:g}")  # fmt: skip
    parser.add_argument("--decks", type=Path, metavar="FOLDER")
    told = parser.parse_args(words)
    asked = from_arguments(told, project=ROOT, verb=plan.MODE)
    if not asked.toolchains:
        parser.error("name a toolchain with -t")
    options = replace(asked, timeout_s=math.inf)  # every problem has a limit of its own
    decks = None if told.decks is None else told.decks.resolve()
    return options, plan.Request(split(told.p), told.minutes, decks)


def main() -> int:
    """Run the problems that were chosen and show what came of it."""
    process.handle_stop_signals()
    try:
        options, request = parsed(sys.argv[1:])
        done = session.carry_out(plan.Published(options, request), Progress())
        if done.recorded:
            print("\n".join(tables.published_run(done.folder)))
        return done.exit_code
    except LeagueError as error:
        print(f"published: error: {error}", file=sys.stderr)
        return error.exit_code


if __name__ == "__main__":
    sys.exit(main())
