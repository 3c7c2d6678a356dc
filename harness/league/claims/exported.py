"""Claims as test files of other suites: for lit, LLVM's, and for DejaGnu, GCC's."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from league.base.words import plural
from league.claims import build, judge, source
from league.claims.build import Kit
from league.claims.families.cell import Cell, program
from league.claims.source import Claim, Mutation
from league.claims.trial import claim_of
from league.records import known_issues
from league.records.reading import write_text

_SUITES = Path(__file__).parent / "suites"
_HEADERS = ("claim.hpp", "claim.h", "together.hpp", "motion.hpp")
#: Sources that all programs are linked with; nothing counts launches there.
_SUPPORT = ("claim.cpp", "claim_c.cpp", "no_motion.cpp")
_LANGUAGES = ("cpp", "c")
INPUTS = "Inputs"
#: How the README of each suite says to start it.
_HOW = {
    "lit": "`lit -D compiler=PATH -D flags='-fopenmp ...' FOLDER`: further `-D` are `link`, what is"
    " behind the objects when a program\nis linked, `toolchain`, the one whose known defects are"
    " expected, and `output`, a folder for what is built. What is left out\ncomes from"
    " `league.json`.",
    "dejagnu": "`runtest --tool league --srcdir FOLDER COMPILER=PATH FLAGS='-fopenmp ...'`: further"
    " variables are `LINK`, what is behind the\nobjects when a program is linked, and `TOOLCHAIN`,"
    " the one whose known defects are expected.",
}


@dataclass(frozen=True)
class Case:
    """One claim as a file of another suite."""

    claim: Claim
    name: str
    text: str
    #: further files beside it, in the folder `Inputs`
    further: Mapping[str, str]
    #: of them, what is compiled and linked with it
    parts: tuple[str, ...] = ()
    #: of them, what the compiler has to refuse, and what it has to take
    refused: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    #: toolchains that do not keep it always, with the reasons; and those that do not now and then
    known: Mapping[str, str] = field(default_factory=dict)
    shaky: tuple[str, ...] = ()

    @property
    def runs(self) -> bool:
        """Whether there is a program to run."""
        return self.claim.expect != "rejected"

    def words(self) -> list[str]:
        """Return what `league_run.py` is told."""
        claim = self.claim
        told = ["--ends"] if claim.expect == "terminates" else []
        told += ["--host"] if claim.where != "device" else []
        told += [f"--prints={claim.prints}"] if claim.prints else []
        told += [f"--seconds={claim.seconds:g}"] if claim.seconds != 30 else []
        return told + [f"{name}={value}" for name, value in claim.environment]


def why_not(claim: Claim) -> str:
    """Say why a claim cannot stand in another suite; empty if it can."""
    if claim.open:
        return "left open by the specification"
    if claim.is_acc:
        return "about OpenACC"
    if claim.language not in _LANGUAGES:
        return "in a language that is not exported"
    if claim.expect == "refused" or claim.diagnostic:
        return "about what compiler or linker say"
    if any(part.kind != "object" for part in claim.parts):
        return "with parts that are libraries"
    return ""


def case_of(claim: Claim, versions: Mapping[str, str]) -> Case:
    """Return the case of a claim that was written by hand.

    ``versions`` are the toolchains that known defects are looked up for.
    """
    ending = claim.path.suffix
    further = {part.file.name: part.file.read_text(encoding="utf-8") for part in claim.parts}
    parts = tuple(further)
    refused, accepted = [], []

    def beside(kind: str, change: Mutation) -> str:
        name = f"{claim.name}.{kind}{ending}"
        further[name] = source.mutated(claim, change)
        return name

    if claim.expect == "rejected":
        refused.append(f"{claim.name}.refused{ending}")
        further[refused[0]] = claim.path.read_text(encoding="utf-8")
        accepted += [beside("accepted", one) for one in filter(None, (claim.mended,))]
    if claim.contrast is not None:
        refused.append(beside("contrast", claim.contrast))
    for name in _included(claim):
        further[name] = (claim.path.parent / name).read_text(encoding="utf-8")
    known, shaky = _known(claim, versions)
    text = claim.path.read_text(encoding="utf-8") if claim.expect != "rejected" else _HEAD.format(
        claim.name, claim.since, claim.section, claim.sentence)  # fmt: skip
    return Case(claim, claim.path.name, text, further, parts, tuple(refused), tuple(accepted),
                known, shaky)  # fmt: skip


_HEAD = "// {}\n// OpenMP {}, section {}: {}\n"


def _included(claim: Claim) -> list[str]:
    """Return the files of its own folder that a claim includes."""
    words = claim.path.read_text(encoding="utf-8").split('"')
    return [one for one in words if one.endswith((".hpp", ".h")) and "/" not in one
            and (claim.path.parent / one).is_file()]  # fmt: skip


def case_of_cell(cell: Cell, versions: Mapping[str, str]) -> Case:
    """Return the case of a generated claim."""
    name = "".join(c if c.isalnum() or c in ".-_" else f"x{ord(c):x}" for c in cell.id) + ".cpp"
    claim = claim_of((cell,), Path(name))
    known, shaky = _known(claim, versions)
    text = f"// {cell.id}\n// OpenMP {cell.since}, generated.\n" + program((cell,))
    return Case(claim, name, text, {}, known=known, shaky=shaky)


def _known(claim: Claim, versions: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the toolchains that never keep a claim, with the reasons, and those that may not."""
    known: dict[str, str] = {}
    shaky = []
    for toolchain, version in versions.items():
        issues = dict.fromkeys(
            issue
            for one in claim.ids
            for issue in known_issues.about_claim(
                known_issues.known(), toolchain=toolchain, version=version, claim=one,
                language=claim.language,
            )
        )  # fmt: skip
        if issues and all(one.always for one in issues):
            reasons = (" ".join(filter(None, (one.reason, one.reference))) for one in issues)
            known[toolchain] = "; ".join(reasons)
        elif issues:
            shaky.append(toolchain)
    return known, tuple(shaky)


