"""Columns of tables, each declared once; every writer reads it.  Standard library only.

A table is a tuple of columns and a sequence of rows of any type.  A column says how it is called,
what its unit is, what it means, what its value is, how that is written and what it is sorted by::

    LEAGUE = (
        Column("toolchain", "Toolchain", lambda row: row.label, right=False),
        Column("best", "Best", lambda row: row.best.value, write=times, help="geometric mean ..."),
    )

`terminal`, `markdown` and `csv_text` write it; a page iterates over `shown(columns, Width.PAGE)`
and asks each column for its `title`, `unit`, `help` and `cell(row)`: the text, what stands smaller
behind it, names to fold out, the verdict it is marked as, the key to sort by.  The macros `heads`
and `fields` of `templates/columns.html` do that.

What has no declaration, because its columns are those of the data (a column a toolchain), is laid
out from texts by `aligned`, `rows_as_markdown`, `escaped` and `rows_as_csv`, on which the writers
rest.
"""

from __future__ import annotations

import csv
import enum
import io
import itertools
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from league.base.words import escape, table_width

#: Stands where nothing is known; in CSV the field is empty.
UNKNOWN = "–"
_NAME = 24  # letters that a first column has before others go
_BAR = re.compile(r"(?<!\\)\|")  # one that would end a field
Row = TypeVar("Row")


class Width(enum.IntEnum):
    """The narrowest place that shows a column."""

    NARROW = 0  # a terminal of 60 columns
    WIDE = 1  # one of 100
    PAGE = 2  # Markdown, HTML, CSV


@dataclass(frozen=True)
class Cell:
    """One field of a table as people read it."""

    text: str
    #: stands smaller behind it: an interval, of how many
    note: str = ""
    #: what is counted there, to fold out
    names: tuple[str, ...] = ()
    #: the verdict that it is marked as, with a symbol and a tone; None: no mark
    mark: Any = None
    #: what the table is sorted by; the unknown comes last
    sort: Any = math.inf
    #: where it leads
    link: str = ""
    #: a value that does not count
    struck: bool = False


@dataclass(frozen=True)
class Column(Generic[Row]):
    """What a column is; see the module."""

    #: what programs call it: the head of CSV, keys of JSON
    id: str
    title: str
    #: None: unknown
    value: Callable[[Row], Any]
    #: puts a known value into words
    write: Callable[[Any], str] = str
    #: instead, where words need more of the row than its value
    words: Callable[[Row], str] | None = None
    #: stands where the value is None
    unknown: Callable[[Row], str] = lambda _: UNKNOWN
    unit: str = ""
    help: str = ""
    note: Callable[[Row], str] = lambda _: ""
    names: Callable[[Row], Sequence[str]] = lambda _: ()
    mark: Callable[[Row], Any] = lambda _: None
    link: Callable[[Row], str] = lambda _: ""
    struck: Callable[[Row], bool] = lambda _: False
    #: instead of the value
    sort: Callable[[Row], Any] | None = None
    least: Width = Width.NARROW
    #: a terminal leaves it out where no row has any
    optional: bool = False
    #: numbers stand at the right
    right: bool = True
    #: texts of a last column that a terminal breaks into lines
    breaks: bool = False
    #: holds Markdown of ours, such as a link or a name in backticks
    markup: bool = False

    def text(self, row: Row) -> str:
        """Return a field for people."""
        value = self.value(row)
        if value is None:
            return self.unknown(row)
        return self.words(row) if self.words else self.write(value)

    def cell(self, row: Row) -> Cell:
        """Return a field with all that a page says of it."""
        value = self.sort(row) if self.sort else self.value(row)
        sort = math.inf if value is None else value
        return Cell(
            self.text(row), self.note(row), tuple(self.names(row)), self.mark(row), sort,
            self.link(row), self.struck(row),
        )  # fmt: skip


@dataclass(frozen=True)
class Table(Generic[Row]):
    """Columns with rows, as a page or a document shows them."""

    columns: Sequence[Column[Row]]
    rows: Sequence[Row]
    #: what it is, for who does not see it
    about: str = ""
    #: what a reader may look for; empty: there is nothing to look for
    filter: str = ""

    def to_markdown(self) -> list[str]:
        """Return it in Markdown."""
        return markdown(self.columns, self.rows)


