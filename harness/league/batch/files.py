"""The files of a batch, which are the truth about it: what is to be launched, what was.

Below the folder of a run::

    batch/batch.json        programs, arrays of tasks, the jobs they became
    batch/A-T.json          what task T of array A launches
    batch/A-T.R.jsonl       what its start R left, a line each: the machine it ran on, which launch
                            begins, and its record or why there is none

Nothing is ever written by two processes: a start of a task makes its file, and takes the next
number if that is there.  Half a line, which a node left that was lost, is none.  Standard library.
"""

from __future__ import annotations

import errno
import hashlib
import itertools
import json
import os
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, is_dataclass
from pathlib import Path
from typing import Any, Optional

from league.base import bounds
from league.base.errors import StoreError, guarding
from league.records.schema import Record, parse_object
from league.run.launch import Launcher, Outcome, Program
from league.run.manifest import Variant
from league.run.plan import Cell, Launch
from league.verdicts.judging import Judge

SCHEMA = "league-batch-3"
FOLDER = "batch"
#: Bytes of one file that are read.
_LARGEST = 2**30
_LEFT = re.compile(r"(\d+)-(\d+)\.(\d+)\.jsonl")

#: The mode of a batch of claims.
CLAIMS = "claims"
#: Array, task and number of a launch in it.
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Programs:
    """What those of a toolchain have in common: its compiler's version, and what it sets."""

    version: str
    environment: Mapping[str, str]
    #: what they are compiled for, and the features of a processor that they may use
    march: str = ""
    cpu: Sequence[str] = ()
    #: whether claims that it was compiled for have to be kept on a device
    offloads: bool = False
    #: words before each of them
    launcher: Sequence[str] = ()


@dataclass(frozen=True)
class Planned:
    """A launch of a batch; a timed one is made only if the checks at ``checks`` were good."""

    launch: Launch
    checks: Sequence[Place] = ()

    @property
    def toolchain(self) -> str:
        """Whose program it is."""
        return self.launch.cell.variant.toolchain

    def record_keys(self) -> Sequence[Hashable]:
        """Return the keys of its records; of several devices or processes, of the first."""
        return self.launch.record_keys()[:1]


@dataclass(frozen=True)
class PlannedClaim:
    """A program of claims, as what knows about claims has packed it."""

    claim: Mapping[str, Any]

    @property
    def toolchain(self) -> str:
        """Whose program it is."""
        return str(self.claim["kit"]["toolchain"])

    def record_keys(self) -> Sequence[Hashable]:
        """Return the keys of its records."""
        return [tuple(key) for key in self.claim["keys"]]


#: Makes the records of a program of claims below the folder of a batch: with a launcher by
#: launching it, else those that say why it was not.
Claims = Callable[[Mapping[str, Any], Path, Optional[Launcher], str], "list[Record]"]
#: Makes of a launch's program, a tool, the folder of a run and what shows a line the program as it
#: is profiled, and what the record keeps of that.
Profiles = Callable[
    [Launch, Program, str, Path, Callable[[str], None]],
    "tuple[Program, Callable[[Record, Outcome], Mapping[str, Any]]]",
]


@dataclass(frozen=True)
class Array:
    """Tasks that are submitted together."""

    mode: str
    tasks: int
    launches: int
    exclusive: bool
    job: str = ""  # as the batch system calls it; empty if it was not submitted


@dataclass(frozen=True)
class Batch:
    """What the launches of a batch have in common."""

    run: str
    scheduler: str
    mode: str
    allow_host: bool
    device: int | None
    timeout_s: float
    folders: Sequence[str]  # cut out of what programs print
    programs: Mapping[str, Programs]  # by toolchain
    launches: int  # in all, however often they were submitted
    arrays: Sequence[Array] = ()
    #: checks on every device that a task sees, timed launches on one after the other
    all_devices: bool = False
    #: makes tokens of the names of nodes; it stays here, so that those tell nobody a name
    secret: str = ""
    #: with what launches of the mode are profiled; empty: they are not
    tool: str = ""
    schema: str = SCHEMA

    def token(self, node: str) -> str:
        """Return what tells one node from another without naming it."""
        return hashlib.sha256(f"{self.secret} {node}".encode()).hexdigest()[:8]

    @property
    def judge(self) -> Judge:
        """What is asked of the launches."""
        return Judge(self.allow_host)


@dataclass(frozen=True)
class Result:
    """What became of a launch: a record, or none, because its cell had failed before."""

    restart: int
    record: Record | None
    #: of a check on all devices: the records of those beyond the first
    more: Sequence[Record] = ()


@dataclass
class Seen:
    """What the starts of a task left."""

    #: numbers of launches -> what became of them, by the first start that tells
    results: dict[int, Result] = field(default_factory=dict)
    #: numbers of launches that were begun -> how often
    begun: dict[int, int] = field(default_factory=dict)
    #: starts -> records of the machines they ran on
    nodes: dict[int, Record] = field(default_factory=dict)


# ---- writing and reading -------------------------------------------------------------------------


def write(file: Path, value: object) -> None:
    """Write a file whole: it has its name when its content is on the disk."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    with guarding(f"write {file}", "make room there", StoreError):
        bounds.write_whole(file, text.encode("utf-8", "replace"), sync=True)


def _plain(value: object) -> object:
    return vars(value) if is_dataclass(value) else str(value)


def _read(file: Path) -> Record:
    """Read a file.  Raises OSError if it is not there, ValueError if it is damaged."""
    return parse_object(bounds.read_whole(file, _LARGEST))


def folder_of(run: Path) -> Path:
    """Return the folder of a run's batch.  Raises StoreError if it has none."""
    folder = run / FOLDER
    if not (folder / "batch.json").is_file():
        raise StoreError(f"{run} was not submitted to a batch system; name a run of submit")
    return folder


