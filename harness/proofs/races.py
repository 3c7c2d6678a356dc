"""Look for data races with ThreadSanitizer and Archer, in the omp variants or in target regions.

Builds the variants below build/races and runs class S of each with every number of threads; Archer
tells the sanitizer what OpenMP orders, so what is reported is a race whether or not it showed.
There are two builds: Clang's sanitizer passes over accesses of 32 bytes and more; GCC's does not,
and runs here with LLVM's OpenMP runtime, the one that knows Archer.  That runtime executes GCC's
undeferred tasks wrongly, so the answers of this build (exit code 1) are not looked at.  --regions
compiles the variants with target regions for the host, where they are loops of threads which the
sanitizer sees; on a device it sees nothing.  --cases runs every short case that CTest knows, too.
--planted asks the opposite of a copy of the sources: reductions, atomics and dependences are taken
away, and each has to be reported by one of the builds.
Exit code: 0 as it should be, 1 a race, a failed run or a planted fault not reported, 2 usage, 5 no
Clang 19, no GCC 12, no sanitizer or no Archer.
"""

import argparse
import fnmatch
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path

from league.base.errors import LeagueError, ToolchainError, UsageError
from league.toolchains import runtimes
from proofs import planter, tree
from proofs.planter import JOBS, ROOT, call, configured, copy_tree, flag
from proofs.programs import SECONDS, Case, Program, cases, compile_changed, included, programs

LLVM = 19
FLAGS = "-O1 -g1 -fsanitize=thread"
REGIONS = "clang-19-x86_64"  # the preset that has variants with target regions
COMPILERS = {"clang-19-host": "clang++-19", "gcc-12-host": "g++-12", REGIONS: "clang++-19"}
# Target regions without a target are code of the host, in one team, because Archer does not know
# that a league ends; it is the tool instead of our counters.
ON_HOST = ["-DLEAGUE_OFFLOAD_FLAGS=-Dnum_teams(n)=num_teams(1)", "-DLEAGUE_HAS_OMP_TOOLS=OFF"]
BUILD = ROOT / "build" / "races"
TIME_LIMIT = 300  # seconds for one run under the sanitizer
STARTED = "Archer detected OpenMP application with TSan"
CRASHED = "ThreadSanitizer:DEADLYSIGNAL"
REPORT = re.compile(r"WARNING: ThreadSanitizer: data race.*?SUMMARY: [^\n]*", re.DOTALL)
# What --planted takes away from a directive; `omp simd` loops are the business of one thread.
FAULTS = (
    ("reduction", re.compile(r"(#pragma omp (?!simd)[^\n]*?)(?: reduction\([^)]*\))+")),
    ("atomic", re.compile(r"#pragma omp atomic.*")),
    ("dependence", re.compile(r"(#pragma omp task[^\n]*?) depend\(in :[^)]*\)")),
)
CLASS_S = ("--class", "S", "--repeat", "1", "--warmup", "0")
RACE_SECONDS = 45  # of runs of a program with a fault, for each build; the last one ends
BUILDING = threading.Lock()  # of programs for mutants, one at a time
REACH = 40  # lines behind a planted fault in which its race is looked for


class BuildFailed(LeagueError):
    """A variant does not compile or link under the sanitizer."""

    exit_code = 1


@dataclass(frozen=True)
class Fault:
    """A clause or directive that was taken away."""

    kind: str
    file: str  # relative to the sources
    line: int

    last: int = 0  # line up to which its race may be reported

    def shows_in(self, reports: list[str]) -> bool:
        """Whether a report has an access of this file where the fault is, callers left aside."""
        stacks = [stack for report in reports for stack in report.split("\n\n")]
        places = (re.search(re.escape(self.file) + r":(\d+)", stack) for stack in stacks)
        return any(self.line <= int(place[1]) <= self.last for place in places if place)


