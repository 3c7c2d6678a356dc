"""What other tools read."""

import csv
import gzip
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from saying import Says
from synthetic import XSS, records, write_run

from league import cli
from league.analysis import query
from league.records import reading
from league.records.launches import Key
from league.records.view import RunView, view
from league.show import exports
from league.show.junit import render_junit, write_junit_of


@pytest.fixture(scope="module")
def run() -> RunView:
    return view(records(), "a-run")


def cases(root: ET.Element) -> dict[tuple[str, str], ET.Element]:
    found = {(c.get("classname", ""), c.get("name", "")): c for c in root.iter("testcase")}
    assert len(found) == len(list(root.iter("testcase")))
    return found


def test_junit_has_a_case_per_cell_and_its_counts_agree(run: RunView) -> None:
    root = ET.fromstring(render_junit(run))
    found = cases(root)
    unbuilt = sum(build["verdict"] != "ok" for build in run.builds.values())
    assert len(found) == len(run.cells) + unbuilt
    good = found["clang-19-x86_64.kernels.jacobi", "target-data W fp64"]
    assert list(good) == [] and float(good.get("time", "0")) > 0
    for suite in root.iter("testsuite"):
        for name, place in (("tests", ""), ("failures", "/failure"), ("skipped", "/skipped")):
            assert int(suite.get(name, "-1")) == len(suite.findall(f"testcase{place}"))


def test_junit_tells_failures_from_skips(run: RunView) -> None:
    found = cases(ET.fromstring(render_junit(run)))
    crash = found["clang-19-x86_64.kernels.jacobi", "target-nested W fp64"].find("failure")
    assert crash is not None and crash.get("type") == "crash"
    assert crash.text is not None and XSS in crash.text
    fallback = found["clang-22-x86_64.kernels.triad", "target-usm W fp64"].find("failure")
    assert fallback is not None and "host fallback" in fallback.get("message", "")
    rejected = found["clang-22-x86_64.kernels.triad", "target-nested build"].find("failure")
    assert rejected is not None and rejected.get("type") == "compile-error"
    for place, name in (
        ("gcc-12-nvptx.kernels.jacobi", "target-data W fp64"),  # no device
        ("gcc-12-nvptx.kernels.jacobi", "target-usm build"),  # unsupported
        ("gcc-12-host.kernels.jacobi", "cuda build"),  # not offered
        ("clang-19-x86_64.kernels.jacobi", "target-loop W fp64"),  # expected
    ):
        case = found[place, name]
        assert case.find("skipped") is not None and case.find("failure") is None


def test_junit_survives_control_characters_and_names_the_runs(tmp_path: Path) -> None:
    folders = [write_run(tmp_path, name, launches=1) for name in ("a", "b")]
    root = ET.parse(write_junit_of(reading.read_runs(folders), tmp_path / "out.xml")).getroot()
    assert {"a.clang-19-x86_64", "b.clang-19-x86_64"} <= {suite.get("name") for suite in root}
    lines = [dict(r) for r in records(launches=1)]
    for line in lines:
        if line["kind"] == "launch" and line["output_tail"]:
            line["output_tail"] = "bell \x07 escape \x1b[31m ]]> \ud800 end"
    text = render_junit(view(lines, "x"))
    texts = [f.text or "" for f in ET.fromstring(text.encode("utf-8")).iter("failure")]
    assert any("bell \ufffd escape \ufffd[31m ]]> \ufffd end" in t for t in texts)


def test_csv_leaves_the_unknown_empty(run: RunView) -> None:
    rows = list(csv.DictReader(io.StringIO(exports.to_csv(run))))
    assert len(rows) == len(run.cells) + 1  # one build failed
    by_key = {(r["toolchain"], r["benchmark"], r["variant"], r["precision"]): r for r in rows}
    good = by_key["clang-19-x86_64", "jacobi", "target-data", "fp64"]
    cell = run.cells[Key("clang-19-x86_64", "jacobi", "target-data", "W", "fp64")]
    assert float(good["compute_ns"]) == cell.median()
    assert float(good["gb_per_s"]) == pytest.approx(4.2e8 / (cell.median() or 1.0))
    assert (good["bytes_to_device"], good["kernel_launches"]) == ("0", "100")
    assert by_key["gcc-12-host", "jacobi", "omp", "fp64"]["kernel_launches"] == ""
    bad = by_key["clang-22-x86_64", "triad", "target-usm", "fp64"]
    assert (bad["verdict"], bad["compute_ns"], bad["ratio"]) == ("host-fallback", "", "")
    assert by_key["clang-22-x86_64", "triad", "target-nested", ""]["verdict"] == "compile-error"


