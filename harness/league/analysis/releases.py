"""Conformance over the versions of a compiler: what each fixed, and what it broke."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league import verdicts
from league.analysis.nights import Entry, Night
from league.claims.matrix import Feature, Matrix, Verdict, differences, made

_NUMBER = re.compile(r"-\d+(?:\.\d+)*(?=-|$)")

Difference = tuple[Feature, Verdict, Verdict]


@dataclass(frozen=True)
class Release:
    """One version of a compiler, with what it made of each claim when it was last tried."""

    toolchain: str
    #: the compiler as it calls itself, such as `Clang 22.1.8`
    version: str
    entries: dict[str, Entry]
    #: a name that no other release of the family has
    label: str = ""


@dataclass(frozen=True)
class Step:
    """From one release to the next: what was fixed, broken, or fails in another way."""

    old: Release
    new: Release
    fixed: tuple[Difference, ...]
    broken: tuple[Difference, ...]
    changed: tuple[Difference, ...]
    #: claims that both were tried with
    common: int


@dataclass(frozen=True)
class Family:
    """The versions of one compiler for one device, oldest first, and their claims."""

    name: str
    releases: tuple[Release, ...]
    matrix: Matrix
    steps: tuple[Step, ...]

    def whole(self) -> Step | None:
        """Return the step from the first release to the last; None with fewer than two."""
        if len(self.releases) < 2:
            return None
        return step_between(self.matrix, self.releases[0], self.releases[-1])


def family_of(toolchain: str) -> str:
    """Return a toolchain's name without its version: `clang-22-x86_64` is of `clang-x86_64`."""
    return _NUMBER.sub("", toolchain, count=1)


def families(known: Sequence[Night]) -> list[Family]:
    """Return the families of which claims were tried, the one with most versions first.

    Nights are sorted by time; of several verdicts of one version on a claim the newest counts.
    """
    found: dict[str, dict[tuple[str, str], Release]] = {}
    hosts: set[str] = set()
    for night in known:
        for names, entry in night.entries.items():
            toolchain, benchmark, claim = names[:3]
            if benchmark != "validation":
                continue
            version = night.versions.get(toolchain, "")
            own = found.setdefault(family_of(toolchain), {})
            before = own.get((toolchain, version))
            entries = before.entries if before else {}
            entries[claim] = entry
            own[toolchain, version] = Release(toolchain, version, entries)
            if night.devices.get(toolchain) == "host":
                hosts.add(toolchain)
    made = [_family(name, list(own.values()), hosts) for name, own in found.items()]
    return sorted(made, key=lambda one: (-len(one.releases), one.name))


def _family(name: str, releases: list[Release], hosts: set[str]) -> Family:
    releases.sort(key=lambda one: (_number(one), one.toolchain))
    told = [one.version for one in releases]
    releases = [
        replace(one, label=one.version if one.version and told.count(one.version) == 1
                else " ".join(filter(None, (one.toolchain, one.version))))
        for one in releases
    ]  # fmt: skip
    matrix = _matrix(releases, hosts)
    steps = tuple(step_between(matrix, old, new) for old, new in zip(releases, releases[1:]))
    return Family(name, tuple(releases), matrix, steps)


def _number(release: Release) -> tuple[int, ...]:
    """Return the version as numbers; where the compiler tells none, that of the toolchain."""
    found = re.search(r"\d+(?:\.\d+)*", release.version) or _NUMBER.search(release.toolchain)
    return tuple(int(part) for part in re.findall(r"\d+", found.group(0))) if found else ()


def _matrix(releases: Sequence[Release], hosts: set[str]) -> Matrix:
    verdicts: dict[str, dict[str, Verdict]] = {}
    facts: dict[str, Mapping[str, str]] = {}
    for one in releases:
        for claim, entry in one.entries.items():
            verdicts.setdefault(claim, {})[one.label] = _verdict(entry)
            facts[claim] = {"where": "device", **entry.facts}
    on_host = (one.label for one in releases if one.toolchain in hosts)
    return made(verdicts, facts, [one.label for one in releases], hosts=on_host)


def _verdict(entry: Entry) -> Verdict:
    expectation = str(verdicts.Verdict("xfail", "known")) if entry.expected else "as-expected"
    blame = {"blame": entry.facts.get("blame", "")}
    return Verdict(entry.outcome, entry.facts.get("reason", ""), expectation, blame)


def step_between(matrix: Matrix, old: Release, new: Release) -> Step:
    """Return what became of the claims from one release of a family to any other."""
    judged = [
        one
        for one in matrix.features
        if all(label in one.verdicts and one.verdicts[label].judged
               for label in (old.label, new.label))
    ]  # fmt: skip
    found = differences(Matrix(tuple(judged), matrix.toolchains), old.label, new.label)
    return Step(
        old, new, tuple(found["fixed"]), tuple(found["broken"]), tuple(found["changed"]),
        len(judged),
    )  # fmt: skip
