"""The conformance matrix: features by toolchains, from the records of one or more runs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from league.base.columns import rows_as_csv, rows_as_markdown
from league.base.error_lines import reason_of
from league.claims.judge import COMPILER, EXCUSED, RUNTIME
from league.claims.source import EDITION, VERSIONS, edition
from league.records import languages
from league.records.schema import parse_object
from league.verdicts import Word, defect_in, read, word

FEATURES = Path(__file__).parent / "features.json"
#: How the reason of a known issue begins that accuses nobody.
NO_DEFECT = "no defect"

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What one toolchain made of one feature."""

    worst: str
    reason: str
    expectation: str
    record: Record

    @property
    def kind(self) -> str:
        """The verdict without its detail in brackets."""
        return read(self.worst).word

    @property
    def judged(self) -> bool:
        """Whether it says anything about conformance."""
        return read(self.worst).row.judged and not self.excused

    @property
    def excused(self) -> bool:
        """Whether nobody is accused: installation or claim is to blame, or it is no defect."""
        return self.record.get("blame") in EXCUSED or self.defect.startswith(NO_DEFECT)

    @property
    def defect(self) -> str:
        """The known defect that lets expect it, empty if none does."""
        return defect_in(self.expectation)

    @property
    def word(self) -> Word:
        """How it is shown."""
        return word(self.kind, expected=bool(self.defect))

    def fails(self, *, at_home: bool = False) -> bool:
        """Whether it goes wrong; a host fallback does not ``at_home``, where the host is meant."""
        at_home = at_home and self.kind == "host-fallback"
        return self.judged and self.kind != "pass" and not at_home


@dataclass(frozen=True)
class Feature:
    """One line of the matrix."""

    id: str
    since: str
    section: str
    group: str
    where: str
    verdicts: Mapping[str, Verdict]


@dataclass(frozen=True)
class Score:
    """How many claims of a version a toolchain keeps; device claims only where they ran there."""

    held: int
    judged: int
    #: whether the run was interrupted before every claim had been tried
    partial: bool = False

    @property
    def text(self) -> str:
        """The share, with what it is made of."""
        if not self.judged:
            return "–"
        told = f"{100 * self.held / self.judged:.0f} % ({self.held}/{self.judged})"
        return f"{told}, partial" if self.partial else told


@dataclass(frozen=True)
class Matrix:
    """Features in the order of the specification, and the toolchains that were tried."""

    features: tuple[Feature, ...]
    toolchains: tuple[str, ...]
    #: toolchains that were not asked for all claims, since a run was stopped
    partial: frozenset[str] = frozenset()
    #: toolchains whose device is the host
    hosts: frozenset[str] = frozenset()

    @cached_property
    def by_id(self) -> Mapping[str, Feature]:
        """The features by name."""
        return {one.id: one for one in self.features}

    def verdict(self, name: str, toolchain: str) -> Verdict | None:
        """Return what became of a feature with a toolchain; None if that was not tried."""
        feature = self.by_id.get(name)
        return feature.verdicts.get(toolchain) if feature else None

    def score(self, toolchain: str, version: str, *, device: bool = True) -> Score:
        """Return how many claims that came with a version a toolchain keeps.

        What failed because the installation is put together wrongly says nothing and is left out.
        ``device`` chooses between claims that must be shown on a device and all others.  Where
        programs were only compiled, for want of a device, or are for the host, nothing is known
        about the former.
        """
        mine = (feature.verdicts.get(toolchain) for feature in self.features)
        if device and (toolchain in self.hosts or any(x and x.kind == "no-device" for x in mine)):
            return Score(0, 0)
        kinds = [
            verdict.kind
            for one in self.features
            if one.since == version and (one.where == "device") == device
            if (verdict := one.verdicts.get(toolchain)) is not None and verdict.judged
        ]
        return Score(kinds.count("pass"), len(kinds), toolchain in self.partial)

    def total(self, toolchain: str, *, device: bool) -> Score:
        """Return the same of all versions together."""
        scores = [self.score(toolchain, one, device=device) for one in self.versions()]
        return Score(sum(one.held for one in scores), sum(one.judged for one in scores))

    def failures(self, toolchain: str) -> dict[str, int]:
        """Return how many failures are whose."""
        mine = (feature.verdicts.get(toolchain) for feature in self.features)
        owners = [one.record.get("blame", "") for one in mine if one is not None]
        return {name: owners.count(name) for name in (COMPILER, RUNTIME, *EXCUSED)}

    def versions(self) -> list[str]:
        """Return the versions that any feature came with."""
        return [one for one in VERSIONS if any(f.since == one for f in self.features)]


