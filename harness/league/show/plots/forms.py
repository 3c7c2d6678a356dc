"""The figure of what each form of a program costs: a panel a variant, a line a problem.

CUDA's cost is a stroke in every panel, where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from league.analysis.forms import TIME, Form
from league.base import models
from league.show.plots import common

_UNIT = 1e3  # nanoseconds, or instructions
_PANEL, _NAMES, _LINE, _AROUND = 1.35, 2.0, 0.19, 1.15  # inches


def draw(rows: Sequence[Form], kind: str = "svg") -> bytes:
    """Return the figure as SVG or PNG, for at least one row."""
    with common.style():
        return common.picture(_figure(rows), kind)


def _figure(rows: Sequence[Form]) -> Figure:
    variants = sorted(
        {row.key.variant for row in rows}, key=lambda one: (models.of_variant(one).rank, one)
    )
    toolchains = sorted({row.key.toolchain for row in rows})
    looks = common.looks(toolchains)
    lines = {name: n for n, name in enumerate(sorted({row.problem for row in rows}))}
    width, height = _NAMES + _PANEL * len(variants), _AROUND + _LINE * len(lines)
    figure = Figure(figsize=(width, height), layout="constrained")
    panels = figure.subplots(1, len(variants), sharex=True, sharey=True, squeeze=False)[0]
    handles = {}
    for place, variant in zip(panels, variants):
        own = [row for row in rows if row.key.variant == variant]
        for n, who in enumerate(toolchains):
            points = [
                (row.value / _UNIT, lines[row.problem]) for row in own if row.key.toolchain == who
            ]
            if points:
                handles[who] = common.points(place, points, looks[who], n, who)
        strokes = {(row.reference / _UNIT, lines[row.problem]) for row in own if row.reference}
        if strokes:
            place.plot(*zip(*sorted(strokes)), linestyle="none", marker="|", color=common.INK)
        place.set_xscale("log")
        common.marks(place.xaxis, "{:g}".format)
        place.xaxis.set_major_locator(LogLocator())  # the panels are narrow
        common.grid(place, "x")
        place.set_title(variant, loc="left", fontsize=common.SMALL)
        common.named_lines(place, lines)
    told = "microseconds" if rows[0].quantity == TIME else f"thousand {rows[0].quantity}"
    figure.supxlabel(told, fontsize=common.SMALL)
    known = [name for name in toolchains if name in handles]
    figure.legend(
        [handles[name] for name in known], known, loc="outside upper left", ncols=len(known),
        frameon=False,
    )  # fmt: skip
    return figure
