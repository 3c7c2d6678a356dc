"""Batches for tests: submitted over programs that are scripts; their tasks have locks of their own.

Run as a program it is a task on a node: LOCKS FOLDER ARRAY TASK [RESTART].
"""

import contextlib
import os
import shlex
import subprocess
import sys
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.base import locks
from league.base.progress import Progress
from league.batch import collect, scheduler, submit
from league.batch.scheduler import ENDED, Request, Resources, State, States
from league.batch.site import Site
from league.commands import _task
from league.run import session
from tests import fakes

HARNESS = Path(__file__).parents[1]


class Here:
    """A batch system that carries tasks out here, when it is told to."""

    number, restart, tried = "$1", "$2", True

    def __init__(self) -> None:
        self.requests: dict[str, Request] = {}
        self.states: dict[tuple[str, int], State] = {}
        self.cancelled: list[tuple[str, tuple[int, ...]]] = []
        self.polls = 0
        self.restarted: list[tuple[str, int]] = []
        self.starts_again = True

    def command(self, request: Request) -> list[str]:
        return [str(request.script)]

    def submit(self, request: Request) -> str:
        job = str(100 + len(self.requests))
        self.requests[job] = request
        for number in range(request.tasks):
            self.states[job, number] = State(scheduler.PENDING, "", "Resources", 0.0)
        return job

    def run(self, job: str, number: int, restart: int = 0, environment: Any = None) -> int:
        """Carry a task out to its end."""
        command = [str(self.requests[job].script), str(number), str(restart)]
        made = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        cause = scheduler.COMPLETED if made.returncode == 0 else scheduler.FAILED
        self.end(job, number, cause)
        return made.returncode

    def end(self, job: str, number: int, cause: str, reason: str = "") -> None:
        """Say that a task has ended, long ago."""
        self.states[job, number] = State(ENDED, cause, reason, 0.0, 1.0)

    def run_all(self) -> None:
        for job, number in list(self.states):
            assert self.run(job, number) == 0

    def poll(self, jobs: Sequence[str]) -> States:
        self.polls += 1
        return {key: state for key, state in self.states.items() if key[0] in jobs}

    def cancel(self, job: str, tasks: Sequence[int] = ()) -> None:
        self.cancelled.append((job, tuple(tasks)))

    def again(self, job: str, task: int) -> bool:
        self.restarted.append((job, task))
        return self.starts_again


def lock_prefix(project: Path) -> str:
    """Return the prefix of the locks of a project, as ``fakes.run`` has it."""
    return f"league-test-{zlib.crc32(str(project).encode()):08x}-"


def python_of(project: Path) -> str:
    """Make what stands in for python3 on a node: the same, with a project's own locks."""
    file = project / "python"
    start = shlex.join([sys.executable, __file__, lock_prefix(project)])
    fakes.script(file, f'#!/bin/sh\nshift 3\nexport PYTHONPATH={HARNESS}\nexec {start} "$@"\n')
    return str(file)


def submitted(
    project: Path,
    asked: Any,
    *words: str,
    verb: str = "run",
    resources: Resources = Resources(),  # noqa: B008  it is frozen
    per_task: int = submit.PER_TASK,
    after: str = "",
    **site: Any,
) -> tuple[session.Done, Path]:
    """Submit what a project holds, as the command line would."""
    locks.PREFIX = lock_prefix(project)
    chosen = fakes.asked(project, words, verb)
    at = Site(**{"python": python_of(project), **site})
    wishes = submit.Wishes(at, asked, resources, per_task, after)
    done = session.carry_out(
        fakes.over_fakes(submit.Batched(chosen, wishes)),
        Progress(sys.stderr),
        find=lambda _: [fakes.FakeFound(one.name) for one in sorted((project / "build").iterdir())],
    )
    return done, done.folder


def resumed(project: Path, folder: Path, asked: Any, **site: Any) -> session.Done:
    """Submit again what was lost of a batch, which has been collected."""
    batch = collect.files.read(folder / "batch")
    with contextlib.closing(collect.Collector(folder, asked, grace_s=0.0)) as collector:
        lost = collector.lost()
    verb = "run" if batch.mode == "timed" else batch.mode
    chosen = replace(fakes.asked(project, ("--resume", str(folder)), verb), out=None)
    wishes = submit.Wishes(Site(**{"python": python_of(project), **site}), asked, Resources())
    return session.carry_out(
        fakes.over_fakes(submit.Batched(chosen, wishes, lost)),
        Progress(sys.stderr),
        find=lambda _: [fakes.FakeFound(one.name) for one in sorted((project / "build").iterdir())],
    )


def collected(folder: Path, asked: Any, **settings: Any) -> tuple[collect.Standing, int]:
    """Collect once; return how the batch stands and the exit code."""
    made = collect.Collector(folder, asked, **{"grace_s": 0.0, **settings})
    with contextlib.closing(made) as collector:
        standing = collector.collect()
        return standing, collector.exit_code(standing)


if __name__ == "__main__":
    # Pretend nodes are machines of their own.
    locks.PREFIX = sys.argv[1] + os.environ.get("SLURMD_NODENAME", "")
    sys.exit(_task.main(sys.argv[2:]))
