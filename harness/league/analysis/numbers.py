"""Numbers that do not scatter, of two runs: counts and machine code, compared exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.analysis import nights
from league.analysis.nights import Names, Night
from league.analysis.quantities import OWN, Quantity
from league.base.words import plural
from league.records.view import RunView


@dataclass(frozen=True)
class Changed:
    """A number that differs."""

    names: Names
    quantity: Quantity
    before: float
    now: float

    @property
    def cell(self) -> str:
        """The cell as people call it."""
        return nights.short(self.names)

    @property
    def metric(self) -> str:
        """The name of the number."""
        return self.quantity.name

    @property
    def worse(self) -> bool:
        """Whether it became worse."""
        return self.quantity.is_worse(self.before, self.now)

    @property
    def line(self) -> str:
        """Say it in a line."""
        mark = "+" if self.worse else "-"
        shown = f"{self.quantity.show(self.before)} → {self.quantity.show(self.now)}"
        return f"{mark} {self.cell}, {self.metric}: {shown}"

    def to_json(self, **more: Any) -> dict[str, Any]:
        """Return it for programs."""
        return {"cell": self.cell, "metric": self.metric, "before": self.before,
                "now": self.now, **more}  # fmt: skip


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
    return of_nights(nights.night_of(first), nights.night_of(second))


def of_nights(before: Night, now: Night) -> Numbers:
    """Compare what both nights have of the same cells."""
    quantities = {**OWN, **before.quantities, **now.quantities}
    return _compared(_cells(before), _cells(now), quantities)


def of_toolchains(run: RunView, first: str, second: str) -> Numbers:
    """Compare what two toolchains have of the same cells."""
    cells = _cells(nights.night_of(run))
    before, now = (
        {("", *names[1:]): own for names, own in cells.items() if names[0] == toolchain}
        for toolchain in (first, second)
    )
    return _compared(before, now, OWN)


def _cells(night: Night) -> dict[Names, dict[str, float]]:
    return {names: entry.metrics for names, entry in night.entries.items()}


def _compared(
    before: Mapping[Names, Mapping[str, float]], now: Mapping[Names, Mapping[str, float]],
    quantities: Mapping[str, Quantity],
) -> Numbers:  # fmt: skip
    pairs = [
        Changed(names, quantity, before[names][name], now[names][name])
        for names in sorted(before.keys() & now.keys())
        for name, quantity in quantities.items()
        if not quantity.scatters and name in before[names] and name in now[names]
    ]
    changed = [one for one in pairs if one.quantity.differs(one.before, one.now)]
    return Numbers(tuple(changed), len(pairs))
