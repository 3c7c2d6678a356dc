"""Known compiler defects: which failures of benchmarks and claims are expected, and why.

One file, one format; it is JSON because it is read on bare nodes too.
"""

from __future__ import annotations

import fnmatch
import functools
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base.errors import LeagueError
from league.base.scrub import short
from league.base.words import COMPILER_MARK
from league.records.languages import FORTRAN, LANGUAGES
from league.records.schema import parse_object
from league.verdicts import Verdict
from league.verdicts.judging import unlaunched

FILE = Path(__file__).parent / "known_issues.json"

#: Toolchain, benchmark, variant.
Names = tuple[str, str, str]

_STAGES = ("build", "launch", "place", "answer", "worst")
_OF_BENCHMARKS = {"benchmark", "variant", "precision", "claim"}
_OF_CLAIMS = {"claims", "language"}
_FIELDS = {"toolchain", "versions", "expect", "says", "always", "reason", "reference"}
#: What holds something else than text.
_TYPES: dict[str, tuple[type, str]] = {
    "always": (bool, "true or false"), "claims": (list, "a list"), "expect": (dict, "an object"),
}  # fmt: skip
#: What a condition demands of the numbers of a version and its own.
_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
}  # fmt: skip
_CONDITION = re.compile(r"^(<=|>=|==|<|>)\s*(\d{1,18}(?:\.\d{1,18})*)$", re.ASCII)


@dataclass(frozen=True)
class KnownIssue:
    """One defect: where it shows, what it looks like there, and why."""

    toolchain: str
    versions: str
    #: (stage, glob of the value) pairs; one of them is met
    expect: tuple[tuple[str, str], ...]
    reason: str
    #: False: it does not show every time, so a pass is no surprise
    always: bool = True
    #: where it is known upstream
    reference: str = ""
    #: globs of the benchmarks' cells it speaks of
    benchmark: str = "*"
    variant: str = "*"
    precision: str = "*"
    #: a glob of the reason that a failure has: the check, the finding and its place, the message
    says: str = "*"
    #: the claim below validation/ that shows it with the least code
    claim: str = ""
    #: globs of the claims it speaks of; empty: it speaks of benchmarks
    claims: tuple[str, ...] = ()
    #: that of the claims; empty: those in C and in C++, which share a compiler
    language: str = ""

    def is_of(self, toolchain: str, version: str) -> bool:
        """Whether it speaks of a toolchain in a version."""
        name = toolchain.partition(COMPILER_MARK)[0]
        return fnmatch.fnmatchcase(name, self.toolchain) and in_range(version, self.versions)

    def shows(self, verdict: Mapping[str, str], reason: str = "") -> bool:
        """Whether a verdict (or ``worst`` in it) and its reason are what the defect looks like."""
        return fnmatch.fnmatchcase(reason, self.says) and any(
            fnmatch.fnmatchcase(verdict.get(stage, ""), value) for stage, value in self.expect
        )


def version_key(text: str) -> tuple[int, ...]:
    """Return the numbers of a version for comparing; ``19.1.7-rc2`` gives (19, 1, 7)."""
    match = re.match(r"\d{1,18}(?:\.\d{1,18})*", text, re.ASCII)
    return tuple(int(part) for part in match.group().split(".")) if match else ()


def in_range(version: str, conditions: str) -> bool:
    """Whether a version meets all conditions of a list such as ``>=14,<17``; empty means any.

    A condition looks at as many numbers as it has: ``==12`` holds for 12.2.0, ``<=16`` for 16.0.6.
    Raises LeagueError on a condition that cannot be read.
    """
    for condition in filter(None, (part.strip() for part in conditions.split(","))):
        match = _CONDITION.match(condition)
        if match is None:
            raise LeagueError(
                f"known issue has an unreadable version condition {short(repr(condition))};"
                " write it like >=14,<17"
            )
        sign, text = match.groups()
        bound, own = version_key(text), version_key(version)
        if not own or not _HOLDS[sign]((own + (0,) * len(bound))[: len(bound)], bound):
            return False
    return True


def _texts(value: Any, where: str) -> list[str]:
    texts = value if isinstance(value, list) else [value]
    if not texts or not all(isinstance(one, str) for one in texts):
        raise LeagueError(f"{where}: {short(repr(value))} is no text and no list of it; write so")
    return texts