def planted(text: str, file: str, *, regions: bool = False) -> tuple[str, list[Fault]]:
    """The text of a source file without what orders its threads, and what was taken away.

    Of `regions` only atomics: a scalar without its reduction is private there, which is no race.
    """
    lines = text.splitlines()
    faults: list[Fault] = []
    for index, line in enumerate(lines):
        for kind, pattern in FAULTS:
            match = pattern.search(line)
            if match and (kind == "atomic" or not regions):
                rest = match[1] if match.groups() else ""
                lines[index] = line[: match.start()] + rest + line[match.end() :]
                faults.append(Fault(kind, file, index + 1))
    ends = [fault.line - 1 for fault in faults[1:]] + [len(lines)]
    faults = [replace(one, last=min(one.line + REACH, end)) for one, end in zip(faults, ends)]
    return "\n".join(lines) + "\n", faults


def configure(source: Path, build: Path, preset: str, only: Sequence[str]) -> None:
    """Configure a build with the sanitizer.  Raises ToolchainError where that cannot be."""
    lib = runtimes.folder(ROOT, LLVM) / "lib"
    if not shutil.which(COMPILERS[preset]) or not (lib / "libarcher.so").exists():
        missing = f"{COMPILERS[preset]} and libarcher.so"
        raise ToolchainError(f"needs {missing}; run scripts/test_all.sh --setup")
    settings = [f"--preset={preset}", f"-DLEAGUE_HOST_FLAGS={FLAGS}"]
    settings += [f"-DLEAGUE_ONLY={';'.join(only)}"]
    if preset.startswith("gcc"):
        settings += [f"-DLEAGUE_OMP_LINK_FLAGS=-Wl,--no-as-needed -L{lib} -lomp -Wl,-rpath,{lib}"]
    if preset == REGIONS:
        settings += ON_HOST
    done = configured(source, build, *settings)
    if done.returncode != 0:
        raise ToolchainError(f"cannot configure: {(done.stdout + done.stderr).strip()[-400:]}")


def presets(*, regions: bool) -> list[str]:
    """What is built: the variants with target regions, or those of the host by both compilers."""
    return [preset for preset in COMPILERS if (preset == REGIONS) == regions]


def judged(program: Program) -> bool:
    """Whether the answers of a build are looked at, too: GCC's tasks are executed wrongly."""
    return "gcc" not in program.toolchain


def compile_all(build: Path, targets: list[str], jobs: int) -> None:
    """Build these targets.  Raises BuildFailed when one does not compile or link."""
    done = planter.built(build, targets, jobs)
    if "cannot find" in done.stdout and "libclang_rt" in done.stdout:
        package = f"libclang-rt-{LLVM}-dev"
        raise ToolchainError(f"needs the package {package}: scripts/test_all.sh --setup")
    if done.returncode != 0:
        raise BuildFailed(f"does not build: {done.stdout.strip()[-2000:]}")


def runs_of(program: Program, *, every: bool = True) -> Iterator[list[str]]:
    """The arguments of class S, and of every short run that CTest has."""
    told = (case.arguments for case in (cases(program.build, program.target) if every else ()))
    for arguments in dict.fromkeys([CLASS_S, *map(tuple, told)]):
        yield [*arguments, *on_host(program)]


def on_host(program: Program) -> list[str]:
    """What lets a program with target regions run where there is no device."""
    return ["--allow-host"] if program.offloads else []


