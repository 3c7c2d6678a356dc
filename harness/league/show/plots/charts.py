"""Draws the figures of the studies: bars and lines, ours in colours, published numbers hatched."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter
from matplotlib.transforms import ScaledTranslation

from league.base.words import significant
from league.show.plots import common, matrices
from league.show.plots.chart import Chart, Panel, Series, Value, launches_told

_PUBLISHED = "published"
# Hatches of bars of ours, by toolchain; the first of all is for what was published.
_OURS = ("", *common.HATCHES[2:])
_GREYS = ("#b0b0b0", "#8c8c8c", "#6a6a6a", "#484848")
#: Inches: narrow, and legends below, so that a telephone shows letters that can be read.
_WIDTH = 5.4
_LINE = 0.17
_LETTERS = 84


def draw(chart: Chart, picture: str = "svg") -> bytes:
    """Return the picture as SVG or PNG; the same chart gives the same bytes.

    A panel below the other.  What is published is grey and hatched, and named with machine and
    year; a panel without numbers of ours says which command gives some.
    """
    with common.style():
        return common.picture(_figure(chart, chart.title), picture)


def element(chart: Chart, name: str) -> str:
    """Return the same as an element of a page, which has its title; `name` makes ids unique."""
    with common.style(path_simplify=False, **common.ON_PAGE.settings):
        return common.element(_figure(chart), chart.title, name, "chart")


def _figure(chart: Chart, title: str = "") -> Figure:
    styles = _styles(chart.panels)
    legends = _legends(chart.panels)
    heights = [
        _height(panel) + _LINE * bool(legend) + _LINE * len(legend)
        for panel, legend in zip(chart.panels, legends)
    ]
    told = [line for line in [*chart.caption, launches_told(chart.panels)] if line]
    caption = "\n".join(textwrap.fill(line, _LETTERS) for line in told)
    lines = caption.count("\n") + 1 if caption else 0
    width = max(_WIDTH, *map(matrices.width, chart.panels))
    figure = Figure(figsize=(width, sum(heights) + 0.5 + 0.155 * lines), layout="constrained")
    axes = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    for panel, legend, place in zip(chart.panels, legends, axes):
        _panel(place, panel, styles)
        if legend:
            _legend(place, legend)
    if title:
        title = textwrap.fill(title, 56)
        figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
    if caption:
        figure.supxlabel(caption, x=0.01, ha="left", fontsize=common.SMALL, color=common.QUIET)
    return figure


def _height(panel: Panel) -> float:
    if not panel.series:
        return 0.7
    if panel.kind in matrices.KINDS:
        return matrices.height(panel)
    if panel.kind == "lines":
        return 2.9
    return (
        0.9
        + sum(0.17 * len(series.values) for series in panel.series)
        + 0.1 * len(panel.categories)
    )


def _styles(panels: Sequence[Panel]) -> dict[str, dict[str, Any]]:
    """Return the look of every series: one that several panels have keeps its own.

    Ours are coloured by model and marked by compiler; of those that share both, each takes the
    first lightness and dash that is free in its panel.
    """
    kinds: dict[str, tuple[str, str]] = {}
    numbers: dict[str, int] = {}
    for panel in panels:
        for series in panel.series:
            kinds.setdefault(series.label, _kind(series))
        for kind in dict.fromkeys(kinds[one.label] for one in panel.series):
            names = [one.label for one in panel.series if kinds[one.label] == kind]
            taken = {numbers[name] for name in names if name in numbers}
            free = (n for n in range(len(names) + len(taken)) if n not in taken)
            for name in names:
                if name not in numbers:
                    numbers[name] = next(free)
    toolchains = list(dict.fromkeys(toolchain for _, toolchain in kinds.values()))
    looks = common.looks([name for name in toolchains if name])
    found: dict[str, dict[str, Any]] = {}
    for label, (colour, toolchain) in kinds.items():
        n = numbers[label]
        marker = common.MARKERS[n % len(common.MARKERS)]
        if colour == _PUBLISHED:
            found[label] = {"color": _GREYS[n % len(_GREYS)], "hatch": common.HATCHES[1]}
        elif not colour:  # of no single program
            colour = common.COLOURS[n % len(common.COLOURS)]
            found[label] = {"color": colour, "marker": marker, "hatch": ""}
        else:
            alike = [one for one, kind in kinds.items() if kind == (colour, toolchain)]
            shades = common.shades(colour, 1 + max(numbers[one] for one in alike))
            look = looks.get(toolchain, common.Look(marker, "full"))
            found[label] = {
                "color": shades[n], "linestyle": common.DASHES[n % len(common.DASHES)],
                "marker": look.marker, "fillstyle": look.fill,
                "hatch": _OURS[toolchains.index(toolchain) % len(_OURS)],
            }  # fmt: skip
    return found


def _kind(series: Series) -> tuple[str, str]:
    """Return the colour of the model that most of a series is of, and its toolchain."""
    if series.published:
        return _PUBLISHED, ""
    sources = [one.source for one in series.values if one.source is not None]
    toolchains = {one.toolchain for one in sources}
    if len(toolchains) != 1:
        return "", ""
    colours = [common.colour(one.variant) for one in sources]
    return max(dict.fromkeys(colours), key=colours.count), toolchains.pop()


def _legends(panels: Sequence[Panel]) -> list[tuple[str, ...]]:
    """Return whom the legend of each panel names: nobody where the one above named the same."""
    found: list[tuple[str, ...]] = []
    last: tuple[str, ...] = ()
    for panel in panels:
        names = tuple(one.label for one in panel.series if panel.kind in ("bars", "lines"))
        found.append(names if names != last else ())
        last = names or last
    return found


def _panel(place: Any, panel: Panel, styles: Mapping[str, dict[str, Any]]) -> None:
    title = "\n".join(textwrap.fill(line, 50) for line in panel.title.split("\n"))
    place.set_title(title, loc="left", fontsize=9.5)
    if not panel.series:
        place.set_axis_off()
        told = textwrap.fill(f"nothing measured: {panel.missing}", 80)
        place.text(0, 0.5, told, fontsize=8.5, va="center")
        return
    if panel.kind in matrices.KINDS:
        matrices.draw(place, panel)
    else:
        {"lines": _lines, "bars": _bars}[panel.kind](place, panel, styles)
    if panel.missing:
        told = textwrap.fill(f"nothing of ours: {panel.missing}", 75)
        place.set_title(told, loc="right", fontsize=8, color="#a02020")


def _axis(axis: Any, log: bool) -> None:
    if log:
        low, high = axis.get_view_interval()
        span = high / max(low, 1e-30)
        near = MaxNLocator(5, steps=[1, 2, 5, 10])
        subs = (1,) if span > 300 else (1, 2, 5)
        axis.set_major_locator(
            near if span < 4 else LogLocator(10, subs, numticks=12 if span < 1e5 else 6)
        )
        axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(FuncFormatter(lambda value, _: _number(value)))


def _number(value: float) -> str:
    """Return a mark of an axis, short enough to stand beside others."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size * (10 if letter == "k" else 1):
            return f"{value / size:g}{letter}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}"


