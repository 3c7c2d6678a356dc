"""Arguments that several verbs have, and what the verbs do with them."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from league.base.arguments import argument
from league.base.errors import LeagueError
from league.profile import tools
from league.records import baselines, reading
from league.run import options, saved
from league.run.options import Options

_NEWEST = "run id or folder (default: the newest)"
RUN = argument("run", nargs="?", default="latest", metavar="RUN", fits="runs", help=_NEWEST)
RUNS = argument(
    "run", nargs="*", metavar="RUN", fits="runs",
    help="run ids or folders, or a folder of runs; several are taken together",
)  # fmt: skip
JSON, MARKDOWN, JUNIT = options.written("json", "markdown", "junit")
RUNS_FOLDER = argument(
    "--out", type=Path, default=reading.RUNS, metavar="DIR", group="where",
    help="folder that holds the runs' folders (default results/runs)",
)  # fmt: skip
CSV = argument("--csv", type=Path, metavar="FILE", group="where", help="write CSV")
BASELINES = argument(
    "--baselines", type=Path, default=baselines.BASELINES, metavar="DIR", group="where",
    help="folder with a folder per baseline (default results/baselines)",
)  # fmt: skip
DRY_RUN = argument(
    "--dry-run", action="store_true", help="check every record and say what would be copied"
)
CHECK = argument("--check", action="store_true", help="check answers only, time nothing")
PROFILE = argument(
    "--profile", nargs="?", const=tools.OMPT, choices=tools.TOOLS, metavar="TOOL",
    help="instead of timing, record what the runtime does for one launch of each; TOOL is"
    f" {', '.join(tools.TOOLS)} (default {tools.OMPT}, the tools interface of OpenMP)",
)  # fmt: skip
#: What narrows a run down, called as when measuring.
PART = (
    *options.written("benchmark", "variant", "where"),
    argument(
        "-c", "--class", dest="classes", action="append", metavar="LETTER", group="what",
        fits="classes", help="only these problem sizes; repeatable",
    ),
    saved.SELECT,
)  # fmt: skip
CHOICE = (*PART, *options.written("toolchain"))


def show(asked: argparse.Namespace | Options, text: Callable[[], str], told: Any) -> None:
    """Print what people read, or with ``--json`` what is ``told`` to programs (or returns it)."""
    if asked.json:
        told = told() if callable(told) else told
        print(json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False))
    else:
        print(text().rstrip("\n"))


def folders(args: argparse.Namespace, default: Sequence[str] = ("latest",)) -> list[Path]:
    """Return the folders of the runs that a line names, of ``default`` if it names none."""
    return [one for name in args.run or default for one in reading.find_runs(name, args.out)]


def write(args: argparse.Namespace, markdown: Callable[[], str]) -> None:
    """Write the file of ``--markdown`` and say so, where stdout is for people there."""
    if args.markdown:
        path = reading.write_text(args.markdown, markdown())
        print(f"Markdown: {path}", file=sys.stderr if args.json else sys.stdout)


def demand_matplotlib(who: str) -> None:
    """Raise LeagueError if nothing can be drawn here; ``who`` needs it."""
    if importlib.util.find_spec("matplotlib") is None:
        raise LeagueError(f"{who} the Python package matplotlib; run_all.py --setup installs it")
