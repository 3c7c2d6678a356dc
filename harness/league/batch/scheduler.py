"""What every batch system is asked: submit an array of tasks, poll, cancel.

Standard library only.  What a launch did is told by the file it wrote; a batch system is asked only
what becomes of launches that have written none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from league.base import process
from league.base.errors import LeagueError
from league.base.scrub import short

#: Seconds that a batch system may take to answer.
ANSWER_S = 120.0

PENDING, RUNNING, ENDED = "pending", "running", "ended"

# Causes of an end.
COMPLETED, FAILED, TIMEOUT, CANCELLED = "completed", "failed", "timeout", "cancelled"
NODE_LOST, OUT_OF_MEMORY, PREEMPTED = "node lost", "out of memory", "preempted"
#: The batch system has forgotten the task, so it ended some time ago.
GONE = "forgotten"


class SchedulerError(LeagueError):
    """A batch system is absent, does not answer or refuses what it was asked."""


@dataclass(frozen=True)
class Resources:
    """What a job asks for, in the words of the site; empty means the site's default."""

    partition: str = ""
    account: str = ""
    qos: str = ""
    constraint: str = ""
    gres: str = ""
    gpus: str = ""
    cpus: int | None = None
    #: minutes a task may take; None: derived from earlier records
    minutes: int | None = None
    #: further words for the submitting command, as they are
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Request:
    """An array of tasks to submit."""

    name: str
    script: Path
    log: Path  # folder for what the tasks print
    tasks: int
    minutes: int
    resources: Resources
    exclusive: bool  # whole nodes, shared with nobody
    after: str = ""  # the job that has to end first, well or not
    most_at_once: int | None = None


@dataclass(frozen=True)
class State:
    """What a batch system knows of one task."""

    phase: str
    #: of an end; empty before
    cause: str = ""
    #: the batch system's own words
    reason: str = ""
    #: seconds since the epoch; None where it does not tell
    submitted: float | None = None
    ended: float | None = None
    #: it waits for what will not come by itself
    stuck: bool = False
    #: it could not be started, or was ended through no fault of its own: a new start may go well
    again: bool = False


States = Mapping[tuple[str, int], State]


class Scheduler(Protocol):
    """A batch system, by its command-line programs."""

    #: shell words that give a task its number, and how often it was started again; the second is
    #: empty where the batch system does not tell
    number: str
    restart: str
    #: whether a task was tried on a real one, not only against stubs
    tried: bool
    #: what it is asked with
    programs: tuple[str, ...]

    def command(self, request: Request) -> list[str]:
        """Return the command that submits an array; its tasks are numbered from 0."""

    def submit(self, request: Request) -> str:
        """Submit an array and return the job's id.  Raises SchedulerError if it is refused."""

    def poll(self, jobs: Sequence[str]) -> States:
        """Return the states of the tasks of jobs, by job and number; a forgotten one is left out.

        Raises SchedulerError if the batch system does not answer: then nothing is known.
        """

    def cancel(self, job: str, tasks: Sequence[int] = ()) -> None:
        """Cancel tasks of a job, without any the whole job; one that has ended is no error."""

    def again(self, job: str, task: int) -> bool:
        """Have a task started again whose state says so; whether it will be."""


def ask(command: Sequence[str], **variables: str) -> process.Said:
    """Run a program of a batch system.  Raises SchedulerError if it is absent or is silent."""
    try:
        said = process.ask(command, {**os.environ, "LC_ALL": "C", **variables}, ANSWER_S)
    except OSError as error:
        raise SchedulerError(
            f"{command[0]} cannot be started ({(error.strerror or str(error)).lower()});"
            " submit where the batch system is, or name another with --site"
        ) from error
    if said.timed_out:
        raise SchedulerError(f"{command[0]} did not answer in {ANSWER_S:.0f} s; try again later")
    return said


def refused(command: Sequence[str], said: process.Said) -> SchedulerError:
    """Return the error for a command that failed, in the batch system's own words."""
    lines = [line.strip() for line in said.text.splitlines() if line.strip()]
    told = short(" ".join(lines[-2:]), 300) or f"exit code {said.exit_code}"
    return SchedulerError(f"{command[0]} refused: {told}; check partition, limits and options")


def by_name(name: str) -> Scheduler:
    """Return the batch system of that name.  Raises UsageError for one that is not known."""
    from league.batch import flux, lsf, pbs, slurm
    from league.run import select

    known: dict[str, Callable[[], Scheduler]] = {
        "slurm": slurm.Slurm, "pbs": pbs.Pbs, "lsf": lsf.Lsf, "flux": flux.Flux
    }  # fmt: skip
    if name not in known:
        raise select.unknown("scheduler", name, known)
    return known[name]()
