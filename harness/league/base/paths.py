"""Where the project lies, and how a Python is started that takes modules from there alone."""

from __future__ import annotations

import sys
from pathlib import Path


def project_root() -> Path:
    """Return the folder that holds ``harness/``."""
    return Path(__file__).resolve().parents[3]


def interpreter(module: str, python: str = sys.executable) -> list[str]:
    """Return the command that calls ``main`` of a module of this package; words may follow.

    Neither the folder it is started in nor variables such as PYTHONPATH lend it a module.
    """
    home = str(project_root() / "harness")
    line = f"import sys; sys.path.insert(0, {home!r}); from {module} import main"
    return [python, "-I", "-c", f"{line}; sys.exit(main(sys.argv[1:]))"]
