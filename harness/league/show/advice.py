"""Which variant to write, a line a benchmark: for the terminal, for Markdown and for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from league.analysis.advice import Advice, Beside
from league.base import columns
from league.base.columns import Column, Width
from league.base.words import span, table_width, times
from league.verdicts import word


def _beside(one: Beside) -> str:
    between = f" ({span(*one.verdict.interval)})" if one.verdict.interval else ""
    shown = word(one.verdict.decision.value).symbol
    return f"{shown} {times(one.verdict.ratio)}{between} {one.variant}, {one.platform}"


ADVICE: tuple[Column[Advice], ...] = (
    Column("benchmark", "Benchmark", lambda row: row.problem[0], right=False),
    Column("class", "Class", lambda row: row.problem[1], right=False, least=Width.WIDE),
    Column("precision", "Precision", lambda row: row.problem[2], right=False),
    Column("variant", "Write", lambda row: row.variant, right=False),
    Column("right", "Right with", lambda row: row.right,
           words=lambda row: f"{row.right} of {row.platforms}",
           help="toolchains that timed it, of those that timed any OpenMP variant of it"),
    Column("near", "Of the best", lambda row: row.near, "{:.0%}".format, least=Width.PAGE,
           help="harmonic mean over those toolchains of the best time there over its own"),
    Column("launches", "Launches", lambda row: row.launches,
           words=lambda row: f"{row.launches}" + ("" if row.decided else ": too few"),
           least=Width.PAGE),
    Column("others", "As good", lambda row: ", ".join(row.others) or None, right=False,
           least=Width.PAGE, help="others that are the same or faster, as far as launches tell"),
    Column("worse", "Not as good", lambda row: ", ".join(row.worse) or None, right=False,
           least=Width.PAGE, help="surely slower on one of its toolchains, or not right there"),
    Column("open", "Not told apart", lambda row: ", ".join(row.open) or None, right=False,
           least=Width.PAGE, help="others of which launches decide nothing; more of them might"),
    Column("behind", "Behind", lambda row: row.behind and _beside(row.behind), right=False,
           least=Width.PAGE, help="where another variant takes least beside it (95 %)"),
    Column("next", "Next best", lambda row: row.next and _beside(row.next), right=False,
           least=Width.WIDE, breaks=True, unknown=lambda row: "",
           help="of those not as good the one that comes nearest, where it is slowest (95 %)"),
)  # fmt: skip
_KEY = (
    "Of each benchmark the plainest OpenMP variant of those that are right with most toolchains and"
    " as fast as the fastest of them, in the largest class that was timed."
)


def to_text(rows: Sequence[Advice]) -> str:
    """Return it for a terminal."""
    lines = [*columns.terminal(ADVICE, rows), ""]
    for line in _notes(rows):
        lines += textwrap.wrap(line, table_width())
    return "\n".join(lines)


def _notes(rows: Sequence[Advice]) -> list[str]:
    few = sum(not row.decided for row in rows)
    told = [f"Of {few} of {len(rows)} there are too few launches to tell variants apart."]
    host = ["None of these times is of a GPU: counts --near has what counts there say."]
    return [_KEY, *(told if few else []), *([] if any(one.on_gpu for one in rows) else host)]


def to_markdown(rows: Sequence[Advice]) -> str:
    """Return it as a page in Markdown."""
    return "\n".join(
        ["# Which variant to write", "", _KEY, "", *columns.markdown(ADVICE, rows), ""]
    )


def to_json(rows: Sequence[Advice]) -> list[dict[str, Any]]:
    """Return it for programs."""
    return [{one.id: one.value(row) for one in ADVICE} for row in rows]
