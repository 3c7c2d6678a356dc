"""Draws a panel of a figure as a matrix, table or map: series across, places down, numbers."""

from __future__ import annotations

import math
import textwrap
from typing import Any

import matplotlib
from matplotlib.colors import LogNorm
from matplotlib.patches import Rectangle

from league.base.words import significant
from league.show.plots import common
from league.show.plots.chart import Panel, Value

#: A matrix tells how much is right, a table any numbers, a map how far above one they are.
KINDS = ("matrix", "table", "map")
#: Not told by hue alone: the darker the less is right, and every cell has its number.
_PLAIN = ("#d3e8f3", "#ececec")  # ours, published
_GOOD, _SOME, _NONE, _UNKNOWN = "#d3e8f3", "#f2c078", "#c0522e", "#ececec"
_NO_NUMBER: dict[str, Any] = {"facecolor": "#f2f2f2", "hatch": "////", "edgecolor": "#c8c8c8"}
# Inches: of a field of a map, of a letter.
_FIELD, _LETTER = 0.86, 0.07


def height(panel: Panel) -> float:
    """Return the inches that a matrix needs."""
    return (1.4 if _is_wide(panel) else 1.0) + 0.2 * len(_rows(panel))


def width(panel: Panel) -> float:
    """Return the inches that a map needs beside others; of whatever else, none."""
    if panel.kind != "map" or not panel.series:
        return 0.0
    field = max(_FIELD, _LETTER * max(len(one.label) for one in panel.series))
    return 0.8 + field * len(panel.series) + _LETTER * max(map(len, panel.categories))


def draw(place: Any, panel: Panel) -> None:
    """Draw a cell per number; what was not launched stays empty."""
    rows = _rows(panel)
    names = [textwrap.fill(one.label, 16) for one in panel.series]
    for column, series in enumerate(panel.series):
        for one in series.values:
            at = (column, rows.index(str(one.x)))
            look, ink = _look(panel, one, published=bool(series.published))
            place.add_patch(Rectangle((at[0] - 0.48, at[1] - 0.45), 0.96, 0.9, linewidth=0, **look))
            told = significant(one.y) if panel.kind == "table" else one.note or f"{one.y:.3g}"
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1} if "hatch" in look else None
            place.text(*at, told, ha="center", va="center", fontsize=common.SMALL, color=ink,
                       bbox=box)  # fmt: skip
    place.set_xlim(-0.5, len(panel.series) - 0.5)
    place.set_ylim(len(rows) - 0.5, -0.5)
    wide = _is_wide(panel)
    place.set_xticks(range(len(panel.series)), names, rotation=30 if wide else 0)
    place.set_yticks(range(len(rows)), rows)
    place.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    for label in place.get_xticklabels() if wide else ():
        label.set_horizontalalignment("left")
    place.spines[["left", "bottom"]].set_visible(False)
    place.set_xlabel(panel.y_label)
    if panel.kind == "map":
        place.set_ylabel(panel.x_label)


def _is_wide(panel: Panel) -> bool:
    """Whether names across need to be slanted."""
    return (
        panel.kind != "map" and max(len(one.label) for one in panel.series) * len(panel.series) > 44
    )


def _rows(panel: Panel) -> list[str]:
    return sorted(panel.categories) if panel.kind == "matrix" else panel.categories


def _look(panel: Panel, one: Value, *, published: bool) -> tuple[dict[str, Any], str]:
    """Return how a cell is filled, and the ink in it."""
    if panel.kind == "map":
        if math.isnan(one.y):
            return _NO_NUMBER, "#a02020"
        share = float(LogNorm(1, max(2.0, panel.most), clip=True)(one.y))
        return {"color": matplotlib.colormaps["YlGnBu"](share)}, "white" if share > 0.5 else "black"
    if panel.kind == "table":
        return {"color": _PLAIN[published]}, common.INK
    if not one.launches:
        return {"color": _UNKNOWN}, common.INK
    dark = one.y <= 0
    colour = _GOOD if one.y == 100 else _NONE if dark else _SOME
    return {"color": colour}, "white" if dark else common.INK
