"""Known issues: matching by names and versions, expected failures and unexpected passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from league.base.errors import LeagueError
from league.records import known_issues
from league.verdicts import judging

GOOD = {
    "build": "ok",
    "launch": "ok",
    "place": "device",
    "answer": "pass",
    "timing": "ok",
    "expectation": "as-expected",
}


def issues(tmp_path: Path, **changes: Any) -> list[known_issues.KnownIssue]:
    entry = {
        "toolchain": "clang-1[456]-*",
        "versions": ">=14,<17",
        "variant": "target-loop",
        "expect": {"answer": "wrong"},
        "reason": "loop runs twice",
        **changes,
    }
    file = tmp_path / "issues.json"
    file.write_text(json.dumps({"schema": 1, "issues": [entry]}))
    return known_issues.load(file)


@pytest.mark.parametrize(
    ("version", "conditions", "expected"),
    [
        ("16.0.6", ">=14,<17", True),
        ("17.0.1", ">=14,<17", False),
        ("13.9", ">=14,<17", False),
        ("16.0.6", "<=16", True),
        ("12.2.0", "==12", True),
        ("12.2.0", "==12.3", False),
        ("12", ">12.1", False),
        ("12", "", True),
        ("unknown", ">=1", False),
    ],
)
def test_version_ranges(version: str, conditions: str, expected: bool) -> None:
    assert known_issues.in_range(version, conditions) is expected


def match(found: list[known_issues.KnownIssue], **changes: str) -> bool:
    cell = {
        "toolchain": "clang-15-x86_64",
        "version": "15.0.6",
        "benchmark": "jacobi",
        "variant": "target-loop",
        **changes,
    }
    return bool(known_issues.matching(found, **cell))


def test_a_cell_matches_by_toolchain_version_and_variant(tmp_path: Path) -> None:
    found = issues(tmp_path)
    assert match(found)
    assert not match(found, toolchain="clang-19-x86_64")
    assert not match(found, version="17.0.0")
    assert not match(found, variant="target-data")


def test_precision_narrows_an_issue_except_for_builds(tmp_path: Path) -> None:
    found = issues(tmp_path, precision="fp32")
    assert match(found, precision="fp32")
    assert not match(found, precision="fp64")
    assert match(found)


def test_an_expected_failure_does_not_redden(tmp_path: Path) -> None:
    wrong = {**GOOD, "answer": "wrong"}
    wrong["expectation"] = known_issues.expectation(wrong, issues(tmp_path), good=False)
    assert wrong["expectation"] == "xfail(loop runs twice)"
    assert not judging.reddens(wrong, offloads=True)


def test_another_failure_than_the_expected_one_does(tmp_path: Path) -> None:
    crashed = {**GOOD, "launch": "crash(SIGSEGV)", "answer": "not-checked", "place": "unknown"}
    crashed["expectation"] = known_issues.expectation(crashed, issues(tmp_path), good=False)
    assert crashed["expectation"] == "as-expected"
    assert judging.reddens(crashed, offloads=True)


def test_an_unexpected_pass_reddens_until_the_file_is_mended(tmp_path: Path) -> None:
    passed = dict(GOOD)
    passed["expectation"] = known_issues.expectation(passed, issues(tmp_path), good=True)
    assert passed["expectation"] == "xpass"
    assert judging.reddens(passed, offloads=True)
    sometimes = issues(tmp_path, always=False)
    assert known_issues.expectation(GOOD, sometimes, good=True) == "as-expected"


def test_no_device_is_neither_expected_nor_a_pass(tmp_path: Path) -> None:
    absent = {**GOOD, "launch": "no-device", "answer": "not-checked", "place": "unknown"}
    assert known_issues.expectation(absent, issues(tmp_path), good=False) == "as-expected"


def build_expectation(value: str, found: list[known_issues.KnownIssue]) -> str:
    return known_issues.build_expectation(
        value,
        found,
        toolchain="clang-15-x86_64",
        version="15.0.6",
        benchmark="jacobi",
        variant="target-loop",
    )


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


def test_the_file_of_the_project_can_be_read() -> None:
    assert all(issue.reason for issue in known_issues.load())


def test_every_defect_has_a_minimal_reproducer() -> None:
    folder = Path(__file__).resolve().parents[2] / "validation"
    for issue in known_issues.load():
        if issue.claims:
            continue  # a claim is its own reproducer
        assert issue.claim, issue.reason
        assert list(folder.glob(f"*/{issue.claim}.cpp")), issue.claim
