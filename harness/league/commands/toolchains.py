"""The toolchains found on this machine, with what each can do."""

from __future__ import annotations

import argparse
import json

from league.run.build_folders import described
from league.run.options import Options
from league.toolchains import discovery, doctor

ARGUMENTS = ()


def main(chosen: Options, _: argparse.Namespace) -> int:
    """Print the toolchains that are here, or with --json the records of all."""
    found = discovery.discover(described(chosen), project=chosen.project)
    if chosen.json:
        print(json.dumps([one.record() for one in found], indent=1))
        return 0
    for line in doctor.short_lines(found):
        print(line)
    return 0