def _told_apart(colours: Mapping[str, str]) -> dict[str, str]:
    """Return a colour for each label, those that are the same in lightnesses in their order."""
    told: dict[str, str] = {}
    for colour in set(colours.values()):
        same = sorted(label for label, one in colours.items() if one == colour)
        told.update(zip(same, common.shades(colour, len(same)), strict=True))
    return told


def _bars(place: Any, panel: Panel, styles: Mapping[str, dict[str, Any]]) -> None:
    """Draw horizontal bars in groups by category; a dot ends each, so that none is without one."""
    ratios = _is_ratio(panel)
    ends = _ends(_values(panel), _is_ratio(panel))
    at, ticks = 0.0, []
    drawn: set[str] = set()
    colours = _told_apart({one.label: styles[one.label]["color"] for one in panel.series})
    for name in panel.categories:
        first = at
        for series in panel.series:
            look = styles[series.label]
            colour, marker = colours[series.label], look.get("marker", "o")
            fill = look.get("fillstyle", "full")
            for one in (value for value in series.values if str(value.x) == name):
                start = 1.0 if ratios else 0.0
                place.barh(
                    at, one.y - start, 0.9, left=start, color=colour, edgecolor="white",
                    hatch=look["hatch"],
                    label="" if series.label in drawn else series.label,
                )  # fmt: skip
                if ratios:
                    place.plot(
                        [one.y], [at], color=colour, marker=marker, fillstyle=fill, markersize=4.5
                    )
                drawn.add(series.label)
                if one.low is not None and one.high is not None:
                    common.interval(place, at, one.low, one.high, along="x")
                told = " · ".join(filter(None, [one.note, ends.get(id(one), "")]))
                note = f"  {told}" if told else ""
                place.annotate(
                    f"{_at_bar(one.y, whole=not ratios)}{note}",
                    (np.nanmax((start, one.y, one.high or 0.0)), at), xytext=(5, 0),
                    textcoords="offset points", va="center", fontsize=7.5,
                    fontweight="bold" if id(one) in ends else "normal",
                )  # fmt: skip
                at += 1.0
        ticks.append((first + at - 1) / 2)
        at += 0.6
    place.set_yticks(ticks, [textwrap.fill(name, 22) for name in panel.categories])
    place.tick_params(axis="y", length=0)
    place.invert_yaxis()
    if panel.log_y:
        place.set_xscale("log")
    _room(place, panel)
    _axis(place.xaxis, panel.log_y)
    if ratios:
        common.at_one(place, along="x")
    place.set_xlabel(_told(panel.y_label, panel.log_y))
    common.grid(place, "x")


