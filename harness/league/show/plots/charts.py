"""Draws the figures of the studies: bars and lines, ours in colours, published numbers hatched."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

from league.base.words import significant
from league.show.plots import common, matrices
from league.studies.chart import Chart, Panel, Series, launches_told

_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p")
_GREYS = ("#b0b0b0", "#8c8c8c", "#6a6a6a", "#484848")
_WIDTH = 8.3
_PANEL = 2.9


def draw(chart: Chart, picture: str = "svg") -> bytes:
    """Return the picture as SVG or PNG; the same chart gives the same bytes.

    A panel below the other.  What is published is grey and hatched, and named with machine and
    year; a panel without numbers of ours says which command gives some.
    """
    with matplotlib.rc_context({**common.RC, "hatch.linewidth": 0.6}):
        heights = [_height(panel) for panel in chart.panels]
        told = [line for line in [*chart.caption, _launches(chart)] if line]
        caption = "\n".join(textwrap.fill(line, 115) for line in told)
        lines = caption.count("\n") + 1 if caption else 0
        figure = Figure(figsize=(_WIDTH, sum(heights) + 0.5 + 0.17 * lines), layout="constrained")
        axes = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
        for panel, place in zip(chart.panels, axes):
            _panel(place, panel)
        figure.suptitle(chart.title, x=0.01, ha="left", fontsize=11, fontweight="bold")
        if caption:
            figure.supxlabel(caption, x=0.01, ha="left", fontsize=7.5, color="#404040")
        out = io.BytesIO()
        metadata = {"Date": None} if picture == "svg" else None
        figure.savefig(out, format=picture, dpi=140, metadata=metadata)
    return out.getvalue()


def _launches(chart: Chart) -> str:
    values = [one for panel in chart.panels for series in panel.series for one in series.values]
    return launches_told(values)


def _height(panel: Panel) -> float:
    if not panel.series:
        return 0.7
    if panel.kind == "matrix":
        return matrices.height(panel)
    if panel.kind == "lines":
        return _PANEL + 0.16 * len(panel.series)
    return 0.9 + sum(0.14 * len(series.values) + 0.1 for series in panel.series)


def _colours(panel: Panel) -> dict[str, str]:
    ours = [one.label for one in panel.series if not one.published]
    theirs = [one.label for one in panel.series if one.published]
    found = {name: common.COLOURS[n % len(common.COLOURS)] for n, name in enumerate(ours)}
    return {**found, **{name: _GREYS[n % len(_GREYS)] for n, name in enumerate(theirs)}}


def _panel(place: Any, panel: Panel) -> None:
    place.set_title(panel.title, loc="left", fontsize=9.5)
    for side in ("top", "right"):
        place.spines[side].set_visible(False)
    if not panel.series:
        place.set_axis_off()
        place.text(0, 0.5, f"nothing measured: {panel.missing}", fontsize=8.5, va="center")
        return
    {"lines": _lines, "bars": _bars, "matrix": matrices.draw}[panel.kind](place, panel)
    if panel.missing:
        told = f"nothing of ours: {panel.missing}"
        place.set_title(told, loc="right", fontsize=8, color="#a02020")


def _axis(axis: Any, log: bool) -> None:
    if log:
        low, high = axis.get_view_interval()
        span = high / max(low, 1e-30)
        subs = (1,) if span > 1000 else (1, 2, 5)
        axis.set_major_locator(MaxNLocator(6) if span < 4 else LogLocator(10, subs, numticks=12))
        axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _bars(place: Any, panel: Panel) -> None:
    """Draw horizontal bars in groups by category, in the order in which categories appear."""
    names = list(dict.fromkeys(str(one.x) for series in panel.series for one in series.values))
    colours = _colours(panel)
    ratios = " / " in panel.y_label
    at, ticks = 0.0, []
    drawn: set[str] = set()
    for name in names:
        first = at
        for series in panel.series:
            for one in (value for value in series.values if str(value.x) == name):
                start = 1.0 if ratios else 0.0
                place.barh(
                    at, one.y - start, 0.9, left=start,
                    color=colours[series.label], edgecolor="white",
                    hatch="///" if series.published else "",
                    label="" if series.label in drawn else series.label,
                )  # fmt: skip
                drawn.add(series.label)
                if one.low is not None and one.high is not None:
                    place.plot([one.low, one.high], [at, at], color="#202020", linewidth=1)
                note = f"  {one.note}" if one.note else ""
                place.annotate(
                    f"{significant(one.y, 3)}{note}",
                    (max(start, one.y, one.high or 0.0), at), xytext=(4, 0),
                    textcoords="offset points", va="center", fontsize=7,
                )  # fmt: skip
                at += 1.0
        ticks.append((first + at - 1) / 2)
        at += 0.8
    place.set_yticks(ticks, names)
    place.tick_params(axis="y", length=0)
    place.invert_yaxis()
    if panel.log_y:
        place.set_xscale("log")
    place.margins(x=0.25)
    _axis(place.xaxis, panel.log_y)
    if ratios:
        place.axvline(1, color="#202020", linewidth=1)
    place.set_xlabel(_told(panel.y_label, panel.log_y))
    place.grid(axis="x", color="#d8d8d8", linewidth=0.6)
    place.set_axisbelow(True)
    _legend(place, panel.series)


def _lines(place: Any, panel: Panel) -> None:
    colours = _colours(panel)
    for number, series in enumerate(panel.series):
        xs = [float(one.x) for one in series.values]
        place.plot(
            xs, [one.y for one in series.values], color=colours[series.label],
            marker=_MARKERS[number % len(_MARKERS)], markersize=4, linewidth=1.2,
            linestyle=("-", "--", ":")[number // len(common.COLOURS) % 3], label=series.label,
        )  # fmt: skip
        for x, one in zip(xs, series.values):
            if one.low is not None and one.high is not None:
                place.plot([x, x], [one.low, one.high], color=colours[series.label], linewidth=1)
    if panel.log_x:
        place.set_xscale("log")
        ticks = sorted({float(one.x) for series in panel.series for one in series.values})
        place.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        place.xaxis.set_minor_formatter(NullFormatter())
    if panel.log_y:
        place.set_yscale("log")
    _axis(place.yaxis, panel.log_y)
    place.set_xlabel(f"{panel.x_label} (logarithmic)" if panel.log_x else panel.x_label)
    place.set_ylabel(_told(panel.y_label, panel.log_y), fontsize=8)
    place.grid(color="#d8d8d8", linewidth=0.6)
    place.set_axisbelow(True)
    _legend(place, panel.series)


def _told(label: str, log: bool) -> str:
    return f"{label} (logarithmic)" if log else label


def _legend(place: Any, series: Sequence[Series]) -> None:
    place.legend(
        loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, fontsize=7.5, borderaxespad=0,
        handlelength=1.4,
    )  # fmt: skip
