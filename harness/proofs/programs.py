"""Built programs as CMake and CTest know them, compiled again with one file changed."""

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from league.base import models
from league.base.errors import UsageError
from proofs import planter
from proofs.planter import GROUPS, ROOT, call

TIME_LIMIT = 300  # seconds for a compilation or a run
# A fault may never end and may ask for any memory: seconds of processors and of the clock, GiB.
LIMITS = {"smoke": (60, TIME_LIMIT, 8), "large": (1200, 1200, 24)}
OUTPUT_RUNS = 4  # of a case whose outputs differ: threads may add up in another order
STARTER = "again_after_crash.sh"  # of a program that a runtime's defect crashes now and then
RACE_RUNS = 3  # of class S with two and with four threads, for what takes luck to notice
PRINTS_OUTPUTS = ROOT / "harness/tests/outputs.hpp"
SECONDS: dict[str, float] = {}  # that tests took when they were first run


@dataclass(frozen=True)
class Program:
    """One built executable: toolchain, benchmark.variant, group, whether it offloads."""

    toolchain: str
    target: str
    group: str
    offloads: bool
    #: overrides of class S for the emulated device, as `league_add_benchmark(SMALL)` has them
    small: str = ""
    #: CTest's name for the tests that have to notice a fault
    label: str = "smoke"

    @property
    def build(self) -> Path:
        """The build folder."""
        return ROOT / "build" / self.toolchain

    @property
    def executable(self) -> Path:
        """The program itself."""
        return self.build / self.group / self.benchmark / self.target

    @property
    def benchmark(self) -> str:
        """The benchmark's name."""
        return self.target.split(".")[0]


def programs(
    toolchain: str, benchmark: str, variant: str, *, model: str = "*", built: bool = True
) -> Iterator[Program]:
    """The programs of a toolchain that the globs select; those that are built, or all."""
    build = ROOT / "build" / toolchain
    if not (build / "manifest.json").exists():
        raise UsageError(f"{toolchain} is not built; run scripts/run_all.py build -t {toolchain}")
    manifest: dict[str, Any] = json.loads((build / "manifest.json").read_text())
    for entry in manifest["variants"]:
        globs = {"benchmark": benchmark, "variant": variant, "model": model}
        wanted = all(fnmatch.fnmatchcase(entry[name], glob) for name, glob in globs.items())
        offered = bool(entry["executable"])
        there = offered and (build / entry["executable"]).exists()
        if wanted and (there or (offered and not built)):
            offloads = models.of(entry["model"]).offloads
            yield Program(toolchain, entry["target"], entry["group"], offloads, entry["small"])


@cache
def commands(build: Path, target: str) -> list[list[str]]:
    """The commands that compile and link one executable, as ninja knows them."""
    listing = call(["ninja", "-C", str(build), "-t", "commands", target], check=True).stdout
    lines = [line.removeprefix(": && ").removesuffix(" && :") for line in listing.splitlines()]
    return [words for words in map(shlex.split, lines) if "-o" in words]


@cache
def included(build: Path) -> dict[str, set[Path]]:
    """The files of this project that each object file was made of."""
    told = call(["ninja", "-C", str(build), "-t", "deps"], check=True)
    found: dict[str, set[Path]] = defaultdict(set)
    for line in told.stdout.splitlines():
        if line and not line.startswith(" "):
            name = line.split(":")[0]
        elif line.strip():
            path = Path(os.path.normpath(build / line.strip()))
            if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in GROUPS:
                found[name].add(path)
    return found


_QUOTED = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
_BUILDING = threading.Lock()


@cache
def compiled(build: Path) -> dict[str, tuple[Path, tuple[Path, ...]]]:
    """The source of each object file, and the folders in which it looks for headers."""
    listing = call(["ninja", "-C", str(build), "-t", "commands"], check=True).stdout
    found = {}
    for words in map(shlex.split, (line for line in listing.splitlines() if " -c " in line)):
        folders = tuple(Path(word[2:]) for word in words if word.startswith("-I/"))
        found[words[words.index("-o") + 1]] = Path(words[words.index("-c") + 1]), folders
    return found


