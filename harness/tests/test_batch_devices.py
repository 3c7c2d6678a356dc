"""Batches on all devices of a node: each is checked, on processors of its own."""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from batches import Here, collected, submitted
from test_devices import COUNT, launches, noted, overlap, project_of

from league.base import machine
from league.batch import files
from league.records import store

WORDS = ("--device", "all", "--precision", "fp64", "-l", "4", "-c", "W")


def test_a_batch_checks_on_every_device_and_times_on_one_after_the_other(tmp_path: Path) -> None:
    project, here = project_of(tmp_path, "time.sleep(0.3)"), Here()
    done, folder = submitted(project, here, *WORDS, "-v", "target*")
    assert done.exit_code == 0
    here.run_all()
    standing, code = collected(folder, here)
    assert (standing.complete, standing.lost, code) == (True, 0, 0)
    made = launches(folder)  # all follow the schema
    checks = [one for one in made if one["mode"] == "check"]
    assert Counter((one["variant"], one["index"], one["binding"]["device"]) for one in checks) == {
        (name, number, number): 1 for name in ("target-data", "target-loop")
        for number in range(COUNT)
    }  # fmt: skip
    assert all(one["environment"]["OMP_DEFAULT_DEVICE"] == str(one["index"]) for one in checks)
    timed = [one for one in made if one["mode"] == "timed"]
    assert {one["binding"]["device"] == one["index"] % COUNT for one in timed} == {True}
    times = noted(project)[: 2 * COUNT]
    pairs = [(a, b) for number, a in enumerate(times) for b in times[:number]]
    assert any(overlap(*pair) for pair in pairs)
    assert not any(a[1] == b[1] and overlap(a, b) for a, b in pairs)
    again, code = collected(folder, here)
    assert (again.fresh, code, len(launches(folder))) == (0, 0, len(made))


def test_a_device_that_is_wrong_spoils_the_cell_in_a_batch_too(tmp_path: Path) -> None:
    wrong = "record['answer'] = 'wrong' if device == '2' else 'pass'"
    body = f"{wrong}\nrecord['checks'][0]['passed'] = device != '2'"
    project, here = project_of(tmp_path, body), Here()
    _, folder = submitted(project, here, *WORDS, "-v", "target-data")
    here.run_all()
    _, code = collected(folder, here)
    assert code == 1
    ended = {one["index"]: one["worst"] for one in launches(folder) if one["mode"] == "check"}
    assert ended == {0: "pass", 1: "pass", 2: "wrong"}
    (skipped,) = (one for one in launches(folder) if one["mode"] == "timed")
    assert skipped["worst"] == "skipped(check failed: wrong)"


def test_what_a_killed_collect_had_written_is_not_written_again(tmp_path: Path) -> None:
    project, here = project_of(tmp_path), Here()
    _, folder = submitted(project, here, *WORDS, "-v", "target-data", verb="check")
    here.run_all()
    (result,) = files.look(folder / "batch", 0, 0).results.values()
    assert len(result.more) == COUNT - 1
    with store.open_run(folder, lambda _: None) as run:  # it wrote one of three, and no more
        run.append(result.more[0])
    _, code = collected(folder, here)
    assert code == 0
    assert sorted(one["index"] for one in launches(folder)) == list(range(COUNT))


@pytest.mark.parametrize("count", [1, 2, 3, 100])
def test_shares_of_processors_are_apart_as_far_as_there_are_some(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every, bound = {2, 3, 5, 7, 11, 13}, []

    def bind(_: int, cores: Any) -> None:
        bound.append(sorted(cores))

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: every)
    monkeypatch.setattr(os, "sched_setaffinity", bind)
    for number in range(count):
        with machine.own_share(number, count):
            pass
    shares, after = bound[::2], bound[1::2]
    assert after == [sorted(every)] * count
    if count <= len(every):
        assert sorted(core for share in shares for core in share) == sorted(every)
    assert all(shares)
