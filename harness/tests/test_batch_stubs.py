"""PBS, LSF and Flux against programs that answer as their documentation says.

PBS: the manual pages qsub(1B), qstat(1B), qdel(1B) of OpenPBS and the chapter on exit codes of the
PBS Professional Reference Guide.  LSF: IBM's documentation of LSF 10.1, the command reference of
bsub, bjobs and bkill and "Termination reasons displayed by bacct, bhist, and bjobs".  Flux: the
manual pages flux-submit(1), flux-jobs(1) and flux-cancel(1) of flux-core.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import script

from league.batch import scheduler, site
from league.batch.scheduler import (
    CANCELLED,
    COMPLETED,
    ENDED,
    FAILED,
    NODE_LOST,
    OUT_OF_MEMORY,
    PENDING,
    PREEMPTED,
    RUNNING,
    TIMEOUT,
    Request,
    Resources,
    SchedulerError,
)  # fmt: skip

WANTED = Resources(
    partition="gpu", account="abc", gres="gpu:2", cpus=4, minutes=90, options=("--more",)
)


@pytest.fixture()
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of stubs that is looked through first."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def answer(path: Path, name: str, text: str, code: int = 0) -> None:
    """Let a program say something and write down how it was called."""
    (path / f"{name}.text").write_text(text)
    kept = f'printf "%s\\n" "$@" > {path}/{name}.words'
    script(path / name, f"#!/bin/sh\n{kept}\ncat {path}/{name}.text\nexit {code}\n")


def words(path: Path, name: str) -> list[str]:
    return (path / f"{name}.words").read_text().splitlines()


def request(path: Path, tasks: int = 3, **more: Any) -> Request:
    settings = {"exclusive": True, "after": "", **more}
    return Request("league-x-0", path / "a.sh", path, tasks, 90, WANTED, **settings)


SUBMITS = [
    ("pbs", "qsub", "1234[].server\n", "1234[].server"),
    ("lsf", "bsub", "Job <1234> is submitted to queue <gpu>.\n", "1234"),
    ("flux", "flux", "fA\nfB\nfC\n", "fA,fB,fC"),
]


@pytest.mark.parametrize(("name", "program", "said", "job"), SUBMITS)
def test_submitting(path: Path, name: str, program: str, said: str, job: str) -> None:
    asked = site.by_name(name)
    answer(path, program, said)
    assert asked.submit(request(path)) == job
    called = words(path, program)
    assert called[-2:] == ["--more", str(path / "a.sh")]
    assert not asked.tried
    answer(path, program, "Unknown queue\n", 1)
    with pytest.raises(SchedulerError, match=f"{program} refused: Unknown queue"):
        asked.submit(request(path))


LINES = [
    ("pbs", "7[].s", [
        "-J 0-2", "-l select=1:ncpus=4:ngpus=2", "-l walltime=01:30:00", "-l place=excl",
        "-q gpu", "-A abc", "-W depend=afterany:7[].s", "-r y",
    ]),
    ("lsf", "7", [
        "-J league-x-0[1-3]", "-W 90", "-x", "-n 4", "-q gpu", "-P abc", "-gpu num=2",
        "-w ended(7)", "-r",
    ]),
    ("flux", "fX,fY", [
        "--cc=0-2", "--time-limit=90m", "--nodes=1 --exclusive", "--queue=gpu", "--bank=abc",
        "--dependency=afterany:fX --dependency=afterany:fY",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "after", "parts"), LINES)
def test_what_is_asked_for_is_passed_on(
    path: Path, name: str, after: str, parts: list[str]
) -> None:
    line = " ".join(site.by_name(name).command(request(path, after=after)))
    assert [part for part in parts if part not in line] == []
    shared = " ".join(site.by_name(name).command(request(path, exclusive=False)))
    assert not any(word in shared.split() for word in ("-x", "place=excl", "--exclusive"))


def test_an_array_of_one_task_is_one_to_pbs_and_tasks_are_numbered_from_0(path: Path) -> None:
    command = site.by_name("pbs").command(request(path, tasks=1))
    assert command[command.index("-J") + 1] == "0-1:2"
    for name, variable, number in (
        ("slurm", "SLURM_ARRAY_TASK_ID", "5"), ("pbs", "PBS_ARRAY_INDEX", "5"),
        ("lsf", "LSB_JOBINDEX", "6"), ("flux", "FLUX_JOB_CC", "5"),
    ):  # fmt: skip
        line = ["bash", "-c", f"echo {site.by_name(name).number}"]
        assert subprocess.check_output(line, env={variable: number}, text=True) == "5\n", name


PBS = [
    ({"job_state": "Q", "comment": "Not Running: Not enough free nodes"}, PENDING, ""),
    ({"job_state": "Q", "comment": "Can Never Run: Not enough total nodes"}, PENDING, "stuck"),
    ({"job_state": "H"}, PENDING, "stuck"),
    ({"job_state": "R"}, RUNNING, ""),
    ({"job_state": "E"}, RUNNING, ""),
    ({"job_state": "X", "Exit_status": 0}, ENDED, COMPLETED),
    ({"job_state": "F", "Exit_status": 7}, ENDED, FAILED),
    ({"job_state": "F", "Exit_status": -29}, ENDED, TIMEOUT),
    ({"job_state": "F", "Exit_status": -27}, ENDED, OUT_OF_MEMORY),
    ({"job_state": "F", "Exit_status": 271}, ENDED, CANCELLED),
    ({"job_state": "F"}, ENDED, CANCELLED),
]


def outcome(state: scheduler.State) -> tuple[str, str]:
    return state.phase, state.cause or ("stuck" if state.stuck else "")


LSF = [
    ("PEND|-|-|Job slot limit reached;", PENDING, ""),
    ("PEND|-|-|Dependency condition invalid or never satisfied;", PENDING, "stuck"),
    ("PSUSP|-|-|The job was suspended by the user while pending;", PENDING, "stuck"),
    ("RUN|-|-|-", RUNNING, ""),
    ("USUSP|-|-|-", RUNNING, ""),
    ("UNKWN|-|-|-", RUNNING, ""),
    ("DONE|-|-|-", ENDED, COMPLETED),
    ("EXIT|7|-|-", ENDED, FAILED),
    ("EXIT|140|TERM_RUNLIMIT: job killed after reaching LSF run time limit|-", ENDED, TIMEOUT),
    ("EXIT|137|TERM_MEMLIMIT: job killed after reaching LSF memory usage limit|-", ENDED,
     OUT_OF_MEMORY),
    ("EXIT|130|TERM_OWNER: job killed by owner|-", ENDED, CANCELLED),
    ("EXIT|143|TERM_PREEMPT: job killed after preemption|-", ENDED, PREEMPTED),
    ("ZOMBI|-|-|-", ENDED, NODE_LOST),
]  # fmt: skip


FLUX = [
    ("DEPEND|||after-any=fZ|0.0", PENDING, ""),
    ("SCHED||||0.0", PENDING, ""),
    ("RUN||||0.0", RUNNING, ""),
    ("CLEANUP||||0.0", RUNNING, ""),
    ("INACTIVE|COMPLETED|||1700000000.5", ENDED, COMPLETED),
    ("INACTIVE|FAILED|||1700000000.5", ENDED, FAILED),
    ("INACTIVE|FAILED|node-failure||1700000000.5", ENDED, NODE_LOST),
    ("INACTIVE|CANCELED|cancel||1700000000.5", ENDED, CANCELLED),
    ("INACTIVE|TIMEOUT|timeout||1700000000.5", ENDED, TIMEOUT),
]


def pbs_says(path: Path) -> str:
    jobs = {f"12[{number}].s": told for number, (told, _, _) in enumerate(PBS)}
    jobs["12[].s"] = {"job_state": "B"}
    jobs["99[0].s"] = {"job_state": "R"}
    answer(path, "qstat", json.dumps({"Jobs": jobs}))
    return "12[].s"


def lsf_says(path: Path) -> str:
    lines = [f"12|{number}|{told}" for number, (told, _, _) in enumerate(LSF, 1)]
    answer(path, "bjobs", "\n".join(lines) + "\nJob <13> is not found\n", 255)
    return "12"


def flux_says(path: Path) -> str:
    ids = [f"f{number}" for number in range(len(FLUX))]
    answer(path, "flux", "\n".join(f"{one}|{told}" for one, (told, _, _) in zip(ids, FLUX)))
    return ",".join(ids)


@pytest.mark.parametrize(
    ("name", "rows", "says"),
    [("pbs", PBS, pbs_says), ("lsf", LSF, lsf_says), ("flux", FLUX, flux_says)],
)
def test_states(path: Path, name: str, rows: list[Any], says: Callable[[Path], str]) -> None:
    job = says(path)
    found = site.by_name(name).poll([job, *(["13"] if name == "lsf" else [])])
    assert [outcome(found[job, number]) for number in range(len(rows))] == [one[1:] for one in rows]
    assert len(found) == len(rows)
    if name == "flux":
        assert (found[job, 4].ended, found[job, 0].ended) == (1700000000.5, None)


SILENT = [
    ("pbs", "qstat", "qstat: cannot connect to server s (errno=15010)", "qstat: Unknown Job Id 1"),
    ("lsf", "bjobs", "LSF is down. Please wait ...", "Job <1> is not found"),
    ("flux", "flux", "flux-jobs: ERROR: Unable to connect to Flux", "flux-jobs: unknown JobID f1"),
]


@pytest.mark.parametrize(("name", "program", "down", "gone"), SILENT)
def test_silence_is_no_end_but_forgetting_is(
    path: Path, name: str, program: str, down: str, gone: str
) -> None:
    asked = site.by_name(name)
    answer(path, program, down, 1)
    with pytest.raises(SchedulerError, match=f"{program} refused"):
        asked.poll(["1"])
    answer(path, program, gone, 1)
    assert asked.poll(["1"]) == {}


CANCELS = [
    ("pbs", "qdel", "12[].s", ["12[2].s"], ["12[].s"], "qdel: Job has finished 12[].s"),
    ("lsf", "bkill", "12", ["12[3]"], ["12"], "Job <12>: Job has already finished"),
    ("flux", "flux", "fA,fB,fC", ["cancel", "fC"], ["cancel", "fA", "fB", "fC"],
     "flux-cancel: fA: job is inactive"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "program", "job", "one", "whole", "late"), CANCELS)
def test_cancelling(
    path: Path, name: str, program: str, job: str, one: list[str], whole: list[str], late: str
) -> None:
    asked = site.by_name(name)
    answer(path, program, "")
    asked.cancel(job, [2])
    assert words(path, program) == one
    asked.cancel(job)
    assert words(path, program) == whole
    answer(path, program, late, 1)
    asked.cancel(job)
    answer(path, program, "permission denied", 1)
    with pytest.raises(SchedulerError, match="permission denied"):
        asked.cancel(job)


AGAIN = [
    ("PENDING|1|0|launch failed requeued held", True),
    ("FAILED|1|2|JobLaunchFailure", True),
    ("NODE_FAIL|1|2|NodeFail", True),
    ("PREEMPTED|1|2|None", True),
    ("FAILED|1|2|NonZeroExitCode", False),
    ("CANCELLED|1|2|None", False),
    ("PENDING|1|0|(JobHeldUser)", False),
]


def test_what_slurm_could_not_start_may_be_started_again(path: Path) -> None:
    asked = site.by_name("slurm")
    answer(path, "squeue", "\n".join(f"7|{n}|{told}" for n, (told, _) in enumerate(AGAIN)))
    found = asked.poll(["7"])
    assert [found["7", n].again for n in range(len(AGAIN))] == [one for _, one in AGAIN]
    answer(path, "scontrol", "")
    assert asked.again("7", 2)
    assert words(path, "scontrol") == ["release", "7_2"]
    answer(path, "scontrol", "slurm_update error: Invalid job id specified", 1)
    assert not asked.again("7", 2)
    assert not any(site.by_name(name).again("7", 2) for name in ("pbs", "lsf", "flux"))
