"""Run the testsuite of GCC's libgomp on the emulated NVIDIA device, through the unmodified libgomp.

The testsuite is nothing of ours and stays outside: SOURCE is the folder `libgomp/testsuite` of GCC
12's sources (Debian: `apt-get download gcc-12-source`, unpack it with `dpkg -x`, and of the archive
below usr/src/gcc-12 the folders libgomp, include and all called goacc).  Programs of OpenMP that
have a target region in their own text, and all of OpenACC, are built by the compilers of toolchain
gcc-12-emulated at each level and started with all checks on, but for races that leave the same
value.
What is known to fail stands in harness/proofs/libgomp.toml, with whose defect it is and why.
Exit code: 0 nothing failed that is not known, 1 something did, 2 usage or a compiler is not there.
"""

import argparse
import fnmatch
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path

from league.base.errors import UsageError
from league.run import emulator
from proofs import suites
from proofs.planter import ROOT, End, call, flag

SUITE = suites.Suite("libgomp", "GCC 12's libgomp testsuite", "Suite and level")
#: Programs of a suite, by folder, and how its compiler is called.
SUITES = {
    "c": (("libgomp.c", "libgomp.c-c++-common"), "gcc-12", "-fopenmp"),
    "c++": (("libgomp.c++", "libgomp.c-c++-common"), "g++-12", "-fopenmp"),
    "fortran": (("libgomp.fortran",), "gfortran-12", "-fopenmp"),
    "acc-c": (("libgomp.oacc-c", "libgomp.oacc-c-c++-common"), "gcc-12", "-fopenacc"),
    "acc-c++": (("libgomp.oacc-c++", "libgomp.oacc-c-c++-common"), "g++-12", "-fopenacc"),
    "acc-fortran": (("libgomp.oacc-fortran",), "gfortran-12", "-fopenacc"),
}
#: Where GCC keeps the header that some programs share with it, from SOURCE.
HEADERS = "../../include"
LEVELS = ("-O0", "-O2")
#: As toolchain gcc-12-emulated has them.
OFFLOAD = ("-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80 -latomic -lm",
           "-no-pie", "-lm")  # fmt: skip
_SUFFIXES = {"gcc-12": ".c", "g++-12": ".c .C", "gfortran-12": ".f .f90 .F90 .f03"}
_OFFLOADS = re.compile(r"^\s*(?:#\s*pragma|[!cC]\$)\s*(?:omp\b.*\btarget|acc)\b", re.M)
#: What DejaGnu's conditions hold here; an unknown one is told by name.
_HOLDS = {
    **dict.fromkeys((
        "size32plus", "tls", "tls_runtime", "sync_int_long", "lto", "shared", "fpic", "alias",
        "weak_undefined", "large_long_double", "offload_device", "offload_target_nvptx",
        "offload_device_nonshared_as", "openacc_cuda", "openacc_cudart", "lp64", "vect_simd_clones",
        "openacc_nvidia_accel_selected", "openacc_nvidia_accel_present", "pthread", "avx_runtime",
        "fgraphite", "offload_device_nvptx", "fortran_large_real", "int128",
    ), True),
    **dict.fromkeys((
        "openacc_cublas", "openacc_host_selected", "openacc_radeon_accel_selected", "ia32",
        "offload_device_shared_as", "offload_device_any_intel_mic", "offload_device_intel_mic",
        "run_expensive_tests", "offload_target_amdgcn", "offload_device_gcn", "libgomp_hsa",
        "offload_target_intelmic", "fopenacc", "skip-all-targets",
    ), False),
}  # fmt: skip
_TRIPLE = "x86_64-pc-linux-gnu"
#: Directives that say nothing of what a program does when it runs.
_QUIET = re.compile(
    "note|line|optimized|warning|final|prune-output|bogus|message|error|excess-errors|timeout"
    "|timeout-factor|add-options|process-target|require-alias"
)

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


class Unknown(Exception):
    """A directive or condition that is not understood, by name."""


def words_of(text: str) -> list[str]:
    """The words of a list as Tcl writes it: bare, in quotes, or in braces, which are left out."""
    found = []
    while text := text.lstrip():
        if quoted := _QUOTED.match(text):
            word = re.sub(r"\\(.)", lambda one: _ESCAPES.get(one[1], one[1]), quoted[1])
            text = text[quoted.end() :]
        elif text[0] == "{":
            depths = accumulate((one == "{") - (one == "}") for one in text)
            end = next((at for at, depth in enumerate(depths) if not depth), len(text) - 1)
            word, text = text[1:end], text[end + 1 :]
        else:
            word, *rest = text.split(maxsplit=1)
            text = "".join(rest)
        found.append(word)
    return found


