"""Tell which branches of the benchmarks' code the tests take.

Builds serial and omp variants with GCC and --coverage below build/branches, runs class S, the
checkpoints, the selftests and every other case that CTest knows, and reads what gcov counted.  A
branch counts as taken if one variant, precision or case takes it.  Left out are edges of
exceptions, lines that refuse bad input, and readers of decks, which the fuzzers test. What is
measured is told apart from what sets up and checks.  The branches of the former that nothing takes
are printed line by line, unless harness/proofs/branches.toml says why; those of the latter, which
wait for wrong answers, with --checks.  --again reads the counts of the last run; without BENCHMARK
those of all runs, which may have been made one by one: of each benchmark, and of `unit`, the unit
tests of what benchmarks share.
Exit code: 0 at least PERCENT (98; with -b none) of the former are taken, the rest is explained, 1
not so, 2 usage, 5 no GCC.
"""

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

from league.base.errors import ToolchainError, UsageError
from proofs.planter import GROUPS, JOBS, ROOT, built, call, configured, entries, flag

BUILD = ROOT / "build" / "branches"
# What checks is compiled with -O2 whatever the variants use: branches are to stay as written.
COUNT = "--coverage -fprofile-update=atomic -fno-inline -fno-ssa-phiopt -fno-thread-jumps"
UNIT = "unit"  # in the place of a benchmark: the unit tests of what benchmarks share
UNIT_TESTS = ("npb_tests", "miniapps_tests")
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
        """The counts of the line as it was written: of its least optimised shape that was run.

        Of a function in a header that several objects hold linkers keep one; the others never run.
        """
        ran = [size for size, counts in self.shapes.items() if any(counts)]
        return self.shapes[max(ran or self.shapes)]


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
        return call([*gcov, str(one)], build).stdout

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


def untaken(found: dict[str, dict[int, Line]]) -> Iterator[tuple[str, int, int]]:
    """File, line and number of the branches that nothing took."""
    for name, lines in sorted(found.items()):
        for number, line in sorted(lines.items()):
            if missing := line.branches().count(0):
                yield name, number, missing


@dataclass
class Part:
    """The branches of one kind of code, and what became of them."""

    title: str
    files: dict[str, tuple[int, int, int]]  # branches, taken, explained
    explained: list[tuple[str, int, int, str]]  # file, line, number, reason
    left: list[tuple[str, int, int]]

    @property
    def sums(self) -> list[int]:
        """How many branches there are, how many tests take, how many others are explained."""
        return [sum(one[n] for one in self.files.values()) for n in range(3)]

    @property
    def share(self) -> float:
        """How many are taken, in percent."""
        branches, taken, _ = self.sums
        return 100 * taken / max(1, branches)

    def show(self) -> None:
        """Print a line per file and the sum."""
        print(f"{self.title:<52} {'branches':>8} {'taken':>8} {'%':>6} {'explained':>9}")
        for name, (total, taken, explained) in self.files.items():
            print(f"{name:<52} {total:>8} {taken:>8} {100 * taken / total:>6.1f} {explained:>9}")
        branches, taken, explained = self.sums
        left = sum(count for *_, count in self.left)
        print(f"{self.title}: {taken} of {branches} branches taken ({self.share:.2f} %),"
              f" {explained} others explained, {left} open\n")  # fmt: skip

    def record(self) -> dict[str, Any]:
        """What is kept of it."""
        branches, taken, _ = self.sums
        return {
            "branches": branches, "taken": taken, "percent": round(self.share, 2),
            "files": {name: list(counts) for name, counts in self.files.items()},
            "explained": [f"{file}:{line} ({n}) {why}" for file, line, n, why in self.explained],
            "open": [f"{file}:{line} ({n}) {text_of(file, line)}" for file, line, n in self.left],
        }  # fmt: skip


def commit() -> str:
    """The commit of the sources, marked where they are not as it has them."""
    line = ["git", "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"]
    return call(line).stdout.strip()


def text_of(name: str, number: int) -> str:
    """A line of source as it is shown."""
    return source(name)[number - 1].strip()


