"""Configure and build; every variant gets a verdict."""

from __future__ import annotations

import argparse
import json

from league.run import build_all, dry
from league.run.options import Options

ARGUMENTS = ()


def main(chosen: Options, _: argparse.Namespace) -> int:
    """Build, and print what failed and why."""
    if chosen.dry_run:
        return dry.tell(chosen)
    results, code = build_all.build_all(chosen)
    if chosen.json:
        print(json.dumps([result.record() for result in results], indent=1))
    else:
        print(build_all.text(results))
    return code
