"""PBS Professional: qsub, qstat, qdel.

Answers as the manual pages qsub(1B), qstat(1B) and qdel(1B) and the chapter on exit codes of the
PBS Professional Reference Guide describe them.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from league.base.process import Said
from league.batch import scheduler
from league.batch.scheduler import Request, Scheduler, State
from league.records.schema import parse_object

_SUBJOB = re.compile(r"(\d+)\[(\d+)\]")
_WAITING = {"Q": "queued", "H": "held", "W": "waiting for its time", "T": "moved", "M": "moved"}
_ENDED = frozenset("FX")
# Negative exit codes say that PBS ended the job; 256 and a signal, that a signal did.
_CAUSES = {
    0: scheduler.COMPLETED,
    **dict.fromkeys((-26, -27), scheduler.OUT_OF_MEMORY),
    **dict.fromkeys((-28, -29), scheduler.TIMEOUT),
    **dict.fromkeys((-5, -6, -12, -13), scheduler.NODE_LOST),
    **dict.fromkeys((256 + 9, 256 + 15), scheduler.CANCELLED),
}


class Pbs(Scheduler):
    """A PBS Professional or OpenPBS server; constraint and gres become part of the one chunk."""

    number = "$PBS_ARRAY_INDEX"
    programs = ("qsub", "qstat", "qdel")
    template = (
        ("", "qsub -N {name} -J {indices}{at_once} -l select={chunk} -l walltime={clock}"),
        ("", "-r y -j oe -o {log}/"),
        ("exclusive", "-l place=excl"),
        ("partition", "-q {partition}"),
        ("account", "-A {account}"),
        ("qos", "-l qos={qos}"),
        ("after", "-W depend=afterany:{after}"),
    )
    job = re.compile(r"^(\d+(?:\[\])?(?:\.\S+)?)$", re.MULTILINE)
    canceller = ("qdel",)
    gone = ("unknown job id", "job has finished")

    def fields(self, request: Request) -> dict[str, str]:
        """Add the chunk; an array has two indices at least: one task is every second of two."""
        fields = super().fields(request)
        gpus = f"ngpus={fields['gpus_or_gres']}" if fields["gpus_or_gres"] else ""
        chunk = ("1", f"ncpus={fields['cpus'] or 1}", gpus, fields["constraint"])
        return {
            **fields,
            "name": request.name[:230],
            "indices": f"0-{request.tasks - 1}" if request.tasks > 1 else "0-1:2",
            "chunk": ":".join(filter(None, chunk)),
        }

    def polling(self, jobs: Sequence[str]) -> list[str]:
        """Ask for JSON."""
        return ["qstat", "-x", "-t", "-f", "-F", "json", *jobs]

    def states(self, said: Said, jobs: Sequence[str]) -> Iterator[tuple[str, int, State]]:
        """Read the object of jobs; text that is none is refused, or names a job that is gone."""
        by_number = {job.partition("[")[0]: job for job in jobs}
        try:
            listed = parse_object(said.text[said.text.index("{") :])["Jobs"]
        except (ValueError, KeyError):
            if not self.is_gone(said):
                raise scheduler.refused(self.polling(jobs), said) from None
            return
        for name, facts in listed.items():
            match = _SUBJOB.match(name)
            if match is not None and match.group(1) in by_number:
                yield by_number[match.group(1)], int(match.group(2)), _state(facts)

    def named(self, job: str, tasks: Sequence[int]) -> list[str]:
        """Return ``123[4].server``."""
        server = job.partition("]")[2]
        return [f"{job.partition('[')[0]}[{number}]{server}" for number in tasks] or [job]


def _state(facts: dict[str, Any]) -> State:
    letter, reason = str(facts.get("job_state", "")), str(facts.get("comment", ""))
    if letter in _ENDED:
        code = None
        with contextlib.suppress(TypeError, ValueError):
            code = int(facts.get("Exit_status"))  # type: ignore[arg-type]
        # One that was deleted before it ran has no exit status.
        cause = scheduler.CANCELLED if code is None else _CAUSES.get(code, scheduler.FAILED)
        return State(scheduler.ENDED, cause, reason)
    if letter in _WAITING:
        stuck = letter == "H" or "can never run" in reason.lower()
        return State(scheduler.PENDING, "", reason or _WAITING[letter], stuck=stuck)
    return State(scheduler.RUNNING, "", letter)
