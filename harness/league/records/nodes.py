"""The nodes of a cluster: how many a run was made on, and which of them are slow."""

from __future__ import annotations

import math
import statistics

from league.base.words import plural
from league.records.view import RunView

#: A node is slow that takes so many times as long as the others do, in so many cells at least.
_SLOW, _FEWEST = 1.05, 3


def sentence(run: RunView) -> str:
    """Return how many nodes a run was made on, and which were slow; empty if none is named."""
    ratios: dict[str, list[float]] = {}
    for cell in run.measured.values():
        times: dict[str, list[float]] = {}
        for one in cell.timed if cell.verified else ():
            if one.node and (time := one.median("compute")):
                times.setdefault(one.node, []).append(time)
        for node, own in times.items():
            others = [time for name, some in times.items() if name != node for time in some]
            ratio = statistics.median(own) / statistics.median(others) if others else 1.0
            ratios.setdefault(node, []).extend([math.log(ratio)] if others else [])
    told = [plural(len(ratios), "node")] if ratios else []
    for node, logs in sorted(ratios.items()):
        slower = math.exp(statistics.mean(logs)) if len(logs) >= _FEWEST else 1.0
        if slower >= _SLOW:
            cells = plural(len(logs), "cell")
            told.append(f"{node} took {slower:.2f} times as long as the others in {cells}")
    return "; ".join(told)