def _issue(entry: Any, where: str) -> KnownIssue:
    if not isinstance(entry, dict):
        raise LeagueError(f"{where}: a known issue is an object; write it in braces")
    for name, value in entry.items():
        kind, what = _TYPES.get(name, (str, "text"))
        if not isinstance(value, kind):
            raise LeagueError(f"{where}: {short(name)} is {short(repr(value))}; write {what}")
    own = _OF_CLAIMS if "claims" in entry else _OF_BENCHMARKS
    unknown = sorted(set(entry) - _FIELDS - own)
    if unknown:
        raise LeagueError(
            f"{where}: unknown field {short(repr(unknown[0]))}; known are {sorted(_FIELDS | own)}"
        )
    expect = entry.get("expect")
    if not entry.get("reason") or not expect:
        raise LeagueError(f"{where}: a known issue needs a reason and an expectation; add them")
    for stage in expect.keys() - {*_STAGES}:
        raise LeagueError(f"{where}: no stage {short(repr(stage))}; stages are {_STAGES}")
    pairs = [(stage, one) for stage, some in expect.items() for one in _texts(some, where)]
    in_range("1", entry.get("versions", ""))
    if entry.get("language", "") not in ("", *LANGUAGES):
        known = ", ".join(LANGUAGES)
        raise LeagueError(f"{where}: language is {entry['language']!r}; write one of {known}")
    claims = tuple(_texts(entry["claims"], where)) if "claims" in entry else ()
    told = {**entry, "expect": tuple(pairs), "claims": claims}
    return KnownIssue(**{"toolchain": "*", "versions": "", **told})


@functools.cache
def known() -> tuple[KnownIssue, ...]:
    """Return the issues of the project's own file, which is read once."""
    return load()


def load(file: Path = FILE) -> tuple[KnownIssue, ...]:
    """Read the data file.  Raises LeagueError that names the entry which is wrong."""
    try:
        entries = parse_object(file.read_text(encoding="utf-8")).get("issues")
        if not isinstance(entries, list):
            raise ValueError("it holds no list of issues")
    except (OSError, ValueError) as error:
        raise LeagueError(f"{file.name} cannot be read: {error}; mend the file") from error
    return tuple(_issue(entry, f"{file.name}, issue {n}") for n, entry in enumerate(entries, 1))


def matching(
    issues: Sequence[KnownIssue], names: Names, version: str, precision: str = "*"
) -> list[KnownIssue]:
    """Return the issues that speak of a variant, by its names; ``precision`` is ``*`` for a build.

    ``version`` is the compiler's.
    """
    toolchain, benchmark, variant = names
    glob = fnmatch.fnmatchcase
    return [
        issue
        for issue in issues
        if not issue.claims
        and glob(benchmark, issue.benchmark)
        and glob(variant, issue.variant)
        and (precision == "*" or glob(precision, issue.precision))
        and issue.is_of(toolchain, version)
    ]


def about_claim(
    issues: Sequence[KnownIssue], *, toolchain: str, version: str, claim: str, language: str
) -> list[KnownIssue]:
    """Return the issues that speak of a claim in a language."""
    return [
        issue
        for issue in issues
        if issue.language in (("", language) if language != FORTRAN else (FORTRAN,))
        and any(fnmatch.fnmatchcase(claim, one) for one in issue.claims)
        and issue.is_of(toolchain, version)
    ]


def expectation(
    verdict: Mapping[str, str], issues: Sequence[KnownIssue], *, good: bool, reason: str = ""
) -> str:
    """Return the value of the expectation stage for a verdict and the issues that speak of it.

    ``reason`` is why the launch is not good.  ``xfail(reason)`` if it failed as one of them says,
    ``xpass`` if it is good although one of them always shows, else ``as-expected``, which a failure
    of another kind is, too: it stays one.
    """
    for issue in issues:
        if issue.shows(verdict, reason):
            return str(Verdict("xfail", issue.reason))
    return "xpass" if good and any(issue.always for issue in issues) else "as-expected"


def build_expectation(value: str, issues: Sequence[KnownIssue], names: Names, version: str) -> str:
    """Return the expectation stage for the build of a variant that ended with ``value``.

    Only issues that expect the build to fail are asked; a build that works is no unexpected pass
    as long as the answer may still be what they say.
    """
    about = matching(issues, names, version)
    of_builds = [issue for issue in about if any(stage == "build" for stage, _ in issue.expect)]
    if value != "ok":
        return expectation(unlaunched(value, "ok"), of_builds, good=False)
    alone = [issue for issue in of_builds if all(stage == "build" for stage, _ in issue.expect)]
    return "xpass" if any(issue.always for issue in alone) else "as-expected"
