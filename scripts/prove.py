#!/usr/bin/env python3
"""Prove the tests: plant faults, look for races, try other orders.  ``prove.py --help`` lists all.

Exit code: 0 as it should be, 1 not so, 2 usage; each proof says what else.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv/bin/python"


def main() -> int:
    """Enter the environment of the tests, if it is there, and open the door."""
    if PYTHON.exists() and not Path(sys.prefix).samefile(ROOT / ".venv"):
        os.execv(PYTHON, [str(PYTHON), *sys.argv])
    sys.path.insert(0, str(ROOT / "harness"))
    from proofs import door

    return door.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
