"""Which compilers agree, for the terminal, for Markdown and for programs."""

from __future__ import annotations

from typing import Any

from league.analysis.agreement import Alone, Judged, Pair, alone, pairs
from league.base import columns
from league.base.columns import Column
from league.base.words import percent

PAIRS: tuple[Column[Pair], ...] = (
    Column("first", "A", lambda row: row.first, right=False),
    Column("second", "B", lambda row: row.second, right=False),
    Column("agree", "Agree", lambda row: row.share, percent),
    Column("common", "Of", lambda row: row.common),
    Column("both_right", "Right", lambda row: row.both_right),
    Column("both_wrong", "Wrong", lambda row: row.both_wrong),
    Column("first_alone", "A alone", lambda row: row.first_alone,
           help="right where B is not"),
    Column("second_alone", "B alone", lambda row: row.second_alone,
           help="right where A is not"),
)  # fmt: skip
ALONE: tuple[Column[Alone], ...] = (
    Column("toolchain", "Toolchain", lambda row: row.toolchain, right=False),
    Column("right", "Alone", lambda row: row.right,
           lambda right: "right" if right else "wrong", right=False),
    Column("others", "Against", lambda row: row.others),
    Column("name", "What", lambda row: row.name, right=False),
)  # fmt: skip


def to_text(what: str, judged: Judged) -> str:
    """Return who agrees about ``what``, and where one stands alone."""
    lines = [f"{what}: who comes to the same end", "", *columns.terminal(PAIRS, pairs(judged))]
    if found := alone(judged):
        lines += ["", f"{what}: where one stands alone", "", *columns.terminal(ALONE, found)]
    return "\n".join(lines)


def to_markdown(what: str, judged: Judged) -> str:
    """Return the same in Markdown."""
    lines = [f"## {what}: who comes to the same end", "", *columns.markdown(PAIRS, pairs(judged))]
    if found := alone(judged):
        lines += ["", f"## {what}: where one stands alone", "", *columns.markdown(ALONE, found)]
    return "\n".join([*lines, ""])


def to_json(judged: Judged) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "pairs": [{one.id: one.value(row) for one in PAIRS} for row in pairs(judged)],
        "alone": [{one.id: one.value(row) for one in ALONE} for row in alone(judged)],
    }
