"""The page of a failing cell for a report to the maker of a compiler."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from league.base.columns import escaped
from league.base.words import escape, plural, size_words
from league.show.evidence import Evidence

#: How variables end that name a folder, of which records hold no more than the last name.
_PLACES = ("_HOME", "_PATH")


@dataclass(frozen=True)
class Case:
    """A failing cell, or a program that was not built, with what is packed of it."""

    benchmark: str
    evidence: Evidence
    #: compiler with version, processor and GPUs, revision of the sources
    compiler: str
    machine: str
    revision: str
    precision: str
    #: the name of its program in the folder `build`
    program: str
    #: the smallest size that still fails; empty: nobody knows
    smallest: str
    #: how many sizes were tried, and why no smallest one is known
    tried: int
    why_not: str

    @property
    def name(self) -> str:
        """What it is called, as a folder, too."""
        return f"{self.benchmark}.{self.evidence.variant}-{self.evidence.toolchain}"

    def chosen(self) -> list[str]:
        """Return the words that choose it, in its smallest size if that is known."""
        words = ["-b", self.benchmark, "-v", self.evidence.variant, "-t", self.evidence.toolchain]
        size = self.smallest or " ".join(self.evidence.size.split("/")[:1])
        words += size_words(size, "-c") if size else []
        return words + (["--precision", self.precision] if self.precision else [])


def bisecting(case: Case) -> str:
    """Return the line for `git bisect run`; what cannot be built there is skipped."""
    check = shlex.join(["scripts/run_all.py", "check", "--no-cases", *case.chosen()])
    return f"git bisect run sh -c '{check}; n=$?; [ $n -lt 2 ] || n=125; exit $n'"


def to_markdown(case: Case) -> str:
    """Return the page."""
    told = case.evidence
    why = f": {escape(told.reason)}" if told.reason else ""
    lines = [
        f"# {case.benchmark}.{told.variant} with {case.compiler}", "",
        f"{told.word.symbol} {told.word.label}{why}",
        "", f"* Toolchain: {told.toolchain}", f"* Machine: {escape(case.machine) or 'unknown'}",
        f"* Size: {told.size or 'every one: it was not built'}", f"* Smallest: {_smallest(case)}",
        f"* Sources: {case.revision or 'unknown'}",
        *(f"* {name}: `{value}`" for name, value in told.facts if "lags" in name),
        *([f"* Known: {escape(told.expected)}"] if told.expected else []),
    ]  # fmt: skip
    if told.checks:
        rows = [(one.name, one.error, one.tolerance, "holds" if one.passed else "fails")
                for one in told.checks]  # fmt: skip
        lines += ["", *escaped(("check", "error", "tolerance", "ended"), rows)]
    lines += ["", "## By hand", "", "`build.sh` builds it without CMake, `run.sh` starts it in its"
              " smallest size. `records.jsonl` is what was recorded.", "", *_block([
                  "sh build.sh && sh run.sh"])]  # fmt: skip
    lines += ["", "## In the project", "", *_block([value for name, value in told.commands]),
              "", "Which commit of the project it was, between a bad and a good one"
              " (`git bisect start BAD GOOD`):", "", *_block([bisecting(case)])]  # fmt: skip
    if told.tail:
        lines += ["", "## What it said", "", *_block(told.tail.splitlines(), "")]
    return "\n".join([*lines, ""])


def build_script(lines: Sequence[str]) -> str:
    """Return the script that builds it, from the folder that holds it."""
    made = [words[words.index("-o") + 1] for words in map(shlex.split, lines) if "-o" in words]
    folders = sorted({one.rpartition("/")[0] for one in made} - {""})
    head = ["# Builds the program as CMake and Ninja did; compilers are looked for on the PATH.",
            "set -eu", 'cd "$(dirname "$0")/build"', f"mkdir -p {shlex.join(folders)}"]  # fmt: skip
    return "\n".join([*head, *lines, ""])


def run_script(case: Case) -> str:
    """Return the script that starts it, in its smallest size if that is known."""
    program = dict(case.evidence.commands).get("Program", "")
    if not program:
        return "# There is no program to start: see build.sh.\n"
    words = shlex.split(program)
    at = next(n for n, one in enumerate(words) if one.startswith("build/"))
    rest = words[at + 1 :]
    if case.smallest:
        rest = rest[rest.index("--precision") :] if "--precision" in rest else []
        rest = [*size_words(case.smallest, "--class"), *rest]
    variables = [f"export {name}={shlex.quote(value)}" for name, _, value in
                 (one.partition("=") for one in words[:at])
                 if not name.endswith(_PLACES)]  # fmt: skip
    line = shlex.join([f"./build/{case.program}", *rest])
    return "\n".join(["set -eu", 'cd "$(dirname "$0")"', *variables, f"exec {line}", ""])


def _smallest(case: Case) -> str:
    if not case.smallest:
        return f"not known: {case.why_not}"
    return f"{case.smallest} ({plural(case.tried, 'size')} tried, each parameter by bisection)"


def _block(lines: Sequence[str], language: str = "sh") -> list[str]:
    return [f"```{language}", *(line.replace("```", "'''") for line in lines), "```"]
