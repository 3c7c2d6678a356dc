"""How long launches will take, from how long they took before."""

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

Walls = Mapping[tuple[str, ...], float]


def walls_of(records: Iterable[Mapping[str, Any]]) -> Walls:
    """Return how long timed launches took, by cell, in seconds; the median of each."""
    found: dict[tuple[str, ...], list[float]] = {}
    for one in records:
        if one["kind"] == "launch" and one["mode"] == TIMED and one["wall_ns"]:
            names = ("toolchain", "benchmark", "variant", "class", "precision")
            key = tuple(str(one[name]) for name in names)
            found.setdefault(key, []).append(one["wall_ns"] / 1e9)
    return {key: statistics.median(walls) for key, walls in found.items()}


def earlier(runs: Path, most: int = _RUNS) -> Iterator[list[Record]]:
    """Yield the records of the newest runs of a folder, newest last; damaged ones are left out."""
    for folder in sorted(store.runs_in(runs))[-most:] if runs.is_dir() else ():
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
    known = [walls[key] for key in map(_key, cells) if key in walls]
    if not known:
        return f"{count}; none was timed before, so nobody knows how long they take"
    seconds = sum(known) * launches
    if len(known) == len(cells):
        return f"{count}, about {long_duration(seconds)}"
    return (
        f"{count}; those {len(known):,} that were timed before take about {long_duration(seconds)}"
    )


def _key(cell: Cell) -> tuple[str, ...]:
    return cell.toolchain, cell.benchmark, cell.variant, cell.letter, cell.precision