def shown(columns: Sequence[Column[Row]], width: Width) -> list[Column[Row]]:
    """Return the columns for which there is room."""
    return [column for column in columns if column.least <= width]


def terminal(columns: Sequence[Column[Row]], rows: Sequence[Row]) -> list[str]:
    """Return a table for people whose lines fit the terminal; a narrow one gets fewer columns.

    Where that is not enough the first column is cut, or the last one broken if it may be.
    """
    present = [one for one in columns if not one.optional or any(map(one.value, rows))]
    last = -1 if present[-1].breaks else 0
    for width in (Width.WIDE, Width.NARROW):
        kept = shown(present, width)
        lines = [[column.title for column in kept]]
        lines += [[column.text(row) for column in kept] for row in rows]
        widths = _widths(lines)
        room = table_width() - sum(2 + one for one in widths) + 2 + widths[last]
        if room >= min(widths[last], _NAME):
            break
    broken: list[list[str]] = []
    for line in lines:
        if last:
            first, *more = textwrap.wrap(line[-1], max(room, _NAME)) or [""]
            broken += [[*line[:-1], first], *([""] * (len(kept) - 1) + [rest] for rest in more)]
        else:
            line[0] = line[0] if len(line[0]) <= room else line[0][: room - 1] + "…"
            broken.append(line)
    head, *told = aligned(broken, [column.right for column in kept])
    return [head, "─" * max(map(len, [head, *told])), *told]


def aligned(rows: Sequence[Sequence[str]], right: Sequence[bool] = ()) -> list[str]:
    """Lay out texts below one another; unless `right` says so, those of no column at the right."""
    widths = _widths(rows)
    sides = right or [False] * len(widths)
    return [
        "  ".join(
            text.rjust(width) if side else text.ljust(width)
            for text, width, side in zip(row, widths, sides)
        ).rstrip()
        for row in rows
    ]


def blocks(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table for people, in as many parts as its width needs; each has the first column."""
    first, *widths = _widths(rows)
    parts: list[list[int]] = [[]]
    for number, width in enumerate(widths, 1):
        taken = first + sum(2 + widths[one - 1] for one in parts[-1])
        if parts[-1] and taken + 2 + width > table_width():
            parts.append([])
        parts[-1].append(number)
    texts = ([[row[0], *(row[n] for n in part)] for row in rows] for part in parts)
    return ["\n".join(aligned(part, [False] + [True] * (len(part[0]) - 1))) for part in texts]


def _widths(rows: Iterable[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows)]


def markdown(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> list[str]:
    """Return a table in Markdown; what is not `markup` is escaped."""

    def field(column: Column[Row], row: Row) -> str:
        text, note = column.text(row), column.note(row)
        mark = None if column.right else column.mark(row)
        text = f"{mark.symbol} {text}" if mark else text
        text = text if column.markup else escape(text)
        text = f"~~{text}~~" if column.struck(row) else text
        return f"{text} ({note if column.markup else escape(note)})" if note else text

    texts = ([field(column, row) for column in columns] for row in rows)
    return rows_as_markdown([escape(column.title) for column in columns], texts)


def rows_as_markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lay out texts as a table in Markdown, whose markup they may hold; a bar would end a field."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(_BAR.sub(r"\|", text) for text in row) + " |" for row in rows]


def escaped(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lay out foreign texts as a table in Markdown that shows them as they are."""
    return rows_as_markdown(
        [escape(text) for text in head], ([escape(text) for text in row] for row in rows)
    )


def csv_text(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> str:
    """Return a table as CSV, under the ids of its columns; the unknown is an empty field."""
    values = ([column.value(row) for column in columns] for row in rows)
    return rows_as_csv([column.id for column in columns], values)


def objects(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return a table for programs, a value under the id of its column."""
    return [{one.id: one.value(row) for one in columns} for row in rows]


#: How formulas of spreadsheets begin.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def rows_as_csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Lay out values as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in itertools.chain([head], rows):
        writer.writerow([csv_cell(value) for value in row])
    return out.getvalue()


def csv_cell(value: Any) -> Any:
    """Return a value as it stands in CSV: no text that a spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return repr(value) if isinstance(value, float) else value
