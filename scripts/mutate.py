#!/usr/bin/env python3
"""Change variants a little, one place at a time, and see whether the checks notice.

Usage: scripts/mutate.py [-t TOOLCHAIN] [-b GLOB] [-v GLOB] [-n MOST] [--seed N] [-j N] [-o FILE]
       scripts/mutate.py --again FILE [-j N] [-o FILE]
Needs a built toolchain (scripts/run_all.py build -t TOOLCHAIN).  Each mutant is compiled with the
variant's own commands and run with class S, guarded, and then with class W.  A mutant is killed
when the program does not end with `pass`; one that does not compile does not count.  Survivors are
printed with their change; scripts/survivors.toml holds those that change no result,
each with its reason.
--again tries the survivors of an earlier file once more, after a check was made sharper.
Exit code: 0 every mutant was killed or is explained, 1 one was not, 2 usage.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import tomllib

ROOT = Path(__file__).resolve().parent.parent
EXPLAINED = ROOT / "scripts/survivors.toml"
TIME_LIMIT = 60  # seconds for a compilation or a run; a mutant may never end

# What is changed: (kind, pattern, replacement).  Each match of each pattern is one mutant.
OPERATORS: list[tuple[str, str, str]] = [
    ("bound", r"(?<=< )(n|m|cells|size)\b(?! -)(?=;)", r"\1 - 1"),
    ("bound", r"(?<=< )(n|m) - 1\b(?=;)", r"\1 - 2"),
    ("bound", r"(?<== )0(?=; \w+ <)", "1"),
    ("bound", r"(?<== )1(?=; \w+ <)", "2"),
    ("step", r"\+\+(sweeps?|step|iteration|product|pass|round|chunk|grid)\b", r"\1 += 2"),
    ("operator", r"(?<=[\w\])]) \+ (?=[\w(])", " - "),
    ("operator", r"(?<=[\w\])]) - (?=[\w(])(?!1\b)", " + "),
    ("operator", r"(?<=[\w\])]) \* (?=[\w(])", " + "),
    ("operator", r"(?<=[\w\])]) / (?=[\w(])", " * "),
    ("operator", r" \+= ", " = "),
    ("index", r"(?<=\[)(\w+)(?=\])", r"\1 == 0 ? 0 : \1 - 1"),
    ("map", r"map\(tofrom :", "map(to :"),
    ("map", r"map\(tofrom :", "map(from :"),
    ("map", r"map\(to :", "map(alloc :"),
    ("map", r"map\(from :", "map(alloc :"),
    ("clause", r" reduction\([^)]*\)", ""),
    ("clause", r" depend\([^)]*\)", ""),
    ("clause", r" private\([^)]*\)", ""),
    ("barrier", r"(?m)^[ ]*#pragma omp (?:taskwait|barrier)$", ""),
    ("barrier", r"(?m)^[ ]*#pragma omp atomic.*$", ""),
    ("update", r"(?m)^[ ]*#pragma omp target update.*$", ""),
    ("swap", r"std::swap\([^)]*\);", ";"),
]


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    variant: str  # benchmark.variant
    kind: str
    line: int
    before: str
    after: str
    outcome: str = ""  # killed, survived, stillborn, explained
    how: str = ""


def mutants_of(text: str, variant: str) -> Iterator[tuple[Mutant, str]]:
    """Every change of a source text, with the changed text; comments are left alone."""
    for kind, pattern, replacement in OPERATORS:
        for match in re.finditer(pattern, text):
            begin = text.rfind("\n", 0, match.start()) + 1
            end = text.find("\n", match.end())
            before = text[begin:end]
            comment = before.find("//")
            is_directive = before.lstrip().startswith("#pragma")
            plain = kind in {"operator", "index", "bound", "step"} and is_directive
            if plain or before.lstrip().startswith("#include") or "template" in before:
                continue
            if 0 <= comment < match.start() - begin:
                continue
            changed = text[: match.start()] + match.expand(replacement) + text[match.end() :]
            after = changed[begin : changed.find("\n", match.start())]
            line = text.count("\n", 0, match.start()) + 1
            yield Mutant(variant, kind, line, before.strip(), after.strip()), changed


def commands(build: Path, target: str) -> list[list[str]]:
    """The commands that compile and link one executable, as ninja knows them."""
    told = subprocess.run(
        ["ninja", "-C", str(build), "-t", "commands", target],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    own = [line for line in told.stdout.splitlines() if f"/{target}.dir/" in line]
    return [shlex.split(line.removeprefix(": && ").removesuffix(" && :")) for line in own]


def without_launcher(command: list[str]) -> list[str]:
    """A compile command without ccache in front: every mutant is new."""
    return command[1:] if Path(command[0]).name == "ccache" else command


def try_mutant(
    build: Path, target: str, source: Path, mutant: Mutant, text: str, *, runs: int = 2
) -> Mutant:
    """Compile and run one mutant; what became of it."""
    facts = asdict(mutant)
    environment = {**os.environ, "OMP_TARGET_OFFLOAD": "MANDATORY", "MALLOC_PERTURB_": "128"}
    with tempfile.TemporaryDirectory() as folder:
        changed = Path(folder) / source.name
        changed.write_text(text)
        executable = Path(folder) / "mutant"
        for command in commands(build, target):
            compiles = "-c" in command
            if compiles and str(source) not in command:
                continue
            words = without_launcher(command)
            obj = f"{target}.dir/{source.name}.o"
            words = [
                str(changed) if word == str(source)
                else str(Path(folder) / "mutant.o") if word.endswith(obj)
                else word
                for word in words
            ]  # fmt: skip
            if not compiles:
                words[words.index("-o") + 1] = str(executable)
            try:
                done = subprocess.run(
                    words,
                    cwd=build,
                    capture_output=True,
                    timeout=TIME_LIMIT,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return Mutant(**{**facts, "outcome": "stillborn", "how": "compiler hangs"})
            if done.returncode != 0:
                return Mutant(**{**facts, "outcome": "stillborn", "how": "does not compile"})
        # A race may need more work than class S to show.
        for letter in ("S",) * runs + ("W",):
            line = [str(executable), "--class", letter, "--repeat", "1", "--warmup", "0", "--guard"]
            try:
                ran = subprocess.run(
                    line, capture_output=True, text=True, timeout=TIME_LIMIT, env=environment,
                    check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                return Mutant(**{**facts, "outcome": "killed", "how": "timeout"})
            if ran.returncode != 0:
                how = f"exit {ran.returncode}: {(ran.stdout + ran.stderr).strip()[:100]}"
                return Mutant(**{**facts, "outcome": "killed", "how": how})
    return Mutant(**{**facts, "outcome": "survived"})


def explained() -> list[dict[str, str]]:
    """Known survivors that change no result: variant and `after` globs, and the reason."""
    if not EXPLAINED.exists():
        return []
    entries: list[dict[str, str]] = tomllib.loads(EXPLAINED.read_text()).get("survivor", [])
    return entries


def _meant(part: str, line: str) -> bool:
    """Whether an entry speaks of this line: it names a part of it, or nothing for a deleted one."""
    return part in line if part else not line


def explain(mutant: Mutant, entries: list[dict[str, str]]) -> Mutant:
    """The mutant, marked as explained where an entry fits it."""
    for entry in entries:
        fits = fnmatch.fnmatchcase(mutant.variant, entry["variant"])
        if mutant.outcome == "survived" and fits and _meant(entry["after"], mutant.after):
            facts = {**asdict(mutant), "outcome": "explained", "how": entry["reason"]}
            return Mutant(**facts)
    return mutant


def chosen_variants(build: Path, benchmark: str, variant: str) -> Iterator[tuple[str, Path]]:
    """Targets and source files of the built variants that the globs select."""
    manifest: dict[str, Any] = json.loads((build / "manifest.json").read_text())
    for entry in manifest["variants"]:
        wanted = fnmatch.fnmatchcase(entry["benchmark"], benchmark)
        wanted = wanted and fnmatch.fnmatchcase(entry["variant"], variant)
        folder = ROOT / entry["group"] / entry["benchmark"]
        source = folder / f"{entry['variant']}.cpp"
        built = entry["executable"] and (build / entry["executable"]).exists()
        if wanted and built and source.exists():
            yield entry["target"], source


def main() -> int:
    """Mutate, run, report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-t", "--toolchain", default="clang-19-x86_64")
    parser.add_argument("-b", "--benchmark", default="*")
    parser.add_argument("-v", "--variant", default="*")
    parser.add_argument("-n", "--most", type=int, default=12, help="mutants per variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("-o", "--out", type=Path)
    parser.add_argument("--again", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    build = ROOT / "build" / arguments.toolchain
    if not (build / "manifest.json").exists():
        print(
            f"mutate: error: {arguments.toolchain} is not built; "
            f"run scripts/run_all.py build -t {arguments.toolchain}",
            file=sys.stderr,
        )
        return 2
    entries = explained()
    chance = random.Random(arguments.seed)
    work = []
    for target, source in chosen_variants(build, arguments.benchmark, arguments.variant):
        every = list(mutants_of(source.read_text(), target))
        chance.shuffle(every)
        most = len(every) if arguments.again else arguments.most
        work += [(target, source, *one) for one in every[:most]]
    if arguments.again:
        earlier = json.loads(arguments.again.read_text())
        wanted = {(one["variant"], one["line"], one["after"]) for one in earlier["not_killed"]}
        work = [item for item in work if (item[2].variant, item[2].line, item[2].after) in wanted]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        tried = list(pool.map(lambda item: explain(try_mutant(build, *item), entries), work))
    counts = {
        outcome: sum(one.outcome == outcome for one in tried)
        for outcome in ("killed", "explained", "survived", "stillborn")
    }
    if arguments.again:  # the others are as they were
        for outcome in ("killed", "stillborn"):
            counts[outcome] += earlier["counts"][outcome]
    for one in tried:
        if one.outcome == "survived":
            print(f"survived: {one.variant}:{one.line} [{one.kind}] {one.before}  ->  {one.after}")
    alive = counts["survived"]
    rate = counts["killed"] / max(1, counts["killed"] + alive)
    print(
        f"{sum(counts.values())} mutants: {counts['killed']} killed, {alive} survived, "
        f"{counts['explained']} change no result, {counts['stillborn']} did not compile; "
        f"kill rate {100 * rate:.1f} %"
    )
    if arguments.out:
        told = {
            "toolchain": arguments.toolchain,
            "seed": arguments.seed,
            "counts": counts,
        }
        told["kill_rate"] = rate
        listed = [asdict(one) for one in tried if one.outcome in {"survived", "explained"}]
        text = json.dumps({**told, "not_killed": listed}, indent=1)
        arguments.out.write_text(text + "\n")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
