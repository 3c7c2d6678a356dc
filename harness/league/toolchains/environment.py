"""The analysis environment: whether this Python has its packages, else starting again there."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from league.base import process
from league.base.scrub import short

#: What reading, comparing and drawing records needs beyond the standard library.
PACKAGES = ("numpy", "pandas", "scipy", "matplotlib", "jinja2", "duckdb")
#: Verbs that are nothing without it and make it if it is missing; "" is the one without a verb.
#: The others use it where it is and go on without it where it is not.
VERBS = (
    *("", "report", "compare", "export", "figures", "probe", "sweep", "portability"),
    *("baseline", "dashboard", "gate", "history", "query"),
)
_STARTED_AGAIN = "LEAGUE_STARTED_AGAIN"


def missing_package(*further: str) -> str:
    """Return the name of a package that this Python lacks; empty if it has all."""
    wanted = (*PACKAGES, *further)
    return next((name for name in wanted if importlib.util.find_spec(name) is None), "")


def start_again(project: Path, arguments: Sequence[str], *further: str, make: bool = True) -> None:
    """Start the same command under the project's virtual environment; ``make`` it if need be.

    Returns if this Python has the packages already, if there is no environment, if it cannot be
    made (then one line says so and the command goes on without), or if it was started again before.
    """
    if not missing_package(*further) or os.environ.get(_STARTED_AGAIN):
        return
    python: Path | None = project / ".venv/bin/python"
    if make:
        from league.toolchains import setup

        python = setup.ensure_venv(project, say=_say)
        if python is None:
            _say("going on without the analysis environment, so without a report")
    if python is not None and os.path.lexists(python):
        asked = process.quietly([str(python), "-I", "-c", "import encodings, json"])
        if asked.returncode:
            last = (asked.stderr.strip().splitlines() or ["it says nothing"])[-1]
            _say(f"{python} does not start ({short(last, 200)}); remove .venv, it is made again")
            return
        sys.stdout.flush()
        os.environ[_STARTED_AGAIN] = "1"
        # What asks to stop meanwhile is heard as soon as something there can answer.
        signal.pthread_sigmask(signal.SIG_BLOCK, process.STOPPING)
        try:
            line = [str(python), "-I", str(project / "scripts" / "run_all.py"), *arguments]
            os.execv(python, line)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, process.STOPPING)


def _say(line: str) -> None:
    print(f"league: {line}", file=sys.stderr)


def prepare(project: Path, arguments: Sequence[str]) -> None:
    """Start again if the verb of a command line needs packages that this Python lacks."""
    verb = arguments[0] if arguments and not arguments[0].startswith("-") else ""
    # --setup comes first: it may install what the environment is made with.
    if {"--version", "--setup"} & set(arguments):
        return
    # Nobody waits for an environment to be made for help or for a plan.
    makes = verb in VERBS and not {"--dry-run", "-h", "--help"} & set(arguments)
    further = ["argcomplete"] if verb == "completion" else []
    start_again(project, arguments, *further, make=makes and sys.version_info[:2] >= (3, 11))
