"""One of the processes of a launch that compute at the same moment, as `run.ranks` has it.

A launcher starts it once a process, on one node or on several, with FOLDER RANKS DEVICE COUNT and
the program; ``all`` before these starts all of them here.  It learns its number, takes its share of
the processors and a device, and starts the program, whose timed phases begin when those of all
others may: at each the program reads a pipe that ends then.  Standard library only, Python 3.9.
"""

from __future__ import annotations

import itertools
import json
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from league.base import bounds, machine, paths
from league.base.errors import LeagueError
from league.records.schema import parse_object
from league.run import launch

#: Where launchers tell a process its number.  Slurm's comes last: what its jobs start inherits it.
NUMBERS = ("LEAGUE_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "FLUX_TASK_RANK",
           "PALS_RANKID", "SLURM_PROCID")  # fmt: skip
#: The variable that tells a program which pipe it reads before it computes.
GATE = "LEAGUE_GATE"
#: What a process leaves in its folder when it is there, and when it has ended.
HERE, ENDED, OUTPUT, RECORD = "here.json", "ended.json", "output", "record.jsonl"
#: Why none of the processes can go on.
FAILED = "failed"
#: Bytes of what a process leaves that are read.
LARGEST = 2**20
_LOOK_S = 0.001
_VISIBLE = ("CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES")


def number_of(environment: Mapping[str, str], ranks: int) -> int:
    """Return the number of this process.  Raises LeagueError if its launcher tells none."""
    for name in NUMBERS:
        if environment.get(name, "").isdecimal():
            number = int(environment[name])
            if number < ranks:
                return number
            raise LeagueError(
                f"{name} is {number}, and {ranks} processes were asked for; write {{ranks}} as"
                " their number among the words of the launcher"
            )
    raise LeagueError(f"the launcher tells a process no number; let it set {NUMBERS[1]} or alike")


def place_among(every: Sequence[Mapping[str, Any]], number: int, *names: str) -> tuple[int, int]:
    """Return the place of a process among those that tell the same by these names, and how many."""
    alike = [n for n, one in enumerate(every) if all(one[x] == every[number][x] for x in names)]
    return alike.index(number), len(alike)


class Rank:
    """A process of a launch."""

    def __init__(self, folder: Path, ranks: int) -> None:
        self._folder, self._ranks = folder, ranks
        self._number = number_of(os.environ, ranks)
        self._own = folder / str(self._number)
        try:
            self._own.mkdir()
        except FileExistsError as error:
            raise LeagueError(
                f"the launcher tells two processes number {self._number}; let it set {NUMBERS[1]}"
                " or alike"
            ) from error
        #: when the timed phases began, in nanoseconds of the time of day
        self._began: list[int] = []

    def run(self, device: str, count: int, command: Sequence[str]) -> None:
        """Start the program beside the others, and leave what became of it."""
        every = self._met()
        share, on = (place_among(every, self._number, "node", x) for x in ("cpus", "visible"))
        visible = every[self._number]["visible"]
        number = on[0] % (len(visible.split(",")) if visible else max(1, count))
        given = launch.device_variables(device, number, os.environ)
        gate = self._own / "gate"
        os.mkfifo(gate)
        threading.Thread(target=self._open, args=(gate,), daemon=True).start()
        with ExitStack() as held:
            held.enter_context(machine.own_share(*share))
            sink = held.enter_context((self._own / OUTPUT).open("wb"))
            bound = {**machine.binding(), "device": number if device else None, "shared": True}
            began = time.monotonic_ns()
            child = subprocess.Popen(
                [*command, "--record", str(self._own / RECORD)],
                env={**os.environ, **given, GATE: str(gate)}, cwd=self._own,
                stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT,
            )  # fmt: skip
            code, wall = child.wait(), time.monotonic_ns() - began
        nodes = list(dict.fromkeys(one["node"] for one in every))
        told = {"exit_code": code, "wall_ns": wall, "began": self._began, "binding": bound}
        self._leave(ENDED, {**told, "node": nodes.index(every[self._number]["node"])})

    def _met(self) -> list[dict[str, Any]]:
        """Say where this process is, wait for the others, and return where each is."""
        self._leave(HERE, {
            "node": os.environ.get("SLURMD_NODENAME") or platform.node(),
            "cpus": sorted(os.sched_getaffinity(0)),
            "visible": next(filter(None, map(os.environ.get, _VISIBLE)), ""),
        })  # fmt: skip
        self._until(partial(self._all_at, HERE))
        files = [self._folder / str(number) / HERE for number in range(self._ranks)]
        return [parse_object(bounds.read_whole(file, LARGEST)) for file in files]

    def _open(self, gate: Path) -> None:
        """Let the program pass each time that all others are there, too, or have ended."""
        for turn in itertools.count():
            descriptor = os.open(gate, os.O_WRONLY)  # waits until the program reads
            fresh = gate.with_name("next")
            os.mkfifo(fresh)
            fresh.replace(gate)
            (self._own / f"at-{turn}").touch()
            try:
                self._until(partial(self._all_at, f"at-{turn}"))
                self._began.append(time.time_ns())
            finally:
                os.close(descriptor)

    def _all_at(self, *names: str) -> bool:
        """Whether each of the processes has left one of these, or has ended."""
        every = (self._folder / str(number) for number in range(self._ranks))
        return all(any((one / name).exists() for name in (*names, ENDED)) for one in every)

    def _until(self, met: Callable[[], bool]) -> None:
        """Wait for others; the launch has a limit, which ends this.  LeagueError if one failed."""
        while not met():
            if (self._folder / FAILED).exists():
                raise LeagueError("another process could not be started; see what that one says")
            time.sleep(_LOOK_S)

    def _leave(self, name: str, told: Mapping[str, Any]) -> None:
        bounds.write_whole(self._own / name, json.dumps(told).encode())


def main(words: Sequence[str]) -> int:
    """Run one process, or with ``all`` as the first word all of them here; return an exit code."""
    if words[0] == "all":
        command = [*paths.interpreter("league.run.rank"), *words[1:]]
        every = [
            subprocess.Popen(command, env={**os.environ, NUMBERS[0]: str(number)})
            for number in range(int(words[2]))
        ]
        return max([abs(one.wait()) for one in every])
    folder, ranks, device, count, *command = words
    try:
        Rank(Path(folder), int(ranks)).run(device, int(count), command)
    except (LeagueError, OSError) as error:
        print(f"league: error: {error}", file=sys.stderr)
        (Path(folder) / FAILED).touch()
        return LeagueError.exit_code
    return 0
