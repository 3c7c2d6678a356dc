"""Numbers that do not scatter, of two runs: counts and machine code, compared exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from league.analysis import nights
from league.analysis.nights import Names
from league.analysis.quantities import OWN, Quantity, of_json
from league.base.words import plural
from league.records.view import RunView

_Cells = dict[Names, dict[str, float]]


@dataclass(frozen=True)
class Changed:
    """A number that differs."""

    cell: str
    quantity: Quantity
    before: float
    now: float

    @property
    def worse(self) -> bool:
        """Whether it became worse."""
        return self.quantity.is_worse(self.before, self.now)

    @property
    def line(self) -> str:
        """Say it in a line."""
        mark = "+" if self.worse else "-"
        shown = f"{self.quantity.show(self.before)} → {self.quantity.show(self.now)}"
        return f"{mark} {self.cell}, {self.quantity.name}: {shown}"

    def to_json(self) -> dict[str, Any]:
        """Return it for programs."""
        return {"cell": self.cell, "metric": self.quantity.name, "before": self.before,
                "now": self.now, "worse": self.worse}  # fmt: skip


@dataclass(frozen=True)
class Numbers:
    """What differs, and of how many that both have."""

    changed: tuple[Changed, ...] = ()
    common: int = 0

    def lines(self) -> list[str]:
        """Return the differences for a terminal; nothing if there is nothing in common."""
        if not self.common:
            return []
        told = f"{plural(self.common, 'number')} that do not scatter: "
        if not self.changed:
            return [f"{told}all equal"]
        worse = sum(one.worse for one in self.changed)
        head = f"{told}{worse} worse, {len(self.changed) - worse} better, the others equal"
        return [head, *(one.line for one in self.changed)]


def of_runs(first: RunView, second: RunView) -> Numbers:
    """Compare what both runs have of the same cells."""
    described = {str(one["name"]): of_json(str(one["name"]), one)
                 for run in (first, second) for one in run.metrics}  # fmt: skip
    return _compared(_cells(first), _cells(second), {**OWN, **described})


def of_toolchains(run: RunView, first: str, second: str) -> Numbers:
    """Compare what two toolchains have of the same cells."""
    cells = _cells(run)

    def side(toolchain: str) -> _Cells:
        return {("", *names[1:]): numbers for names, numbers in cells.items()
                if names[0] == toolchain}  # fmt: skip

    return _compared(side(first), side(second), OWN)


def _cells(run: RunView) -> _Cells:
    return {names: entry.metrics for names, entry in nights.night_of(run).entries.items()}


def _compared(before: _Cells, now: _Cells, quantities: dict[str, Quantity]) -> Numbers:
    pairs = list(_pairs(before, now, quantities))
    changed = [one for one in pairs if one.quantity.differs(one.before, one.now)]
    return Numbers(tuple(changed), len(pairs))


def _pairs(before: _Cells, now: _Cells, quantities: dict[str, Quantity]) -> Iterator[Changed]:
    for names in sorted(set(before) & set(now)):
        for name, quantity in quantities.items():
            old, new = before[names].get(name), now[names].get(name)
            if quantity.scatters or old is None or new is None:
                continue
            yield Changed(nights.short(names).removesuffix(" ()"), quantity, old, new)
