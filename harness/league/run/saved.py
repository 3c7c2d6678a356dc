"""Selections that are kept under a name in a file: ``--select NAME``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

from league.base import paths
from league.base.arguments import argument
from league.base.errors import UsageError
from league.run import select
from league.toolchains import files

#: Variable that names the file; without it the file lies in the project.
VARIABLE = "LEAGUE_SELECTIONS"
FILE_NAME = "selections.toml"
SELECT = argument(
    "--select", metavar="NAME", group="what", fits="selections",
    help=f"the options that {FILE_NAME} keeps under this name, where the line has none",
)  # fmt: skip


def file() -> Path:
    """Return the file of selections."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else paths.project_root() / FILE_NAME


def names() -> list[str]:
    """Return the names of the selections there are, none if there is no file."""
    return [name for name in files.parsed(file()) if name != "schema"] if file().is_file() else []


def fill(args: argparse.Namespace, words: Mapping[str, tuple[str, type]]) -> None:
    """Give options that the command line leaves out what the selection it names says.

    ``words`` are those that it may hold: how each is called in Python, and a list's type or a
    text's.  Raises UsageError if there is no such selection, LeagueError for a file that cannot be
    read.
    """
    if not getattr(args, "select", None):
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
    shape = {word: list if kind is tuple else kind for word, (_, kind) in words.items()}
    files.check_table(path, table, shape, args.select, placeholders=False)
    for word, value in table.items():
        name = words[word][0]
        if hasattr(args, name) and not getattr(args, name):
            setattr(args, name, value)
