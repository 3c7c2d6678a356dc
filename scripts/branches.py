#!/usr/bin/env python3
"""Tell which branches of the benchmarks' code the tests take.

Usage: scripts/branches.py [-b BENCHMARK ...] [--least PERCENT] [--checks] [--again] [-j N]
Builds serial and omp variants with GCC and --coverage below build/branches, runs class S, the
checkpoints, the selftests and every other case that CTest knows, and reads what gcov counted.  A
branch counts as taken if one variant, precision or case takes it.  Left out are edges of
exceptions, lines that refuse bad input, and readers of decks, which the fuzzers test.
What is measured is told apart from what sets up and checks.  The branches of the former that
nothing takes are printed line by line, unless scripts/branches.toml says why; those of the latter,
which wait for wrong answers, with --checks.  --again reads the counts of the last run; without
BENCHMARK those of all runs, which may have been made one by one.
Exit code: 0 at least PERCENT (98; with -b none) of the former are taken, the rest is explained, 1
not so, 2 usage, 5 no GCC.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import tomllib

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "branches"
EXPLAINED = ROOT / "scripts" / "branches.toml"
# What checks is compiled with -O2 whatever the variants use: branches are to stay as written.
COUNT = "--coverage -fprofile-update=atomic -fno-inline -fno-ssa-phiopt -fno-thread-jumps"
GROUPS = ("kernels", "npb", "miniapps")
READERS = re.compile(r"_deck\.[ch]pp$|/deck\.[ch]pp$|/tests/|/fuzz/|\.build\.cpp$")
# Words of a line that can have branches; others come from destructors and constants.
BRANCHES = re.compile(r"\b(?:if|for|while|switch|case)\b|\?|&&|\|\|")
# Code that sets up and checks: its branches for wrong answers are what the selftests are for.
CHECKS = re.compile(
    r"_(?:check|reference|reference_flow|published|setup)\.|/([\w-]+)/\1\.cpp$|/common/|/cfd\.cpp$"
)
REFUSES = re.compile(r"\bthrow\b|\brefuse|\bdemand")


@dataclass
class Line:
    """The branches of a line of source, in each shape that the compiler gave it."""

    shapes: dict[int, list[int]] = field(default_factory=dict)  # number of branches: counts

    def add(self, counts: list[int]) -> None:
        """Add the counts of one function or instantiation."""
        known = self.shapes.setdefault(len(counts), [0] * len(counts))
        for index, count in enumerate(counts):
            known[index] += count

    def branches(self) -> list[int]:
        """The counts of the line as it was written: of its least optimised shape."""
        return self.shapes[max(self.shapes)]


def ordinary(branches: list[dict[str, Any]]) -> list[int]:
    """The counts of branches without edges of exceptions and the calls they belong to."""
    kept: list[int] = []
    for branch in branches:
        if not branch["throw"]:
            kept.append(int(branch["count"]))
        elif kept:
            kept.pop()
    return kept


def counted(builds: list[Path], jobs: int) -> dict[str, dict[int, Line]]:
    """What gcov counted in the sources of the benchmarks: file, line, branches."""
    gcov = ["gcov-12", "--json-format", "--stdout", "--branch-probabilities"]
    objects = [(build, one) for build in builds for one in sorted(build.rglob("*.gcno"))]

    def told(build_and_object: tuple[Path, Path]) -> str:
        build, one = build_and_object
        done = subprocess.run([*gcov, str(one)], cwd=build, capture_output=True, check=False)
        return done.stdout.decode("utf-8", "replace")

    found: dict[str, dict[int, Line]] = {}
    with ThreadPoolExecutor(jobs) as pool:
        for (build, _), text in zip(objects, pool.map(told, objects)):
            for document in filter(None, text.splitlines()):
                gather(json.loads(document), build, found)
    return found


def gather(document: dict[str, Any], build: Path, found: dict[str, dict[int, Line]]) -> None:
    """Add what gcov says of one object file."""
    for file in document["files"]:
        path = Path(os.path.normpath(build / file["file"]))
        if not path.is_relative_to(ROOT):
            continue
        name = str(path.relative_to(ROOT))
        if not name.startswith(GROUPS) or READERS.search(name):
            continue
        for line in file["lines"]:
            counts = ordinary(line["branches"])
            if counts and written(name, line["line_number"]):
                found.setdefault(name, {}).setdefault(line["line_number"], Line()).add(counts)


@cache
def source(name: str) -> list[str]:
    """The lines of a source file."""
    return (ROOT / name).read_text().splitlines()


def written(name: str, number: int) -> bool:
    """Whether a line says that it branches, and not in order to refuse what it was given."""
    here = source(name)[number - 1].split("//")[0].lstrip()
    if here.startswith("#pragma"):
        return False
    refuses = any(REFUSES.search(text) for text in source(name)[number - 1 : number + 1])
    return bool(BRANCHES.search(here)) and not refuses


@dataclass
class Reason:
    """Why branches of lines with this text are not taken."""

    file: str
    text: str
    reason: str
    used: bool = False


def reasons() -> list[Reason]:
    """The committed explanations."""
    if not EXPLAINED.exists():
        return []
    entries = tomllib.loads(EXPLAINED.read_text()).get("branch", [])
    return [Reason(one["file"], one["text"], one["reason"]) for one in entries]


def untaken(found: dict[str, dict[int, Line]]) -> Iterator[tuple[str, int, int]]:
    """File, line and number of the branches that nothing took."""
    for name, lines in sorted(found.items()):
        for number, line in sorted(lines.items()):
            missing = line.branches().count(0)
            if missing:
                yield name, number, missing


def report(found: dict[str, dict[int, Line]], least: float, checks: bool) -> bool:
    """Print tables and what is not taken; whether the computations are taken well enough."""
    known = reasons()
    good = True
    for title, of_checks in (("what is measured", False), ("what sets up and checks", True)):
        files = {name: one for name, one in found.items() if bool(CHECKS.search(name)) == of_checks}
        share, left = table(title, files, known)
        if not of_checks:
            good = share >= least and not left
        for name, number, count in left if checks or not of_checks else []:
            print(f"not taken: {name}:{number} ({count}) {source(name)[number - 1].strip()}")
    for one in known:
        if one.file in found and not one.used:
            print(f"taken by now: {one.file}: {one.text}; remove it from {EXPLAINED.name}")
    return good


def table(
    title: str, found: dict[str, dict[int, Line]], known: list[Reason]
) -> tuple[float, list[tuple[str, int, int]]]:
    """Print a line per file and the sum; the share taken in percent, and what is not explained."""
    left: list[tuple[str, int, int]] = []
    explained: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for name, number, count in untaken(found):
        missing[name] += count
        text = source(name)[number - 1]
        fits = [one for one in known if one.file == name and one.text in text]
        for one in fits:
            one.used = True
        if fits:
            explained[name] += count
        else:
            left.append((name, number, count))
    everything = 0
    print(f"{title:<52} {'branches':>8} {'taken':>8} {'%':>6} {'explained':>9}")
    for name, lines in sorted(found.items()):
        total = sum(len(line.branches()) for line in lines.values())
        everything += total
        taken = total - missing[name]
        print(f"{name:<52} {total:>8} {taken:>8} {100 * taken / total:>6.1f} {explained[name]:>9}")
    taken = everything - sum(missing.values())
    share = 100 * taken / max(1, everything)
    print(
        f"{title}: {taken} of {everything} branches taken ({share:.2f} %), "
        f"{sum(explained.values())} others explained, {sum(count for *_, count in left)} open\n"
    )
    return share, left


def exercise(folder: Path, benchmarks: list[str], jobs: int) -> bool:
    """Build with counters and run the tests of CTest; whether all passed."""
    line = ["cmake", "--preset", "gcc-12-host", "-B", str(folder)]
    line += ["-DLEAGUE_HOST_FLAGS=-O0 -g1", f"-DCMAKE_CXX_FLAGS={COUNT}"]
    line += [f"-DLEAGUE_ONLY={';'.join(benchmarks)}"]
    if subprocess.run(line, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        return False
    build = ["cmake", "--build", str(folder), "-j", str(jobs)]
    if subprocess.run(build, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        return False
    for old in folder.rglob("*.gcda"):
        old.unlink()
    test = ["ctest", "--test-dir", str(folder), "-j", str(jobs), "-Q", "-FS", ".*"]
    test += ["-LE", "harness|tree|claim|build", "-O", str(folder / "tests.log"), "--timeout", "900"]
    if subprocess.run(test, check=False).returncode != 0:
        print(f"branches: a test failed; {(folder / 'tests.log').relative_to(ROOT)} says which")
        return False
    return True


def main() -> int:
    """Build, run, count, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-b", "--benchmark", action="append", default=[])
    parser.add_argument("--least", type=float, metavar="PERCENT")
    parser.add_argument("--checks", action="store_true", help="list what checks do not take, too")
    parser.add_argument("--again", action="store_true", help="read the last counts, run nothing")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if not shutil.which("gcov-12") or not shutil.which("g++-12"):
        print("branches: error: needs g++-12 and gcov-12", file=sys.stderr)
        return 5
    build = BUILD / ("+".join(sorted(arguments.benchmark)) or "all")
    passed = arguments.again or exercise(build, arguments.benchmark, arguments.jobs)
    least = arguments.least or (0.0 if arguments.benchmark else 98.0)
    whole = arguments.again and not arguments.benchmark
    found = counted(sorted(BUILD.glob("*")) if whole else [build], arguments.jobs)
    if not found:
        print("branches: error: nothing was counted; run it without --again", file=sys.stderr)
        return 2
    return 0 if report(found, least, arguments.checks) and passed else 1


if __name__ == "__main__":
    sys.exit(main())
