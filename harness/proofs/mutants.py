"""Plant small faults in variants and in what they share, and see whether the tests notice.

Needs toolchains that CMake has configured (scripts/run_all.py build -t TOOLCHAIN; the default is
gcc-12-host); a program is built when its turn comes.  COUNT faults are drawn from
harness/proofs/mutants.toml: first a kind, then a benchmark, then a place in a variant or in a
header that it includes.  Everything of the program that includes the place is compiled again, the
checks too, and the program's own tests run: class S, checkpoints and cases.  A fault is noticed
when one of them fails; one that does not compile does not count.  The seed is by default the newest
commit that touches tests or checks, so that nobody chooses the faults.  Survivors are printed;
harness/proofs/survivors.toml holds those that change no result, each with its reason.  FILE is
written after every fault; the same command again goes on where it ended.  With --check nothing but
a plain `run_all.py check` counts: the tests that it launches, too, and, for what passes these, the
whole of it in a copy of the tree, the emulated GPU included.  --again tries the survivors of an
earlier record once more, after a check was made sharper.  --by-hand draws none and plants those of
harness/proofs/by_hand.toml, of kinds that no pattern makes; with --label large those instead that
the cases of many GiB alone can notice (`ctest -L '^large$'`, up to 18 GB).  With --budget no fault
is begun after so many seconds.
Exit code: 0 every fault was noticed or is explained, 1 one was not, 2 usage.
"""

import argparse
import difflib
import fnmatch
import json
import math
import random
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from league.base import exit_codes
from league.base.errors import UsageError
from proofs import checked
from proofs.planter import (
    GROUPS,
    JOBS,
    ROOT,
    edits_of,
    entries,
    flag,
    output_of,
    replaced,
)
from proofs.programs import (
    Program,
    compare_outputs,
    compile_changed,
    demand_built,
    noticed_by,
    programs,
    written_in,
    wrong_as_it_is,
)
from proofs.races import race_in

OPERATORS = entries("mutants", "operator")
#: Known survivors that change no result: program, file and diff, and the reason.
REASONS = entries("survivors", "survivor")
#: Faults that nobody drew; and what the page of limits says of those that a check cannot notice.
BY_HAND = entries("by_hand", "fault")
UNSEEN = {(one["program"], one["kind"]): (one["unseen"], one.get("on", "*"))
          for one in BY_HAND if "unseen" in one}  # fmt: skip
# What is no part of a variant: the contract, and what only checks read.
CHECKS = ["*_check*", "*_reference*", "*_published*"]
TESTS = ["harness/core", "harness/tests", ":(glob)*/*/CMakeLists.txt", ":(glob)*/tests/*"]
TESTS += [f":(glob)*/*/{glob}" for glob in CHECKS]
# Lines that hold no statement, and declarations of arrays.
NOT_CHANGED = re.compile(
    r"^\s*(?:#include|#if|#define|template|static_assert|using|//|(?:[\w:<>]+ )+\w+\[[^;=]*\];)"
)


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
    measured: str = ""  # of what no test noticed: whether its results are the same
    seconds: float = 0.0  # what the program's tests take without it, beside what else ran

    @property
    def place(self) -> tuple[str, str, str, int, str]:
        """What tells it from all others; of lines that are alike, too."""
        return self.toolchain, self.program, self.file, self.line, self.diff


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


def sources(program: Program) -> list[Path]:
    """The files in which a program's faults can be: its sources and what they include."""
    others = [re.sub("^npb-", "", program.benchmark) + ".hpp", *CHECKS]  # the contract, the checks
    return sorted(
        p for p in written_in(program) if not any(fnmatch.fnmatch(p.name, one) for one in others)
    )


@cache
def demand_sound(program: Program) -> float:
    """A program passes its tests without a fault; the seconds that they take."""
    begin = time.monotonic()
    how = noticed_by(program, program.executable, races=False)
    if how:
        raise UsageError(f"{program.toolchain}: {program.target} fails without a fault: {how}")
    return round(time.monotonic() - begin, 2)


