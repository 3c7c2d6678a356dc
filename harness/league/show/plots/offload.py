"""Draws a study: grouped bars of time ÷ time of the base, on a logarithmic axis around one."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from league.base import models
from league.base.words import plural, significant
from league.show.plots import common
from league.studies.offload import Bar, Study


def draw(study: Study, bars: Sequence[Bar], picture: str = "svg") -> bytes:
    """Return the study as an SVG document; the same bars give the same text."""
    series = list(dict.fromkeys((bar.toolchain, _kind(bar)) for bar in bars))
    benchmarks = list(dict.fromkeys(bar.benchmark for bar in bars))
    toolchains = list(dict.fromkeys(toolchain for toolchain, _ in series))
    hatches = {name: n for n, name in enumerate(toolchains)}
    styles = common.series_styles(
        [("cuda" if kind == "CUDA" else "target", name) for name, kind in series]
    )
    lane = min(0.8 / len(series), 0.3)
    values = [end for bar in bars for end in (bar.low, bar.ratio, bar.high) if end]
    with common.style():
        figure = Figure(figsize=(max(6.5, 1.1 * len(benchmarks) + 1.5), 4.2), layout="constrained")
        axes = figure.add_subplot()
        for n, (toolchain, kind) in enumerate(series):
            own = [bar for bar in bars if (bar.toolchain, _kind(bar)) == (toolchain, kind)]
            at = [
                benchmarks.index(bar.benchmark) + (n - (len(series) - 1) / 2) * lane for bar in own
            ]
            for x, bar in zip(at, own):
                colour = styles[n]["color"]
                sure = bar.low is not None
                axes.bar(
                    x, bar.ratio - 1, lane * 0.92, bottom=1, color=colour if sure else "white",
                    hatch=common.HATCHES[hatches[toolchain] % len(common.HATCHES)],
                    edgecolor="white" if sure else colour,
                    label=f"{toolchain}, {kind}" if bar is own[0] else "",
                )  # fmt: skip
                if bar.low is not None and bar.high is not None:
                    common.interval(axes, x, bar.low, bar.high)
                above = bar.ratio >= 1
                ends = [end for end in (1.0, bar.low, bar.ratio, bar.high) if end]
                text = f"{significant(bar.ratio, 2)}×"
                if bar.low is None:
                    text += f", {plural(bar.launches, 'launch', 'launches')}"
                axes.annotate(
                    f"{bar.variant}  {text}",
                    (x, max(ends) if above else min(ends)),
                    xytext=(0, 4 if above else -4), textcoords="offset points", rotation=90,
                    ha="center", va="bottom" if above else "top", fontsize=7,
                )  # fmt: skip
        axes.set_yscale("log")
        # Room for the words beyond the bars.
        axes.set_ylim(min([*values, 0.8]) / 40, max([*values, 1.25]) * 40)
        common.at_one(axes)
        axes.yaxis.set_major_locator(LogLocator(10, (1, 2, 5)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}×"))
        axes.yaxis.set_minor_formatter(NullFormatter())
        common.grid(axes)
        axes.set_xticks(range(len(benchmarks)), benchmarks)
        axes.set_xlim(-0.6, len(benchmarks) - 0.4)
        axes.tick_params(axis="x", length=0)
        axes.set_ylabel(f"time ÷ {study.base} on the host (above 1 is slower)")
        axes.set_title(study.title, loc="left", fontsize=11)
        if any(bar.low is None for bar in bars):
            axes.set_title("hollow: too few launches for an interval", loc="right", fontsize=8)
        axes.legend(loc="upper left", bbox_to_anchor=(0, -0.1), ncols=3, frameon=False)
        return common.picture(figure, picture)


def _kind(bar: Bar) -> str:
    return "CUDA" if models.of_variant(bar.variant).is_cuda else "directives"