def name_of(record: Record) -> str:
    """Return what people call the claim of a record: its id, and its language if that is C."""
    return languages.shown(str(record["claim"]), str(record["language"]))


def known_features(file: Path = FEATURES) -> dict[str, dict[str, str]]:
    """Return the list of features to cover, by id, in its order."""
    told = parse_object(file.read_bytes())
    return {str(one["id"]): one for one in told["features"]}


def matrix_of(records: Iterable[Record]) -> Matrix:
    """Build the matrix; of several records of a claim and toolchain the last counts.

    Records of mutants, controls and settings are left out.  Those of sessions and toolchains tell
    what was interrupted, and what has no device.
    """
    found: dict[str, dict[str, Verdict]] = {}
    facts: dict[str, Record] = {}
    toolchains: dict[str, None] = {}
    hosts: set[str] = set()
    sessions: dict[str, Record] = {}
    for one in records:
        if one.get("kind") == "session":
            sessions[str(one["session"])] = one
        elif one.get("kind") == "toolchain" and one["device"] == "host":
            hosts.add(str(one["toolchain"]))
        if one.get("kind") != "claim" or one["change"]:
            continue
        name = name_of(one)
        toolchains[one["toolchain"]] = None
        facts[name] = one
        found.setdefault(name, {})[one["toolchain"]] = Verdict(
            one["worst"],
            reason_of(one["reason"], f"{one['output_tail']}\n{one['log_tail']}"),
            one["verdict"]["expectation"],
            one,
        )
    tried = {(who, languages.parted(name)[0]) for name, told in found.items() for who in told}
    partial = {
        toolchain
        for session in sessions.values()
        for toolchain in session["selection"]["toolchains"]
        if _stopped(session["selection"]["benchmarks"], {n for who, n in tried if who == toolchain})
    }
    return made(found, facts, sorted(toolchains), partial, hosts)


def made(
    verdicts: Mapping[str, Mapping[str, Verdict]], facts: Mapping[str, Record],
    toolchains: Iterable[str], partial: Iterable[str] = (), hosts: Iterable[str] = (),
) -> Matrix:  # fmt: skip
    """Build a matrix from what became of each claim by toolchain, and from what it is about."""
    known = known_features()
    features = []
    for name, told in facts.items():
        one = {**known.get(languages.parted(name)[0], {}), **told}
        since, section, group, where = (str(one.get(what, "")) for what in _FACTS[1:])
        features.append(Feature(name, since, section, group, where, verdicts[name]))
    return Matrix(
        tuple(in_order(features)), tuple(toolchains), frozenset(partial), frozenset(hosts)
    )


def in_order(features: Iterable[Feature]) -> list[Feature]:
    """Return features in the order of the specification."""
    order = {name: number for number, name in enumerate(known_features())}
    last = len(order)
    return sorted(
        features,
        key=lambda one: (one.since, order.get(languages.parted(one.id)[0], last), one.id),
    )


#: How claims begin that only some toolchains can be asked: about OpenACC, and in Fortran alone.
_FORTRAN = "f."
_OF_SOME = ("acc.", _FORTRAN)


def _stopped(asked: Iterable[str], tried: Collection[str]) -> bool:
    """Whether claims are missing that are not of a kind of which a toolchain tried none."""
    lacks = tuple(kind for kind in _OF_SOME if not any(one.startswith(kind) for one in tried))
    return any(one not in tried for one in asked if not _kind(one).startswith(lacks))


def _kind(name: str) -> str:
    """Return a claim's name, as one in Fortran if the list of features says that it is of that."""
    return _FORTRAN + name if name in _in_fortran_alone() else name


@cache
def _in_fortran_alone() -> frozenset[str]:
    told = known_features().items()
    return frozenset(id for id, one in told if one.get("language") == languages.FORTRAN)


