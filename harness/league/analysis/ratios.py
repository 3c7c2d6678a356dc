"""Every verified cell held against its reference, with the statistics of its session.

Its noise floor says what nothing can look like, by time scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.analysis import stats
from league.analysis.ceilings import Ceilings
from league.analysis.standing import RunReferences, Standing
from league.base.words import percent
from league.records.scale import scale_name, scale_of, time_of
from league.records.view import Cell, RunView


@dataclass(frozen=True)
class Floor:
    """The A/A spread at each time scale that has a pair, and how many pairs that were.

    Launches of one length scatter alike: what disturbs a process costs it a share of its time and
    a fixed time beside, so a short launch scatters more than a long one.  Hence a pair speaks for
    its own half decade; where there is none, the next longer pair is a lower bound and the next
    shorter one says nothing.
    """

    spreads: dict[int, float]

    def spread(self, *nanoseconds: float) -> float | None:
        """Return the largest A/A spread at the scales of these times, None where none is known.

        What is called a change within a scale on the way from the shortest to the longest of them
        is one beyond it, too: a slow-down does not hide by reaching a scale that scatters more.
        """
        low, scale, last = min(nanoseconds), *map(scale_of, (min(nanoseconds), max(nanoseconds)))
        own = self._at(scale) or 0.0
        found = max(own, self._at(last) or 0.0)
        for one in range(scale, last):
            needed = max(own, self._at(one) or 0.0)
            if max(needed, stats.SMALLEST_CHANGE) < time_of(one + 1) / low - 1.0:
                found = min(found, needed)
        return found or None

    def band(self, *nanoseconds: float) -> float:
        """Return the smallest relative change that is called one at the scales of these times."""
        return max(stats.SMALLEST_CHANGE, self.spread(*nanoseconds) or 0.0)

    def told(self, nanoseconds: Iterable[float]) -> str:
        """Return the bands of these times in words, `2 %` or `2 % (1–3 ms), 5 % (1–3 s)`."""
        bands: dict[str, list[int]] = {}
        for scale in sorted({scale_of(time) for time in nanoseconds}):
            bands.setdefault(percent(self.band(time_of(scale) * 1.01)), []).append(scale)
        if len(bands) < 2:
            return next(iter(bands), percent(stats.SMALLEST_CHANGE))
        return ", ".join(
            f"{band} ({', '.join(map(scale_name, scales))})" for band, scales in bands.items()
        )

    def _at(self, scale: int) -> float | None:
        return next((self.spreads[one] for one in sorted(self.spreads) if one >= scale), None)


def floor_of(runs: Sequence[RunView]) -> Floor:
    """Return the noise floor of sessions that are compared: the larger one at each scale.

    Where several measured a program, its scale is that of its shortest time: what is slower in one
    of them does not move the floor.
    """
    spreads: dict[int, float] = {}
    for run in runs:
        for pair in run.pairs:
            found = stats.aa_spread(pair.medians(), pair.twin_medians())
            if found is not None:
                here = [one.measured[pair.key].median() for one in runs if pair.key in one.measured]
                scale = scale_of(min(filter(None, here), default=0.0))
                spreads[scale] = max(found, spreads.get(scale, 0.0))
    return Floor(spreads)


@dataclass(frozen=True)
class Against:
    """A cell and what it was compared with; `verdict` is None where there is no reference."""

    cell: Cell
    reference: Cell | None
    verdict: stats.Verdict | None

    @property
    def is_reference(self) -> bool:
        """Whether the cell is its own reference."""
        return self.reference is self.cell

    @property
    def word(self) -> str:
        """The key into the glossary: a decision, REFERENCE or NO-REFERENCE."""
        if self.is_reference:
            return "REFERENCE"
        return self.verdict.decision.value if self.verdict else "NO-REFERENCE"


class Session:
    """One run with its noise floor and its references."""

    def __init__(self, run: RunView) -> None:
        self.run = run
        self.references = RunReferences(run)
        self.ceilings = Ceilings(run)
        self.floor = floor_of([run])
        self._against: dict[int, Against] = {}

    @property
    def bands(self) -> str:
        """The smallest relative change that is called one in this session, by time scale."""
        return self.floor.told(filter(None, (c.median() for c in self.run.measured.values())))

    def against(self, cell: Cell) -> Against:
        """Compare a verified cell with its reference."""
        known = self._against.get(id(cell))
        if known is None:
            known = self._against[id(cell)] = self._compare(cell)
        return known

    def _compare(self, cell: Cell) -> Against:
        held = self.references.of(cell) if cell.verified else None
        if held is None:
            return Against(cell, None, None)
        first, second = cell.medians(), held.medians()
        times = (stats.median(first), stats.median(second))
        if held is cell:
            same = stats.Interval(1.0, 1.0)
            verdict = stats.Verdict(1.0, same, stats.Decision.SAME, self.floor.band(*times))
        else:
            verdict = stats.compare(first, second, spread=self.floor.spread(*times))
        return Against(cell, held, verdict)


def mean_interval(pairs: Sequence[tuple[Cell, Cell]]) -> stats.Interval | None:
    """Return the 95 % interval of the geometric mean of cells over their references.

    None unless every cell has two launches or more.
    """
    return stats.mean_ratio_interval([(a.medians(), b.medians()) for a, b in pairs])


def ranked(rows: Iterable[Standing]) -> Iterator[tuple[int, Standing]]:
    """Yield the toolchains with a mean, the fastest first, with their ranks.

    Launches do not tell toolchains of one rank apart: over the problems that both solved, none is
    surely slower than the first of them.
    """
    first, rank = None, 0
    for number, row in enumerate((row for row in rows if row.best.value is not None), 1):
        if first is None or _slower(row, first):
            first, rank = row, number
        yield rank, row


def _slower(row: Standing, first: Standing) -> bool:
    """Whether a toolchain is surely slower than another over the problems that both solved."""
    own, others = ({cell.key.problem: (cell.medians(), held.medians()) for cell, held in pairs}
                   for pairs in (row.best_pairs, first.best_pairs))  # fmt: skip
    both = own.keys() & others.keys()
    decided = stats.compare_means([own[one] for one in both], [others[one] for one in both])
    return decided is stats.Decision.SLOWER
