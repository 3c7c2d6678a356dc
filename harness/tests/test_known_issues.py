"""Known issues: matching by names and versions, expected failures and unexpected passes."""

import json
import re
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from synthetic import whole

from league.base.errors import LeagueError
from league.records import known_issues
from league.verdicts import judging

GOOD = whole({"kind": "launch"})["verdict"]


def issues(tmp_path: Path, **changes: Any) -> list[known_issues.KnownIssue]:
    entry = {
        "toolchain": "clang-1[456]-*", "versions": ">=14,<17", "variant": "target-loop",
        "expect": {"answer": "wrong"}, "reason": "loop runs twice", **changes,
    }  # fmt: skip
    file = tmp_path / "issues.json"
    file.write_text(json.dumps({"schema": 1, "issues": [entry]}))
    return known_issues.load(file)


@pytest.mark.parametrize(
    ("version", "conditions", "expected"),
    [
        ("16.0.6", ">=14,<17", True), ("17.0.1", ">=14,<17", False), ("13.9", ">=14,<17", False),
        ("16.0.6", "<=16", True), ("12.2.0", "==12", True), ("12.2.0", "==12.3", False),
        ("12", ">12.1", False), ("12", "", True), ("unknown", ">=1", False),
    ],
)  # fmt: skip
def test_version_ranges(version: str, conditions: str, expected: bool) -> None:
    assert known_issues.in_range(version, conditions) is expected


HARNESS = Path(__file__).parents[1]
CELLS = [
    (benchmark, variant)
    for benchmark in ("scan-inclusive", "scan-exclusive", "jacobi-convergence", "async", "flow")
    for variant in ("omp", "omp-tuned", "target-data", "target-lesson-from", "target-bands")
]


@pytest.mark.parametrize(
    ("toolchain", "version"),
    [
        ("clang-19-x86_64", "19.1.7"), ("clang-14-x86_64", "14.0.6"), ("clang-23-x86_64", "23.0"),
        ("gcc-12-host", "12.2.0"), ("gcc-12-emulated", "12.2.0"), ("gcc-12-emulated", "13.1.0"),
    ],
)  # fmt: skip
def test_ctest_expects_the_failures_that_the_harness_expects(
    tmp_path: Path, toolchain: str, version: str
) -> None:
    script = tmp_path / "known.cmake"
    script.write_text(f"""
cmake_minimum_required(VERSION 3.25)
set(PROJECT_SOURCE_DIR {HARNESS.parent})
set(LEAGUE_TOOLCHAIN {toolchain})
set(CMAKE_CXX_COMPILER_VERSION {version})
list(APPEND CMAKE_MODULE_PATH {HARNESS}/cmake)
include(LeagueKnownIssues)
league_known_failures(failures)
message("${{failures}}")
""")
    done = subprocess.run(["cmake", "-P", script], capture_output=True, text=True, check=True)
    failures = list(filter(None, done.stderr.strip().split(";")))
    for cell in CELLS:
        expected = any(
            issue.always
            and any(
                stage == "answer" or (stage == "launch" and value.startswith("nonzero"))
                for stage, value in issue.expect
            )
            for issue in known_issues.matching(known_issues.known(), (toolchain, *cell), version)
        )
        assert any(re.search(one, ".".join(cell)) for one in failures) is expected, cell


NAMES = ("clang-15-x86_64", "jacobi", "target-loop")


def match(
    found: list[known_issues.KnownIssue], names: tuple[str, str, str] = NAMES,
    version: str = "15.0.6", **changes: str,
) -> bool:  # fmt: skip
    return bool(known_issues.matching(found, names, version, **changes))


def test_a_cell_matches_by_toolchain_version_and_variant(tmp_path: Path) -> None:
    found = issues(tmp_path)
    assert match(found)
    assert not match(found, ("clang-19-x86_64", *NAMES[1:]))
    assert not match(found, version="17.0.0")
    assert not match(found, (*NAMES[:2], "target-data"))

    # a precision narrows an issue except for builds
    found = issues(tmp_path, precision="fp32")
    assert match(found, precision="fp32")
    assert not match(found, precision="fp64")
    assert match(found)


CRASHED = {"launch": "crash(SIGSEGV)", "answer": "not-checked", "place": "unknown"}
ABSENT = {"launch": "no-device", "answer": "not-checked", "place": "unknown"}


