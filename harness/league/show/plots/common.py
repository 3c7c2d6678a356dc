"""The one style of all plots: fonts, colours by model, markers by compiler, axes, how it is saved.

Matplotlib's own style sheet, `league.mplstyle` beside this file, holds what it can hold.
"""

from __future__ import annotations

import html
import io
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import matplotlib
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from league.base import models

#: The style sheet; `matplotlib.style.use` reads it, too.
SHEET = Path(__file__).with_name("league.mplstyle")
#: What the style sheet says, for `matplotlib.rc_context`.
RC: Any = dict(matplotlib.rc_params_from_file(SHEET, use_default_template=False))
#: Told apart by people who see colours differently (Okabe and Ito), grey last.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (5, 1, 1, 1)))
HATCHES = ("", "////", "||||", "xxxx", "----")
#: What is no data: lines at one, intervals; then words beside it.
INK, QUIET = "#202020", "#404040"
#: The smallest letters of a figure, in points.
SMALL = 8.0

# A colour per model; one that extends another has that one's colour where it has none itself.
_MODELS = {
    "serial": "#7a7a7a",
    "omp": "#d55e00",
    "target": "#0072b2",
    "target-usm": "#56b4e9",
    "target-raja": "#cc79a7",
    "target-kokkos": "#8a4f9e",
    "acc": "#e69f00",
    "cuda": "#009e73",
}
# Markers per compiler: the first fitting start of a toolchain's name, else the last entry.
_COMPILERS = (
    ("gcc", ("s", "D")),
    ("clang", ("o", "h")),
    ("nv", ("^", "v")),
    ("icpx", ("P", "X")),
    ("", ("<", ">")),
)
_FILLS: tuple[Fill, ...] = ("full", "none", "left", "right", "bottom", "top")

Fill = Literal["full", "left", "right", "bottom", "top", "none"]


@dataclass(frozen=True)
class Paper:
    """What a figure is drawn with, apart from the data."""

    ink: str
    line: str
    band: str
    muted: str
    #: data of no model, and what failed
    accent: str = COLOURS[0]

    @property
    def settings(self) -> dict[str, str]:
        """Return it as changes of `style`."""
        return {
            "text.color": self.ink, "axes.labelcolor": self.ink, "axes.edgecolor": self.line,
            "xtick.color": self.muted, "ytick.color": self.muted, "xtick.labelcolor": self.ink,
            "ytick.labelcolor": self.ink, "grid.color": self.line,
        }  # fmt: skip


ON_PAPER = Paper(INK, "#d8d8d8", "#f4f6f8", QUIET)
#: Stand-ins, which `element` makes variables of the page: a figure follows it into the dark.
ON_PAGE = Paper("#010203", "#010204", "#010205", "#010206", "#010207")
_CSS = {"#010203": "var(--ink)", "#010204": "var(--line)", "#010205": "var(--band)",
        "#010206": "var(--muted)", "#010207": "var(--link)"}  # fmt: skip


@dataclass(frozen=True)
class Look:
    """How a toolchain is marked, the same in every figure of a page."""

    marker: str
    fill: Fill


@contextmanager
def style(**changes: Any) -> Iterator[None]:
    """Draw in the one style; changes are of single settings, with `_` for the dots of a name."""
    settings: Any = {**RC, **{name.replace("_", ".", 1): one for name, one in changes.items()}}
    with matplotlib.rc_context(settings):
        yield


def colour(variant: str) -> str:
    """Return the colour of a variant's model (or of a model)."""
    model = models.of_variant(variant)
    return _MODELS.get(model.name) or _MODELS.get(model.extends) or COLOURS[-1]


def looks(toolchains: Sequence[str]) -> dict[str, Look]:
    """Give every toolchain a marker by its compiler, its filling by the version; no two the same.

    With more toolchains of one compiler than it has looks, the markers of all serve.
    """
    found: dict[str, Look] = {}
    spare = [Look(marker, fill) for fill in _FILLS for marker in MARKERS]
    for name in toolchains:
        shapes = next(shapes for start, shapes in _COMPILERS if name.startswith(start))
        own = [Look(marker, fill) for marker in shapes for fill in _FILLS]
        taken = set(found.values())
        found[name] = next(look for look in (*own, *spare) if look not in taken)
    return found


def shades(shade: str, count: int) -> list[str]:
    """Return so many lightnesses of a colour, the colour itself first."""
    share = 0.6 / max(1, count - 1)
    red, green, blue = to_rgb(shade)

    def lighter(part: float, n: int) -> float:
        return 1 - (1 - part) * (1 - share * n)

    return [to_hex((lighter(red, n), lighter(green, n), lighter(blue, n))) for n in range(count)]


