"""The lists of published test problems, and which of them can be run here.  Launches nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomllib

from league.base.errors import UsageError
from league.run import options as defaults
from league.run import plan, select

#: Where a project lists them: those of the mini-apps, then those of the kernels.
FILE = Path("miniapps/published.toml")
FILES = (FILE, Path("kernels/published.toml"))
VARIANTS = ("serial", "omp", "target-data")
_NEEDED = {"name", "benchmark", "arguments", "minutes"}
_KNOWN = {*_NEEDED, "class", "variants"}


@dataclass(frozen=True)
class Problem:
    """One published problem: a program, its arguments, and about how long it takes."""

    name: str
    #: its place in the list, from 0
    number: int
    benchmark: str
    #: as listed: ``{miniapps}`` and ``{decks}`` stand for folders
    arguments: tuple[str, ...]
    #: the class that its arguments change, or that of a deck
    letter: str
    minutes: float
    variants: tuple[str, ...]

    @property
    def limit_s(self) -> float:
        """Seconds after which a launch has hung: serial and debug builds are far slower."""
        return 120 + self.minutes * 60 * 20

    def words(self, miniapps: Path, decks: Path) -> tuple[str, ...]:
        """Return the arguments with their folders put in."""
        return tuple(one.format(miniapps=miniapps, decks=decks) for one in self.arguments)

    def told(self) -> dict[str, Any]:
        """Return what a launch record says of it; folders are called by their names."""
        return {"problem": self.name, "arguments": [*self.words(Path("miniapps"), Path("decks"))]}

    def fields(self) -> dict[str, Any]:
        """Return what must still be so when a run is resumed."""
        return {**self.told(), "index": self.number, "class": self.letter}

    def left_out(self, most: float, decks: Path | None) -> str:
        """Say why it is not run if it may take ``most`` minutes; empty if it is."""
        if self.minutes > most:
            return f"takes {self.minutes:g} min, more than --most"
        for argument in self.arguments:
            if "{decks}" not in argument:
                continue
            if decks is None:
                return "its deck is not part of the project: --decks"
            deck = Path(argument.format(decks=decks))
            if not deck.exists():
                return f"--decks has no {deck.name}"
        return ""


def load(project: Path) -> list[Problem]:
    """Read the lists of a project.  Raises UsageError for what is missing or unknown in them."""
    there = [file for file in FILES if (project / file).is_file()] or [FILE]
    entries = [(file, entry) for file in there for entry in _entries(project / file)]
    return [_problem(file, number, entry) for number, (file, entry) in enumerate(entries)]


def _entries(file: Path) -> list[dict[str, Any]]:
    try:
        listed: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["problem"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise UsageError(f"{file.name} cannot be read ({error}); it lists [[problem]]") from error
    return listed


def _problem(file: Path, number: int, entry: dict[str, Any]) -> Problem:
    where = f"{file}: problem {entry.get('name', '?')}"
    if missing := _NEEDED - entry.keys():
        raise UsageError(f"{where} has no {', '.join(sorted(missing))}; add it")
    if unknown := entry.keys() - _KNOWN:
        raise UsageError(f"{where}: unknown {', '.join(sorted(unknown))}; mend that line")
    usual = plan.DECK if "--deck" in entry["arguments"] else defaults.CHECK_CLASS
    return Problem(
        entry["name"],
        number,
        entry["benchmark"],
        tuple(entry["arguments"]),
        entry.get("class", usual),
        entry["minutes"],
        tuple(entry.get("variants", VARIANTS)),
    )


def choose(
    listed: Sequence[Problem], names: Sequence[str], benchmarks: Sequence[str]
) -> list[Problem]:
    """Return the problems of these names and benchmarks, or globs; without any all of them.

    Raises UsageError for a name that fits nothing, and if nothing is left.
    """
    every = [one.name for one in listed]
    programs = [one.benchmark for one in listed]
    wanted = select.match_names("problem", names or ["*"], every)
    of = select.match_names("benchmark", benchmarks or ["*"], programs)
    chosen = [one for one in listed if one.name in wanted and one.benchmark in of]
    if not chosen:
        raise UsageError("no problem has that name and that benchmark; drop -p or -b")
    return chosen
