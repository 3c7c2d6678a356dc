"""The dashboard: every sentence from records, every link leads somewhere, names may be hostile."""

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
import simulated
from pages import Page
from saying import Says
from synthetic import XSS, write_run

from league import cli
from league.analysis import archive, nights
from league.analysis.board import Rank, board_of, ranking
from league.analysis.metrics import Mean
from league.analysis.nights import Entry, Night
from league.analysis.releases import families, family_of
from league.analysis.stats import Interval
from league.base import paths
from league.base.errors import NothingComparable, UsageError
from league.base.words import times
from league.run import catalogue
from league.show import links
from league.show.site import cells, compilers, documents
from league.show.site.found import summary
from league.show.site.write import write_site

CLAIM = ("clang-22-x86_64", "validation", "map.to", "", "")


@pytest.fixture(scope="module")
def known() -> list[Night]:
    return simulated.simulated()


def page_of(file: Path) -> Page:
    return Page(file.read_text(encoding="utf-8"))


def pages(site: Path) -> dict[str, Page]:
    return {str(one.relative_to(site)): page_of(one) for one in sorted(site.rglob("*.html"))}


def dead(site: Path) -> list[str]:
    """Links and files of pages that lead nowhere, or off the disk."""
    read = pages(site)
    wrong = []
    for name, page in read.items():
        assert len(page.ids) == len(set(page.ids)), name
        for link in [*page.links, *page.fetched]:
            if link.startswith(("https://", "http://")) and link in page.links:
                continue  # a reader may follow it; nothing is fetched
            if link == "data:,":
                continue
            path, _, anchor = link.partition("#")
            target = (site / name).parent / unquote(path) if path else site / name
            if not target.is_file():
                wrong.append(f"{name}: {link}")
            elif anchor and target.suffix == ".html":
                at = str(target.resolve().relative_to(site.resolve()))
                if unquote(anchor) not in read[at].ids:
                    wrong.append(f"{name}: {link}")
    return wrong


def test_every_link_leads_somewhere_and_nothing_leaves_the_disk(site: Path) -> None:
    assert dead(site) == []
    read = pages(site)
    assert len(read) > 100
    assert [name for name, page in read.items() if simulated.NOTE not in page.text] == []


def test_the_first_page_tells_what_is_worse_and_since_when(site: Path) -> None:
    text = page_of(site / "index.html").text
    assert "worse than before: 3 cells broke, 2 cells became slower, 2 cells need more" in text
    broken = text.index("jacobi.target-loop W/fp64 (clang-22-x86_64)")
    slower = text.index("npb-cg.target-data W/fp64 (clang-22-x86_64)")
    assert broken < slower < text.index("Better than before")
    assert "compiler Clang 22.1.5 → Clang 22.1.8" in text


def test_what_is_gone_leads_to_where_it_was(known: list[Night], tmp_path: Path) -> None:
    """A toolchain that three nights do not know any more, and a night that is missing."""
    gone = "clang-22-x86_64"
    late = [
        replace(one, entries={names: e for names, e in one.entries.items() if names[0] != gone})
        for one in known[-3:]
    ]
    site = write_site(board_of([*known[:-5], known[-4], *late]), tmp_path, most_nights=120).folder
    assert dead(site) == []
    first = page_of(site / "index.html").text
    assert "Gone for 3 nights: no record" in first or "gone for 3 nights: no record" in first
    assert "cells gone" in first and "1 night missing" in first


def test_the_sentences_follow_the_records(known: list[Night]) -> None:
    calm = known[: simulated.HEAT_FASTER]
    assert "nothing is worse than it was. 20 runs" in summary(board_of(calm))
    broke = replace(
        calm[-1],
        entries={names: replace(one, outcome="crash", metrics={}) if names[2] == "omp" else one
                 for names, one in calm[-1].entries.items()},
    )  # fmt: skip
    omps = sum(names[2] == "omp" for names in broke.entries)
    assert f"; worse than before: {omps} cells broke." in summary(board_of([*calm[:-1], broke]))


def test_fixed_and_broken_are_counted_from_version_to_version(site: Path) -> None:
    (family,) = families(simulated.simulated())
    assert family.name == "clang-x86_64"
    assert [one.label for one in family.releases] == [
        "Clang 19.1.7", "Clang 22.1.0", "Clang 22.1.5", "Clang 22.1.8"
    ]  # fmt: skip
    text = page_of(site / links.family(family.name)).text
    whole = family.whole()
    assert whole is not None
    assert f"fixed {len(whole.fixed)}, broken {len(whole.broken)}, of 160 claims" in text
    for step in family.steps:
        told = f"{len(step.fixed)} fixed ✗ {len(step.broken)} broken"
        assert f"✓ {told}" in text
        for feature, _, _ in (*step.fixed, *step.broken):
            assert feature.id in text


