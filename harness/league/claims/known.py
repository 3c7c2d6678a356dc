"""Known compiler defects that claims show, from validation/known_issues.toml."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base.errors import LeagueError
from league.records.known_issues import in_range

_FIELDS = {
    "claims",
    "language",
    "toolchains",
    "versions",
    "expect",
    "always",
    "reason",
    "reference",
}


@dataclass(frozen=True)
class Defect:
    """Claims that a range of toolchains gets wrong, what it looks like there, and why."""

    claims: tuple[str, ...]
    toolchains: str
    versions: str
    expect: tuple[str, ...]
    #: False: it does not show every time
    always: bool
    reason: str
    reference: str = ""
    #: ``c`` or ``cpp``; empty: claims in either language
    language: str = ""

    def fits(self, claim: str, language: str, toolchain: str, version: str) -> bool:
        """Whether the defect concerns a claim in a language on a toolchain."""
        return (
            self.language in ("", language)
            and any(fnmatch.fnmatchcase(claim, one) for one in self.claims)
            and fnmatch.fnmatchcase(toolchain, self.toolchains)
            and in_range(version, self.versions)
        )

    def shows(self, worst: str) -> bool:
        """Whether a verdict is what the defect looks like."""
        return any(fnmatch.fnmatchcase(worst, one) for one in self.expect)


def load(file: Path) -> list[Defect]:
    """Read the file.  Raises LeagueError where it cannot be read or breaks the rules."""
    import tomllib

    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise LeagueError(f"cannot read {file.name}: {error}") from error
    return [_defect(entry, f"{file.name}, issue {n}") for n, entry in enumerate(told["issue"], 1)]


def _defect(entry: Mapping[str, Any], where: str) -> Defect:
    unknown = set(entry) - _FIELDS
    missing = {"claims", "toolchains", "expect", "reason"} - set(entry)
    if unknown or missing:
        wrong = f"unknown {sorted(unknown)[0]}" if unknown else f"no {sorted(missing)[0]}"
        raise LeagueError(f"{where}: {wrong}; it has {', '.join(sorted(_FIELDS))}")
    expect = entry["expect"]
    in_range("1", entry.get("versions", ""))
    language = entry.get("language", "")
    if language not in ("", "c", "cpp"):
        raise LeagueError(f"{where}: language is c or cpp, not {language!r}")
    return Defect(
        tuple(entry["claims"]),
        entry["toolchains"],
        entry.get("versions", ""),
        (expect,) if isinstance(expect, str) else tuple(expect),
        entry.get("always", True),
        entry["reason"],
        entry.get("reference", ""),
        language,
    )


def expectation(
    defects: Sequence[Defect],
    claim: str,
    toolchain: str,
    version: str,
    worst: str,
    *,
    language: str = "cpp",
) -> str:
    """Return ``as-expected``, ``xfail(reason)`` or ``xpass`` for a verdict."""
    known = [one for one in defects if one.fits(claim, language, toolchain, version)]
    for one in known:
        if one.shows(worst):
            return f"xfail({one.reason})"
    if worst == "pass" and any(one.always for one in known):
        return "xpass"
    return "as-expected"