def read(folder: Path) -> Batch:
    """Read what a batch is.  Raises StoreError if the file is damaged."""
    file = folder / "batch.json"
    try:
        content = _read(file)
        if content["schema"] != SCHEMA:
            raise ValueError(f"it is not of schema {SCHEMA}")
        content["programs"] = {k: Programs(**one) for k, one in content["programs"].items()}
        content["arrays"] = [Array(**one) for one in content["arrays"]]
        return Batch(**content)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{file} cannot be read ({error}); submit again") from error


def write_batch(folder: Path, batch: Batch) -> None:
    """Write what a batch is."""
    write(folder / "batch.json", batch)


def task_file(folder: Path, array: int, task: int, ending: str) -> Path:
    """Return a file of a task."""
    return folder / f"{array}-{task}.{ending}"


def write_task(
    folder: Path, array: int, task: int, launches: Iterable[Planned | PlannedClaim]
) -> None:
    """Write what a task launches."""
    write(task_file(folder, array, task, "json"), {"launches": list(launches)})


def read_task(folder: Path, array: int, task: int) -> list[Planned | PlannedClaim]:
    """Read what a task launches.  Raises StoreError if the file is damaged."""
    file = task_file(folder, array, task, "json")
    try:
        every = _read(file)["launches"]
        return [PlannedClaim(one["claim"]) if "claim" in one else _planned(one) for one in every]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{file} cannot be read ({error}); submit again") from error


def _planned(told: Record) -> Planned:
    launch = dict(told["launch"])
    cell, variant = launch["cell"], launch["cell"]["variant"]
    variant.update(executable=Path(variant["executable"]), build=Path(variant["build"]))
    variant["cases"] = ()  # which say what is launched; a launch has its own words
    launch.update(
        cell=Cell(Variant(**variant), cell["letter"], cell["precision"]),
        arguments=tuple(launch["arguments"]),
        environment=tuple((name, value) for name, value in launch["environment"]),
        sets=tuple((name, value) for name, value in launch.get("sets", ())),
    )
    places = [tuple(map(int, one)) for one in told["checks"]]
    return Planned(Launch(**launch), [(array, task, number) for array, task, number in places])


# ---- what tasks leave ----------------------------------------------------------------------------


class Left:
    """What one start of a task leaves, line by line; its file is made by this process alone."""

    def __init__(self, folder: Path, array: int, task: int, restart: int) -> None:
        """Make the file of the ``restart``-th start, or of the next one that nobody has made.

        Raises StoreError if none can be made.
        """
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        with guarding(f"write below {folder}", "make room there", StoreError):
            for self.restart in itertools.count(restart):
                file = task_file(folder, array, task, f"{self.restart}.jsonl")
                with suppress(FileExistsError):
                    self._descriptor = os.open(file, flags, 0o666)
                    break
        self._file = file

    def close(self) -> None:
        """Hand the file back."""
        os.close(self._descriptor)

    def node(self, machine: Record) -> None:
        """Note on what machine it runs."""
        self._write(node=machine)

    def begun(self, number: int) -> None:
        """Note that a launch begins."""
        self._write(begun=number)

    def result(self, number: int, record: Record | None, more: Sequence[Record] = ()) -> None:
        """Note what became of a launch: its record; None if one of its cell tells why not.

        ``more`` are the records of the same check on further devices.
        """
        self._write(launch=number, record=record, **({"more": more} if more else {}))

    def _write(self, **told: Any) -> None:
        """Write a line, on the disk when this returns; none if it cannot be written whole."""
        text = json.dumps(told, ensure_ascii=False, allow_nan=False, default=str) + "\n"
        data = text.encode("utf-8", "replace")
        with guarding(f"write {self._file}", "make room there", StoreError):
            before = os.fstat(self._descriptor).st_size
            try:
                if os.write(self._descriptor, data) != len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(self._descriptor)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._descriptor, before)
                raise


def listing(folder: Path) -> dict[tuple[int, int], list[int]]:
    """Return which starts of tasks have left anything, by array and task."""
    found: dict[tuple[int, int], list[int]] = {}
    for match in filter(None, map(_LEFT.fullmatch, os.listdir(folder))):  # noqa: PTH208
        array, task, restart = map(int, match.groups())
        found.setdefault((array, task), []).append(restart)
    return found


def look(folder: Path, array: int, task: int, restarts: Iterable[int] | None = None) -> Seen:
    """Return what the starts of a task left, those named or all."""
    seen = Seen()
    if restarts is None:
        restarts = listing(folder).get((array, task), ())
    for restart in sorted(restarts):
        try:
            data = bounds.read_whole(task_file(folder, array, task, f"{restart}.jsonl"), _LARGEST)
        except (OSError, ValueError):
            continue
        for line in data.splitlines():
            with suppress(ValueError, KeyError):
                _see(seen, restart, parse_object(line))
    return seen


def _see(seen: Seen, restart: int, told: Record) -> None:
    if "node" in told:
        seen.nodes[restart] = told["node"]
    elif "begun" in told:
        seen.begun[told["begun"]] = seen.begun.get(told["begun"], 0) + 1
    else:
        made = Result(restart, told["record"], told.get("more", ()))
        seen.results.setdefault(told["launch"], made)
