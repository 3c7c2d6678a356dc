"""The files of a batch, which are the truth about it: what is to be launched, what was.

Below the folder of a run::

    batch/batch.json               programs, arrays of tasks, the jobs they became
    batch/A-T/launches.json        what task T of array A launches
    batch/A-T/N.R.begun            launch N was begun after R restarts of its task
    batch/A-T/N.R.json             what it left: its record, or why there is none
    batch/A-T/node.R.json          the machine it ran on

Every file is complete under its name or not there.  Nothing is ever changed by two processes: a
task writes into its own folder, under numbers of its own restart.  Standard library only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from league.base import bounds
from league.base.errors import StoreError, guarding
from league.records.schema import Record, parse_object
from league.run.manifest import Variant
from league.run.plan import Cell, Launch
from league.verdicts.judging import Judge

SCHEMA = "league-batch-2"
FOLDER = "batch"
#: What the files of a task are called beside the numbers of launches, and how those end that begin.
NODE, BEGUN = "node", "begun"
#: Bytes of one file that are read.
_LARGEST = 64 * 2**20
_RESULT = re.compile(r"(\d+)\.(\d+)\.(json|begun)")

#: Array, task and number of a launch in it.
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Programs:
    """What those of a toolchain have in common: its compiler's version, and what it sets."""

    version: str
    environment: Mapping[str, str]


@dataclass(frozen=True)
class Planned:
    """A launch of a batch; a timed one is made only if the check at ``check`` was good."""

    launch: Launch
    check: Place | None = None


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
    arrays: Sequence[Array] = ()
    schema: str = SCHEMA

    @property
    def judge(self) -> Judge:
        """What is asked of the launches."""
        return Judge(self.allow_host)


@dataclass(frozen=True)
class Result:
    """What became of a launch: a record, or none, because its cell had failed before."""

    restart: int
    record: Record | None


@dataclass
class Seen:
    """What the folder of a task holds."""

    #: numbers of launches with a result -> restarts that left one
    results: dict[int, list[int]] = field(default_factory=dict)
    #: numbers of launches that were begun -> how often
    begun: dict[int, int] = field(default_factory=dict)


# ---- writing and reading -------------------------------------------------------------------------


def write(file: Path, value: object) -> None:
    """Write a file whole: it has its name when its content is on the disk."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=str)
    with guarding(f"write {file}", "make room there", StoreError):
        bounds.write_whole(file, text.encode("utf-8", "replace"), sync=True)


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
    write(folder / "batch.json", asdict(batch))


def task_folder(folder: Path, array: int, task: int) -> Path:
    """Return the folder of a task."""
    return folder / f"{array}-{task}"


def write_task(folder: Path, launches: Iterable[Planned]) -> None:
    """Make the folder of a task and write what it launches."""
    folder.mkdir(parents=True)
    write(folder / "launches.json", {"launches": [asdict(one) for one in launches]})


def read_task(folder: Path) -> list[Planned]:
    """Read what a task launches.  Raises StoreError if the file is damaged."""
    try:
        return [_planned(one) for one in _read(folder / "launches.json")["launches"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"{folder}/launches.json cannot be read ({error}); submit again"
        ) from error


def _planned(told: Record) -> Planned:
    launch = dict(told["launch"])
    cell, variant = launch["cell"], launch["cell"]["variant"]
    variant.update(executable=Path(variant["executable"]), build=Path(variant["build"]))
    launch.update(
        cell=Cell(Variant(**variant), cell["letter"], cell["precision"]),
        arguments=tuple(launch["arguments"]),
        environment=tuple((name, value) for name, value in launch["environment"]),
        sets=tuple((name, value) for name, value in launch.get("sets", ())),
    )
    check = told["check"]
    place = None if check is None else (int(check[0]), int(check[1]), int(check[2]))
    return Planned(Launch(**launch), place)


# ---- what tasks leave ----------------------------------------------------------------------------


def leave(
    folder: Path, what: int | str, restart: int, record: Record | None, ending: str = "json"
) -> None:
    """Note what became of a launch, by its number; NODE: on what machine; BEGUN: that it begins."""
    write(folder / f"{what}.{restart}.{ending}", {"record": record})


def read_node(folder: Path, restart: int) -> Record | None:
    """Return the record of the machine a task ran on, None if there is none."""
    return _record(folder / f"{NODE}.{restart}.json")[0]


def first_free_restart(folder: Path) -> int:
    """Return how often a task was started before, for batch systems that do not tell."""
    return sum(1 for _ in folder.glob(f"{NODE}.*.json"))


def look(folder: Path) -> Seen:
    """Return what the folder of a task holds; nothing if it is gone."""
    seen = Seen()
    for file in folder.glob("*.*.*"):
        match = _RESULT.fullmatch(file.name)
        if match is None:
            continue
        number, restart = int(match.group(1)), int(match.group(2))
        if match.group(3) == "json":
            seen.results.setdefault(number, []).append(restart)
        else:
            seen.begun[number] = seen.begun.get(number, 0) + 1
    return seen


def read_result(folder: Path, number: int, seen: Seen) -> Result | None:
    """Return what became of a launch: the first readable result, whichever restart left it."""
    for restart in sorted(seen.results.get(number, ())):
        record, readable = _record(folder / f"{number}.{restart}.json")
        if readable:
            return Result(restart, record)
    return None


def _record(file: Path) -> tuple[Record | None, bool]:
    """Return the record that a file holds, which may be none, and whether it could be read."""
    try:
        return _read(file)["record"], True
    except (OSError, ValueError, KeyError):
        return None, False
