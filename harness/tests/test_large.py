"""Reports of large runs: an overview, a page per benchmark, the work on all cores."""

import itertools
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import large
import pytest
from browser import visit
from synthetic import XSS, records

from league.analysis.standing import scored_models
from league.base.errors import StoreError
from league.records import reading
from league.records.view import view
from league.show import report
from league.show.matrix import Box
from league.show.parts import Ground
from league.show.plots.panels import Lane, fewer
from league.show.report import write_html_of


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A report of the small run of all tests, written as that of a large one."""
    usual, report.ONE_PAGE = report.ONE_PAGE, 10
    try:
        yield write_html_of([view(records(), "a-run")], tmp_path_factory.mktemp("report"))
    finally:
        report.ONE_PAGE = usual


def _links(page: Path) -> list[tuple[Path, str]]:
    found = re.findall(r'href="([^"#]*)(?:#([^"]*))?"', page.read_text(encoding="utf-8"))
    return [
        (page.parent / file if file else page, at) for file, at in found if file != "data:,"
    ]  # fmt: skip


def test_a_large_run_has_an_overview_and_a_page_per_benchmark(written: Path) -> None:
    text = written.read_text(encoding="utf-8")
    known = {key.benchmark for key in view(records()).cells}
    made = {one.stem for one in (written.parent / "index-pages").iterdir()}
    assert known <= made
    assert all(f'href="index-pages/{name}.html"' in text for name in made)
    assert "<svg" not in text  # the figures are on the pages
    # One figure a precision, of the largest class; of the others the command.
    page = (written.parent / "index-pages" / "jacobi.html").read_text(encoding="utf-8")
    assert "<svg" in page and 'class="failure' in page
    assert XSS not in text + page
    for one in (text, page):
        assert 'href="#main">Skip to the content' in one and '<main id="main" tabindex="-1">' in one
        assert '<link rel="icon" href="data:,">' in one  # or a browser asks for one


def test_a_page_draws_its_largest_class_and_tells_how_to_draw_the_others(tmp_path: Path) -> None:
    ground = Ground([reading.read_run(large.write(tmp_path / "run", 100))])
    name = next(iter(ground.variants))
    text = report._page(ground, [(name, "")], 0, "index.html")
    assert text.count("<svg") == 1 and f'id="class/{name}/B/fp64-figure"' in text
    command = f"scripts/run_all.py figures launches run -b {name} -c A"
    assert f"Its figure, as SVG, PNG and CSV: <code>{command}" in text


def test_every_link_of_the_overview_and_the_pages_leads_somewhere(written: Path) -> None:
    for page in (written, *(written.parent / "index-pages").iterdir()):
        links = _links(page)
        assert links
        for file, at in links:
            assert file.is_file(), file
            assert not at or f'id="{at}"' in file.read_text(encoding="utf-8"), (page, at)


def _boxes(ground: Ground, name: str) -> tuple[Box, ...]:
    return tuple(
        report._box(ground, column, name, "", scored_models(column)) for column in ground.usable
    )


def test_the_overview_counts_what_is_right_and_what_failed() -> None:
    ground = Ground([view(records())], figures=False)
    labels = [column.label for column in ground.usable]
    boxes = dict(zip(labels, _boxes(ground, "jacobi")))
    told = {label: [line.text for line in box.lines] for label, box in boxes.items()}
    assert told["clang-19-x86_64"] == ["7 right", "1 crash", "1 expected wrong answer"]
    assert told["nvcc-13-sm_90"] == ["no device"]
    assert boxes["clang-19-x86_64"].lines[0].note.endswith("×")  # of the reference's time
    alone = view([one for one in records() if one.get("kind") != "launch"])
    empty = _boxes(Ground([alone], figures=False), "jacobi")
    assert all(not line.text.endswith("right") for box in empty for line in box.lines)


def test_the_overview_reads_on_a_telephone(browser: Any, written: Path) -> None:
    pages_of = (written, written.parent / "index-pages" / "jacobi.html")
    for file, (width, dark) in itertools.product(pages_of, ((390, True), (1400, False))):
        with visit(browser, width=width, dark=dark) as window:
            window.open(file)
            assert window.complaints == []
            assert window.too_wide() == []
            assert window.axe() == []


def test_errors_of_work_on_all_cores_come_out(tmp_path: Path) -> None:
    def write(number: int) -> None:
        if number == 5:
            raise StoreError(f"number {number} cannot be written; name another place")
        (tmp_path / str(number)).touch()

    report._on_all_cores(write, range(5))
    assert len(list(tmp_path.iterdir())) == 5
    with pytest.raises(StoreError, match="number 5 cannot be written"):
        report._on_all_cores(write, range(9))


def _lanes(variants: int, toolchains: int) -> list[Lane]:
    return [
        Lane(f"v{v}", f"t{t}", [[time]], [time], (0.0, time, 0.0))
        for v in range(variants)
        for t in range(toolchains)
        for time in [1e6 * (1 + v) + 1e3 * ((t * 7) % toolchains)]
    ]


@pytest.mark.parametrize(("variants", "toolchains"), [(8, 20), (4, 9), (30, 3), (50, 2), (1, 99)])
def test_a_figure_shows_only_so_many_lines_and_says_so(variants: int, toolchains: int) -> None:
    lanes = _lanes(variants, toolchains)
    shown, told = fewer(lanes, 36)
    assert len(shown) <= 36
    assert [one for one in lanes if one in shown] == shown
    if len(lanes) <= 36:
        assert shown == lanes and not told
        return
    assert told.startswith(f"{len(shown)} of {len(lanes)} lines are drawn: ")
    times = [one.medians[0] for one in lanes]
    drawn = [one.medians[0] for one in shown]
    assert min(drawn) == min(times)
    if variants * 2 <= 36:
        assert max(drawn) == max(times)


_MIB = 2**20


@pytest.mark.simulation
def test_a_hundred_thousand_launches_make_pages_that_can_be_opened(
    tmp_path: Path, browser: Any
) -> None:
    folder = large.write(tmp_path / "large", 100_000)
    with (folder / "records.jsonl").open(encoding="utf-8") as lines:
        assert sum('"kind":"launch"' in line for line in lines) >= 100_000
    overview = write_html_of([reading.read_run(folder)], tmp_path / "report")
    made = list((overview.parent / "index-pages").iterdir())
    assert len(made) == 42
    assert overview.stat().st_size < 5 * _MIB
    assert max(one.stat().st_size for one in made) < 5 * _MIB
    with visit(browser) as window:
        window.open(overview)
        assert window.complaints == []


def test_a_run_of_many_launches_is_held_in_little_memory(tmp_path: Path) -> None:
    folder = large.write(tmp_path / "run", 2_400)
    tracemalloc.start()
    try:
        run = reading.read_run(folder)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    launches = sum(len(cell.launches) for cell in run.cells.values())
    assert held / launches < 3000  # bytes; with its samples as they were read, it would be 8000
