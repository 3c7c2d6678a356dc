#!/usr/bin/env python3
"""Plant small faults in variants and in what they share, and see whether the tests notice.

Usage: scripts/mutate.py [-t TOOLCHAIN]... [-b GLOB] [-v GLOB] [-n COUNT] [--seed N] [-o FILE]
       scripts/mutate.py --again FILE [-o FILE]
Needs built toolchains (scripts/run_all.py build -t TOOLCHAIN; the default is gcc-12-host).  COUNT
faults are drawn from scripts/faults.toml: first a kind, then a benchmark, then a place in a variant
or in a header that it includes.  Everything of the program that includes the place is compiled
again, the checks too, and the program's own tests run: class S, checkpoints and cases.  A fault is
noticed when one of them fails; one that does not compile does not count.  The seed is by default
the newest commit that touches tests or checks, so that nobody chooses the faults.  Survivors are
printed; scripts/survivors.toml holds those that change no result, each with its reason.
--again tries the survivors of an earlier record once more, after a check was made sharper.
Exit code: 0 every fault was noticed or is explained, 1 one was not, 2 usage.
"""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import tomllib

ROOT = Path(__file__).resolve().parent.parent
EXPLAINED = ROOT / "scripts/survivors.toml"
OPERATORS: list[dict[str, Any]] = tomllib.loads((ROOT / "scripts/faults.toml").read_text())[
    "operator"
]
GROUPS = ("kernels", "npb", "miniapps")
TIME_LIMIT = 60  # seconds for a compilation or a run; a fault may never end
BOUNDED = ["prlimit", f"--data={8 << 30}", "--core=0"]  # a fault may ask for any memory
RACE_RUNS = 5  # of class S with two and with four threads, for what takes luck to notice
# What is no part of a variant: the contract, and what only checks read.
CHECKS = ["*_check*", "*_reference*", "*_published*"]
TESTS = ["harness/core", "harness/tests", ":(glob)*/*/CMakeLists.txt", ":(glob)*/tests/*"]
TESTS += [f":(glob)*/*/{glob}" for glob in CHECKS]
# Lines that hold no statement, and declarations of arrays.
NOT_CHANGED = re.compile(
    r"^\s*(?:#include|#if|#define|template|static_assert|using|//|(?:[\w:<>]+ )+\w+\[[^;=]*\];)"
)


class Usage(Exception):
    """Something on the command line cannot be done."""


@dataclass(frozen=True)
class Program:
    """One built executable: toolchain, benchmark.variant, group, whether it offloads."""

    toolchain: str
    target: str
    group: str
    offloads: bool

    @property
    def build(self) -> Path:
        """The build folder."""
        return ROOT / "build" / self.toolchain

    @property
    def benchmark(self) -> str:
        """The benchmark's name."""
        return self.target.split(".")[0]


@dataclass(frozen=True)
class Fault:
    """One change of one file, and what became of it."""

    toolchain: str
    program: str  # benchmark.variant
    kind: str
    file: str
    line: int
    diff: str
    outcome: str = ""  # noticed, survived, stillborn, explained
    how: str = ""

    @property
    def place(self) -> tuple[str, str, str, str]:
        """What tells it from all others."""
        return self.toolchain, self.program, self.file, self.diff


def in_seventh_digit(number: str) -> str:
    """The number with one unit more in its seventh significant digit."""
    mantissa, power = f"{float(number):.6e}".split("e")
    return repr(float(f"{float(mantissa) + 1e-6:.6f}e{power}"))


def changes_of(text: str, *, offloads: bool) -> Iterator[tuple[dict[str, Any], int, str]]:
    """Every change of a source text: operator, line, changed text; comments are left alone."""
    for operator in OPERATORS:
        if operator.get("offload") and not offloads:
            continue
        for match in re.finditer("(?m)" + operator["pattern"], text):
            begin = text.rfind("\n", 0, match.start()) + 1
            line = text[begin : text.find("\n", match.start())]
            directive = text[begin:].lstrip().startswith("#pragma")
            if directive != (operator["where"] == "directive") or NOT_CHANGED.match(line):
                continue
            if 0 <= line.find("//") < match.start() - begin:
                continue
            if operator.get("digit"):
                new = in_seventh_digit(match.group())
            else:
                new = match.expand(operator["replacement"])
            changed = text[: match.start()] + new + text[match.end() :]
            yield operator, text.count("\n", 0, match.start()) + 1, changed


