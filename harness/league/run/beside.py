"""Timing in which programs of a baseline take turns with those that are here now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from league.run import plan
from league.run.options import Options
from league.run.plan import Cell, Launch
from league.run.select import Names
from league.run.timing import Timing


class Beside(Timing):
    """Each timed launch of a variant has one of its program of before beside it."""

    def __init__(self, options: Options, before: Mapping[Names, Path]) -> None:
        """Take the options, and the programs by the names of their variants."""
        super().__init__(options)
        self._before = before

    def timed(self, cells: Sequence[Cell], aa: Sequence[Cell] = ()) -> list[Launch]:
        """Return the timed launches: new, old, old, new, new, ..."""
        found: list[Launch] = []
        for one in super().timed(cells, aa):
            program = self._before.get(one.cell.variant.names)
            both = [one]
            if program and not one.pair:
                variant = replace(one.cell.variant, executable=program)
                cell = replace(one.cell, variant=variant)
                both.append(replace(one, cell=cell, pair=plan.BEFORE))
            found += both[:: -1 if one.index % 2 else 1]
        return found