@pytest.mark.parametrize(
    ("stages", "always", "expected", "red"),
    [
        ({"answer": "wrong"}, True, "xfail(loop runs twice)", False),
        (CRASHED, True, "as-expected", True),  # another failure than the expected one
        ({}, True, "xpass", True),  # until the file is mended
        ({}, False, "as-expected", False),  # it happens sometimes
        (ABSENT, True, "as-expected", False),  # neither expected nor a pass
    ],
)
def test_what_was_expected_does_not_redden_and_a_surprise_does(
    tmp_path: Path, stages: dict[str, str], always: bool, expected: str, red: bool
) -> None:
    seen = {**GOOD, **stages}
    found = issues(tmp_path, always=always)
    seen["expectation"] = known_issues.expectation(seen, found, good=not stages)
    assert seen["expectation"] == expected
    assert judging.reddens(seen, offloads=True) == red


def test_an_expected_failure_is_one_of_its_kind_and_place(tmp_path: Path) -> None:
    """Another fault in a cell that is a known issue is no expected failure."""
    found = issues(tmp_path, says="last_norm: *")
    seen = {**GOOD, "answer": "wrong"}
    told = partial(known_issues.expectation, seen, found, good=False)
    assert told(reason="last_norm: error 0.27, tolerance 1e-08") == "xfail(loop runs twice)"
    assert told(reason="first_norm: error 3, tolerance 1e-08") == "as-expected"
    assert told() == "as-expected"


def test_issues_of_single_cells_say_how_they_fail() -> None:
    """Those of a benchmark that is launched: its check, its finding, its message."""
    for one in known_issues.known():
        launched = any(stage in ("launch", "answer") for stage, _ in one.expect)
        if one.benchmark != "*" and launched and "emulated" in one.toolchain:
            assert one.says != "*", (one.benchmark, one.variant)
        if ("worst", "device-error") in one.expect:
            assert one.says != "*", one.claims


def build_expectation(value: str, found: list[known_issues.KnownIssue]) -> str:
    return known_issues.build_expectation(value, found, NAMES, "15.0.6")


@pytest.mark.parametrize(
    ("stages", "reason", "known"),
    [
        ({"launch": "crash(SIGABRT)"}, "out-of-bounds: kernel k, 0x8", True),
        ({"launch": "crash(SIGABRT)"}, "use-after-free: kernel k, 0x8", True),
        ({"answer": "wrong"}, "{field}: error 0.1, tolerance 1e-10", True),
        ({"answer": "wrong"}, "operations: error 0.1, tolerance 0", False),
        ({"launch": "crash(SIGABRT)"}, "race: kernel k, 0x8", False),
    ],
)
def test_a_lost_copy_shows_in_several_ways(
    stages: dict[str, str], reason: str, known: bool
) -> None:
    every = known_issues.load(known_issues.FILE)
    for benchmark, field in (("cloverleaf", "summary_mass"), ("flow", "mass")):
        names = ("clang-19-gfx90a-emulated", benchmark, "target-data")
        about = known_issues.matching(every, names, "19.1.7")
        said = known_issues.expectation(
            {**GOOD, **stages}, about, good=False, reason=reason.format(field=field)
        )
        assert said.startswith("xfail(the runtime frees") is known, (benchmark, reason)


def test_builds_are_judged_by_issues_about_builds(tmp_path: Path) -> None:
    crashes = issues(tmp_path, expect={"build": ["compiler-crash", "compile-error"]})
    assert build_expectation("compiler-crash", crashes) == "xfail(loop runs twice)"
    assert build_expectation("link-error", crashes) == "as-expected"
    assert build_expectation("ok", crashes) == "xpass"
    assert build_expectation("ok", issues(tmp_path)) == "as-expected"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"reason": ""}, "reason"),
        ({"expect": {}}, "expectation"),
        ({"expect": {"answers": "wrong"}}, "no stage 'answers'"),
        ({"versions": "14 to 16"}, "14 to 16"),
        ({"variants": "x"}, "unknown field 'variants'"),
        ({"language": "c"}, "unknown field 'language'"),
        ({"claims": ["a"]}, "unknown field"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    with pytest.raises(LeagueError, match=told):
        issues(tmp_path, **change)


def test_every_defect_has_a_reason_and_a_minimal_reproducer() -> None:
    folder = Path(__file__).resolve().parents[2] / "validation"
    for issue in known_issues.load():
        assert issue.reason
        if issue.claims:
            continue  # a claim is its own reproducer
        assert issue.claim, issue.reason
        assert list(folder.glob(f"*/{issue.claim}.cpp")), issue.claim


def test_who_accuses_a_compiler_of_a_claim_names_a_section() -> None:
    section = re.compile(r"(?<![\d.])\d{1,2}(\.\d+)+(?!\d)")
    for issue in known_issues.load():
        if issue.claims and not issue.reason.startswith("no defect"):
            assert section.search(issue.reason), issue.claims
