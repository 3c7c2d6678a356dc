"""The cascade plot: how the efficiency of a variant falls from its best platform to its worst.

Source: Sewall, Pennycook, Jacobsen, Deakin, McIntosh-Smith, "Interpreting and visualizing
performance portability metrics", P3HPC 2020.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from league.analysis.platforms import Table, letters
from league.base.errors import UsageError
from league.records.reading import write_whole
from league.show.plots import charts
from league.show.plots.chart import Chart, Panel, Series, Source, Value

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
    marks = letters(tables)
    panels = [panel for table in tables for panel in (_cascade(table), _bars(table, marks))]
    told = (
        "Lines: each variant's platforms from its best to its worst. Bars: their order.",
        *(f"{mark}  {name}" for name, mark in marks.items()),
    )
    picture = charts.draw(Chart("cascade", "Performance portability", tuple(panels), told), kind)
    write_whole(out, picture)


def _series(variant: str, values: Sequence[tuple[str, float, str]]) -> Series:
    source = Source(0, "", variant, ())
    return Series(variant, tuple(Value(x, y, note=note, source=source) for x, y, note in values))


def _cascade(table: Table) -> Panel:
    series = (
        _series(one, [(str(n), y, "") for n, (_, y, _) in enumerate(table.cascade(one), 1)])
        for one in table.efficiencies
    )
    return Panel(table.name, "platforms, the best first", "efficiency", tuple(series), "lines",
                 log_y=False, from_zero=True,
                 order=tuple(str(n + 1) for n in range(len(table.platforms))))  # fmt: skip


def _bars(table: Table, marks: Mapping[str, str]) -> Panel:
    """The portability of each variant, and the order of its platforms."""
    series = []
    for one in table.efficiencies:
        value = table.portability(one)
        order = " ".join(marks[name] for name, _, _ in table.cascade(one))
        bar = (
            one,
            math.nan if value is None else value,
            order if value is not None else f"{order} only",
        )
        series.append(_series(one, [bar]))
    return Panel(f"{table.name}: portability", "", "harmonic mean of efficiencies", tuple(series),
                 log_y=False)  # fmt: skip
