"""The figure of a benchmark in the report: every launch of every variant, and where its time goes.

Inside a page it is an SVG element whose ink, lines and bands are CSS variables, so that it follows
the page into dark mode; as a file of its own it is SVG or PNG on paper.
"""

from __future__ import annotations

import functools
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.transforms import offset_copy

from league.analysis.stats import Interval
from league.base.columns import rows_as_csv
from league.base.scrub import short
from league.base.words import duration, plural
from league.show.plots import common
from league.show.plots.common import Look, Paper

_PHASES = (("to device", "#4f78b0", ""), ("compute", "#b4bac2", ""), ("back", "#d9a441", "////"))
_WIDTH, _NAMES, _SHARES, _TOTAL = 9.2, 1.2, 1.35, 0.62  # inches
_LONGEST = 34  # letters of a name beside the lanes
_LETTER = 0.068  # inches of a letter of a toolchain's name
_LANE = 0.165  # inches of height for one toolchain in one variant
_GAP = 0.55  # lanes between two variants
_LOG_ABOVE = 4.0  # ratio of the longest to the shortest time
#: So many lanes are drawn: more than a reader follows, and the table beside it has them all.
MOST_LANES = 36


@dataclass(frozen=True)
class Lane:
    """The verified times of one variant with one toolchain, in nanoseconds."""

    variant: str
    toolchain: str
    launches: Sequence[Sequence[float]]
    medians: Sequence[float]
    phases: tuple[float, float, float]
    #: 95 % interval of the time, None where there are too few launches
    interval: Interval | None = None


def fewer(lanes: Sequence[Lane], most: int = MOST_LANES) -> tuple[list[Lane], str]:
    """Return at most so many lanes, in their order, and a sentence on what is left out.

    Of each variant its fastest and its slowest toolchains; of too many variants the fastest lane
    of each, and of those the fastest and the slowest.
    """
    if len(lanes) <= most:
        return list(lanes), ""
    by_variant: dict[str, list[Lane]] = {}
    for lane in sorted(lanes, key=lambda lane: statistics.median(lane.medians)):
        by_variant.setdefault(lane.variant, []).append(lane)
    share = most // len(by_variant)
    if share > 1:
        kept = [one for own in by_variant.values() for one in _ends(own, share)]
        told = f"of each variant its {plural(share - 1, 'fastest toolchain')} and its slowest"
    else:
        kept = _ends([own[0] for own in by_variant.values()], most)
        told = "each variant with its fastest toolchain"
        if len(by_variant) > most:
            told = f"the {most - 1} fastest variants and the slowest, {told}"
    chosen = {id(one) for one in kept}
    shown = [lane for lane in lanes if id(lane) in chosen]
    return shown, f"{len(shown)} of {len(lanes)} lines are drawn: {told}. The table has them all."


def _ends(lanes: Sequence[Lane], count: int) -> list[Lane]:
    """Return so many lanes of a sorted list: the first ones, and the last."""
    return list(lanes) if len(lanes) <= count else [*lanes[: count - 1], lanes[-1]]


@dataclass(frozen=True)
class Strip:
    """The figure of a benchmark in one class and precision; see `element`."""

    #: of its files, without a suffix
    name: str
    title: str
    #: the command that draws it again
    redraw: str
    #: the times that it is about
    lanes: Sequence[Lane]
    looks: Mapping[str, Look]
    #: nanoseconds, and whose they are
    reference: float | None
    against: str = "reference"

    @functools.cached_property
    def _fewer(self) -> tuple[list[Lane], str]:
        return fewer(self.lanes)

    @property
    def left_out(self) -> str:
        """Which lanes are not drawn, because there are too many."""
        return self._fewer[1]

    def element(self) -> str:
        """Draw the launches of every lane as points, and how each lane divides into phases.

        Left: one point per launch median, a faint tick per repetition, the 95 % interval as a line,
        a logarithmic axis when the times differ by more than a factor of four; above, the same as a
        multiple of the reference, which is dashed.  Right: the share of transfers and compute, with
        the total.  Returns an SVG element, empty without lanes.
        """
        if not self.lanes:
            return ""
        figure = _Drawing(self, self._fewer[0], common.ON_PAGE).figure()
        return common.element(figure, self.title, self.title.lower(), "plot")

    def picture(self, kind: str = "svg") -> bytes:
        """Return the same figure as a file of its own, SVG or PNG, with its title above."""
        figure = _Drawing(self, self._fewer[0], common.ON_PAPER).figure(self.title)
        return common.picture(figure, kind)

    def numbers(self) -> str:
        """Return the numbers of all lanes as CSV, a line per launch; times in nanoseconds."""
        held = "" if self.reference is None else f"{self.reference:.6g}"
        rows = (
            [lane.variant, lane.toolchain, number, f"{time:.6g}",
             *([f"{end:.6g}" for end in lane.interval or ()] or ["", ""]), held]
            for lane in self.lanes for number, time in enumerate(lane.medians)
        )  # fmt: skip
        head = ("variant", "toolchain", "launch", "median_ns", "low_ns", "high_ns", "reference_ns")
        return rows_as_csv(head, rows)


