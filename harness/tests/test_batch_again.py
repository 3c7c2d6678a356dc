"""What was lost of a batch is submitted again; several collect at once; nothing is doubled."""

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import fakes
import pytest
from batches import Here, collected, resumed, submitted
from fakes import launches

from league.base.errors import StoreError, UsageError
from league.batch import files, scheduler, submit
from league.batch.scheduler import Resources
from league.batch.site import Site
from league.batch.slurm import Slurm
from league.commands import _task
from league.records import store
from league.run import again, dry, manifest
from league.run.terms import Terms

WORDS = ("-l", "3", "--precision", "fp64", "--seed", "5")


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project with two good programs that tell how often they were launched."""
    for variant in ("serial", "serial-other"):
        log = f"open({str(tmp_path / 'log')!r}, 'a').write('x')"
        fakes.add_program(tmp_path / "build", variant, log)
    return tmp_path


def made(project: Path) -> int:
    return len((project / "log").read_text())


def keys(folder: Path) -> Counter[Any]:
    return Counter(map(store.key_of, launches(folder)))


def test_exactly_what_was_lost_is_submitted_again(project: Path) -> None:
    """Checks and timed launches; of a task that was cut off what it had left to do."""
    here = Here()
    _, folder = submitted(project, here, *WORDS, per_task=3)
    assert [one.tasks for one in files.read(folder / "batch").arrays] == [1, 3]
    here.run("100", 0)
    here.run("101", 0)
    left = folder / "batch" / "1-0.0.jsonl"
    lines = left.read_text().splitlines(keepends=True)
    left.write_text("".join(lines[:3]))  # its node, a launch and its record
    here.end("101", 0, scheduler.NODE_LOST)
    here.run("101", 1)
    here.end("101", 2, scheduler.CANCELLED)
    standing, code = collected(folder, here)
    assert (standing.complete, standing.lost, code) == (True, 5, 1)
    before = made(project)
    assert again.failures(store.read_records(folder)) == {
        ("fake", "toy", "serial"), ("fake", "toy", "serial-other")
    }  # fmt: skip
    resumed(project, folder, here)
    arrays = files.read(folder / "batch").arrays
    assert [(one.job, one.launches) for one in arrays[2:]] == [("102", 5)]
    standing, code = collected(folder, here)
    assert (standing.left, standing.lost, code) == (5, 5, 1)
    for number in range(arrays[2].tasks):
        here.run("102", number)
    standing, code = collected(folder, here)
    assert (standing.complete, standing.lost, standing.fresh, code) == (True, 0, 5, 0)
    assert made(project) - before == 5
    assert len(keys(folder)) == standing.planned == 11
    assert set(keys(folder).values()) == {1}
    states = [one["state"] for one in store.read_records(folder) if one["kind"] == "session"]
    assert states == ["started", "finished", "resumed", "finished"]


def test_a_lost_check_is_made_before_what_it_is_the_check_of(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Timed launches whose check was lost are lost as well, and no verdict is spoken of them."""
    here = Here()
    _, folder = submitted(project, here, *WORDS, "-v", "serial")
    here.end("100", 0, scheduler.CANCELLED)
    monkeypatch.setattr("league.batch.task.STALE_S", 0.0)
    assert _task.main([str(folder / "batch"), "1", "0"]) == 0
    here.end("101", 0, scheduler.COMPLETED)
    standing, code = collected(folder, here)
    assert (standing.complete, standing.lost, code) == (True, 7, 1)
    assert {one["reason"] for one in launches(folder, mode="timed")} == {
        "its check left no record"
    }  # fmt: skip
    resumed(project, folder, here)
    assert [one.mode for one in files.read(folder / "batch").arrays[2:]] == ["check", "timed"]
    assert here.requests["103"].after == "102"
    here.run("102", 0)
    here.end("102", 0, scheduler.COMPLETED)
    here.run("103", 0)
    # What the second submission loses can be submitted a third time.
    (folder / "batch" / "3-0.0.jsonl").unlink()
    here.end("103", 0, scheduler.TIMEOUT)
    standing, _ = collected(folder, here)
    assert (standing.complete, standing.lost) == (True, 6)
    resumed(project, folder, here)
    here.run("104", 0)
    standing, code = collected(folder, here)
    assert (standing.complete, standing.lost, code) == (True, 0, 0)
    assert set(keys(folder).values()) == {1}


def test_a_refused_submission_of_what_was_lost_leaves_the_batch_as_it_was(project: Path) -> None:
    here = Here()
    _, folder = submitted(project, here, *WORDS, "-v", "serial", verb="check")
    here.end("100", 0, scheduler.CANCELLED)
    collected(folder, here)
    before = sorted(one.name for one in (folder / "batch").iterdir())

    class Full(Here):
        def submit(self, request: Any) -> str:
            raise scheduler.SchedulerError("sbatch refused: limit reached; submit less")

    with pytest.raises(scheduler.SchedulerError, match="limit reached"):
        resumed(project, folder, Full())
    assert sorted(one.name for one in (folder / "batch").iterdir()) == before
    resumed(project, folder, here)
    here.run("101", 0)
    assert collected(folder, here)[1] == 0


