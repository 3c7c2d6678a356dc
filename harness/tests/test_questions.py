"""Ten questions of a user, each answered within three clicks, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import simulated
from browser import PHONE, Visit, visit

from league.base import paths
from league.show.site import links

DOCUMENT = paths.project_root() / "harness" / "docs" / "questions.md"
#: What the answer has to say, over the simulated nights; in the order of the document.
ANSWERS = (
    "Stencils clang-22-x86_64 is nearest to the reference",
    "Broken in Clang 22.1.8",
    "The records say: no NVIDIA GPU was found.",
    "Transfers before and after the kernels took from",
    "Worse since 2026-10-09 02:17: compute time",
    "jacobi.target-loop W/fp64 (clang-22-x86_64) verdict verified ✗ wrong answer",
    "clang-22-x86_64: Clang 22.1.5 → Clang 22.1.8",
    "Known: a defect of its linker.",
    "on a device the fastest is target-collapse of clang-22-x86_64, 1.3",
    "a device was asked for and the host did the work: the trap",
)


#: The same of those that the report of one run answers, over the run that was made up.
IN_THE_REPORT = (
    "comes first of 2 compilers that ran target regions on a device: its best variants take 1.",
    "Reason no device of kind nvptx",
    "100 launches · 21.1 MB in · 10.6 MB out",
    "Known the loop construct runs every iteration several times",
    "the fastest on a device is target-collapse of clang-22-x86_64, 8.",
    "✗ crash target-nested with clang-19-x86_64, W/fp64",
    "scripts/run_all.py run -b jacobi -v omp -t clang-22-x86_64 -c W --precision",
    "Asked for a device, ran on the host. Its time is struck out.",
)
Question = tuple[str, list[str], str]


def tables() -> list[list[tuple[str, str]]]:
    """Return the questions of the document with their clicks: of the dashboard, of the report."""
    parts = DOCUMENT.read_text(encoding="utf-8").split("\n## ")
    return [re.findall(r"^\| (.+\?) \| (.+?) \| ", part, re.MULTILINE) for part in parts]


def questions(number: int = 0) -> list[Question]:
    answers = (ANSWERS, IN_THE_REPORT)[number]
    rows = tables()[number]
    assert len(rows) == len(answers)
    return [(question, path.split(" › "), one) for (question, path), one in zip(rows, answers)]


@pytest.fixture(scope="module")
def some_pages() -> list[str]:
    return [
        "index.html", "conformance.html", links.family("clang-x86_64"), "compilers.html",
        "cells.html", links.benchmark("jacobi"), links.cells("npb-cg", "clang-22-x86_64"),
        links.cells("validation", "clang-22-x86_64"), "nights.html", "docs/index.html",
        "docs/harness.docs.reading.html", "docs/README.html",
    ]  # fmt: skip


@pytest.fixture()
def window(browser: Any) -> Iterator[Visit]:
    with visit(browser) as opened:
        yield opened
        assert opened.complaints == []


def says(page: Any, answer: str, question: str) -> None:
    """Wait until the page a click led to, with what its script opens, says so."""
    from playwright.sync_api import expect

    expect(page.locator("body"), question).to_contain_text(answer, use_inner_text=True)


def click(page: Any, name: str) -> None:
    """Click the first link, or what folds, whose name holds these words, as a reader does."""
    folds = page.locator("summary").filter(has_text=name)
    page.get_by_role("link", name=name).or_(folds).locator("visible=true").first.click()
    page.wait_for_load_state()


def test_there_are_ten() -> None:
    assert len(questions()) == 10
    assert all(len(path) <= 3 for _, path, _ in [*questions(), *questions(1)])


@pytest.mark.parametrize(("question", "path", "answer"), questions())
def test_a_question_is_answered(
    site: Path, window: Visit, question: str, path: list[str], answer: str
) -> None:
    page = window.open(site / "index.html")
    for name in path:
        click(page, name)
    says(page, answer, question)


@pytest.mark.parametrize(("question", "path", "answer"), questions(1))
def test_the_report_answers_what_is_about_one_run(
    report_page: Path, window: Visit, question: str, path: list[str], answer: str
) -> None:
    page = window.open(report_page)
    for name in path:
        click(page, name)
    says(page, answer, question)


def test_a_link_to_a_cell_at_a_night_opens_on_it(site: Path, window: Visit) -> None:
    run = simulated.simulated()[simulated.CG_SLOWER].run
    file, _, anchor = links.cell(simulated.CELL, run).partition("#")
    page = window.open(site / file, anchor)
    row = page.locator(f'[id="{anchor}"]')
    assert row.is_visible()
    assert "2026-10-09" in row.inner_text()


def test_tables_sort_and_filter(site: Path, window: Visit) -> None:
    page = window.open(site / "index.html")
    table = page.locator("#worse ~ .box table, section:has(#worse) table").first
    rows = table.locator("tbody tr:visible")
    every = rows.count()
    page.locator("section:has(#worse) input[type=search]").first.fill("npb-cg target-data")
    assert 0 < rows.count() < every
    page.locator("section:has(#worse) input[type=search]").first.fill("")
    table.get_by_role("button", name="Now ÷ before").click()
    head = table.locator("th[aria-sort]")
    assert head.get_attribute("aria-sort") == "ascending"


def test_the_keyboard_is_enough(site: Path, window: Visit) -> None:
    page = window.open(site / "index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim()"))
    assert reached[:6] == ["Today", "Conformance", "Compilers", "Cells", "Nights", "Documentation"]
    page.get_by_role("link", name="Cells", exact=True).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/cells.html")


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(site: Path, browser: Any, some_pages: list[str], dark: bool) -> None:
    with visit(browser, dark=dark) as opened:
        for name in some_pages:
            opened.open(site / name)
            assert opened.complaints == [], name
            assert opened.axe() == [], name
            opened.errors.clear()  # axe asks for the style sheet, which a file may not


def test_nothing_sticks_out_on_a_telephone(site: Path, browser: Any, some_pages: list[str]) -> None:
    with visit(browser, width=PHONE) as opened:
        for name in some_pages:
            opened.open(site / name)
            assert opened.too_wide() == [], name


def test_without_scripts_everything_is_there(
    site: Path, browser: Any, some_pages: list[str]
) -> None:
    with visit(browser, scripts=False) as opened:
        for name in some_pages:
            page = opened.open(site / name)
            for row in page.locator("main tr").all()[:40]:
                inside = row.locator("xpath=ancestor::details").count()
                assert row.is_visible() or inside, name
        assert page.locator("input").count() == 0


def test_a_page_is_small_and_waits_for_nothing(site: Path) -> None:
    """What the first paint costs, without a clock: bytes, and no script before the content."""
    text = (site / "index.html").read_text(encoding="utf-8")
    assert len(text) < 200_000
    assert text.index("<script") > text.index("</main>")
    assert max(one.stat().st_size for one in site.rglob("*.html")) < 2_000_000