def differences(
    matrix: Matrix, old: str, new: str
) -> dict[str, list[tuple[Feature, Verdict, Verdict]]]:
    """Return which features the second toolchain fixed, broke, or fails in another way."""
    found: dict[str, list[tuple[Feature, Verdict, Verdict]]] = {
        "fixed": [], "broken": [], "changed": []
    }  # fmt: skip
    for feature in matrix.features:
        before, after = feature.verdicts.get(old), feature.verdicts.get(new)
        if before is None or after is None or before.worst == after.worst:
            continue
        if before.excused or after.excused:
            continue
        broken = "broken" if before.kind == "pass" else "changed"
        kind = "fixed" if after.kind == "pass" else broken
        found[kind].append((feature, before, after))
    return found


def changes(matrix: Matrix, old: str, new: str) -> dict[str, list[str]]:
    """Return the differences in words, a line each."""
    return {
        kind: [f"{feature.id}: {a.worst} → {b.worst}" for feature, a, b in found]
        for kind, found in differences(matrix, old, new).items()
    }


#: What is told of a feature, whatever became of it.
_FACTS = ("id", "since", "section", "group", "where")


def as_csv(matrix: Matrix) -> str:
    """Return a line per feature, a column per toolchain."""
    rows = (
        [*(getattr(one, name) for name in _FACTS),
         *(one.verdicts[t].worst if t in one.verdicts else "" for t in matrix.toolchains)]
        for one in matrix.features
    )  # fmt: skip
    return rows_as_csv([*_FACTS, *matrix.toolchains], rows)


def as_json(matrix: Matrix) -> str:
    """Return features with verdict, reason and expectation of every toolchain."""
    features = [
        {
            **{name: getattr(one, name) for name in _FACTS},
            "verdicts": {
                name: {
                    "worst": verdict.worst, "reason": verdict.reason,
                    "expectation": verdict.expectation,
                    "blame": verdict.record.get("blame", ""),
                }
                for name, verdict in one.verdicts.items()
            },
        }
        for one in matrix.features
    ]  # fmt: skip
    scores = {
        name: {
            version: {"held": score.held, "judged": score.judged}
            for version in matrix.versions()
            for score in [matrix.score(name, version)]
        }
        for name in matrix.toolchains
    }
    return json.dumps({"schema": 1, "scores": scores, "features": features}, indent=1) + "\n"


def mark(verdict: Verdict | None) -> str:
    """Return a verdict as a table has room for it; see `LEGEND`."""
    if verdict is None:
        return ""
    if not verdict.judged:
        return word("open").symbol
    shown = verdict.worst if verdict.fails(at_home=True) else word(verdict.kind).symbol
    return shown + "*" * bool(verdict.defect)


LEGEND = (
    f"{word('pass').symbol} kept · {word('host-fallback').symbol} right, but on the host ·"
    f" {word('open').symbol} nothing to observe here · otherwise what went wrong; an asterisk marks"
    " a known defect."
)


def scores_as_markdown(matrix: Matrix, *, device: bool) -> list[str]:
    """Return how much of each version the toolchains keep."""
    rows = [
        [edition(one), *(matrix.score(n, one, device=device).text for n in matrix.toolchains)]
        for one in matrix.versions()
    ]
    return rows_as_markdown(["version", *matrix.toolchains], rows)


def as_markdown(matrix: Matrix) -> str:
    """Return the scores, the matrix by version, and what differs between toolchains."""
    owned = {name: matrix.failures(name) for name in matrix.toolchains}
    owners = [
        [owner, *(str(owned[name][owner]) for name in matrix.toolchains)]
        for owner in (COMPILER, RUNTIME, *EXCUSED)
    ]
    lines = [
        "# Conformance", "",
        "Claims kept on a device, by the version that brought the feature.", "",
        *scores_as_markdown(matrix, device=True), "",
        "Claims about the host or the compiler:", "",
        *scores_as_markdown(matrix, device=False), "",
        "Whose the failures are; those of the installation and of claims that nobody has looked up"
        " enter no score:", "",
        *rows_as_markdown(["failures of the", *matrix.toolchains], owners), "", LEGEND,
    ]  # fmt: skip
    for version in matrix.versions():
        rows = [
            [f"`{one.id}`", one.section, *(mark(one.verdicts.get(n)) for n in matrix.toolchains)]
            for one in matrix.features
            if one.since == version
        ]
        head = ["feature", f"section of {EDITION}", *matrix.toolchains]
        lines += ["", f"## {edition(version)}", "", *rows_as_markdown(head, rows)]
    return "\n".join(lines) + "\n"
