#!/usr/bin/env python3
"""Check what the tree promises about itself: READMEs, names, variants, generated files, documents.

Usage: scripts/check_tree.py [--fix] [--build FOLDER]
--fix rewrites what is generated: harness/docs/benchmarks.md, CMakePresets.json from the toolchain
files, generated_checks.py beside each schema and the tables of harness/docs/record.md, and
harness/league/run/catalogue.json, whose classes and precisions come from the executables of a build
folder, with --build.  --build compares the classes in the READMEs with what these --describe, too.
exit code: 0 clean, 1 something is wrong (one line each), 2 usage
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))

from proofs import tree


def main() -> int:
    """Print what is wrong; the exit code tells whether anything is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--build", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    lines = list(tree.wrong(fix=arguments.fix, build=arguments.build))
    for line in lines:
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
