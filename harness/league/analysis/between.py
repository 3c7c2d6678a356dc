"""How much nights differ from one another, beside what the launches of one night show."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from league.analysis import changes, stats
from league.analysis.nights import Names, Night


@dataclass(frozen=True)
class Nights:
    """Standard deviations of the logarithms of a cell's times over nights."""

    own: Mapping[Names, float] = field(default_factory=dict)

    def of(self, names: Names) -> float:
        """Return that of the ratio of two nights of a cell.

        A cell is as good as the usual one at most: a few nights may resemble each other by luck.
        Without a history nights differ by the smallest change there is.
        """
        usual = statistics.median(self.own.values()) if self.own else stats.SMALLEST_CHANGE
        return math.sqrt(2.0) * max(usual, self.own.get(names, 0.0))


def nights_of(known: Sequence[Night], machine: str) -> Nights:
    """Learn from nights, sorted by time, of a machine."""
    times: dict[Names, list[float]] = {}
    for night in known:
        for names, entry in night.entries.items() if night.machine == machine else ():
            if time := entry.metrics.get("compute"):
                times.setdefault(names, []).append(time)
    found = {names: changes.scatter(values) for names, values in times.items()}
    return Nights({names: one for names, one in found.items() if one is not None})
