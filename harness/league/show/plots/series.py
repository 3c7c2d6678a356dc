"""One cell over many nights, as an element of a page and as a file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from matplotlib.figure import Figure
from matplotlib.transforms import blended_transform_factory

from league.analysis.stats import Interval
from league.base.columns import rows_as_csv
from league.base.words import duration
from league.show.plots import common
from league.show.plots.common import Paper

# Inches: narrow, so that the letters are large enough on a telephone.
_WIDTH, _TALL = 4.5, 2.3
_BAD = "#d55e00"
_TOLD = "line: level · band: its 95 % interval\ntimes do not start at zero"


@dataclass(frozen=True)
class Mark:
    """Something at a night: a change of level, or a new version."""

    at: int
    text: str


@dataclass(frozen=True)
class Level:
    """A stretch of nights on one level."""

    first: int
    last: int
    value: float
    #: 95 % interval of the level over its nights, None for a single one
    interval: Interval | None = None


@dataclass(frozen=True)
class Track:
    """What one cell did: a time per night, or None where it failed."""

    title: str
    dates: Sequence[str]
    values: Sequence[float | None]
    levels: Sequence[Level]
    changes: Sequence[Mark]
    versions: Sequence[Mark]


def track(one: Track, name: str) -> str:
    """Draw a time over nights; `name` makes the ids unique on a page.  Empty with no time."""
    if not any(value is not None for value in one.values):
        return ""
    return common.element(_track(one, common.ON_PAGE), one.title, name, "chart")


def track_picture(one: Track, kind: str = "svg") -> bytes:
    """Draw the same as a file of its own, SVG or PNG, with its title above."""
    return common.picture(_track(one, common.ON_PAPER, one.title), kind)


def track_numbers(one: Track) -> str:
    """Return the numbers of the line as CSV, a line per night; times in nanoseconds."""
    rows = []
    told = [{mark.at: mark.text for mark in marks} for marks in (one.changes, one.versions)]
    for n, (date, value) in enumerate(zip(one.dates, one.values)):
        level = next((one for one in one.levels if one.first <= n <= one.last), None)
        numbers = (level.value, *(level.interval or (None, None))) if level else (None,) * 3
        shown = ["" if number is None else f"{number:.6g}" for number in (value, *numbers)]
        rows.append([date, *shown, *(marks.get(n, "") for marks in told)])
    head = ("time", "compute_ns", "level_ns", "low_ns", "high_ns", "change", "version")
    return rows_as_csv(head, rows)


def _track(one: Track, paper: Paper, title: str = "") -> Figure:
    above = 0.3 if title else 0.0
    height = _TALL + above
    with common.style(path_simplify=False, **paper.settings):
        figure = Figure(figsize=(_WIDTH, height))
        axes = figure.add_axes((0.15, 0.25 * _TALL / height, 0.835, 0.54 * _TALL / height))
        if title:
            figure.text(0.01, 1 - 0.2 / height, title, fontsize=8.5, fontweight="bold")
        good = [(n, value) for n, value in enumerate(one.values) if value is not None]
        axes.plot(
            [n for n, _ in good], [value for _, value in good], color=paper.accent,
            linestyle="none", marker="o", markersize=3.2, markeredgewidth=0, zorder=3,
        )  # fmt: skip
        for level in one.levels:
            axes.plot(
                [level.first, level.last], [level.value] * 2, color=paper.accent, linewidth=1.8,
                alpha=0.55, zorder=2,
            )  # fmt: skip
            if level.interval:
                axes.fill_between(
                    [level.first - 0.4, level.last + 0.4], *level.interval, color=paper.accent,
                    alpha=0.2, linewidth=0, zorder=1.5,
                )  # fmt: skip
        every = [value for _, value in good]
        every += [end for level in one.levels for end in level.interval or ()]
        low, high = min(every), max(every)
        margin = max(0.25 * (high - low), 0.04 * high)
        axes.set_ylim(max(0.0, low - 1.4 * margin), high + margin)
        axes.set_xlim(-0.8, max(len(one.values) - 0.2, 4))
        foot = blended_transform_factory(axes.transData, axes.transAxes)
        bad = [n for n, value in enumerate(one.values) if value is None]
        if bad:
            axes.plot(
                bad, [0.06] * len(bad), color=_BAD, linestyle="none", marker="x", markersize=4.5,
                transform=foot, zorder=4,
            )  # fmt: skip
        for mark in one.changes:
            axes.axvline(
                mark.at - 0.5, color=paper.ink, linewidth=1, linestyle=(0, (4, 2)), zorder=1
            )
        _names(axes, foot, one.changes, 1.03)
        for mark in one.versions:
            axes.plot([mark.at], [1.0], color=paper.muted, marker="v", markersize=5, transform=foot,
                      clip_on=False, zorder=5)  # fmt: skip
        _names(axes, foot, one.versions, 1.18)
        ticks = _dates(one.dates)
        axes.set_xticks(list(ticks), list(ticks.values()))
        common.marks(axes.yaxis, duration, 4)
        common.grid(axes)
        axes.spines.left.set_visible(False)
        axes.tick_params(length=0)
        axes.set_xlabel(_TOLD, fontsize=8.5)
    return figure


def _names(axes: Any, where: Any, marks: Sequence[Mark], height: float) -> None:
    """Write the names of marks, the newest first, leaving out what would lie upon the next."""
    left, right = axes.get_xlim()
    free = math.inf
    for mark in reversed(marks):
        at = min(mark.at - 0.5, right - 0.2 * (right - left))
        if at + 0.023 * len(mark.text) * (right - left) <= free:
            axes.text(at, height, mark.text, transform=where, fontsize=8.5, va="bottom", ha="left")
            free = at


def _dates(dates: Sequence[str]) -> dict[int, str]:
    """Return at most four nights with their dates, evenly spread; of one day their times."""
    step = max(1, -(-len(dates) // 4))
    form = "%d %b %Y" if len({text[:10] for text in dates}) > 1 else "%d %b, %H:%M"
    return {n: _told(dates[n], form) for n in range(0, len(dates), step)}


def _told(text: str, form: str) -> str:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00")).strftime(form)
    except ValueError:
        return text[:10]
