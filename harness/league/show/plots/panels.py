"""Figures as inline SVG: the same records give the same bytes, and text stays text.

Colours that depend on the page (ink, lines, bands) are written as CSS variables, so that a figure
follows the page into dark mode.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

from league.base.words import duration

# Colour-blind safe (after Okabe and Ito), told apart by the marker as well.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*")
_PHASES = (("to device", "#4f78b0", ""), ("compute", "#b4bac2", ""), ("back", "#d9a441", "////"))
# Stand-ins that become CSS variables.
_INK, _LINE, _BAND, _MUTED = "#010203", "#010204", "#010205", "#010206"
_CSS = {_INK: "var(--ink)", _LINE: "var(--line)", _BAND: "var(--band)", _MUTED: "var(--muted)"}

_LANE = 0.165  # inches of height for one toolchain in one variant
_GAP = 0.55  # lanes between two variants
_LOG_ABOVE = 4.0  # ratio of the longest to the shortest time


@dataclass(frozen=True)
class Lane:
    """The verified times of one variant with one toolchain, in nanoseconds."""

    variant: str
    toolchain: str
    launches: Sequence[Sequence[float]]
    medians: Sequence[float]
    phases: tuple[float, float, float]


@dataclass(frozen=True)
class Style:
    """How a toolchain is drawn, the same in every figure of a page."""

    colour: str
    marker: str


def styles(toolchains: Sequence[str]) -> dict[str, Style]:
    """Give every toolchain a colour and a marker; no two share both."""
    return {
        name: Style(_COLOURS[n % len(_COLOURS)], _MARKERS[n % len(_MARKERS)])
        for n, name in enumerate(toolchains)
    }


def strip_plot(
    lanes: Sequence[Lane], looks: Mapping[str, Style], *, reference: float | None, title: str
) -> str:
    """Draw the launches of every lane as points, and how each lane divides into phases.

    Left: one point per launch median, a faint tick per repetition, a logarithmic axis when the
    times differ by more than a factor of four, the reference as a dashed line.  Right: the share
    of transfers and compute, with the total.  Returns an SVG element, empty without lanes.
    """
    if not lanes:
        return ""
    rows, variants = _rows(lanes)
    shown = [name for name in looks if any(lane.toolchain == name for lane in lanes)]
    legend_rows = math.ceil(len(shown) / 3)
    height_of_rows = (rows[-1] + 1.2) * _LANE
    top, bottom = 0.36 + 0.22 * legend_rows, 0.5
    height = height_of_rows + top + bottom
    with matplotlib.rc_context(_RC):
        figure = Figure(figsize=(11.4, height))
        left, middle, width = 1.35, 7.7, 11.4
        box = (bottom / height, height_of_rows / height)
        strips = figure.add_axes((left / width, box[0], (middle - left) / width, box[1]))
        shares = figure.add_axes(((middle + 0.4) / width, box[0], 2.45 / width, box[1]))
        for axes in (strips, shares):
            _frame(axes, rows, variants)
        _draw_strips(strips, lanes, rows, looks)
        _draw_reference(strips, reference)
        _draw_shares(shares, lanes, rows)
        strips.set_yticks([(a + b) / 2 for _, a, b in variants], [name for name, _, _ in variants])
        shares.set_yticks([])
        _legends(figure, strips, shares, shown, looks, height)
        return _svg(figure, title)


_RC: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "league",
    "path.simplify": False,
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],
    "font.size": 8.5,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _MUTED,
    "ytick.color": _MUTED,
    "xtick.labelcolor": _INK,
    "ytick.labelcolor": _INK,
    "axes.edgecolor": _LINE,
    "hatch.linewidth": 0.6,
}


def _rows(lanes: Sequence[Lane]) -> tuple[list[float], list[tuple[str, float, float]]]:
    """Return the height of every lane and the (variant, first, last) height of every block."""
    rows: list[float] = []
    variants: list[tuple[str, float, float]] = []
    at = 0.0
    for n, lane in enumerate(lanes):
        if n and lane.variant == lanes[n - 1].variant:
            at += 1.0
            variants[-1] = (lane.variant, variants[-1][1], at)
        else:
            at += 1.0 + _GAP if n else 0.0
            variants.append((lane.variant, at, at))
        rows.append(at)
    return rows, variants


def _frame(axes: Axes, rows: Sequence[float], variants: Sequence[tuple[str, float, float]]) -> None:
    axes.set_ylim(rows[-1] + 0.6 + _GAP / 2, -0.6 - _GAP / 2)
    axes.patch.set_visible(False)
    axes.tick_params(length=0, pad=4)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    for n, (_, first, last) in enumerate(variants):
        if n % 2 == 0:
            edge = 0.5 + _GAP / 2
            axes.axhspan(first - edge, last + edge, color=_BAND, linewidth=0, zorder=0)


def _draw_strips(
    axes: Axes, lanes: Sequence[Lane], rows: Sequence[float], looks: Mapping[str, Style]
) -> None:
    every = [time for lane in lanes for times in lane.launches for time in times]
    every += [time for lane in lanes for time in lane.medians]
    low, high = min(every), max(every)
    if high > _LOG_ABOVE * low:
        axes.set_xscale("log")
        decades = math.log10(high / low)
        subs = (1.0, 2.0, 5.0) if decades < 2.2 else (1.0, 3.0) if decades < 3.5 else (1.0,)
        axes.xaxis.set_major_locator(LogLocator(subs=subs, numticks=12))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_minor_formatter(NullFormatter())
        margin = (high / low) ** 0.03
        axes.set_xlim(low / margin, high * margin)
    else:
        margin = 0.04 * (high - low) or 0.1 * high
        axes.set_xlim(max(0.0, low - margin), high + margin)
        axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    axes.grid(axis="x", color=_LINE, linewidth=0.6)
    scale = "logarithmic axis" if axes.get_xscale() == "log" else "axis does not start at zero"
    axes.set_xlabel(f"compute time, {scale}; point = launch median, tick = one repetition")
    for lane, row in zip(lanes, rows):
        look = looks[lane.toolchain]
        xs: list[float] = []
        ys: list[float] = []
        for time in (time for times in lane.launches for time in times):
            xs += [time, time, math.nan]
            ys += [row - 0.4, row + 0.4, math.nan]
        axes.add_line(Line2D(xs, ys, color=look.colour, alpha=0.32, linewidth=0.8, zorder=2))
        middle = (len(lane.medians) - 1) / 2
        step = 0.5 / max(1, len(lane.medians) - 1)
        heights = [row + step * (n - middle) for n in range(len(lane.medians))]
        axes.plot(
            list(lane.medians), heights, linestyle="none", marker=look.marker, markersize=3.6,
            color=look.colour, markeredgewidth=0, alpha=0.92, zorder=3,
        )  # fmt: skip


def _draw_reference(axes: Axes, reference: float | None) -> None:
    if reference is None:
        return
    low, high = axes.get_xlim()
    if not low <= reference <= high:
        return
    axes.axvline(reference, color=_INK, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    share = axes.transAxes.inverted().transform(axes.transData.transform((reference, 0)))[0]
    side = "left" if share < 0.12 else "right" if share > 0.88 else "center"
    axes.annotate(
        f"reference {duration(reference)}", (reference, 1.0), (0, 3), ha=side, va="bottom",
        xycoords=axes.get_xaxis_transform(), textcoords="offset points", fontsize=7.5,
    )  # fmt: skip


def _draw_shares(axes: Axes, lanes: Sequence[Lane], rows: Sequence[float]) -> None:
    axes.set_xlim(0, 1)
    axes.set_xticks([0.25, 0.5, 0.75], ["25 %", "50 %", "75 %"])
    axes.set_xlabel("share of total time")
    for lane, row in zip(lanes, rows):
        total = sum(lane.phases)
        start = 0.0
        for time, (_, colour, hatch) in zip(lane.phases, _PHASES):
            share = time / total if total else 0.0
            if share > 0:
                axes.barh(
                    row, share, 0.74, start, color=colour, hatch=hatch, edgecolor="#8a6a1f",
                    linewidth=0, zorder=2,
                )  # fmt: skip
            start += share
        axes.annotate(
            duration(total), (1.0, row), (4, 0), xycoords=("axes fraction", "data"), va="center",
            textcoords="offset points", fontsize=7.5,
        )  # fmt: skip


def _legends(
    figure: Figure,
    strips: Axes,
    shares: Axes,
    shown: Sequence[str],
    looks: Mapping[str, Style],
    height: float,
) -> None:
    above = 0.21 / (strips.get_position().height * height)
    handles = [
        Line2D([], [], linestyle="none", marker=looks[name].marker, color=looks[name].colour,
               markersize=5, markeredgewidth=0, label=name)
        for name in shown
    ]  # fmt: skip
    common: dict[str, Any] = {
        "frameon": False, "borderaxespad": 0, "handletextpad": 0.4, "columnspacing": 1.6,
        "labelspacing": 0.35,
    }  # fmt: skip
    strips.legend(
        handles=handles, ncols=min(3, len(shown)), loc="lower left",
        bbox_to_anchor=(0, 1 + above), **common,
    )  # fmt: skip
    bars = [
        matplotlib.patches.Patch(facecolor=colour, hatch=hatch, edgecolor="#8a6a1f", linewidth=0,
                                 label=name)
        for name, colour, hatch in _PHASES
    ]  # fmt: skip
    shares.legend(
        handles=bars, ncols=3, loc="lower left", bbox_to_anchor=(0, 1 + above * 0.25),
        **{**common, "handlelength": 1.1, "columnspacing": 1.0}, fontsize=7.5,
    )  # fmt: skip


def _svg(figure: Figure, title: str) -> str:
    """Serialise without date and creator, with ids that are unique on a page."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    prefix = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = re.sub(r"url\(#", f"url(#{prefix}-", text)
    text = re.sub(r'xlink:href="#', f'xlink:href="#{prefix}-', text)
    for stand_in, variable in _CSS.items():
        text = text.replace(stand_in, variable)
    text = text.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")
    width, height = figure.get_size_inches()
    opening = (
        f'<svg class="plot" role="img" aria-label="{_attribute(title)}"'
        f' viewBox="0 0 {72 * width:g} {72 * height:g}" width="{96 * width:.0f}"'
        f' height="{96 * height:.0f}" xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:xlink="http://www.w3.org/1999/xlink">'
    )
    return opening + text[text.index(">") + 1 :].strip()


def _attribute(text: str) -> str:
    for mark, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(mark, entity)
    return text
