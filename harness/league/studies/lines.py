"""How a study's figure is put together: which of the times, and values by label as series."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from league.show.plots.chart import Chart, Panel, Series, Value
from league.studies import counted
from league.studies.measured import Measured, Record, Subject, fastest, ratio, surroundings


def chosen(
    found: Iterable[Measured],
    *benchmarks: str,
    precision: str = "fp64",
    variants: Collection[str] = (),
    fits: Callable[[Subject], bool] = lambda subject: True,
    shaped: bool | None = False,
) -> list[Measured]:
    """Return the times of benchmarks, of a precision, whose shape was not asked for.

    ``shaped=True`` takes those whose teams or threads were, None both; no name takes all.
    """
    return [
        one
        for one in found
        if (not benchmarks or one.subject.benchmark in benchmarks)
        and precision in ("", one.subject.precision)
        and (not variants or one.subject.variant in variants)
        and shaped in (None, one.subject.is_shaped)
        and fits(one.subject)
    ]


def grouped(found: Iterable[Measured], *names: str) -> dict[tuple[Any, ...], list[Measured]]:
    """Return times by attributes of their subjects, in the order in which they appear."""
    groups: dict[tuple[Any, ...], list[Measured]] = {}
    for one in found:
        key = tuple(getattr(one.subject, name) for name in names)
        groups.setdefault(key, []).append(one)
    return groups


def beside(one: Measured, found: Iterable[Measured], variant: str) -> Measured | None:
    """Return the first time of a variant with the same run, benchmark, toolchain and sizes."""
    names = ("run", "benchmark", "toolchain", "precision", "parameters")
    place = [getattr(one.subject, name) for name in names]
    return next(
        (
            other for other in found
            if other.subject.variant == variant
            and [getattr(other.subject, name) for name in names] == place
        ),
        None,
    )  # fmt: skip


class Lines:
    """Values of a panel by label, and the times that they are made of."""

    def __init__(self) -> None:
        self._values: dict[str, list[Value]] = {}
        self.shown: list[Measured] = []

    def __bool__(self) -> bool:
        return bool(self._values)

    @property
    def places(self) -> set[str | float]:
        """Where there are values."""
        return {one.x for values in self._values.values() for one in values}

    def add(self, label: str, value: Value, *shown: Measured) -> None:
        """Add a value to the series of a label."""
        self._values.setdefault(label, []).append(value)
        self.shown += shown

    def add_best(
        self, device: Sequence[Measured], base: Measured | None, x: str, phase: str = "compute"
    ) -> None:
        """Add the fastest of each toolchain over the base, if there is one."""
        for (toolchain,), own in grouped(device, "toolchain").items():
            best = fastest(own, phase)
            if best and base:
                self.add(toolchain, ratio(best, base, x, phase), best, base)

    def over_x(self, least: int = 1) -> Lines:
        """Return the same with values in the order of x, without what has fewer places of it."""
        made = Lines()
        made.shown = self.shown
        for label, values in self._values.items():
            if len({one.x for one in values}) >= least:
                made._values[label] = sorted(values, key=lambda one: float(one.x))
        return made

    def by_label(self) -> Lines:
        """Return the same with labels in order."""
        made = Lines()
        made.shown, made._values = self.shown, dict(sorted(self._values.items()))
        return made

    def panel(
        self, title: str, x_label: str, y_label: str, missing: str, *beside: Series, **more: Any
    ) -> Panel:
        """Return a panel; `missing` says what would fill it, `beside` was published."""
        own = [Series(label, tuple(values)) for label, values in self._values.items()]
        return Panel(
            title, x_label, y_label, (*own, *beside), missing="" if own else missing, **more
        )


def nameless(value: Value) -> Value:
    """Return a value at which its variant need not be written."""
    return replace(value, note="")


def figure(
    id: str,
    title: str,
    panels: Sequence[Panel],
    runs: Sequence[Sequence[Record]],
    shown: Iterable[Measured],
    *caption: str,
    counts: Sequence[Panel] = (),
) -> Chart:
    """Return a figure whose caption says first where it was measured."""
    told = [counted.TOLD] if counts else []
    return Chart(id, title, (*panels, *counts), (surroundings(runs, shown), *told, *caption))
