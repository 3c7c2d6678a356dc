"""Blocks of Markdown and figures that are rendered from committed records, and what is stale."""

import gzip
import importlib.util
import json
import re
import shlex
import shutil
import xml.etree.ElementTree
from pathlib import Path
from typing import Any

import pytest
from synthetic import whole, write_run

from league import cli
from league.show import rendered
from league.studies import catalogue

ROOT = Path(__file__).resolve().parents[2]
Json = dict[str, Any]


def launch(variant: str, letter: str = "S", nanoseconds: float = 2e6, **changes: Any) -> Json:
    """A launch record that passes, or what is changed of it."""
    record = {
        "samples": [{"warmup": False, "compute": nanoseconds}],
        "work": {"flops": 4e6, "bytes": 1e6, "merit": {"count": 5.0, "unit": "Mop"}},
    }
    place = {"place": "host" if variant in ("serial", "omp") else "device"}
    verdict = {**place, **changes.pop("verdict", {})}
    return whole({
        "kind": "launch", "toolchain": "clang-19-x86_64", "group": "npb", "benchmark": "npb-ep",
        "variant": variant, "model": variant.split("-")[0], "class": letter, "record": record,
        **changes, "verdict": verdict,
    })  # fmt: skip


def build(variant: str, verdict: str, expectation: str = "as-expected", **changes: Any) -> Json:
    return {
        "kind": "build", "toolchain": "clang-19-x86_64", "group": "npb", "benchmark": "npb-ep",
        "variant": variant, "model": "target", "verdict": verdict, "expectation": expectation,
        **changes,
    }  # fmt: skip


def keep(root: Path, records: list[Json], name: str = "m/run", packed: bool = False) -> Path:
    """Put records where committed sessions are and return their folder."""
    folder = root / "results/reference" / name
    folder.mkdir(parents=True, exist_ok=True)
    data = "".join(json.dumps(whole(one)) + "\n" for one in records).encode()
    file = folder / ("records.jsonl.gz" if packed else "records.jsonl")
    file.write_bytes(gzip.compress(data) if packed else data)
    return folder


def page(root: Path, *blocks: str, name: str = "npb/NOTES.md", body: str = "") -> Path:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    told = [f"<!-- rendered: {block} -->\n{body}<!-- end rendered -->\n" for block in blocks]
    file.write_text("# Notes\n\n" + "\nand\n\n".join(told) + "\nThe end.\n", encoding="utf-8")
    return file


def shown(root: Path, block: str) -> list[str]:
    """The lines that a block renders to."""
    done = rendered.render(page(root, block).parents[1], catalogue.KINDS)
    assert done.complaints == []
    text = done.files[root / "npb/NOTES.md"]
    return text.split(" -->\n", 1)[1].split("\n<!-- end rendered -->")[0].splitlines()


def complaint(root: Path, block: str) -> str:
    file = page(root, block, body="as it was\n")
    done = rendered.render(root, catalogue.KINDS)
    assert done.files[file] == file.read_text(encoding="utf-8")  # nothing is lost
    assert len(done.complaints) == 1
    assert "\n" not in done.complaints[0]
    return done.complaints[0]


def test_a_block_is_replaced_and_the_rest_of_the_page_stays(tmp_path: Path) -> None:
    keep(tmp_path, [launch("omp")])
    file = page(tmp_path, "times m/run -b npb-ep", "times m/run", body="| old | table |\n")
    stale = ["npb/NOTES.md: is stale; run scripts/render.py"]
    assert rendered.stale(tmp_path, catalogue.KINDS) == stale
    assert rendered.write(tmp_path, catalogue.KINDS) == ([file], [])
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Notes\n\n<!-- rendered: times m/run -b npb-ep -->\n| variant |")
    assert text.endswith("<!-- end rendered -->\n\nThe end.\n")
    assert "old" not in text
    assert text.count("| `omp` | S | fp64 | clang-19-x86_64 | 1 | 2.00 ms | one launch |") == 2
    assert rendered.stale(tmp_path, catalogue.KINDS) == []
    assert rendered.write(tmp_path, catalogue.KINDS) == ([], [])
    keep(tmp_path, [launch("omp", nanoseconds=3e6)])  # other records, and it is stale again
    assert rendered.stale(tmp_path, catalogue.KINDS) == stale


