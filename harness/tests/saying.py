"""Programs and verbs, with what they say."""

import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from league.base.paths import project_root

RUN_ALL = project_root() / "scripts" / "run_all.py"
#: Of the fixture `cli_says`: it calls a verb, whose exit code is `code`, 0 if nothing is told.
Says = Callable[..., Any]


def called(command: Sequence[str | Path], **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run a program to its end."""
    settings = {"check": False, **settings}
    return subprocess.run(command, capture_output=True, text=True, **settings)


def run_all(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run a command line of run_all.py in a process of its own."""
    return called([sys.executable, str(RUN_ALL), *words], **settings)


def loaded(name: str) -> ModuleType:
    """Return a program of `scripts/` as a module."""
    spec = importlib.util.spec_from_file_location(name, project_root() / f"scripts/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def until(what: Callable[[], Any], patience_s: float = 60.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + patience_s
    while not what():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)
