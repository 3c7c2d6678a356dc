"""The report: every number where it belongs, everything escaped, nothing from outside."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import Page
from synthetic import XSS, records, write_run

from league import cli
from league.analysis.ratios import Session
from league.analysis.standing import RunReferences, columns, standings, variant_portability
from league.base.words import byte_size, duration, escape, significant, times
from league.records.launches import Key
from league.records.view import RunView, view
from league.show import league_table_text
from league.show.layout import report as render
from league.show.league import LEAGUE
from league.show.markdown import render_markdown
from league.show.model import Report, noise_sentence, report_of
from league.show.times import TIMES


@pytest.fixture(scope="module")
def run() -> RunView:
    return view(records(), "a-run")


@pytest.fixture(scope="module")
def gpu_run() -> RunView:
    return view(records(gpu=True), "gpu-run")


@pytest.fixture(scope="module")
def report(run: RunView) -> Report:
    return report_of([run])


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    return render(report)


def test_the_page_is_balanced_fetches_nothing_and_its_anchors_lead_somewhere(
    run: RunView, page: str
) -> None:
    read = Page(page)
    tags = read.tags
    told = [tag for tag, _ in tags if tag in ("script", "img", "iframe", "link", "object")]
    assert told == ["link", "script"]
    assert ("link", {"rel": "icon", "href": "data:,"}) in tags  # or a browser asks for one
    assert page.index("<script>") > page.index("</main>")
    for name in ("href", "src", "xlink:href", "action"):
        values = [attrs[name] or "" for _, attrs in tags if attrs.get(name) is not None]
        assert all(value.startswith("#") or value == "data:," for value in values)
    assert "@import" not in page and "url(http" not in page
    assert len(read.ids) == len(set(read.ids))
    assert read.links and {link[1:] for link in read.links} <= set(read.ids)
    assert render(report_of([run])) == page


def test_output_of_programs_is_escaped_and_shown(page: str) -> None:
    assert XSS not in page
    assert "<script>alert" not in page
    assert any(XSS in text for text in Page(page).words)


def test_the_reference_is_the_fastest_verified_host_time(run: RunView) -> None:
    references = RunReferences(run)
    cell = run.cells[Key("clang-19-x86_64", "jacobi", "target-data", "W", "fp64")]
    held = references.of(cell)
    assert held is not None
    omp = [c for k, c in run.cells.items()
           if (k.benchmark, k.variant, k.precision) == ("jacobi", "omp", "fp64")]  # fmt: skip
    assert len(omp) == 4
    assert held.median() == min(c.median() or 0.0 for c in omp)


def test_on_a_gpu_the_reference_is_cuda_for_the_gpu_only(gpu_run: RunView) -> None:
    references = RunReferences(gpu_run)
    size = ("W", "fp64")
    on_gpu = references.of(gpu_run.cells[Key("gcc-12-nvptx", "jacobi", "target-data", *size)])
    assert on_gpu is not None and on_gpu.key == Key("nvcc-13-sm_90", "jacobi", "cuda", *size)
    on_host = references.of(gpu_run.cells[Key("gcc-12-nvptx", "jacobi", "omp", *size)])
    assert on_host is not None and on_host.model == "omp"
    # npb-cg has no CUDA variant: no reference rather than another one
    assert references.of(gpu_run.cells[Key("gcc-12-nvptx", "npb-cg", "target-data", *size)]) is None


def test_the_page_says_which_reference_it_uses(report: Report, gpu_run: RunView) -> None:
    assert "because this session has no GPU" in report.heads[0].reference
    told = report_of([gpu_run], figures=False).heads[0].reference
    assert "CUDA variant on the same GPU" in told


def test_the_league_table_counts(run: RunView) -> None:
    rows = {row.column.toolchain: row for row in standings([run])}
    clang = rows["clang-22-x86_64"]
    # 8 offload variants of jacobi minus acc and CUDA = 7, triad 5, npb-cg 2; one does not compile
    assert (clang.offered, clang.built) == (14, 13)
    # of those 13: target-simd unwritten, target-usm on the host, npb-cg.target-loop too slow
    assert (clang.verified, clang.failed) == (10, 4)
    # 14 offload cells in fp32 and fp64 of jacobi, 5, 2: 21, four of them without a valid time
    assert (clang.mean.count, len(clang.mean.missing)) == (17, 4)
    assert set(clang.mean.missing) == {
        "jacobi.target-simd W/fp64", "triad.target-nested W/fp64", "triad.target-usm W/fp64",
        "npb-cg.target-loop W/fp64",
    }  # fmt: skip
    waiting = rows["gcc-12-nvptx"]
    assert (waiting.verified, waiting.no_device, waiting.mean.value) == (0, 13, None)
    assert waiting.efficiency == 0.0
    assert rows["clang-14-x86_64"].column.state == "broken"


def test_the_best_mean_is_over_the_best_variants(run: RunView) -> None:
    row = next(r for r in standings([run]) if r.column.toolchain == "clang-19-x86_64")
    ratios = [(a.median() or 0.0) / (b.median() or 1.0) for a, b in row.best_pairs]
    assert len(ratios) == 4  # jacobi in two precisions, triad, npb-cg
    product = ratios[0] * ratios[1] * ratios[2] * ratios[3]
    assert row.best.value == pytest.approx(product**0.25)
    assert {a.key.variant for a, _ in row.best_pairs} == {"target-collapse", "target-data"}


def test_portability_of_variants(run: RunView) -> None:
    """One platform has none."""
    found = variant_portability(columns([run]), "jacobi", ("W", "fp64"))
    assert found["target-collapse"] == pytest.approx(1.0)  # the best one with either clang
    assert found["target-loop"] == 0.0  # wrong with clang-19
    assert 0.1 < found["target-naive"] < 0.2
    assert found["cuda"] == found["acc"] == 0.0
    lone = [column for column in columns([run]) if column.toolchain == "clang-19-x86_64"]
    assert not variant_portability(lone, "jacobi", ("W", "fp64"))


def test_a_host_fallback_is_struck_out_everywhere(page: str, report: Report) -> None:
    part = next(part for part in report.benchmarks if part.name == "triad")
    struck = [row for size in part.sizes for row in size.times.rows if row.struck]
    ratio = next(column for column in TIMES if column.id == "ratio")
    assert [(row.cell.key.variant, row.toolchain.label, ratio.text(row)) for row in struck] == [
        ("target-usm", "clang-22-x86_64", "–")
    ]
    time = duration(struck[0].median("compute"))
    assert page.count(time) == page.count(f"<s>{time}</s>") > 0


def test_unknown_motion_is_said_to_be_unknown(gpu_run: RunView) -> None:
    part = next(p for p in report_of([gpu_run], figures=False).benchmarks if p.name == "jacobi")
    table = dict(part.sizes[0].motion.rows)
    assert table["target-data"]["gcc-12-nvptx"] == "unknown"
    assert table["target-data"]["clang-19-x86_64"] == "100 launches · 0 B in · 0 B out"
    assert table["target-naive"]["clang-19-x86_64"] == "100 launches · 21.1 MB in · 10.6 MB out"


def test_every_failure_has_its_place(report: Report) -> None:
    told = {(part.name, one.variant, one.toolchain): one
            for part in report.benchmarks for one in part.failures}  # fmt: skip
    crash = told["jacobi", "target-nested", "clang-19-x86_64"]
    assert (crash.word.label, crash.reason) == ("crash", "ended by SIGSEGV")
    assert XSS in crash.tail
    rejected = told["triad", "target-nested", "clang-22-x86_64"]
    assert (rejected.word.label, rejected.reason) == ("compile error", "error: expected a for loop")
    expected = told["jacobi", "target-loop", "clang-19-x86_64"].expected
    assert expected.startswith("the loop construct")
    assert told["triad", "serial", "gcc-12-host"].word.label == "NaN"


def test_several_runs_share_a_page(run: RunView, gpu_run: RunView) -> None:
    both = report_of([run, gpu_run], figures=False)
    assert "gcc-12-nvptx (run 1)" in both.matrix.labels
    assert "gcc-12-nvptx (run 2)" in both.matrix.labels
    assert [head.name for head in both.heads] == ["Run 1: a-run", "Run 2: gpu-run"]
    Page(render(both))


@pytest.mark.parametrize(
    "kinds", [{"session"}, {"session", "machine", "toolchain"}, {"launch"}, {"all", "checks"}]
)
def test_a_run_that_holds_little_can_be_shown(kinds: set[str]) -> None:
    some = [r for r in records() if r["kind"] in kinds or "all" in kinds]
    some = [r for r in some if "checks" not in kinds or r.get("mode") != "timed"]
    Page(render(report_of([view(some, "little")])))
    assert ("verified" in league_table_text(some)) or "checks" not in kinds


def test_a_benchmark_that_was_not_selected_counts_for_nothing() -> None:
    left_out = ("clang-19-x86_64", "npb-cg")
    some = [r for r in records() if (r.get("toolchain"), r.get("benchmark")) != left_out]
    row = next(r for r in standings([view(some)]) if r.column.toolchain == "clang-19-x86_64")
    assert row.efficiency > 0.5
    assert not any("npb-cg" in name for name in (*row.mean.missing, *row.best.missing))


def test_noise_and_few_launches_are_told_in_plain_words(run: RunView) -> None:
    floor = Session(run).floor.spreads.values()
    assert floor and all(0 < spread < 0.05 for spread in floor)
    assert noise_sentence(Session(run)).startswith("No difference below ")
    assert "usual cause" not in noise_sentence(Session(run))
    (head,) = report_of([run], figures=False).heads
    assert len(head.pairs) == len(run.pairs) == 1
    assert "jacobi.omp W/fp64 (gcc-12-host), by " in head.pairs[0]
    lonely = view([r for r in records() if r.get("pair") != "A2"], "no pair")
    assert "was not measured" in noise_sentence(Session(lonely))
    few = view(records(launches=3), "few")
    assert "With 3 launches per cell nothing can be called" in noise_sentence(Session(few))
    loud = [dict(r) for r in records()]
    for line in loud:
        if line.get("pair") == "A2":
            samples = [{**s, "compute": 2 * s["compute"]} for s in line["record"]["samples"]]
            line["record"] = {**line["record"], "samples": samples}
    told = noise_sentence(Session(view(loud, "loud")))
    assert "other work on the machine" in told
    assert "nothing can be called" not in told


def test_one_launch_per_cell_is_never_decided() -> None:
    shown = report_of([view(records(launches=1), "one")], figures=False)
    words = {line.mark.label for block in shown.matrix.blocks for row in block.rows
             for box in row.boxes for line in box.lines}  # fmt: skip
    assert "inconclusive" in words
    assert not words & {"faster", "slower", "same"}
    means = [one for one in LEAGUE if one.id in ("best", "all")]
    assert not any(one.note(row) for one in means for row in shown.league)


def test_markdown_escapes(report: Report) -> None:
    text = render_markdown(report)
    outside = "".join(text.split("```")[::2])
    assert "<script>" not in outside
    assert "~~" in outside
    assert escape("a|b <i> `c`\nd __e__ x86_64") == r"a\|b \<i\> \`c\` d \_\_e\_\_ x86_64"

    # a fence is longer than what it holds
    lines = [dict(r) for r in records()]
    for line in lines:
        if line["kind"] == "launch" and line["output_tail"]:
            line["output_tail"] = "```\n# not a heading\n````"
    text = render_markdown(report_of([view(lines, "x")], figures=False))
    assert "`````text" in text


def test_the_terminal_table_fits_names_failures_and_needs_no_analysis_environment() -> None:
    text = league_table_text(records())
    assert max(map(len, text.splitlines())) <= 100
    for name in ("clang-22-x86_64", "clang-14-x86_64 is broken", "triad.target-nested", "A/A pair"):
        assert name in text
    root = Path(__file__).parents[1]
    code = (
        f"import sys; sys.path[:0] = [{str(root)!r}, {str(root / 'tests')!r}]\n"
        "heavy = ('numpy', 'scipy', 'pandas', 'matplotlib', 'jinja2', 'duckdb')\n"
        "sys.modules.update(dict.fromkeys(heavy))\n"
        "from synthetic import records\n"
        "from league.show import league_table_text\n"
        "import league.show.junit\n"
        "assert 'clang-22' in league_table_text(records())\n"
    )
    subprocess.run([sys.executable, "-I", "-c", code], check=True)


def test_numbers() -> None:
    assert [duration(x) for x in (None, 12.0, 999.4, 999.6, 1234567.0, 61e9, 0.0)] == [
        "unknown", "12.0 ns", "999 ns", "1.00 µs", "1.23 ms", "61.0 s", "0 ns",
    ]  # fmt: skip
    assert significant(0.000123456) == "0.000123"
    assert significant(123456.0) == "123,000"
    assert significant(9.996) == "10.0"
    assert significant(float("nan")) == "unknown"
    assert [times(x) for x in (None, 1.0, 12.34, 0.0123, 250.0)] == [
        "–", "1.00×", "12.3×", "0.012×", "250×",
    ]  # fmt: skip
    assert [byte_size(x) for x in (None, 0, 999, 1000, 1393920)] == [
        "unknown", "0 B", "999 B", "1.00 kB", "1.39 MB",
    ]  # fmt: skip


def test_the_command_shows_the_newest_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = write_run(tmp_path, "20261121-100000-quick-ab12")
    words = ["--out", str(tmp_path), "--markdown", str(tmp_path / "r.md"), "--junit",
             str(tmp_path / "deep" / "r.xml"), "-b", "triad"]  # fmt: skip
    assert cli.run(["report", *words]) == 0
    page = (run / "report" / "index.html").read_text(encoding="utf-8")
    assert "triad" in page and "npb-cg" not in page
    assert (tmp_path / "r.md").is_file() and (tmp_path / "deep" / "r.xml").is_file()
    assert str(run / "report" / "index.html") in capsys.readouterr().out


def test_a_narrowed_report_keeps_reference_and_noise(tmp_path: Path) -> None:
    write_run(tmp_path, "r")
    words = ["--out", str(tmp_path), "-t", "clang-19*", "-o", str(tmp_path / "x.html")]
    assert cli.run(["report", *words]) == 0
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "omp of clang-22-x86_64" in page
    assert "How far a binary differed from itself" in page


def test_the_figure_of_a_benchmark_has_intervals_and_names_its_reference(page: str) -> None:
    figures = re.findall(r'<svg class="plot".*?</svg>', page, re.DOTALL)
    assert figures
    ink = "fill: none; stroke: var(--ink); stroke-width: 0.9"
    assert all(ink in one for one in figures)
    assert "scripts/run_all.py figures launches a-run -b jacobi -c W" in page
    assert all(re.search(r"time ÷ (omp|cuda)\S* of \S+ \(", one) for one in figures)
