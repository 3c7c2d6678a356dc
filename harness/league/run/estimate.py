"""What is known before launches begin: how long they took before, and what will have no ratio."""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from league.base.errors import LeagueError
from league.base.words import long_duration, plural
from league.records import store
from league.records.schema import Record
from league.run.plan import TIMED, Cell

#: Runs that are looked at, the newest ones.
_RUNS = 10
#: Characters of a run's name that say when it began.
_STAMP = len("20261121-100000")
#: Models whose variants can be the reference (analysis.standing.References).
_REFERENCES = frozenset({"omp", "cuda"})

Walls = Mapping[tuple[str, ...], float]


def walls_of(records: Iterable[Mapping[str, Any]]) -> Walls:
    """Return how long timed launches took, by cell, in seconds; the median of each."""
    found: dict[tuple[str, ...], list[float]] = {}
    for one in records:
        if one["kind"] == "launch" and one["mode"] == TIMED and one["wall_ns"]:
            found.setdefault(store.cell_of(one), []).append(one["wall_ns"] / 1e9)
    return {key: statistics.median(walls) for key, walls in found.items()}


def earlier(runs: Path, most: int = _RUNS, *, before: str = "") -> Iterator[list[Record]]:
    """Yield the records of the newest runs of a folder, newest last; damaged ones are left out.

    Of those that began ``before`` the run of that name, if it is one.
    """
    folders = [
        one for one in (store.runs_in(runs) if runs.is_dir() else ())
        if one.name != before and (not before or one.name[:_STAMP] <= before[:_STAMP])
    ]  # fmt: skip
    for folder in folders[-most:]:
        with contextlib.suppress(LeagueError):
            yield store.read_records(folder, say=lambda _: None)


def earlier_walls(runs: Path) -> Walls:
    """Return how long launches took in the newest runs of a folder."""
    found: dict[tuple[str, ...], float] = {}
    for records in earlier(runs):
        found.update(walls_of(records))
    return found


def told(cells: Sequence[Cell], launches: int, walls: Walls) -> str:
    """Return the number of launches in words and, as far as it is known, how long they take."""
    total = len(cells) * launches
    count = f"{plural(total, 'launch', 'launches')} of {plural(len(cells), 'cell')}"
    known = [walls[cell.key] for cell in cells if cell.key in walls]
    if not known:
        return f"{count}; none was timed before, so nobody knows how long they take"
    seconds = sum(known) * launches
    if len(known) == len(cells):
        return f"{count}, about {long_duration(seconds)}"
    return (
        f"{count}; those {len(known):,} that were timed before take about {long_duration(seconds)}"
    )


def without_reference(cells: Iterable[Cell]) -> str:
    """Return a line that says which benchmarks have no reference in this selection, or nothing."""
    there: dict[str, bool] = {}
    for cell in cells:
        name, held = cell.variant.benchmark, cell.variant.model in _REFERENCES
        there[name] = there.get(name, False) or held
    lone = [name for name, held in there.items() if not held]
    if not lone:
        return ""
    which = "" if len(lone) == len(there) else f" of {', '.join(lone)}"
    return f"no reference is selected, so times{which} will have no ratios; add -v omp (or cuda)"