# ---- what both suites need -----------------------------------------------------------------------


def write(
    style: str, claims: Sequence[Claim], cells: Sequence[Cell], versions: Mapping[str, str],
    kit: Kit | None, project: Path, folder: Path,
) -> str:  # fmt: skip
    """Write claims as a suite of `lit` or `dejagnu` into a folder; return what was written.

    With ``kit`` its compiler and flags are those that the suite takes if it is told nothing else.
    """
    left = [why for claim in claims if (why := why_not(claim))]
    cases = [case_of(claim, versions) for claim in claims if not why_not(claim)]
    cases += [case_of_cell(cell, versions) for cell in cells
              if cell.language in _LANGUAGES]  # fmt: skip
    root = folder if style == "lit" else folder / "league.claims"
    head = lit_head if style == "lit" else dejagnu_head
    for case in cases:
        place = root / case.claim.group
        write_text(place / case.name, "".join(f"{line}\n" for line in head(case)) + case.text)
        for name, text in case.further.items():
            write_text(place / INPUTS / name, text)
            if name.endswith((".hpp", ".h")):
                write_text(place / name, text)
    _write_support(project, folder)
    readme = (_SUITES / "README.in").read_text(encoding="utf-8").replace("@HOW@", _HOW[style])
    write_text(folder / "README.md", readme)
    (write_lit if style == "lit" else write_dejagnu)(folder, kit)
    told = f"{plural(len(cases), 'claim')} in {folder}"
    reasons = ", ".join(f"{left.count(one)} {one}" for one in dict.fromkeys(left))
    return told + (f"; left out: {reasons}" if left else "")


def _write_support(project: Path, folder: Path) -> None:
    folders = ("claim/include/league", "core/include/league", "claim", "core/src")
    support = folder / "support"
    for names, place in ((_HEADERS, support / "league"), (_SUPPORT, support)):
        for name in names:
            ours = (project / "harness" / one / name for one in folders)
            file = next(one for one in ours if one.is_file())
            write_text(place / name, file.read_text(encoding="utf-8"))
    text = (_SUITES / "league_run.in").read_text(encoding="utf-8")
    text = text.replace("@LAST_WORDS@", judge.LAST_WORDS.pattern)
    text = text.replace("@ENVIRONMENT@", json.dumps(dict(judge.ENVIRONMENT)))
    write_text(support / "league_run.py", text)


def _defaults(kit: Kit | None) -> dict[str, Any]:
    if kit is None:
        return {"toolchain": "", "compiler": "", "flags": "", "link": "", "variables": {}}
    link = [one for one in kit.link if "ompt_start_tool" not in one]
    return {
        "toolchain": kit.toolchain, "compiler": str(kit.compiler),
        "flags": shlex.join(kit.flags), "link": shlex.join(link),
        "variables": {"OMP_TARGET_OFFLOAD": "MANDATORY", **kit.variables},
    }  # fmt: skip


# ---- lit -----------------------------------------------------------------------------------------


