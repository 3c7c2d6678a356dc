"""The toolchains found on this machine, with what each can do."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from league.base import paths
from league.run import options, select
from league.toolchains import doctor
from league.toolchains.discovery import Found, discover, load_all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options: -t chooses toolchains, --json prints records."""
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Print the toolchains that are here, or with --json the records of all."""
    found = chosen_toolchains(args)
    if args.json:
        print(json.dumps([one.record() for one in found], indent=1))
        return 0
    for line in doctor.short_lines(found):
        print(line)
    return 0


def chosen_toolchains(
    args: argparse.Namespace, progress: Callable[[str], None] | None = None
) -> list[Found]:
    """Return the toolchains that -t asks for, or all, looked for on this machine.

    Raises UsageError for a name or pattern that fits none.
    """
    project = paths.project_root()
    described = load_all(project / "harness" / "toolchains")
    wanted = select.split(args.toolchain)
    if wanted:
        names = select.match_names("toolchain", wanted, [one.name for one in described])
        described = [one for one in described if one.name in names]
    return discover(described, project=project, progress=progress)
