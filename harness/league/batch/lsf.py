"""IBM Spectrum LSF: bsub, bjobs, bkill.

Answers as the command reference and the page on termination reasons of IBM's documentation of LSF
10.1 describe them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from league.base.process import Said
from league.batch import scheduler
from league.batch.scheduler import Scheduler, State

_FIELDS = "jobid jobindex stat exit_code exit_reason pend_reason delimiter='|'"
_WAITING = frozenset({"PEND", "PSUSP", "WAIT"})
_CAUSES = {
    **dict.fromkeys(("TERM_RUNLIMIT", "TERM_CPULIMIT", "TERM_DEADLINE"), scheduler.TIMEOUT),
    **dict.fromkeys(("TERM_MEMLIMIT", "TERM_SWAP"), scheduler.OUT_OF_MEMORY),
    **dict.fromkeys(("TERM_OWNER", "TERM_ADMIN"), scheduler.CANCELLED),
    **dict.fromkeys(("TERM_FORCE_OWNER", "TERM_FORCE_ADMIN"), scheduler.CANCELLED),
    **dict.fromkeys(("TERM_PREEMPT", "TERM_RC"), scheduler.PREEMPTED),
    "TERM_ZOMBIE": scheduler.NODE_LOST,
}
_STUCK = ("held", "suspended by the user", "dependency condition invalid or never satisfied")


class Lsf(Scheduler):
    """An LSF cluster.  Its arrays begin at 1."""

    number = '"$((LSB_JOBINDEX - 1))"'
    programs = ("bsub", "bjobs", "bkill")
    template = (
        ("", "bsub -J {name}[1-{tasks}]{at_once} -W {minutes} -r -o {log}/%J_%I.txt"),
        ("exclusive", "-x"),
        ("cpus", "-n {cpus}"),
        ("partition", "-q {partition}"),
        ("account", "-P {account}"),
        ("qos", "-sla {qos}"),
        ("constraint", "-R {constraint}"),
        ("gpus_or_gres", "-gpu num={gpus_or_gres}"),
        ("after", "-w ended({after})"),
    )
    job = re.compile(r"^Job <(\d+)>", re.MULTILINE)
    canceller = ("bkill",)
    gone = ("already finished", "is not found", "no matching job found")

    def polling(self, jobs: Sequence[str]) -> list[str]:
        """Ask for a line a task."""
        return ["bjobs", "-a", "-noheader", "-o", _FIELDS, *jobs]

    def states(self, said: Said, jobs: Sequence[str]) -> Iterator[tuple[str, int, State]]:
        """Read the lines."""
        for line in said.text.splitlines():
            parts = line.split("|", 5)
            if len(parts) == 6 and parts[0] in jobs and parts[1].isdigit():
                yield parts[0], int(parts[1]) - 1, _state(*parts[2:])

    def named(self, job: str, tasks: Sequence[int]) -> list[str]:
        """Return ``123[5]`` for task 4."""
        return [f"{job}[{number + 1}]" for number in tasks] or [job]


def _state(word: str, code: str, exited: str, pending: str) -> State:
    if word == "DONE":
        return State(scheduler.ENDED, scheduler.COMPLETED)
    if word == "EXIT":
        cause = _CAUSES.get(exited.partition(":")[0].strip(), scheduler.FAILED)
        return State(scheduler.ENDED, cause, exited if exited != "-" else f"exit code {code}")
    if word == "ZOMBI":
        return State(scheduler.ENDED, scheduler.NODE_LOST, "its host does not answer")
    if word in _WAITING:
        stuck = word == "PSUSP" or any(words in pending.lower() for words in _STUCK)
        return State(scheduler.PENDING, "", pending.strip(" ;"), stuck=stuck)
    return State(scheduler.RUNNING, "", word.lower())
