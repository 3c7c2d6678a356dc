#!/usr/bin/env python3
"""Begin a benchmark: copy the commented skeleton and add its folder to the build.

Usage: scripts/new_benchmark.py GROUP NAME      for example: scripts/new_benchmark.py kernels triad
The skeleton builds and passes at once; then make it your own, contract first.  What remains
is printed, from harness/skeleton/steps.txt.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GROUPS = ("kernels", "npb", "miniapps")


def create(root: Path, group: str, name: str) -> Path:
    """Write the folder of a new benchmark and return it; raises ValueError with what is wrong."""
    if group not in GROUPS:
        raise ValueError(f"no group '{group}'; there are: {' '.join(GROUPS)}")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise ValueError(f"'{name}' is not a name; use lower-case words joined by '-'")
    folder = root / group / name
    if folder.exists():
        raise ValueError(f"{group}/{name} exists already")
    struct = "".join(word.capitalize() for word in name.split("-"))
    folder.mkdir()
    for template in sorted((root / "harness/skeleton").glob("*.in")):
        text = template.read_text().replace("@name@", name).replace("@Name@", struct)
        target = template.name[: -len(".in")]
        (folder / re.sub(r"^name\.", f"{name}.", target)).write_text(text)
    cmake = root / group / "CMakeLists.txt"
    lines = cmake.read_text().splitlines()
    if not any(line.startswith("file(GLOB") for line in lines):  # whose folders are all built
        listed = [n for n, line in enumerate(lines, 1) if line.startswith("add_subdirectory(")]
        lines.insert(max(listed, default=len(lines)), f"add_subdirectory({name})")
        cmake.write_text("\n".join(lines) + "\n")
    return folder


def main(arguments: list[str]) -> int:
    """Create the benchmark named on the command line."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        folder = create(ROOT, *arguments)
    except ValueError as error:
        print(f"new_benchmark: error: {error}", file=sys.stderr)
        return 2
    where = str(folder.relative_to(ROOT))
    print(f"{where} builds and passes.  What remains:")
    steps = (ROOT / "harness/skeleton/steps.txt").read_text().splitlines()
    for number, step in enumerate(steps, 1):
        print(f"{number:2}. {step.replace('@folder@', where).replace('@name@', folder.name)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
