"""Batches without a batch system: what is submitted, what tasks leave, what collect makes of it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import fakes
import pytest
from batches import Here, collected, submitted
from fakes import launches
from saying import Says

from league import cli
from league.base import reaper
from league.batch import collect, files, limits, scheduler, task
from league.batch.scheduler import Resources, SchedulerError, State
from league.batch.site import Site
from league.records import schema, store, totals
from league.run import plan
from league.run.manifest import Variant


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project with two good programs."""
    return fakes.two_programs(tmp_path)


WORDS = ("-l", "3", "--precision", "fp64", "--seed", "5")


def checks(project: Path, *words: str) -> tuple[Here, Path]:
    """Submit the checks of a project; return the batch system and the run."""
    here = Here()
    return here, submitted(project, here, *WORDS, *words, verb="check")[1]


def begin(folder: Path, restart: int) -> None:
    """Note that a start of the first task began its first launch, and nothing more."""
    left = files.Left(folder / "batch", 0, 0, restart)
    assert left.restart == restart
    left.begun(0)
    left.close()


def test_a_batch_leaves_what_a_local_run_leaves(project: Path) -> None:
    """Also where a cell fails its check, and where one fails when it is timed."""
    fakes.add_program(project / "build", "serial-bad", "code = 1; record['answer'] = 'nan'")
    fakes.add_program(project / "build", "serial-late", "if value('--class', '') == 'W': code = 9")
    here = Here()
    done, folder = submitted(project, here, *WORDS, "-v", "serial*", "-v", "omp")
    assert done.exit_code == 0
    here.run_all()
    standing, code = collected(folder, here)
    assert (standing.complete, standing.lost, code) == (True, 0, 1)
    local, local_folder = fakes.run(project, [*WORDS, "-v", "serial*", "-v", "omp"])
    assert local.exit_code == 1
    both = [totals.cells(store.read_records(one)) for one in (folder, local_folder)]
    assert both[0] == both[1]
    wanted = ["nan", "nonzero(9)", "pass", "skipped(check failed: nan)"]
    assert sorted(set(both[0].values())) == wanted
    records = store.read_records(folder)
    assert [fault for one in records for fault in schema.validate(one)] == []
    assert [one["state"] for one in records if one["kind"] == "session"] == ["started", "finished"]
    known = {one["id"] for one in records if one["kind"] == "machine"}
    assert {one["batch"]["machine"] for one in launches(folder)} < known
    before = (folder / store.FILE_NAME).read_bytes()
    again, code = collected(folder, here)  # which adds nothing
    assert (code, again.fresh, again.complete) == (1, 0, True)
    assert (folder / store.FILE_NAME).read_bytes() == before


