"""Collecting a batch: the files its launches left become records of the run, each once.

May be repeated at any time, from any machine that sees the folder, and be killed at any moment: a
record is one line that is whole or not there, and what is there is not appended again.  The batch
system is asked, once a time, only about tasks of which something is missing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from league.base import exit_codes
from league.base.scrub import scrub
from league.batch import files, scheduler
from league.batch.files import Array, Batch, Claims, Planned, PlannedClaim, Seen
from league.batch.scheduler import Scheduler, SchedulerError, State
from league.records import schema, store, totals
from league.records.schema import Record
from league.run import judge

#: Seconds after the end of a task in which a shared file system may still hide what it wrote.
GRACE_S = 30.0
#: So often a task is given a new start that its batch system does not give it by itself.
MOST_AGAIN = 3
#: Records of the launch stage for launches that a job's end took along.
_STAGE = {scheduler.TIMEOUT: "timeout", scheduler.OUT_OF_MEMORY: "out-of-memory"}


@dataclass
class Standing:
    """How a batch stands after it was collected."""

    planned: int = 0
    fresh: int = 0  # records that were not there before
    left: int = 0  # launches that have not ended
    lost: int = 0  # launches that left nothing and will not
    running: int = 0  # tasks
    again: int = 0  # tasks that were given a new start
    #: tasks that wait, by what they wait for
    waiting: dict[str, int] = field(default_factory=dict)
    stuck: set[str] = field(default_factory=set)
    unanswered: str = ""

    @property
    def complete(self) -> bool:
        """Whether every launch is accounted for."""
        return self.left == 0

    def told(self) -> dict[str, Any]:
        """Return it for programs."""
        return {**asdict(self), "stuck": sorted(self.stuck), "complete": self.complete}

    def lines(self) -> list[str]:
        """Say how it stands."""
        ended = self.planned - self.left
        told = [f"{ended} of {self.planned} launches have ended, {self.fresh} records are new"]
        if self.lost:
            told.append(f"{self.lost} launches were lost with their jobs")
        if self.running:
            told.append(f"{self.running} tasks run")
        if self.again:
            told.append(f"{self.again} tasks could not be started and were queued again")
        for reason, count in sorted(self.waiting.items()):
            more = ", which does not end by itself" if reason in self.stuck else ""
            told.append(f"{count} tasks wait: {reason or 'no reason given'}{more}")
        if self.unanswered:
            told.append(self.unanswered)
        return told


@dataclass(frozen=True)
class _Task:
    """A task whose launches have not all a record: which it is, what it left, how it stands."""

    place: tuple[int, int]  # numbers of its array and in it
    array: Array
    seen: Seen
    #: what the batch system knows of it; None: nothing
    state: State | None
    #: whether the batch system answered
    asked: bool


class _Known:
    """What is known of the records of a run, of which none is held: they may be very many."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._outcome = totals.Outcome(batch.judge, batch.mode)
        self._red = False
        self.machines: set[str] = set()
        self.done: set[Hashable] = set()
        #: launches that were lost -> the last array that lost them
        self.lost: dict[Hashable, int] = {}
        self.session: Record = {}
        self.finished = False

    def see(self, record: Record) -> None:
        """Take a record into account."""
        told = record.get("batch", {})
        if not told.get("lost"):  # which may be made yet
            self._outcome.see(record)
            if record["kind"] == "claim":
                device = self._batch.programs[record["toolchain"]].offloads
                self._red = self._red or totals.red_claim(record, device=device)
        if record["kind"] == "machine":
            self.machines.add(record["id"])
        elif record["kind"] == "session":
            self.session = self.session or record
            self.finished = record["state"] == "finished"
        elif record["kind"] in ("launch", "claim"):
            names = store.key_of(record)
            # Names are the same in many keys.
            key = tuple(sys.intern(x) if isinstance(x, str) else x for x in names)
            if told.get("lost"):
                self.lost[key] = told.get("array", 0)
            else:
                self.done.add(key)
                self.lost.pop(key, None)

    def has(self, planned: Planned | PlannedClaim, array: int) -> bool:
        """Whether nothing more is to come of a launch from an array."""
        return all(k in self.done or self.lost.get(k, -1) >= array for k in planned.record_keys())

    def exit_code(self) -> int:
        """Return the exit code of what is there so far."""
        if self.lost or self._red:
            return exit_codes.FAILED
        if self._batch.mode == files.CLAIMS:
            return exit_codes.GOOD
        return self._outcome.exit_code(
            device_required=self._batch.device is not None, any_device=self._batch.all_devices
        )


