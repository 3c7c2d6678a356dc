"""Every verified cell held against its reference, with the statistics of its session."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from league.analysis import stats
from league.analysis.ceilings import Ceilings
from league.analysis.noise import floor_of
from league.analysis.standing import RunReferences
from league.records.view import Cell, RunView


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
