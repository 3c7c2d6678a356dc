"""What a smaller program still has to do to show the same defect, and no fault of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from league.claims import build, judge, trial
from league.claims.build import Kit
from league.claims.judge import Judged
from league.claims.source import Claim
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
_SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
#: What the offload runtime keeps until the end is no leak of the program's.
_QUIET = {"ASAN_OPTIONS": "detect_leaks=0"}

FAILS, HOLDS, SERIAL = "fails", "holds", "serial"


@dataclass(frozen=True)
class Sight:
    """How a verdict looks: its class, and of a build's failure the message."""

    worst: str
    message: str = ""

    @classmethod
    def of(cls, judged: Judged) -> Sight:
        """Return how a verdict looks; names and numbers in a message may change."""
        if judged.build == "ok":
            return cls(judged.worst)
        return cls(judged.worst, re.sub(r"['‘’\"`][^'‘’\"`]*['‘’\"`]|\d+", "_", judged.reason))


@dataclass(frozen=True)
class Subject:
    """A program that is looked at: of which claim, which id of it counts, where it is built."""

    claim: Claim
    name: str
    source: Path
    folder: Path
    launcher: Launcher


@dataclass(frozen=True)
class Demand:
    """One thing that a program has to do with one compiler."""

    kind: str
    kit: Kit
    variables: Mapping[str, str]
    #: what is told of it
    told: str
    #: what has to be seen, where it fails
    sight: Sight | None = None
    flags: tuple[str, ...] = ()

    def met(self, subject: Subject) -> bool:
        """Whether a program does it."""
        seen = self.seen(subject)
        if self.kind == FAILS:
            return Sight.of(seen) == self.sight
        if self.kind == SERIAL:
            return seen.answer == "pass"
        return is_right(seen)

    def seen(self, subject: Subject) -> Judged:
        """Return the verdict on a program."""
        serial = self.kind == SERIAL
        judged = trial.carry_out(
            self.kit, subject.claim, subject.folder, subject.launcher, self.variables,
            source=subject.source, extra=self.flags, directives=not serial,
            environment=_QUIET if serial else None,
        )  # fmt: skip
        return next(one for one in judged if one.id == subject.name)


def is_right(judged: Judged) -> bool:
    """Whether a program does what it should: on the device, or on a host that is asked for."""
    return judged.passed or (judged.worst == "host-fallback" and judged.answer == "pass")


@dataclass(frozen=True)
class Demands:
    """All that a smaller program has to do; what is cheap and seldom met comes first."""

    claim: Claim
    name: str
    demands: tuple[Demand, ...]

    def met(self, source: Path, folder: Path, launcher: Launcher) -> bool:
        """Whether a program does all of it; ``folder`` is filled with what is built."""
        return all(
            demand.met(Subject(self.claim, self.name, source, folder / str(number), launcher))
            for number, demand in enumerate(self.demands)
        )


def warning_flags(kit: Kit) -> tuple[str, ...]:
    """Return what makes a compiler fail where it sees undefined behaviour."""
    further = _OF_CLANG if kit.is_clang else _OF_GCC if kit.family == "GNU" else ()
    return tuple(f"-Werror={one}" for one in (*_UNDEFINED, *further))


def without_those_of(kit: Kit, subject: Subject, flags: Sequence[str]) -> tuple[str, ...]:
    """Return the warnings that the program as it is does not cause."""
    kept = list(flags)
    while kept:
        outcome = build.build(kit, subject.claim, subject.folder, source=subject.source, extra=kept)
        named = set(re.findall(r"\[(-Werror=[\w-]+)=?\]", outcome.log)) & set(kept)
        unknown = re.findall(r"no option [‘'`]-W([\w-]+)", outcome.log)
        named |= {f"-Werror={one}" for one in unknown} & set(kept)
        if outcome.verdict == "ok" or not named:
            break
        kept = [one for one in kept if one not in named]
    return tuple(kept)


def failing(kit: Kit, variables: Mapping[str, str], title: str, seen: Judged) -> Demand:
    """Return the demand that it goes on failing as it does."""
    return Demand(FAILS, kit, variables, f"{seen.worst} with {title}", Sight.of(seen))


def holding(kit: Kit, variables: Mapping[str, str], title: str, subject: Subject) -> Demand | None:
    """Return the demand that another compiler is right about it; None where that one is not."""
    plain = Demand(HOLDS, kit, variables, f"right with {title}")
    if not plain.met(subject):
        return None
    flags = without_those_of(kit, subject, warning_flags(kit))
    strict = replace(plain, flags=flags, told=f"{plain.told}, no warning of undefined behaviour")
    return strict if flags and strict.met(subject) else plain


def serial(kit: Kit, title: str, subject: Subject, *, sanitized: bool) -> Demand | None:
    """Return the demand that it is right without directives; None where it is not, as it is."""
    variables = {**judge.ENVIRONMENT, "OMP_TARGET_OFFLOAD": "DEFAULT"}
    told = f"right without directives ({title})" + (", under the sanitizers" if sanitized else "")
    made = Demand(SERIAL, kit, variables, told, flags=_SANITIZERS if sanitized else ())
    return made if made.met(subject) else None