def written_in(program: Program) -> set[Path]:
    """The files of this project that a program is made of, also before it was built."""
    mine = [one for name, one in compiled(program.build).items()
            if f"/{program.target}.dir/" in name]  # fmt: skip
    found: set[Path] = set()
    left = [(source, folders) for source, folders in mine]
    while left:
        file, folders = left.pop()
        if file in found or not file.is_relative_to(ROOT / program.group):
            continue
        found.add(file)
        for name in _QUOTED.findall(file.read_text()):
            places = (Path(os.path.normpath(folder / name)) for folder in (file.parent, *folders))
            left += [(place, folders) for place in places if place.is_file()][:1]
    return found


@cache
def demand_built(program: Program) -> None:
    """Build a program where it is not.  Raises UsageError for one that does not build."""
    with _BUILDING:
        done = planter.built(program.build, [program.target], 1)
        included.cache_clear()
    if done.returncode != 0:
        raise UsageError(f"{program.toolchain}: {program.target} does not build; mend it first")


@dataclass(frozen=True)
class Case:
    """A test that runs a program: what it is given, and when it passes."""

    name: str
    arguments: list[str]
    environment: dict[str, str]
    has_to_fail: bool
    has_to_print: str
    #: what starts the program, if it is not started by itself
    starter: tuple[str, ...] = ()

    def of_checks(self) -> bool:
        """Whether it is about checks and refusals, not about what a variant computes."""
        return self.has_to_fail or bool(self.has_to_print) or "--selftest" in self.arguments

    def passes(self, code: int, output: str) -> bool:
        """As CTest judges it; 77 is a test that does not apply here."""
        if self.has_to_print:
            return re.search(self.has_to_print, output) is not None
        return code != 0 if self.has_to_fail else code in (0, 77)


@cache
def cases(build: Path, target: str, label: str = "smoke") -> list[Case]:
    """The tests of a label that run a program, class S first."""
    found = []
    line = ["ctest", "--test-dir", str(build), "-L", f"^{label}$", "--show-only=json-v1"]
    for test in json.loads(call(line, check=True).stdout)["tests"]:
        command = test.get("command", [])
        begin = 1 if command and Path(command[0]).name == STARTER else 0
        if command and Path(command[begin]).name == target:
            stated = {one["name"]: one["value"] for one in test["properties"]}
            environment = dict(item.split("=", 1) for item in stated.get("ENVIRONMENT", []))
            pattern = "|".join(stated.get("PASS_REGULAR_EXPRESSION", []))
            fails = bool(stated.get("WILL_FAIL"))
            words, starter = command[begin + 1 :], tuple(command[:begin])
            found.append(Case(test["name"], words, environment, fails, pattern, starter))
    return found


def wrong_as_it_is(program: Program) -> bool:
    """Whether a program is a lesson, whose answer has to be wrong: no fault shows in it."""
    answers = [one for one in cases(program.build, program.target) if not one.has_to_print]
    return bool(answers) and all(one.has_to_fail for one in answers)


