"""The nodes of a cluster: times of unlike ones are kept apart, slow ones are told."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from league.base.words import ON_NODE, plural
from league.records.launches import Launch, Record

if TYPE_CHECKING:
    from league.records.view import RunView

#: A node is slow that takes so many times as long as the others do, in so many cells at least.
_SLOW, _FEWEST = 1.05, 3


def _kind(machine: Record) -> str:
    """Return processor and GPUs of a machine."""
    gpus = (str(gpu.get("name")) for gpu in machine.get("gpus") or [])
    return " and ".join([str(machine.get("cpu") or "another processor"), *gpus])


def apart(
    launches: Sequence[Launch], machines: Mapping[str, Record], usual: Record
) -> tuple[list[Launch], Record]:
    """Return launches, those on unlike nodes with their processor in the size, and the machine.

    The machine is that of most timed launches, whose names stay as they are.  ``machines`` are
    records by their ids; ``usual`` is the machine where no launch names one.
    """
    timed = [machines[x.machine] for x in launches if x.mode != "check" and x.machine in machines]
    if not timed:
        return list(launches), usual
    most, _ = Counter(map(_kind, timed)).most_common(1)[0]
    told = []
    for one in launches:
        kind = _kind(machines[one.machine]) if one.machine in machines else most
        if one.mode != "check" and kind != most:
            one = replace(one, key=one.key._replace(letter=f"{one.key.letter}{ON_NODE}{kind}"))
        told.append(one)
    return told, next(one for one in timed if _kind(one) == most)


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
