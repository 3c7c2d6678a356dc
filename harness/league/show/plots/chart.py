"""What a study's figure shows, before it is drawn: panels of bars or lines, and their numbers."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from league.analysis import stats
from league.analysis.stats import FEWEST_LAUNCHES
from league.base import models
from league.base.columns import rows_as_csv
from league.base.words import significant


@dataclass(frozen=True)
class Source:
    """Whose time one of our numbers is made of."""

    #: which of the given runs; times of different runs are never divided
    run: int
    toolchain: str
    variant: str
    #: nanoseconds of each launch; none of what was counted
    times: tuple[float, ...]


@dataclass(frozen=True)
class Value:
    """One number of a series."""

    #: a category of bars, or a place on the axis of lines
    x: str | float
    #: not a number: none that counts; the note says why
    y: float
    #: 95 % interval; None where there are too few launches, or a number was published without one
    low: float | None = None
    high: float | None = None
    #: launches behind it; 0: published
    launches: int = 0
    #: what is written at a bar: the variant, where it was chosen
    note: str = ""
    #: None of what was published, or counted
    source: Source | None = None


@dataclass(frozen=True)
class Series:
    """Values that belong together, with one colour."""

    label: str
    values: tuple[Value, ...]
    #: machine and year of published numbers; empty for ours
    published: str = ""
    #: whether ours is of the published problem, so that the two may be divided
    compared: bool = True


@dataclass(frozen=True)
class Panel:
    """One pair of axes; every ratio is a time over a reference's, so above 1 is slower."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    kind: Literal["bars", "lines", "matrix", "table", "map"] = "bars"
    #: a logarithmic axis of values, which ratios and sizes have
    log_y: bool = True
    log_x: bool = False
    #: whether an axis of values that is not logarithmic starts at zero
    from_zero: bool = False
    #: why there is nothing of ours in it; empty if there is
    missing: str = ""
    #: categories from first to last; others follow as they appear
    order: tuple[str, ...] = ()
    #: of a map: the value at which colours end
    most: float = 1.0

    @property
    def categories(self) -> list[str]:
        """The places of its values, in order."""
        found = dict.fromkeys(str(one.x) for series in self.series for one in series.values)
        known = [name for name in dict.fromkeys(self.order) if name in found]
        return [*known, *(name for name in found if name not in known)]

    @property
    def is_empty(self) -> bool:
        """Whether nothing of ours is in it."""
        return not any(not one.published for one in self.series)

    def over_published(self, ours: Series, one: Value) -> dict[str, float]:
        """Return a value of ours over each published one at the same place.

        Nothing of a series that is published itself, or of another problem.  Of a panel of ratios
        that is the ratio of two speed-ups, which depends on no clock.
        """
        return {
            series.label: one.y / value.y
            for series in self.series
            if series.published and not ours.published and ours.compared
            for value in series.values
            if str(value.x) == str(one.x) and value.y
        }


@dataclass(frozen=True)
class Chart:
    """A figure of a study."""

    id: str
    title: str
    panels: tuple[Panel, ...]
    #: sentences below: what is compared, machine and compilers, launches, sources
    caption: tuple[str, ...] = field(default=())

    @property
    def is_empty(self) -> bool:
        """Whether nothing of ours is in it."""
        return all(panel.is_empty for panel in self.panels)


def cuda_first(chart: Chart) -> Chart:
    """Return a chart with what was measured beside CUDA over CUDA's time first."""
    panels = []
    for panel in chart.panels:
        over = _over_cuda(panel) if panel.kind in ("bars", "lines") else None
        panels += [panel] if over is None else [over, panel]
    return replace(chart, panels=tuple(panels))


def _over_cuda(panel: Panel) -> Panel | None:
    """Return the times of a panel over those of the fastest CUDA variant at the same place."""
    base: dict[tuple[int, str], Source] = {}
    for series in panel.series:
        for one in series.values:
            if one.source is None or not one.source.times:
                continue
            if not models.of_variant(one.source.variant).is_cuda:
                continue
            place = (one.source.run, str(one.x))
            if place not in base or _middle(one.source) < _middle(base[place]):
                base[place] = one.source
    found = []
    for series in panel.series:
        values = [
            _over(one, base[one.source.run, str(one.x)])
            for one in series.values
            if one.source is not None and (one.source.run, str(one.x)) in base
            and not models.of_variant(one.source.variant).is_cuda
        ]  # fmt: skip
        found += [replace(series, values=tuple(values))] if values else []
    if not found:
        return None
    title = f"{panel.title}: over CUDA" if panel.title else "over CUDA"
    return replace(panel, title=title, y_label="time / CUDA", series=tuple(found), log_y=True,
                   missing="")  # fmt: skip


def _over(one: Value, base: Source) -> Value:
    assert one.source is not None
    own, other = one.source.times, base.times
    launches = min(len(own), len(other))
    found = stats.ratio_interval(own, other) if launches >= FEWEST_LAUNCHES else None
    low, high = found or (None, None)
    return replace(one, y=_middle(one.source) / _middle(base), low=low, high=high,
                   launches=launches)  # fmt: skip


def _middle(one: Source) -> float:
    return statistics.median(one.times)


def as_csv(chart: Chart) -> str:
    """Return a line per value; empty fields where something is not known."""
    rows: list[list[str | int]] = []
    drawn = [(panel, series) for panel in chart.panels for series in panel.series]
    for panel, series in drawn:
        for one in series.values:
            x = f"{one.x} ({one.note})" if one.note else str(one.x)
            bounds = ["" if end is None else f"{end:.6g}" for end in (one.low, one.high)]
            over = panel.over_published(series, one)
            compared = "; ".join(f"{value:.3g} of {label}" for label, value in over.items())
            rows.append([panel.title, series.label, x, f"{one.y:.6g}", panel.y_label, *bounds,
                         one.launches or "", series.published, compared])  # fmt: skip
    head = ("panel", "series", "x", "y", "unit", "low", "high", "launches", "published",
            "over_published")  # fmt: skip
    return rows_as_csv(head, rows)


def comparison_told(panel: Panel) -> list[str]:
    """Return ours over what was published, machine by machine, as sentences of a caption."""
    told: dict[tuple[str, str], list[str]] = {}
    for series in panel.series:
        for value in series.values:
            for label, over in panel.over_published(series, value).items():
                place = told.setdefault((series.label, label), [])
                place.append(f"{value.x} {significant(over, 2)}")
    where = f" ({panel.title})" if panel.title else ""
    return [
        f"{ours} over {label}{where}: {', '.join(parts)}." for (ours, label), parts in told.items()
    ]


def launches_told(panels: Sequence[Panel]) -> str:
    """Return how many launches a number has behind it, in words of a caption."""
    values = [one for panel in panels for series in panel.series for one in series.values]
    counts = sorted({one.launches for one in values if one.launches})
    if not counts:
        return ""
    if counts == [1]:
        return "One launch a number, so no intervals."
    few = counts[-1] < FEWEST_LAUNCHES
    most = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    drawn = any(
        one.low is not None for panel in panels if panel.kind in ("bars", "lines")
        for series in panel.series for one in series.values
    )  # fmt: skip
    if few and any(panel.kind in ("bars", "lines") for panel in panels):
        return f"{most} launches a number, too few for intervals."
    return f"{most} launches a number" + ("; thin lines are 95 % intervals." if drawn else ".")