def difference(before: str, after: str) -> str:
    """The changed lines, without context."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


@cache
def commands(build: Path, target: str) -> list[list[str]]:
    """The commands that compile and link one executable, as ninja knows them."""
    told = subprocess.run(
        ["ninja", "-C", str(build), "-t", "commands", target],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line.removeprefix(": && ").removesuffix(" && :") for line in told.stdout.splitlines()]
    return [words for words in map(shlex.split, lines) if "-o" in words]


@cache
def included(build: Path) -> dict[str, set[Path]]:
    """The files of this project that each object file was made of."""
    told = subprocess.run(
        ["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=True
    )
    found: dict[str, set[Path]] = defaultdict(set)
    for line in told.stdout.splitlines():
        if line and not line.startswith(" "):
            name = line.split(":")[0]
        elif line.strip():
            path = Path(os.path.normpath(build / line.strip()))
            if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in GROUPS:
                found[name].add(path)
    return found


@cache
def cases(build: Path, target: str) -> list[tuple[str, list[str], dict[str, str]]]:
    """The tests that run a program: name, arguments, environment; class S first."""
    told = subprocess.run(
        ["ctest", "--test-dir", str(build), "-L", "smoke", "--show-only=json-v1"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = []
    for test in json.loads(told.stdout)["tests"]:
        command = test.get("command", [])
        if command and Path(command[0]).name == target:
            stated = {one["name"]: one["value"] for one in test["properties"]}
            environment = dict(item.split("=", 1) for item in stated.get("ENVIRONMENT", []))
            found.append((test["name"], command[1:], environment))
    return found


def sources(program: Program) -> list[Path]:
    """The files in which a program's faults can be: its sources and what they include."""
    deps = included(program.build)
    own = {
        path for name, paths in deps.items() if f"/{program.target}.dir/" in name for path in paths
    }
    contract = re.sub("^npb-", "", program.benchmark) + ".hpp"
    kept = [
        path for path in own
        if path.name != contract and not any(fnmatch.fnmatch(path.name, glob) for glob in CHECKS)
    ]  # fmt: skip
    return sorted(kept)


