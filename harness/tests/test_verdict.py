"""Verdicts from numbers and records written by hand."""

from typing import Any

import pytest
from synthetic import whole

from league.records.view import view
from league.verdicts import judging


def timed(*computes: float) -> list[dict[str, Any]]:
    return [{"warmup": False, "compute": int(one)} for one in computes]


def record(**changes: Any) -> dict[str, Any]:
    check = {"name": "error", "error": 0.0, "tolerance": 1.0, "passed": True}
    made = {"place": "device", "answer": "pass", "samples": timed(50_000), "checks": [check]}
    return {**made, **changes}


def stages(**changes: str) -> judging.Stages:
    good = {**judging.unlaunched("ok", "ok"), "place": "device", "answer": "pass"}
    return {**good, **changes}


@pytest.mark.parametrize(
    ("exit_code", "made", "expected"),
    [
        (0, record(), "ok"),
        (0, None, "ok"),
        (1, record(answer="wrong"), "ok"),
        (1, record(), "nonzero(1)"),
        (1, None, "nonzero(1)"),
        (2, None, "nonzero(2)"),
        (3, record(place="host-fallback"), "ok"),
        (3, record(), "nonzero(3)"),
        (4, record(), "out-of-memory"),
        (77, record(), "no-device"),
        (-11, None, "crash(SIGSEGV)"),
        (-9, None, "crash(SIGKILL)"),
        (-99, None, "crash(signal 99)"),
    ],
)
def test_launch_stage_by_exit_code(
    exit_code: int, made: dict[str, Any] | None, expected: str
) -> None:
    got = judging.launch_stage(exit_code, timed_out=False, over_memory=False, record=made)
    assert str(got) == expected
    # a time limit and memory outrank the signal that ended it
    late, large = (judging.launch_stage(-9, timed_out=one, over_memory=not one, record=None)
                   for one in (True, False))  # fmt: skip
    assert (str(late), str(large)) == ("timeout", "out-of-memory")


@pytest.mark.parametrize(
    ("exit_code", "place", "offloads", "expected"),
    [
        (0, "device", True, "device"),
        (0, "host", True, "host-fallback"),
        (3, "device", True, "host-fallback"),
        (0, "mixed", True, "mixed"),
        (0, "host", False, "host"),
    ],
)
def test_place_stage(exit_code: int, place: str, offloads: bool, expected: str) -> None:
    made = record(place=place)
    got = judging.place_stage(exit_code, launch="ok", offloads=offloads, record=made)
    assert got == expected


def test_a_pass_needs_checks_that_passed_and_samples() -> None:
    failed = {"name": "error", "error": 2.0, "tolerance": 1.0, "passed": False}
    assert judging.answer_stage(record(), launch="ok") == ("pass", "")
    for broken in (record(checks=[]), record(checks=[failed]), record(samples=[])):
        answer, reason = judging.answer_stage(broken, launch="ok")
        assert answer == "not-checked"
        assert "pass" in reason
    for compute in (0, -5):
        answer, reason = judging.answer_stage(record(samples=timed(compute)), launch="ok")
        assert (answer, "not above zero" in reason) == ("not-checked", True)


def test_a_wrong_answer_tells_error_and_tolerance() -> None:
    failed = {"name": "error", "error": None, "tolerance": 0.5, "passed": False}
    answer, reason = judging.answer_stage(record(answer="nan", checks=[failed]), launch="ok")
    assert (answer, reason) == ("nan", "error: error not a number, tolerance 0.5")


@pytest.mark.parametrize(
    ("computes", "throttled", "expected"),
    [
        ((19_999, 19_000, 25_000), False, "too-short"),
        ((20_000, 20_000, 20_000), False, "ok"),
        # median 100, deviations 0, 21, 21: their median is 21, that is 0.21
        ((100e3, 79e3, 121e3), False, "noisy"),
        # one outlier does not make a launch noisy: deviations 0, 1, 1, 1, 900
        ((100e3, 101e3, 99e3, 101e3, 1000e3), False, "ok"),
        ((100e3,), True, "throttled"),
    ],
)
def test_timing_is_judged_by_length_scatter_and_processor(
    computes: tuple[float, ...], throttled: bool, expected: str
) -> None:
    assert judging.timing_stage(timed(*computes), throttled=throttled)[0] == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "pass"),
        ({"timing": "noisy"}, "noisy"),
        ({"answer": "wrong", "place": "host-fallback"}, "wrong"),
        ({"answer": "not-checked", "place": "host-fallback"}, "host-fallback"),
        ({"place": "unknown"}, "unknown"),
        ({"launch": "timeout", "answer": "not-checked", "place": "unknown"}, "timeout"),
        ({"build": "unsupported", "launch": "skipped(x)"}, "unsupported"),
        ({"answer": "limit-hit"}, "limit-hit"),
        ({"timing": "disturbed"}, "disturbed"),
        ({"place": "emulated"}, "emulated"),
        ({"place": "emulated", "answer": "device-error"}, "device-error"),
    ],
)
def test_the_worst_stage_is_shown(changes: dict[str, str], expected: str) -> None:
    assert judging.worst(stages(**changes), offloads=True) == expected


