"""The analysis environment: whether this Python has its packages, else starting again there."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path

#: What reading, comparing and drawing records needs beyond the standard library.
PACKAGES = ("numpy", "pandas", "scipy", "matplotlib", "jinja2", "duckdb")
#: Verbs that are nothing without it and make it if it is missing; "" is the one without a verb.
#: The others use it where it is and go on without it where it is not.
VERBS = (
    *("", "report", "compare", "export", "figures", "probe", "sweep", "portability"),
    *("baseline", "dashboard", "gate", "history", "query"),
)
_STARTED_AGAIN = "LEAGUE_STARTED_AGAIN"


def missing_package() -> str:
    """Return the name of a package that this Python lacks; empty if it has all."""
    return next((name for name in PACKAGES if importlib.util.find_spec(name) is None), "")


def start_again(project: Path, arguments: Sequence[str]) -> None:
    """Start the same command under the project's virtual environment, made if it is missing.

    Returns if this Python has the packages already, if the environment cannot be made (then one
    line says so and the command goes on without), or if it was started again before.
    """
    if not missing_package() or os.environ.get(_STARTED_AGAIN):
        return
    from league.toolchains import setup

    def say(line: str) -> None:
        print(f"league: {line}", file=sys.stderr)

    python = setup.ensure_venv(project, say=say)
    if python is None:
        say("going on without the analysis environment, so without a report")
        return
    script = project / "scripts" / "run_all.py"
    sys.stdout.flush()
    os.environ[_STARTED_AGAIN] = "1"
    os.execv(python, [str(python), str(script), *arguments])


def enter(project: Path, arguments: Sequence[str], *packages: str) -> None:
    """Start again in the environment if it is there and this Python lacks one of the packages."""
    python = project / ".venv/bin/python"
    complete = all(importlib.util.find_spec(package) for package in packages)
    if complete or os.environ.get(_STARTED_AGAIN) or not python.exists():
        return
    os.environ[_STARTED_AGAIN] = "1"
    os.execv(python, [str(python), str(project / "scripts" / "run_all.py"), *arguments])


def prepare(project: Path, arguments: Sequence[str]) -> None:
    """Start again if the verb of a command line needs packages that this Python lacks."""
    verb = arguments[0] if arguments and not arguments[0].startswith("-") else ""
    # --setup comes first: it may install what the environment is made with.
    if {"--version", "--setup"} & set(arguments):
        return
    # Nobody waits for an environment to be made for help or for a plan.
    makes = verb in VERBS and not {"--dry-run", "-h", "--help"} & set(arguments)
    if makes and sys.version_info[:2] >= (3, 11):
        start_again(project, arguments)
    enter(project, arguments, *PACKAGES, *(["argcomplete"] if verb == "completion" else []))
