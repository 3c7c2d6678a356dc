"""Plant faults in target regions that a plug-in device does not see, and demand them of `check`.

The faults stand in harness/proofs/regions.toml.  They are planted in a copy of the tree, in
build/checked, as many at a time as there are programs; a plain `run_all.py check` of these has to
call each cell device-error, with the name of the finding and the line that was changed, while the
device it was asked for says that the answer is right; what it sees, too, as one of more cores may,
is "seen".  The same programs without a fault are
checked with three orders of blocks and lanes, and nothing may be found.  FILE is written after each
program; the same command again goes on where it ended.
Exit code: 0 each fault was found and rightly named, and nothing else; 1 otherwise; 2 usage; 5 no
emulated toolchain.
"""

import argparse
import fnmatch
import os
import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from league.base.errors import UsageError
from proofs import checked
from proofs.planter import (
    KIND,
    LIST,
    OUTPUT,
    End,
    Record,
    edits_of,
    entries,
    flag,
    planted,
)  # fmt: skip

TOOLCHAIN = "clang-19-x86_64"
SEEDS = (1, 2, 3)
#: A reason of a cell: emulated toolchain, kind, file, source lines.
REASON = re.compile(r"\S+: ([a-z-]+)(?: at ([^:]+):([\d, and]+))?, kernel")


def rounds(faults: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The faults in lists, in each of which a file and a program stand once."""
    made: list[list[dict[str, Any]]] = []
    for fault in faults:
        for some in made:
            if not any(fault[one] == other[one] for other in some for one in ("file", "program")):
                some.append(fault)
                break
        else:
            made.append([fault])
    return made


def toolchain_of(fault: dict[str, Any]) -> str:
    """The toolchain that is asked for."""
    return str(fault.get("toolchain", TOOLCHAIN))


def records_of(faults: Sequence[dict[str, Any]], seed: int) -> checked.Records:
    """What `check` says in the copy of the programs of faults: records of each cell's checks."""
    found: checked.Records = {}
    for toolchain in sorted({toolchain_of(one) for one in faults}):
        programs = {one["program"] for one in faults if toolchain_of(one) == toolchain}
        found |= checked.check(toolchain, programs, {"GPU_EMULATOR_SEED": str(seed)}).records
    return found


def end_of(fault: dict[str, Any], records: Sequence[dict[str, Any]], text: str) -> End:
    """What a fault came to: found, seen (without this, too), misplaced, misnamed, missed or void.

    `records` are those of its cells' checks, `text` the file with the fault in it.
    """
    if not records:
        return {"outcome": "void", "found": ["does not compile"]}
    record = records[0]
    note = record.get("emulated", {}).get("note", "")
    match = REASON.match(record["reason"])
    if record["worst"] != "device-error" or match is None:
        return {"outcome": "missed", "found": [note or record["worst"]], "said": record["reason"]}
    kind, file, named_lines = match.groups()
    here = Path(fault["file"]).name == file
    numbers = map(int, re.findall(r"\d+", named_lines)) if here else ()
    lines = [text.splitlines()[number - 1].strip() for number in numbers]
    end = {"found": [kind], "toolchain": record["emulated"]["toolchain"], "lines": lines,
           "said": record["reason"]}  # fmt: skip
    if kind not in fault["finds"]:
        return {"outcome": "misnamed", **end}
    if not any(part in line for part in fault["at"] for line in lines):
        return {"outcome": "misplaced", **end}
    answers = {(one["record"] or {}).get("answer", "pass") for one in records}
    return {"outcome": "found" if answers <= {"pass", "not-checked"} else "seen", **end}


@cache
def round_ends(key: tuple[str, ...], seed: int) -> dict[str, End]:
    """What the faults of these names came to, planted at once."""
    faults = [named()[name] for name in key]
    with planted(checked.TREE, [edit for fault in faults for edit in edits_of(fault)]):
        records = records_of(faults, seed)
        return {
            name: end_of(
                one, records.get(f"{toolchain_of(one)} {one['program']}", ()),
                (checked.TREE / one["file"]).read_text(),
            )
            for name, one in zip(key, faults)
        }  # fmt: skip


@cache
def without_faults(faults: tuple[str, ...], seed: int) -> dict[str, End]:
    """What the programs of these faults end in as they are: none, or a false alarm."""
    some = [named()[name] for name in faults]
    records = records_of(some, seed)
    ends: dict[str, End] = {}
    for one in some:
        name = f"{toolchain_of(one)} {one['program']}"
        told = records.get(name, [])
        said = [f"{r['worst']}: {r['emulated']['note'] or r['reason']}" for r in told
                if r["worst"] not in ("pass", "no-device") or r["emulated"]["note"]]  # fmt: skip
        ends[name] = {"outcome": "none" if told and not said else "false", "found": said[:1]}
    return ends


@cache
def named() -> dict[str, dict[str, Any]]:
    """All faults by their names: program, kind, and which of that kind there."""
    found: dict[str, dict[str, Any]] = {}
    for one in entries("regions", "fault"):
        name = f"{one['program']} {one['kind']}"
        count = sum(known.startswith(name) for known in found)
        found[f"{name}, {count + 1}" if count else name] = one
    return found


OPTIONS = (
    KIND, flag("-b", "--benchmark", default="*", help="benchmarks, as a glob"),
    flag("--sample", action="store_true", help="those that CI runs, and none without a fault"),
    LIST, OUTPUT,
)  # fmt: skip


def chosen(args: argparse.Namespace) -> Iterator[str]:
    """The names of the faults that are selected."""
    for name, fault in named().items():
        kind = fnmatch.fnmatchcase(fault["kind"], args.kind)
        benchmark = fnmatch.fnmatchcase(fault["program"].split(".")[0], args.benchmark)
        if kind and benchmark and (fault.get("sample") or not args.sample):
            yield name


def run(args: argparse.Namespace) -> int:
    """Try all that is selected."""
    names = list(chosen(args))
    if not names:
        raise UsageError("no fault is selected; --list shows them")
    faults = {name: named()[name] for name in names}
    if args.list:
        for fault in faults.values():
            print(f"{fault['kind']:48} {fault['program']:32} {', '.join(fault['finds'])}")
        return 0
    checked.prepare()
    record = Record(args.output)
    jobs = {}
    for some in rounds([fault for name, fault in faults.items() if name not in record.done]):
        key = tuple(name for name in names if faults[name] in some)
        for name in key:
            jobs[name] = partial(lambda key, name: round_ends(key, 0)[name], key, name)
    for seed in () if args.sample else SEEDS:
        for fault in faults.values():
            program = f"{toolchain_of(fault)} {fault['program']}"
            jobs[f"{program} without a fault, order {seed}"] = partial(
                lambda seed, program: without_faults(tuple(names), seed)[program], seed, program
            )
    os.environ.pop("GPU_EMULATOR_SEED", None)
    record.try_each(jobs)
    kinds, programs = (
        len({fault[one] for fault in faults.values()}) for one in ("kind", "program")
    )
    told = f"{len(faults)} faults of {kinds} kinds in {programs} programs"
    ends = record.outcomes([*names, *(name for name in jobs if name not in names)], told)
    return 0 if set(ends) <= {"found", "seen", "none"} else 1
