"""Thirty nights of real launches, of which the twentieth brings what a gate has to name.

Two series of scripts/nightly.sh, each with a copy of the committed tree and a store of its own
below FOLDER, with one thread, so that what else a machine does disturbs little:
  tree      on night 20 one variant is 10 % slower and another computes a wrong answer, both in the
            suite's own sources; before they come in, the change is tried as a proposed one, first
            with the slowdown alone
  compiler  nothing in the suite changes; from night 20 on the compiler, named with --compiler,
            makes one program 10 % slower
-s makes one series only.  --until stops after that night, --budget begins none after so many
seconds; the same line again goes on.
After the last night everything is checked: the exit codes, what the comments name, and which night
history names; what a machine does to other cells may stand there, blamed on the machine.  What
broke has to be named every night; the slowdown as a proposed change, on its
night, and on more than half of the nights since, as a disturbed night may decide nothing.
--keep copies baseline, nights and what was printed, packed, into a folder.
Needs g++ on an x86-64.
Exit code: 0 if all nights that were made answered as planted, 1 if not, 2 for a wrong command line.
"""

import argparse
import gzip
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from league.base.errors import UsageError
from proofs.planter import ROOT, RUN_ALL, Edit, append, call, flag, lines_of, link_environment

NIGHTS, CHANGED = 30, 20
CHOICE = ("-t", "gcc-12-host", "-b", "jacobi,vadd", "-v", "serial,omp", "-c", "W",
          "--precision", "fp64", "-l", "8", "-j", "1")  # fmt: skip
SLOWED, BROKEN = "jacobi.serial", "vadd.omp"
#: A tenth of the ticks between the marks is waited for in addition.
BEGIN = "watch.start(); const auto planted_begin = __builtin_ia32_rdtsc();"
END = (
    "for (const auto planted_end = __builtin_ia32_rdtsc();"
    " (__builtin_ia32_rdtsc() - planted_end) * 10 < planted_end - planted_begin;) {}"
    " watch.stop();"
)
#: What a compiler does that makes one program slower: it changes what it has preprocessed.
SLOW_COMPILER = f"""#!/usr/bin/env python3
# g++, but jacobi.serial waits for a tenth of its time
import os, subprocess, sys
words = sys.argv[1:]
if "-c" in words and any(one.endswith("jacobi/serial.cpp") for one in words):
    out = words[words.index("-o") + 1]
    changed = out + ".ii"
    words[words.index("-o") + 1] = changed
    words[words.index("-c")] = "-E"
    subprocess.run(["g++", *words], check=True)
    with open(changed) as file:
        text = file.read()
    with open(changed, "w") as file:
        file.write(text.replace("watch.start();", "{BEGIN}").replace("watch.stop();", "{END}"))
    flags = [one for one in words if one.startswith(("-O", "-m", "-std", "-f"))]
    words = [*flags, "-fpreprocessed", "-c", changed, "-o", out]
os.execvp("g++", ["g++", *words])
"""