def settled(fault: Fault) -> Fault:
    """The fault, marked as explained where a reason is known, or why no check can notice it."""
    unseen, on = UNSEEN.get((fault.program, fault.kind), ("", ""))
    meant = fnmatch.fnmatchcase(fault.toolchain, on)
    if meant and fault.outcome == "survived" and fault.measured:
        return replace(fault, outcome="explained", how=f"unseen: {unseen}")
    return explain(fault, REASONS)


@dataclass(frozen=True)
class Candidate:
    """A fault that could be planted."""

    program: Program
    fault: Fault
    text: str
    races: bool


def told_by_check(program: Program, texts: dict[Path, str]) -> str:
    """What a plain check of a program in the copy fails with, files of which hold other texts."""
    with replaced(checked.TREE, texts):
        said = checked.check(program.toolchain, [program.target])
    records = said.of(program.toolchain, program.target)
    wrong = [one for one in records if one["worst"] != "pass"]
    # Nothing is comparable where all fails as expected, as a lesson does.
    if not records or said.code not in (0, 1, exit_codes.NOTHING_COMPARABLE):
        raise UsageError(f"{program.target}: the check ends with {said.code} and tells nothing")
    told = f"{wrong[0]['worst']} {wrong[0]['reason']}" if wrong else "a launch on the emulated GPU"
    return f"check: {told}"[:120] if said.code == 1 else ""


@cache
def demand_checked(program: Program) -> None:
    """A plain check of a program without a fault finds nothing."""
    if told := told_by_check(program, {}):
        raise UsageError(f"{program.target} fails without a fault: {told}")


def try_fault(
    program: Program, fault: Fault, text: str, *, races: bool, check: bool = False
) -> Fault:
    """Compile and run one fault; what became of it."""
    # On an emulated device, and of Fortran, which ninja does not follow, the whole check tells.
    if check and (program.toolchain.endswith("-emulated") or fault.file.endswith(".f90")):
        return replace(fault, outcome="survived")
    demand_built(program)
    if wrong_as_it_is(program):
        return replace(fault, outcome="stillborn", how="a lesson that is wrong as it is")
    fault = replace(fault, seconds=demand_sound(program))
    with tempfile.TemporaryDirectory() as folder:
        made = compile_changed(program, ROOT / fault.file, text, Path(folder))
        if isinstance(made, str):
            return replace(fault, outcome="stillborn", how=made)
        how = noticed_by(program, made, races=races and not check, of_check=check)
    if not how and races and not check:
        how = race_in(program, ROOT / fault.file, text)
    if how:
        return replace(fault, outcome="noticed", how=how)
    measured = "" if check else compare_outputs(program, ROOT / fault.file, text)
    return replace(fault, outcome="survived", measured=measured)


def check_survivor(candidate: Candidate, fault: Fault) -> Fault:
    """What becomes of a fault that passes each launch of a check in a whole one."""
    demand_checked(candidate.program)
    how = told_by_check(candidate.program, {Path(fault.file): candidate.text})
    if how:
        return replace(fault, outcome="noticed", how=how)
    measured = ""
    if not fault.toolchain.endswith("-emulated"):  # where other sizes take hours
        measured = compare_outputs(candidate.program, ROOT / fault.file, candidate.text)
    return settled(replace(fault, measured=measured or "nothing to compare"))


def check_survivors(
    every: list[Candidate], tried: list[Fault], end: float, kept: Callable[[], None]
) -> None:
    """Check what survived so far and was not checked yet, until time is up."""
    checked.prepare()
    found = {candidate.fault.place: candidate for candidate in every}
    for n, fault in enumerate(tried):
        if fault.outcome == "survived" and not fault.measured and time.monotonic() <= end:
            tried[n] = check_survivor(found[fault.place], fault)
            kept()
            show(tried[n])


def differs(measured: str) -> bool:
    """Whether outputs were seen to differ."""
    found = re.search(r"in (\d+) of (\d+) runs", measured)
    return found is not None and found[1] != found[2]