def _at_bar(value: float, *, whole: bool) -> str:
    """Return three digits; counts as whole numbers or millions."""
    if math.isnan(value):
        return "–"
    if value >= 1e6:
        return f"{significant(value / 1e6)} million"
    return f"{value:,.0f}" if whole and value == round(value) else significant(value)


def _values(panel: Panel) -> list[Value]:
    return [one for series in panel.series for one in series.values]


def _is_named(panel: Panel) -> bool:
    """Whether lines go from name to name, and not over numbers."""
    return any(isinstance(one.x, str) for one in _values(panel))


def _x(panel: Panel, one: Value) -> float:
    return float(panel.categories.index(str(one.x)) if _is_named(panel) else one.x)


def _is_ratio(panel: Panel) -> bool:
    return " / " in panel.y_label


def _ends(values: Sequence[Value], ratios: bool) -> dict[int, str]:
    """Name the least and the most of our times, or ratios, by their identity; none of only two.

    Only what lies apart from all others by its 95 % interval is called so.
    """
    timed = (one for one in values if one.source is not None and one.source.times)
    ours = sorted(timed, key=lambda one: one.y)
    if len(ours) < 3 or ours[0].y == ours[-1].y:
        return {}
    least, most = ("best", "worst") if ratios else ("fastest", "slowest")
    apart = [
        low.high is not None and high.low is not None and low.high < high.low
        for low, high in (ours[:2], ours[-2:])
    ]
    ends = (ours[0], least), (ours[-1], most)
    return {id(one): what for (one, what), so in zip(ends, apart) if so}


def _name_ends(place: Any, panel: Panel) -> None:
    """Write at the last place which line is the fastest there, and which the slowest."""
    last = max((_x(panel, one) for one in _values(panel)), default=0.0)
    there = [one for one in _values(panel) if _x(panel, one) == last]
    ends = _ends(there, _is_ratio(panel))
    for one in there:
        if id(one) in ends:
            below = ends[id(one)] in ("fastest", "best")
            place.annotate(
                ends[id(one)], (last, one.y), (0, -6 if below else 6), ha="right",
                textcoords="offset points", va="top" if below else "bottom", fontsize=7.5,
                fontweight="bold",
            )  # fmt: skip
    if ends:
        place.margins(y=0.14)


def _room(place: Any, panel: Panel) -> None:
    """Leave room at the right for what is written at the bars."""
    place.margins(x=0.04, y=0.02)
    low, high = place.get_xlim()
    longest = max(len(one.note) for series in panel.series for one in series.values)
    longest += 14 * bool(_ends(_values(panel), _is_ratio(panel)))
    part = 0.16 + 0.022 * longest
    high = high * (high / low) ** part if panel.log_y else high + (high - low) * part
    place.set_xlim(low, high)


def _lines(place: Any, panel: Panel, styles: Mapping[str, dict[str, Any]]) -> None:
    for series in panel.series:
        look = {name: one for name, one in styles[series.label].items() if name != "hatch"}
        xs = [_x(panel, one) for one in series.values]
        place.plot(xs, [one.y for one in series.values], **look, markersize=4, label=series.label)
        for x, one in zip(xs, series.values):
            if one.low is not None and one.high is not None:
                place.plot([x, x], [one.low, one.high], color=look["color"], linewidth=1)
    _name_ends(place, panel)
    if panel.log_x:
        place.set_xscale("log")
        ticks = sorted({_x(panel, one) for one in _values(panel)})
        place.set_xticks(ticks, [f"{tick:,.0f}" for tick in ticks])
        place.xaxis.set_minor_formatter(NullFormatter())
    elif _is_named(panel):
        names = [name.replace(" ", "\n") for name in panel.categories]
        place.set_xticks(range(len(names)), names)
    if panel.from_zero:
        place.set_ylim(bottom=0)
    if panel.log_y:
        place.set_yscale("log")
    _axis(place.yaxis, panel.log_y)
    if _is_ratio(panel):
        common.at_one(place)
    place.set_xlabel(_told(panel.x_label, panel.log_x))
    place.set_ylabel(textwrap.fill(_told(panel.y_label, panel.log_y), 34), fontsize=8)
    common.grid(place, "both")


def _told(label: str, log: bool) -> str:
    return f"{label} (logarithmic)" if log else label


def _legend(place: Any, names: Sequence[str]) -> None:
    """Name the series below the axis and what is written there, in one column."""
    below = ScaledTranslation(0, -0.42, place.get_figure().dpi_scale_trans)
    handles, labels = place.get_legend_handles_labels()
    found = dict(zip(labels, handles))
    place.legend(
        [found[name] for name in names], names, loc="upper left", bbox_to_anchor=(0, 0),
        bbox_transform=place.transAxes + below, fontsize=common.SMALL, borderaxespad=0,
        labelspacing=0.35,
    )  # fmt: skip
