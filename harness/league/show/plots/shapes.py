"""Figure of the probe: every nesting of teams, parallel and simd against every toolchain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from league.show.plots import common
from league.sweep.shape import Shape

_ROW, _COLUMN, _NAMES = 0.27, 1.35, 3.9  # inches


def rows_of(shapes: Sequence[Shape]) -> list[tuple[str, str]]:
    """Return (nesting, clauses) of all regions, in the program's order."""
    rows: dict[tuple[str, str], None] = {}
    for one in shapes:
        for region in one.told.get("regions", ()):
            rows[(region["nesting"], region["clauses"])] = None
    return list(rows)


def figure(shapes: Sequence[Shape]) -> str:
    """Draw workers per nesting (teams times threads per team) and return the SVG text.

    Colour is the number of workers that did something, on a logarithmic scale; the text says how
    it comes about.  Toolchains without an answer are left out; a note below names them.
    """
    known = [one for one in shapes if one.verdict == "ok"]
    rows = rows_of(known)
    height, width = len(rows) * _ROW + 1.5, max(len(known), 1) * _COLUMN + _NAMES + 0.4
    with common.style(font_size=8.5):
        drawing = Figure(figsize=(width, height))
        box = (
            _NAMES / width,
            0.5 / height,
            len(known) * _COLUMN / width,
            len(rows) * _ROW / height,
        )
        axes = drawing.add_axes((box[0], box[1], max(box[2], 0.01), max(box[3], 0.01)))
        if known and rows:
            _draw(axes, known, rows)
        silent = [f"{one.toolchain} ({one.verdict})" for one in shapes if one.verdict != "ok"]
        if silent:
            text = "no answer: " + ", ".join(silent)
            drawing.text(0.01, 0.12 / height, text, fontsize=7.5, wrap=True)
        return common.svg(drawing)


def _draw(axes: Any, known: Sequence[Shape], rows: Sequence[tuple[str, str]]) -> None:
    workers = np.full((len(rows), len(known)), np.nan)
    for column, one in enumerate(known):
        for region in one.told["regions"]:
            row = rows.index((region["nesting"], region["clauses"]))
            teams, threads = region["teams"], region["threads_per_team"]
            workers[row, column] = teams * threads
            told = f"{teams} × {threads}" if region["complete"] else "loses iterations"
            axes.text(column, row, told, ha="center", va="center")
    most = max(2.0, float(np.nanmax(workers)))
    axes.imshow(workers, cmap="YlGnBu", norm=LogNorm(1, most * 3), aspect="auto")
    axes.set_xticks(range(len(known)), [one.toolchain for one in known])
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    names = [f"{nesting}   {clauses}".rstrip() for nesting, clauses in rows]
    axes.set_yticks(range(len(rows)), names)
    axes.set_title("teams × threads per team that did work", loc="left", fontsize=9, pad=22)
