"""What a report must not say: that something went wrong, or is the best, when it is not so.

Colours are for what failed; "fastest" is for what an interval tells apart.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from browser import PHONE, visit
from synthetic import records

from league.records.view import view
from league.show.layout import report as page_of
from league.show.model import report_of
from league.show.plots import charts
from league.show.plots.chart import Source, Value


def test_what_is_not_installed_is_not_red() -> None:
    page = page_of(report_of([view(records(), "a-run")], figures=False))
    states = re.findall(r'<b>clang-14-x86_64</b> <span class="tag (\w+)">', page)
    assert states == ["doubt"]
    assert "○ broken" in page
    assert "ootstrap" not in page


def test_settings_of_checks_are_not_told_as_those_of_launches() -> None:
    lines = records()
    for one in lines:
        if one["kind"] == "launch" and one["mode"] == "check":
            one["environment"] = {**one["environment"], "OMP_NUM_TEAMS": "3"}
    (head,) = report_of([view(lines, "a-run")], figures=False).heads
    told = dict(head.provenance)
    assert "OMP_NUM_TEAMS" not in told["Environment of launches"]
    assert "OMP_NUM_TEAMS=3" in told["Environment of checks"]
    checks = [one for one in lines if one.get("mode") != "timed"]
    (head,) = report_of([view(checks, "checks")], figures=False).heads
    assert "Environment of launches" not in dict(head.provenance)


def _lead(lines: list[dict[str, Any]]) -> str:
    parts = report_of([view(lines, "a-run")], figures=False).benchmarks
    (jacobi,) = [part for part in parts if part.name == "jacobi"]
    return next(size.lead for size in jacobi.sizes if "fp64" in size.label)


def test_the_fastest_is_named_so_only_if_launches_tell_it_from_all_others() -> None:
    assert "the fastest on a device is target-collapse of clang-22-x86_64" in _lead(records())
    lines = records()
    for one in lines:  # both compilers make the same of it
        if one["kind"] == "launch" and one["toolchain"] == "clang-22-x86_64" and one["record"]:
            for sample in one["record"]["samples"]:
                sample["compute"] = int(sample["compute"] / 0.93)
    told = _lead(lines)
    assert "the fastest" not in told
    assert "beside 1 other that launches do not tell from it" in told
    few = _lead(records(launches=3))
    assert "the fastest" not in few


@pytest.mark.parametrize(
    ("low", "high", "named"),
    [(None, None, 0), (0.9, 1.1, 2), (0.5, 1.6, 0), (1.0, 1.4, 2), (0.9, 1.6, 1)],
)
def test_ends_of_a_chart_are_named_where_intervals_lie_apart(
    low: float | None, high: float | None, named: int
) -> None:
    values = _values(low, high)
    assert len(charts._ends(values, ratios=False)) == named


def _values(low: float | None, high: float | None) -> list[Value]:
    """Three times of 1, 2 and 3 with intervals of that share."""
    source = Source(0, "gcc-12-host", "omp", (1.0,))
    return [
        Value(str(n), float(n), low=low and low * n, high=high and high * n, source=source)
        for n in (1, 2, 3)
    ]


def test_on_a_phone_nothing_of_a_matrix_lies_beside_the_screen(
    report_page: Path, browser: Any
) -> None:
    with visit(browser, width=PHONE) as window:
        page = window.open(report_page)
        matrices = page.locator("table.matrix:visible")
        assert matrices.count() > 0
        for matrix in matrices.all():
            over = matrix.evaluate("t => [t.parentNode.scrollWidth, t.parentNode.clientWidth]")
            assert over[0] <= over[1]
            fields = matrix.locator("tbody td a:visible")
            assert fields.count() > 1
            for field in fields.all():
                box = field.bounding_box()
                assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE
                assert field.evaluate("a => a.closest('td').dataset.h")  # whose it is
        assert window.complaints == []


def test_on_a_phone_times_and_verdicts_are_in_view(report_page: Path, browser: Any) -> None:
    with visit(browser, width=PHONE) as window:
        page = window.open(report_page, "class/jacobi/W/fp64")
        row = page.locator("table.times:visible tbody tr").first
        for name in ("Compute", "÷ reference", "Verdict"):
            box = row.locator(f'td[data-h^="{name.split()[0]}"]').bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE
        assert window.complaints == []
