"""The table of efficiencies over platforms, for the terminal; standard library only."""

from __future__ import annotations

import string
from collections.abc import Sequence

from league.analysis.platforms import Table


def letters(tables: Sequence[Table]) -> dict[str, str]:
    """Return a short mark for every platform: A, B, ... Z, A2, ..."""
    names = sorted({one for table in tables for one in table.platforms})
    alphabet = string.ascii_uppercase
    return {
        name: alphabet[n % 26] + (str(n // 26 + 1) if n >= 26 else "")
        for n, name in enumerate(names)
    }


def portability_text(tables: Sequence[Table]) -> str:
    """Return the platforms, and per problem the efficiency of each variant and its portability."""
    marks = letters(tables)
    lines = [f"{mark}  {name}" for name, mark in marks.items()]
    for table in tables:
        width = max(len(table.name), *map(len, table.efficiencies))
        head = "".join(f"{marks[one]:>7}" for one in table.platforms)
        lines += ["", f"{table.name:{width}}{head}  Portability"]
        for variant, found in table.efficiencies.items():
            values = "".join(f"{_value(found.get(one)):>7}" for one in table.platforms)
            portable = table.portability(variant)
            last = "not measured everywhere" if portable is None else f"{portable:11.2f}"
            lines.append(f"{variant:{width}}{values}  {last}")
    lines += [
        "",
        "Efficiency: best time there ÷ own time; 0: it does not run or is not right there;",
    ]
    return "\n".join([*lines, "–: not measured. Portability: harmonic mean, 0 if one is 0."])


def _value(efficiency: float | None) -> str:
    if efficiency is None:
        return "–"
    return f"{efficiency:.2f}" if efficiency else "0"
