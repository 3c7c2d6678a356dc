"""Compile each OpenMP variant without its pragmas and demand the right answer.

What is left is a serial program.  Of variants that call the runtime nothing is asked.  The
build is build/without-pragmas, by GCC.
Exit code: 0 all were right, 1 one was not or did not build, 2 usage.
"""

import argparse
import fnmatch
import json
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from league.base import models
from proofs import tree
from proofs.planter import JOBS, ROOT, call, configured, counts, flag

BUILD = ROOT / "build/without-pragmas"
#: What the linker says of a variant that calls OpenMP's runtime.
_RUNTIME = re.compile(r"undefined reference to `omp_")
#: The outcome of one that does: nothing is asked of it.
RUNTIME = "call the runtime"
_BEGIN = re.compile(r"\w+\.(\S+) class \w+ \w+: (\S+)")

OPTIONS = (
    flag("-b", "--benchmark", default="*", help="benchmarks, as a glob"),
    flag("-v", "--variant", default="*", help="variants, as a glob"),
    flag("-g", "--group", default="kernels", help="kernels, npb or miniapps, as a glob"),
    JOBS,
)


def wanted(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Group and target of each OpenMP variant that was asked for."""
    globs = arguments.group, arguments.benchmark, arguments.variant
    for folder, name, variants, _ in tree.benchmarks():
        group = folder.parent.name
        for variant in variants:
            model = models.of_variant(variant)
            is_plain = model.name in ("omp", "target", "target-usm")
            if is_plain and all(map(fnmatch.fnmatchcase, (group, name, variant), globs)):
                yield group, f"{name}.{variant}"


def outcome(group: str, target: str) -> str:
    """What class S of a variant came to: pass, or what was wrong."""
    program = BUILD / group / target.partition(".")[0] / target
    if not program.exists():
        said = call(["ninja", "-C", str(BUILD), target]).stdout
        return RUNTIME if _RUNTIME.search(said) else "does not build"
    line = [str(program), "--class", "S", "--repeat", "1", "--warmup", "0", "--allow-host"]
    answers = {answer for _, answer in _BEGIN.findall(call(line, timeout=600).stdout)}
    return "pass" if answers == {"pass"} else ", ".join(sorted(answers - {"pass"})) or "no answer"


def run(arguments: argparse.Namespace) -> int:
    """Build, run and tell."""
    done = configured(ROOT, BUILD, "-DLEAGUE_PRAGMAS=OFF", "-DCMAKE_CXX_COMPILER=g++-12",
                      "-DLEAGUE_FORTRAN=gfortran-12")  # fmt: skip
    if done.returncode != 0:
        print(done.stdout + done.stderr)
        return 1
    manifest = json.loads((BUILD / "manifest.json").read_text())
    offered = {one["target"] for one in manifest["variants"] if one["executable"]}
    asked = [one for one in wanted(arguments) if one[1] in offered]
    targets = [target for _, target in asked]
    call(["ninja", "-C", str(BUILD), "-j", str(arguments.jobs), "-k", "0", *targets])
    with ThreadPoolExecutor(arguments.jobs) as pool:
        ends = dict(zip(asked, pool.map(lambda one: outcome(*one), asked)))
    for (_, target), end in ends.items():
        if end not in ("pass", RUNTIME):
            print(f"{target}: {end}")
    print(f"without pragmas: {counts(Counter(ends.values()))}")
    return 0 if set(ends.values()) <= {"pass", RUNTIME} else 1