def compile_changed(program: Program, file: Path, text: str, folder: Path) -> Path | str:
    """The executable with one file changed, checks included; a string says why there is none."""
    group = ROOT / program.group
    shutil.copytree(group, folder / program.group)
    (folder / file.relative_to(ROOT)).write_text(text)
    deps = included(program.build)
    objects = {name: str(folder / f"{i}.o") for i, name in enumerate(deps) if file in deps[name]}
    executable = folder / "program"
    for command in commands(program.build, program.target):
        output = command[command.index("-o") + 1]
        compiles = "-c" in command
        if compiles and output not in objects:
            continue
        words = command[1:] if Path(command[0]).name == "ccache" else list(command)
        words = [objects.get(word, word) for word in words]
        if compiles:
            words[words.index("-MF") + 1] = str(folder / "deps")
            words = [word.replace(f"{group}/", f"{folder / program.group}/") for word in words]
        elif Path(output).name == program.target:
            words[words.index("-o") + 1] = str(executable)
        else:
            continue
        try:
            done = subprocess.run(
                words, cwd=program.build, capture_output=True, timeout=5 * TIME_LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return "compiler hangs"
        if done.returncode != 0:
            return "does not compile"
    return executable


def noticed_by(program: Program, executable: Path, *, races: bool) -> str:
    """The first test that an executable fails, and how; empty if it passes all."""
    tests = cases(program.build, program.target)
    if races:
        name, arguments, environment = tests[0]
        for threads in ("2", "4"):
            again = (
                f"{name}, {threads} threads",
                arguments,
                {**environment, "OMP_NUM_THREADS": threads},
            )
            tests = tests + [again] * RACE_RUNS
    for name, arguments, environment in tests:
        try:
            ran = subprocess.run(
                [*BOUNDED, str(executable), *arguments],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=TIME_LIMIT,
                env={**os.environ, **environment},
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"{name}: does not end"
        if ran.returncode not in (0, 77):
            words = " ".join((ran.stdout + ran.stderr).split())
            found = re.search(r"(?:wrong|nan|unwritten|limit-hit|not-checked)\b.*", words)
            told = found.group() if found else words
            return f"{name}: exit {ran.returncode} {told[:80]}".strip()
    return ""


def try_fault(program: Program, fault: Fault, text: str, *, races: bool) -> Fault:
    """Compile and run one fault; what became of it."""
    with tempfile.TemporaryDirectory() as folder:
        made = compile_changed(program, ROOT / fault.file, text, Path(folder))
        if isinstance(made, str):
            return replace(fault, outcome="stillborn", how=made)
        how = noticed_by(program, made, races=races)
    return replace(fault, outcome="noticed" if how else "survived", how=how)


def explained() -> list[dict[str, str]]:
    """Known survivors that change no result: program, file and diff, and the reason."""
    entries: list[dict[str, str]] = tomllib.loads(EXPLAINED.read_text()).get("survivor", [])
    return entries


def explain(fault: Fault, entries: list[dict[str, str]]) -> Fault:
    """The fault, marked as explained where an entry fits it."""
    lines = fault.diff.splitlines()
    new = [line[1:].strip() for line in lines if line.startswith("+")]
    old = [line[1:].strip() for line in lines if line.startswith("-")]
    for entry in entries:
        fits = fnmatch.fnmatchcase(fault.program, entry["variant"])
        if "before" in entry:
            fits = fits and any(entry["before"] in line for line in old)
        part = entry["after"]
        meant = any(part in line for line in new) if part else not any(new)
        if fault.outcome == "survived" and fits and meant:
            return replace(fault, outcome="explained", how=entry["reason"])
    return fault


def programs(toolchain: str, benchmark: str, variant: str) -> Iterator[Program]:
    """The built programs of a toolchain that the globs select."""
    build = ROOT / "build" / toolchain
    if not (build / "manifest.json").exists():
        raise Usage(f"{toolchain} is not built; run scripts/run_all.py build -t {toolchain}")
    registry = json.loads((ROOT / "harness/league/base/models.json").read_text())
    offloads = {model["name"]: bool(model["offloads"]) for model in registry["models"]}
    manifest: dict[str, Any] = json.loads((build / "manifest.json").read_text())
    for entry in manifest["variants"]:
        wanted = fnmatch.fnmatchcase(entry["benchmark"], benchmark)
        wanted = wanted and fnmatch.fnmatchcase(entry["variant"], variant)
        if wanted and entry["executable"] and (build / entry["executable"]).exists():
            yield Program(toolchain, entry["target"], entry["group"], offloads[entry["model"]])


@dataclass(frozen=True)
class Candidate:
    """A fault that could be planted."""

    program: Program
    fault: Fault
    text: str
    races: bool


def candidates(program: Program) -> Iterator[Candidate]:
    """All faults of a program."""
    for file in sources(program):
        text = file.read_text()
        for operator, line, changed in changes_of(text, offloads=program.offloads):
            fault = Fault(
                program.toolchain,
                program.target,
                operator["kind"],
                str(file.relative_to(ROOT)),
                line,
                difference(text, changed),
            )
            yield Candidate(program, fault, changed, bool(operator.get("races")))


def draws(every: list[Candidate], seed: int) -> Iterator[Candidate]:
    """All candidates in a drawn order: a kind, one of its benchmarks, one of its faults."""
    chance = random.Random(seed)
    urn: dict[str, dict[str, list[Candidate]]] = defaultdict(lambda: defaultdict(list))
    for one in every:
        urn[one.fault.kind][one.program.benchmark].append(one)
    while urn:
        kind = chance.choice(sorted(urn))
        benchmark = chance.choice(sorted(urn[kind]))
        faults = urn[kind][benchmark]
        yield faults.pop(chance.randrange(len(faults)))
        if not faults:
            del urn[kind][benchmark]
        if not urn[kind]:
            del urn[kind]


def newest_test() -> str:
    """The newest commit that touches tests or checks."""
    names = [f":(glob){group}/{folder.name}/{folder.name}.cpp" for group in GROUPS
             for folder in sorted((ROOT / group).iterdir()) if folder.is_dir()]  # fmt: skip
    command = ["git", "log", "-1", "--format=%H", "--", *TESTS, *names]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return told.stdout.strip()


def demand_sound(chosen: set[Program], jobs: int) -> None:
    """Each program has to pass its tests without a fault."""

    def failure(program: Program) -> str:
        path = program.build / program.group / program.benchmark / program.target
        how = noticed_by(program, path, races=False)
        return how and f"{program.toolchain}: {program.target} fails without a fault: {how}"

    with ThreadPoolExecutor(jobs) as pool:
        for told in pool.map(failure, chosen):
            if told:
                raise Usage(told)


def try_all(drawn: Iterator[Candidate], count: int, jobs: int) -> list[Fault]:
    """Try faults in order until so many have compiled, with a line for every survivor."""
    entries = explained()
    tried: list[Fault] = []

    def one(candidate: Candidate) -> Fault:
        found = try_fault(candidate.program, candidate.fault, candidate.text, races=candidate.races)
        return explain(found, entries)

    with ThreadPoolExecutor(jobs) as pool:
        while (missing := count - sum(one.outcome != "stillborn" for one in tried)) > 0:
            batch = [candidate for _, candidate in zip(range(missing), drawn)]
            if not batch:
                break
            for fault in pool.map(one, batch):
                tried.append(fault)
                if fault.outcome == "survived":
                    print(f"survived: {fault.toolchain} {fault.program} [{fault.kind}]")
                    print(f"  {fault.file}:{fault.line}\n{fault.diff}", flush=True)
    return tried


def main() -> int:
    """Draw, plant, run, report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-t", "--toolchain", action="append")
    parser.add_argument("-b", "--benchmark", default="*")
    parser.add_argument("-v", "--variant", default="*")
    parser.add_argument("-n", "--count", type=int, default=150, help="faults that compile")
    parser.add_argument("--seed", type=int)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("-o", "--out", type=Path)
    parser.add_argument("--again", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    try:
        return plant(arguments)
    except Usage as error:
        print(f"mutate: error: {error}", file=sys.stderr)
        return 2


def plant(arguments: argparse.Namespace) -> int:
    """What main() does with its arguments."""
    commit = newest_test()
    told: dict[str, Any] = {
        "toolchains": arguments.toolchain or ["gcc-12-host"],
        "commit": commit,
        "seed": int(commit[:8], 16) if arguments.seed is None else arguments.seed,
    }
    kept: list[Fault] = []
    retried: set[tuple[str, str, str, str]] = set()
    if arguments.again:
        earlier = json.loads(arguments.again.read_text())
        told = {key: earlier[key] for key in told}
        for fault in (Fault(**one) for one in earlier["faults"]):
            if fault.outcome == "noticed":
                kept.append(fault)
            else:
                retried.add(fault.place)
    every = [
        candidate
        for toolchain in told["toolchains"]
        for program in programs(toolchain, arguments.benchmark, arguments.variant)
        for candidate in candidates(program)
        if not arguments.again or candidate.fault.place in retried
    ]
    demand_sound({candidate.program for candidate in every}, arguments.jobs)
    count = len(every) if arguments.again else arguments.count
    tried = kept + try_all(draws(every, told["seed"]), count, arguments.jobs)
    outcomes = ("noticed", "survived", "explained", "stillborn")
    counts = {outcome: sum(one.outcome == outcome for one in tried) for outcome in outcomes}
    print(
        f"{sum(counts.values()) - counts['stillborn']} faults of {len(every)} possible: "
        f"{counts['noticed']} noticed, {counts['survived']} survived, "
        f"{counts['explained']} change no result; {counts['stillborn']} more did not compile"
    )
    if arguments.out:
        told["counts"] = counts
        told["faults"] = [asdict(one) for one in tried if one.outcome != "stillborn"]
        arguments.out.write_text(json.dumps(told, indent=1) + "\n")
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