def braced(words: Sequence[str]) -> str:
    """Words as one list of Tcl."""
    return " ".join(f"{{{one}}}" for one in words)


def holds(condition: str, level: str, suite: str = "") -> bool:
    """Whether a condition of DejaGnu holds on the emulated device.  Raises Unknown."""
    words = words_of(condition)
    if not words:
        return True
    if words[0] in ("target", "xfail"):
        return holds(braced(words[1:]), level, suite)
    for operator, join in (("||", any), ("&&", all)):
        if operator in words:
            at = words.index(operator)
            sides = words[:at], words[at + 1 :]
            return join(holds(braced(side), level, suite) for side in sides)
    if words[0] == "!":
        return not holds(braced(words[1:]), level, suite)
    if len(words) > 1:
        return any(holds(word, level, suite) for word in words)
    (word,) = words
    if word != condition.strip() or " " in word:
        return holds(word, level, suite)
    if word == "__OPTIMIZE__":
        return level != "-O0"
    if word in ("c", "c++"):
        return suite.removeprefix("acc-") == word
    if word in _HOLDS:
        return _HOLDS[word]
    if "-" in word:
        return fnmatch.fnmatchcase(_TRIPLE, word)
    raise Unknown(f"condition {word}")


@dataclass
class Program:
    """A test program at a level: how it is built, and what it has to do."""

    suite: str
    file: Path
    level: str
    flags: list[str]
    environment: dict[str, str]
    fails: bool = False
    says: str = ""
    #: why it is not tried; empty: it is
    left: str = ""


def directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """The directives of a file, with their words."""
    for line in text.splitlines():
        if found := re.search(r"\{\s*dg-([a-z-]+)\s*(.*)\}", line):
            yield found[1], words_of(found[2])


def program_of(suite: str, file: Path, level: str) -> Program:
    """Read what a test program asks for.  Raises Unknown."""
    _, _, model = SUITES[suite]
    acc = ["-DACC_DEVICE_TYPE_nvidia=1", "-DACC_MEM_SHARED=0"] if suite.startswith("acc") else []
    made = Program(suite, file, level, [model, *acc], {})
    for name, words in directives(file.read_text(errors="replace")):
        if _QUIET.fullmatch(name):
            continue
        first, *rest = words or [""]
        if name == "do":
            if first != "run" or not holds(rest[0] if rest else "", level, suite):
                made.left = f"dg-do {' '.join(words)}"
        elif name in ("options", "additional-options"):
            if holds(rest[0] if rest else "", level, suite):
                made.flags += words_of(first)
        elif name == "additional-sources":
            made.flags += [str(file.parent / one) for one in words_of(first)]
        elif name == "set-target-env-var":
            made.environment[first] = rest[0]
        elif name == "require-effective-target":
            made.left = made.left or ("" if holds(first, level, suite) else f"needs {first}")
        elif name == "skip-if":
            made.left = made.left or _skipped(rest, made)
        elif name in ("xfail-if", "xfail-run-if"):
            expected = _skipped(rest, made)
            made.left = made.left or (f"GCC expects a failure: {first}" if expected else "")
        elif name == "shouldfail":
            made.fails = holds(rest[0] if rest else "", level, suite)
        elif name == "output":
            condition = rest[0] if rest else ""  # what GCC does not say yet, need not be said
            if "xfail" not in condition and holds(condition, level, suite):
                made.says += first
        else:
            raise Unknown(f"dg-{name}")
    return made


def _skipped(words: Sequence[str], program: Program) -> str:
    """Why a program is skipped for these options; empty if it is not."""
    condition, only, but = (*words, *("*-*-*", "*", "")[len(words) :])[:3]

    flags = {"*", program.level, *program.flags}

    def given(patterns: str) -> bool:
        each = (words_of(pattern) for pattern in words_of(patterns))
        return any(flags.issuperset(all_of) for all_of in each if all_of)

    skipped = holds(condition, program.level, program.suite) and given(only) and not given(but)
    return f"dg-skip-if {condition} {only}" if skipped else ""


