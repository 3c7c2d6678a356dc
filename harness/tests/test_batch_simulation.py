"""A batch of 80,000 launches on 500 nodes that fail, by a simulated clock and from a seed."""

import contextlib
import json
import random
import sys
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from batches import Here, collected, submitted
from fakes import add_program

from league.batch import collect, files, scheduler
from league.batch.files import Array, Planned
from league.batch.scheduler import ENDED, PENDING, RUNNING, State, States
from league.records import schema, store
from league.records.schema import stamp

CELLS, LAUNCHES, NODES, PER_TASK = 10_000, 8, 500, 40
LAUNCH_S, LOOK_S, STALE_S = 20.0, 120.0, 25.0
#: Bytes that collecting may take for a launch, of which its key is held and nothing else.
PER_LAUNCH = 1_000

pytestmark = pytest.mark.simulation


def peak() -> int:
    """Return the most bytes this process had since the peak was reset."""
    text = Path("/proc/self/status").read_text()
    return 1024 * int(next(one for one in text.splitlines() if one.startswith("VmHWM")).split()[1])


class Simulated(Here):
    """A batch system of many nodes; tasks leave files as time goes on."""

    def __init__(self, folder: Path, tasks: Sequence[Sequence[Planned]], model: Any) -> None:
        super().__init__()
        self.now = 0.0
        self.dice = random.Random(23)
        self.folder, self.tasks, self.model = folder, tasks, model
        self.waiting = list(range(len(tasks)))
        self.running: dict[int, float] = {}  # task -> when its present launch began
        self.restarts = [0] * len(tasks)
        self.left: list[set[int]] = [set() for _ in tasks]
        self.ended: dict[int, float] = {}
        self.written: dict[tuple[int, int, int], float] = {}
        self.events: Counter[str] = Counter()

    def _write(self, task: int, number: int) -> None:
        one = self.tasks[task][number].launch
        told = {**self.model["batch"], "task": task, "restart": self.restarts[task]}
        record = {**self.model, **one.cell.fields(), "index": one.index, "batch": told}
        self._leave(task, json.dumps({"launch": number, "record": stamp(record)}) + "\n")
        self.written[task, number, self.restarts[task]] = self.now
        self.left[task].add(number)

    def _leave(self, task: int, text: str) -> None:
        ending = f"{self.restarts[task]}.jsonl"
        with files.task_file(self.folder, 0, task, ending).open("a") as sink:
            sink.write(text)

    def _again(self, task: int) -> None:
        del self.running[task]
        self.restarts[task] += 1
        self.waiting.append(task)

    def pass_time(self, seconds: float) -> None:
        """Let nodes work, and some of them fail."""
        end = self.now + seconds
        while self.now < end:
            self.now += LAUNCH_S
            while self.waiting and len(self.running) < NODES:
                self.running[self.waiting.pop(0)] = self.now
            for task in list(self.running):
                planned = self.tasks[task]
                todo = next((n for n in range(len(planned)) if n not in self.left[task]), None)
                chance = self.dice.random()
                if todo is None:
                    del self.running[task]
                    self.ended[task] = self.now
                elif chance < 0.002:  # the node is lost, or the task is preempted
                    self.events["lost" if chance < 0.001 else "preempted"] += 1
                    if chance < 0.0005:
                        # It had written, and the next start does not see that: written twice.
                        self._write(task, todo)
                        self.left[task].discard(todo)
                        self.events["twice"] += 1
                    self._again(task)
                elif chance < 0.0021:  # its line is half there when the power goes
                    self._leave(task, f'{{"launch": {todo}, "record": {{"ki')
                    self.events["torn"] += 1
                    self._again(task)
                else:
                    self._write(task, todo)

    def poll(self, jobs: Sequence[str]) -> States:
        self.polls += 1
        if self.dice.random() < 0.1:
            self.events["silent"] += 1
            raise scheduler.SchedulerError("squeue did not answer in 30 s; try again later")
        states = {("1", task): State(PENDING, "", "Resources", 0.0) for task in self.waiting}
        states |= {("1", task): State(RUNNING, "", "", 0.0) for task in self.running}
        for task, when in self.ended.items():
            if self.now - when < 300.0:  # then it is forgotten
                states["1", task] = State(ENDED, scheduler.COMPLETED, "", 0.0, when)
        return states


