"""Compile each OpenMP variant without its pragmas and demand the right answer.

What is left is a serial program.  Variants that call the runtime are left out, and said.  Without
-b or -v all kernels; the build is build/without-pragmas, by GCC.
Exit code: 0 all were right, 1 one was not or did not build, 2 usage.
"""

import argparse
import fnmatch
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from league.base import models
from proofs import tree
from proofs.planter import JOBS, ROOT, call, configured, counts, flag

BUILD = ROOT / "build/without-pragmas"
#: A call of the runtime, or a type of it; declared in omp.h alone.
RUNTIME = re.compile(r"\bomp_\w+\s*[(;,)]|\bomp_\w+_t\b")
_BEGIN = re.compile(r"\w+\.(\S+) class \w+ \w+: (\S+)")

OPTIONS = (
    flag("-b", "--benchmark", default="*", help="benchmarks, as a glob"),
    flag("-v", "--variant", default="*", help="variants, as a glob"),
    flag("-g", "--group", default="kernels", help="kernels, npb or miniapps, as a glob"),
    JOBS,
)


def calls_runtime(files: list[Path]) -> bool:
    """Whether a source, or a header that lies beside it, calls OpenMP's runtime."""
    beside = [path for file in files for path in file.parent.glob("*.hpp")]
    code = (re.sub(r"//.*|^\s*#\s*pragma.*(?:\\\n.*)*", "", one.read_text(), flags=re.MULTILINE)
            for one in {*files, *beside})  # fmt: skip
    return any(RUNTIME.search(text) for text in code)


def wanted(arguments: argparse.Namespace) -> Iterator[tuple[str, str, list[Path]]]:
    """Group, target and sources of each OpenMP variant that was asked for."""
    globs = arguments.group, arguments.benchmark, arguments.variant
    for folder, name, variants, parts in tree.benchmarks():
        group = folder.parent.name
        for variant in variants:
            model = models.of_variant(variant)
            is_plain = model.name in ("omp", "target", "target-usm")
            if is_plain and all(map(fnmatch.fnmatchcase, (group, name, variant), globs)):
                yield group, f"{name}.{variant}", tree.variant_files(folder, variant, parts)


def outcome(group: str, target: str) -> str:
    """What class S of a variant came to: pass, or what was wrong."""
    program = BUILD / group / target.partition(".")[0] / target
    if not program.exists():
        return "not built"
    line = [str(program), "--class", "S", "--repeat", "1", "--warmup", "0", "--allow-host"]
    said = call(line, timeout=600).stdout
    answers = {answer for _, answer in _BEGIN.findall(said)}
    return "pass" if answers == {"pass"} else ", ".join(sorted(answers - {"pass"})) or "no answer"


def run(arguments: argparse.Namespace) -> int:
    """Build, run and tell."""
    asked = list(wanted(arguments))
    plain = [(group, target) for group, target, files in asked if not calls_runtime(files)]
    done = configured(ROOT, BUILD, "-DLEAGUE_PRAGMAS=OFF", "-DCMAKE_CXX_COMPILER=g++-12",
                      "-DLEAGUE_FORTRAN=gfortran-12")  # fmt: skip
    if done.returncode != 0:
        print(done.stdout + done.stderr)
        return 1
    manifest = json.loads((BUILD / "manifest.json").read_text())
    offered = {one["target"] for one in manifest["variants"] if one["executable"]}
    plain = [(group, target) for group, target in plain if target in offered]
    targets = [target for _, target in plain]
    call(["ninja", "-C", str(BUILD), "-j", str(arguments.jobs), "-k", "0", *targets])
    with ThreadPoolExecutor(arguments.jobs) as pool:
        ends = dict(zip(plain, pool.map(lambda one: outcome(*one), plain)))
    for (_, target), end in ends.items():
        if end != "pass":
            print(f"{target}: {end}")
    print(f"{len(asked) - len(plain)} of {len(asked)} call the runtime or are not offered")
    print(
        f"without pragmas: {counts({end: list(ends.values()).count(end) for end in ends.values()})}"
    )
    return 0 if set(ends.values()) == {"pass"} else 1
