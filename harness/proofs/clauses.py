"""Drop each directive and each clause of each claim: a claim that passes without it needs a reason.

A compiler that passes over what is dropped would get a tick from such a claim.  For each claim the
first of the toolchains is taken with which it passes as it is (for claims about the host those
without a device come first); then the program is built and run without one directive or clause
after the other, and must not pass any more.  What passes all the same has to have a reason in
harness/proofs/clauses.toml, or the claim's Hint speaks of it.  Claims come in an order drawn from
the seed, by default the newest commit that touches claims; FILE is written after each, and the same
command goes on where it ended; of claims that changed since then it tries all again.  -n takes the
first N of the order, a sample.
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
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from league.base.scratch import Scratch, remove
from league.claims import build, source, trial
from league.claims.build import Change, Kit
from league.claims.demands import is_right
from league.claims.source import Claim
from league.records import languages
from league.run import select
from league.run.launch import Launcher
from league.toolchains import discovery, files
from proofs.planter import JOBS, OUTPUT, ROOT, End, Record, entries, flag, output_of
from proofs.pragmas import Drop, drops

REASONS = entries("clauses", "survivor")
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


OPTIONS = (
    flag("-b", "--benchmark", action="append", metavar="GLOB", help="claims and groups; all"),
    flag("-t", "--toolchain", action="append", metavar="GLOB"),
    flag("-n", "--count", type=int, metavar="N", help="a sample (default: all)"),
    flag("--seed", type=int),
    flag("--budget", type=float, default=math.inf, metavar="SECONDS"),
    JOBS,
    OUTPUT,
)


def run(arguments: argparse.Namespace) -> int:
    """Try each claim, print the survivors without a reason."""
    known = {name for one in all_claims() for name in (shown(one), one.group, *one.ids)}
    wanted = set(select.match_names("claim", arguments.benchmark or ["*"], sorted(known)))
    claims = [one for one in all_claims() if wanted & {shown(one), one.group, *one.ids}]
    chance = random.Random(newest() if arguments.seed is None else arguments.seed)
    drawn = chance.sample(claims, len(claims))[: arguments.count]
    record = Record(arguments.output)
    now = {shown(one): digest(one) for one in claims}
    record.done = {name: end for name, end in record.done.items()
                   if now.get(name, end["source"]) == end["source"]}  # fmt: skip
    with Scratch() as scratch:
        bench = Bench(arguments.toolchain or TOOLCHAINS, scratch)
        with bench.launcher:
            jobs = {shown(one): partial(bench.tried, one) for one in drawn}
            whole = record.try_each(jobs, most=arguments.budget, workers=arguments.jobs)
    done = {name: record.done[name] for name in jobs if name in record.done}
    record.outcomes(done, f"{sum(one.get('drops', 0) for one in done.values())} drops")
    told = [line for one in drawn if shown(one) in done
            for line in without_reason(one, done[shown(one)])]  # fmt: skip
    print("\n".join([*told, f"{len(told)} survivors without a reason"]))
    if not whole:
        print(f"{len(jobs) - len(done)} claims are to come")
    return 1 if told else 0
