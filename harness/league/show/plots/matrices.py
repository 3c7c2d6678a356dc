"""Draws a panel of a study's figure as a matrix or table: series across, places down, numbers."""

from __future__ import annotations

import textwrap
from typing import Any

from matplotlib.patches import Rectangle

from league.base.words import significant
from league.show.plots import common
from league.show.plots.chart import Panel, Value

#: Not told by hue alone: the darker the less is right, and every cell has its number.
_PLAIN = ("#d3e8f3", "#ececec")  # ours, published
_GOOD, _SOME, _NONE, _UNKNOWN = "#d3e8f3", "#f2c078", "#c0522e", "#ececec"


def height(panel: Panel) -> float:
    """Return the inches that a matrix needs."""
    return (1.4 if _is_wide(panel) else 1.0) + 0.2 * len(_rows(panel))


def draw(place: Any, panel: Panel) -> None:
    """Draw a cell per number; what was not launched stays empty."""
    rows = _rows(panel)
    names = [textwrap.fill(one.label, 16) for one in panel.series]
    for column, series in enumerate(panel.series):
        for one in series.values:
            at = (column, rows.index(str(one.x)))
            colour = _colour(one) if panel.kind == "matrix" else _PLAIN[bool(series.published)]
            place.add_patch(_square(at, colour))
            dark = colour == _NONE
            share = one.note or f"{one.y:.3g}"
            place.text(
                *at, share if panel.kind == "matrix" else significant(one.y),
                ha="center", va="center", fontsize=common.SMALL,
                color="white" if dark else common.INK,
            )  # fmt: skip
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


def _is_wide(panel: Panel) -> bool:
    """Whether names across need to be slanted."""
    return max(len(one.label) for one in panel.series) * len(panel.series) > 44


def _rows(panel: Panel) -> list[str]:
    return panel.categories if panel.kind == "table" else sorted(panel.categories)


def _square(at: tuple[int, int], colour: str) -> Any:
    return Rectangle((at[0] - 0.48, at[1] - 0.45), 0.96, 0.9, color=colour, linewidth=0)


def _colour(one: Value) -> str:
    if not one.launches:
        return _UNKNOWN
    return _GOOD if one.y == 100 else _SOME if one.y > 0 else _NONE
