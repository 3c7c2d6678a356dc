"""Figures of a sweep and of the probe.

Of a sweep maps of teams × threads with the best point marked, and lines over sizes; of the probe
every nesting of teams, parallel and simd against every toolchain.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from league.base.words import duration
from league.show.plots import charts
from league.show.plots.chart import Chart, Panel, Series, Source, Value
from league.sweep import axes, results
from league.sweep.results import Place, Points, Result, Results
from league.sweep.shape import Shape

#: Where colours end: what is slower looks alike.
_MOST = 30
_CAPTION = "Maps: colour is time ÷ best of its panel; ★ best, hatched: not valid, ≠ another shape."


def draw(found: Results, picture: str = "svg") -> bytes:
    """Draw a sweep and return SVG or PNG, empty if nothing was launched."""
    return charts.draw(chart(found), picture) if found else b""


def chart(found: Results) -> Chart:
    """Return the figure of a sweep.

    A panel per variant, precision, toolchain and size: the compute time over the panel's best; the
    best point has a star, what failed says why.  Below, if there are several sizes, the best time
    of every variant over the sizes, a panel per precision.
    """
    maps = [
        one
        for one in results.places(found)
        if one.place.model in axes.SHAPED and len(one.points) > 1
    ]
    most = min(max((one.worst or 1.0 for one in maps), default=2.0), _MOST)
    panels = [_map(one, most) for one in maps]
    if len({one.place.size for one in found}) > 1:
        precisions = sorted({one.place.precision for one in found})
        panels += [_lines(found, precision) for precision in precisions]
    title = f"{found[0].place.benchmark}: compute time by teams × threads per team"
    nothing = Panel("", "", "", (), missing="several shapes or several sizes")
    return Chart("sweep", title, tuple(panels) or (nothing,), (_CAPTION,) if maps else ())


def _name(place: Place) -> str:
    setting = {None: "", True: " (simd)", False: " (no simd)"}[place.simd]
    return f"{place.variant}{setting}, {place.precision}, {place.toolchain}"


def _number(value: int | None) -> str:
    return "any" if value is None else str(value)


def _map(shown: Points, most: float) -> Panel:
    place, points, first = shown.place, shown.points, shown.first

    def value(one: Result) -> Value:
        if not one.good or first is None:
            return Value(_number(one.shape.teams), math.nan, note=one.verdict[:15])
        told = [*["★"] * (one is first), duration(one.time), *["≠"] * one.other_shape]
        return Value(_number(one.shape.teams), one.time / first.time, note=" ".join(told))

    threads = sorted({one.shape.threads for one in points}, key=lambda count: count or 0)
    teams = sorted({one.shape.teams for one in points}, key=lambda count: count or 0)
    series = (
        Series(_number(count), tuple(value(one) for one in points if one.shape.threads == count))
        for count in threads
    )
    return Panel(
        f"{_name(place)}\nclass {place.size.label.replace(' ', ', ', 1)}", "teams",
        "threads per team", tuple(series), "map", order=tuple(map(_number, teams)), most=most,
    )  # fmt: skip


def _lines(found: Results, precision: str) -> Panel:
    """The best times over the sizes: on an axis of numbers where one parameter alone differs."""
    sizes = list(dict.fromkeys(one.place.size for one in found))
    values: dict[str, set[int]] = {}
    for size in sizes:
        for key, number in size.sets:
            values.setdefault(key, set()).add(number)
    varied = [key for key, several in values.items() if len(several) > 1]
    numeric = len(varied) == 1 and len({size.letter for size in sizes}) == 1
    lines: dict[str, list[Value]] = {}
    for one in results.places(found):
        place, first = one.place, one.first
        if first is not None and place.precision == precision:
            source = Source(0, place.toolchain, place.variant, first.times)
            x = dict(place.size.sets)[varied[0]] if numeric else place.size.label
            lines.setdefault(_name(place), []).append(Value(x, first.time / 1e6, source=source))
    return Panel(
        f"best compute time over the sizes, {precision}",
        f"{varied[0]}, class {sizes[0].letter}" if numeric else "size", "compute, milliseconds",
        tuple(Series(name, tuple(told)) for name, told in lines.items()), "lines",
        log_x=numeric, order=tuple(size.label for size in sizes),
        missing="" if lines else "a time that counts",
    )  # fmt: skip


def nestings(shapes: Sequence[Shape]) -> str:
    """Draw workers per nesting (teams times threads per team) and return the SVG text.

    Colour is the number of workers that did something, on a logarithmic scale; the text says how
    it comes about.  Toolchains without an answer are left out; a note below names them.
    """
    series = tuple(
        Series(one.toolchain, tuple(map(_nesting, one.told["regions"])))
        for one in shapes if one.verdict == "ok"
    )  # fmt: skip
    most = max((value.y for one in series for value in one.values), default=1.0)
    panel = Panel(
        "teams × threads per team that did work", "", "", series, "map", most=3 * most,
        missing="" if series else "an answer",
    )  # fmt: skip
    silent = [f"{one.toolchain} ({one.verdict})" for one in shapes if one.verdict != "ok"]
    told = (f"no answer: {', '.join(silent)}",) if silent else ()
    return charts.draw(Chart("probe", "Shapes of target regions", (panel,), told)).decode()


def _nesting(region: Mapping[str, Any]) -> Value:
    teams, threads = region["teams"], region["threads_per_team"]
    told = f"{teams} × {threads}" if region["complete"] else "loses iterations"
    return Value(f"{region['nesting']}   {region['clauses']}".rstrip(), teams * threads, note=told)
