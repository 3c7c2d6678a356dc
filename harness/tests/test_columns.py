"""A column of a table is declared once, and every writer has it."""

from typing import Any

import pytest
from synthetic import records

from league.base import columns
from league.base.columns import Column, Width
from league.records.view import view
from league.show import layout, league, markdown, text
from league.show.exports import export
from league.show.model import report_of

SHELF = (
    Column("name", "Name", lambda row: row[0], right=False),
    Column("price", "Price", lambda row: row[1], "{:.2f}".format, unit="EUR", help="with tax"),
    Column("weight", "Weight", lambda row: row[2], least=Width.WIDE, note=lambda row: "dry"),
)
ROWS = [("a|b", 1.5, 3), ("salt", None, 20)]


def test_writers_read_one_declaration() -> None:
    assert columns.terminal(SHELF, ROWS) == [
        "Name  Price  Weight", "───────────────────", "a|b    1.50       3", "salt      –      20",
    ]  # fmt: skip
    assert columns.markdown(SHELF, ROWS)[2:] == [
        "| a\\|b | 1.50 | 3 (dry) |", "| salt | – | 20 (dry) |",
    ]  # fmt: skip
    assert columns.csv_text(SHELF, ROWS) == "name,price,weight\na|b,1.5,3\nsalt,,20\n"
    assert SHELF[1].cell(ROWS[1]).sort == float("inf")  # the unknown comes last


def test_a_narrow_terminal_has_fewer_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    rows = [("x" * 70, 1.0, "y" * 40)]
    head, _, line = columns.terminal(SHELF, rows)
    assert "Weight" not in head
    assert len(line) <= 60 and "…" in line


def test_a_league_column_costs_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    added: Column[Any] = Column("share", "Right share", lambda row: row.standing.verified + 0.25)
    wider = (*league.LEAGUE[:1], added, *league.LEAGUE[1:])
    for module in (layout, league, markdown, text):
        monkeypatch.setattr(module, "LEAGUE", wider)
    run = view(records(), "a-run")
    report = report_of([run], figures=False)
    written = {
        "text": text.league_table_text(records()),
        "markdown": markdown.render_markdown(report),
        "html": layout.report(report),
        "csv": export([run], "league", None),
    }
    for name, told in written.items():
        assert ("share" if name == "csv" else "Right share") in told, name
        assert ".25" in told, name


def test_no_text_in_csv_is_a_formula() -> None:
    """Spreadsheets execute what begins so; numbers stay numbers."""
    row = ("=1+1", "@SUM(A1)", "-O3", "+x", "\tx", -1, -1.5, "a=b", None)
    (_, line) = columns.rows_as_csv(("a",) * len(row), [row]).splitlines()
    assert line == "'=1+1,'@SUM(A1),'-O3,'+x,'\tx,-1,-1.5,a=b,"