def part(title: str, found: dict[str, dict[int, Line]], known: list[dict[str, Any]]) -> Part:
    """What became of the branches of some files; entries of `known` that are needed are `used`."""
    missing: Counter[str] = Counter()
    of_file: Counter[str] = Counter()
    told = Part(title, {}, [], [])
    for name, number, count in untaken(found):
        missing[name] += count
        text = text_of(name, number)
        fits = [one for one in known if one["file"] == name and one["text"] in text]
        for one in fits:
            one["used"] = True
        if fits:
            of_file[name] += count
            told.explained.append((name, number, count, fits[0]["reason"]))
        else:
            told.left.append((name, number, count))
    for name, lines in sorted(found.items()):
        total = sum(len(line.branches()) for line in lines.values())
        told.files[name] = (total, total - missing[name], of_file[name])
    return told


def report(
    found: dict[str, dict[int, Line]], least: float, checks: bool, out: Path | None = None
) -> bool:
    """Print tables and what is not taken; whether the computations are taken well enough."""
    known = entries("branches", "branch")
    good = True
    kept: dict[str, Any] = {"commit": commit()}
    for title, of_checks in (("what is measured", False), ("what sets up and checks", True)):
        files = {name: one for name, one in found.items() if bool(CHECKS.search(name)) == of_checks}
        one = part(title, files, known)
        one.show()
        kept[title] = one.record()
        if not of_checks:
            good = one.share >= least and not one.left
        for name, number, count in one.left if checks or not of_checks else []:
            print(f"not taken: {name}:{number} ({count}) {text_of(name, number)}")
    for reason in known:
        if reason["file"] in found and "used" not in reason:
            what = f"{reason['file']}: {reason['text']}"
            print(f"taken by now: {what}; remove it from branches.toml")
    if out:
        out.write_text(json.dumps(kept, indent=1) + "\n")
    return good


def exercise(folder: Path, benchmarks: list[str], jobs: int) -> bool:
    """Build with counters and run the tests of CTest; whether all passed."""
    unit = benchmarks == [UNIT]  # these are not there where benchmarks are chosen
    settings = ["--preset=gcc-12-host", "-DLEAGUE_HOST_FLAGS=-O0 -g1", f"-DCMAKE_CXX_FLAGS={COUNT}"]
    only = f"-DLEAGUE_ONLY={'' if unit else ';'.join(benchmarks)}"
    for done in (
        configured(ROOT, folder, *settings, only),
        built(folder, UNIT_TESTS if unit else (), jobs),
    ):
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return False
    for old in folder.rglob("*.gcda"):
        old.unlink()
    test = ["ctest", "--test-dir", str(folder), "-j", str(jobs), "-Q", "-FS", ".*"]
    test += ["-R", r"^core\.(npb|miniapps)\."] if unit else []
    test += ["-LE", "harness|tree|claim|build", "-O", str(folder / "tests.log"), "--timeout", "900"]
    if subprocess.run(test, check=False).returncode != 0:
        print(f"branches: a test failed; {(folder / 'tests.log').relative_to(ROOT)} says which")
        return False
    return True


OPTIONS = (
    flag("-b", "--benchmark", action="append", default=[]),
    flag("--least", type=float, metavar="PERCENT"),
    flag("--checks", action="store_true", help="list what checks do not take, too"),
    flag("--again", action="store_true", help="read the last counts, run nothing"),
    flag("-o", "--out", type=Path, metavar="FILE", help="keep the counts as JSON"),
    JOBS,
)


def run(arguments: argparse.Namespace) -> int:
    """Build, run, count, print."""
    if not shutil.which("gcov-12") or not shutil.which("g++-12"):
        raise ToolchainError("needs g++-12 and gcov-12; scripts/test_all.sh --setup installs them")
    build = BUILD / ("+".join(sorted(arguments.benchmark)) or "all")
    passed = arguments.again or exercise(build, arguments.benchmark, arguments.jobs)
    least = arguments.least or (0.0 if arguments.benchmark else 98.0)
    whole = arguments.again and not arguments.benchmark
    seen = counted(sorted(BUILD.glob("*")) if whole else [build], arguments.jobs)
    if not seen:
        raise UsageError("nothing was counted; run it without --again")
    return 0 if report(seen, least, arguments.checks, arguments.out) and passed else 1
