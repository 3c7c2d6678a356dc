"""Faults planted in target regions: they fit the sources, and what a check says is judged."""

from typing import Any

import pytest

from proofs import regions, tree
from proofs.planter import ROOT

FAULTS = regions.named()


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_each_fault_fits_its_source_and_says_where(fault: dict[str, Any]) -> None:
    text = (ROOT / fault["file"]).read_text()
    for edit in regions.edits_of(fault):
        text = edit.applied(text)
    assert fault["at"] and all(part in text for part in fault["at"])
    folder, benchmark = fault["file"].split("/")[:2]
    there = {name for place, name, *_ in tree.benchmarks() if place == ROOT / folder / benchmark}
    assert fault["program"].split(".")[0] in there


def test_faults_of_one_file_or_program_are_planted_one_after_the_other() -> None:
    planned = regions.rounds(list(FAULTS.values()))
    assert sorted(map(id, (one for some in planned for one in some))) == sorted(
        map(id, FAULTS.values())
    )
    for some in planned:
        assert len({one["file"] for one in some}) == len({one["program"] for one in some})
        assert len({one["file"] for one in some}) == len(some)


TEXT = "a\n  sum += x[i];\nb\n"
FAULT = {"file": "kernels/toy/target-data.cpp", "program": "toy.target-data", "finds": ["race"],
         "at": ["sum +="]}  # fmt: skip
RACE = "clang-19-emulated: race at target-data.cpp:2, kernel k: block 1"


def record(reason: str = RACE, answer: str = "pass", **changes: Any) -> dict[str, Any]:
    told = {"toolchain": "clang-19-emulated", "note": ""}
    return {"worst": "device-error", "reason": reason, "emulated": told,
            "record": {"answer": answer}, **changes}  # fmt: skip


@pytest.mark.parametrize(
    ("records", "outcome"),
    [
        ([record(), record()], "found"),
        ([record(record=None)], "found"),  # no device of its own
        ([record(), record(answer="wrong")], "seen"),
        ([record(RACE.replace("race", "trap"), answer="wrong")], "misnamed"),
        ([record(RACE.replace(":2,", ":1 and 3, 2,"))], "found"),
        ([record(RACE.replace(":2,", ":1,"))], "misplaced"),
        ([record(RACE.replace(":2,", ":1 and 3,"))], "misplaced"),
        ([record(RACE.replace("target-data.cpp", "other.cpp"))], "misplaced"),
        ([record(RACE.replace(" at target-data.cpp:2", ""))], "misplaced"),
        ([record(RACE.replace("race", "trap"))], "misnamed"),
        ([record("", worst="pass")], "missed"),
        ([record("wrong", worst="wrong", answer="wrong")], "missed"),
        ([], "void"),
    ],
)
def test_what_a_check_says_of_a_fault_is_judged(
    records: list[dict[str, Any]], outcome: str
) -> None:
    assert regions.end_of(FAULT, records, TEXT)["outcome"] == outcome