def tried(program: Program, source: Path, library: Path, limit: int) -> End:
    """Build a program, run it, and say what it came to."""
    if program.left:
        return {"outcome": "n/a", "said": program.left}
    folders = "/usr/local/cuda/include", source / "libgomp.oacc-c-c++-common", source / HEADERS
    compiler = SUITES[program.suite][1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(source / "libgomp.oacc-c-c++-common/subr.ptx", folder)  # loaded by some
        command = [compiler, str(program.file), "-w", *program.flags, program.level]
        command += [f"-I{folder}" for folder in folders]
        command += ["-foffload-options=-lgfortran"] if "fortran" in program.suite else []
        built = call([*command, *OFFLOAD, "-o", "program", f"-L{library.parent}"], folder)
        if built.returncode:
            lines = [line for line in built.stderr.splitlines() if "error" in line]
            return {"outcome": "not built", "said": (lines or ["?"])[0][-160:]}
        findings = folder / "findings"
        environment = {
            **os.environ, "LD_LIBRARY_PATH": str(library.parent), "ACC_DEVICE_TYPE": "nvidia",
            "GPU_EMULATOR_FINDINGS": str(findings), **suites.ENVIRONMENT, **program.environment,
        }  # fmt: skip
        try:
            both = ["sh", "-c", "exec ./program 2>&1"]  # in the order in which it is said
            ran = call(both, folder, timeout=limit, env=environment)
        except subprocess.TimeoutExpired:
            return {"outcome": "too long", "said": f"more than {limit} s"}
        found = suites.lines_of(findings)
    return judged(program, ran, found)


def judged(program: Program, ran: subprocess.CompletedProcess[str], found: Sequence[str]) -> End:
    """What a run came to: a refusal and a finding weigh more than the exit code."""
    said = ran.stdout
    expected = program.fails and all(line.startswith("trap:") for line in found)
    if blamed := suites.blamed(said, [] if expected else found):
        return blamed
    if (ran.returncode != 0) != program.fails:
        last = (said.strip().splitlines() or ["no output"])[-1]
        return {"outcome": "wrong", "said": f"exit {ran.returncode}: {last[:160]}"}
    if program.says and not re.search(program.says, said, re.S):
        return {"outcome": "wrong", "said": f"no /{program.says[:60]}/ in its output"}
    return {"outcome": "right", "said": ""}


def selected(args: argparse.Namespace) -> dict[str, tuple[str, Path, str]]:
    """The runs of the suites and levels that are asked for, by name."""
    found = {}
    for suite, (folders, compiler, _) in SUITES.items():
        files = [file for folder in folders for file in sorted((args.source / folder).glob("*.*"))]
        for file in files:
            if file.suffix not in _SUFFIXES[compiler].split() or not fnmatch.fnmatchcase(
                suite, args.suite
            ):
                continue
            if suite.startswith("acc") or _OFFLOADS.search(file.read_text(errors="replace")):
                for level in (one for one in LEVELS if fnmatch.fnmatchcase(one, args.level)):
                    found[f"{suite} {level} {file.name}"] = (suite, file, level)
    return found


OPTIONS = (
    flag("source", type=Path, help="the folder libgomp/testsuite of GCC 12's sources"),
    flag("--suite", default="*", help=f"of {', '.join(SUITES)}, as a glob"),
    flag("--level", default="*", help=f"of {', '.join(LEVELS)}, as a glob"),
    *suites.OPTIONS,
)


def run(args: argparse.Namespace) -> int:
    """Run what is selected."""
    args.source = args.source.resolve()
    if not (args.source / "libgomp.c").is_dir():
        raise UsageError(f"{args.source} holds no libgomp.c; give libgomp/testsuite of GCC 12")
    runs = suites.chosen(selected(args), args)
    lacking = [one for one in {SUITES[suite][1] for suite, _, _ in runs.values()}
               if not shutil.which(one)]  # fmt: skip
    if lacking:
        raise UsageError(f"there is no {', '.join(lacking)}; scripts/test_all.sh --setup gets it")
    library = emulator.library(ROOT)

    def job(suite: str, file: Path, level: str) -> End:
        try:
            return tried(program_of(suite, file, level), args.source, library, args.limit)
        except Unknown as unknown:
            return {"outcome": "refused", "said": f"not understood: {unknown}"}

    jobs: dict[str, Callable[[], End]] = {name: partial(job, *one) for name, one in runs.items()}
    return suites.tried(SUITE, jobs, args)
