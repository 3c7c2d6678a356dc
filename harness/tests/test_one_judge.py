"""Launches are judged in one place, whoever makes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_claims import a_claim, judged

from league.run import launch
from league.sweep import shape
from league.verdicts import judging


def ended(code: int) -> launch.Outcome:
    return launch.Outcome(code, False, False, 1, "", "", False)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (-11, "crash(SIGSEGV)"),
        (-99, "crash(signal 99)"),
        (5, "nonzero(5)"),
        (4, "out-of-memory"),
    ],
)
def test_an_end_has_one_name_for_launches_claims_and_probes(
    tmp_path: Path, code: int, value: str
) -> None:
    stage = judging.launch_stage(code, timed_out=False, over_memory=False, record=None)
    assert str(stage) == value
    assert judged(a_claim(tmp_path), code) == value
    assert shape.judge("clang", "x86_64", ended(code)).verdict == value
