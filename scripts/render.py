#!/usr/bin/env python3
"""Render tables and figures from the committed records; with --check only say what is stale.

Usage: scripts/render.py [--check]
Rewrites the blocks of Markdown files that begin with `<!-- rendered: KIND ... -->`, and the figures
that such blocks name, below results/reference.  harness/docs/rendering.md lists the kinds.
Exit code: 0 all is fresh (or written), 1 something is stale or cannot be rendered, 2 usage.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv/bin/python"
STARTED_AGAIN = "LEAGUE_STARTED_AGAIN"
sys.path.insert(0, str(ROOT / "harness"))


def main(arguments: list[str]) -> int:
    """Write what is stale, or name it."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    if importlib.util.find_spec("matplotlib") is None:
        if not PYTHON.exists() or os.environ.get(STARTED_AGAIN):
            print("render: error: no matplotlib; run scripts/run_all.py --setup", file=sys.stderr)
            return 2
        os.environ[STARTED_AGAIN] = "1"
        os.execv(PYTHON, [str(PYTHON), str(Path(__file__).resolve()), *arguments])
    from league.show import rendered  # both need the environment
    from league.studies import catalogue

    if arguments:
        wrong = rendered.stale(ROOT, catalogue.KINDS)
    else:
        written, wrong = rendered.write(ROOT, catalogue.KINDS)
        for file in written:
            print(f"wrote {file.relative_to(ROOT)}")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