def a_night(
    n: int, version: str, outcome: str, *, toolchain: str = CLAIM[0], blame: str = "compiler"
) -> Night:
    names = (toolchain, *CLAIM[1:])
    facts = {"since": "4.5", "where": "device", "reason": "an error", "blame": blame}
    entry = Entry(outcome, False, "", {}, "", facts)
    return Night(f"r{n}", f"2026-11-{n:02}", "s", "m", {toolchain: version}, {names: entry})


def test_a_planted_fix_and_a_planted_break_turn_the_counts() -> None:
    def steps(*outcomes: str) -> list[tuple[int, int, int, int]]:
        known = [a_night(n, f"Clang {n}.0", one) for n, one in enumerate(outcomes, 1)]
        (family,) = families(known)
        return [(len(s.fixed), len(s.broken), len(s.changed), s.common) for s in family.steps]

    assert steps("wrong", "pass") == [(1, 0, 0, 1)]
    assert steps("pass", "crash") == [(0, 1, 0, 1)]
    assert steps("wrong", "crash", "crash") == [(0, 0, 1, 1), (0, 0, 0, 1)]
    # what could not be judged is neither fixed nor broken
    assert steps("pass", "skipped", "pass") == [(0, 0, 0, 0), (0, 0, 0, 0)]


def test_what_the_installation_is_to_blame_for_no_release_broke() -> None:
    first, then = a_night(1, "Clang 1.0", "pass"), ("Clang 2.0", "crash(SIGABRT)")
    (family,) = families([first, a_night(2, *then, blame="installation")])
    (step,) = family.steps
    assert (step.broken, step.common) == ((), 0)
    assert family.matrix.score("Clang 2.0", "4.5").judged == 0
    assert not any(one.fails() for one in family.matrix.features[0].verdicts.values())
    (family,) = families([first, a_night(2, *then)])
    assert len(family.steps[0].broken) == 1


def test_versions_are_sorted_as_numbers_and_toolchains_of_one_kind_are_a_family() -> None:
    """A newer verdict of the same version replaces an older one."""
    assert family_of("clang-22-x86_64") == family_of("clang-9-x86_64") == "clang-x86_64"
    assert family_of("nvcc-13.1-sm_90") == "nvcc-sm_90"
    known = [
        a_night(1, "Clang 22.1.8", "wrong", toolchain="clang-22-x86_64"),
        a_night(2, "Clang 22.1.8", "pass", toolchain="clang-22-x86_64"),
        a_night(3, "Clang 9.0.1", "wrong", toolchain="clang-9-x86_64"),
        a_night(4, "", "wrong", toolchain="clang-14-x86_64"),
    ]
    (family,) = families(known)
    assert [one.label for one in family.releases] == [
        "Clang 9.0.1", "clang-14-x86_64", "Clang 22.1.8"
    ]  # fmt: skip
    assert len(family.steps[1].fixed) == 1
    assert family.matrix.score("Clang 22.1.8", "4.5").text == "100 % (1/1)"


def test_the_best_compiler_follows_the_records(known: list[Night]) -> None:
    stencils = compilers.topics()["stencils"]
    first = ranking(board_of(known), stencils)[0]
    assert first.toolchain == "clang-22-x86_64"
    turned = [
        replace(night, entries={
            names: replace(one, metrics={**one.metrics, "compute": 0.5 * one.metrics["compute"]})
            if names[0] == "clang-19-x86_64" and one.metrics and "target" in names[2] else one
            for names, one in night.entries.items()
        })
        for night in known
    ]  # fmt: skip
    first, second = ranking(board_of(turned), stencils)[:2]
    assert (first.toolchain, second.toolchain) == ("clang-19-x86_64", "clang-22-x86_64")
    assert first.mean.value is not None and second.mean.value is not None
    assert first.mean.value == pytest.approx(0.75, abs=0.05)
    assert first.mean.count == second.mean.count > 0


def test_toolchains_whose_ranges_overlap_share_a_rank() -> None:
    found = [
        Rank(name, Mean(value, 3), value and Interval(value * 0.9, value * 1.1), {})
        for name, value in (("a", 1.0), ("b", 1.1), ("c", 1.3), ("d", 1.4), ("e", 3.0), ("f", None))
    ]
    assert compilers.placed(found) == [1, 1, 3, 3, 5, None]
    assert "do not tell it from b" in compilers.answer(found)
    assert "before c" in compilers.answer([found[0], *found[2:]])


def narrowed(night: Night, fits: Callable[[tuple[str, ...]], bool]) -> Night:
    return replace(night, entries={n: one for n, one in night.entries.items() if fits(n)})


