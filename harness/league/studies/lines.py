"""How a study's figure is put together: which of the times, series by label, panel after panel."""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.profile import plan
from league.records import device_counts
from league.records.schema import parse_object
from league.show.plots.chart import Chart, Panel, Series, Value
from league.studies.measured import (
    QUANTITIES,
    Measured,
    Record,
    Subject,
    counted,
    fastest,
    named,
    ratio,
)

Runs = Sequence[Sequence[Record]]
_PUBLISHED = Path(__file__).with_name("published.json")
#: What an emulated device counted and is drawn, in words; none of it is a time.
COUNTED = {
    "instructions": "PTX instructions by lanes",
    "sectors": "32-byte sectors of global memory",
    "kernel_launches": "kernels launched",
    "host_waits": "waits of the host",
}
_COUNTS_TOLD = (
    "Counts are those of a process on an emulated device, which runs the compiled code of a GPU on"
    " the host: they say what was asked for, never how long it takes."
)


@functools.cache
def published(study: str) -> dict[str, Any]:
    """Return what a study published: ``source`` and its numbers, units in the names.

    It stands beside ours as context and is never a check.
    """
    found: dict[str, Any] = parse_object(_PUBLISHED.read_text(encoding="utf-8"))[study]
    return found


def as_published(machine: str, values: Iterable[Value]) -> Series:
    """Return published numbers as a series, which is called by their machine."""
    return Series(machine, tuple(values), machine)


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
    own = one.subject
    place = replace(own, variant=variant, letter="", group="", teams=None, threads=None)
    return next(
        (
            other for other in found
            if replace(other.subject, letter="", group="", teams=None, threads=None) == place
        ),
        None,
    )  # fmt: skip


def profiled(
    runs: Runs, benchmarks: Collection[str]
) -> Iterator[tuple[int, Record, Mapping[str, Any]]]:
    """Yield number of the run, record and profile of each profiled launch of some benchmarks."""
    for number, records in enumerate(runs):
        for record in records:
            profile = plan.of(dict(record))
            if profile is not None and record["benchmark"] in benchmarks:
                yield number, record, profile


class Lines:
    """Values of a panel by label, and the times that they are made of."""

    def __init__(self) -> None:
        self.values: dict[str, list[Value]] = {}
        self.shown: list[Measured] = []
        #: labels of what is of another problem than the published numbers
        self.unlike: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self.values)

    def add(self, label: str, value: Value, *shown: Measured) -> None:
        """Add a value to the series of a label."""
        self.values.setdefault(label, []).append(value)
        self.shown += shown

    def add_best(
        self, device: Sequence[Measured], base: Measured | None, x: str, phase: str = "compute"
    ) -> None:
        """Add the fastest of each toolchain over the base, if there is one."""
        for (toolchain,), own in grouped(device, "toolchain").items():
            best = fastest(own, phase)
            if best and base:
                self.add(toolchain, ratio(best, base, x, phase), best, base)

    def add_forms(self, found: Sequence[Measured], base: str, forms: Mapping[str, str]) -> None:
        """Add variants over a base of the same run, toolchain and sizes, by what they stand for."""
        for one in found:
            over, form = beside(one, found, base), forms.get(one.subject.variant)
            if over is not None and form:
                label = f"{one.subject.toolchain}, class {one.subject.letter}"
                self.add(label, nameless(ratio(one, over, form)), one)

    def by_label(self) -> Lines:
        """Put the labels in order, and return the same."""
        self.values = dict(sorted(self.values.items()))
        return self


def nameless(value: Value) -> Value:
    """Return a value at which its variant need not be written."""
    return replace(value, note="")


