"""One task of a batch, on its node: ``main`` with FOLDER ARRAY TASK [RESTART].

It makes its launches one after another like every other run, and leaves a file for each.  Started
again after its node was lost, it goes on where it was.  Standard library only, Python 3.9.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from league.base import exit_codes, locks, machine, process
from league.base.errors import LeagueError, UsageError
from league.batch import files
from league.batch.files import Batch, Planned, Seen
from league.records.schema import Record, stamp
from league.run import judge, launch, plan, timing, variants

#: Seconds that a shared file system may take to show what another node wrote.
STALE_S = 60.0
#: A launch that was begun so often and never ended takes its node down.
MOST_ATTEMPTS = 3


class Task:
    """The launches of one task."""

    def __init__(self, folder: Path, array: int, number: int, restart: int) -> None:
        self._folder = folder
        self._own = files.task_folder(folder, array, number)
        self._batch: Batch = files.read(folder)
        self._array = self._batch.arrays[array]
        self._number = number
        self._restart = restart
        self._patience = STALE_S
        self._failed: set[plan.Cell] = set()
        self._machine = ""

    def run(self) -> None:
        """Make every launch that no earlier start of this task has finished."""
        planned = files.read_task(self._own)
        seen = files.look(self._own)
        here = stamp(machine.describe())
        self._machine = here["id"]
        files.leave(self._own, files.NODE, self._restart, here)
        programs = [one.launch.cell.variant for one in planned]
        devices = variants.device_locks(programs, self._batch.device)
        with locks.devices(devices, print), launch.Launcher() as launcher:
            for number, one in enumerate(planned):
                known = files.read_result(self._own, number, seen)
                if known is None:
                    record = self._carry_out(number, one, seen, launcher)
                    files.leave(self._own, number, self._restart, record)
                else:
                    record = known.record
                if record is not None and not self._good(record):
                    self._failed.add(one.launch.cell)

    def _good(self, record: Record) -> bool:
        return variants.may_go_on(record, self._batch.judge)

    def _carry_out(
        self, number: int, one: Planned, seen: Seen, launcher: launch.Launcher
    ) -> Record | None:
        """Make a launch and return its record; None if a record of its cell tells why not."""
        cell = one.launch.cell
        if cell in self._failed:
            return None
        why = self._why_not(one)
        if why:
            first = one.launch.index == 0 and not one.launch.pair
            return self._stamped(judge.unlaunched_record(one.launch, why)) if first else None
        if seen.begun.get(number, 0) >= MOST_ATTEMPTS:
            why = f"its task ended {MOST_ATTEMPTS} times while it ran"
            return self._stamped(judge.unlaunched_record(one.launch, why), lost=True)
        files.leave(self._own, number, self._restart, None, files.BEGUN)
        print(f"{one.launch.mode} {one.launch.name}", flush=True)
        batch, made = self._batch, self._batch.programs[cell.variant.toolchain]
        folders = [Path(folder) for folder in batch.folders]
        record = variants.carried_out(
            launcher,
            launch.program_of(cell.variant, made.environment, batch.device, batch.judge, folders),
            one.launch,
            version=made.version,
            timeout_s=batch.timeout_s,
            device=batch.device,
            shared=not self._array.exclusive,
        )
        return self._stamped(record)

    def _why_not(self, one: Planned) -> str:
        """Return why a timed launch is not made; empty if its check was good."""
        if one.check is None:
            return ""
        folder = files.task_folder(self._folder, *one.check[:2])
        result = files.read_result(folder, one.check[2], files.look(folder))
        while result is None and self._patience > 0.0:
            time.sleep(1.0)
            self._patience -= 1.0
            result = files.read_result(folder, one.check[2], files.look(folder))
        if result is None or result.record is None:
            return "its check left no record"
        return "" if self._good(result.record) else timing.why_untimed(result.record)

    def _stamped(self, record: Record, *, lost: bool = False) -> Record:
        told = {
            "scheduler": self._batch.scheduler,
            "task": self._number,
            "restart": self._restart,
            "exclusive": self._array.exclusive,
            "cpus": len(os.sched_getaffinity(0)),
            "machine": self._machine,
            "lost": lost,
        }
        return stamp({**record, "batch": told})


def main(words: Sequence[str]) -> int:
    """Run a task and return an exit code; what it launched is judged elsewhere."""
    try:
        folder, array, task = Path(words[0]), int(words[1]), int(words[2])
        own = files.task_folder(folder, array, task)
        restart = int(words[3]) if words[3:] else files.first_free_restart(own)
    except (IndexError, ValueError):
        print("league: error: usage: FOLDER ARRAY TASK [RESTART]", file=sys.stderr)
        return UsageError.exit_code
    process.handle_stop_signals()
    try:
        Task(folder, array, task, restart).run()
    except LeagueError as error:
        print(f"league: error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("league: stopped", file=sys.stderr)
        return exit_codes.INTERRUPTED
    return 0
