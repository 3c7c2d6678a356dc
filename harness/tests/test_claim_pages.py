"""A page per claim, and one per pair of versions: what stands on them, and how they look."""

import re
from pathlib import Path
from typing import Any

import pytest
from browser import DESK, PHONE, visit
from test_dashboard import dead

from league.analysis.board import board_of
from league.analysis.nights import night_of
from league.records.reading import read_runs
from league.records.view import RunView
from league.show import links
from league.show.report import write_html_of
from league.show.site.write import write_site

REFERENCE = Path(__file__).resolve().parents[2] / "results" / "reference" / "debian12-2core"
#: Broken in 19 and good in 22, good in all, generated or in C.
NAMES = ("target.firstprivate.pointer", "map.to", "c.complex.reduction")


@pytest.fixture(scope="module")
def runs() -> list[RunView]:
    """Return committed runs with a few claims, and a mutant of one."""
    found = read_runs([REFERENCE / "conformance-clang-14-16", *FULL])
    for run in found:
        run.claims = [one for one in run.claims if one["claim"] in NAMES]
    plain = next(one for one in found[-1].claims if one["claim"] == "map.to")
    found[-1].claims.append({**plain, "change": "mutant 1", "worst": "wrong"})
    return found


FULL = sorted(one for one in REFERENCE.glob("conformance*")
              if re.fullmatch(r"conformance(-clang-(19|22))?", one.name))  # fmt: skip


@pytest.fixture(scope="module")
def report(runs: list[RunView], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_html_of(runs, tmp_path_factory.mktemp("report") / "r.html")


def text_of(file: Path) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", file.read_text(encoding="utf-8")).split())


def test_a_claim_has_a_page_beside_the_report(report: Path) -> None:
    folder = report.with_name("r-claims")
    told = text_of(folder / f"{links.slug('target.firstprivate.pointer')}.html")
    assert "section 5.4.4 of" in told or "section 5.4" in told
    assert "clang-x86_64: bad in Clang 14" in told
    assert "good first in Clang 22" in told
    assert "Known defect" in told
    assert "#pragma omp target" in told
    assert "mutant 1" in told

    told = text_of(folder / "map.to.html")
    assert re.search(r"mutant 1 \S.*→.* wrong", told)
    assert "mutant 2" in told
    assert "not tried here" in told


def test_pages_are_reached_and_lead_somewhere(report: Path) -> None:
    assert dead(report.parent) == []
    assert 'href="r-claims/index.html"' in report.read_text(encoding="utf-8")
    index = text_of(report.with_name("r-claims") / "index.html")
    assert "map.to" in index and "fixed" in index
    [page] = [one for one in report.with_name("r-claims").glob("changes-*")
              if "19.1" in one.name and "22.1" in one.name]  # fmt: skip
    told = text_of(page)
    assert "1 fixed , 0 broken" in told
    assert "target.firstprivate.pointer" in told


def test_a_run_without_claims_has_no_such_pages(tmp_path: Path) -> None:
    [run] = read_runs([REFERENCE / "study-tutorial-forms"])
    run.cells.clear()
    write_html_of([run], tmp_path / "r.html")
    assert not (tmp_path / "r-claims").exists()


def test_the_dashboard_has_them_too(runs: list[RunView], tmp_path: Path) -> None:
    site = write_site(board_of([night_of(one) for one in runs]), tmp_path / "site").folder
    assert dead(site) == []
    told = text_of(site / links.claim_page("target.firstprivate.pointer"))
    assert "good first in Clang 22" in told


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [DESK, PHONE])
def test_they_can_be_read(report: Path, browser: Any, dark: bool, width: int) -> None:
    folder = report.with_name("r-claims")
    pair = next(folder.glob("changes-*22.1*"))
    for file in (folder / "index.html", folder / "target.firstprivate.pointer.html", pair):
        with visit(browser, width=width, dark=dark) as opened:
            page = opened.open(file)
            page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
            assert opened.too_wide() == []
            assert opened.complaints == []
            assert opened.axe() == []  # which fetches the style a second time
