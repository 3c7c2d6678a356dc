"""Site and report in a real browser: ten questions in three clicks; wide, narrow and dark."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import simulated
from browser import DESK, PHONE, Visit, visit

from league.base import paths
from league.records.launches import Key
from league.show import anchors, links

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
    "on a device the fastest is target-rows of clang-22-x86_64, 1.3",
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
#: A cell of the report, and what unfolds all of a page.
CELL = anchors.cell(
    "clang-19-x86_64", Key("clang-19-x86_64", "jacobi", "target-nested", "W", "fp64")
)
_OPEN = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


def tables() -> list[list[tuple[str, str]]]:
    """Return the questions of the document with their clicks: of the dashboard, of the report."""
    parts = DOCUMENT.read_text(encoding="utf-8").split("\n## ")
    return [re.findall(r"^\| (.+\?) \| (.+?) \| ", part, re.MULTILINE) for part in parts]


def questions(number: int = 0) -> list[Question]:
    answers = (ANSWERS, IN_THE_REPORT)[number]
    rows = tables()[number]
    assert len(rows) == len(answers)
    return [(question, path.split(" › "), one) for (question, path), one in zip(rows, answers)]


@pytest.fixture(params=["site", "report"])
def some_pages(request: pytest.FixtureRequest, site: Path, report_page: Path) -> list[Path]:
    """A page of every kind of the site, or the report."""
    if request.param == "report":
        return [report_page]
    names = [
        "index.html", "conformance.html", links.family("clang-x86_64"), "compilers.html",
        "cells.html", links.benchmark("jacobi"), links.cells("npb-cg", "clang-22-x86_64"),
        links.cells("validation", "clang-22-x86_64"), "nights.html", "docs/index.html",
        "docs/harness.docs.reading.html", "docs/README.html",
    ]  # fmt: skip
    return [site / name for name in names]


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


@pytest.mark.parametrize(
    ("start", "question", "path", "answer"),
    [(start, *one) for start in (0, 1) for one in questions(start)],
)
def test_a_question_is_answered(
    site: Path, report_page: Path, window: Visit, start: int, question: str, path: list[str],
    answer: str,
) -> None:  # fmt: skip
    page = window.open((site / "index.html", report_page)[start])
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
def test_axe_finds_nothing(browser: Any, some_pages: list[Path], dark: bool) -> None:
    # all that another scheme of colours can break
    rules = ["color-contrast", "link-in-text-block"] if dark else []
    with visit(browser, dark=dark) as opened:
        for file in some_pages:
            page = opened.open(file)
            if len(some_pages) == 1:
                page.evaluate(_OPEN)
            assert opened.complaints == [], file
            assert opened.axe(*rules) == [], file
            opened.errors.clear()  # axe asks for the style sheet, which a file may not


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_nothing_is_cut_off(browser: Any, some_pages: list[Path], width: int) -> None:
    with visit(browser, width=width) as opened:
        for file in some_pages:
            page = opened.open(file)
            assert opened.too_wide() == [], file
            if len(some_pages) == 1:
                page.evaluate(_OPEN)
                assert opened.too_wide() == []


def test_without_scripts_everything_is_there_and_links_open(
    browser: Any, some_pages: list[Path]
) -> None:
    with visit(browser, scripts=False) as opened:
        for file in some_pages:
            page = opened.open(file, CELL if len(some_pages) == 1 else "")
            for row in page.locator("main tr").all()[:40]:
                inside = row.locator("xpath=ancestor::details").count()
                assert row.is_visible() or inside, file
            for summary in page.locator("main > section > details > summary").all():
                assert summary.is_visible()
        assert page.locator("input, button").count() == 0
        if len(some_pages) == 1:
            assert page.locator(f'[id="{CELL}"]').is_visible()


def test_a_script_that_came_into_a_page_is_not_run(browser: Any, some_pages: list[Path]) -> None:
    text = some_pages[0].read_text(encoding="utf-8")
    planted = "<img src=x onerror=\"window.ran='handler'\"><script>window.ran='script'</script>"
    text = text.replace("</main>", f"{planted}</main>")
    some_pages[0].with_name("planted.html").write_text(text, encoding="utf-8")
    with visit(browser) as opened:
        page = opened.open(some_pages[0].with_name("planted.html"))
        assert page.evaluate("window.ran") is None
        assert page.locator("input, button").count() > 0  # its own has run
        assert any("Content Security Policy" in one for one in opened.complaints)
    some_pages[0].with_name("planted.html").unlink()


def test_a_page_is_small_and_waits_for_nothing(site: Path) -> None:
    """What the first paint costs, without a clock: bytes, and no script before the content."""
    text = (site / "index.html").read_text(encoding="utf-8")
    assert len(text) < 200_000
    assert text.index("<script") > text.index("</main>")
    assert max(one.stat().st_size for one in site.rglob("*.html")) < 2_000_000


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


def test_tables_of_a_report_sort_and_filter(report_page: Path, window: Visit) -> None:
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


def test_the_keyboard_is_enough_for_a_report(report_page: Path, window: Visit) -> None:
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


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_what_a_filter_leaves_out_is_not_seen(browser: Any, report_page: Path, width: int) -> None:
    with visit(browser, width=width) as opened:
        page = opened.open(report_page)
        rows = page.locator("table.league tbody tr")
        page.evaluate(
            "document.querySelectorAll('table.league tbody tr').forEach((one, at) => {"
            " one.hidden = at > 0; })"
        )
        assert rows.count() > 1
        assert [one.is_visible() for one in rows.all()].count(True) == 1
