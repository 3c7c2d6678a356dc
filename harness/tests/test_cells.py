"""Which times count, and how launches become cells."""

from typing import Any

import pytest
from synthetic import records, whole

from league.records import launches, schema, view
from league.records.launches import Key

Json = dict[str, Any]


def a_launch(**changes: Any) -> Json:
    times = changes.pop("times", [100.0, 10.0, 30.0, 20.0])
    samples = [
        {"warmup": n == 0, "setup": 1, "h2d": 2, "compute": time, "d2h": 3, "total": time + 5}
        for n, time in enumerate(times)
    ]
    record = {"samples": samples, "work": {"flops": 1.0, "bytes": 2.0}}
    return whole({
        "kind": "launch", "id": str(changes), "toolchain": "clang-19-x86_64", "group": "kernels",
        "benchmark": "jacobi", "variant": "target-data", "model": "target", "class": "W",
        "verdict": changes.pop("stages", {}), "record": record, **changes,
    })  # fmt: skip


def the_cell(*launches: Json) -> view.Cell:
    found = list(view.view(launches).cells.values())
    assert len(found) == 1
    return found[0]


def test_synthetic_records_follow_the_schema() -> None:
    assert [fault for line in records() for fault in schema.validate(line)] == []


def test_a_launch_is_its_median_without_warmup_and_a_cell_that_of_its_launches() -> None:
    assert the_cell(a_launch()).medians() == [20.0]
    launches = [a_launch(index=n, times=[9.0, time]) for n, time in enumerate([5.0, 1.0, 3.0])]
    cell = the_cell(*launches)
    assert cell.verified and cell.medians() == [5.0, 1.0, 3.0]
    assert (cell.median(), cell.median("total")) == (3.0, 8.0)


@pytest.mark.parametrize(
    ("model", "place", "valid"),
    [
        ("target", "device", True),
        ("target", "host", False),
        ("target", "host-fallback", False),
        ("target", "mixed", False),
        ("target", "unknown", False),
        ("cuda", "device", True),
        ("serial", "host", True),
        ("omp", "host", True),
        ("omp", "unknown", False),
        ("acc", "host", False),
    ],
)
def test_a_time_counts_only_in_the_right_place(model: str, place: str, valid: bool) -> None:
    cell = the_cell(a_launch(model=model, stages={"place": place}))
    assert cell.verified is valid
    assert (cell.median() is not None) is valid


@pytest.mark.parametrize("answer", ["wrong", "nan", "unwritten", "not-checked"])
def test_only_a_right_answer_counts(answer: str) -> None:
    cell = the_cell(a_launch(stages={"answer": answer}, worst=answer))
    assert not cell.verified
    assert (cell.outcome, cell.invalid_median()) == (answer, None)


def test_one_failing_launch_takes_the_cell_out_and_a_skipped_one_says_nothing() -> None:
    good = [a_launch(index=n) for n in range(4)]
    bad = a_launch(index=4, stages={"launch": "crash(SIGSEGV)"}, worst="crash(SIGSEGV)")
    cell = the_cell(*good, bad)
    assert (cell.verified, cell.outcome, cell.medians()) == (False, "crash", [])
    skipped = a_launch(index=1, stages={"launch": "skipped(interrupted)", "answer": "not-checked"},
                       worst="skipped(interrupted)", record=None)  # fmt: skip
    assert the_cell(a_launch(), skipped).verified
    assert the_cell(skipped).outcome == "skipped"
    lost = a_launch(record=None, stages={"launch": "timeout", "place": "unknown"}, worst="timeout")
    assert the_cell(lost).outcome == "timeout"
    assert not the_cell(a_launch(times=[1.0])).verified  # one warm-up, no repetition


def test_a_failing_check_takes_out_the_timed_cell_of_another_class() -> None:
    check = a_launch(mode="check", **{"class": "S"}, stages={"answer": "wrong"}, worst="wrong")
    cell = the_cell(a_launch(), check)
    assert cell.key.letter == "W"
    assert (cell.verified, cell.outcome) == (False, "wrong")
    alone = the_cell(a_launch(mode="check", **{"class": "S"}))
    assert (alone.right, alone.verified, alone.median()) == (True, False, None)


def test_a_fallback_keeps_its_time_for_striking_out_only() -> None:
    cell = the_cell(a_launch(stages={"place": "host-fallback"}, worst="host-fallback"))
    assert cell.fell_back
    assert cell.median() is None
    assert cell.invalid_median() == 20.0


def test_an_expected_failure_is_still_a_failure() -> None:
    cell = the_cell(a_launch(stages={"answer": "wrong", "expectation": "xfail(known: PR 1 (a))"},
                             worst="wrong"))  # fmt: skip
    assert not cell.verified
    assert cell.spoiler is not None
    assert cell.spoiler.expected == "known: PR 1 (a)"


def test_the_twin_is_no_sample_of_the_cell() -> None:
    run = view.view([a_launch(times=[1.0, 10.0]), a_launch(times=[1.0, 30.0], pair="A2")])
    cell = next(iter(run.cells.values()))
    assert (cell.medians(), cell.twin_medians()) == ([10.0], [30.0])
    assert run.pairs == [cell]


def test_a_launch_recorded_twice_counts_once_and_the_last_counts() -> None:
    again = a_launch(times=[1.0, 50.0])
    assert the_cell(a_launch(times=[1.0, 10.0]), again).medians() == [50.0]


def test_unknown_motion_is_not_zero() -> None:
    assert the_cell(a_launch()).motion() is None
    counted = a_launch()
    counted["record"]["samples"][1]["compute_motion"] = {
        "launches": 3, "to_device": 0, "from_device": None,
    }  # fmt: skip
    assert the_cell(counted).motion() == launches.Motion(3, 0, None)


def test_the_run_is_grouped() -> None:
    run = view.view([*records(), {"kind": "hologram"}], "name")
    assert run.session["state"] == "finished"
    assert run.session["started"] == "2026-11-21T10:00:00Z"
    assert run.sizes("jacobi") == [("W", "fp32"), ("W", "fp64")]
    assert run.pairs == [run.cells[Key("gcc-12-host", "jacobi", "omp", "W", "fp64")]]
    assert run.toolchains["clang-14-x86_64"]["state"] == "broken"
    assert run.builds["gcc-12-nvptx", "jacobi", "target-usm"]["verdict"] == "unsupported"


def test_launches_of_a_sweep_make_no_cells() -> None:
    made = list(records())
    assert view.view(made).cells
    swept = [{**one, "mode": "sweep"} if one["kind"] == "launch" else one for one in made]
    assert view.view(swept).cells == {}