RED = [
    {"build": "compile-error"}, {"build": "compiler-crash"}, {"build": "link-error"},
    {"build": "build-timeout"}, {"launch": "crash(SIGSEGV)"}, {"launch": "nonzero(2)"},
    {"launch": "timeout"}, {"launch": "out-of-memory"}, {"answer": "wrong"}, {"answer": "nan"},
    {"answer": "unwritten"}, {"answer": "not-checked"}, {"place": "host-fallback"},
    {"place": "mixed"}, {"place": "unknown"}, {"place": "host"}, {"expectation": "xpass"},
    {"place": "emulated", "answer": "wrong"}, {"answer": "limit-hit"},
]  # fmt: skip
GREEN = [
    {}, {"timing": "noisy"}, {"timing": "disturbed"}, {"build": "unsupported"},
    {"build": "unavailable"}, {"build": "toolchain-absent"}, {"place": "emulated"},
    {"launch": "no-device", "answer": "not-checked", "place": "unknown"},
    {"launch": "skipped(no-device)", "answer": "not-checked", "place": "unknown"},
    {"answer": "wrong", "expectation": "xfail(known)"},
    {"answer": "limit-hit", "expectation": "xfail(known)"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "red"), [*((one, True) for one in RED), *((one, False) for one in GREEN)]
)
def test_these_redden_a_run_and_these_do_not(changes: dict[str, str], red: bool) -> None:
    assert judging.reddens(stages(**changes), offloads=True) == red
    fallback = stages(place="host-fallback")
    assert not judging.Judge(allow_host=True).reddens(fallback, offloads=True)


@pytest.mark.parametrize(
    ("changes", "computes", "offloads", "counted"),
    [
        ({}, [1.0], True, True),
        ({"place": "host-fallback"}, [1.0], True, False),
        ({"place": "host"}, [1.0], False, True),
        ({"place": "host"}, [1.0], True, False),
        ({"place": "emulated"}, [1e6], True, False),
        ({"answer": "limit-hit"}, [1e6], True, False),
        ({"timing": "disturbed"}, [1e6], True, False),
        *(({}, computes, True, False) for computes in ([], [0.0], [-1.0], [5.0, 0.0])),
        *(({"build": word}, [1.0], True, False) for word in
          ("link-error", "compile-error", "unsupported")),
    ],
)  # fmt: skip
def test_only_a_right_answer_in_its_place_and_a_time_above_zero_count(
    changes: dict[str, str], computes: list[float], offloads: bool, counted: bool
) -> None:
    assert judging.counts(stages(**changes), computes, offloads=offloads) == counted
    assert judging.is_right(stages(**changes), offloads=offloads) or not counted


def test_structural_checks_alone_are_no_answer() -> None:
    behind = {"name": "padding", "error": 0.0, "tolerance": 0.0, "passed": True, "structural": True}
    answer, reason = judging.answer_stage(record(checks=[behind, behind]), launch="ok")
    assert (answer, reason) == ("not-checked", "only structural checks were made")
    both = record(checks=[behind, *record()["checks"]])
    assert judging.answer_stage(both, launch="ok") == ("pass", "")
    broken = record(answer="wrong", checks=[{**behind, "passed": False}, *record()["checks"]])
    assert judging.answer_stage(broken, launch="ok")[0] == "wrong"


def test_a_limit_of_iterations_is_told_with_its_residual_and_red() -> None:
    failed = {"name": "iterations", "error": None, "tolerance": None, "passed": False}
    made = record(answer="limit-hit", checks=[failed], reason="residual 1e-3 after 10000")
    assert judging.answer_stage(made, launch="ok") == ("limit-hit", "residual 1e-3 after 10000")
    race = {**made, "answer": "device-error", "reason": "race: kernel f"}
    assert judging.answer_stage(race, launch="ok") == ("device-error", "race: kernel f")
    made.pop("reason")
    told = judging.answer_stage(made, launch="ok")
    assert told == ("limit-hit", "iterations: error not a number, tolerance not a number")


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, "ok"),
        ({"stops": 0, "stopped": 0, "wall": None, "boot": None, "cpu": None}, "ok"),
        ({"stops": 1}, "disturbed"),
        ({"stopped": 2}, "disturbed"),
        ({"wall": 1_400_000_000, "boot": 1_499_999_999}, "ok"),
        ({"wall": 1_500_000_001}, "disturbed"),
        ({"boot": 9_000_000_000}, "disturbed"),
        ({"wall": 400_000_000}, "disturbed"),
    ],
)
def test_timing_is_disturbed_by_a_stop_or_another_clock(
    more: dict[str, int | None], expected: str
) -> None:
    samples = [{"warmup": False, "compute": 1_000_000_000, **more}]
    assert judging.timing_stage(samples)[0] == expected
    # of a long phase a fifth is allowed
    long = [{"warmup": False, "compute": 100 * 10**9, "wall": 119 * 10**9}]
    assert judging.timing_stage(long) == ("ok", "")


def launched(index: int, compute: int, **changes: str) -> dict[str, Any]:
    sample = {"warmup": False, "compute": compute}
    return whole({
        "kind": "launch", "toolchain": "gcc", "benchmark": "b", "variant": "omp", "model": "omp",
        "index": index, "verdict": {"place": "host", **changes},
        "worst": changes.get("timing", "pass"), "record": {"place": "host", "samples": [sample]},
    })  # fmt: skip


def test_a_disturbed_launch_costs_its_time_and_not_its_cell() -> None:
    one = [launched(n, 1000 * n) for n in (1, 2, 3)]
    (cell,) = view([*one, launched(4, 9_000_000, timing="disturbed")]).cells.values()
    assert (cell.outcome, cell.verified, cell.median()) == ("pass", True, 2000)
    (cell,) = view([launched(4, 9_000_000, timing="disturbed")]).cells.values()
    assert (cell.outcome, cell.verified, cell.median()) == ("disturbed", False, None)
    bad = launched(5, 9_000_000, timing="disturbed", answer="wrong")
    (cell,) = view([*one, bad]).cells.values()
    assert not cell.right