def test_times_are_medians_with_an_interval_where_launches_allow_one(tmp_path: Path) -> None:
    several = [launch("omp", "A", 1e6 * n, index=n) for n in (1, 2, 3, 4, 9)]
    wrong = {"answer": "wrong", "expectation": "xfail(a bug)"}
    bad = launch("target-loop", "A", verdict=wrong, worst="wrong")
    back = launch("target-usm", "A", verdict={"place": "host-fallback"}, worst="host-fallback")
    two = [launch("omp", "W", 1e6 * n, index=n) for n in (1, 2)]
    keep(tmp_path, [*several, *two, bad, back, launch("target-data", "A", 5e9)])
    head, _, *rows = shown(tmp_path, "times m/run")
    assert head.startswith("| variant | class | precision | toolchain | launches | compute |")
    assert rows[0] == "| `omp` | W | fp64 | clang-19-x86_64 | 2 | 1.50 ms | too few launches " + (
        "| 3,330 Mop/s |"
    )
    assert rows[1].startswith("| `omp` | A | fp64 | clang-19-x86_64 | 5 | 3.00 ms | 1.06 ms – 8.06")
    assert rows[2].endswith("| 1 | 5.00 s | one launch | 1.00 Mop/s |")
    ends = [["wrong answer (known defect)", "", " |"], ["host fallback", "", " |"]]
    assert sorted(row.split(" | ")[5:] for row in rows[3:]) == sorted(ends)


def test_cells_are_chosen_by_name_and_class(tmp_path: Path) -> None:
    cells = [launch(v, c) for v in ("omp", "target-data") for c in "SWA"]
    keep(tmp_path, [*cells, launch("omp", benchmark="npb-cg")])
    rows = shown(tmp_path, "times m/run -b npb-ep -v 'target*' -c W,A")[2:]
    assert [row[:20] for row in rows] == ["| `target-data` | W ", "| `target-data` | A "]
    assert "`npb-cg.omp`" in shown(tmp_path, "times m/run -v omp")[2]


def test_of_several_runs_the_last_counts_packed_or_not(tmp_path: Path) -> None:
    keep(tmp_path, [launch("omp", nanoseconds=1e6)], "m/one")
    keep(tmp_path, [launch("omp", nanoseconds=7e6)], "m/two", packed=True)
    assert "| 7.00 ms |" in shown(tmp_path, "times m/one m/two")[2]
    assert "| 7.00 ms |" in shown(tmp_path, "times 'm/*'")[2]
    assert "| 1.00 ms |" in shown(tmp_path, "times m/two m/one")[2]


def test_rates_have_a_column_per_class(tmp_path: Path) -> None:
    cells = [launch("omp", c, t) for c, t in (("A", 1e9), ("S", 1e6))]
    other = launch("omp", "S", 5e6, benchmark="npb-cg")
    keep(tmp_path, [*cells, other, launch("serial", "S", precision="fp32")])
    work = {**launch("omp")["record"], "work": {"flops": 4e6, "bytes": 1e6}}
    keep(tmp_path, [launch("omp", record=work)], "m/without-merit")
    assert shown(tmp_path, "times m/without-merit")[2].endswith("| 0.500 GB/s, 2.00 GFLOP/s |")
    assert shown(tmp_path, "rates m/run -v omp") == [
        "| benchmark | S | A |",
        "|---|---|---|",
        "| `npb-cg` | 1,000 Mop/s |  |",
        "| `npb-ep` | 5,000 Mop/s | 5.00 Mop/s |",
    ]
    assert shown(tmp_path, "rates m/run --work -c S -b npb-ep") == [
        "| benchmark | precision | S |",
        "|---|---|---|",
        "| `npb-ep.serial` | fp32 | 0.500 GB/s, 2.00 GFLOP/s |",
        "| `npb-ep.omp` | fp64 | 1.00 GB/s, 4.00 GFLOP/s |",
    ]


