"""The report of one run in a real browser: reached, opened, sorted, found; wide, narrow, dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import DESK, PHONE, Visit, visit

from league.records.view import Key
from league.show import anchors

CELL = anchors.cell(
    "clang-19-x86_64", Key("clang-19-x86_64", "jacobi", "target-nested", "W", "fp64")
)
_OPEN = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@pytest.fixture()
def window(browser: Any) -> Iterator[Visit]:
    with visit(browser) as opened:
        yield opened
        assert opened.complaints == []


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(report_page: Path, browser: Any, dark: bool) -> None:
    with visit(browser, dark=dark) as opened:
        page = opened.open(report_page)
        page.evaluate(_OPEN)
        assert opened.axe() == []
        assert opened.complaints == []


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_nothing_is_cut_off(report_page: Path, browser: Any, width: int) -> None:
    with visit(browser, width=width) as opened:
        page = opened.open(report_page)
        assert opened.too_wide() == []
        page.evaluate(_OPEN)
        assert opened.too_wide() == []


def test_the_tables_need_no_scrolling_sideways_at_a_desk(report_page: Path, window: Visit) -> None:
    page = window.open(report_page)
    page.evaluate(_OPEN)
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".box")]
             .filter((one) => one.scrollWidth > one.clientWidth + 1)
             .map((one) => one.getAttribute("aria-label"))"""
    )
    assert cut == []


def test_the_ranking_comes_before_the_noise_and_on_the_first_screen(
    report_page: Path, window: Visit
) -> None:
    page = window.open(report_page)
    ranking = page.locator("table.league tbody tr:not(.head)").first.bounding_box()
    noise = page.get_by_text("Noise floor.").first.bounding_box()
    answer = page.locator(".answer").first.bounding_box()
    assert answer["y"] < ranking["y"] < noise["y"]
    assert ranking["y"] + ranking["height"] < 900
    assert page.evaluate("document.documentElement.scrollHeight") < 8000


def test_a_field_of_the_matrix_opens_its_evidence(report_page: Path, window: Visit) -> None:
    page = window.open(report_page)
    evidence = page.locator(f'[id="{CELL}"]')
    assert not evidence.is_visible()
    page.locator(f'table.matrix a[href="#{CELL}"]').first.click()
    assert evidence.is_visible()
    for told in ("Aborted & lost", "scripts/run_all.py run -b jacobi", "ended by SIGSEGV"):
        assert told in evidence.inner_text()
    page.wait_for_function(
        "(id) => { const at = document.getElementById(id).getBoundingClientRect().top;"
        " return at >= 0 && at < innerHeight; }", arg=CELL,
    )  # fmt: skip


def test_without_scripts_everything_is_there_and_links_open(
    report_page: Path, browser: Any
) -> None:
    with visit(browser, scripts=False) as opened:
        page = opened.open(report_page, CELL)
        assert page.locator("input, button").count() == 0
        assert page.locator(f'[id="{CELL}"]').is_visible()
        for row in page.locator("main tr").all()[:60]:
            assert row.is_visible() or row.locator("xpath=ancestor::details").count()
        for summary in page.locator("main > section > details > summary").all():
            assert summary.is_visible()


def test_tables_sort_and_filter(report_page: Path, window: Visit) -> None:
    page = window.open(report_page)
    league = page.locator("table.league")
    league.get_by_role("button", name=re.compile("^All")).click()
    means = [float(one.get_attribute("data-v")) for one in
             league.locator("tbody").first.locator("td[data-h=All]").all()
             if one.get_attribute("data-v")]  # fmt: skip
    assert means == sorted(means) and len(means) > 1
    matrix = page.locator("section[aria-labelledby=matrix]")
    rows = matrix.locator("table").first.locator("tbody tr:visible")
    every = rows.count()
    matrix.locator("input[type=search]").first.fill("triad target-usm")
    assert 0 < rows.count() < every


def test_heads_of_columns_stay(report_page: Path, window: Visit) -> None:
    page = window.open(report_page)
    box = page.locator("section[aria-labelledby=matrix] .box.tall").first
    head = box.locator("thead th").nth(1)
    box.scroll_into_view_if_needed()
    box.evaluate("(one) => { one.style.maxHeight = '12rem'; one.scrollTop = 300; }")
    assert box.evaluate("(one) => one.scrollTop") > 100
    assert abs(head.bounding_box()["y"] - box.bounding_box()["y"]) < 3


def test_the_keyboard_is_enough(report_page: Path, window: Visit) -> None:
    page = window.open(report_page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    search = page.locator("nav input[type=search]")
    search.focus()
    page.keyboard.type("jacobi.target-nested fp64 clang-19")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == f"#{CELL}"
    page.keyboard.press("Enter")
    assert page.locator(f'[id="{CELL}"]').is_visible()
    button = page.locator("table.league").get_by_role("button", name="Failed")
    button.focus()
    page.keyboard.press("Enter")
    assert page.locator("table.league th[aria-sort]").inner_text().startswith("Failed")
