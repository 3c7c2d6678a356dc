"""Scores, the matrix and the report of claims, from records."""

from pathlib import Path
from typing import Any

import pytest
from synthetic import whole

from league.claims import matrix, summary
from league.records import view

# ---- the matrix ----------------------------------------------------------------------------------


def a_record(claim: str, toolchain: str, worst: str, **changes: Any) -> dict[str, Any]:
    return whole({"kind": "claim", "toolchain": toolchain, "claim": claim, "group": "map",
                  "since": "4.5", "worst": worst, **changes})  # fmt: skip


def test_scores_count_what_ran_on_a_device() -> None:
    found = matrix.matrix_of([
        a_record("map.to", "a", "pass"),
        a_record("map.from", "a", "host-fallback"),
        a_record("map.tofrom", "a", "skipped"),
        a_record("rt.get_num_devices", "a", "pass", where="host"),
        a_record("map.to", "a", "wrong", change="mutant 1"),
    ])  # fmt: skip
    assert found.score("a", "4.5") == matrix.Score(1, 2)
    assert found.score("a", "4.5", device=False) == matrix.Score(1, 1)


def test_a_claim_has_its_section_whatever_its_language() -> None:
    (feature,) = matrix.matrix_of([a_record("map.to", "a", "pass", language="f90")]).features
    assert feature.section == matrix.known_features()["map.to"]["section"] != ""


@pytest.mark.parametrize(
    ("state", "code", "tried", "partial"),
    [
        ("finished", 0, ["map.to"], True),  # its budget was used up
        ("finished", 0, ["map.to", "map.from"], False),
        ("finished", 130, ["map.to"], True),
        ("started", None, ["map.to"], True),
        ("finished", 130, ["map.to", "map.from"], False),  # stopped after the last one
        ("finished", 0, ["map.to", "map.from", "acc.copy"], True),  # OpenACC is there, and missing
        ("finished", 0, ["map.to", "map.from", "acc.copy", "acc.wait"], False),
    ],
)
def test_an_interrupted_run_says_so(
    state: str, code: int | None, tried: list[str], partial: bool
) -> None:
    session = {
        "kind": "session", "session": "s", "state": state, "exit_code": code,
        "selection": {"toolchains": ["a"], "benchmarks": [
            "map.to", "map.from", "acc.copy", "acc.wait", "f.kind", "map.assumed-size",
        ]},
    }  # fmt: skip
    found = matrix.matrix_of([session, *(a_record(one, "a", "pass") for one in tried)])
    assert found.score("a", "4.5").text.endswith(", partial") == partial
    assert ("partial" in matrix.as_markdown(found)) == partial


def test_a_host_toolchain_keeps_nothing_on_a_device_and_breaks_nothing() -> None:
    toolchain = {"kind": "toolchain", "toolchain": "gcc", "device": "host"}
    records = [
        a_record("map.to", "gcc", "host-fallback"),
        a_record("rt.get_num_devices", "gcc", "pass", where="host"),
    ]
    found = matrix.matrix_of([toolchain, *records])
    assert found.score("gcc", "4.5").text == "–"
    assert found.score("gcc", "4.5", device=False).text == "100 % (1/1)"
    assert matrix.matrix_of(records).score("gcc", "4.5").text == "0 % (0/1)"


def test_failures_of_the_installation_enter_no_score() -> None:
    found = matrix.matrix_of([
        a_record("map.to", "a", "pass", blame=""),
        a_record("map.from", "a", "wrong", blame="compiler"),
        a_record("rt.x", "a", "crash(SIGABRT)", where="host", blame="installation"),
        a_record("rt.y", "a", "pass", where="host", blame=""),
    ])  # fmt: skip
    assert found.score("a", "4.5") == matrix.Score(1, 2)
    assert found.score("a", "4.5", device=False) == matrix.Score(1, 1)
    assert found.failures("a") == {"compiler": 1, "runtime": 0, "installation": 1, "claim": 0}
    assert "| installation | 1 |" in matrix.as_markdown(found)