def test_ratios_are_of_times_of_one_session(tmp_path: Path) -> None:
    keep(tmp_path, [launch("omp", "A", 2e6), launch("target-data", "A", 3e6)], "m/one")
    keep(tmp_path, [launch("omp", "S", 1e6)], "m/two")
    keep(tmp_path, [launch("target-data", "S", 1e6)], "m/three")
    assert shown(tmp_path, "ratios 'm/*' --to omp") == [
        "| benchmark | A |",
        "|---|---|",
        "| `npb-ep` | 1.50× |",
    ]
    assert "no times of the kind" in complaint(tmp_path, "ratios m/two m/three --to omp")
    several = [launch("omp", nanoseconds=1e6, index=n) for n in range(5)]
    several += [launch("target-data", nanoseconds=2e6, index=n) for n in range(5)]
    keep(tmp_path, several)
    assert shown(tmp_path, "ratios m/run --to omp")[2] == "| `npb-ep` | 2.00× (2.00–2.00) |"


def test_verdicts_name_the_worst_first_with_its_classes(tmp_path: Path) -> None:
    wrong: Json = {"verdict": {"answer": "wrong", "expectation": "xfail(a bug)"}, "worst": "wrong"}
    keep(tmp_path, [
        build("omp", "ok"), build("target-data", "ok"), build("target-usm", "unavailable"),
        build("target-loop", "compile-error", "xfail(no loop)"),
        *(launch("omp", c, mode="check") for c in "SW"),
        launch("target-data", "S", precision="fp32", mode="check"),
        launch("target-data", "S", mode="check", **wrong),
        launch("target-data", "W", mode="check"),
        launch("target-data", "S", mode="check", toolchain="gcc-12-host"),
        launch("cuda", mode="check", toolchain="nvcc-13-emulated", verdict={"place": "emulated"}),
    ])  # fmt: skip
    assert shown(tmp_path, "verdicts m/run -b npb-ep -t 'c*' -t 'g*'") == [
        "| variant | clang-19-x86_64 | gcc-12-host |",
        "|---|---|---|",
        "| `omp` | S, W verified |  |",
        "| `target-data` | S fp64 wrong answer (known defect); S fp32, W verified | S verified |",
        "| `target-loop` | compile error (known defect) |  |",
    ]
    assert shown(tmp_path, "verdicts m/run --failures") == [
        "| toolchain | cells that pass | others |",
        "|---|---|---|",
        "| clang-19-x86_64 | 4 | 1 wrong answer, 1 compile error |",
        "| gcc-12-host | 1 | none |",
        "| nvcc-13-emulated | 1, emulated | none |",
        "",
        "| toolchain | variant | verdict | known defect |",
        "|---|---|---|---|",
        "| clang-19-x86_64 | `npb-ep.target-data` | S fp64 wrong answer (known defect);"
        " S fp32, W verified | a bug |",
        "| clang-19-x86_64 | `npb-ep.target-loop` | compile error (known defect) | no loop |",
    ]


def test_a_failure_that_nobody_expected_is_not_called_known_and_spoils_its_size(
    tmp_path: Path,
) -> None:
    good = [launch("omp", index=n) for n in range(4)]
    bad = launch("omp", index=4, verdict={"launch": "crash(SIGSEGV)"}, worst="crash(SIGSEGV)")
    keep(tmp_path, [*good, bad])
    assert shown(tmp_path, "verdicts m/run")[2] == "| `omp` | S crash |"
    assert shown(tmp_path, "verdicts m/run --failures")[-1].endswith("| not known |")


def claim(name: str, worst: str, toolchain: str, expectation: str = "as-expected") -> Json:
    return {
        "kind": "claim", "toolchain": toolchain, "claim": name, "group": "map", "worst": worst,
        "verdict": {"expectation": expectation},
    }  # fmt: skip


