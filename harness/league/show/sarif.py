"""Failures as SARIF 2.1.0: each with the file and the line where somebody has to look."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from league.base.paths import project_root
from league.base.version import __version__
from league.claims import families
from league.claims import source as claims_source
from league.claims.source import Claim
from league.records import languages
from league.records.launches import Record
from league.records.view import RunView
from league.run import catalogue
from league.show.outcomes import Outcome, outcomes

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_ERROR = re.compile(r"([\w./+*&|^<>-]+\.\w+):(\d+):(?:(\d+):)? (?:fatal |internal compiler )?error")
#: Of more than these in a file GitHub reads none.
_MOST_RUNS = 20
_DIRECTIVE = re.compile(r"^\s*#\s*pragma (?:omp|acc)")
_SOURCES = (".cpp", ".c", ".cu", ".f90")


@dataclass(frozen=True)
class Failure:
    """One thing that went wrong with one toolchain, and where somebody has to look."""

    outcome: Outcome
    rule: str
    reason: str
    file: str  # from the root of the project
    line: int


def render_sarif(run: RunView) -> str:
    """Return the failures of a run, one SARIF run a toolchain (of very many toolchains one in all).

    Known defects are notes, suppressed with their reason; what could not be tried is not there.
    """
    tree = _Tree(project_root())
    failures = [_failure(one, tree) for one in outcomes(run) if one.word.sarif]
    failures.sort(key=lambda one: (one.outcome.claim is None, one.outcome.seconds is not None))
    names = list(dict.fromkeys([*run.toolchains, *(one.outcome.toolchain for one in failures)]))
    tried = {str(claim["toolchain"]) for claim in run.claims}
    tried |= {key.toolchain for key in run.cells} | {names[0] for names in run.builds}
    mine = [[name] for name in names if name in tried]
    if len(mine) > _MOST_RUNS:
        mine = [[name for name in names if name in tried]]
    runs = [
        _run(run, group, [one for one in failures if one.outcome.toolchain in group], tree)
        for group in mine
    ]
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": runs}, indent=1) + "\n"


def _run(
    told: RunView, toolchains: Sequence[str], failures: Sequence[Failure], tree: _Tree
) -> dict[str, Any]:
    compilers = {name: told.compiler(name) for name in toolchains}
    rules = list(dict.fromkeys(one.rule for one in failures))
    return {
        "tool": {
            "driver": {
                "name": "League",
                "version": __version__,
                "rules": [
                    {
                        "id": name,
                        "shortDescription": {"text": tree.sentence(name)},
                        "defaultConfiguration": {"level": "error"},
                    }
                    for name in rules
                ],
            }
        },
        # what makes two uploads of one commit different analyses
        "automationDetails": {
            "id": "/".join(["league", *(toolchains if len(toolchains) == 1 else ()), told.name])
        },
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(one, rules.index(one.rule), compilers[one.outcome.toolchain])
            for one in failures
        ],
        "properties": {"compilers": compilers},
    }


def _result(failure: Failure, rule: int, compiler: str) -> dict[str, Any]:
    outcome = failure.outcome
    what = f"{outcome.toolchain} ({compiler or 'unknown compiler'}): {outcome.word.label}"
    marks = (outcome.toolchain, failure.rule, outcome.word.name)
    told: dict[str, Any] = {
        "ruleId": failure.rule,
        "ruleIndex": rule,
        "kind": "fail",
        "level": outcome.word.sarif,
        "message": {"text": f"{what}: {failure.reason}".rstrip(": ")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": failure.file, "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": failure.line},
                }
            }
        ],
        "partialFingerprints": {
            "leagueFailure/v1": hashlib.sha256(" ".join(marks).encode()).hexdigest()[:32]
        },
    }
    if outcome.known:
        told["suppressions"] = [{"kind": "external", "justification": outcome.known}]
    return told


def _failure(outcome: Outcome, tree: _Tree) -> Failure:
    if outcome.claim is not None:
        file, line = tree.claim(outcome.claim)
        return Failure(outcome, outcome.name, outcome.reason, file, line)
    built = outcome.seconds is not None
    log = "" if built else f"{outcome.reason}\n{outcome.tail}"
    file, line = tree.variant(outcome.group, outcome.benchmark, outcome.variant, log)
    variant, *size = outcome.name.split()
    cell = f"{outcome.benchmark}.{variant} {'/'.join(size)}: "
    reason = f"{cell if built else ''}{outcome.reason}"
    return Failure(outcome, f"{outcome.group}/{outcome.benchmark}", reason.rstrip(": "), file, line)


class _Tree:
    """Where in the project's files a failure has to be looked at."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @cached_property
    def _claims(self) -> dict[tuple[str, str], Claim]:
        known, _ = claims_source.load(self._root / "validation")
        return {(name, one.language): one for one in known for name in one.ids}

    @cached_property
    def _generators(self) -> dict[tuple[str, str], tuple[str, int]]:
        """Of every generated claim the file that makes it, and where it names the family."""
        return {
            key: (f"harness/league/claims/families/{file}", line)
            for key, (file, line) in families.origins().items()
        }

    def sentence(self, rule: str) -> str:
        """What is demanded, in a sentence."""
        bare_name, language = languages.parted(rule)
        claim = self._claims.get((bare_name, language))
        claim = claim or self._claims.get((bare_name, languages.C))
        if claim:
            return claim.sentence
        for one in catalogue.entries():
            if f"{one['group']}/{one['benchmark']}" == rule:
                return str(one["summary"])
        return f"OpenMP: {rule}"

    def claim(self, record: Record) -> tuple[str, int]:
        """The file of a claim, and the line of the error, of the failed check or of a directive."""
        name, language = str(record["claim"]), str(record["language"])
        claim = self._claims.get((name, language))
        if claim is None:
            generated = self._generators.get((name, language))
            return generated or (f"validation/{record['group']}/{name}.{language}", 1)
        errors = self._errors(f"{record['reason']}\n{record['log_tail']}")
        files = [claim.path, *(part.file for part in claim.parts)]
        for file, line in errors:
            for mine in files:
                if Path(file).name == mine.name:
                    return self._name(mine), line
        lines = claim.path.read_text(encoding="utf-8").splitlines()
        failed = [str(one["name"]) for one in record["checks"] if not one["passed"]]
        for check in failed:
            found = [n for n, text in enumerate(lines, 1) if f'"{check}"' in text]
            if found:
                return self._name(claim.path), found[0]
        return self._name(claim.path), _first_directive(lines)

    def variant(self, group: str, benchmark: str, variant: str, log: str) -> tuple[str, int]:
        """The file of a variant, and the line of the error in it or of its first directive."""
        folder = self._root / group / benchmark
        mine = sorted(
            file
            for file in (*folder.glob(f"{variant}.*"), *(folder / variant).glob("*"))
            if file.suffix in _SOURCES
        )
        for told, line in self._errors(log):
            for file in (*mine, folder / Path(told).name):
                if file.name == Path(told).name and file.is_file():
                    return self._name(file), line
        if not mine:
            return f"{group}/{benchmark}", 1
        return self._name(mine[0]), _first_directive(mine[0].read_text("utf-8").splitlines())

    def _errors(self, text: str) -> list[tuple[str, int]]:
        return [(found[1], int(found[2])) for found in _ERROR.finditer(text)]

    def _name(self, file: Path) -> str:
        return file.relative_to(self._root).as_posix()


def _first_directive(lines: Sequence[str]) -> int:
    return next((n for n, text in enumerate(lines, 1) if _DIRECTIVE.match(text)), 1)
