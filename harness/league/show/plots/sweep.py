"""Figure of a sweep: heat maps of teams × threads with the best point marked, lines over sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

from league.base.words import duration
from league.show.plots import common
from league.sweep import axes as grid_axes
from league.sweep import results
from league.sweep.axes import Shape, Size
from league.sweep.results import Place, Result, Results

_MAP = "YlGnBu"
_BAD = "#a02020"
#: Where colours end: what is slower looks alike.
_MOST = 30
# inches
_CELL, _ROW, _LETTER = 0.86, 0.4, 0.075
_LEFT, _ABOVE, _BELOW, _BETWEEN = 0.75, 0.55, 0.55, 0.35
_EDGE, _KEY = 0.15, 0.75

Row = tuple[str, "bool | None", str, str]


def _row(place: Place) -> Row:
    return (place.variant, place.simd, place.precision, place.toolchain)


def _name(row: Row) -> str:
    variant, simd, precision, toolchain = row
    setting = "" if simd is None else " (simd)" if simd else " (no simd)"
    return f"{variant}{setting}, {precision}, {toolchain}"


def _sizes(found: Results) -> list[Size]:
    return list(dict.fromkeys(one.place.size for one in found))


def draw(found: Results, picture: str = "svg") -> bytes:
    """Draw a sweep and return SVG or PNG, empty if nothing was launched.

    A panel per variant, precision and toolchain (down) and size (across): colour is the compute
    time over the panel's best, on a logarithmic scale; the best point has a star and a frame, what
    failed is hatched and says why.  Below, if there are several sizes, the best time of every
    variant over the sizes, a panel per precision.
    """
    if not found:
        return b""
    sizes = _sizes(found)
    maps = {
        place: points
        for place, points in results.columns(found).items()
        if place.model in grid_axes.SHAPED and len(points) > 1
    }
    rows = list(dict.fromkeys(map(_row, maps)))
    precisions = sorted({one.place.precision for one in found}) if len(sizes) > 1 else []
    threads = {one.shape.threads for points in maps.values() for one in points}
    teams = {one.shape.teams for points in maps.values() for one in points}
    longest = max((len(_name(row)) for row in map(_row, (one.place for one in found))), default=0)
    panel = max(_CELL * max(1, len(threads)), _LETTER * longest, 2.6)
    tall = _ROW * max(1, len(teams))
    block = tall + _ABOVE + _BELOW
    width = _LEFT + (len(sizes) if rows else 0) * (panel + _LEFT) + _EDGE
    lines = _lines_width(found)
    width = max(width, _LEFT + lines if precisions else 0.0, 8.3 if rows else 4.5)
    looks = list(dict.fromkeys(_look(_row(one.place)) for one in found))
    lines_tall = max(3.4, 1.2 + 0.21 * (len(looks) + 1))
    top = 0.45 + (_KEY if rows else 0)
    height = top + len(rows) * block + len(precisions) * lines_tall + _EDGE
    with common.style(font_size=8.5):
        drawing = Figure(figsize=(width, height))
        title = f"{found[0].place.benchmark}: compute time by teams × threads per team"
        drawing.text(_EDGE / width, 1 - 0.28 / height, title, fontsize=11, weight="bold")

        def axes(left: float, down: float, wide: float, high: float) -> Any:
            box = (left / width, 1 - (down + high) / height, wide / width, high / height)
            return drawing.add_axes(box)

        worst = max((_slowest(points) for points in maps.values()), default=2.0)
        norm = LogNorm(1, min(max(2.0, worst), _MOST), clip=True)
        if rows:
            _draw_key(drawing, axes(_LEFT, 0.62, 2.6, 0.13), norm)
        for place, points in maps.items():
            column, line = sizes.index(place.size), rows.index(_row(place))
            left, down = _LEFT + column * (panel + _LEFT), top + line * block + _ABOVE
            _draw_map(axes(left, down, panel, tall), place, points, norm)
        down = top + len(rows) * block
        for n, precision in enumerate(precisions):
            one = axes(_LEFT + 0.2, down + n * lines_tall + 0.4, 4.4, lines_tall - 1.05)
            mine = [r for r in found if r.place.precision == precision]
            _draw_lines(one, mine, sizes, looks, precision)
        made = common.picture(drawing, picture)
        return _tidy(made, title) if picture == "svg" else made


def _tidy(svg: bytes, title: str) -> bytes:
    """Name the picture for readers that do not see it."""
    return svg.replace(b"<svg ", f'<svg role="img" aria-label="{title}" '.encode(), 1)


def _slowest(points: Sequence[Result]) -> float:
    first = results.best(points)
    good = [one.time for one in points if one.good]
    return max(good) / first.time if first is not None else 1.0


def _draw_key(drawing: Figure, axes: Any, norm: LogNorm) -> None:
    bar = drawing.colorbar(ScalarMappable(norm, _MAP), cax=axes, orientation="horizontal")
    top = float(norm.vmax or 2.0)
    marks = [1, 1.5, 2, 3] if top <= 3 else [1, 2, 5, 10, 20] if top < _MOST else [1, 3, 10, _MOST]
    bar.ax.xaxis.set_major_locator(FixedLocator([n for n in marks if n <= top]))
    bar.ax.xaxis.set_minor_locator(NullLocator())
    bar.ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _mark(value)))
    bar.ax.tick_params(length=2, labelsize=7.5, pad=2)
    bar.outline.set_linewidth(0.5)
    text = "time ÷ best of its panel · ★ best · hatched: not valid · ≠ another shape was got"
    axes.annotate(text, (1, 0.5), (10, 0), xycoords="axes fraction", textcoords="offset points",
                  va="center", fontsize=8)  # fmt: skip


def _mark(value: float) -> str:
    return f"≥ {value:g}" if value >= _MOST else f"{value:g}"


def _axis(values: Sequence[int | None]) -> list[int | None]:
    return sorted(set(values), key=lambda value: value or 0)


def _draw_map(axes: Any, place: Place, points: Sequence[Result], norm: LogNorm) -> None:
    teams = _axis([one.shape.teams for one in points])
    threads = _axis([one.shape.threads for one in points])
    first = results.best(points)
    by_shape = {one.shape: one for one in points}
    colours = matplotlib.colormaps[_MAP]
    for y, team in enumerate(teams):
        for x, thread in enumerate(threads):
            one = by_shape.get(Shape(team, thread))
            box: dict[str, Any] = {"facecolor": "#f2f2f2", "edgecolor": "white", "linewidth": 1}
            text, ink = ("not run" if one is None else one.verdict[:15]), "#555555"
            if one is not None and one.good and first is not None:
                share = float(norm(one.time / first.time))
                box["facecolor"] = colours(share)
                text, ink = duration(one.time), "white" if share > 0.5 else "black"
                text += " ≠" if one.other_shape else ""
            elif one is not None:
                box |= {"hatch": "////", "edgecolor": "#c8c8c8"}
                ink = _BAD
            if one is first and one is not None:
                text = f"★ {text}"
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, **box))
            weight = "bold" if one is not None and one is first else "normal"
            written = axes.text(
                x, y, text, ha="center", va="center", color=ink, fontsize=7.5, weight=weight
            )
            if ink == _BAD:
                written.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1})
    if first is not None:
        x, y = threads.index(first.shape.threads), teams.index(first.shape.teams)
        frame: dict[str, Any] = {"fill": False, "edgecolor": "#d55e00", "linewidth": 2.2}
        axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, **frame))
    axes.set_xlim(-0.5, len(threads) - 0.5)
    axes.set_ylim(-0.5, len(teams) - 0.5)
    axes.set_xticks(range(len(threads)), ["any" if n is None else str(n) for n in threads])
    axes.set_yticks(range(len(teams)), ["any" if n is None else str(n) for n in teams])
    axes.tick_params(length=0)
    axes.set_xlabel("threads per team")
    axes.set_ylabel("teams")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_title(
        f"{_name(_row(place))}\nclass {place.size.label.replace(' ', ', ', 1)}",
        loc="left",
        fontsize=8.5,
    )


def _look(row: Row) -> tuple[str, bool | None, str]:
    return (row[0], row[1], row[3])


def _lines_width(found: Results) -> float:
    longest = max(len(_name(_row(one.place))) for one in found)
    return 4.4 + 0.5 + _LETTER * longest + _EDGE


def _draw_lines(
    axes: Any,
    found: Results,
    sizes: Sequence[Size],
    looks: Sequence[tuple[str, bool | None, str]],
    precision: str,
) -> None:
    keys = {key for size in sizes for key, values in _varied(sizes).items() if len(values) > 1}
    letters = {size.letter for size in sizes}
    numeric = len(keys) == 1 and len(letters) == 1
    key = next(iter(keys)) if numeric else ""
    at = {size: dict(size.sets)[key] if numeric else n for n, size in enumerate(sizes)}
    lines: dict[tuple[str, bool | None, str], dict[Size, Result]] = {}
    for place, points in results.columns(found).items():
        first = results.best(points)
        if first is not None:
            lines.setdefault(_look(_row(place)), {})[place.size] = first
    handles = []
    styles = common.series_styles([(variant, toolchain) for variant, _, toolchain in looks])
    for look, bests in lines.items():
        style: dict[str, Any] = {**styles[looks.index(look)], "markersize": 4.5}
        shown = [size for size in sizes if size in bests]
        axes.plot([at[size] for size in shown], [bests[size].time for size in shown], **style)
        name = _name((look[0], look[1], precision, look[2]))
        handles.append(Line2D([], [], label=name, **style))
    ends = [
        min((bests[size] for bests in lines.values() if size in bests), key=lambda r: r.time)
        for size in sizes
        if any(size in bests for bests in lines.values())
    ]
    star: dict[str, Any] = {
        "linestyle": "none", "marker": "*", "markersize": 13,
        "markerfacecolor": "none", "markeredgecolor": "black",
    }  # fmt: skip
    axes.plot([at[one.place.size] for one in ends], [one.time for one in ends], **star)
    handles.append(Line2D([], [], label="fastest of all", **star))
    _frame_lines(axes, [one.time for bests in lines.values() for one in bests.values()])
    labels = [str(at[size]) if numeric else size.label.replace(" ", "\n") for size in sizes]
    if numeric:
        axes.set_xscale("log")
    axes.xaxis.set_major_locator(FixedLocator([at[size] for size in sizes]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks([at[size] for size in sizes], labels)
    scale = f"{key}, class {sizes[0].letter}, logarithmic axis" if numeric else "size"
    axes.set_xlabel(scale)
    axes.set_title(f"best compute time over the sizes, {precision}", loc="left", fontsize=8.5)
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.02, 1.02), frameon=False,
                borderaxespad=0, labelspacing=0.6)  # fmt: skip


def _varied(sizes: Sequence[Size]) -> dict[str, set[int]]:
    values: dict[str, set[int]] = {}
    for size in sizes:
        for key, value in size.sets:
            values.setdefault(key, set()).add(value)
    return values


def _frame_lines(axes: Any, times: Sequence[float]) -> None:
    axes.set_yscale("log")
    if times:
        low, high = min(times), max(times)
        margin = max(1.25, (high / low) ** 0.08)
        axes.set_ylim(low / margin, high * margin)
        wide = high / low > 60
        subs = (1.0,) if high / low > 1e4 else (1.0, 3.0) if wide else (1.0, 2.0, 5.0)
        axes.yaxis.set_major_locator(LogLocator(subs=subs, numticks=12))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    axes.set_ylabel("compute time, logarithmic axis", labelpad=4)
    common.grid(axes, "both")