def test_conformance_scores_and_names_what_goes_wrong(tmp_path: Path) -> None:
    keep(tmp_path, [
        claim("a.kept", "pass", "old"), claim("a.kept", "pass", "new"),
        claim("a.fixed", "wrong", "old", "xfail(bug)"), claim("a.fixed", "pass", "new"),
        claim("a.on-host", "host-fallback", "new"),
    ])  # fmt: skip
    told = shown(tmp_path, "conformance m/run --diff old new")
    assert "| OpenMP 5.0 | 67 % (2/3) | 50 % (1/2) |" in told
    assert "| `a.fixed` | 5.0 | ✓ | wrong* |" in told
    assert not any("a.kept" in line or "a.on-host" in line for line in told)
    assert "- a.fixed: wrong → pass" in told
    assert "Broken from old to new: 0" in told
    assert "no claims of odl" in complaint(tmp_path, "conformance m/run --diff odl new")


def test_published_problems_show_answer_time_and_the_nearest_check(tmp_path: Path) -> None:
    checks = [
        {"name": "far", "error": 1e-9, "tolerance": 1e-3},
        {"name": "near", "error": 1e-4, "tolerance": 2e-4},
        {"name": "unknown", "error": None, "tolerance": 1.0},
        {"name": "unbounded", "error": 1.0, "tolerance": None},
    ]
    result = {
        "samples": [{"warmup": False, "compute": 2e9}], "checks": checks,
        "work": {"merit": {"count": 4e9, "unit": "cell-steps"}},
    }  # fmt: skip

    def solved(problem: str, **changes: Any) -> Json:
        named = {"problem": problem, "arguments": []}
        told = launch("omp", "X", benchmark="bude", mode="published", published=named)
        return {**told, "record": result, **changes}

    bad = {**solved("bm1")["verdict"], "answer": "wrong", "expectation": "xfail(a bug)"}
    died = {**bad, "launch": "crash(SIGSEGV)", "answer": "not-checked"}
    keep(tmp_path, [
        solved("bm2", record=None, verdict=died, worst="crash(SIGSEGV)", reason="core dumped"),
        solved("bm1", verdict=bad, worst="wrong"), solved("bm1"),
        solved("bm3", verdict=bad, worst="wrong"), launch("omp", "W"),
    ])  # fmt: skip
    nearest = "4: near 1.0e-04 of 2.0e-04"
    assert shown(tmp_path, "published m/run")[2:] == [
        "| bm2 | bude.omp | fp64 | clang-19-x86_64 | crash (known defect) |  |  | core dumped |",
        "| bm1 | bude.omp | fp64 | clang-19-x86_64 | verified | 2.00 s | 2.00 G cell-steps/s"
        f" | {nearest} |",
        "| bm3 | bude.omp | fp64 | clang-19-x86_64 | wrong answer (known defect) |  |  |"
        f" {nearest} |",
    ]
    assert len(shown(tmp_path, "times m/run")[2:]) == 1


def test_runs_lists_every_session_with_its_size(tmp_path: Path) -> None:
    session = {"kind": "session", "time": "2026-11-20T09:00:00Z", "verb": "check"}
    keep(tmp_path, [session, launch("omp", "W"), launch("omp", "S")], "m/b", packed=True)
    size = (tmp_path / "results/reference/m/b/records.jsonl.gz").stat().st_size
    keep(tmp_path, [session], "m/a")
    plain = len(json.dumps(whole(session))) + 1
    assert shown(tmp_path, "runs")[2:] == [
        f"| [`m/a`](../results/reference/m/a) | check | 2026-11-20 |  |  | 0 | {plain} B |",
        "| [`m/b`](../results/reference/m/b) | check | 2026-11-20 | clang-19-x86_64 | S W | 2"
        f" | {size} B (gzip) |",
    ]