def test_80000_launches_on_500_failing_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is collected once, with one call of the batch system a look and bounded memory."""
    add_program(tmp_path / "build", "serial")
    here = Here()
    words = ("-v", "serial", "--precision", "fp64", "-l", "1")
    _, small = submitted(tmp_path, here, *words)
    here.run_all()
    collected(small, here)
    records = store.read_records(small)
    model = next(one for one in records if one["kind"] == "launch" and one["mode"] == "timed")
    model = {name: value for name, value in model.items() if name not in ("id", "time")}
    batch = files.read(small / files.FOLDER)
    first = files.read_task(small / files.FOLDER, 1, 0)[0]
    cell = first.launch.cell
    toys = [replace(cell.variant, benchmark=f"toy{number}") for number in range(CELLS)]
    cells = [replace(cell, variant=one) for one in toys]
    planned = [
        Planned(replace(first.launch, cell=cell, index=index))
        for index in range(LAUNCHES) for cell in cells
    ]  # fmt: skip
    tasks = [planned[start : start + PER_TASK] for start in range(0, len(planned), PER_TASK)]
    with store.create_run(tmp_path, "large") as run:
        run.append(next(one for one in records if one["kind"] == "session"))
        large = run.path
    folder = large / files.FOLDER
    folder.mkdir()
    (folder / "log").mkdir()
    array = Array("timed", len(tasks), len(planned), True, "1")
    large_one = replace(batch, run="large", arrays=[array], launches=len(planned))
    files.write_batch(folder, large_one)
    for number, task in enumerate(tasks):
        files.write_task(folder, 0, number, task)
    system = Simulated(folder, tasks, model)
    del planned
    look = files.look

    def is_shown(task: int, number: int, restart: int) -> bool:
        when = system.written.get((task, number, restart), 0.0)
        odd = zlib.crc32(f"{task} {number} {restart} {system.now}".encode()) % 2
        return bool(odd) or system.now - when > STALE_S

    def stale(of: Path, array: int, task: int, restarts: Any = None) -> files.Seen:
        """Leave out what was written lately, as slow shared file systems do."""
        seen = look(of, array, task, restarts)
        for number, one in list(seen.results.items()):
            if not is_shown(task, number, one.restart):
                del seen.results[number]
        return seen

    monkeypatch.setattr(files, "look", stale)
    Path("/proc/self/clear_refs").write_text("5")
    before = peak()
    looks = 0
    complete = False
    while not complete:
        # Each time from another shell for a while, which is then killed.
        made_here = collect.Collector(large, system, now=lambda: system.now)
        with contextlib.closing(made_here) as collector:
            for _ in range(10):
                system.pass_time(LOOK_S)
                standing = collector.collect()
                looks += 1
                complete = standing.complete
                if complete:
                    break
        with (large / store.FILE_NAME).open("ab") as sink:
            sink.write(b'{"kind":"laun' if not complete else b"")
        assert looks < 500
    used = peak() - before
    made = store.read_records(large)
    launches = [one for one in made if one["kind"] == "launch"]
    keys = Counter(map(store.key_of, launches))
    assert (len(keys), max(keys.values()), standing.lost) == (CELLS * LAUNCHES, 1, 0)
    assert not any(fault for one in launches[::97] for fault in schema.validate(one))
    minutes = looks * LOOK_S / 60
    print(f"{looks} looks, {system.polls} calls in {minutes:.0f} simulated minutes,"
          f" {used >> 20} MiB, {used / CELLS / LAUNCHES:.0f} bytes a launch,"
          f" {dict(system.events)}", file=sys.stderr)  # fmt: skip
    assert system.polls <= looks
    assert min(system.events[one] for one in ("lost", "preempted", "twice", "torn", "silent")) > 0
    assert used < PER_LAUNCH * CELLS * LAUNCHES
