"""The toolchains found on this machine, with what each can do."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from league.run import select
from league.run.options import Options
from league.toolchains import discovery, doctor
from league.toolchains.discovery import Found

ARGUMENTS = ()


def main(chosen: Options, _: argparse.Namespace) -> int:
    """Print the toolchains that are here, or with --json the records of all."""
    found = chosen_toolchains(chosen)
    if chosen.json:
        print(json.dumps([one.record() for one in found], indent=1))
        return 0
    for line in doctor.short_lines(found):
        print(line)
    return 0


def chosen_toolchains(
    chosen: Options, progress: Callable[[str], None] | None = None
) -> list[Found]:
    """Return the toolchains that -t asks for, or all, looked for on this machine.

    Raises UsageError for a name or pattern that fits none.
    """
    described = discovery.load_all(chosen.project / "harness" / "toolchains")
    if chosen.toolchains:
        known = [one.name for one in described]
        names = select.match_names("toolchain", chosen.toolchains, known)
        described = [one for one in described if one.name in names]
    return discovery.discover(described, project=chosen.project, progress=progress)
