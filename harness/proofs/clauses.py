"""Drop each directive and each clause of each claim: a claim that passes without it needs a reason.

A compiler that passes over what is dropped would get a tick from such a claim.  For each claim the
first of the toolchains is taken with which it passes as it is (for claims about the host those
without a device come first); then the program is built and run without one directive or clause
after the other, and must not pass any more.  What passes all the same has to have a reason in
harness/proofs/clauses.toml, or the claim's Hint speaks of it.  Claims come in an order drawn from
the seed, by default the newest commit that touches claims; FILE is written after each, and the same
command goes on where it ended; of claims that changed since then it tries all again.  -n takes the
first N of the order, a sample.  Generated claims are tried where -b names some, and --generated
draws so many of a family that was tried whole; those that share a program are one line of the
record, and all that is dropped from them shares programs, too.
Exit code: 0 every survivor has a reason, 1 one has none, 2 usage.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from league.base.scratch import Scratch, remove
from league.claims import build, source, trial
from league.claims.build import Change, Kit
from league.claims.demands import is_right
from league.claims.families import all_cells
from league.claims.families.cell import Cell, covering, program
from league.claims.source import Claim
from league.records import languages
from league.run import select
from league.run.launch import Launcher
from league.toolchains import discovery, files
from proofs.planter import JOBS, OUTPUT, ROOT, End, Record, entries, flag, output_of
from proofs.pragmas import Drop, drops

REASONS = entries("clauses", "survivor")
#: Families of generated claims that were tried whole, so that each survivor has its reason.
WHOLE = ("atom.order", "red.udr", "atom.capture", "atom.compare-minmax", "form.dt", "par.width")
#: With a device and without one; Fortran needs one that has a compiler for it.
TOOLCHAINS = ("clang-19-x86_64", "clang-22-x86_64", "gcc-12-host", "clang-19-host",
              "gcc-12-emulated")  # fmt: skip


def shown(claim: Claim) -> str:
    """What people call a claim."""
    return languages.shown(claim.name, claim.language)


def dropped(claim: Claim) -> list[Drop]:
    """What can be dropped from a claim; its head, a comment, stays."""
    text = claim.path.read_text(encoding="utf-8")
    return list(drops(text, fortran=claim.language == languages.FORTRAN))


def digest(claim: Claim) -> str:
    """What tells a claim's text from a changed one."""
    return hashlib.sha256(claim.path.read_bytes()).hexdigest()[:16]


#: How ids shorten what claims are about.
_SHORT = {"atom": "atomic", "red": "reduction"}


def is_about(claim: Claim, words: set[str]) -> bool:
    """Whether an id of a claim names what is dropped: the clause, or the whole directive."""
    named = ({_SHORT.get(word, word) for word in re.split(r"[.\-]", one)} for one in claim.ids)
    return any(words <= name for name in named)


def reason_for(claim: Claim, drop: Drop, reasons: Sequence[Mapping[str, Any]]) -> str:
    """Why a claim may pass without something; empty: it may not.

    What holds for all claims holds for none that is named after what is dropped.
    """
    for entry in reasons:
        globs = entry.get("claims")
        names = [*claim.ids, shown(claim)]
        meant = globs is None and not is_about(claim, drop.words)
        meant |= any(fnmatch.fnmatchcase(name, glob) for glob in globs or () for name in names)
        if meant and any(fnmatch.fnmatchcase(drop.what, glob) for glob in entry["drop"]):
            return str(entry["reason"])
    speaks = drop.words & set(re.findall(r"\w+", claim.hint))
    return claim.hint if claim.hint and (speaks or is_about(claim, drop.words)) else ""


@dataclass(frozen=True)
class Batch:
    """Generated claims that share a program."""

    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """What the record calls it: a twin in another language has the same ids."""
        claim = self.claim_of(*self.cells)
        return languages.shown(trial.Trial(claim, cells=self.cells).name, claim.language)

    @property
    def digest(self) -> str:
        """What tells its text from a changed one."""
        return hashlib.sha256(program(self.cells).encode()).hexdigest()[:16]

    def claim_of(self, *cells: Cell) -> Claim:
        """The claim that some of its cells make."""
        return trial.claim_of(cells, Path(f"{cells[0].id}.{cells[0].language}"))

    def dropped(self) -> Iterator[tuple[Cell, Drop, Cell]]:
        """Each cell, what can be dropped from it, and the cell without, by a name of its own.

        What a cell says more than once is dropped wherever it does, as by a compiler that does not
        know it.  So that copies share a program, what is named after a cell is renamed in it.
        """
        for cell in self.cells:
            name = re.sub("[.-]", "_", cell.id)
            found = {drop.what: drop for part in (cell.outside, cell.code)
                     for drop in reversed([*drops(part, fortran=_in_fortran(cell))])}  # fmt: skip
            for number, (what, drop) in enumerate(found.items()):
                ident = f"{cell.id}~{number}"
                outside, code = (
                    _without(part, what, fortran=_in_fortran(cell))
                    .replace(name, f"{name}_{number}").replace(cell.id, ident)
                    for part in (cell.outside, cell.code)
                )  # fmt: skip
                yield cell, drop, replace(cell, id=ident, outside=outside, code=code)

    def without_reason(self, end: End) -> Iterator[str]:
        """What one of its claims passed without, and should not have."""
        alive = end.get("alive", ())
        for cell, drop, _ in self.dropped() if alive else ():
            known = reason_for(self.claim_of(cell), drop, REASONS)
            if _line(cell, drop) in alive and not known:
                yield f"{languages.shown(cell.id, cell.language)} passes without {drop.what}"


