"""How a plan is divided into tasks, and how long each may take."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from league.batch.files import Planned, PlannedClaim
from league.records import store
from league.run import estimate

#: Earlier runs that are read, the newest ones.
_RUNS = 20
#: A launch may take so many times the longest one before, and seconds more.
_SLACK, _MORE_S = 2.0, 5.0
#: So many timed tasks at most are taken to share a node, where they wait for one another.
BESIDE = 4
#: Seconds of a task beside its launches: its start, a wait for what other nodes wrote.
_AROUND_S = 120.0

Walls = Mapping[tuple[str, ...], float]


def divide(launches: Sequence[Planned], most: int) -> list[list[Planned]]:
    """Divide launches into tasks of at most ``most``, in their order.

    Launches that take turns (one benchmark, class, precision and index) are compared, so they stay
    together, and so on one node; such a turn may be longer than ``most``.
    """

    def turn(one: Planned) -> tuple[object, ...]:
        launch, cell = one.launch, one.launch.cell
        return launch.mode, cell.variant.benchmark, cell.letter, cell.precision, launch.index

    tasks: list[list[Planned]] = []
    for _, members in groupby(launches, turn):
        together = list(members)
        if tasks and len(tasks[-1]) + len(together) <= most:
            tasks[-1] += together
        else:
            tasks.append(together)
    return tasks


def earlier_walls(runs: Path) -> dict[tuple[str, ...], float]:
    """Return the seconds of the longest launch of every cell and mode in the newest runs."""
    walls: dict[tuple[str, ...], float] = {}
    for one in (one for records in estimate.earlier(runs, _RUNS) for one in records):
        if one["kind"] == "launch" and one["wall_ns"] and one["verdict"]["launch"] == "ok":
            key = (*store.cell_of(one), one["mode"])
            walls[key] = max(walls.get(key, 0.0), one["wall_ns"] / 1e9)
    return walls


def minutes(
    tasks: Iterable[Sequence[Planned | PlannedClaim]], walls: Walls, timeout_s: float
) -> int:
    """Return the minutes that suffice for each of these tasks.

    A launch that nobody made before counts with its limit.
    """

    def seconds(one: Planned | PlannedClaim) -> float:
        if isinstance(one, PlannedClaim):
            return float(one.claim["seconds"])
        launch = one.launch
        limit = min(timeout_s, launch.timeout_s or timeout_s)
        wall = walls.get((*launch.cell.key, launch.mode))
        return limit if wall is None else min(limit, _SLACK * wall + _MORE_S)

    longest = max(sum(seconds(one) for one in task) for task in tasks)
    return math.ceil((longest + _AROUND_S) / 60.0)
