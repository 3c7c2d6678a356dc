"""One task of a batch, on its node: ``main`` with FOLDER ARRAY TASK [RESTART].

It makes its launches one after another like every other run, and leaves a line for each.  Started
again after its node was lost, it goes on where it was.  Standard library only, Python 3.9.
"""

from __future__ import annotations

import contextlib
import os
import platform
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.base import exit_codes, locks, machine, process
from league.base.errors import LeagueError, UsageError
from league.batch import files
from league.batch.files import Batch, Claims, Planned, PlannedClaim, Profiles, Result, Seen
from league.records.schema import Record, stamp
from league.run import judge, launch, plan, ranks, timing, variants
from league.toolchains import levels

#: Seconds that a shared file system may take to show what another node wrote.
STALE_S = 60.0
#: A launch that was begun so often and never ended takes its node down.
MOST_ATTEMPTS = 3


class Task:
    """The launches of one task."""

    def __init__(
        self, folder: Path, place: tuple[int, int], restart: int, claims: Claims, profiles: Profiles
    ) -> None:
        self._claims, self._profiles = claims, profiles
        array, number = place
        self._folder, self._place = folder, {"array": array, "task": number}
        self._batch: Batch = files.read(folder)
        self._array = self._batch.arrays[array]
        self._planned = files.read_task(folder, array, number)
        self._seen = files.look(folder, array, number)
        self._left = files.Left(folder, array, number, restart)
        self._patience = STALE_S
        #: cells of which a launch was bad -> whether it was lost
        self._failed: dict[plan.Cell, bool] = {}
        self._checked: dict[tuple[int, int], Seen] = {}
        self._flags = levels.cpu_flags()
        #: by toolchain, how many devices it sees here
        self._counts: dict[str, int] = {}
        # How busy it was does not tell one node from another.
        self._machine = stamp({**machine.describe(), "load": []})

    def run(self) -> None:
        """Make every launch that no earlier start of this task has finished."""
        self._left.node(self._machine)
        with launch.Launcher() as launcher:
            for number, one in enumerate(self._planned):
                known = self._seen.results.get(number)
                if known is None:
                    made = self._carry_out(number, one, launcher)
                    known = Result(self._left.restart, made[0] if made else None, made[1:])
                    self._left.result(number, known.record, known.more)
                if isinstance(one, PlannedClaim):
                    continue
                for record in self._records(known):
                    if not self._good(record):
                        self._failed[one.launch.cell] = record["batch"]["lost"]
        self._left.close()

    @staticmethod
    def _records(result: Result) -> list[Record]:
        return [one for one in (result.record, *result.more) if one is not None]

    def _good(self, record: Record) -> bool:
        return variants.may_go_on(record, self._batch.judge)

    def _carry_out(
        self, number: int, one: Planned | PlannedClaim, launcher: launch.Launcher
    ) -> list[Record]:
        """Make a launch and return its record; none if a record of its cell tells why not.

        Of a check on all devices there is a record for each; that of device 0 comes first.
        """
        if isinstance(one, PlannedClaim):
            why, lost = self._why_not(number, one)
            if not lost:
                self._left.begun(number)
                print(one.claim["name"], flush=True)
            made = self._claims(one.claim, self._folder, None if lost else launcher, why)
            return [self._stamped(record, lost=lost) for record in made]
        if self._failed.get(one.launch.cell) is False:
            return []
        why, lost = self._why_not(number, one)
        if self._failed.get(one.launch.cell):
            why, lost = why or "a launch of its cell was lost", True
        if why:
            first = lost or (one.launch.index == 0 and not one.launch.pair)
            unmade = judge.unlaunched_record(one.launch, why)
            return [self._stamped(unmade, lost=lost)] if first else []
        with self._alone(one):
            self._left.begun(number)
            print(f"{one.launch.mode} {one.launch.name}", flush=True)
            made_now = self._on_devices(one.launch, one.checks, launcher)
            return [self._stamped(record) for record in made_now]

    def _on_devices(
        self, one: plan.Launch, checks: Sequence[files.Place], launcher: launch.Launcher
    ) -> list[Record]:
        """Make a launch; where all devices are asked for, a check on each of them at once.

        The first check of a toolchain is made with all of them visible, and tells how many there
        are.  Of a cell the timed launches are on one device after the other.
        """
        variant = one.cell.variant
        if one.ranks:
            return self._together(one, checks, launcher)
        if not self._batch.all_devices or not variant.offloads:
            return [self._launched(one, launcher)]
        if one.mode == plan.TIMED:
            count = max((self._devices_of(place) for place in checks), default=1)
            return [self._launched(replace(one, device=one.index % count), launcher)]
        known = self._counts.get(variant.toolchain, 0)
        made = []
        if not known:
            environment = (*one.environment, *timing.FIRST_DEVICE)
            first = replace(one, device=0, sees_all=True, environment=environment)
            made = [self._launched(first, launcher)]
            told = made[0]["record"] or {}
            known = self._counts[variant.toolchain] = int(told.get("device", {}).get("count", 0))
        rest = [replace(one, device=number, index=number) for number in range(len(made), known)]
        with ThreadPoolExecutor(max(1, len(rest))) as beside:
            return [*made, *beside.map(lambda each: self._beside(each, launcher, known), rest)]

    def _beside(self, one: plan.Launch, launcher: launch.Launcher, count: int) -> Record:
        """Make a launch beside those on other devices, on processors of its own."""
        with machine.own_share(one.device or 0, count):
            return self._launched(one, launcher, shared=True)

    def _together(
        self, one: plan.Launch, checks: Sequence[files.Place], launcher: launch.Launcher
    ) -> list[Record]:
        """Start several processes of a cell, on as many devices as its checks saw."""
        made = self._batch.programs[one.cell.variant.toolchain]
        results = (self._look(array, task).results.get(place) for array, task, place in checks)
        seen = (ranks.devices_of(each) for told in results if told for each in self._records(told))
        return ranks.carried_out(
            launcher,
            self._program(one, None),
            one,
            version=made.version,
            timeout_s=self._batch.timeout_s,
            place=self._folder,
            devices=max(seen, default=0),
        )

    def _program(self, one: plan.Launch, device: int | None) -> launch.Program:
        made = self._batch.programs[one.cell.variant.toolchain]
        folders = [Path(folder) for folder in self._batch.folders]
        return launch.program_of(
            one.cell.variant, made.environment, device, self._batch.judge, folders, made.launcher
        )

    def _devices_of(self, place: files.Place) -> int:
        """Return on how many devices a check was made."""
        array, task, number = place
        result = self._look(array, task).results.get(number)
        return 1 + len(result.more) if result else 1

    def _alone(self, one: Planned) -> contextlib.AbstractContextManager[None]:
        """Hold what a timed launch needs for itself; checks share their node by intent."""
        timed = self._array.mode == plan.TIMED
        every = self._batch.all_devices
        variant = one.launch.cell.variant
        needed = variants.device_locks([variant], self._batch.device, on_all=every)
        return locks.devices(needed if timed else (), print)

    def _launched(
        self, one: plan.Launch, launcher: launch.Launcher, *, shared: bool = False
    ) -> Record:
        variant, batch = one.cell.variant, self._batch
        device = batch.device if one.device is None else one.device
        made = batch.programs[variant.toolchain]
        program = self._program(one, None if one.sees_all else device)
        kept: Mapping[str, Any] = {}
        if batch.tool and one.mode == batch.mode:
            program, keep = self._profiles(one, program, batch.tool, self._folder.parent, print)
            kept = {"kept": keep}
        return variants.carried_out(
            launcher,
            program,
            one,
            version=made.version,
            timeout_s=batch.timeout_s,
            device=device,
            shared=shared or not self._array.exclusive,
            **kept,
        )

    def _why_not(self, number: int, one: Planned | PlannedClaim) -> tuple[str, bool]:
        """Return why a launch is not made, and whether that is no fault of its cell."""
        made = self._batch.programs[one.toolchain]
        lacking = "; ".join(filter(None, levels.lacking(made.march, made.cpu, self._flags)))
        if lacking:
            return lacking, True
        for array, task, place in one.checks if isinstance(one, Planned) else ():
            result = self._look(array, task).results.get(place)
            while result is None and self._patience > 0.0:
                time.sleep(1.0)
                self._patience -= 1.0
                result = self._look(array, task, anew=True).results.get(place)
            if result is None or result.record is None:
                return "its check left no record", True
            bad = [each for each in self._records(result) if not self._good(each)]
            if bad:
                lost = bool(bad[0].get("batch", {}).get("lost"))
                return timing.why_untimed(bad[0]), lost
        if self._seen.begun.get(number, 0) >= MOST_ATTEMPTS:
            return f"its task ended {MOST_ATTEMPTS} times while it ran", True
        return "", False

    def _look(self, array: int, task: int, *, anew: bool = False) -> Seen:
        if anew or (array, task) not in self._checked:
            self._checked[array, task] = files.look(self._folder, array, task)
        return self._checked[array, task]

    def _stamped(self, record: Record, *, lost: bool = False) -> Record:
        told = {
            "scheduler": self._batch.scheduler,
            **self._place,
            "restart": self._left.restart,
            "exclusive": self._array.exclusive,
            "cpus": len(os.sched_getaffinity(0)),
            "machine": self._machine["id"],
            "node": self._batch.token(os.environ.get("SLURMD_NODENAME") or platform.node()),
            "lost": lost,
        }
        return stamp({**record, "batch": told})


def main(words: Sequence[str], claims: Claims, profiles: Profiles) -> int:
    """Run a task and return an exit code; what it launched is judged elsewhere."""
    try:
        folder, array, task = Path(words[0]), int(words[1]), int(words[2])
        restart = int(words[3]) if words[3:] else 0
    except (IndexError, ValueError):
        print("league: error: usage: FOLDER ARRAY TASK [RESTART]", file=sys.stderr)
        return UsageError.exit_code
    process.handle_stop_signals()
    signal.signal(signal.SIGUSR1, process.stop)  # by which a batch system tells that time is short
    try:
        Task(folder, (array, task), restart, claims, profiles).run()
    except LeagueError as error:
        print(f"league: error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("league: stopped before its end; submit --resume makes what is left", file=sys.stderr)
        return exit_codes.INTERRUPTED
    return 0