def _line(cell: Cell, drop: Drop) -> str:
    return f"{cell.id}: {drop.what}"


def _in_fortran(cell: Cell) -> bool:
    return cell.language == languages.FORTRAN


def _without(text: str, what: str, *, fortran: bool) -> str:
    """A text without a directive or a clause, wherever it is."""
    while one := next((one for one in drops(text, fortran=fortran) if one.what == what), None):
        text = one.text
    return text


@dataclass
class Bench:
    """Toolchains that are ready, each made when it is first asked for."""

    names: Sequence[str]
    scratch: Scratch
    launcher: Launcher = field(default_factory=Launcher)

    def __post_init__(self) -> None:
        every = files.load_all(ROOT / "harness/toolchains")
        chosen = select.match_names("toolchain", self.names, [one.name for one in every])
        wanted = [one for name in chosen for one in every if one.name == name]
        self.found = [
            one for one in discovery.discover(wanted, project=ROOT) if one.state == "usable"
        ]
        self.kits: list[Kit] = [build.ready(one, ROOT, self.scratch.path) for one in self.found]

    def passes(self, kit: Kit, claim: Claim, change: Change = build.PLAIN) -> list[str]:
        """The ids of a claim that pass with a toolchain."""
        folder = self.scratch.folder("drop-")
        try:
            judged = trial.carry_out(kit, claim, folder, self.launcher, change)
        finally:
            remove(folder)
        return [one.id for one in judged if one.passed or (not kit.offload and is_right(one))]

    def taken_for(self, claim: Claim) -> Kit | None:
        """The first toolchain with which all of a claim passes."""
        kits = sorted(self.kits, key=lambda kit: kit.offload)
        if claim.where == "device":
            kits = [kit for kit in self.kits if kit.offload]
        able = (kit for kit in kits if not kit.lacks(claim))
        return next((kit for kit in able if len(self.passes(kit, claim)) == len(claim.ids)), None)

    def tried(self, claim: Claim) -> End:
        """What became of all that can be dropped from a claim."""
        told = {"source": digest(claim)}
        if claim.open:
            return {**told, "outcome": "open", "how": "recorded, not judged"}
        kit = self.taken_for(claim)
        if kit is None:
            return {**told, "outcome": "unmet", "how": "it passes with no toolchain here"}
        every = dropped(claim)
        changed = [Change(f"without {one.what}", one.text) for one in every]
        alive = [f"{drop.line} {drop.what}" for drop, change in zip(every, changed)
                 if len(self.passes(kit, claim, change)) == len(claim.ids)]  # fmt: skip
        end: End = {**told, "outcome": "alive" if alive else "killed", "drops": len(every),
                    "toolchain": kit.toolchain}  # fmt: skip
        return {**end, "alive": alive, "how": "; ".join(alive)} if alive else end

    def together(self, kit: Kit, cells: Sequence[Cell]) -> set[str]:
        """The ids of generated claims that pass with a toolchain."""
        folder = self.scratch.folder("drop-")
        try:
            judged = [one for number, some in enumerate(trial.batches(cells))
                      for one in trial.carry_out_together(
                          kit, some.cells, folder / str(number), self.launcher)]  # fmt: skip
        finally:
            remove(folder)
        return {one.id for one in judged if one.passed or (not kit.offload and is_right(one))}

    def tried_together(self, batch: Batch) -> End:
        """What became of all that can be dropped from generated claims.

        Claims that pass with no toolchain are left out.
        """
        told = {"source": batch.digest}
        claim = batch.claim_of(*batch.cells)
        kits = [kit for kit in self.kits if not kit.lacks(claim)]
        if claim.where == "device":
            kits = [kit for kit in kits if kit.offload]
        passed: dict[str, set[str]] = {}
        for kit in sorted(kits, key=lambda kit: kit.offload):
            passed[kit.toolchain] = self.together(kit, batch.cells)
            if len(passed[kit.toolchain]) == len(batch.cells):
                break
        taken = max(kits, key=lambda kit: len(passed.get(kit.toolchain, ())), default=None)
        if taken is None or not (good := passed[taken.toolchain]):
            return {**told, "outcome": "unmet", "how": "they pass with no toolchain here"}
        every = [one for one in batch.dropped() if one[0].id in good]
        left = self.together(taken, [changed for _, _, changed in every])
        alive = [_line(cell, drop) for cell, drop, changed in every if changed.id in left]
        end: End = {**told, "outcome": "alive" if alive else "killed", "drops": len(every),
                    "toolchain": taken.toolchain, "claims": sorted(good)}  # fmt: skip
        how = f"{len(alive)} of {len(every)}: {'; '.join(alive[:3])}"
        return {**end, "alive": alive, "how": how} if alive else end


