"""What every batch system is asked: submit an array of tasks, poll, cancel.

Standard library only.  What a launch did is told by the file it wrote; a batch system is asked only
what becomes of launches that have written none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from league.base import process, reaper
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


class Scheduler:
    """A batch system, by its command-line programs: a template of words, and how it answers."""

    #: shell words that give a task its number, and how often it was started again; the second is
    #: empty where the batch system does not tell
    number: str
    restart = ""
    #: whether a task was tried on a real one, not only against stubs
    tried = False
    #: what it is asked with
    programs: tuple[str, ...]
    #: words of the submitting command, each group with the field that must not be empty for it
    template: tuple[tuple[str, str], ...]
    #: how a job's id stands in the answer, in group 1
    job: re.Pattern[str]
    #: words of the cancelling command, and how the system says that a job is not there any more
    canceller: tuple[str, ...]
    gone: tuple[str, ...]
    #: variables that decide how it answers when it is polled
    variables: ClassVar[Mapping[str, str]] = {}

    def fields(self, request: Request) -> dict[str, str]:
        """Return what the template may name."""
        asked = request.resources
        hours, rest = divmod(request.minutes, 60)
        return {
            **{name: str(value or "") for name, value in vars(asked).items()},
            "": "always",
            "name": request.name,
            "tasks": str(request.tasks),
            "last": str(request.tasks - 1),
            "at_once": f"%{request.most_at_once}" if request.most_at_once else "",
            "minutes": str(request.minutes),
            "clock": f"{hours:02}:{rest:02}:00",
            "log": str(request.log),
            "after": request.after,
            "exclusive": "yes" if request.exclusive else "",
            "shared": "" if request.exclusive else "yes",
            "gpus_or_gres": asked.gpus or asked.gres.rpartition(":")[2],
        }

    def command(self, request: Request) -> list[str]:
        """Return the command that submits an array; its tasks are numbered from 0."""
        fields = self.fields(request)
        groups = (words.split() for needed, words in self.template if fields[needed])
        words = [word.format_map(fields) for group in groups for word in group]
        return [*words, *self.further(request), *request.resources.options, str(request.script)]

    def further(self, request: Request) -> list[str]:
        """Return words that the template cannot say."""
        return []

    def identity(self, said: process.Said, request: Request) -> str:
        """Return the job's id from the answer to its submission, empty if there is none."""
        found = self.job.search(said.text.strip())
        return found.group(1) if found else ""

    def submit(self, request: Request) -> str:
        """Submit an array and return the job's id.  Raises SchedulerError if it is refused."""
        command = self.command(request)
        said = ask(command)
        job = self.identity(said, request)
        if said.exit_code != 0 or not job:
            raise refused(command, said)
        return job

    def polling(self, jobs: Sequence[str]) -> list[str]:
        """Return the command that asks what became of jobs, ended ones included."""
        raise NotImplementedError

    def states(self, said: process.Said, jobs: Sequence[str]) -> Iterator[tuple[str, int, State]]:
        """Read its answer: job, number of the task, state."""
        raise NotImplementedError

    def poll(self, jobs: Sequence[str]) -> States:
        """Return the states of the tasks of jobs, by job and number; a forgotten one is left out.

        Raises SchedulerError if the batch system does not answer: then nothing is known.
        """
        command = self.polling(jobs)
        said = ask(command, **self.variables)
        found = {(job, task): state for job, task, state in self.states(said, jobs)}
        if not found and said.exit_code != 0 and not self.is_gone(said):
            raise refused(command, said)
        return found

    def named(self, job: str, tasks: Sequence[int]) -> list[str]:
        """Return the names of tasks of a job, without any that of the whole job."""
        raise NotImplementedError

    def cancel(self, job: str, tasks: Sequence[int] = ()) -> None:
        """Cancel tasks of a job, without any the whole job; one that has ended is no error."""
        command = [*self.canceller, *self.named(job, tasks)]
        said = ask(command)
        if said.exit_code != 0 and not self.is_gone(said):
            raise refused(command, said)

    def is_gone(self, said: process.Said) -> bool:
        """Whether the answer says that a job is not there any more."""
        return any(words in said.text.lower() for words in self.gone)

    def again(self, job: str, task: int) -> bool:
        """Have a task started again whose state says so; whether it will be.

        False where it was told that it may by itself; Flux starts no job twice.
        """
        return False


def ask(command: Sequence[str], **variables: str) -> process.Said:
    """Run a program of a batch system.  Raises SchedulerError if it is absent or is silent.

    It bears no mark of ours: a job has the environment in which it was submitted, and would be
    taken for something that a killed run left behind.
    """
    own = {name: value for name, value in os.environ.items() if name != reaper.MARK}
    done = process.quietly(command, environment={**own, **variables}, timeout_s=ANSWER_S)
    if done.returncode == process.CANNOT_START:
        remedy = "submit where the batch system is, or name another with --site"
        raise SchedulerError(f"{done.stderr.strip()}; {remedy}")
    if done.returncode == process.TOO_LONG:
        raise SchedulerError(f"{command[0]} did not answer in {ANSWER_S:.0f} s; try again later")
    return process.Said(done.returncode, done.stdout + done.stderr, timed_out=False)


def refused(command: Sequence[str], said: process.Said) -> SchedulerError:
    """Return the error for a command that failed, in the batch system's own words."""
    lines = [line.strip() for line in said.text.splitlines() if line.strip()]
    told = short(" ".join(lines[-2:]), 300) or f"exit code {said.exit_code}"
    return SchedulerError(f"{command[0]} refused: {told}; check partition, limits and options")
