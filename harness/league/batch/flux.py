"""Flux: flux submit, flux jobs, flux cancel.

Answers as the manual pages flux-submit(1), flux-jobs(1) and flux-cancel(1) of flux-core describe
them.  Flux has no arrays: an array is as many jobs, and its id here the list of theirs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from league.base.process import Said
from league.batch import scheduler
from league.batch.scheduler import Request, Scheduler, State

_FORMAT = "{id.f58}|{state}|{result}|{exception.type}|{dependencies}|{t_inactive}"
_BETWEEN = ","
_EXCEPTIONS = {
    "timeout": scheduler.TIMEOUT,
    "cancel": scheduler.CANCELLED,
    "node-failure": scheduler.NODE_LOST,
    "preempt": scheduler.PREEMPTED,
}
_RESULTS = {
    "COMPLETED": scheduler.COMPLETED,
    "CANCELED": scheduler.CANCELLED,
    "TIMEOUT": scheduler.TIMEOUT,
}
_WAITING = frozenset({"DEPEND", "PRIORITY", "SCHED", "NEW"})


class Flux(Scheduler):
    """A Flux instance; it prints an id a line, in the order of the tasks."""

    number = "$FLUX_JOB_CC"
    programs = ("flux",)
    template = (
        ("", "flux submit --cc=0-{last} --job-name={name} --time-limit={minutes}m"),
        ("", "--output={log}/{{{{id}}}}.txt"),
        ("exclusive", "--nodes=1 --exclusive"),
        ("shared", "--ntasks=1 --cores-per-task={cores}"),
        ("gpus_shared", "--gpus-per-task={gpus_or_gres}"),
        ("partition", "--queue={partition}"),
        ("account", "--bank={account}"),
        ("qos", "--setattr=system.qos={qos}"),
        ("constraint", "--requires={constraint}"),
    )
    canceller = ("flux", "cancel")
    gone = ("inactive", "unknown")

    def fields(self, request: Request) -> dict[str, str]:
        """Add cores and GPUs of a task that shares its node."""
        fields = super().fields(request)
        gpus_shared = fields["gpus_or_gres"] if fields["shared"] else ""
        return {**fields, "cores": fields["cpus"] or "1", "gpus_shared": gpus_shared}

    def further(self, request: Request) -> list[str]:
        """Return a word for each job to wait for."""
        awaited = request.after.split(_BETWEEN) if request.after else []
        return [f"--dependency=afterany:{job}" for job in awaited]

    def identity(self, said: Said, request: Request) -> str:
        """Return the ids of all jobs; empty unless there are as many as tasks."""
        jobs = said.text.split()
        return _BETWEEN.join(jobs) if len(jobs) == request.tasks else ""

    def polling(self, jobs: Sequence[str]) -> list[str]:
        """Ask for a line a job."""
        every = [name for job in jobs for name in job.split(_BETWEEN)]
        count = f"--count={len(every)}"
        return ["flux", "jobs", "-a", "--no-header", count, f"--format={_FORMAT}", *every]

    def states(self, said: Said, jobs: Sequence[str]) -> Iterator[tuple[str, int, State]]:
        """Read the lines."""
        places = {
            name: (job, number) for job in jobs for number, name in enumerate(job.split(_BETWEEN))
        }
        for line in said.text.splitlines():
            parts = line.strip().split("|")
            if len(parts) == 6 and parts[0] in places:
                yield (*places[parts[0]], _state(*parts[1:]))

    def named(self, job: str, tasks: Sequence[int]) -> list[str]:
        """Return the ids of the tasks' jobs."""
        names = job.split(_BETWEEN)
        return [names[number] for number in tasks] or names


def _state(word: str, result: str, exception: str, dependencies: str, ended: str) -> State:
    if word == "INACTIVE":
        cause = _EXCEPTIONS.get(exception) or _RESULTS.get(result, scheduler.FAILED)
        moment = None
        with contextlib.suppress(ValueError):
            moment = float(ended) or None
        return State(scheduler.ENDED, cause, exception, ended=moment)
    if word in _WAITING:
        return State(scheduler.PENDING, "", dependencies or word.lower())
    return State(scheduler.RUNNING, "", word.lower())
