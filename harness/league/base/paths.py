"""Where the project lies, and how a Python is started that takes modules from there alone."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path


def project_root() -> Path:
    """Return the folder that holds ``harness/``."""
    return Path(__file__).resolve().parents[3]


def _writable(folder: Path) -> bool:
    """Whether files can be made below a folder that may not be there yet."""
    there = next(one for one in (folder, *folder.parents) if one.exists())
    return os.access(there, os.W_OK | os.X_OK)


def results(project: Path | None = None) -> Path:
    """Return the folder for results: below the current one where the project's cannot be written.

    So one installation serves every user.
    """
    own = (project or project_root()) / "results"
    return own if _writable(own) else Path.cwd() / "league-results"


def builds(project: Path) -> Path:
    """Return the folder for build folders: in the user's cache where the project's cannot be."""
    own = project / "build"
    if _writable(own):
        return own
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    mark = hashlib.sha256(os.fsencode(project)).hexdigest()[:8]  # of this installation
    return cache / "league" / mark


def elsewhere(project: Path) -> str:
    """Return where results and builds go if they do not go below the project; else nothing."""
    told = [
        f"{what} go below {place}"
        for what, place in (("results", results(project)), ("builds", builds(project)))
        if project not in place.parents
    ]
    return f"{project} cannot be written: {', '.join(told)}" if told else ""


def interpreter(module: str, python: str = sys.executable) -> list[str]:
    """Return the command that calls ``main`` of a module of this package; words may follow.

    Neither the folder it is started in nor variables such as PYTHONPATH lend it a module.
    """
    home = str(project_root() / "harness")
    line = f"import sys; sys.path.insert(0, {home!r}); from {module} import main"
    return [python, "-I", "-c", f"{line}; sys.exit(main(sys.argv[1:]))"]