def test_means_are_over_the_same_cells(known: list[Night]) -> None:
    gone = ("clang-19-x86_64", "heat")
    lost = [narrowed(night, lambda names: names[:2] != gone) for night in known]
    first, second = ranking(board_of(lost), compilers.topics()["stencils"])
    assert first.mean.count == second.mean.count
    assert first.mean.missing == ("heat W/fp64",)


@pytest.mark.parametrize(
    ("ratios", "label"),
    [
        ([0.70, 1.52, 1.10, 0.95, 1.31, 0.88, 1.05], "too noisy to tell"),
        ([1.30, 1.31, 1.29, 1.30, 1.32, 1.30, 1.31], "slower"),
        ([0.70, 0.71, 0.69, 0.70, 0.72, 0.70, 0.71], "faster"),
        ([1.00, 1.01, 0.99, 1.00, 1.01, 1.00, 0.99], "same"),
        ([1.50, 1.50, 1.50], "inconclusive"),  # three nights are never enough
    ],
)
def test_a_mark_needs_what_a_comparison_needs(ratios: list[float], label: str) -> None:
    """A night is the unit of evidence, and its reference is its own."""
    ours, theirs = ("clang", "jacobi", "target", "W", "fp64"), ("gcc", "jacobi", "omp", "W", "fp64")

    def night(n: int, ratio: float) -> Night:
        times = {ours: 100.0 * n * ratio, theirs: 100.0 * n}  # one night is no other's measure
        entries = {names: Entry("pass", False, "", {"compute": t}) for names, t in times.items()}
        return Night(f"r{n}", f"2026-11-{n:02}", "s", "m", {}, entries)

    board = board_of([night(n, ratio) for n, ratio in enumerate(ratios, 1)])
    assert board.states[ours].against.label == label
    assert board.states[theirs].against.label == "reference"
    row = cells.overview(board)["grid"].blocks[0].rows[-1]
    (line,) = row.boxes[0].lines
    assert (line.mark.label, line.text) == (label, times(sorted(ratios)[len(ratios) // 2]))


def test_a_grey_cell_says_why(site: Path) -> None:
    text = page_of(site / links.cells("jacobi", "gcc-12-nvptx")).text
    assert "The records say: no NVIDIA GPU was found." in text
    matrix = (site / "cells.html").read_text(encoding="utf-8")
    assert f'href="{links.cell(("gcc-12-nvptx", "jacobi", "target-data", "W", "fp64"))}"' in matrix


def test_a_cell_at_a_night_has_a_link_of_its_own(site: Path, known: list[Night]) -> None:
    link = links.cell(simulated.CELL, known[simulated.CG_SLOWER].run)
    file, _, anchor = link.partition("#")
    assert anchor in page_of(site / file).ids
    with (site / file).with_suffix(".csv").open(encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if row["variant"] == "target-data"]
    assert [row["run"] for row in rows] == [night.run for night in known]
    entry = known[7].entries[simulated.CELL]
    assert float(rows[7]["compute_ns"]) == entry.metrics["compute"]


def test_the_same_nights_give_the_same_bytes(known: list[Night], tmp_path: Path) -> None:
    few = [narrowed(night, lambda names: names[1] == "jacobi") for night in known[:8]]
    first, second = (write_site(board_of(few), tmp_path / name).folder for name in ("a", "b"))
    for file in first.rglob("*.*"):
        assert file.read_bytes() == (second / file.relative_to(first)).read_bytes(), file


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    evil = [XSS, "../../../etc/passwd", "a" * 900, 'x"onload=y', "..", "%2e%2e/", "\x00\n"]
    cells = {
        (toolchain, name, variant, "W", "fp64"): Entry(
            outcome, False, XSS, {"compute": 5.0 + n, "total": 9.0}, "", {"reason": XSS}
        )
        for n, name in enumerate(evil)
        for toolchain, variant, outcome in (
            (XSS, evil[1], "pass"), ("t", "omp", "pass"), ("t", XSS, XSS)
        )
    }  # fmt: skip
    cells[XSS, "validation", XSS, "", ""] = Entry(XSS, False, "", {}, "", {"reason": XSS})
    silent = {(XSS, evil[1], "omp", "", ""): (XSS, XSS)}
    known = [
        Night(f"r{n}{XSS}", f"2026{XSS}", XSS, XSS, {XSS: XSS, "t": f"{XSS} {n}"}, cells, silent,
              XSS)
        for n in range(3)
    ]  # fmt: skip
    site = write_site(board_of(known), tmp_path / "deep" / "site").folder
    assert dead(site) == []
    assert {one.name for one in tmp_path.iterdir()} == {"deep"}
    assert {one.name for one in (tmp_path / "deep").iterdir()} == {"site"}
    for name, page in pages(site).items():
        assert [tag for tag, _ in page.tags].count("script") == 1, name
        assert "img" not in dict(page.tags) or name.startswith("docs/"), name
    assert XSS in page_of(site / "index.html").text.replace("( ", "(")


def test_names_do_not_share_pages_no_benchmark_has_two_kinds_and_sizes_are_bounded(
    known: list[Night], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["a b", "a_b", "a-b", "a~b", "A~62~", "x" * 90, "x" * 91, "é", "e"]
    assert len({links.slug(name) for name in names}) == len(names)
    assert all(len(links.slug(name)) <= 80 for name in names)
    kinds = [name for names in compilers.topics().values() for name in names]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) <= {str(one["benchmark"]) for one in catalogue.entries()}
    monkeypatch.setattr(cells, "MOST_FIELDS", 10)
    assert cells.overview(board_of(known[:2]))["grid"] is None
    told = cells.cells_page(board_of(known), "jacobi", "clang-22-x86_64", 5)
    assert {len(one["rows"]) for one in told["cells"]} <= {0, 5}
    assert "newest 5 nights" in told["told"]


def test_documents_are_rendered_with_their_links() -> None:
    known = {one.source: one for one in documents.load(paths.project_root())}
    assert {"README.md", "harness/docs/ci.md", "harness/docs/my-compiler.md"} <= set(known)
    top = known["README.md"].body
    assert 'href="harness.docs.verbs.html#exit-codes"' in top
    assert 'href="kernels.jacobi.README.html"' in top
    assert "<!--" not in top
    assert '<span title="in the repository: LICENSE" class="file">' in top
    for page in known.values():
        assert page.title and page.title != page.source, page.source


def run(*words: str) -> int:
    return cli.run(["dashboard", *words])


def test_the_verb_takes_runs_and_a_history(tmp_path: Path, cli_says: Says) -> None:
    runs, kept, out = tmp_path / "runs", tmp_path / "kept", tmp_path / "site"
    write_run(runs, "20261121-n", seed=1)
    for night in simulated.simulated(2):
        nights.write(replace(night, note=""), kept)
    where = ["--out", str(runs), "--history", str(kept), "-o", str(out)]
    assert "index.html" in cli_says("dashboard", *where).out
    text = page_of(out / "index.html").text
    assert "3 runs" in text
    assert "Simulated" not in text
    assert dead(out) == []
    with pytest.raises(NothingComparable):
        run("--out", str(tmp_path / "no"), "--history", str(tmp_path / "no"), "-o", str(out))
    with pytest.raises(UsageError):
        run(*where, "--nights", "0")


def test_a_long_history_is_read_from_its_summary(
    known: list[Night], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same changes and claims are told, though few nights are read whole."""
    kept = tmp_path / "kept"
    for night in known:
        nights.write(night, kept)
    read: list[str] = []
    real = nights.read

    def counted(file: Path) -> Night:
        read.append(file.name)
        return real(file)

    monkeypatch.setattr(nights, "read", counted)
    run("--history", str(kept), "--out", str(tmp_path / "none"), "-o", str(tmp_path / "a"))
    assert len(read) == len(known)
    read.clear()
    monkeypatch.setattr(archive, "FEWEST", 2)
    words = ["--nights", "2", "-o", str(tmp_path / "b")]
    run("--history", str(kept), "--out", str(tmp_path / "none"), *words)
    assert 8 <= len(read) < 20
    for name in ("data/changes.csv", "conformance.html", "index.html", "compilers.html"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name
    page = (tmp_path / "b/nights.html").read_text(encoding="utf-8")
    assert f"{len(known)} runs, newest first. The newest 8 are shown" in page
    gone = [one for one in dead(tmp_path / "b") if not re.search(r"@2026|nights\.html#", one)]
    assert gone == []  # rows of nights that are not shown lead to their page all the same


def test_lines_are_written_beside_their_pages_when_asked_for(tmp_path: Path) -> None:
    known = simulated.simulated(8)
    of_cell = [narrowed(night, lambda names: names[:2] == simulated.CELL[:2]) for night in known]
    few = [replace(night, silent={}) for night in of_cell]
    site = write_site(board_of(few), tmp_path, figures=True).folder
    page = site / "c" / "npb-cg--clang-22-x86_64.html"
    text = page.read_text(encoding="utf-8")
    anchor = "target-data-W-fp64"
    for kind, start in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("csv", b"time,compute_ns")):
        file = f"c/npb-cg--clang-22-x86_64/{anchor}.{kind}"
        assert f'href="../{file}">{kind.upper()}</a>' in text
        assert (site / file).read_bytes().startswith(start)