def observe(
    executable: Path, arguments: list[str], threads: int, *, judged: bool = True
) -> tuple[list[str], str]:
    """Run a program under the sanitizer; the races it reports, and why the run failed if it did.

    Unless it is `judged`, an answer that is not `pass` is no failure.
    """
    symbols = shutil.which(f"llvm-symbolizer-{LLVM}") or shutil.which("addr2line")
    archer = runtimes.folder(ROOT, LLVM) / "lib" / "libarcher.so"
    options = "ignore_noninstrumented_modules=1 exitcode=0"
    options += f" external_symbolizer_path={symbols}" if symbols else ""
    environment = {
        **os.environ, "OMP_NUM_THREADS": str(threads), "OMP_TOOL_LIBRARIES": str(archer),
        "ARCHER_OPTIONS": "verbose=1", "TSAN_OPTIONS": options,
    }  # fmt: skip
    try:
        done = call([str(executable), *arguments], env=environment, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return [], f"no end after {TIME_LIMIT} s"
    text = done.stdout + done.stderr
    if "FATAL: ThreadSanitizer" in text:
        raise ToolchainError(text[text.index("FATAL: ThreadSanitizer") :].splitlines()[0])
    crashed = done.returncode < 0 or CRASHED in text  # and its greeting may be lost
    if STARTED not in text and not crashed:
        raise ToolchainError("Archer did not start, and without it the sanitizer knows no OpenMP")
    last = text.strip().splitlines()[-1] if text.strip() else f"ended by signal {-done.returncode}"
    good = not crashed and (done.returncode == 0 or (done.returncode == 1 and not judged))
    return REPORT.findall(text), "" if good else last


def built(
    source: Path, name: str, globs: list[str], only: Sequence[str], jobs: int, *, regions: bool
) -> list[Program]:
    """Build the variants of some sources in each build, whose name begins as told."""
    model = "target" if regions else "omp"
    made = []
    for preset in presets(regions=regions):
        toolchain = f"{BUILD.name}/{name}{preset}"
        configure(source, BUILD / f"{name}{preset}", preset, only)
        chosen = (programs(toolchain, glob, "*", model=model, built=False) for glob in globs)
        found = list(dict.fromkeys(chain.from_iterable(chosen)))
        if not found:
            raise UsageError(f"no {model} variant of such a benchmark; -b takes names and globs")
        compile_all(found[0].build, [one.target for one in found], jobs)
        made += found
    return made


def look(globs: list[str], threads: list[int], every: bool, jobs: int, *, regions: bool) -> int:
    """Run the variants as they are; the number of runs with a race or without success."""
    found = built(ROOT, "", globs, (), jobs, regions=regions)
    runs = [
        (program, arguments, count)
        for program in found
        for arguments in runs_of(program, every=every)
        for count in threads
    ]
    bad = 0

    def looked_at(run: tuple[Program, list[str], int]) -> tuple[list[str], str]:
        program, arguments, count = run
        return observe(program.executable, arguments, count, judged=judged(program))

    with ThreadPoolExecutor(jobs) as pool:
        for (program, arguments, count), (reports, failed) in zip(runs, pool.map(looked_at, runs)):
            if reports or failed:
                bad += 1
                how = f"{' '.join(arguments)}, {count} threads: {failed or 'race'}"
                print(f"{program.target} ({program.build.name}) {how}")
                print("\n".join(reports[:3]))
    said = f"{len(found)} programs, {len(runs)} runs"
    print(f"{said}: {bad or 'none'} with a race or a failure")
    return bad


def copy_with_faults(target: Path, globs: list[str], *, regions: bool) -> dict[str, list[Fault]]:
    """Copy the sources without what orders their threads; the faults of each benchmark."""
    shutil.rmtree(target, ignore_errors=True)
    copy_tree(target)
    found: dict[str, list[Fault]] = {}
    name = "target" if regions else "omp"
    for original, benchmark, *_ in tree.benchmarks():
        if not any(fnmatch.fnmatchcase(benchmark, glob) for glob in globs):
            continue
        folder = target / original.relative_to(ROOT)
        for file in sorted([*folder.glob(f"{name}*.cpp"), *folder.glob(f"{name}*/*.?pp")]):
            where = str(file.relative_to(target))
            text, faults = planted(file.read_text(), where, regions=regions)
            if faults:
                file.write_text(text)
                found.setdefault(benchmark, []).extend(faults)
    return found


def look_planted(globs: list[str], threads: list[int], jobs: int, *, regions: bool) -> int:
    """Run variants that were broken; the number of faults that no report names."""
    source = BUILD / "planted"
    faults = copy_with_faults(source, globs, regions=regions)
    if not faults:
        raise UsageError("nothing to take away in such a benchmark; leave -b out for all")
    found = built(source, "planted-", list(faults), list(faults), jobs, regions=regions)

    def unseen(benchmark: str) -> list[Fault]:
        runs = [
            (program.executable, arguments, count)
            for program in found
            if program.benchmark == benchmark
            for arguments in runs_of(program)
            for count in threads
        ]
        left = faults[benchmark]
        for run in runs:
            reports, _ = observe(*run)
            left = [one for one in left if not one.shows_in(reports)]
            if not left:
                break
        return left

    total = sum(map(len, faults.values()))
    with ThreadPoolExecutor(jobs) as pool:
        missed = [fault for left in pool.map(unseen, faults) for fault in left]
    for fault in missed:
        print(f"not reported: {fault.kind} taken from {fault.file}:{fault.line}")
    print(f"{total - len(missed)} of {total} planted faults reported")
    return len(missed)


def for_races(program: Program, preset: str) -> Program:
    """The program with ThreadSanitizer and on the host; built now."""
    twin = replace(program, toolchain=f"{BUILD.name}/{preset}")
    with BUILDING:
        if not (twin.build / "manifest.json").exists():
            configure(ROOT, twin.build, preset, ())
        compile_all(twin.build, [twin.target], 1)
        included.cache_clear()
    return twin


def race_in(program: Program, file: Path, text: str) -> str:
    """What is seen of its tests under ThreadSanitizer with one file changed; empty if nothing.

    Short cases come first.  Nothing is believed that is seen without the change.
    """
    for preset in presets(regions=program.offloads):
        twin = for_races(program, preset)
        with tempfile.TemporaryDirectory() as folder:
            after = compile_changed(twin, file, text, Path(folder))
            if isinstance(after, str):
                continue
            runs = [case for case in cases(twin.build, twin.target) if not case.of_checks()]
            runs.sort(key=lambda case: SECONDS.get(case.name, 0.0))
            begin = time.monotonic()
            for case, threads in product(runs, (2, 4)):
                if time.monotonic() > begin + RACE_SECONDS:
                    break
                seen = seen_by_sanitizer(twin, after, case, threads)
                if seen and seen != seen_by_sanitizer(twin, twin.executable, case, threads):
                    return f"{case.name}, {threads} threads, {seen}"
    return ""


def seen_by_sanitizer(program: Program, executable: Path, case: Case, threads: int) -> str:
    """A race or, since what is slow there meets in another order, a failed run; empty if none."""
    arguments = [*case.arguments, *on_host(program)]
    reports, failed = observe(executable, arguments, threads, judged=judged(program))
    if reports:
        return "ThreadSanitizer with Archer: data race"
    return "slowed by ThreadSanitizer: wrong" if failed else ""


OPTIONS = (
    flag("-b", "--benchmark", action="append", metavar="GLOB"),
    flag("--threads", default="2,4", help="numbers of threads, default 2,4"),
    flag("--cases", action="store_true", help="every short case, not class S alone"),
    flag("--regions", action="store_true", help="target regions, on the host"),
    flag("--planted", action="store_true", help="take away what orders threads"),
    JOBS,
)


def run(arguments: argparse.Namespace) -> int:
    """Look for races, or for the planted ones."""
    globs, jobs, regions = arguments.benchmark or ["*"], arguments.jobs, arguments.regions
    if not re.fullmatch(r"[1-9]\d*(,[1-9]\d*)*", arguments.threads):
        raise UsageError(f"--threads: numbers separated by commas, not '{arguments.threads}'")
    threads = [int(count) for count in arguments.threads.split(",")]
    if arguments.planted:
        return 1 if look_planted(globs, threads, jobs, regions=regions) else 0
    return 1 if look(globs, threads, arguments.cases, jobs, regions=regions) else 0