def without_reason(claim: Claim, end: End) -> Iterator[str]:
    """What a claim passed without, and should not have."""
    alive = end.get("alive", ())
    for drop in dropped(claim) if alive else ():
        if f"{drop.line} {drop.what}" in alive and not reason_for(claim, drop, REASONS):
            yield f"{shown(claim)} passes without line {drop.line}, {drop.what}"


def newest() -> int:
    """A number of the newest commit that touches claims."""
    commit = output_of(["git", "log", "-1", "--format=%H", "--", "validation"]).strip()
    return int(commit[:8] or "0", 16)


@cache
def all_claims() -> tuple[Claim, ...]:
    """The claims that were written by hand and hold a directive."""
    return tuple(one for one in source.load(ROOT / "validation")[0] if dropped(one))


def generated(wanted: Sequence[str], count: int | None, chance: random.Random) -> list[Batch]:
    """The generated claims that globs name; with a count so many of one family, drawn."""
    if wanted:
        every = all_cells()
        names = {name for one in every for name in (one.id, one.group)}
        hit = {name for name in names for glob in wanted if fnmatch.fnmatchcase(name, glob)}
        cells = [one for one in every if hit & {one.id, one.group}]
        return [Batch(one.cells) for one in trial.batches(cells)]
    if not count:
        return []
    cells = [one for one in covering(all_cells()) if one.values[0] in WHOLE]
    kinds = [one.cells for one in trial.batches(cells) if len(one.cells) >= count]
    return [Batch(tuple(chance.sample(chance.choice(kinds), count)))]


OPTIONS = (
    flag("-b", "--benchmark", action="append", metavar="GLOB", help="claims and groups; all"),
    flag("-t", "--toolchain", action="append", metavar="GLOB"),
    flag("-n", "--count", type=int, metavar="N", help="a sample (default: all)"),
    flag("--generated", type=int, metavar="N", help="and so many generated claims of one family"),
    flag("--seed", type=int),
    flag("--budget", type=float, default=math.inf, metavar="SECONDS"),
    JOBS,
    OUTPUT,
)


def run(arguments: argparse.Namespace) -> int:
    """Try each claim, print the survivors without a reason."""
    chance = random.Random(newest() if arguments.seed is None else arguments.seed)
    named = arguments.benchmark or []
    known = {name for one in all_claims() for name in (shown(one), one.group, *one.ids)}
    batches = generated(named, arguments.generated, chance)
    globs = [one for one in named or ["*"] if not batches or fnmatch.filter(known, one)]
    wanted = set(select.match_names("claim", globs, sorted(known))) if globs else set()
    claims = [one for one in all_claims() if wanted & {shown(one), one.group, *one.ids}]
    drawn = chance.sample(claims, len(claims))[: arguments.count]
    record = Record(arguments.output)
    now = {shown(one): digest(one) for one in claims} | {one.name: one.digest for one in batches}
    record.done = {name: end for name, end in record.done.items()
                   if now.get(name, end["source"]) == end["source"]}  # fmt: skip
    with Scratch() as scratch:
        bench = Bench(arguments.toolchain or TOOLCHAINS, scratch)
        with bench.launcher:
            jobs = {shown(one): partial(bench.tried, one) for one in drawn}
            jobs |= {one.name: partial(bench.tried_together, one) for one in batches}
            whole = record.try_each(jobs, most=arguments.budget, workers=arguments.jobs)
    done = {name: record.done[name] for name in jobs if name in record.done}
    record.outcomes(done, f"{sum(one.get('drops', 0) for one in done.values())} drops")
    told = [line for one in drawn if shown(one) in done
            for line in without_reason(one, done[shown(one)])]  # fmt: skip
    told += [line for one in batches if one.name in done
             for line in one.without_reason(done[one.name])]  # fmt: skip
    print("\n".join([*told, f"{len(told)} survivors without a reason"]))
    if not whole:
        print(f"{len(jobs) - len(done)} claims are to come")
    return 1 if told else 0
