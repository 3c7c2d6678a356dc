"""The toolchains found on this machine, with what each can do."""

from __future__ import annotations

import argparse

from league.commands._shared import show
from league.run.build_folders import described
from league.run.options import Options
from league.toolchains import discovery, doctor


def main(chosen: Options, _: argparse.Namespace) -> int:
    """Print the toolchains that are here, or with --json the records of all."""
    found = discovery.discover(described(chosen), project=chosen.project)
    show(chosen, lambda: "\n".join(doctor.short_lines(found)), [one.record() for one in found])
    return 0
