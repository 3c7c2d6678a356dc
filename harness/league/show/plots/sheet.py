"""Puts pictures beside one another: one wide picture of several narrow ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from league.show.plots.common import apart

#: Points between columns, and between a picture and the next one below it.
_GAP = 18.0
_SIZE = re.compile(r'<svg\b[^>]*?\bwidth="([0-9.]+)pt" height="([0-9.]+)pt"')


def sheet(pictures: Sequence[str], columns: int = 2) -> str:
    """Return SVG documents as one: each in the column that ends first, in their order.

    The columns are as wide as the widest picture; ids stay unique.  Sizes are in points.
    """
    sizes = [tuple(map(float, found.groups())) for one in pictures if (found := _SIZE.search(one))]
    assert len(sizes) == len(pictures), "a picture without a size in points"
    columns = min(columns, len(pictures))
    wide = max(width for width, _ in sizes)
    ends, parts = [0.0] * columns, []
    for number, (picture, (width, height)) in enumerate(zip(pictures, sizes)):
        column = ends.index(min(ends))
        inner = apart(picture[picture.index("<svg") :], f"f{number}")
        inner = inner[inner.index(">") + 1 :].strip()
        parts.append(
            f'<svg x="{column * (wide + _GAP):g}" y="{ends[column]:g}" width="{width:g}"'
            f' height="{height:g}" viewBox="0 0 {width:g} {height:g}">\n{inner}\n'
        )
        ends[column] += height + _GAP
    total, deep = columns * (wide + _GAP) - _GAP, max(ends) - _GAP
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{total:g}pt" height="{deep:g}pt" viewBox="0 0 {total:g} {deep:g}">\n'
        '<rect width="100%" height="100%" fill="#ffffff"/>\n' + "".join(parts) + "</svg>\n"
    )
