"""What a smaller program still has to do to show the same defect, and no fault of its own.

C-Vise and C-Reduce ask this again and again: ``python -m league.claims.demands FOLDER NAME``.
FOLDER holds the demands; the program is NAME in the working directory.  Exit code: 0 it does all of
it, 1 not.  The smallest program that does is kept in FOLDER.
"""

from __future__ import annotations

import fcntl
import pickle
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from league.base.errors import NothingComparable
from league.base.scratch import Scratch
from league.claims import build, trial
from league.claims.build import PLAIN, Change, Kit
from league.claims.judge import Judged
from league.claims.source import Claim
from league.records import languages
from league.run.launch import Launcher

#: Warnings that mean undefined behaviour, and those that GCC and Clang call differently.
_UNDEFINED = (
    "uninitialized", "return-type", "array-bounds", "shift-count-overflow", "shift-count-negative",
    "div-by-zero", "format", "nonnull", "delete-incomplete", "infinite-recursion",
)  # fmt: skip
_OF_GCC = (
    "maybe-uninitialized", "sequence-point", "return-local-addr", "overflow", "use-after-free",
    "dangling-pointer", "free-nonheap-object", "aggressive-loop-optimizations", "stringop-overflow",
)  # fmt: skip
_OF_CLANG = (
    "sometimes-uninitialized", "unsequenced", "return-stack-address", "integer-overflow",
    "null-dereference", "dangling", "uninitialized-const-reference",
)  # fmt: skip
#: The demands, the smallest program so far, and a byte for each program that was tried.
DEMANDS, SMALLEST, TRIED = "demands.pickle", "smallest", "tried"


def sight(judged: Judged) -> tuple[str, str]:
    """Return how a verdict looks: its class, and of a build's failure the message.

    Names and numbers in that may change.
    """
    if judged.build == "ok":
        return judged.worst, ""
    return judged.worst, re.sub(r"['‘’\"`][^'‘’\"`]*['‘’\"`]|\d+", "_", judged.reason)


@dataclass(frozen=True)
class Subject:
    """A program that is looked at: of which claim, which id of it counts, where it is built."""

    claim: Claim
    name: str
    source: Path
    folder: Path
    launcher: Launcher

    @property
    def shown(self) -> str:
        """What people call it."""
        return languages.shown(self.name, self.claim.language)


@dataclass(frozen=True)
class Demand:
    """One thing that a program has to do with one compiler."""

    kit: Kit
    #: what is told of it
    told: str
    change: Change = PLAIN
    #: how it has to fail, as `sight` says; None: it has to be right
    fails: tuple[str, str] | None = None

    def met(self, subject: Subject) -> bool:
        """Whether a program does it."""
        seen = self.seen(subject)
        if self.fails is not None:
            return sight(seen) == self.fails
        return is_right(seen) if self.change.directives else seen.answer == "pass"

    def seen(self, subject: Subject) -> Judged:
        """Return the verdict on a program."""
        change = replace(self.change, text=subject.source.read_text(encoding="utf-8"))
        judged = trial.carry_out(self.kit, subject.claim, subject.folder, subject.launcher, change)
        return next(one for one in judged if one.id == subject.name)


#: A clause that moves or maps items, and what stands in it.
_MOTION = re.compile(r"\b(?:map|to|from)\s*\(((?:[^()]|\([^()]*\))*)\)")
_SECTION = re.compile(r"\[[^][]*\]")


def whole_items(text: str) -> set[str]:
    """Return the items that directives map or move as a whole, without a section."""
    found = set()
    for line in re.findall(r"#\s*pragma[^\n\\]*(?:\\\n[^\n\\]*)*", text):
        for inside in _MOTION.findall(line):
            items = _SECTION.sub("[]", inside).rpartition(":")[2].split(",")
            found |= {one.strip() for one in items if "[" not in one}
    return found


@dataclass(frozen=True)
class Sections(Demand):
    """The demand that nothing is mapped as a whole of which the original mapped a section.

    A comparator without memory of its own cannot see that.
    """

    allowed: frozenset[str] = frozenset()

    def met(self, subject: Subject) -> bool:
        """Whether a program keeps to it."""
        return whole_items(subject.source.read_text(encoding="utf-8")) <= self.allowed