def lit_head(case: Case) -> Iterator[str]:
    """Yield the lines for lit that stand before a program."""
    claim = case.claim
    for toolchain, reason in case.known.items():
        yield f"// Known with {toolchain}: {reason}"
    if case.known:
        yield f"// XFAIL: {', '.join(case.known)}"
    if case.shaky:
        yield f"// Not always kept, so not tried with: {', '.join(case.shaky)}"
        yield f"// UNSUPPORTED: {', '.join(case.shaky)}"
    mode = f" %openmp-{claim.since}" if claim.since in build.OWN_MODE else ""
    flags = "".join(f" {shlex.quote(one)}" for one in claim.flags)
    compiler = f"%{claim.language}-claim{mode}{flags}"
    for name in case.refused:
        yield f"// RUN: not {compiler} -c %S/{INPUTS}/{name} -o %t.o"
    for name in case.accepted:
        yield f"// RUN: {compiler} -c %S/{INPUTS}/{name} -o %t.o"
    if not case.runs:
        return
    yield f"// RUN: {compiler} -c %s -o %t.o"
    objects = "%t.o"
    for number, name in enumerate(case.parts):
        yield f"// RUN: {compiler} -c %S/{INPUTS}/{name} -o %t.{number}.o"
        objects += f" %t.{number}.o"
    yield f"// RUN: %league-link{flags} {objects} %league-objects -o %t"
    words = "".join(f" {shlex.quote(one)}" for one in case.words())
    yield f"// RUN: %league-run{words} -- %t"


def write_lit(folder: Path, kit: Kit | None) -> None:
    """Write what makes a folder a suite of lit."""
    told = {
        **_defaults(kit), "support": list(_SUPPORT), "modes": list(build.OWN_MODE),
        "warnings": [one for one in build.BASE if not one.startswith("-O")],
        "warnings_of_clang": list(build.CLANG),
    }  # fmt: skip
    write_text(folder / "league.json", json.dumps(told, indent=1) + "\n")
    text = (_SUITES / "league_format.in").read_text(encoding="utf-8")
    write_text(folder / "support" / "league_format.py", text)
    write_text(folder / "lit.cfg.py", (_SUITES / "lit.cfg.in").read_text(encoding="utf-8"))


# ---- DejaGnu -------------------------------------------------------------------------------------


def dejagnu_head(case: Case) -> Iterator[str]:
    """Yield the lines for DejaGnu that stand before a program."""
    claim = case.claim
    yield f"// {{ dg-do {'run' if case.runs else 'compile'} }}"
    language = ["-x", "c", "-std=c11"] if claim.language == "c" else ["-std=c++17"]
    if claim.since in build.OWN_MODE:
        language.append("-fopenmp-version=" + claim.since.replace(".", ""))
    yield f'// {{ dg-additional-options "{" ".join([*language, *claim.flags])}" }}'
    for name in case.parts:
        yield f'// {{ dg-additional-sources "{INPUTS}/{name}" }}'
    asked = [f'refused "{INPUTS}/{name}"' for name in case.refused]
    asked += [f'accepted "{INPUTS}/{name}"' for name in case.accepted]
    words = ['"' + one.replace('"', '\\"') + '"' for one in case.words()]
    asked += [f"run {{{' '.join(words)}}}"] if words else []
    if asked:
        yield f"// {{ dg-league {' '.join(asked)} }}"
    for toolchain, reason in case.known.items():
        clean = "".join(" " if c in '{}[]"$\\' else c for c in reason)
        yield f'// {{ dg-xfail-if "{clean}" {{ {toolchain} }} }}'
    for toolchain in case.shaky:
        yield f"// Not always kept with {toolchain}."


def write_dejagnu(folder: Path, kit: Kit | None) -> None:
    """Write what makes a folder a suite of DejaGnu."""
    told = _defaults(kit)
    variables = [f"{name}={value}" for name, value in told.pop("variables").items()]
    pairs = {**told, "variables": shlex.join(variables)}
    defaults = " ".join(f"{name.upper()} {{{value}}}" for name, value in pairs.items())
    text = (_SUITES / "league.exp.in").read_text(encoding="utf-8")
    warnings = [one for one in build.BASE if not one.startswith("-O")]
    for name, value in (
        ("DEFAULTS", defaults), ("SUPPORT", " ".join(_SUPPORT)),
        ("WARNINGS", " ".join(warnings)), ("WARNINGS_OF_CLANG", " ".join(build.CLANG)),
    ):  # fmt: skip
        text = text.replace(f"@{name}@", value)
    write_text(folder / "lib" / "league.exp", text)
    claims = (_SUITES / "claims.exp.in").read_text(encoding="utf-8")
    write_text(folder / "league.claims" / "claims.exp", claims)
