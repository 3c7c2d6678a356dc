"""Whether fresh launches are slower as well: nothing is called slower for certain without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from league.analysis import stats
from league.analysis.comparison import Comparison, Pair
from league.analysis.nights import machine_of
from league.analysis.noise import floor_of
from league.records.view import Key, RunView


def again(pair: Pair, base: RunView, run: RunView, fresh: Sequence[RunView]) -> bool | None:
    """Whether fresh launches of the second side are slower too; None if there are too few.

    Only launches of the binary that ``run`` holds count, on its machine.  Where both sides are
    of one run, both are launched again, and held against each other.  How large a change has to be
    is told by the noise of ``base`` and of the fresh sessions: that of ``run``, which may have been
    disturbed, is no matter any more.
    """
    medians = _medians(pair.second.key, run, fresh)
    before: Sequence[float] = pair.first.medians()
    if pair.first.key != pair.second.key:
        before = _medians(pair.first.key, run, fresh)
    if min(len(medians), len(before)) < stats.FEWEST_LAUNCHES:
        return None
    floor = floor_of(fresh if base is run else [base, *fresh])
    spread = floor.spread(*map(stats.median, (medians, before)))
    return stats.slower_again(medians, before, spread=spread)


def confirmed(
    compared: Comparison, base: RunView, run: RunView, fresh: Sequence[RunView]
) -> Comparison:
    """Return a comparison that says of each slower cell whether fresh launches are slower too."""
    slower = {id(pair) for pair in compared.slower}
    pairs = [
        replace(pair, again=again(pair, base, run, fresh)) if id(pair) in slower else pair
        for pair in compared.pairs
    ]
    return replace(compared, pairs=tuple(pairs))


def _medians(key: Key, run: RunView, fresh: Sequence[RunView]) -> list[float]:
    found: list[float] = []
    for one in fresh:
        cell = one.cells.get(key)
        same = _binary(one, key) == _binary(run, key) and machine_of(one) == machine_of(run)
        if cell is not None and cell.verified and same:
            found += cell.medians()
    return found


def _binary(run: RunView, key: Key) -> object:
    build = run.builds.get((key.toolchain, key.benchmark, key.variant), {})
    return build.get("executable_sha256")