def is_right(judged: Judged) -> bool:
    """Whether a program does what it should: on the device, or on a host that is asked for."""
    return judged.passed or (judged.worst == "host-fallback" and judged.answer == "pass")


def all_met(demands: Sequence[Demand], subject: Subject) -> bool:
    """Whether a program does all of it; what is cheap and seldom met comes first."""
    return all(
        demand.met(replace(subject, folder=subject.folder / str(number)))
        for number, demand in enumerate(demands)
    )


def write(demands: Sequence[Demand], subject: Subject, folder: Path) -> None:
    """Put them where the program that is asked looks for them; the subject is the smallest yet."""
    (folder / DEMANDS).write_bytes(pickle.dumps((subject.claim, subject.name, demands)))
    keep_if_smaller(subject.source, folder)


def warning_flags(kit: Kit) -> tuple[str, ...]:
    """Return what makes a compiler fail where it sees undefined behaviour."""
    further = _OF_CLANG if kit.is_clang else _OF_GCC if kit.family == "GNU" else ()
    return tuple(f"-Werror={one}" for one in (*_UNDEFINED, *further))


def without_those_of(kit: Kit, subject: Subject, flags: Sequence[str]) -> tuple[str, ...]:
    """Return the warnings that the program as it is does not cause."""
    kept, text = tuple(flags), subject.source.read_text(encoding="utf-8")
    while kept:
        outcome = build.build(kit, subject.claim, subject.folder, Change(text=text, flags=kept))
        named = set(re.findall(r"\[(-Werror=[\w-]+)=?\]", outcome.log)) & set(kept)
        unknown = re.findall(r"no option [‘'`]-W([\w-]+)", outcome.log)
        named |= {f"-Werror={one}" for one in unknown} & set(kept)
        if outcome.verdict == "ok" or not named:
            break
        kept = tuple(one for one in kept if one not in named)
    return kept


def failing(kit: Kit, subject: Subject) -> Demand:
    """Return the demand that it goes on failing as it does.

    Raises NothingComparable where it does not fail, or in another way each time.
    """
    seen = Demand(kit, "").seen(subject)
    if not seen.fails:
        raise NothingComparable(
            f"{subject.shown} is {seen.worst} with {kit.toolchain}; nothing fails"
        )
    made = Demand(kit, f"{seen.worst} with {kit.title}", fails=sight(seen))
    if not made.met(subject):
        told = f"{subject.shown} fails in another way each time with {kit.toolchain}"
        raise NothingComparable(f"{told}; reduce one that fails alike")
    return made


def holding(kit: Kit, subject: Subject) -> Demand | None:
    """Return the demand that another compiler is right about it; None where that one is not."""
    plain = Demand(kit, f"right with {kit.title}")
    if not plain.met(subject):
        return None
    flags = without_those_of(kit, subject, warning_flags(kit))
    told = f"{plain.told}, no warning of undefined behaviour"
    strict = Demand(kit, told, Change(flags=flags))
    return strict if flags and strict.met(subject) else plain


def serial(kit: Kit, subject: Subject, *, sanitized: bool) -> Demand | None:
    """Return the demand that it is right without directives; None where it is not, as it is."""
    told = f"right without directives ({kit.title})"
    told += ", under the sanitizers" if sanitized else ""
    flags = build.SANITIZERS if sanitized else ()
    change = Change(flags=flags, directives=False, environment=build.QUIET)
    made = Demand(replace(kit, variables=build.ON_HOST), told, change)
    return made if made.met(subject) else None


def keep_if_smaller(program: Path, folder: Path) -> None:
    """Keep a program that is interesting, if none was smaller."""
    kept = folder / SMALLEST
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.is_file() or program.stat().st_size < kept.stat().st_size:
            fresh = folder / "fresh"
            fresh.write_bytes(program.read_bytes())
            fresh.replace(kept)


def main(words: Sequence[str]) -> int:
    """Say whether the program in the working directory is interesting."""
    folder, program = Path(words[0]), Path.cwd() / words[1]
    with (folder / TRIED).open("ab") as tried:
        tried.write(b".")
    claim, name, demands = pickle.loads((folder / DEMANDS).read_bytes())
    with Scratch() as scratch, Launcher() as launcher:
        if not all_met(demands, Subject(claim, name, program, scratch.path, launcher)):
            return 1
    keep_if_smaller(program, folder)
    return 0