def explain(fault: Fault, reasons: list[dict[str, Any]]) -> Fault:
    """The fault, marked as explained where an entry fits it and no output was seen to differ."""
    lines = fault.diff.splitlines()
    new = [line[1:].strip() for line in lines if line.startswith("+")]
    old = [line[1:].strip() for line in lines if line.startswith("-")]
    here = f"{fault.file}:{fault.line}"
    for entry in reasons:
        fits = fnmatch.fnmatchcase(fault.program, entry["variant"])
        if "before" in entry:
            fits = fits and any(entry["before"] in line for line in old)
        fits = fits and entry.get("place", here) == here
        fits = fits and (entry.get("rounding", False) or not differs(fault.measured))
        part = entry["after"]
        meant = any(part in line for line in new) if part else not any(new)
        if fault.outcome == "survived" and fits and meant:
            return replace(fault, outcome="explained", how=entry["reason"])
    return fault


def candidates(program: Program) -> Iterator[Candidate]:
    """All faults of a program."""
    for file in sources(program):
        text = file.read_text()
        for operator, line, changed in changes_of(text, offloads=program.offloads):
            where, diff = str(file.relative_to(ROOT)), difference(text, changed)
            fault = Fault(program.toolchain, program.target, operator["kind"], where, line, diff)
            yield Candidate(program, fault, changed, bool(operator.get("races")))


def to_draw_from(toolchain: str, benchmark: str, variant: str) -> Iterator[Candidate]:
    """All faults of the programs of a toolchain that globs select."""
    for program in programs(toolchain, benchmark, variant, built=False):
        yield from candidates(program)


def by_hand(label: str, toolchain: str, benchmark: str, variant: str) -> Iterator[Candidate]:
    """The faults of harness/proofs/by_hand.toml for tests of a label, of a toolchain's programs."""
    there = {one.target: replace(one, label=label)
             for one in programs(toolchain, benchmark, variant, built=False)}  # fmt: skip
    for entry in BY_HAND:
        program = there.get(entry["program"])
        if program and entry.get("label", "smoke") == label:
            text = (ROOT / entry["file"]).read_text()
            line = text.count("\n", 0, text.find(entry["find"])) + 1
            changed = text
            for edit in edits_of(entry):
                changed = edit.applied(changed)
            diff = difference(text, changed)
            fault = Fault(toolchain, program.target, entry["kind"], entry["file"], line, diff)
            yield Candidate(program, fault, changed, races=False)


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
    return output_of(["git", "log", "-1", "--format=%H", "--", *TESTS, *names]).strip()


def counts_of(faults: list[Fault]) -> dict[str, int]:
    """How many faults came to which end."""
    outcomes = ("noticed", "survived", "explained", "stillborn")
    return {outcome: sum(one.outcome == outcome for one in faults) for outcome in outcomes}


def keep(file: Path | None, told: dict[str, Any], faults: list[Fault]) -> None:
    """Write what is known so far."""
    if file:
        found = {**told, "counts": counts_of(faults), "faults": [asdict(one) for one in faults]}
        file.with_suffix(".part").write_text(json.dumps(found, indent=1) + "\n")
        file.with_suffix(".part").replace(file)


def kept_in(file: Path | None, told: dict[str, Any]) -> list[Fault]:
    """What an earlier run of the same draw has written, explained as of now."""
    if not file or not file.exists():
        return []
    earlier = json.loads(file.read_text())
    if any(earlier.get(key) != value for key, value in told.items()):
        raise UsageError(f"{file} is of another draw; name another file or remove it")
    return [settled(Fault(**one)) for one in earlier["faults"]]


def show(fault: Fault) -> None:
    """Print what survived."""
    if fault.outcome == "survived":
        print(f"survived: {fault.toolchain} {fault.program} [{fault.kind}]")
        print(f"  {fault.file}:{fault.line} {fault.measured}")
        print(fault.diff, flush=True)


