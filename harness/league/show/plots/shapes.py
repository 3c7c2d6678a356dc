"""Figure of the probe: every nesting of teams, parallel and simd against every toolchain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from league.show.plots import charts
from league.show.plots.chart import Chart, Panel, Series, Value
from league.sweep.shape import Shape


def figure(shapes: Sequence[Shape]) -> str:
    """Draw workers per nesting (teams times threads per team) and return the SVG text.

    Colour is the number of workers that did something, on a logarithmic scale; the text says how
    it comes about.  Toolchains without an answer are left out; a note below names them.
    """
    series = tuple(
        Series(one.toolchain, tuple(map(_value, one.told["regions"])))
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


def _value(region: Mapping[str, Any]) -> Value:
    teams, threads = region["teams"], region["threads_per_team"]
    told = f"{teams} × {threads}" if region["complete"] else "loses iterations"
    return Value(f"{region['nesting']}   {region['clauses']}".rstrip(), teams * threads, note=told)