class _Drawing:
    """The lanes of a strip that are drawn, each at its height, and what they are drawn with."""

    def __init__(self, strip: Strip, lanes: Sequence[Lane], paper: Paper) -> None:
        self.strip, self.lanes, self.paper = strip, lanes, paper
        self.rows: list[float] = []
        #: name, first and last height of every block of lanes
        self.variants: list[tuple[str, float, float]] = []
        at = 0.0
        for n, lane in enumerate(lanes):
            if n and lane.variant == lanes[n - 1].variant:
                at += 1.0
                self.variants[-1] = (lane.variant, self.variants[-1][1], at)
            else:
                at += 1.0 + _GAP if n else 0.0
                self.variants.append((lane.variant, at, at))
            self.rows.append(at)

    def figure(self, title: str = "") -> Figure:
        """Draw it, with a title if that stands nowhere else."""
        held = self.strip.reference is not None
        height_of_rows = (self.rows[-1] + 1.2) * _LANE
        bottom = 0.5
        height = height_of_rows + 0.52 + 0.16 * held + 0.26 * bool(title) + bottom
        names = 0.12 + _LETTER * max(len(short(lane.toolchain, _LONGEST)) for lane in self.lanes)
        longest = max(len(short(name, _LONGEST)) for name, _, _ in self.variants)
        left = max(_NAMES, 0.1 + 1.12 * _LETTER * longest) + names
        middle = _WIDTH - _SHARES - _TOTAL - 0.25
        with common.style(path_simplify=False, font_size=8.5, **self.paper.settings):
            figure = Figure(figsize=(_WIDTH, height))
            low, high = bottom / height, height_of_rows / height
            times = figure.add_axes((left / _WIDTH, low, (middle - left) / _WIDTH, high))
            shares = figure.add_axes(((middle + 0.25) / _WIDTH, low, _SHARES / _WIDTH, high))
            for axes in (times, shares):
                self._frame(axes)
            self._limits(times)
            self._times(times)
            self._ends(times)
            self._reference(times)
            self._shares(shares)
            self._names(times, names)
            above = (0.42 if held else 0.2) / height_of_rows
            bars = [
                Patch(facecolor=colour, hatch=hatch, edgecolor="#8a6a1f", linewidth=0, label=name)
                for name, colour, hatch in _PHASES
            ]
            shares.legend(
                handles=bars, ncols=1 if len(self.rows) > 3 else 3, loc="lower left", fontsize=7.5,
                bbox_to_anchor=(0, 1 + min(above, 0.06 / height_of_rows)), borderaxespad=0,
                labelspacing=0.15, handlelength=1.1, handletextpad=0.4, columnspacing=0.6,
            )  # fmt: skip
            if title:
                figure.text(0.008, 1 - 0.2 / height, title, fontsize=10, fontweight="bold")
        return figure

    def _frame(self, axes: Axes) -> None:
        axes.set_ylim(self.rows[-1] + 0.6 + _GAP / 2, -0.6 - _GAP / 2)
        axes.set_yticks([])
        axes.patch.set_visible(False)
        axes.tick_params(length=0, pad=4)
        axes.spines.left.set_visible(False)
        edge = 0.5 + _GAP / 2
        for _, first, last in self.variants[::2]:
            axes.axhspan(first - edge, last + edge, color=self.paper.band, linewidth=0, zorder=0)

    def _names(self, axes: Axes, names: float) -> None:
        """Write the toolchain beside every lane, and the variant beside its block."""
        for lane, row in zip(self.lanes, self.rows):  # marks of an axis cost three times that
            _beside(axes, row, short(lane.toolchain, _LONGEST), "right")
        for name, first, last in self.variants:
            axes.annotate(
                short(name, _LONGEST), (0, (first + last) / 2), (-72 * names - 4, 0), ha="right",
                va="center", xycoords=("axes fraction", "data"), textcoords="offset points",
                fontweight="bold", annotation_clip=False,
            )  # fmt: skip

    def _limits(self, axes: Axes) -> None:
        """Choose the axis of times: logarithmic where they are far apart."""
        every = [end for lane in self.lanes for end in (*_whole(lane), *(lane.interval or ()))]
        low, high = min(every), max(every)
        if high > _LOG_ABOVE * low:
            axes.set_xscale("log")
            margin = (high / low) ** 0.03
            axes.set_xlim(low / margin, high * margin)
        else:
            margin = 0.04 * (high - low) or 0.1 * high
            axes.set_xlim(max(0.0, low - margin), high + margin)
        common.marks(axes.xaxis, duration)
        common.grid(axes, "x")
        scale = "logarithmic axis" if axes.get_xscale() == "log" else "axis does not start at zero"
        axes.set_xlabel(
            f"compute time, {scale}\npoint: launch median · tick: repetition · line: 95 % interval",
            fontsize=8,
        )

    def _times(self, axes: Axes) -> None:
        """Draw an artist for everything that looks alike, far quicker than one a lane."""
        ticks: dict[str, tuple[list[float], list[float]]] = {}
        points: dict[tuple[str, Look], tuple[list[float], list[float]]] = {}
        spans: tuple[list[float], list[float]] = ([], [])
        for lane, row in zip(self.lanes, self.rows):
            colour = common.colour(lane.variant)
            xs, ys = ticks.setdefault(colour, ([], []))
            for time in (time for times in lane.launches for time in times):
                xs += (time, time, math.nan)
                ys += (row - 0.4, row + 0.4, math.nan)
            middle = (len(lane.medians) - 1) / 2
            step = 0.5 / max(1, len(lane.medians) - 1)
            xs, ys = points.setdefault((colour, self.strip.looks[lane.toolchain]), ([], []))
            xs += lane.medians
            ys += [row + step * (n - middle) for n in range(len(lane.medians))]
            if lane.interval:
                spans[0].extend((*lane.interval, math.nan))
                spans[1].extend((row, row, math.nan))
        for colour, (xs, ys) in ticks.items():
            axes.add_line(Line2D(xs, ys, color=colour, alpha=0.32, linewidth=0.8, zorder=2))
        axes.add_line(Line2D(*spans, color=self.paper.ink, linewidth=0.9, zorder=2.5))
        for (colour, look), (xs, ys) in points.items():
            axes.add_line(Line2D(
                xs, ys, linestyle="none", marker=look.marker, fillstyle=look.fill, markersize=3.6,
                color=colour, markeredgewidth=0.7, markerfacecoloralt="none", zorder=3,
            ))  # fmt: skip

    def _ends(self, axes: Axes) -> None:
        """Name the fastest and the slowest lane, if its interval lies apart from all others."""
        spans = [lane.interval for lane in self.lanes]
        if len(spans) < 2 or None in spans:
            return
        known = sorted((span, at) for at, span in enumerate(spans) if span)
        (low, first), (next_low, _) = known[:2]
        (high, last) = max(known, key=lambda one: one[0].low)
        below = max(span.high for span, at in known if at != last)
        ends = ((first, "fastest", low.high < next_low.low), (last, "slowest", below < high.low))
        for at, what in ((at, what) for at, what, apart in ends if apart):
            times, right = _whole(self.lanes[at]), what == "fastest"
            axes.annotate(
                what, (max(times) if right else min(times), self.rows[at]), (5 if right else -5, 0),
                textcoords="offset points", ha="left" if right else "right", va="center",
                fontsize=7.5, fontweight="bold", zorder=4,
            )  # fmt: skip

    def _reference(self, axes: Axes) -> None:
        """Draw the reference, and above the times as multiples of it."""
        held = self.strip.reference
        if held is None:
            return
        above = axes.secondary_xaxis(
            "top", functions=(lambda x: np.divide(x, held), lambda x: np.multiply(x, held))
        )
        low, high = axes.get_xlim()
        above.set_xlim(low / held, high / held)
        common.marks(above.xaxis, "{:g}×".format)
        above.tick_params(length=0, pad=2)
        above.spines["top"].set_visible(False)
        above.set_xlabel(f"time ÷ {self.strip.against} ({duration(held)}), dashed", fontsize=8)
        if low <= held <= high:
            axes.axvline(held, color=self.paper.ink, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)

    def _shares(self, axes: Axes) -> None:
        axes.set_xlim(0, 1)
        axes.set_xticks([0.25, 0.5, 0.75], ["25", "50", "75"])
        axes.set_xlabel("% of total time", fontsize=8)
        boxes: list[list[list[tuple[float, float]]]] = [[] for _ in _PHASES]
        for lane, row in zip(self.lanes, self.rows):
            start, total = 0.0, sum(lane.phases)
            _beside(axes, row, duration(total), "left")
            for n, time in enumerate(lane.phases):
                end = start + (time / total if total else 0.0)
                if end > start:
                    low, high = row - 0.37, row + 0.37
                    boxes[n].append([(start, low), (end, low), (end, high), (start, high)])
                start = end
        for (_, colour, hatch), found in zip(_PHASES, boxes):
            if found:
                axes.add_collection(
                    PolyCollection(found, facecolor=colour, hatch=hatch, edgecolor="#8a6a1f",
                                   linewidth=0, zorder=2), autolim=False
                )  # fmt: skip


def _whole(lane: Lane) -> list[float]:
    """Return the times of all repetitions, and the medians."""
    return [time for times in lane.launches for time in times] + [*lane.medians]


def _beside(axes: Axes, row: float, words: str, side: Literal["left", "right"]) -> None:
    """Write beside the axes, left of them to their right edge or the other way round."""
    at, gap = (0.0, -4) if side == "right" else (1.0, 4)
    figure = axes.get_figure(root=True)
    place = offset_copy(axes.get_yaxis_transform(), figure, gap, units="points")
    # A text: an annotation costs twice that.
    axes.text(at, row, words, fontsize=7.5, ha=side, va="center", transform=place)