def test_a_figure_is_drawn_beside_the_records_and_linked(tmp_path: Path) -> None:
    run = write_run(tmp_path / "results/reference/m", "grid")
    picture = run.parent / "npb-offload-W.svg"
    numbers = "([numbers](m/npb-offload-W.csv))"
    for kind, told in (
        ("picture", f"](m/npb-offload-W.svg)\n\n{numbers} As SVG, PNG and CSV"),
        ("figure", f"(m/npb-offload-W.svg) {numbers}"),
    ):
        block = f"{kind} m/npb-offload-W.svg npb-offload-W m/grid"
        page(tmp_path, block, name="results/reference/README.md")
        assert rendered.write(tmp_path, catalogue.KINDS)[1] == []
        text = (run.parents[1] / "README.md").read_text(encoding="utf-8")
        assert told in text
        assert ("\n![" in text) == (kind == "picture")
    numbers = picture.with_suffix(".csv").read_text(encoding="utf-8")
    assert numbers.startswith("panel,series,x,y,unit,low,high")
    assert "</svg>" in picture.read_text(encoding="utf-8")
    assert rendered.stale(tmp_path, catalogue.KINDS) == []
    stale = "results/reference/m/npb-offload-W.svg: is stale; run scripts/render.py"
    picture.write_text("<svg/>", encoding="utf-8")
    assert rendered.stale(tmp_path, catalogue.KINDS) == [stale]
    picture.unlink()
    assert rendered.stale(tmp_path, catalogue.KINDS) == [stale]


def test_a_study_is_one_wide_picture_and_each_figure_unfolded(tmp_path: Path) -> None:
    run = write_run(tmp_path / "results/reference/m", "grid")
    block = "study m/npb.svg npb-offload-W m/grid / npb-offload-W m/g*"
    page(tmp_path, block, name="results/reference/README.md")
    assert rendered.write(tmp_path, catalogue.KINDS)[1] == []
    text = (run.parents[1] / "README.md").read_text(encoding="utf-8")
    assert text.count("](m/npb-offload-W.svg)") == 2  # each by itself, with its command
    assert text.index("![") < text.index("m/npb.svg)") < text.index("<details>")
    single = (run.parent / "npb-offload-W.svg").read_text(encoding="utf-8")
    whole = (run.parent / "npb.svg").read_text(encoding="utf-8")
    width, height = (float(n) for n in re.findall(r'(?:width|height)="([0-9.]+)pt"', single))
    found = [float(n) for n in re.findall(r'(?:width|height)="([0-9.]+)pt"', whole)]
    assert found == pytest.approx([2 * width + 18, height])
    ids = re.findall(r'\bid="([^"]+)"', whole)
    assert len(ids) == len(set(ids)) == 2 * len(re.findall(r'\bid="', single))
    assert set(re.findall(r'(?:url\(|href=")#([^")]+)', whole)) <= set(ids)
    xml.etree.ElementTree.fromstring(whole)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("times m/none", "results/reference/m/none holds no records; name the folder of a run"),
        ("times /m/run", "results/reference//m/run holds no records; name the folder of a run"),
        ("times", "the following arguments are required: RUN"),
        ("times m/run -b nosuch", "unknown benchmark 'nosuch'"),
        ("times m/run --fast", "unrecognized arguments: --fast"),
        ("times 'm/run", "No closing quotation"),
        ("verdicts m/run -v nosuch", "unknown variant 'nosuch'"),
        ("conformance m/run", "hold no claims"),
        ("published m/run", "hold no published problem"),
        ("figure npb-offload-S m/run", "write FILE.svg, a study's id or 'sweep', its runs"),
        ("figure m/x.svg nosuch m/run", "there is no figure or study 'nosuch'"),
        ("figure m/x.svg npb-offload-A m/run", "nothing that a figure of npb-offload-A"),
        ("study npb-offload-S m/run", "write FILE.svg, then each figure's id and its runs"),
        ("study m/x.svg npb-offload-S m/run / ", "write FILE.svg, then each figure's id"),
        ("study m/x.svg", "write FILE.svg, then each figure's id and its runs"),
        ("tymes m/run", "there is no kind 'tymes' of block; there are times, rates, ratios"),
    ],
)
def test_a_wrong_block_is_told_with_its_line(tmp_path: Path, block: str, message: str) -> None:
    keep(tmp_path, [launch("omp")])
    told = complaint(tmp_path, block)
    assert told.startswith("npb/NOTES.md:3: ")
    assert message in told


