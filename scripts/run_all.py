#!/usr/bin/env python3
"""Build, run, check, record and report: see ``run_all.py --help``."""

import os
import signal
import sys

# Until there is more to say than that it ended; before all that takes time to import.
for _name in ("INT", "QUIT", "TERM", "HUP", "USR1", "USR2", "XCPU", "ALRM"):
    _number = getattr(signal, "SIG" + _name)
    if signal.getsignal(_number) is not signal.SIG_IGN:
        signal.signal(_number, lambda *_: os._exit(130))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [_number])  # who started this again let them wait

from pathlib import Path  # noqa: E402

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

    # A shell asks which words fit: PYTHON_ARGCOMPLETE_OK
    if {"_ARGCOMPLETE", "COMP_LINE"} <= os.environ.keys():
        environment.start_again(PROJECT, sys.argv[1:], "argcomplete", make=False)
        cli.complete()
        return 0
    return cli.main(prepare=lambda: environment.prepare(PROJECT, sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
