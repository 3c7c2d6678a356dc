"""What records add up to."""

from typing import Any

import pytest
from synthetic import whole

from league.records import totals
from league.verdicts import judging


def launch(variant: str = "target-data", mode: str = "timed", **stages: str) -> dict[str, Any]:
    model = variant.partition("-")[0]
    place = "device" if model == "target" else "host"
    made = whole({"kind": "launch", "verdict": {"place": place, **stages}})["verdict"]
    return {
        "kind": "launch", "toolchain": "gcc", "benchmark": "toy", "variant": variant,
        "model": model, "class": "S" if mode == "check" else "W", "precision": "fp64", "mode": mode,
        "verdict": made, "worst": judging.worst(made, offloads=model == "target"),
    }  # fmt: skip


def build(value: str, expectation: str = "as-expected") -> dict[str, Any]:
    return {
        "kind": "build", "toolchain": "gcc", "benchmark": "toy", "variant": "acc",
        "verdict": value, "expectation": expectation,
    }  # fmt: skip


NO_DEVICE = {"launch": "no-device", "answer": "not-checked", "place": "unknown"}


@pytest.mark.parametrize(
    ("records", "device_required", "expected"),
    [
        ([launch()], False, 0),
        ([launch(), launch("serial")], True, 0),
        ([launch(), launch("serial", answer="wrong")], False, 1),
        ([launch(), build("compile-error")], False, 1),
        ([launch(), build("compile-error", "xfail(known)")], False, 0),
        ([launch(), build("ok", "xpass")], False, 1),
        ([launch(), build("unsupported"), build("unavailable")], False, 0),
        ([launch(**NO_DEVICE)], False, 4),
        ([launch(**NO_DEVICE), launch("serial")], False, 0),
        ([launch(**NO_DEVICE), launch("serial")], True, 5),
        ([launch(**NO_DEVICE), launch("serial", answer="nan")], True, 1),
        ([launch(mode="check")], False, 4),
        ([], False, 4),
    ],
)
def test_the_exit_code_of_a_run(
    records: list[dict[str, Any]], device_required: bool, expected: int
) -> None:
    outcome = totals.Outcome(judging.STRICT, "timed", records)
    assert outcome.exit_code(device_required=device_required) == expected


@pytest.mark.parametrize(
    ("variant", "expected"), [("target-data", 0), ("serial", 5)], ids=["one-has", "none-has"]
)
def test_all_devices_are_those_there_are(variant: str, expected: int) -> None:
    """A toolchain without its device is no failure where another one ran on its own."""
    ran = launch(variant) if variant != "serial" else launch(variant, place="host")
    records = [launch("target-naive", **NO_DEVICE), ran]
    assert totals.Outcome(judging.STRICT, "timed", records).exit_code(any_device=True) == expected


def test_the_worst_of_a_cell_is_kept() -> None:
    records = [launch(), launch(timing="noisy"), launch(), build("unsupported")]
    assert totals.cells(records) == {
        ("gcc", "toy.target-data", "W", "fp64"): "noisy",
        ("gcc", "toy.acc", "", ""): "unsupported",
    }


def test_a_run_in_a_sentence_counts_variants_once() -> None:
    records = [
        launch("serial", "check"),
        launch("serial"),
        launch("omp", "check", answer="wrong"),
        launch("omp", launch="skipped(check failed: wrong)", answer="not-checked"),
        build("unavailable"),
    ]
    assert totals.sentence(records) == "1 pass, 1 unavailable, 1 wrong"
    expected = [launch(answer="wrong", expectation="xfail(known)")]
    assert totals.sentence(expected) == "1 expected wrong"
    assert totals.sentence([]) == "nothing was launched"
