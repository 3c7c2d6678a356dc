#!/usr/bin/env python3
"""Write CMakePresets.json from the toolchain files; with --check only say whether it is stale."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "harness"))

from league.base.errors import LeagueError  # noqa: E402
from league.toolchains import presets  # noqa: E402  (the path has to be set first)
from league.toolchains.files import load_all  # noqa: E402


def main() -> int:
    """Exit status 0: written, or up to date; 1: stale; 2: a toolchain file is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when stale")
    arguments = parser.parse_args()
    try:
        toolchains = load_all(PROJECT / "harness" / "toolchains")
    except LeagueError as error:
        print(f"league: error: {error}", file=sys.stderr)
        return error.exit_code
    if not arguments.check:
        print(f"wrote {presets.write(PROJECT, toolchains).name}: {len(toolchains)} toolchains")
        return 0
    if presets.is_stale(PROJECT, toolchains):
        print(
            f"{presets.FILE_NAME} is stale: run scripts/make_presets.py",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
