"""IBM Spectrum LSF: bsub, bjobs, bkill.

Answers as the command reference and the page on termination reasons of IBM's documentation of LSF
10.1 describe them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from league.batch import scheduler
from league.batch.scheduler import Request, State, States

_JOB = re.compile(r"^Job <(\d+)>", re.MULTILINE)
_FIELDS = "jobid jobindex stat exit_code exit_reason pend_reason delimiter='|'"
_WAITING = frozenset({"PEND", "PSUSP", "WAIT"})
_CAUSES = {
    "TERM_RUNLIMIT": scheduler.TIMEOUT,
    "TERM_CPULIMIT": scheduler.TIMEOUT,
    "TERM_DEADLINE": scheduler.TIMEOUT,
    "TERM_MEMLIMIT": scheduler.OUT_OF_MEMORY,
    "TERM_SWAP": scheduler.OUT_OF_MEMORY,
    "TERM_OWNER": scheduler.CANCELLED,
    "TERM_ADMIN": scheduler.CANCELLED,
    "TERM_FORCE_OWNER": scheduler.CANCELLED,
    "TERM_FORCE_ADMIN": scheduler.CANCELLED,
    "TERM_PREEMPT": scheduler.PREEMPTED,
    "TERM_RC": scheduler.PREEMPTED,
    "TERM_ZOMBIE": scheduler.NODE_LOST,
}
_STUCK = ("held", "suspended by the user", "dependency condition invalid or never satisfied")


class Lsf:
    """An LSF cluster.  Its arrays begin at 1."""

    number = '"$((LSB_JOBINDEX - 1))"'
    restart = ""
    tried = False
    programs: tuple[str, ...] = ("bsub", "bjobs", "bkill")

    def command(self, request: Request) -> list[str]:
        """Return the bsub line."""
        asked = request.resources
        at_once = f"%{request.most_at_once}" if request.most_at_once else ""
        gpus = asked.gpus or asked.gres.rpartition(":")[2]
        words = [
            "bsub",
            *("-J", f"{request.name}[1-{request.tasks}]{at_once}"),
            *("-W", str(request.minutes)),
            "-r",
            *("-o", f"{request.log}/%J_%I.txt"),
        ]
        words += ["-x"] if request.exclusive else []
        words += ["-n", str(asked.cpus)] if asked.cpus else []
        words += ["-q", asked.partition] if asked.partition else []
        words += ["-P", asked.account] if asked.account else []
        words += ["-sla", asked.qos] if asked.qos else []
        words += ["-R", asked.constraint] if asked.constraint else []
        words += ["-gpu", f"num={gpus}"] if gpus else []
        words += ["-w", f"ended({request.after})"] if request.after else []
        return [*words, *asked.options, str(request.script)]

    def submit(self, request: Request) -> str:
        """Submit an array."""
        command = self.command(request)
        said = scheduler.ask(command)
        found = _JOB.search(said.text)
        if said.exit_code != 0 or found is None:
            raise scheduler.refused(command, said)
        return found.group(1)

    def poll(self, jobs: Sequence[str]) -> States:
        """Ask bjobs once, ended jobs included."""
        command = ["bjobs", "-a", "-noheader", "-o", _FIELDS, *jobs]
        said = scheduler.ask(command)
        found: dict[tuple[str, int], State] = {}
        for line in said.text.splitlines():
            parts = line.split("|", 5)
            if len(parts) == 6 and parts[0] in jobs and parts[1].isdigit():
                found[parts[0], int(parts[1]) - 1] = _state(*parts[2:])
        if not found and said.exit_code != 0 and "is not found" not in said.text:
            raise scheduler.refused(command, said)
        return found

    def cancel(self, job: str, tasks: Sequence[int] = ()) -> None:
        """Cancel with bkill."""
        command = ["bkill", *([f"{job}[{number + 1}]" for number in tasks] or [job])]
        said = scheduler.ask(command)
        gone = ("already finished", "is not found", "No matching job found")
        if said.exit_code != 0 and not any(word in said.text for word in gone):
            raise scheduler.refused(command, said)

    def again(self, job: str, task: int) -> bool:
        """Leave it to LSF, which was told that it may (``bsub -r``)."""
        return False


def _state(word: str, code: str, exited: str, pending: str) -> State:
    if word == "DONE":
        return State(scheduler.ENDED, scheduler.COMPLETED)
    if word == "EXIT":
        keyword = exited.partition(":")[0].strip()
        told = exited if exited != "-" else f"exit code {code}"
        return State(scheduler.ENDED, _CAUSES.get(keyword, scheduler.FAILED), told)
    if word == "ZOMBI":
        return State(scheduler.ENDED, scheduler.NODE_LOST, "its host does not answer")
    if word in _WAITING:
        stuck = word == "PSUSP" or any(one in pending.lower() for one in _STUCK)
        return State(scheduler.PENDING, "", pending.strip(" ;"), stuck=stuck)
    return State(scheduler.RUNNING, "", word.lower())
