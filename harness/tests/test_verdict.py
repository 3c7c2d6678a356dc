"""Verdicts from numbers and records written by hand."""

from __future__ import annotations

from typing import Any

import pytest
from synthetic import whole

from league.records.view import view
from league.verdicts import judging


def record(**changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "place": "device",
        "answer": "pass",
        "samples": [{"warmup": False, "compute": 50_000}],
        "checks": [{"name": "error", "error": 0.0, "tolerance": 1.0, "passed": True}],
    }
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
        (-63, None, "crash(signal 63)"),
    ],
)
def test_launch_stage_by_exit_code(
    exit_code: int, made: dict[str, Any] | None, expected: str
) -> None:
    got = judging.launch_stage(exit_code, timed_out=False, over_memory=False, record=made)
    assert str(got) == expected


@pytest.mark.parametrize(
    ("timed_out", "over_memory", "expected"),
    [(True, False, "timeout"), (False, True, "out-of-memory")],
)
def test_a_time_limit_and_memory_outrank_the_signal_that_ended_it(
    timed_out: bool, over_memory: bool, expected: str
) -> None:
    got = judging.launch_stage(-9, timed_out=timed_out, over_memory=over_memory, record=None)
    assert str(got) == expected


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


def test_a_wrong_answer_tells_error_and_tolerance() -> None:
    failed = {"name": "error", "error": None, "tolerance": 0.5, "passed": False}
    answer, reason = judging.answer_stage(record(answer="nan", checks=[failed]), launch="ok")
    assert (answer, reason) == ("nan", "error: error not a number, tolerance 0.5")


def timed(*computes: float) -> list[dict[str, Any]]:
    return [{"warmup": False, "compute": int(one)} for one in computes]


def test_timing_is_too_short_below_twenty_microseconds() -> None:
    assert judging.timing_stage(timed(19_999, 19_000, 25_000))[0] == "too-short"
    assert judging.timing_stage(timed(20_000, 20_000, 20_000))[0] == "ok"


def test_timing_is_noisy_when_the_median_deviation_is_a_fifth() -> None:
    # median 100, deviations 0, 21, 21: their median is 21, that is 0.21
    assert judging.timing_stage(timed(100e3, 79e3, 121e3))[0] == "noisy"
    # one outlier does not make a launch noisy: deviations 0, 1, 1, 1, 900
    assert judging.timing_stage(timed(100e3, 101e3, 99e3, 101e3, 1000e3))[0] == "ok"


def test_timing_is_throttled_when_the_processor_says_so() -> None:
    assert judging.timing_stage(timed(100e3), throttled=True)[0] == "throttled"


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
    ],
)
def test_the_worst_stage_is_shown(changes: dict[str, str], expected: str) -> None:
    assert judging.worst(stages(**changes), offloads=True) == expected


RED = [
    {"build": "compile-error"},
    {"build": "compiler-crash"},
    {"build": "link-error"},
    {"build": "build-timeout"},
    {"launch": "crash(SIGSEGV)"},
    {"launch": "nonzero(2)"},
    {"launch": "timeout"},
    {"launch": "out-of-memory"},
    {"answer": "wrong"},
    {"answer": "nan"},
    {"answer": "unwritten"},
    {"answer": "not-checked"},
    {"place": "host-fallback"},
    {"place": "mixed"},
    {"place": "unknown"},
    {"place": "host"},
    {"expectation": "xpass"},
]
GREEN = [
    {},
    {"timing": "noisy"},
    {"build": "unsupported"},
    {"build": "unavailable"},
    {"build": "toolchain-absent"},
    {"launch": "no-device", "answer": "not-checked", "place": "unknown"},
    {"launch": "skipped(no-device)", "answer": "not-checked", "place": "unknown"},
    {"answer": "wrong", "expectation": "xfail(known)"},
]


@pytest.mark.parametrize("changes", RED)
def test_these_redden_a_run(changes: dict[str, str]) -> None:
    assert judging.reddens(stages(**changes), offloads=True)


@pytest.mark.parametrize("changes", GREEN)
def test_these_do_not(changes: dict[str, str]) -> None:
    assert not judging.reddens(stages(**changes), offloads=True)


def test_fallback_is_green_when_allowed_and_its_time_never_counts() -> None:
    fell_back = stages(place="host-fallback")
    assert not judging.Judge(allow_host=True).reddens(fell_back, offloads=True)
    assert not judging.counts(fell_back, [1.0], offloads=True)


def test_a_time_on_the_host_counts_for_host_models_only() -> None:
    on_host = stages(place="host")
    assert judging.counts(on_host, [1.0], offloads=False)
    assert not judging.counts(on_host, [1.0], offloads=True)


@pytest.mark.parametrize("computes", [[], [0.0], [-1.0], [5.0, 0.0]])
def test_a_time_that_is_not_above_zero_does_not_count(computes: list[float]) -> None:
    assert not judging.counts(stages(), computes, offloads=True)


@pytest.mark.parametrize("build", ["link-error", "compile-error", "unsupported"])
def test_nothing_of_a_failed_build_counts(build: str) -> None:
    assert not judging.is_right(stages(build=build), offloads=True)
    assert not judging.counts(stages(build=build), [1.0], offloads=True)


@pytest.mark.parametrize("compute", [0, -5])
def test_a_pass_without_a_time_above_zero_is_not_checked(compute: int) -> None:
    made = record(samples=[{"warmup": False, "compute": compute}])
    answer, reason = judging.answer_stage(made, launch="ok")
    assert (answer, "not above zero" in reason) == ("not-checked", True)
    assert not judging.counts(stages(), [compute], offloads=True)


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
    hit = stages(answer="limit-hit")
    assert judging.worst(hit, offloads=True) == "limit-hit"
    assert judging.reddens(hit, offloads=True)
    assert not judging.reddens({**hit, "expectation": "xfail(known)"}, offloads=True)
    assert not judging.counts(hit, [1e6], offloads=True)


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


def test_a_disturbed_time_does_not_count_and_is_not_red() -> None:
    seen = stages(timing="disturbed")
    assert judging.worst(seen, offloads=True) == "disturbed"
    assert not judging.counts(seen, [1e6], offloads=True)
    assert not judging.reddens(seen, offloads=True)


def test_an_emulated_device_is_neither_red_nor_a_time() -> None:
    seen = stages(place="emulated")
    assert judging.worst(seen, offloads=True) == "emulated"
    assert not judging.reddens(seen, offloads=True)
    assert not judging.counts(seen, [1e6], offloads=True)
    assert judging.reddens(stages(place="emulated", answer="wrong"), offloads=True)
    assert judging.worst(stages(place="emulated", answer="device-error"), offloads=True) == (
        "device-error"
    )
    assert judging.reddens(seen, offloads=False)


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