def try_all(
    drawn: Iterator[Candidate], count: int, jobs: int, end: float, tried: list[Fault],
    kept: Callable[[], None], *, check: bool,
) -> None:  # fmt: skip
    """Try faults in order until so many have compiled or time is up, with a line a survivor.

    Each is added to `tried` and `kept` at once.
    """

    def one(candidate: Candidate) -> Fault | None:
        if time.monotonic() > end:
            return None
        found = try_fault(
            candidate.program, candidate.fault, candidate.text, races=candidate.races, check=check
        )
        return explain(found, REASONS)

    with ThreadPoolExecutor(jobs) as pool:
        while (missing := count - sum(one.outcome != "stillborn" for one in tried)) > 0:
            batch = [candidate for _, candidate in zip(range(missing), drawn)]
            if not batch:
                break
            try:
                for fault in pool.map(one, batch):
                    if fault is None:
                        return
                    tried.append(fault)
                    kept()
                    show(fault)
            except KeyboardInterrupt:  # what was tried is kept
                pool.shutdown(cancel_futures=True)
                break


OPTIONS = (
    flag("-t", "--toolchain", action="append"),
    flag("-b", "--benchmark", default="*", metavar="GLOB"),
    flag("-v", "--variant", default="*", metavar="GLOB"),
    flag("-n", "--count", type=int, default=150, help="faults that compile"),
    flag("--seed", type=int),
    JOBS,
    flag("-o", "--out", type=Path, metavar="FILE", help="record, also to resume"),
    flag("--again", type=Path, metavar="FILE"),
    flag("--check", action="store_true", help="count what a plain check notices, nothing else"),
    flag("--by-hand", action="store_true", help="plant those of by_hand.toml, and draw none"),
    flag("--label", choices=("smoke", "large"), default="smoke", help="CTest's, with --by-hand"),
    flag("--budget", type=float, default=math.inf, metavar="SECONDS"),
)


def run(arguments: argparse.Namespace) -> int:
    """Draw, plant, run, report."""
    end = time.monotonic() + arguments.budget
    if arguments.label != "smoke" and (arguments.check or not arguments.by_hand):
        raise UsageError(
            "--label large needs --by-hand, and no --check, which does not launch them"
        )
    commit = newest_test()
    seed = int(commit[:8], 16) if arguments.seed is None else arguments.seed
    told: dict[str, Any] = {"toolchains": arguments.toolchain or ["gcc-12-host"], "commit": commit}
    told["seed"] = seed
    told |= {"by": "check"} if arguments.check else {}
    told |= {"from": "by_hand.toml"} if arguments.by_hand else {}
    told |= {"label": arguments.label} if arguments.label != "smoke" else {}
    tried: list[Fault] = []
    retried: set[tuple[str, str, str, int, str]] = set()
    if arguments.again:
        earlier = json.loads(arguments.again.read_text())
        told = {key: earlier.get(key) for key in told}
        for fault in (explain(Fault(**one), REASONS) for one in earlier["faults"]):
            if fault.outcome == "survived":
                retried.add(fault.place)
            else:
                tried.append(fault)
    else:
        tried = kept_in(arguments.out, told)
    known = {fault.place for fault in tried}
    every = [
        candidate
        for toolchain in told["toolchains"]
        for candidate in (partial(by_hand, arguments.label) if arguments.by_hand else to_draw_from)(
            toolchain, arguments.benchmark, arguments.variant)
        if not arguments.again or candidate.fault.place in retried
    ]  # fmt: skip
    whole = arguments.again or arguments.by_hand
    count = len(every) + len(tried) if whole else arguments.count
    drawn = (one for one in draws(every, told["seed"]) if one.fault.place not in known)
    try_all(
        drawn, count, arguments.jobs, end, tried, lambda: keep(arguments.out, told, tried),
        check=arguments.check,
    )  # fmt: skip
    if arguments.check:
        check_survivors(every, tried, end, lambda: keep(arguments.out, told, tried))
    keep(arguments.out, told, tried)
    counts = counts_of(tried)
    compiled = sum(counts.values()) - counts["stillborn"]
    print(f"{compiled} faults of {len(every)} possible: {counts['noticed']} noticed,"
          f" {counts['survived']} survived, {counts['explained']} change no result;"
          f" {counts['stillborn']} more did not compile")  # fmt: skip
    return 1 if counts["survived"] else 0