def compile_changed(
    program: Program, file: Path, text: str, folder: Path, *, outputs: bool = False
) -> Path | str:
    """The executable with one file changed, checks included; a string says why there is none.

    What is made for `outputs` prints the bits of its results.
    """
    group = ROOT / program.group
    # Clang names kernels after the inode of their file, so that copies would be other code.
    shutil.copytree(group, folder / program.group, copy_function=os.symlink)
    changed = folder / file.relative_to(ROOT)
    if changed.read_text() != text:
        changed.unlink()
        changed.write_text(text)
    deps = included(program.build)
    objects = {
        name: str(folder / f"{i}.o")
        for i, name in enumerate(deps)
        if file in deps[name] or (outputs and is_main(program, name))
    }
    if not objects:  # without what ninja noted nothing would be compiled again
        raise UsageError(f"ninja knows of nothing that {file.name} is compiled into; build it anew")
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
            if outputs and is_main(program, output):
                words[1:1] = ["-include", str(PRINTS_OUTPUTS)]
        elif Path(output).name == program.target:
            words[words.index("-o") + 1] = str(executable)
        else:
            continue
        try:
            done = call(words, program.build, timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            return "compiler hangs"
        if done.returncode != 0:
            return "does not compile"
    made = {old: Path(new) for old, new in objects.items() if Path(new).exists()}
    if all(new.read_bytes() == (program.build / old).read_bytes() for old, new in made.items()):
        return "the same code"  # of a function that is not called, or not for this size
    return executable


def is_main(program: Program, name: str) -> bool:
    """Whether an object file holds the main() of the program's benchmark."""
    return name.endswith(f"/{program.benchmark.removeprefix('npb-')}.cpp.o")


def bounded(
    command: list[str], environment: dict[str, str], label: str = "smoke"
) -> subprocess.CompletedProcess[str] | None:
    """What a program with a fault came to, within the bounds of a label; None: it does not end."""
    processors, clock, room = LIMITS[label]
    within = ["prlimit", f"--cpu={processors}", f"--data={room << 30}", "--core=0"]
    try:
        return call([*within, *command], timeout=clock, env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return None


def noticed_by(program: Program, executable: Path, *, races: bool, of_check: bool = False) -> str:
    """The first test of its label that an executable fails, and how; empty if it passes all.

    With `of_check` of those alone that `run_all.py check` launches, too.
    """
    tests = cases(program.build, program.target, program.label)
    if of_check:
        tests = [one for one in tests if not one.of_checks()]
    if not tests:  # what CTest does not know of a program that is not built
        raise UsageError(f"{program.target} has no test; build it first")
    if races:
        for threads in ("2", "4"):
            environment = {**tests[0].environment, "OMP_NUM_THREADS": threads}
            name = f"{tests[0].name}, {threads} threads"
            tests = tests + [replace(tests[0], name=name, environment=environment)] * RACE_RUNS
    for case in tests:
        begin = time.monotonic()
        command = [*case.starter, str(executable), *case.arguments]
        ran = bounded(command, case.environment, program.label)
        if ran is None:
            return f"{case.name}: does not end"
        SECONDS.setdefault(case.name, time.monotonic() - begin)
        output = ran.stdout + ran.stderr
        if not case.passes(ran.returncode, output):
            words = " ".join(output.split())
            found = re.search(r"(?:wrong|nan|unwritten|limit-hit|not-checked)\b.*", words)
            told = found.group() if found else words
            return f"{case.name}: exit {ran.returncode} {told[:80]}".strip()
    return ""


def outputs_of(program: Program, executable: Path, arguments: list[str], threads: str) -> str:
    """What an executable that prints its outputs says; empty if it does not end well."""
    usual = cases(program.build, program.target)[0].environment
    ran = bounded([str(executable), *arguments], {**usual, "OMP_NUM_THREADS": threads})
    if ran is None or ran.returncode:
        return ""
    lines = [line for line in ran.stdout.splitlines() if line.startswith("outputs ")]
    return "\n".join(lines)


def compare_outputs(program: Program, file: Path, text: str) -> str:
    """In how many runs a change leaves every bit of what is handed in: its tests and class W.

    With one thread and with three; a run that does not repeat itself without the change says
    nothing, unless both programs hand in the same at some time.
    """
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        before = compile_changed(program, file, file.read_text(), Path(one), outputs=True)
        after = compile_changed(program, file, text, Path(other), outputs=True)
        if isinstance(before, str) or isinstance(after, str):
            return ""
        runs = {"--class W": ["--class", "W"]}
        for case in cases(program.build, program.target):
            kept = [word for word in case.arguments if word != "--guard"]
            if not case.of_checks():
                runs[" ".join(kept)] = kept
        ends: Counter[str] = Counter()
        serial = program.target.split(".")[1].startswith("serial")
        for arguments, threads in product(runs.values(), "1" if serial else "13"):
            was, now = set[str](), set[str]()
            for _ in range(OUTPUT_RUNS):
                was.add(outputs_of(program, before, arguments, threads))
                now.add(outputs_of(program, after, arguments, threads))
                if was & now or "" in was:
                    break
            void = "" in was or (len(was) > 1 and not was & now)
            ends["void" if void else "same" if was & now else "differ"] += 1
    told = f"outputs bit for bit the same in {ends['same']} of {ends['same'] + ends['differ']} runs"
    return told + (f", {ends['void']} more say nothing" if ends["void"] else "")