def test_google_benchmark(run: RunView) -> None:
    told = json.loads(exports.to_google_benchmark(run))
    assert told["context"]["num_cpus"] == 2
    name = "jacobi/target-data/W/fp64/clang-19-x86_64"
    entries = [e for e in told["benchmarks"] if e["name"] == name]
    cell = run.cells[Key("clang-19-x86_64", "jacobi", "target-data", "W", "fp64")]
    assert [e["real_time"] for e in entries] == cell.medians()
    assert [e["repetition_index"] for e in entries] == [0, 1, 2, 3, 4]
    failed = told["context"]["failed"]
    assert failed["triad/target-usm/W/fp64/clang-22-x86_64"].startswith("host-fallback: ")
    assert not failed.keys() & {e["name"] for e in told["benchmarks"]}
    assert all(e["real_time"] > 0 for e in told["benchmarks"])


def test_p3(run: RunView) -> None:
    rows = list(csv.DictReader(io.StringIO(exports.to_p3(run))))
    assert list(rows[0]) == ["problem", "platform", "application", "fom"]
    by_key = {(r["problem"], r["platform"], r["application"]): r["fom"] for r in rows}
    cell = run.cells[Key("clang-19-x86_64", "triad", "omp", "W", "fp64")]
    fom = by_key["triad W fp64", "clang-19-x86_64", "omp"]
    assert float(fom) == pytest.approx((cell.median() or 0.0) / 1e9)
    assert by_key["triad W fp64", "clang-22-x86_64", "target-usm"] == ""


def call(*words: str) -> int:
    return cli.run(["export", *words])


@pytest.mark.parametrize("name", exports.TEXT_FORMATS)
def test_every_text_format_prints_or_writes(name: str, tmp_path: Path, cli_says: Says) -> None:
    write_run(tmp_path, "r", launches=2)
    printed = cli_says("export", name, "--out", str(tmp_path)).out
    file = tmp_path / "new" / "file"
    assert call(name.upper(), "r", "--out", str(tmp_path), "-o", str(file)) == 0
    assert file.read_text(encoding="utf-8") == printed
    assert len(printed) > 500


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("it's runs")
    first = write_run(folder, "one", seed=1)
    with (first / "records.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"kind": "launch", "half')
    return [first, write_run(folder, "two", seed=2, slower=1.5)]


def test_queries_read_the_files_themselves(stored: list[Path]) -> None:
    lines = [r for r in records(seed=1) if r["kind"] == "launch"]
    sql = "SELECT run, count(*) AS n FROM launches GROUP BY run ORDER BY run"
    counted = query.frame(sql, stored)
    assert counted["run"].tolist() == ["one", "two"]
    assert counted["n"].tolist()[0] == len(lines)
    samples = sum(len((r["record"] or {}).get("samples", [])) for r in lines)
    found = query.frame("SELECT count(*) AS n FROM samples WHERE run = 'one'", stored)
    assert found["n"].tolist() == [samples]


def test_queries_read_compressed_runs_and_leave_out_damaged_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_run(tmp_path, "kept", seed=1) / "records.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    launches = sum('"kind": "launch"' in one or '"kind":"launch"' in one for one in lines)
    bad = ['{"kind": "launch", "index": "x"}', '{"kind": "launch", "wall_ns": 1e999}', "[" * 9999]
    with gzip.open(tmp_path / "kept" / "records.jsonl.gz", "wt", encoding="utf-8") as packed:
        packed.write("\n".join([*bad, *lines]) + "\n")
    file.unlink()
    counted = query.frame("SELECT count(*) AS n FROM launches", [tmp_path / "kept"])
    assert counted["n"].tolist() == [launches]
    said = capsys.readouterr().err.splitlines()
    assert len(said) == len(bad)
    assert all("is left out" in one for one in said)


def test_ready_queries_answer(stored: list[Path]) -> None:
    for name in query.QUERIES:
        assert len(query.frame(name, stored)) > 0
    failures = query.frame("failures", stored)
    assert "host-fallback" in set(failures["verdict"])
    assert len(query.frame("fastest", [])) == 0
    history = query.frame("history", stored)
    series = history[
        (history.toolchain == "clang-22-x86_64") & (history.variant == "omp")
        & (history.benchmark == "npb-cg")
    ]  # fmt: skip
    before, now, *_ = series["compute_ms"].tolist()
    assert now / before == pytest.approx(1.5, rel=0.05)
