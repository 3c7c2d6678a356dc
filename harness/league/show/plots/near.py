"""The figure of how near OpenMP comes to CUDA on an emulated GPU: a line a problem.

A panel for each count, all over CUDA's: left of one is less than CUDA does.  Nothing is a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from league.analysis.nearness import NEAR, Near, means
from league.show.plots import common
from league.show.plots.common import Paper

#: What is drawn of `NEAR`: instructions are weighed where they are of all problems, else PTX's.
_SHOWN = ("sectors", "kernel launches", "estimate")
_MEAN = "geometric mean"
_WIDTH, _LINE, _AROUND = 8.6, 0.19, 1.15  # inches; of height a problem, and what is around them


def draw(rows: Sequence[Near], kind: str = "svg", counts: Sequence[str] = ()) -> bytes:
    """Return the figure as SVG or PNG, for at least one row; of ``counts``, if they are named."""
    with common.style():
        return common.picture(_figure(rows, common.ON_PAPER, counts), kind)


def element(rows: Sequence[Near], name: str) -> str:
    """Return the same as an element of a page; `name` makes its ids unique there."""
    with common.style(**common.ON_PAGE.settings):
        return common.element(_figure(rows, common.ON_PAGE), "OpenMP over CUDA", name, "chart")


def counts_of(rows: Sequence[Near]) -> tuple[str, ...]:
    """Return which of `NEAR` have a panel."""
    unknown = any(row.ratios[NEAR[0]] is None for row in rows)
    return (NEAR[1] if unknown else NEAR[0], *_SHOWN)


def _figure(rows: Sequence[Near], paper: Paper, counts: Sequence[str] = ()) -> Figure:
    problems = sorted({row.problem for row in rows})
    toolchains = list(dict.fromkeys(row.key.toolchain for row in rows))
    looks = common.looks(toolchains)
    lines = {_MEAN: 0.0, **{name: n + 1.4 for n, name in enumerate(problems)}}
    counts = counts or counts_of(rows)
    found = means(rows, counts)
    figure = Figure(figsize=(_WIDTH, _AROUND + _LINE * len(lines)), layout="constrained")
    panels = figure.subplots(1, len(counts), sharey=True)
    for place, name in zip(panels, counts):
        for n, who in enumerate(toolchains):
            own = [row for row in rows if row.key.toolchain == who]
            points = [(row.ratios[name], lines[row.problem]) for row in own]
            points.append((found[who][name].value, lines[_MEAN]))
            drawn = [(ratio, at) for ratio, at in points if ratio]
            common.points(place, drawn, looks[who], n, who)
        _axes(place, name, lines, paper)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=len(labels), frameon=False)
    return figure


def _axes(place: Any, name: str, lines: dict[str, float], paper: Paper) -> None:
    place.set_xscale("log")
    low, high = place.get_xlim()
    place.set_xlim(min(low, 0.8), max(high, 1.25))
    common.marks(place.xaxis, "{:g}".format)
    common.grid(place, "x")
    place.axvline(1, color=paper.ink, linewidth=1, zorder=1)
    place.axhspan(-0.6, 0.6, color=paper.band, zorder=0)
    place.set_title(name.capitalize(), loc="left", fontsize=9)
    place.set_xlabel("÷ CUDA", fontsize=common.SMALL)
    common.named_lines(place, lines)