class Series:
    """A series of nights below a folder."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.tree = folder / "tree"  # the copy of the suite
        self.store = folder / "store"  # what a CI service keeps between nights
        self.compiler = folder / "compiler" / "g++"  # what stands in for g++

    def made(self) -> list[dict[str, Any]]:
        """Return what is known of the nights, and of proposed changes, so far."""
        return lines_of(self.folder / "nights.jsonl")

    def prepare(self) -> None:
        """Copy the tree as it is committed, with the environment of this one."""
        if self.tree.is_dir():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        clone = ["git", "clone", "--quiet", "--shared", str(ROOT), str(self.tree)]
        subprocess.run(clone, check=True)
        link_environment(self.tree)
        self.compiler.parent.mkdir()
        self.set_compiler('#!/bin/sh\nexec g++ "$@"\n')

    def set_compiler(self, text: str) -> None:
        """Put a compiler in place."""
        self.compiler.write_text(text, encoding="utf-8")
        self.compiler.chmod(0o755)

    def edit(self, program: str, changes: dict[str, str]) -> None:
        """Change a variant's source in the copy and commit that; nothing if it is so already."""
        benchmark, variant = program.split(".")
        file = self.tree / "kernels" / benchmark / f"{variant}.cpp"
        text = file.read_text(encoding="utf-8")
        for before, after in changes.items():
            if after not in text:
                text = Edit(file.name, before, after).applied(text)
        file.write_text(text, encoding="utf-8")
        git = ["git", "-C", str(self.tree), "-c", "user.name=night", "-c", "user.email=night@"]
        subprocess.run([*git, "commit", "--quiet", "-am", f"{program}: change"], check=False)

    def night(self, label: str, *words: str) -> None:
        """Run the recipe once and keep what it printed."""
        if label in {one["night"] for one in self.made()}:
            return
        choice = [*CHOICE, "--build-root", str(self.folder / "build")]
        if self.name == "compiler":
            choice += ["--compiler", str(self.compiler)]
        before = {one["run"] for one in self.made()}
        for stray in set(self.kept()) - before:  # of a night that was cut off
            (self.store / "history" / f"{stray}.json").unlink()
        begun = time.monotonic()
        done = subprocess.run(
            [str(self.tree / "scripts/nightly.sh"), str(self.store), *words, *choice],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )  # fmt: skip
        comment = self.store / "comment.md"
        (self.folder / f"night-{label}.txt").write_text(done.stdout, encoding="utf-8")
        told = {
            "night": label, "exit_code": done.returncode,
            "seconds": round(time.monotonic() - begun, 1),
            "run": next(iter(set(self.kept()) - before), ""),
            "comment": comment.read_text(encoding="utf-8") if comment.is_file() else "",
        }  # fmt: skip
        append(self.folder / "nights.jsonl", told)
        print(f"{self.name} {label}: exit {done.returncode}, {told['seconds']} s", flush=True)

    def kept(self) -> list[str]:
        """Return the runs in the history."""
        return sorted(file.stem for file in (self.store / "history").glob("*.json"))

    def make(self, until: int, deadline: float) -> None:
        """Make the nights that are missing, as long as there is time."""
        self.prepare()
        for n in range(1, until + 1):
            if time.monotonic() > deadline:
                return
            if n == CHANGED and self.name == "tree":
                self.edit(SLOWED, {"watch.start();": BEGIN, "watch.stop();": END})
                self.night("proposed-slower", "--no-save")
                self.edit(BROKEN, {"a[i] + b[i]": "a[i] - b[i]"})
                self.night("proposed", "--no-save")
            elif n == CHANGED:
                self.set_compiler(SLOW_COMPILER)
            self.night(f"{n:02}")

    def wrong(self) -> Iterator[str]:
        """Say what the nights that were made did not answer as planted."""
        slowed, broken = (f"{name} W/fp64" for name in (SLOWED, BROKEN))
        both = self.name == "tree"
        whose = "the benchmark itself changed" if both else "the compiler changed"
        missed = []
        for one in self.made():
            label, comment, code = one["night"], one["comment"], one["exit_code"]
            since = not label.startswith("proposed") and int(label) > CHANGED
            late = since or label in (f"{CHANGED}", "proposed", "proposed-slower")
            wrong = late and both and label != "proposed-slower"
            said = [line for line in comment.splitlines() if line.endswith(whose)]
            named = {name: any(name in line for line in said) for name in (slowed, broken)}
            if since and not named[slowed]:
                missed.append(label)
            due = 1 if wrong else 3 if late and named[slowed] else 0
            if code != due:
                yield f"night {label} ended with {code}, not {due}"
            for name, there in ((slowed, late and label not in missed), (broken, wrong)):
                if named[name] != there:
                    told = "names" if named[name] else "misses"
                    yield f"the comment of night {label} {told} {name}"
            if len(comment.splitlines()) > 15:
                yield f"the comment of night {label} is longer than 15 lines"
        if len(missed) > (NIGHTS - CHANGED) // 2:
            yield f"the comments of {len(missed)} nights miss {slowed}"
        runs = {one["night"]: one["run"] for one in self.made()}
        if f"{NIGHTS}" in runs:
            found = [line.strip() for line in self.history().splitlines() if "since" in line]
            for line in found:
                planted = line.startswith(slowed) or (both and line.startswith(broken))
                # Compiling takes longer with the compiler that stands in, whatever it compiles.
                planted = planted or (not both and ", compile: " in line)
                right = f"since {runs[str(CHANGED)]} " in line and whose in line
                if right != planted and "the machine, or a library" not in line:
                    yield f"history says: {line}"
            for name in (slowed, broken) if both else (slowed,):
                if not any(line.startswith(name) and whose in line for line in found):
                    yield f"history does not name {name}"

    def history(self) -> str:
        """Return what history says of all nights."""
        where = [str(self.store / "history"), "--out", str(self.folder / "none")]
        return call([*RUN_ALL, "history", "--history", *where]).stdout

    def keep(self, folder: Path) -> None:
        """Copy baseline, nights and what was printed, packed."""
        out = folder / self.name
        (out / "history").mkdir(parents=True, exist_ok=True)
        for file in sorted((self.store / "history").glob("*.json")):
            packed = gzip.compress(file.read_bytes(), 9, mtime=0)
            (out / "history" / f"{file.name}.gz").write_bytes(packed)
        baseline = self.store / "baselines/main/records.jsonl.gz"
        shutil.copyfile(baseline, out / "baseline.jsonl.gz")
        (out / "printed.md").write_text("\n".join(self.printed()), encoding="utf-8")

    def printed(self) -> Iterator[str]:
        """Yield what the nights printed, as a page."""
        yield f"# Thirty nights, series `{self.name}`\n"
        yield "Written by `scripts/prove.py nights`, whose head says what was planted.\n"
        yield "| night | run | exit code | seconds |\n| --- | --- | --- | --- |"
        for one in self.made():
            yield f"| {one['night']} | {one['run']} | {one['exit_code']} | {one['seconds']} |"
        for one in self.made():
            if one["night"] in ("19", "proposed-slower", "proposed", "20", "30"):
                yield f"\n## The comment of night {one['night']}\n"
                yield one["comment"].replace("### ", "### ", 1)
        yield f"\n## `history` after night {NIGHTS}\n\n```\n{self.history()}```\n"


OPTIONS = (
    flag("folder", type=Path),
    flag("-s", "--series", choices=("tree", "compiler"), action="append"),
    flag("--until", type=int, default=NIGHTS, metavar="N"),
    flag("--budget", type=float, default=float("inf"), metavar="SECONDS"),
    flag("--keep", type=Path, metavar="FOLDER"),
)


def run(args: argparse.Namespace) -> int:
    """Make nights, check them, keep them."""
    if not 1 <= args.until <= NIGHTS:
        raise UsageError(f"--until is a night from 1 to {NIGHTS}")
    deadline = time.monotonic() + args.budget
    wrong: list[str] = []
    for name in args.series or ("tree", "compiler"):
        series = Series(name, args.folder.resolve() / name)
        series.make(args.until, deadline)
        wrong += [f"{name}: {line}" for line in series.wrong()]
        if args.keep:
            series.keep(args.keep)
    for line in wrong:
        print(f"✗ {line}")
    if not wrong:
        print("every night answered as planted")
    return 1 if wrong else 0
