"""Draws the lambda study: a kernel's time over the size, below it that ÷ the plain loops' time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullFormatter, NullLocator

from league.base.words import duration, plural
from league.show.plots import common
from league.studies import lambdas
from league.studies.lambdas import SUBJECTS, Kernel, Point

_WIDE, _TALL, _LOW, _KEY = 3.3, 2.2, 1.4, 0.22  # inches
_ACROSS = 3  # kernels side by side, so that a page is wide enough


def draw(points: Sequence[Point], picture: str = "svg") -> bytes:
    """Return the study as an SVG document; the same points give the same text."""
    kernels = list(dict.fromkeys(point.kernel for point in points))
    lines = list(dict.fromkeys((point.variant, point.toolchain) for point in points))
    styles = dict(zip(lines, common.series_styles(lines)))
    across = min(_ACROSS, len(kernels))
    bands = -(-len(kernels) // across)
    height = bands * (_TALL + _LOW + 0.7) + 0.5 + _KEY * ((len(lines) + 1) // 2)
    with common.style():
        figure = Figure(figsize=(max(6.5, _WIDE * across + 0.6), height), layout="constrained")
        grid = figure.subplots(
            2 * bands, across, squeeze=False, height_ratios=(_TALL, _LOW) * bands
        )
        for axes in grid[-2:, (len(kernels) - 1) % across + 1 :].flat:
            axes.set_visible(False)
        for place, kernel in enumerate(kernels):
            times, ratios = grid[2 * (place // across) :][:2, place % across]
            own = [point for point in points if point.kernel == kernel]
            for variant, toolchain in lines:
                shown = [p for p in own if (p.variant, p.toolchain) == (variant, toolchain)]
                style = styles[variant, toolchain]
                _line(times, [(p.size, p.time) for p in shown], style)
                _line(ratios, [(p.size, p.ratio) for p in shown if p.ratio is not None], style)
            _frame(times, ratios, kernel, sorted({p.size for p in own}))
            if place % across == 0:
                times.set_ylabel("time of the lap in a run")
                ratios.set_ylabel(f"time ÷ {lambdas.BASE}\n(above 1 is slower)")
        fewest = min(point.launches for point in points)
        told = f"{lambdas.TITLE}; medians of {plural(fewest, 'launch', 'launches')} or more"
        figure.suptitle(told, x=0.01, ha="left", fontsize=11)
        handles = [
            Line2D([], [], label=f"{variant}, {toolchain}", **styles[variant, toolchain])
            for variant, toolchain in lines
        ]
        figure.legend(handles=handles, loc="outside lower left", ncols=2, frameon=False)
        return common.picture(figure, picture)


def _line(axes: Any, places: Sequence[tuple[int, float]], style: dict[str, Any]) -> None:
    axes.plot([x for x, _ in places], [y for _, y in places], **style)


def _frame(times: Any, ratios: Any, kernel: Kernel, sizes: Sequence[int]) -> None:
    for axes in (times, ratios):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(FixedLocator(list(sizes)))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        common.grid(axes)
    times.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    times.yaxis.set_major_formatter(FuncFormatter(lambda y, _: duration(y)))
    times.yaxis.set_minor_formatter(NullFormatter())
    low, high = ratios.get_ylim()
    low, high = min(low, 0.78), max(high, 1.28)
    ratios.set_ylim(low, high)
    marks = [m for m in (0.1, 0.2, 0.5, 0.8, 1, 1.25, 2, 5, 10, 20, 50, 100) if low <= m <= high]
    ratios.yaxis.set_major_locator(FixedLocator([*marks, *([] if 1 in marks else [1])]))
    ratios.yaxis.set_minor_locator(NullLocator())
    ratios.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}×"))
    common.at_one(ratios)
    ratios.set_xlabel(f"{SUBJECTS[kernel.benchmark].size}, logarithmic axis")
    times.set_title(f"{kernel.benchmark}: {kernel.lap}, {kernel.precision}", loc="left", fontsize=9)
