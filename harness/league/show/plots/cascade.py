"""The cascade plot: how the efficiency of a variant falls from its best platform to its worst.

Source: Sewall, Pennycook, Jacobsen, Deakin, McIntosh-Smith, "Interpreting and visualizing
performance portability metrics", P3HPC 2020.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from league.analysis.platforms import Table
from league.base.errors import UsageError
from league.records.reading import guarded
from league.show.plots import common
from league.show.portability import letters

#: Problems that one figure shows; further ones are for -b and -c.
MOST = 8


def draw(tables: Sequence[Table], out: Path) -> None:
    """Write the figure.  Raises UsageError for another suffix, or for too many problems."""
    kind = out.suffix.lstrip(".")
    if kind not in ("svg", "png"):
        raise UsageError(f"{out.name} is neither .svg nor .png; name such a file")
    if len(tables) > MOST:
        raise UsageError(
            f"a cascade plot shows {MOST} problems at most and there are {len(tables)};"
            " choose with -b and -c"
        )
    with common.style():
        picture = common.picture(_figure(tables), kind)
    guarded(out, lambda: out.write_bytes(picture))


def _figure(tables: Sequence[Table]) -> Figure:
    marks = letters(tables)
    key = "".join(f"\n{mark}  {name}" for name, mark in marks.items())
    variants = list(dict.fromkeys(one for table in tables for one in table.efficiencies))
    styles = common.variant_styles(variants)
    heights = [max(1.9, 0.4 + 0.2 * len(table.efficiencies)) for table in tables]
    figure = Figure(figsize=(common.WIDTH, sum(heights) + 0.6 + 0.16 * len(marks)))
    figure.set_layout_engine("constrained")
    places = figure.subplots(
        len(tables), 2, width_ratios=(4, 3), height_ratios=heights, squeeze=False
    )
    for (left, right), table in zip(places, tables):
        _cascade(left, table, styles)
        _bars(right, table, styles, marks)
    figure.supxlabel(
        f"Left: each variant's platforms from its best to its worst. Right: their order.{key}",
        x=0.01, ha="left", fontsize=common.SMALL,
    )  # fmt: skip
    return figure


def _cascade(axes: Any, table: Table, styles: dict[str, Any]) -> None:
    count = len(table.platforms)
    for variant in table.efficiencies:
        values = [value for _, value, _ in table.cascade(variant)]
        axes.plot(range(1, len(values) + 1), values, **styles[variant])
    axes.set(
        title=table.name, ylabel="efficiency", ylim=(-0.04, 1.06), xlim=(0.9, count + 0.1),
        xticks=range(1, count + 1),
    )  # fmt: skip
    axes.set_xlabel("platforms, the best first")
    common.grid(axes)


def _bars(axes: Any, table: Table, styles: dict[str, Any], marks: dict[str, str]) -> None:
    """Draw the portability of each variant with its mark and the order of its platforms."""
    names = list(table.efficiencies)
    for n, variant in enumerate(names):
        value, look = table.portability(variant), styles[variant]
        axes.barh(n, value or 0.0, 0.6, color=look["color"])
        axes.plot([-0.07], [n], color=look["color"], marker=look["marker"], clip_on=False)
        order = " ".join(marks[one] for one, _, _ in table.cascade(variant))
        told = f"–  {order} only" if value is None else f"{value:.2f}  {order}"
        axes.annotate(told, (value or 0.0, n), xytext=(3, 0), textcoords="offset points",
                      va="center", fontsize=common.SMALL)  # fmt: skip
    axes.set(title="portability", xlim=(0, 1.6), yticks=range(len(names)), xticks=(0, 0.5, 1))
    axes.set_yticklabels(names)
    axes.tick_params(axis="y", length=0, pad=14)
    axes.invert_yaxis()
