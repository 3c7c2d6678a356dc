"""A known defect that shows itself is a class of its own, wherever results are told."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from synthetic import records

from league.analysis.standing import standings
from league.records.view import RunView, view
from league.show.junit import render_junit
from league.show.model import report_of
from league.show.text import headline, league_table_text

KNOWN = "xfail(a known defect)"


def all_expected() -> list[dict[str, Any]]:
    """A session in which whatever fails does so as known defects let expect."""
    made = records()
    for record in made:
        if record["kind"] == "build" and record["verdict"] not in ("ok", "unavailable"):
            record["expectation"] = KNOWN
        elif record["kind"] == "launch" and record["worst"] not in ("pass", "no-device"):
            record["verdict"] = {**record["verdict"], "expectation": KNOWN}
    return made


@pytest.fixture(scope="module")
def run() -> RunView:
    return view(all_expected(), "expected")


def test_junit_is_green(run: RunView) -> None:
    root = ET.fromstring(render_junit(run))
    assert not list(root.iter("failure"))
    told = [one.get("message", "") for one in root.iter("skipped")]
    assert "expected compile error: a known defect" in told
    assert any(text.startswith("expected crash") for text in told)


def test_an_unexpected_pass_is_a_failure() -> None:
    made = records()
    for record in made:
        if record["kind"] == "launch" and record["variant"] == "omp":
            record["verdict"] = {**record["verdict"], "expectation": "xpass"}
    root = ET.fromstring(render_junit(view(made)))
    assert "xpass" in {one.get("type") for one in root.iter("failure")}


def test_no_tile_is_red(run: RunView) -> None:
    tiles = {label: (tone, number) for tone, number, label in report_of([run], figures=False).tiles}
    assert {tone for tone, _ in tiles.values()} <= {"good", "calm"}
    assert tiles["failed when run"] == ("calm", "0")
    assert tiles["failed to build"] == ("calm", "0")


def test_they_are_one_number_wherever_they_are_counted(run: RunView) -> None:
    """Variants, each once a toolchain: tile, league table, sentence, benchmarks."""
    report = report_of([run], figures=False)
    tiles = {label: number for _, number, label in report.tiles}
    count = int(tiles["variants failed as expected"])
    assert count > 3
    assert sum(row.expected for row in standings([run])) == count
    assert f"{count} variants failed as expected" in headline(run)
    assert sum(part.known for part in report.benchmarks) == count
    for part in report.benchmarks:
        assert not part.known or f", {part.known} failed as expected" in part.summary


def test_the_matrix_is_not_red(run: RunView) -> None:
    report = report_of([run], figures=False)
    tones = {line.mark.tone for block in report.matrix.blocks for row in block.rows
             for box in row.boxes for line in box.lines}  # fmt: skip
    assert not tones & {"bad", "trap"}
    told = [failure.word.label for part in report.benchmarks for failure in part.failures]
    assert told and all(label.startswith("expected ") for label in told)
    assert any("failed as expected" in part.summary for part in report.benchmarks)


def test_toolchains_count_them_apart(run: RunView) -> None:
    rows = standings([run])
    assert not any(row.failed for row in rows)
    assert sum(row.expected for row in rows) > 3
    unexpected = standings([view(records())])
    assert sum(row.failed for row in unexpected) > 3


def test_the_terminal_names_them_apart(run: RunView) -> None:
    told = league_table_text(all_expected())
    assert "expected crash" in told
    assert "✗" not in told
    assert headline(run).split(", ")[1] == "0 failed"
    assert "as expected" in headline(run)


def test_one_failure_that_was_not_expected_is_one() -> None:
    made = all_expected()
    crashed = [r for r in made if r.get("worst") == "crash(SIGSEGV)"]
    crashed[0]["verdict"] = {**crashed[0]["verdict"], "expectation": "as-expected"}
    assert any(cell.outcome == "crash" and not cell.expected for cell in view(made).cells.values())