def test_a_block_without_an_end_is_told_and_nothing_is_cut(tmp_path: Path) -> None:
    file = page(tmp_path, "times m/run")
    text = file.read_text(encoding="utf-8").replace("<!-- end rendered -->\n", "")
    file.write_text(text, encoding="utf-8")
    written, wrong = rendered.write(tmp_path, catalogue.KINDS)
    assert written == []
    assert len(wrong) == 1 and wrong[0].startswith("npb/NOTES.md:3: the block has no end")
    assert file.read_text(encoding="utf-8") == text
    keep(tmp_path, [launch("omp")])
    told = complaint(tmp_path, "times m/run -->\n<!-- rendered: runs")  # one within another
    assert told.startswith("npb/NOTES.md:3: the block has no end")


def test_a_block_that_is_shown_as_an_example_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "HOW.md"
    before = "```\n<!-- rendered: times nowhere -->\n<!-- end rendered -->\n```\n"
    file.write_text(before, encoding="utf-8")
    assert rendered.write(tmp_path, catalogue.KINDS) == ([], [])
    assert file.read_text(encoding="utf-8") == before


def test_what_nothing_makes_has_to_be_named_in_the_readme(tmp_path: Path) -> None:
    folder = keep(tmp_path, [launch("omp")])
    (folder / "by-hand.csv").write_text("1\n", encoding="utf-8")
    (folder.parent / "old-table.md").write_text("| 1 |\n", encoding="utf-8")
    readme = folder.parents[1] / "README.md"
    readme.write_text("`m/run/by-*.csv`: counted by hand\n", encoding="utf-8")
    told = "old-table.md: no record, not rendered, and not named in the README there"
    assert rendered.stale(tmp_path, catalogue.KINDS) == [f"results/reference/m/{told}"]
    readme.write_text("nothing\n", encoding="utf-8")
    assert len(rendered.stale(tmp_path, catalogue.KINDS)) == 2


def test_the_script_says_stale_with_exit_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("render", ROOT / "scripts/render.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setattr(script, "ROOT", tmp_path)
    keep(tmp_path, [launch("omp")])
    page(tmp_path, "times m/run")
    assert script.main(["--check"]) == 1
    assert capsys.readouterr().err == "npb/NOTES.md: is stale; run scripts/render.py\n"
    assert script.main([]) == 0
    assert capsys.readouterr().out == "wrote npb/NOTES.md\n"
    assert script.main(["--check"]) == 0
    assert script.main(["--chekc"]) == 2


def test_the_command_below_a_figure_draws_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "debian12-2core/sweep-jacobi"
    committed = ROOT / "results/reference" / name
    shutil.copytree(committed, tmp_path / "results/reference" / name)
    file = page(tmp_path, f"figure {name}/sweep.svg sweep {name}")
    rendered.write(tmp_path, catalogue.KINDS)
    (line,) = (one for one in file.read_text().splitlines() if one.startswith("As SVG, PNG and"))
    program, *words = shlex.split(line.split("`")[1])
    assert program == "scripts/run_all.py"
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 0
    made = {one.suffix: one.read_bytes() for one in (tmp_path / "figures").iterdir()}
    assert made.keys() == {".svg", ".png", ".csv"} and made[".png"].startswith(b"\x89PNG")
    for suffix in (".svg", ".csv"):
        assert made[suffix] == (committed / f"sweep{suffix}").read_bytes()


def test_every_committed_figure_has_its_command() -> None:
    for file in ("README.md", "studies.md"):
        text = (ROOT / "results/reference" / file).read_text(encoding="utf-8")
        blocks = re.findall(r"(?s)<!-- rendered: (?:figure|study) (.*?) -->(.*?)<!-- end", text)
        assert blocks
        for words, body in blocks:
            names = [part.split()[0] for part in words.split(" ", 1)[1].split(" / ")]
            for name in names:
                assert f"`scripts/run_all.py figures {name} results/reference/" in body
