#!/usr/bin/env python3
"""Build, run, check, record and report: see ``run_all.py --help``."""

import signal
import sys
from pathlib import Path

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until there is more to say than that it ended

PROJECT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Find the package, choose the Python it needs, and hand over."""
    if sys.version_info[:2] < (3, 9):  # noqa: UP036  people start it with what they have
        version = ".".join(map(str, sys.version_info[:2]))
        print(f"league: error: this is Python {version}; start it with 3.11 or newer")
        return 2
    sys.path.insert(0, str(PROJECT / "harness"))
    from league import cli
    from league.toolchains import environment

    environment.prepare(PROJECT, sys.argv[1:])
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
