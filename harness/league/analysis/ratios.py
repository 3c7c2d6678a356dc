"""Every verified cell held against its reference, with the statistics of its session."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from league.analysis import stats
from league.analysis.ceilings import Ceilings
from league.analysis.standing import References
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


class Session:
    """One run with its noise floor, its references and the draws of its bootstrap."""

    def __init__(self, run: RunView) -> None:
        self.run = run
        self.seed = int(run.session.get("seed") or 0)
        self.references = References(run)
        self.ceilings = Ceilings(run)
        self.spread = self._spread()
        self._draws: dict[int, stats.Floats] = {}
        self._against: dict[int, Against] = {}

    @property
    def band(self) -> float:
        """The smallest relative change that is called one in this session."""
        return max(stats.SMALLEST_CHANGE, self.spread or 0.0)

    def against(self, cell: Cell) -> Against:
        """Compare a verified cell with its reference."""
        known = self._against.get(id(cell))
        if known is None:
            known = self._against[id(cell)] = self._compare(cell)
        return known

    def draws(self, cell: Cell) -> stats.Floats:
        """Return the bootstrap draws of a verified cell's median, always the same ones."""
        known = self._draws.get(id(cell))
        if known is None:
            known = stats.bootstrap_medians(cell.medians(), seed=self.seed, name=str(cell.key))
            self._draws[id(cell)] = known
        return known

    def interval(self, cell: Cell) -> stats.Interval | None:
        """Return the 95 % interval of a cell's median, None for fewer than two launches."""
        return stats.interval_of(self.draws(cell)) if len(cell.medians()) > 1 else None

    def mean_interval(self, pairs: list[tuple[Cell, Cell]]) -> stats.Interval | None:
        """Return the 95 % interval of the geometric mean of these cells over their references.

        None unless every cell has two launches or more.
        """
        if not pairs or any(len(cell.medians()) < 2 for pair in pairs for cell in pair):
            return None
        ratios = [
            np.ones(stats.RESAMPLES) if cell is held else self.draws(cell) / self.draws(held)
            for cell, held in pairs
        ]
        return stats.geometric_mean_interval(ratios)

    def _compare(self, cell: Cell) -> Against:
        held = self.references.of(cell) if cell.verified else None
        if held is None:
            return Against(cell, None, None)
        if held is cell:
            same = stats.Verdict(1.0, stats.Interval(1.0, 1.0), stats.Decision.SAME, self.band)
            return Against(cell, held, same)
        draws = (self.draws(cell), self.draws(held))
        verdict = stats.compare_draws(cell.medians(), held.medians(), draws, spread=self.spread)
        return Against(cell, held, verdict)

    def _spread(self) -> float | None:
        pair = self.run.pair
        if pair is None:
            return None
        return stats.aa_spread(pair.medians(), pair.twin_medians(), seed=self.seed)
