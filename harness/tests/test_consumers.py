"""Exports as their consumers read them: by their own program, or by a schema of what they accept.

fixtures/consumers/README.md says from which documentation the schemas were written.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pandas as pd
import pytest
from lxml import etree
from sarif import loader
from saying import called
from synthetic import records, write_run

from league.analysis.cell_table import CELL_COLUMNS
from league.base.paths import project_root
from league.records.reading import read_run
from league.records.view import RunView, view
from league.show import exports
from league.show.junit import render_junit
from league.show.sarif import render_sarif

SCHEMAS = Path(__file__).parent / "fixtures" / "consumers"
REFERENCE = project_root() / "results" / "reference" / "debian12-2core"
COMPARE = Path("/usr/share/benchmark/compare.py")  # Debian's libbenchmark-tools


@pytest.fixture(scope="module")
def measured() -> RunView:
    """Synthetic, so that every kind of failure is in it; with what newer records have."""
    lines = []
    for line in records():
        if line["kind"] == "build" and line["verdict"] == "ok":
            line = {**line, "compile_s": 1.5, "executable_bytes": 40_000}
        lines.append(line)
    return view(lines, "a-run")


@pytest.fixture(scope="module")
def claims() -> RunView:
    return read_run(REFERENCE / "conformance")


def check(schema: str, text: str) -> Any:
    """Return what a text holds; what the schema does not allow fails the test."""
    told = json.loads(text)
    rules = json.loads((SCHEMAS / f"{schema}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(rules)
    jsonschema.Draft202012Validator(rules).validate(told)
    return told


@pytest.mark.parametrize("which", ["measured", "claims"])
def test_junit_is_what_the_schema_allows(which: str, request: pytest.FixtureRequest) -> None:
    schema = etree.XMLSchema(etree.parse(SCHEMAS / "junit.xsd"))
    text = render_junit(request.getfixturevalue(which)).encode()
    schema.assertValid(etree.fromstring(text))
    for before, after in ((b'timestamp="2026', b'timestamp="today'), (b' time="', b' time="-')):
        assert before in text
        assert not schema.validate(etree.fromstring(text.replace(before, after, 1)))


def test_junit_says_when_how_long_and_with_what(measured: RunView) -> None:
    suites = etree.fromstring(render_junit(measured).encode())
    suite = next(one for one in suites if one.get("name") == "clang-22-x86_64")
    assert suite.get("timestamp") == "2026-11-21T10:00:00"
    times = [float(case.get("time", "0")) for case in suite.iter("testcase")]
    assert float(suite.get("time")) == pytest.approx(sum(times), abs=1e-4) and sum(times) > 0
    told = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert told["version"] == "22.1.8" and told["run"] == "a-run" and told["source"] == "1f3c2ab"
    assert told["cpu"] == "AMD EPYC 9B14" and told["seed"] == "7" and suite[0].tag == "properties"


def test_an_expected_build_failure_is_no_failure() -> None:
    lines = [
        {**one, "expectation": "xfail(it crashes here)"}
        if one["kind"] == "build" and one["verdict"] == "compile-error"
        else one
        for one in records(launches=1)
    ]
    suites = etree.fromstring(render_junit(view(lines, "x")).encode())
    [case] = suites.xpath("//testcase[@name='target-nested build' and contains(@classname, '22')]")
    assert case.find("failure") is None
    assert "it crashes here" in case.find("skipped").get("message")


def test_a_host_toolchain_does_not_fail_claims_about_a_device(claims: RunView) -> None:
    """The run that these records come from calls its failures by name: four, all of Clang."""
    suites = etree.fromstring(render_junit(claims).encode())
    failures = {one.get("name"): int(one.get("failures")) for one in suites}
    assert failures == {"clang-19-x86_64": 2, "clang-22-x86_64": 2, "gcc-12-host": 0}
    told = json.loads(render_sarif(claims))
    assert {
        next(iter(one["properties"]["compilers"])): sum(
            "suppressions" not in x for x in one["results"]
        )
        for one in told["runs"]
    } == failures


def test_github_action_benchmark(measured: RunView) -> None:
    told = check("github-action-benchmark", exports.to_github_action(measured))
    assert len({one["name"] for one in told}) == len(told)
    assert len(told) == sum(cell.verified for cell in measured.cells.values())
    assert all(one["value"] > 0 and one["unit"] == "ms" for one in told)


def test_bencher(measured: RunView) -> None:
    told = check("bencher", exports.TEXT_FORMATS["bencher"](measured))
    one = told["jacobi/target-data/W/fp64/clang-19-x86_64"]
    latency = one["latency"]
    assert latency["lower_value"] < latency["value"] < latency["upper_value"]
    assert one["kernel-launches"] == {"value": 100.0}
    program = told["jacobi/target-data/clang-19-x86_64"]
    assert program == {"build-time": {"value": 1.5}, "file-size": {"value": 40_000.0}}
    assert "triad/target-usm/W/fp64/clang-22-x86_64" not in told  # it ran on the host


def test_lnt(measured: RunView) -> None:
    told = check("lnt", exports.TEXT_FORMATS["lnt"](measured))
    assert told["run"]["llvm_project_revision"] == "20261121100000"
    assert told["run"]["end_time"] == "2026-11-21T10:12:34"
    assert told["run"]["compiler clang-22-x86_64"] == "Clang 22.1.8"
    tests = {one["name"]: one for one in told["tests"]}
    assert len(tests) == len(told["tests"])
    good = tests["jacobi/target-data/W/fp64/clang-19-x86_64"]
    assert len(good["execution_time"]) == 5 and good["execution_status"] == 0
    assert 0.005 < good["execution_time"][0] < 0.02  # seconds
    bad = tests["triad/target-usm/W/fp64/clang-22-x86_64"]
    assert bad == {"name": bad["name"], "execution_status": 1}
    program = tests["jacobi/omp/gcc-12-host"]
    assert (program["compile_time"], program["code_size"]) == (1.5, 40_000)
    assert program["compile_status"] == 0 and len(program["hash"]) == 64
    unbuilt = tests["triad/target-nested/clang-22-x86_64"]
    assert unbuilt == {"name": unbuilt["name"], "compile_status": 1}
    assert "jacobi/target-data/W/fp64/gcc-12-nvptx" not in tests  # no device
    assert "jacobi/target-data/gcc-12-nvptx" in tests


def located(text: str, file: Path) -> dict[str, list[tuple[str, int]]]:
    """Return the places of each rule, as sarif-tools reads them."""
    file.write_text(text, encoding="utf-8")
    found: dict[str, list[tuple[str, int]]] = {}
    for one in loader.load_sarif_file(str(file)).get_records():
        found.setdefault(one["Code"], []).append((one["Location"], int(one["Line"])))
    return found


def test_sarif_of_claims(claims: RunView, tmp_path: Path) -> None:
    told = check("sarif", render_sarif(claims))
    for run in told["runs"]:
        rules = [one["id"] for one in run["tool"]["driver"]["rules"]]
        assert len(set(rules)) == len(rules)
        marks = Counter(json.dumps(one["partialFingerprints"]) for one in run["results"])
        assert max(marks.values()) == 1
        for one in run["results"]:
            assert rules[one["ruleIndex"]] == one["ruleId"]
            place = one["locations"][0]["physicalLocation"]
            file = project_root() / place["artifactLocation"]["uri"]
            lines = file.read_text(encoding="utf-8").splitlines()
            assert 1 <= place["region"]["startLine"] <= len(lines), file
    places = located(render_sarif(claims), tmp_path / "claims.sarif")
    # the compiler's error
    assert set(places["update.array-shaping (C)"]) == {("validation/c/update.array-shaping.c", 12)}
    # the check that failed
    file, line = places["dt.shared-library"][0]
    assert "the library was loaded" in (project_root() / file).read_text().splitlines()[line - 1]
    described = {
        one["id"]: one["shortDescription"]["text"]
        for run in told["runs"]
        for one in run["tool"]["driver"]["rules"]
    }
    assert "device code of a shared library" in described["dt.shared-library"]
    assert not any(text.startswith("OpenMP: ") for text in described.values())


def test_sarif_of_a_generated_claim_leads_to_its_generator(claims: RunView, tmp_path: Path) -> None:
    one = dict(claims.claims[0], claim="red.tdpf.+.int", group="reduction", language="cpp",
               worst="wrong", reason="sum: 1, expected 2", log_tail="", checks=[])  # fmt: skip
    one["verdict"] = {**one["verdict"], "expectation": "as-expected"}
    places = located(render_sarif(replace(claims, claims=[one])), tmp_path / "one.sarif")
    [(file, line)] = places["red.tdpf.+.int"]
    assert file == "harness/league/claims/families/reductions.py"
    assert (project_root() / file).read_text().splitlines()[line - 1].startswith("def cells(")


def test_sarif_of_many_toolchains_is_one_run(claims: RunView) -> None:
    """GitHub takes at most 20 runs in a file."""
    facts = claims.toolchains["clang-22-x86_64"]
    names = [f"clang-{n}" for n in range(21)]
    found = [dict(one, toolchain=name) for name in names for one in claims.claims[:40]]
    many = replace(claims, claims=found, toolchains=dict.fromkeys(names, facts))
    told = check("sarif", render_sarif(many))
    [run] = told["runs"]
    assert set(run["properties"]["compilers"]) == set(names)
    assert {one["message"]["text"].partition(" ")[0] for one in run["results"]} == set(names)


def test_sarif_of_benchmarks(measured: RunView, tmp_path: Path) -> None:
    told = check("sarif", render_sarif(measured))
    places = located(render_sarif(measured), tmp_path / "benchmarks.sarif")
    jacobi = dict(places["kernels/jacobi"])
    file = "kernels/jacobi/target-nested.cpp"
    first = (project_root() / file).read_text(encoding="utf-8").splitlines()[jacobi[file] - 1]
    assert first.lstrip().startswith("#pragma omp")
    suppressed = [x for run in told["runs"] for x in run["results"] if "suppressions" in x]
    assert {x["level"] for x in suppressed} == {"note"}
    assert {x["suppressions"][0]["justification"] for x in suppressed} == {
        "the loop construct runs every iteration several times"
    }
    assert "kernels/triad" in places


@pytest.mark.skipif(not COMPARE.exists(), reason="needs Debian's libbenchmark-tools")
def test_google_benchmarks_own_tool_compares_two_runs(tmp_path: Path) -> None:
    """What failed in one of the runs is left out: as an entry it would be infinitely fast."""
    broken = write_run(tmp_path, "old", launches=5)
    slower = write_run(tmp_path, "new", launches=5, slower=1.5)
    file = slower / "records.jsonl"
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    spoiled = ("clang-22-x86_64", "npb-cg", "target-data")
    for line in lines:
        names = tuple(line.get(n) for n in ("toolchain", "benchmark", "variant"))
        if names == spoiled and line["kind"] == "launch":
            line["verdict"]["answer"] = line["worst"] = "wrong"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    files = [tmp_path / f"{folder.name}.json" for folder in (broken, slower)]
    for folder, file in zip((broken, slower), files):
        exports.export([read_run(folder)], "google-benchmark", file)
    out = tmp_path / "out.json"
    told = called([sys.executable, str(COMPARE), "-d", str(out), "benchmarks", *map(str, files)])
    assert told.returncode == 0, told.stderr
    rows = {row["name"]: row["measurements"] for row in json.loads(out.read_text())}
    changed = [one["time"] for one in rows["jacobi/omp/W/fp64/clang-22-x86_64"]]
    assert len(changed) == 5 and all(0.4 < one < 0.6 for one in changed)
    same = [one["time"] for one in rows["jacobi/omp/W/fp64/clang-19-x86_64"]]
    assert all(abs(one) < 0.1 for one in same)
    assert "npb-cg/target-data/W/fp64/clang-22-x86_64" not in rows


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_tables_hold_what_a_number_needs_to_be_judged(
    name: str, measured: RunView, tmp_path: Path
) -> None:
    file = tmp_path / f"cells.{name}"
    exports.export([measured], name, file)
    table = pd.read_csv(file) if name == "csv" else pd.read_parquet(file)
    assert list(table.columns) == list(CELL_COLUMNS)
    good = table[
        (table.toolchain == "clang-19-x86_64") & (table.benchmark == "jacobi")
        & (table.variant == "target-data") & (table.precision == "fp64")
    ].iloc[0]  # fmt: skip
    assert good.compute_low_ns < good.compute_ns < good.compute_high_ns
    assert good.ratio_low <= good.ratio <= good.ratio_high
    assert good.decision in ("FASTER", "SLOWER", "SAME", "INCONCLUSIVE")
    assert json.loads(good["flags"])["omp"] == ["-fopenmp"]
    assert (good.expectation, good.version, good.started) == (
        "as-expected", "19.1.7", "2026-11-21T10:00:00Z",
    )  # fmt: skip
    assert good.machine == "AMD EPYC 9B14" and good.executable_bytes == 40_000
    known = table[(table.variant == "target-loop") & (table.verdict == "wrong")]
    assert set(known.expectation) == {"xfail"} and all(known.expected.str.len() > 10)
    [unbuilt] = table[table.verdict == "compile-error"].itertuples()
    assert unbuilt.reason == "error: expected a for loop" and unbuilt.launches == 0
    assert pd.isna(unbuilt.compute_ns) and unbuilt.compiler == "Clang"