class Collector:
    """Collects one batch into its run."""

    def __init__(
        self,
        folder: Path,
        asked: Scheduler,
        *,
        pending_limit_s: float | None = None,
        grace_s: float = GRACE_S,
        now: Callable[[], float] = time.time,
        claims: Claims = lambda *_: [],
    ) -> None:
        self._folder = files.folder_of(folder)
        self._batch: Batch = files.read(self._folder)
        self._known = _Known(self._batch)
        self._run = store.open_run(folder, self._known.see, shared=True)
        self._scheduler = asked
        self._pending_limit_s = pending_limit_s
        self._grace_s = grace_s
        self._now = now
        self._claims = claims
        # Tasks of which nothing is missing are not looked at again.
        self._closed: set[tuple[int, int]] = set()

    def close(self) -> None:
        """Hand the run back."""
        self._run.close()

    def collect(self) -> Standing:
        """Collect what there is and return how the batch stands."""
        standing = Standing(planned=self._batch.launches)
        # Asked before the files are looked at: what has ended by now has written its own.
        states = self._states(standing)
        left = files.listing(self._folder)
        for array, one in enumerate(self._batch.arrays):
            for place in ((array, number) for number in range(one.tasks)):
                if place not in self._closed:
                    seen = files.look(self._folder, *place, left.get(place, ()))
                    state, asked = (states or {}).get((one.job, place[1])), states is not None
                    if self._collect_task(_Task(place, one, seen, state, asked), standing):
                        self._closed.add(place)
        standing.lost = len(self._known.lost)
        if standing.complete and not self._known.finished:
            self._finish(standing)
        return standing

    def exit_code(self, standing: Standing) -> int:
        """Return the exit code: 1 if something is wrong or lost, 4 if something is to come."""
        code = self._known.exit_code()
        if code == exit_codes.GOOD and not standing.complete:
            return exit_codes.NOTHING_COMPARABLE
        return code

    def lost(self) -> list[tuple[files.Place, Planned | PlannedClaim]]:
        """Return the launches that were lost, each with its place."""
        found: dict[Hashable, tuple[files.Place, Planned | PlannedClaim]] = {}
        for array, one in enumerate(self._batch.arrays):
            for number in range(one.tasks):
                for index, planned in enumerate(files.read_task(self._folder, array, number)):
                    if self._known.lost.get(key := planned.record_keys()[0]) == array:
                        found[key] = (array, number, index), planned
        return list(found.values())

    def _states(self, standing: Standing) -> scheduler.States | None:
        """Ask the batch system; None if it does not answer, so that nothing is taken for lost."""
        jobs = [
            one.job
            for array, one in enumerate(self._batch.arrays)
            if one.job and any((array, task) not in self._closed for task in range(one.tasks))
        ]
        if not jobs:
            return {}
        try:
            return self._scheduler.poll(jobs)
        except SchedulerError as error:
            standing.unanswered = f"{error}; what was written is collected"
            return None

    def _collect_task(self, task: _Task, standing: Standing) -> bool:
        """Take what a task left; return whether nothing is missing of it any more."""
        missing = {}
        for number, one in enumerate(files.read_task(self._folder, *task.place)):
            if self._known.has(one, task.place[0]):
                continue
            made = self._made(task, number, one)
            if made is None:
                missing[number] = one
            for record in made or ():
                self._append(record, standing)
        left = sum(len(one.record_keys()) for one in missing.values())
        if missing and self._again(task):
            standing.left += left
            standing.again += 1
            return False
        if missing and task.asked and (why := self._lost_by(task)):
            for number, one in missing.items():
                for record in self._lost(task, number, one, why):
                    self._append(record, standing)
            return True
        standing.left += left
        if missing:
            self._wait(task, standing)
        return not missing

    def _made(self, task: _Task, number: int, one: Planned | PlannedClaim) -> list[Record] | None:
        """Return what a launch left, none if a record of its cell tells why; None: not readable.

        The machine that it ran on is recorded if it is new.
        """
        result = task.seen.results.get(number)
        if result is None or result.record is None:
            return None if result is None else []
        record, keys = result.record, list(one.record_keys())
        every = [record] if isinstance(one, Planned) else [record, *result.more]
        kind = "launch" if isinstance(one, Planned) else "claim"
        if any(schema.validate(each, kind) for each in every):
            return None
        if list(map(store.key_of, every)) != keys:
            return None
        if isinstance(one, Planned):
            further = [each for each in result.more if self._is_further(each, one)]
            every = [*further, record]  # the one by which the launch is known comes last
        else:
            every = [each for each in every if store.key_of(each) not in self._known.done]
        node = task.seen.nodes.get(result.restart, {})
        if not schema.validate(node, "machine") and node["id"] not in self._known.machines:
            self._run.append(node)
        return every

    def _is_further(self, record: Record, one: Planned) -> bool:
        """Whether a record is of the same check on another device, and not there yet."""
        if schema.validate(record, "launch"):
            return False
        key, index = store.key_of(record), record["index"]
        return key == replace(one.launch, index=index).key() and key not in self._known.done

    def _append(self, record: Record, standing: Standing) -> None:
        self._run.append(record)
        standing.fresh += 1

    def _again(self, task: _Task) -> bool:
        """Give a task a new start if one may help; a few times, and not against a cancellation."""
        if task.state is None or not task.state.again or self._note(task, "cancelled").exists():
            return False
        starts = (self._note(task, f"again.{number}") for number in range(MOST_AGAIN))
        free = next((one for one in starts if not one.exists()), None)
        if free is None or not self._scheduler.again(task.array.job, task.place[1]):
            return False
        free.touch()
        return True

    def _note(self, task: _Task, what: str) -> Path:
        """Return the file that notes something of a task."""
        return files.task_file(self._folder, *task.place, what)

    def _lost_by(self, task: _Task) -> str:
        """Return why a task leaves nothing more, in one line; empty if it may."""
        state = task.state or State(scheduler.ENDED, scheduler.GONE)
        if not task.array.job:
            return "it was not submitted"
        if state.phase != scheduler.ENDED:
            return ""
        if self._now() - (state.ended or _noted(self._note(task, "ended"))) < self._grace_s:
            return ""
        note = self._note(task, "cancelled")
        # Slurm forgets a waiting task at once when it is cancelled.
        if state.cause in (scheduler.CANCELLED, scheduler.GONE) and note.is_file():
            return note.read_text(encoding="utf-8", errors="replace").strip()
        silent = state.cause not in (scheduler.FAILED, scheduler.GONE)
        last = "" if silent else _last_words(self._folder, task.array.job, task.place[1])
        reason = f" ({state.reason})" if state.reason else ""
        return f"its job ended: {state.cause}{reason}{last}"

    def _lost(
        self, task: _Task, number: int, one: Planned | PlannedClaim, why: str
    ) -> list[Record]:
        """Return the record of a launch that left nothing: what ended its job, if it was begun."""
        told = {"scheduler": self._batch.scheduler, "array": task.place[0], "lost": True}
        why = scrub(why)[:300]
        if isinstance(one, PlannedClaim):
            every = self._claims(one.claim, self._folder, None, why)
            return [{**each, "batch": told} for each in every]
        begun = task.state is not None and number in task.seen.begun
        stage = _STAGE.get(task.state.cause, "") if task.state is not None and begun else ""
        record = judge.unlaunched_record(one.launch, why, launch_value=stage)
        return [{**record, "batch": told}]

    def _wait(self, task: _Task, standing: Standing) -> None:
        """Count a task that runs or waits; cancel one that has waited too long."""
        state = task.state
        standing.running += state is not None and state.phase == scheduler.RUNNING
        if state is None or state.phase != scheduler.PENDING:
            return
        standing.waiting[state.reason] = standing.waiting.get(state.reason, 0) + 1
        if state.stuck:
            standing.stuck.add(state.reason)
        waited = 0.0 if state.submitted is None else self._now() - state.submitted
        if self._pending_limit_s is not None and waited > self._pending_limit_s:
            why = f"its job waited {waited / 60:.0f} min for: {state.reason}"
            self._note(task, "cancelled").write_text(why + "\n", encoding="utf-8")
            self._scheduler.cancel(task.array.job, [task.place[1]])

    def _finish(self, standing: Standing) -> None:
        """Record that the session has ended, and how."""
        begun = self._known.session
        content = {key: value for key, value in begun.items() if key not in ("id", "time")}
        code = self.exit_code(standing)
        self._run.append({**content, "state": "finished", "exit_code": code})


def cancel(run: Path, asked: Scheduler) -> list[str]:
    """Cancel every job of a batch and return their ids."""
    jobs = [one.job for one in files.read(files.folder_of(run)).arrays if one.job]
    for job in jobs:
        asked.cancel(job)
    return jobs


def _noted(file: Path) -> float:
    """Return when a file was made, which is now if it is not there."""
    if not file.exists():
        file.touch()
    return file.stat().st_mtime


def _last_words(folder: Path, job: str, task: int) -> str:
    """Return the last line that a task printed."""
    try:
        with (folder / "log" / f"{job}_{task}.txt").open("rb") as source:
            source.seek(max(0, source.seek(0, 2) - 4096))
            lines = source.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    said: Sequence[str] = [line.strip() for line in lines if line.strip()]
    return f": {said[-1][:200]}" if said else ""
