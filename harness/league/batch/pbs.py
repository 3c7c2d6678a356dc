"""PBS Professional: qsub, qstat, qdel.

Answers as the manual pages qsub(1B), qstat(1B) and qdel(1B) and the chapter on exit codes of the
PBS Professional Reference Guide describe them.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Any

from league.batch import scheduler
from league.batch.scheduler import Request, State, States
from league.records.schema import parse_object

_JOB = re.compile(r"^(\d+)(\[\])?(\.\S+)?$", re.MULTILINE)
_SUBJOB = re.compile(r"(\d+)\[(\d+)\]")
_WAITING = {"Q": "queued", "H": "held", "W": "waiting for its time", "T": "moved", "M": "moved"}
_ENDED = frozenset("FX")
# Negative exit codes say that PBS ended the job; 256 and a signal, that a signal did.
_MEMORY = frozenset({-26, -27})
_TIME = frozenset({-28, -29})
_NODE = frozenset({-5, -6, -12, -13})
_TERMINATED = frozenset({256 + 9, 256 + 15})


class Pbs:
    """A PBS Professional or OpenPBS server."""

    number = "$PBS_ARRAY_INDEX"
    restart = ""
    tried = False
    programs: tuple[str, ...] = ("qsub", "qstat", "qdel")

    def command(self, request: Request) -> list[str]:
        """Return the qsub line; the constraint and gres become part of the one chunk."""
        asked = request.resources
        # An array has two indices at least, so that one task is every second of two.
        indices = f"0-{request.tasks - 1}" if request.tasks > 1 else "0-1:2"
        at_once = f"%{request.most_at_once}" if request.most_at_once else ""
        gpus = asked.gpus or asked.gres.rpartition(":")[2]
        chunk = ("1", f"ncpus={asked.cpus or 1}", f"ngpus={gpus}" if gpus else "", asked.constraint)
        hours, rest = divmod(request.minutes, 60)
        words = [
            "qsub",
            *("-N", request.name[:230]),
            *("-J", indices + at_once),
            *("-l", "select=" + ":".join(filter(None, chunk))),
            *("-l", f"walltime={hours:02}:{rest:02}:00"),
            *("-r", "y"),
            *("-j", "oe"),
            *("-o", f"{request.log}/"),
        ]
        words += ["-l", "place=excl"] if request.exclusive else []
        words += ["-q", asked.partition] if asked.partition else []
        words += ["-A", asked.account] if asked.account else []
        words += ["-l", f"qos={asked.qos}"] if asked.qos else []
        words += ["-W", f"depend=afterany:{request.after}"] if request.after else []
        return [*words, *asked.options, str(request.script)]

    def submit(self, request: Request) -> str:
        """Submit an array; its id is ``123[].server``."""
        command = self.command(request)
        said = scheduler.ask(command)
        found = _JOB.search(said.text.strip())
        if said.exit_code != 0 or found is None:
            raise scheduler.refused(command, said)
        return found.group(0)

    def poll(self, jobs: Sequence[str]) -> States:
        """Ask qstat once, finished jobs included."""
        command = ["qstat", "-x", "-t", "-f", "-F", "json", *jobs]
        said = scheduler.ask(command)
        try:
            told = parse_object(said.text[said.text.index("{") :])["Jobs"]
        except (ValueError, KeyError):
            if "unknown job id" in said.text.lower():
                return {}
            raise scheduler.refused(command, said) from None
        by_number = {job.partition("[")[0]: job for job in jobs}
        found: dict[tuple[str, int], State] = {}
        for name, one in told.items():
            match = _SUBJOB.match(name)
            if match is not None and match.group(1) in by_number:
                found[by_number[match.group(1)], int(match.group(2))] = _state(one)
        return found

    def cancel(self, job: str, tasks: Sequence[int] = ()) -> None:
        """Cancel with qdel."""
        server = job.partition("]")[2]
        named = [f"{job.partition('[')[0]}[{number}]{server}" for number in tasks] or [job]
        command = ["qdel", *named]
        said = scheduler.ask(command)
        gone = ("unknown job id", "job has finished")
        if said.exit_code != 0 and not any(word in said.text.lower() for word in gone):
            raise scheduler.refused(command, said)

    def again(self, job: str, task: int) -> bool:
        """Leave it to PBS, which was told that it may (``qsub -r y``)."""
        return False


def _state(told: dict[str, Any]) -> State:
    letter, reason = str(told.get("job_state", "")), str(told.get("comment", ""))
    if letter in _ENDED:
        return State(scheduler.ENDED, _cause(told.get("Exit_status")), reason)
    if letter in _WAITING:
        stuck = letter == "H" or "can never run" in reason.lower()
        return State(scheduler.PENDING, "", reason or _WAITING[letter], stuck=stuck)
    return State(scheduler.RUNNING, "", letter)


def _cause(status: Any) -> str:
    """Return why a job ended; one that was deleted before it ran has no exit status."""
    code = None
    with contextlib.suppress(TypeError, ValueError):
        code = int(status)
    if code is None or code in _TERMINATED:
        return scheduler.CANCELLED
    for codes, cause in (
        (_MEMORY, scheduler.OUT_OF_MEMORY),
        (_TIME, scheduler.TIMEOUT),
        (_NODE, scheduler.NODE_LOST),
    ):
        if code in codes:
            return cause
    return scheduler.COMPLETED if code == 0 else scheduler.FAILED
