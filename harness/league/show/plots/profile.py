"""Figure of a profiled launch: one execution of each directive by operation, and the timeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from league.base.words import duration, plural
from league.profile import events
from league.records.reading import write_text
from league.records.schema import parse_object
from league.show.plots import common

_COLOURS = {
    "allocate": "#e69f00",
    "to": "#56b4e9",
    "kernel": "#009e73",
    "from": "#0072b2",
    "delete": "#cc79a7",
    "other": "#7a7a7a",
    "rest": "#d0d0d0",
}
_MOST = 6


def figure(title: str, profile: Mapping[str, Any], trace: Mapping[str, Any]) -> str:
    """Draw a profile and return the SVG text.

    ``profile`` is what the record keeps, ``trace`` its Chrome trace.  Above, a bar per directive:
    the median of its executions, cut into operations; what is in none of them is the rest.  Below,
    the launch over time, a row per operation.
    """
    regions = sorted(profile["regions"], key=lambda one: -int(one["time_ns"]))[:_MOST]
    with common.style():
        page = Figure(figsize=(8.3, 3.6 + 0.42 * len(regions)), layout="constrained")
        above, below = page.subplots(2, 1, height_ratios=[0.8 + 0.42 * len(regions), 2.0])
        _bars(above, regions)
        _timeline(below, trace["traceEvents"])
        page.suptitle(title, x=0.01, ha="left", fontsize=10.5, fontweight="bold")
        return common.svg(page)


def _bars(panel: Any, regions: Sequence[Mapping[str, Any]]) -> None:
    names = [f"{one['name']} ({one['kind']}), {one['count']} ×" for one in regions]
    left = [0.0] * len(regions)
    for operation, colour in _COLOURS.items():
        width = [one["typical_ns"].get(operation, 0) / 1e3 for one in regions]
        if any(width):
            panel.barh(names, width, left=left, color=colour, label=operation, height=0.7)
            left = [a + b for a, b in zip(left, width)]
    for at, total in enumerate(left):
        panel.annotate(duration(total * 1e3), (total, at), (4, 0), textcoords="offset points",
                       va="center")  # fmt: skip
    panel.invert_yaxis()
    panel.margins(x=0.12)
    panel.set_xlabel("one execution (median), microseconds")
    common.grid(panel, "x")
    panel.legend(ncols=7, loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False)


def _timeline(panel: Any, told: Sequence[Mapping[str, Any]]) -> None:
    spans: dict[str, list[tuple[float, float]]] = {}
    for one in told:
        if one["ph"] == "X":
            row = "region" if one["cat"] == "region" else str(one["name"])
            spans.setdefault(row, []).append((one["ts"] / 1e3, one["dur"] / 1e3))
    rows = [name for name in ("region", *events.OPERATIONS) if name in spans]
    for at, name in enumerate(rows):
        colour = _COLOURS.get(name, "#555555")
        panel.broken_barh(spans[name], (at - 0.35, 0.7), color=colour, linewidth=0.4)
    panel.set_yticks(range(len(rows)), rows)
    panel.invert_yaxis()
    panel.set_xlabel("milliseconds since the first event of the launch")
    total = sum(map(len, spans.values()))
    panel.set_title(f"{plural(total, 'event')} over time", loc="left", fontsize=9)
    common.grid(panel, "x")


def write(title: str, profile: Mapping[str, Any], run: Path) -> Path:
    """Draw the profile of a record of a run beside its trace; return the picture's name."""
    trace = run / str(profile["file"])
    picture = trace.with_name(trace.name.replace(".trace.json", ".svg"))
    drawn = figure(title, profile, parse_object(trace.read_text(encoding="utf-8")))
    return write_text(picture, drawn)