class Figure:
    """A figure while it is put together; the caption says first where it was measured.

    ``counted`` are benchmarks whose counts on an emulated device stand in a panel of their own.
    ``missing`` of a panel says what would fill it.
    """

    def __init__(self, id: str, title: str, runs: Runs, counted: Collection[str] = ()) -> None:
        self._id, self._title, self._runs = id, title, runs
        self._counts = counts(runs, counted)
        self.panels: list[Panel] = []
        #: whether a panel of counts is among them
        self.is_counted = False
        #: what is shown: numbers of runs, and toolchains
        self.places: list[tuple[int, str]] = []

    def shows(self, found: Iterable[Measured]) -> None:
        """Say that these times are shown."""
        self.places += [(one.subject.run, one.subject.toolchain) for one in found]

    def bars(
        self, lines: Lines, title: str, y_label: str, missing: str, *beside: Series, **more: Any
    ) -> None:
        """Add a panel of bars; `beside` was published."""
        own = [
            Series(label, tuple(values), compared=label not in lines.unlike)
            for label, values in lines.values.items()
        ]
        fields = {"x_label": "", "missing": "" if own else missing, **more}
        self.panels.append(Panel(title, y_label=y_label, series=(*own, *beside), **fields))
        self.shows(lines.shown)

    def twins(
        self, title: str, over: str, lines_of: Callable[[list[Measured]], Lines],
        quantities: Collection[str] = ("issued",), **more: Any,
    ) -> None:  # fmt: skip
        """Add a panel for each quantity that an emulated GPU counted: ratios, as the times' are."""
        for quantity in quantities:
            lines = lines_of(counted(self._runs, quantity))
            if lines:
                self.is_counted = True
                self.bars(lines, f"{title}: {QUANTITIES[quantity]}", over, "", **more)

    def curves(
        self, lines: Lines, title: str, x_label: str, y_label: str, missing: str,
        *, least: int = 1, **more: Any,
    ) -> None:  # fmt: skip
        """Add a panel of values over x, without what has fewer places of it than ``least``."""
        ordered = Lines()
        ordered.shown = lines.shown
        ordered.values = {
            label: sorted(values, key=lambda one: float(one.x))
            for label, values in lines.values.items()
            if len({one.x for one in values}) >= least
        }
        more = {"kind": "lines", "log_x": True, "x_label": x_label, **more}
        self.bars(ordered, title, y_label, missing, **more)

    def keep_filled(self, index: int = 0) -> None:
        """Leave out the panels without anything of ours; if none has any, keep that one of them."""
        filled = [panel for panel in self.panels if not panel.is_empty]
        self.panels = filled or [self.panels[index]]

    def chart(self, *caption: str) -> Chart:
        """Return the figure."""
        told = [_COUNTS_TOLD] if self._counts or self.is_counted else []
        return Chart(
            self._id, self._title, (*self.panels, *self._counts),
            (named(self._runs, self.places), *told, *caption),
        )  # fmt: skip


def counts(runs: Runs, benchmarks: Collection[str]) -> list[Panel]:
    """Return a panel of counts of these benchmarks; none where no launch of theirs has any."""
    found: dict[tuple[str, str, str], dict[str, list[int]]] = {}
    classes: dict[str, None] = {}
    for record in (record for records in runs for record in records):
        counts = record.get("device_counts")
        if not counts or record["benchmark"] not in benchmarks or record["precision"] != "fp64":
            continue
        if record["verdict"]["answer"] != "pass":
            continue
        classes[f"{record['toolchain']}, class {record['class']}"] = None
        place = (record["benchmark"], record["variant"], record["toolchain"])
        told = found.setdefault(place, {})
        for name, value in device_counts.totals(counts).items():
            told.setdefault(name, []).append(value)
    if not found:
        return []
    several = len({toolchain for *_, toolchain in found}) > 1
    series = tuple(
        Series(
            words,
            tuple(
                Value(
                    f"{benchmark} {variant}" + f", {toolchain}" * several,
                    middle,
                    launches=len(told[name]),
                )
                for (benchmark, variant, toolchain), told in sorted(found.items())
                if (middle := statistics.median(told[name]))
            ),
        )
        for name, words in COUNTED.items()
    )
    title = f"no times, but counts of an emulated device ({'; '.join(classes)}, fp64)"
    return [Panel(title, "", "counted in one process", series)]
