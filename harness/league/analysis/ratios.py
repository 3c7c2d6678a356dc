"""Every verified cell held against its reference, with the statistics of its session.

Its noise floor says what nothing can look like, by time scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from league.analysis import stats
from league.analysis.ceilings import Ceilings
from league.analysis.standing import RunReferences
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
        """Return the largest A/A spread at the scales of these times, None where none is known."""
        found = [known for known in map(self._at, map(scale_of, nanoseconds)) if known is not None]
        return max(found, default=None)

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
    """Return the noise floor of sessions that are compared: the larger one at each scale."""
    spreads: dict[int, float] = {}
    for run in runs:
        for pair in run.pairs:
            found = stats.aa_spread(pair.medians(), pair.twin_medians())
            if found is not None:
                scale = scale_of(pair.median() or 0.0)
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


#: Above this band a comparison is told to be noisy, and "same" says nothing.
MUCH_NOISE = 0.1


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

    @cached_property
    def unranked(self) -> str:
        """Why no order of its toolchains can be told; empty where there is one, or nothing."""
        told = map(self.against, self.run.cells.values())
        compared = [one for one in told if one.reference and not one.is_reference]
        sides = [(one.cell.medians(), one.reference.medians()) for one in compared if one.reference]
        surely = stats.discoveries([stats.difference_p_value(*times) for times in sides])
        if not compared or any(map(_says, compared, surely)):
            return ""
        most = max(len(one.cell.medians()) for one in compared)
        why = "few launches" if most < stats.FEWEST_LAUNCHES else "noisy"
        return f"Too {why} to rank: no ratio can be told from 1. Toolchains in order of name."

    def against(self, cell: Cell) -> Against:
        """Compare a verified cell with its reference."""
        known = self._against.get(id(cell))
        if known is None:
            known = self._against[id(cell)] = self._compare(cell)
        return known

    def mean_interval(self, pairs: list[tuple[Cell, Cell]]) -> stats.Interval | None:
        """Return the 95 % interval of the geometric mean of these cells over their references.

        None unless every cell has two launches or more.
        """
        return stats.mean_ratio_interval([(a.medians(), b.medians()) for a, b in pairs])

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


def _says(one: Against, surely: bool) -> bool:
    """Whether a comparison tells something, also as one of many."""
    if one.verdict and one.verdict.decision is stats.Decision.SAME:
        return one.verdict.band <= MUCH_NOISE
    return surely and one.word != stats.Decision.INCONCLUSIVE.value