def test_a_job_is_submitted_without_the_mark_of_what_submits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else its set-up lines would be ended as what a killed run left behind."""
    monkeypatch.setenv(reaper.MARK, "1-1-1-1")
    said = scheduler.ask(["env"], LEAGUE_TEST="x")
    names = {line.partition("=")[0] for line in said.text.splitlines()}
    assert "LEAGUE_TEST" in names and reaper.MARK not in names
    with pytest.raises(SchedulerError, match=r"cannot start no-such-program: .*; submit where"):
        scheduler.ask(["no-such-program"])
    monkeypatch.setattr(scheduler, "ANSWER_S", 0.1)
    with pytest.raises(SchedulerError, match="sleep did not answer"):
        scheduler.ask(["sleep", "60"])


def test_a_mark_of_another_host_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaper, "MARK", f"{reaper.MARK}_{os.getpid()}")  # for this test alone
    gone = subprocess.Popen([sys.executable, "-c", "pass"])
    gone.wait()
    space = Path("/proc/self/ns/pid").readlink().name
    number = "".join(filter(str.isdigit, space))  # the same on every host
    there = subprocess.Popen(["sleep", "60"], env={reaper.MARK: f"{gone.pid}-1-{number}-1"})
    here = subprocess.Popen(
        ["sleep", "60"], env={reaper.MARK: f"{gone.pid}-1-{reaper._space(os.getpid())}-1"}
    )
    try:
        reaper.end_abandoned()
        assert here.wait(10) == -signal.SIGKILL and there.poll() is None
    finally:
        there.kill()
        there.wait()


def test_the_launcher_of_a_site_starts_every_program_and_every_launch_names_it(
    project: Path, tmp_path: Path
) -> None:
    """A script that counts, and starts what stands behind its words, as a container does."""
    here = Here()
    count = tmp_path / "count"
    counts = f'#!/bin/sh\necho "$1" >> {count}\nshift\nexec "$@"\n'
    launcher = (str(fakes.script(tmp_path / "in container", counts)), "exec")
    _, folder = submitted(project, here, *WORDS, launcher=launcher, per_task=4)
    here.run_all()
    assert collected(folder, here)[1] == 0
    assert count.read_text() == "exec\n" * len(launches(folder))
    assert all(one["launcher"][1:] == ["exec"] for one in launches(folder))
    assert str(tmp_path) not in (folder / "records.jsonl").read_text()
    told = [one["batch"] for one in launches(folder, mode="timed")]
    assert {one["exclusive"] for one in told} == {True}
    assert {one["task"] for one in told} == {0, 1, 2}
    assert all(one["restart"] == 0 and one["cpus"] >= 1 and not one["lost"] for one in told)


def test_what_is_there_is_collected_while_tasks_wait(project: Path) -> None:
    here = Here()
    _, folder = submitted(project, here, *WORDS, per_task=4)
    assert [one.tasks for one in files.read(folder / "batch").arrays] == [1, 3]
    here.run("100", 0)
    standing, code = collected(folder, here)
    assert (standing.fresh, standing.left, code) == (3, 9, 4)
    assert standing.waiting == {"Resources": 3}
    assert json.loads(json.dumps(standing.told()))["waiting"] == {"Resources": 3}
    here.run("101", 1)
    standing, code = collected(folder, here)
    assert (standing.fresh, standing.left, code) == (3, 6, 4)
    here.run("101", 0)
    here.run("101", 2)
    standing, code = collected(folder, here)
    assert (standing.fresh, standing.left, code) == (6, 0, 0)


def test_a_task_that_starts_again_goes_on(project: Path) -> None:
    log = project / "log"
    body = f"open({str(log)!r}, 'a').write(' '.join(words[:5]) + chr(10))"
    fakes.add_program(project / "build", "serial-told", body)
    here, folder = checks(project, "-v", "serial-told")
    begin(folder, 0)  # its node was lost while it ran
    here.run("100", 0, restart=1)
    assert len(log.read_text().splitlines()) == 1
    here.run("100", 0, restart=2)
    assert len(log.read_text().splitlines()) == 1
    collected(folder, here)
    (made,) = launches(folder)
    assert (made["worst"], made["batch"]["restart"]) == ("pass", 1)


def test_a_job_that_ran_twice_counts_once_and_foreign_results_are_no_records(
    project: Path,
) -> None:
    here, folder = checks(project, "-v", "serial")
    here.run("100", 0)
    own = folder / "batch"
    own.joinpath("0-0.1.jsonl").write_bytes(own.joinpath("0-0.0.jsonl").read_bytes())
    standing, code = collected(folder, here)
    assert (standing.fresh, code) == (1, 0)
    assert len(launches(folder)) == 1
    here, folder = checks(project)
    here.run("100", 0)
    own = folder / "batch" / "0-0.0.jsonl"
    lines = own.read_text().splitlines()
    (torn,) = (n for n, one in enumerate(lines) if one.startswith('{"launch": 0'))
    lines[torn] = lines[torn][:40]
    foreign = json.loads(lines[-1])
    foreign["record"]["index"] = 7
    own.write_text("\n".join([*lines[:-1], json.dumps(foreign)]))
    standing, code = collected(folder, here)
    assert (standing.lost, code) == (2, 1)


def test_a_launch_that_takes_its_node_down_is_not_tried_for_ever(project: Path) -> None:
    here, folder = checks(project, "-v", "serial")
    for restart in range(task.MOST_ATTEMPTS):
        begin(folder, restart)
    assert here.run("100", 0, restart=3) == 0
    standing, code = collected(folder, here)
    assert (standing.lost, code) == (1, 1)
    assert launches(folder)[0]["worst"] == "skipped(its task ended 3 times while it ran)"


ENDS = [
    (scheduler.FAILED, "NonZeroExitCode", "skipped(its job ended: failed (NonZeroExitCode))"),
    (scheduler.CANCELLED, "", "skipped(its job ended: cancelled)"),
    (scheduler.NODE_LOST, "", "skipped(its job ended: node lost)"),
    (scheduler.PREEMPTED, "", "skipped(its job ended: preempted)"),
    (scheduler.TIMEOUT, "TimeLimit", "timeout"),
    (scheduler.OUT_OF_MEMORY, "", "out-of-memory"),
]


@pytest.mark.parametrize(("cause", "reason", "value"), ENDS)
def test_the_end_of_a_job_is_the_verdict_of_what_it_took_along(
    project: Path, cause: str, reason: str, value: str
) -> None:
    here, folder = checks(project)
    begin(folder, 0)
    here.end("100", 0, cause, reason)
    standing, code = collected(folder, here)
    assert (standing.complete, standing.lost, code) == (True, 3, 1)
    begun, *never = launches(folder)
    assert begun["worst"] == value
    assert all(one["worst"].startswith("skipped(its job ended: ") for one in never)
    assert [fault for one in launches(folder) for fault in schema.validate(one)] == []


@pytest.mark.parametrize("forgotten", [False, True])
def test_nothing_is_lost_before_a_slow_file_system_had_its_time(
    project: Path, forgotten: bool
) -> None:
    here, folder = checks(project)
    here.states["100", 0] = State(scheduler.ENDED, scheduler.COMPLETED, "", 0.0, 1000.0)
    ended = 1000.0
    if forgotten:
        here.states.clear()
        collected(folder, here, grace_s=30.0)
        ended = (folder / "batch" / "0-0.ended").stat().st_mtime
    standing, code = collected(folder, here, grace_s=30.0, now=lambda: ended + 10.0)
    assert (standing.left, standing.lost, code) == (3, 0, 4)
    standing, _ = collected(folder, here, grace_s=30.0, now=lambda: ended + 31.0)
    assert (standing.left, standing.lost) == (0, 3)


def test_a_batch_system_that_does_not_answer_loses_nothing(project: Path) -> None:
    here = Here()
    _, folder = submitted(project, here, *WORDS, per_task=2)
    here.run("100", 0)

    class Silent(Here):
        def poll(self, jobs: Any) -> Any:
            raise SchedulerError("squeue did not answer; try again later")

    standing, code = collected(folder, Silent())
    assert (standing.fresh, standing.lost, code) == (2, 0, 4)
    assert "did not answer" in standing.lines()[-1]


def test_what_waits_too_long_is_cancelled_with_the_reason(project: Path) -> None:
    here, folder = checks(project)
    here.states["100", 0] = State(scheduler.PENDING, "", "PartitionConfig", 1000.0, stuck=True)
    standing, _ = collected(folder, here, now=lambda: 1100.0, pending_limit_s=3600.0)
    assert here.cancelled == []
    assert "1 tasks wait: PartitionConfig, which does not end by itself" in standing.lines()
    collected(folder, here, now=lambda: 8200.0, pending_limit_s=3600.0)
    assert here.cancelled == [("100", (0,))]
    here.end("100", 0, scheduler.CANCELLED)
    collected(folder, here)
    assert launches(folder)[0]["reason"] == "its job waited 120 min for: PartitionConfig"


def test_what_is_refused_halfway_is_cancelled(project: Path) -> None:
    class Full(Here):
        def submit(self, request: Any) -> str:
            if self.requests:
                raise SchedulerError("sbatch refused: limit reached; submit less")
            return super().submit(request)

    full = Full()
    with pytest.raises(SchedulerError, match="limit reached"):
        submitted(project, full, *WORDS)
    assert full.cancelled == [("100", ())]
    assert list((project / "results" / "runs").iterdir()) == []  # nothing is left of it


def test_timing_waits_for_its_checks_and_asks_for_whole_nodes(project: Path) -> None:
    here = Here()
    submitted(project, here, *WORDS, after="7")
    checks, timed = here.requests.values()
    assert (checks.after, checks.exclusive) == ("7", False)
    assert (timed.after, timed.exclusive) == ("100", True)
    here = Here()
    submitted(project, here, *WORDS, exclusive=False)
    assert not any(one.exclusive for one in here.requests.values())


def test_toolchains_with_other_surroundings_are_jobs_of_their_own(project: Path) -> None:
    fakes.add_program(project / "build", "serial", toolchain="other")
    here = Here()
    submitted(
        project, here, *WORDS,
        setup=("echo hello",),
        nodes={"gpu": Resources(gres="gpu:1")},
        toolchains={"oth*": {"modules": ["llvm/19"], "node": "gpu", "environment": {"X": "a b"}}},
    )  # fmt: skip
    plain, _, special, _ = here.requests.values()
    assert (plain.resources.gres, special.resources.gres) == ("", "gpu:1")
    assert "module" not in plain.script.read_text()
    lines = special.script.read_text().splitlines()
    assert lines[0] == "#!/bin/bash -l"
    assert lines[1:6:2] == ["echo hello", "module load llvm/19", "export X='a b'"]


def planned(count: int, letter: str = "S", index: int = 0) -> list[files.Planned]:
    made = [Variant("kernels", "toy", f"v{n}", "serial", False, "t") for n in range(count)]
    cells = [plan.Cell(one, letter, "fp64") for one in made]
    return [files.Planned(plan.Launch(cell, plan.TIMED, index=index)) for cell in cells]


def test_launches_that_are_compared_stay_together() -> None:
    rounds = [planned(3, index=index) for index in range(4)]
    tasks = limits.divide([one for some in rounds for one in some], 7)
    assert [len(one) for one in tasks] == [6, 6]
    assert limits.divide([one for some in rounds for one in some], 1) == rounds


def test_time_limits_come_from_the_longest_of_earlier_good_launches(project: Path) -> None:
    one = planned(2)
    cell = one[0].launch.cell
    key = (*cell.key, "timed")
    # 2 * 50 + 5 for the one that is known, the limit for the other, two minutes around them.
    assert limits.minutes([one], {key: 50.0}, timeout_s=300.0) == 9  # 105 + 300 + 120 = 525 s
    assert limits.minutes([one], {}, timeout_s=300.0) == 12

    _, folder = fakes.run(project, [*WORDS, "-v", "serial"])
    walls = limits.earlier_walls(folder.parent)
    longest = max(one["wall_ns"] for one in launches(folder, mode="timed")) / 1e9
    assert walls["fake", "toy", "serial", "W", "fp64", "timed"] == longest
    assert limits.earlier_walls(project / "nothing") == {}


def test_a_site_comes_after_what_is_asked_for() -> None:
    site = Site(job=Resources(partition="main", minutes=30, options=("--a",)))
    wanted = site.surroundings("any", Resources(partition="fast", options=("--b",))).resources
    assert wanted == Resources(partition="fast", minutes=30, options=("--a", "--b"))


def test_a_task_that_could_not_be_started_is_given_new_starts_a_few_times(project: Path) -> None:
    """As long as its batch system does; nothing of it is lost before, and nothing after it ran."""
    here, folder = checks(project, "-v", "serial")
    held = State(scheduler.PENDING, "", "launch failed requeued held", 0.0, stuck=True, again=True)
    for _ in range(collect.MOST_AGAIN):
        here.states["100", 0] = held
        standing, code = collected(folder, here)
        assert (standing.again, standing.lost, standing.left, code) == (1, 0, 1, 4)
        assert standing.lines()[-1] == "1 tasks could not be started and were queued again"
    standing, code = collected(folder, here)
    assert (standing.again, standing.left, standing.stuck) == (0, 1, {held.reason})
    assert here.restarted == [("100", 0)] * collect.MOST_AGAIN
    here.run_all()
    standing, code = collected(folder, here)
    assert (standing.lost, code) == (0, 0)


def test_a_lost_task_that_no_start_is_given_is_lost(project: Path) -> None:
    here, folder = checks(project, "-v", "serial")
    here.starts_again = False
    here.states["100", 0] = State(scheduler.ENDED, scheduler.NODE_LOST, "NodeFail", 0.0, 1.0,
                                  again=True)  # fmt: skip
    standing, code = collected(folder, here)
    assert (standing.lost, code) == (1, 1)
    assert launches(folder)[0]["reason"] == "its job ended: node lost (NodeFail)"


def test_a_run_that_was_made_here_is_no_batch_and_a_damaged_plan_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cli_says: Says
) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    _, folder = fakes.run(tmp_path, ["-l", "1", "--precision", "fp64"])
    capsys.readouterr()
    for verb in ("collect", "cancel"):
        assert cli.main([verb, str(folder)]) == 2
        told = "was not submitted to a batch system; name a run of submit"
        assert told in capsys.readouterr().err
    (folder / "batch").mkdir()
    for text in ("", "{}", '{"schema": "league-batch-9"}', '{"schema": "league-batch-3"}'):
        (folder / "batch" / "batch.json").write_text(text)
        assert "cannot be read" in cli_says("collect", str(folder), code=2).err
