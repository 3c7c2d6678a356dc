"""Selections that are kept under a name in a file: ``--select NAME``."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from league.base import paths
from league.base.errors import UsageError
from league.run import select
from league.toolchains import files

#: Variable that names the file; without it the file lies in the project.
VARIABLE = "LEAGUE_SELECTIONS"
FILE_NAME = "selections.toml"
#: What a selection may hold, by the word of the command line; and how that is called in Python.
_SHAPE: dict[str, Any] = {
    **{name: list for name in ("benchmark", "variant", "toolchain", "class", "precision", "tag")},
    "exclude": list,
    "suite": str,
    "where": str,
}
_CALLED: dict[str, str] = {"class": "classes"}


def add_select(parser: argparse._ActionsContainer) -> None:
    """Add the expression and the name of a saved selection."""
    parser.add_argument(
        "--where", metavar="EXPR", default="",
        help="only what fits, as 'benchmark=jacobi and variant~target-* and compute<1ms'",
    )  # fmt: skip
    parser.add_argument(
        "--select", metavar="NAME",
        help=f"the options that {FILE_NAME} keeps under this name, where the line has none",
    )  # fmt: skip


def file() -> Path:
    """Return the file of selections."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else paths.project_root() / FILE_NAME


def names() -> list[str]:
    """Return the names of the selections there are, none if there is no file."""
    return [name for name in files.parsed(file()) if name != "schema"] if file().is_file() else []


def fill(args: argparse.Namespace) -> None:
    """Give options that the command line leaves out what the selection it names says.

    Raises UsageError if there is no such selection, LeagueError for a file that cannot be read.
    """
    if not args.select:
        return
    path = file()
    if not path.is_file():
        raise UsageError(f"--select reads {path}, which is not there; write it or set {VARIABLE}")
    known = {name: table for name, table in files.parsed(path).items() if name != "schema"}
    if args.select not in known:
        raise select.unknown("selection", args.select, known)
    table = known[args.select]
    if not isinstance(table, dict):
        raise UsageError(f"'{args.select}' in {path.name} is a table; write [{args.select}]")
    files.check_table(path, table, _SHAPE, args.select, placeholders=False)
    for word, value in table.items():
        name = _CALLED.get(word, str(word))
        if hasattr(args, name) and not getattr(args, name):
            setattr(args, name, value)
