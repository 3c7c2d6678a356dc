"""Flux: flux submit, flux jobs, flux cancel.

Answers as the manual pages flux-submit(1), flux-jobs(1) and flux-cancel(1) of flux-core describe
them.  Flux has no arrays: an array is as many jobs, and its id here the list of theirs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from league.batch import scheduler
from league.batch.scheduler import Request, State, States

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


class Flux:
    """A Flux instance."""

    number = "$FLUX_JOB_CC"
    restart = ""
    tried = False
    programs: tuple[str, ...] = ("flux",)

    def command(self, request: Request) -> list[str]:
        """Return the line that submits a job for every task."""
        asked = request.resources
        gpus = asked.gpus or asked.gres.rpartition(":")[2]
        named = (
            ("queue", asked.partition),
            ("bank", asked.account),
            ("setattr", f"system.qos={asked.qos}" if asked.qos else ""),
            ("requires", asked.constraint),
        )
        sizes = ["--nodes=1", "--exclusive"] if request.exclusive else []
        if not request.exclusive:
            sizes = ["--ntasks=1", f"--cores-per-task={asked.cpus or 1}"]
            sizes += [f"--gpus-per-task={gpus}"] if gpus else []
        after = request.after.split(_BETWEEN) if request.after else []
        return [
            *("flux", "submit"),
            f"--cc=0-{request.tasks - 1}",
            f"--job-name={request.name}",
            f"--time-limit={request.minutes}m",
            f"--output={request.log}/{{{{id}}}}.txt",
            *sizes,
            *(f"--{name}={value}" for name, value in named if value),
            *(f"--dependency=afterany:{one}" for one in after),
            *asked.options,
            str(request.script),
        ]

    def submit(self, request: Request) -> str:
        """Submit; Flux prints an id a line, in the order of the tasks."""
        command = self.command(request)
        said = scheduler.ask(command)
        found = said.text.split()
        if said.exit_code != 0 or len(found) != request.tasks:
            raise scheduler.refused(command, said)
        return _BETWEEN.join(found)

    def poll(self, jobs: Sequence[str]) -> States:
        """Ask flux jobs once."""
        places = {
            one: (job, number) for job in jobs for number, one in enumerate(job.split(_BETWEEN))
        }
        command = ["flux", "jobs", "-a", "--no-header", f"--count={len(places)}"]
        command += [f"--format={_FORMAT}", *places]
        said = scheduler.ask(command)
        found: dict[tuple[str, int], State] = {}
        for line in said.text.splitlines():
            parts = line.strip().split("|")
            if len(parts) == 6 and parts[0] in places:
                found[places[parts[0]]] = _state(*parts[1:])
        if not found and said.exit_code != 0 and "unknown" not in said.text.lower():
            raise scheduler.refused(command, said)
        return found

    def cancel(self, job: str, tasks: Sequence[int] = ()) -> None:
        """Cancel with flux cancel."""
        ids = job.split(_BETWEEN)
        command = ["flux", "cancel", *([ids[number] for number in tasks] or ids)]
        said = scheduler.ask(command)
        gone = ("inactive", "unknown job")
        if said.exit_code != 0 and not any(word in said.text.lower() for word in gone):
            raise scheduler.refused(command, said)

    def again(self, job: str, task: int) -> bool:
        """Flux starts no job twice."""
        return False


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
