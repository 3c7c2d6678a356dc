"""The table of efficiencies over platforms, for the terminal; standard library only."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence

from league.analysis.platforms import Table
from league.base.columns import Column, terminal


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
        lines += ["", *terminal(_columns(table, marks), list(table.efficiencies))]
    lines += [
        "",
        "Efficiency: best time there ÷ own time; 0: it does not run or is not right there;",
        "–: not measured. Portability: harmonic mean, 0 if one is 0.",
    ]
    return "\n".join(lines)


def _columns(table: Table, marks: Mapping[str, str]) -> tuple[Column[str], ...]:
    """What is said of a variant, by its name."""

    def efficiency(platform: str) -> Column[str]:
        return Column(
            platform, marks[platform], lambda one: table.efficiencies[one].get(platform),
            lambda value: f"{value:.2f}" if value else "0",
        )  # fmt: skip

    return (
        Column("variant", table.name, str, right=False),
        *map(efficiency, table.platforms),
        Column("portability", "Portability", table.portability, "{:.2f}".format,
               unknown=lambda _: "not measured everywhere"),
    )  # fmt: skip
