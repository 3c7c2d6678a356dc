"""Slurm: sbatch, squeue, scancel; accounting (sacct) is not needed."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from league.base.process import Said
from league.batch import scheduler
from league.batch.scheduler import Request, Scheduler, SchedulerError, State

_PENDING = frozenset({"PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT"})
_CAUSES = {
    "COMPLETED": scheduler.COMPLETED,
    "FAILED": scheduler.FAILED,
    "BOOT_FAIL": scheduler.NODE_LOST,
    "NODE_FAIL": scheduler.NODE_LOST,
    "TIMEOUT": scheduler.TIMEOUT,
    "DEADLINE": scheduler.TIMEOUT,
    "CANCELLED": scheduler.CANCELLED,
    "REVOKED": scheduler.CANCELLED,
    "PREEMPTED": scheduler.PREEMPTED,
    "OUT_OF_MEMORY": scheduler.OUT_OF_MEMORY,
}
# Reasons that end only when somebody changes the job or the cluster.
_STUCK = re.compile(
    r"PartitionConfig|PartitionDown|PartitionInactive|BadConstraints|DependencyNeverSatisfied"
    r"|JobHeld(User|Admin)|InvalidAccount|InvalidQOS|AccountNotAllowed|QOSNotAllowed"
    r"|(Partition|Association|QOS)?(Time|Node)Limit|AssocMax\w+PerJob\w*|QOSMax\w+PerJob\w*"
    r"|ReqNodeNotAvail.*|launch failed requeued held"
)
# The node's daemon could not start the script: a node that was lost and came back has files of the
# first start in its way.  Slurm then holds the job, or calls it failed.
_NOT_STARTED = frozenset({"launch failed requeued held", "JobLaunchFailure"})
#: Slurm may tell a minute too early; a task of some minutes is not told.
_WARNED_S, _LONG_MIN = 30, 10
_FIELDS = "%F|%K|%T|%V|%e|%r"
_MAX_ARRAY = re.compile(r"^MaxArraySize\s*=\s*(\d+)", re.MULTILINE)


class Slurm(Scheduler):
    """A Slurm cluster, as ``SLURM_CONF`` or the installation names it."""

    number = "$SLURM_ARRAY_TASK_ID"
    restart = "${SLURM_RESTART_COUNT:-0}"
    tried = True
    programs = ("sbatch", "squeue", "scancel", "scontrol")
    template = (
        ("", "sbatch --parsable --job-name={name} --comment={name} --array=0-{last}{at_once}"),
        ("", "--nodes=1 --ntasks=1 --time={minutes} --requeue --kill-on-invalid-dep=yes"),
        ("", "--open-mode=append --output={log}/%A_%a.txt"),
        ("partition", "--partition={partition}"),
        ("account", "--account={account}"),
        ("qos", "--qos={qos}"),
        ("constraint", "--constraint={constraint}"),
        ("gres", "--gres={gres}"),
        ("gpus", "--gpus={gpus}"),
        ("cpus", "--cpus-per-task={cpus}"),
        ("warned", "--signal=B:USR1@{warned}"),
        ("after", "--dependency=afterany:{after}"),
        ("exclusive", "--exclusive"),
    )
    job = re.compile(r"^(\d+)(?:;.*)?$", re.MULTILINE)
    canceller = ("scancel",)
    gone = ("invalid job id",)
    variables: ClassVar = {"SLURM_TIME_FORMAT": "%s", "SLURM_BITSTR_LEN": "0"}

    def fields(self, request: Request) -> dict[str, str]:
        """Add the seconds before its end at which a task is told, where it has minutes."""
        warned = str(_WARNED_S) if request.minutes >= _LONG_MIN else ""
        return {**super().fields(request), "warned": warned}

    def submit(self, request: Request) -> str:
        """Submit an array; the whole of it is refused or accepted."""
        found = _MAX_ARRAY.search(scheduler.ask(["scontrol", "show", "config"]).text)
        most = int(found.group(1)) if found else 1001
        if request.tasks > most:
            raise SchedulerError(
                f"this cluster takes arrays of at most {most} tasks and {request.tasks} are needed;"
                " give each task more with --per-task"
            )
        return super().submit(request)

    def polling(self, jobs: Sequence[str]) -> list[str]:
        """Ask for a line a task; squeue forgets jobs some minutes after their end (MinJobAge)."""
        return ["squeue", "-h", "-r", "-t", "all", "-j", ",".join(jobs), "-o", _FIELDS]

    def states(self, said: Said, jobs: Sequence[str]) -> Iterator[tuple[str, int, State]]:
        """Read the lines."""
        if said.exit_code != 0 and not self.is_gone(said):
            raise scheduler.refused(self.polling(jobs), said)
        for line in said.text.splitlines():
            parts = line.split("|", 5)
            if len(parts) == 6 and parts[0] in jobs and parts[1].isdigit():
                yield parts[0], int(parts[1]), _state(*parts[2:])

    def named(self, job: str, tasks: Sequence[int]) -> list[str]:
        """Return ``123_4``."""
        return [f"{job}_{number}" for number in tasks] or [job]

    def again(self, job: str, task: int) -> bool:
        """Queue a task again that ended, and release it if Slurm held it."""
        name = f"{job}_{task}"
        said = [scheduler.ask(["scontrol", verb, name]) for verb in ("requeue", "release")]
        return any(one.exit_code == 0 for one in said)


def _state(word: str, submitted: str, ended: str, reason: str) -> State:
    since, end = _moment(submitted), _moment(ended)
    reason = reason.strip("()")
    if word in _CAUSES:
        told = "" if reason in ("None", "") else reason
        cause = _CAUSES[word]
        lost = cause in (scheduler.NODE_LOST, scheduler.PREEMPTED)
        unstarted = cause == scheduler.FAILED and reason in _NOT_STARTED
        return State(scheduler.ENDED, cause, told, since, end, again=lost or unstarted)
    if word in _PENDING:
        stuck, again = bool(_STUCK.fullmatch(reason)), reason in _NOT_STARTED
        return State(scheduler.PENDING, "", reason, since, stuck=stuck, again=again)
    return State(scheduler.RUNNING, "", word.lower(), since)


def _moment(text: str) -> float | None:
    with contextlib.suppress(ValueError):
        return float(text)
    return None