def test_kills_of_claims_that_do_not_hold_are_counted_apart() -> None:
    lines = summary.survivors([
        a_record("map.to", "a", "pass"),
        a_record("map.to", "a", "wrong", change="mutant 1"),
        a_record("map.from", "a", "compile-error"),
        a_record("map.from", "a", "compile-error", change="mutant 1"),
        a_record("rt.x", "a", "pass", where="host", change="directives ignored"),
    ])  # fmt: skip
    assert lines[0].startswith("a, mutant: 1 of 1 fail as they must")
    assert lines[1].startswith("  0.0 % do not; taken as a sample: at most 95.0 %")
    assert lines[2] == "  1 more belong to claims that do not hold and prove nothing"
    assert lines[3].startswith("a, directives ignored: 0 of 1 fail")  # claims about the host count


def test_what_a_sample_says_of_all() -> None:
    assert summary.at_most(0, 299) == pytest.approx(1 - 0.05 ** (1 / 299), abs=1e-5)
    assert summary.at_most(2, 4) == pytest.approx(0.9024, abs=1e-4)  # tables of the binomial
    assert summary.at_most(3, 3) == 1


def test_differences_between_two_toolchains() -> None:
    found = matrix.matrix_of([
        a_record("map.to", "old", "pass"), a_record("map.to", "new", "wrong"),
        a_record("map.from", "old", "crash(SIGSEGV)"), a_record("map.from", "new", "pass"),
        a_record("map.alloc", "old", "pass"), a_record("map.alloc", "new", "pass"),
    ])  # fmt: skip
    told = matrix.changes(found, "old", "new")
    assert told["fixed"] == ["map.from: crash(SIGSEGV) → pass"]
    assert told["broken"] == ["map.to: pass → wrong"]
    assert told["changed"] == []


def test_the_matrix_is_written(tmp_path: Path) -> None:
    found = matrix.matrix_of([a_record("map.to", "a", "wrong", reason="x|y")])
    assert "| `map.to` |" in matrix.as_markdown(found)
    assert matrix.as_csv(found).splitlines()[1].startswith("map.to,4.5,")
    assert '"worst": "wrong"' in matrix.as_json(found)


def test_the_report_shows_claims() -> None:
    pages = pytest.importorskip("league.show.layout")
    model = pytest.importorskip("league.show.model")
    failed = a_record("map.to", "a", "wrong", reason="x: 2, expected <1>",
                      output_tail="said", log_tail="")  # fmt: skip
    run = view.view([failed, a_record("map.from", "a", "pass")], "run")
    page = pages.report(model.report_of([run], figures=False))
    assert "50 % (1/2)" in page
    assert "x: 2, expected &lt;1&gt;" in page
    assert "int main()" in page  # the source of the claim that failed
    assert 'href="#league"' not in page


def test_junit_tells_the_kind_of_failure() -> None:
    from league.show.junit import render_junit

    known_one = a_record("map.from", "a", "wrong", verdict={"expectation": "xfail(a defect)"})
    crashed = a_record("map.to", "a", "crash(SIGSEGV)")
    surprise = a_record("map.alloc", "a", "pass", verdict={"expectation": "xpass"})
    text = render_junit(view.view([known_one, crashed, surprise], "run"))
    assert 'type="crash"' in text
    assert 'type="xpass"' in text
    assert "expected wrong answer: a defect" in text
    assert 'failures="2"' in text


def test_nobody_is_accused_by_what_is_no_defect_or_not_looked_up() -> None:
    excuse = "xfail(no defect: the device takes hours)"
    found = matrix.matrix_of([
        a_record("map.to", "a", "pass"), a_record("map.to", "b", "wrong", blame="claim"),
        a_record("map.from", "a", "pass"),
        a_record("map.from", "b", "timeout", verdict={"expectation": excuse}),
        a_record("map.tofrom", "a", "pass"), a_record("map.tofrom", "b", "wrong"),
    ])  # fmt: skip
    assert [one.id for one, _, _ in matrix.differences(found, "a", "b")["broken"]] == ["map.tofrom"]
    assert found.score("b", "4.5") == matrix.Score(0, 1)