def grid(axes: Any, along: Literal["x", "y", "both"] = "y") -> None:
    """Draw quiet lines at the marks of an axis, behind everything."""
    axes.grid(axis=along)
    axes.set_axisbelow(True)


def marks(axis: Any, told: Callable[[float], str], most: int = 6) -> None:
    """Mark an axis within its limits; a logarithmic one at steps within decades, if they fit."""
    if axis.get_scale() in ("log", "functionlog"):
        low, high = axis.get_view_interval()
        decades = math.log10(high / low)
        steps = (1.0, 2.0, 5.0) if decades < 2.2 else (1.0, 3.0) if decades < 3.5 else (1.0,)
        axis.set_major_locator(LogLocator(subs=steps, numticks=12))
    else:
        axis.set_major_locator(MaxNLocator(most))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: told(value)))


def points(
    axes: Any, places: Sequence[tuple[float, float]], look: Look, number: int, who: str
) -> Any:
    """Mark the points of a toolchain, which is the `number`-th of its figure, and return them."""
    return axes.plot(
        *zip(*places), linestyle="none", marker=look.marker, markersize=5, fillstyle=look.fill,
        color=COLOURS[number % len(COLOURS)], label=who, markerfacecoloralt="none",
    )[0]  # fmt: skip


def named_lines(axes: Any, lines: Mapping[str, float]) -> None:
    """Name the lines of a figure that has one a problem, by where they are, from above."""
    axes.set_yticks(list(lines.values()), list(lines))
    axes.set_ylim(max(lines.values()) + 0.6, -0.6)
    axes.tick_params(axis="y", length=0)


def at_one(axes: Any, along: Literal["x", "y"] = "y") -> None:
    """Draw the line at a ratio of one."""
    line = axes.axhline if along == "y" else axes.axvline
    line(1, color=INK, linewidth=1)


def interval(axes: Any, at: float, low: float, high: float, along: Literal["x", "y"] = "y") -> None:
    """Draw a 95 % interval as a thin line across what it belongs to."""
    place = ([at, at], [low, high]) if along == "y" else ([low, high], [at, at])
    axes.plot(*place, color=INK, linewidth=1, solid_capstyle="butt", marker="")


def picture(figure: Figure, kind: str = "svg", *, transparent: bool = False) -> bytes:
    """Return a figure as SVG or PNG, without a date: the same figure gives the same bytes."""
    out = io.BytesIO()
    nothing: Any = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
    with style():
        figure.savefig(out, format=kind, transparent=transparent, metadata=nothing)
    if kind != "svg":
        return out.getvalue()
    text = out.getvalue().decode("utf-8")
    text = _named_by_number(re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL))
    return text.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif").encode("utf-8")


def _named_by_number(text: str) -> str:
    """Return an SVG text whose elements are named by numbers.

    Matplotlib names clipping paths, markers and hatches by a hash of all digits of their
    coordinates, of which the last differ from processor to processor.
    """
    numbers: dict[str, str] = {}
    for name in re.findall(r'\bid="([a-z][0-9a-f]{10})"', text):
        numbers.setdefault(name, f"{name[0]}{len(numbers) + 1}")
    return re.sub(r"\b[a-z][0-9a-f]{10}\b", lambda found: numbers.get(found[0], found[0]), text)


def svg(figure: Figure, *, transparent: bool = False) -> str:
    """Return a figure as the text of an SVG document."""
    return picture(figure, transparent=transparent).decode("utf-8")


def apart(text: str, prefix: str) -> str:
    """Return an SVG text whose ids begin so, and what refers to them."""
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = re.sub(r"url\(#", f"url(#{prefix}-", text)
    return re.sub(r'xlink:href="#', f'xlink:href="#{prefix}-', text)


def element(figure: Figure, title: str, name: str, kind: str) -> str:
    """Return a figure as an element of a page, of that class: unique ids, the page's colours.

    `title` is told to who does not see it, `name` makes the ids unique there.
    """
    text = svg(figure, transparent=True)
    text = text[text.index("<svg") :]
    text = apart(text, re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-"))
    for stand_in, variable in _CSS.items():
        text = text.replace(stand_in, variable)
    width, height = (float(size) for size in figure.get_size_inches())
    opening = (
        f'<svg class="{kind}" role="img" aria-label="{html.escape(title)}"'
        f' viewBox="0 0 {72 * width:g} {72 * height:g}" width="{96 * width:.0f}"'
        f' height="{96 * height:.0f}" xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:xlink="http://www.w3.org/1999/xlink">'
    )
    return opening + text[text.index(">") + 1 :].strip()