def test_a_full_disk_costs_what_was_not_written_and_no_line_is_half(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Here()
    _, folder = submitted(project, here, *WORDS, "-v", "serial", verb="check")
    whole = (folder / "batch" / "0-0.json").read_bytes()
    left = files.Left(folder / "batch", 0, 0, 0)
    write = files.os.write

    def full(descriptor: int, data: bytes) -> int:
        return write(descriptor, data[: len(data) // 2])

    left.begun(0)
    monkeypatch.setattr(files.os, "write", full)
    with pytest.raises(StoreError, match="no space left on device; make room there"):
        left.result(0, None)
    monkeypatch.undo()
    left.close()
    assert files.look(folder / "batch", 0, 0) == files.Seen(begun={0: 1})
    assert (folder / "batch" / "0-0.json").read_bytes() == whole
    here.run("100", 0, restart=0)  # the number is taken: it is the second start
    collected(folder, here)
    (check,) = launches(folder)
    assert (check["worst"], check["batch"]["restart"]) == ("pass", 1)


COLLECT = """
import fcntl, sys, time
from pathlib import Path
sys.path.insert(0, {tests!r})
def none(*_):
    raise OSError(95, "Operation not supported")
fcntl.flock = none
from league.base.errors import UsageError
from league.records import store
from batches import Here, collected
store._LOCK_PATIENCE_S = 60.0
system = Here()
append = store.Run.append
def slowly(*given):
    time.sleep(0.02)
    return append(*given)
store.Run.append = slowly
collected(Path(sys.argv[1]), system)
"""


def test_four_collect_at_once_where_there_are_no_locks(project: Path) -> None:
    here = Here()
    _, folder = submitted(project, here, *WORDS)
    here.run_all()
    command = [sys.executable, "-c", COLLECT.format(tests=str(Path(__file__).parent)), str(folder)]
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda _: subprocess.run(command, check=False), range(4)))
    assert {one.returncode for one in done} == {0}
    assert set(keys(folder).values()) == {1} and len(keys(folder)) == 11
    assert [one.name for one in folder.glob("records*")] == [store.FILE_NAME]


def test_the_claim_of_a_process_that_was_killed_is_taken_over_and_that_of_another_host_is_told(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Here()
    _, folder = submitted(project, here, *WORDS, "-v", "serial", verb="check")
    here.run_all()
    claim = folder / "records.writer"
    pid = subprocess.run(
        [sys.executable, "-c", "import os; from league.base import reaper\n"
         "print(reaper.starter_of(os.getpid()))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    claim.symlink_to(pid)
    assert collected(folder, here)[1] == 0
    monkeypatch.setattr(store, "_LOCK_PATIENCE_S", 0.1)
    claim.symlink_to("1-1-1")
    with pytest.raises(UsageError, match=r"or remove records\.writer there if its machine"):
        collected(folder, here)


def test_a_large_plan_asks_one_program_a_benchmark_and_has_a_file_a_task(tmp_path: Path) -> None:
    """As counts: how long it takes depends on the machine."""
    asked = tmp_path / "asked"
    tell = f"open({str(asked)!r}, 'a').write(benchmark + ' ')"
    for benchmark in ("one", "two"):
        for number in range(6):
            fakes.add_program(
                tmp_path / "build", f"serial-{number}", benchmark=benchmark, before_describe=tell
            )
    here = Here()
    _, folder = submitted(tmp_path, here, "-l", "4", "--seed", "1", per_task=8)
    assert sorted(asked.read_text().split()) == ["one", "two"]
    arrays = files.read(folder / "batch").arrays
    tasks = sum(one.tasks for one in arrays)
    assert (sum(one.launches for one in arrays), tasks) == (24 + 24 * 4 + 4, 3 + 16)
    here.run("100", 0)
    left = {one.name for one in (folder / "batch").iterdir()}
    assert left == {
        "batch.json", "log", "array-0.sh", "array-1.sh", "0-0.0.jsonl",
        *(f"{array}-{task}.json" for array, one in enumerate(arrays) for task in range(one.tasks)),
    }  # fmt: skip


@pytest.mark.simulation
def test_ten_thousand_cells_are_planned_in_less_than_a_minute(tmp_path: Path) -> None:
    """Of processor time, which does not depend on what else the machine does."""
    builds = tmp_path / "build"
    for number in range(100):
        fakes.add_program(builds, "serial", benchmark=f"toy{number}")
    file = builds / "fake" / "manifest.json"
    told = json.loads(file.read_text())
    told["variants"] = [
        {**one, "variant": f"serial-{number}"} for one in told["variants"] for number in range(25)
    ]
    file.write_text(json.dumps(told))
    began, here = os.times(), Here()
    _, folder = submitted(tmp_path, here, "-c", "S", "-c", "W", "-l", "5", "--seed", "1")
    ended, batch = os.times(), files.read(folder / "batch")
    taken = sum(ended[:4]) - sum(began[:4])
    tasks = sum(one.tasks for one in batch.arrays)
    print(f"{batch.launches} launches in {tasks} tasks, {taken:.1f} s")
    assert batch.launches >= 10_000 * 5 and len(list((folder / "batch").iterdir())) < 2 * tasks
    assert taken < 60.0


def test_a_dry_run_tells_the_arrays_and_times_that_are_submitted(
    project: Path,
) -> None:
    for letters, more in ((("W",), ()), (("S", "W"), ()), (("W",), ("--ranks", "2"))):
        here = Here()
        sizes = (word for one in letters for word in ("-c", one))
        words = ("-l", "3", "--seed", "5", *sizes, *more)
        submitted(project, here, *words, per_task=5)
        options = fakes.asked(project, words)
        agreed = Terms.fresh(options)
        found = manifest.variants(project / "build" / "fake")
        wishes = submit.Wishes(Site(), Slurm(), Resources(), per_task=5)
        told = submit.foretold(wishes, options, dry.cells_of(agreed, found), agreed)
        want = [f"--array=0-{one.tasks - 1} " for one in here.requests.values()]
        assert [any(w in line for line in told) for w in want] == [True, True]
        assert [f"--time={one.minutes} " in line for one, line in zip(here.requests.values(), told)
                ] == [True, True]  # fmt: skip
        assert "--dependency=afterany:JOB-0 " in told[1]
