"""Verdicts from numbers and records written by hand."""

from __future__ import annotations

from typing import Any

import pytest

from league.records import verdict


def record(**changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "place": "device",
        "answer": "pass",
        "samples": [{}],
        "checks": [{"name": "error", "error": 0.0, "tolerance": 1.0, "passed": True}],
    }
    return {**made, **changes}


def stages(**changes: str) -> verdict.Verdict:
    good = {
        "build": "ok",
        "launch": "ok",
        "place": "device",
        "answer": "pass",
        "timing": "ok",
        "expectation": "as-expected",
    }
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
    got = verdict.launch_stage(exit_code, timed_out=False, over_memory=False, record=made)
    assert got == expected


def test_a_timeout_outranks_the_signal_that_ended_it() -> None:
    got = verdict.launch_stage(-9, timed_out=True, over_memory=False, record=None)
    assert got == "timeout"


def test_a_kill_for_memory_is_told_from_a_crash() -> None:
    got = verdict.launch_stage(-9, timed_out=False, over_memory=True, record=None)
    assert got == "out-of-memory"


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
    got = verdict.place_stage(exit_code, launch="ok", offloads=offloads, record=made)
    assert got == expected


def test_a_pass_needs_checks_that_passed_and_samples() -> None:
    failed = {"name": "error", "error": 2.0, "tolerance": 1.0, "passed": False}
    assert verdict.answer_stage(record(), launch="ok") == ("pass", "")
    for broken in (record(checks=[]), record(checks=[failed]), record(samples=[])):
        answer, reason = verdict.answer_stage(broken, launch="ok")
        assert answer == "not-checked"
        assert "pass" in reason


def test_a_wrong_answer_tells_error_and_tolerance() -> None:
    failed = {"name": "error", "error": None, "tolerance": 0.5, "passed": False}
    answer, reason = verdict.answer_stage(record(answer="nan", checks=[failed]), launch="ok")
    assert (answer, reason) == ("nan", "error: error not a number, tolerance 0.5")


def test_timing_is_too_short_below_twenty_microseconds() -> None:
    assert verdict.timing_stage([19_999, 19_000, 25_000])[0] == "too-short"
    assert verdict.timing_stage([20_000, 20_000, 20_000])[0] == "ok"


def test_timing_is_noisy_when_the_median_deviation_is_a_fifth() -> None:
    # median 100, deviations 0, 21, 21: their median is 21, that is 0.21
    assert verdict.timing_stage([100e3, 79e3, 121e3])[0] == "noisy"
    # one outlier does not make a launch noisy: deviations 0, 1, 1, 1, 900
    assert verdict.timing_stage([100e3, 101e3, 99e3, 101e3, 1000e3])[0] == "ok"


def test_timing_is_throttled_when_the_processor_says_so() -> None:
    assert verdict.timing_stage([100e3], throttled=True)[0] == "throttled"


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
    assert verdict.worst(stages(**changes), offloads=True) == expected


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
    assert verdict.reddens(stages(**changes), offloads=True)


@pytest.mark.parametrize("changes", GREEN)
def test_these_do_not(changes: dict[str, str]) -> None:
    assert not verdict.reddens(stages(**changes), offloads=True)


def test_fallback_is_green_when_allowed_and_its_time_never_counts() -> None:
    fell_back = stages(place="host-fallback")
    assert not verdict.reddens(fell_back, offloads=True, allow_host=True)
    assert not verdict.counts(fell_back, [1.0], offloads=True)


def test_a_time_on_the_host_counts_for_host_models_only() -> None:
    on_host = stages(place="host")
    assert verdict.counts(on_host, [1.0], offloads=False)
    assert not verdict.counts(on_host, [1.0], offloads=True)


@pytest.mark.parametrize("computes", [[], [0.0], [-1.0], [5.0, 0.0]])
def test_a_time_that_is_not_above_zero_does_not_count(computes: list[float]) -> None:
    assert not verdict.counts(stages(), computes, offloads=True)


@pytest.mark.parametrize("build", ["link-error", "compile-error", "unsupported"])
def test_nothing_of_a_failed_build_counts(build: str) -> None:
    assert not verdict.is_right(stages(build=build), offloads=True)
    assert not verdict.counts(stages(build=build), [1.0], offloads=True)
