"""Many results made one: a folder that holds every run once, whatever machine it was made on.

The runs stay what they are.  Copies of one run, of which one may go further than the other, become
one: a record is there once, by its id, and two records of one launch with different content are a
conflict that is named.  Nothing is written before everything was read.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base.errors import StoreError, guarding
from league.bundle import archive
from league.records import store
from league.records.launches import launch_of
from league.records.schema import Record, parse_object


@dataclass(frozen=True)
class Merged:
    """A run of a merged result."""

    name: str
    records: int
    fresh: int  # records that the result did not hold before


def merge(sources: Sequence[Path], out: Path, *, dry_run: bool = False) -> list[Merged]:
    """Bring the runs of all sources into a folder of runs, and return those it was given.

    A source is whatever import takes, or a folder of runs, such as another merged result.  Raises
    StoreError for what is no run and for a conflict, and then nothing was changed.
    """
    merged = []
    remedy = "check the names or choose another -o"
    with guarding(f"merge into {out}", remedy, StoreError), archive.scratch_in(out) as scratch:
        copies: dict[str, list[tuple[Path, Path]]] = {}
        for number, source in enumerate(one for named in sources for one in _runs(named)):
            copy = scratch / f"{number}.jsonl"
            name, _ = archive.copy_records(source, copy)
            copies.setdefault(name, []).append((source, copy))
        whole = []
        for name, parts in sorted(copies.items()):
            held = store.records_in(out / name)
            before = scratch / f"{name}.before"
            if held is not None and archive.copy_records(held, before)[0] != name:
                raise StoreError(f"{held} holds another run than {name}; move it away first")
            known = [] if held is None else [(held, before)]
            united = scratch / f"{name}.united"
            old, count = _unite(name, [*known, *parts], united, len(known))
            merged.append(Merged(name, count, count - old))
            whole.append((united, out / name, held))
        for united, folder, held in () if dry_run else whole:
            _place(united, folder, held)
    return merged


def _runs(source: Path) -> list[Path]:
    """Return the runs that a name on the command line means."""
    if not source.is_dir() or store.records_in(source) is not None:
        return [source]
    inside = list(store.runs_in(source))
    if not inside:
        raise StoreError(f"{source} holds no {store.FILE_NAME}; name a run or a folder of runs")
    return inside


def _place(united: Path, folder: Path, held: Path | None) -> None:
    """Give the records of a run their name; a compressed copy is replaced by the plain one."""
    folder.mkdir(exist_ok=True)
    united.replace(folder / store.FILE_NAME)
    if held is not None and held.name != store.FILE_NAME:
        held.unlink()


def _unite(
    name: str, parts: Sequence[tuple[Path, Path]], out: Path, before: int
) -> tuple[int, int]:
    """Write every record of the parts of a run once.

    Return how many are of the first ``before`` parts, and how many there are.  Raises StoreError
    if two parts tell different things of one launch.
    """
    ids: set[str] = set()
    of: dict[Hashable, tuple[str, Path]] = {}
    old = 0
    with out.open("xb") as sink:
        for number, (source, copy) in enumerate(parts):
            if number == before:
                old = len(ids)
            here: dict[Hashable, tuple[str, Path]] = {}
            with copy.open("rb") as lines:
                for line in lines:
                    record = parse_object(line)
                    if record["id"] in ids:
                        continue
                    key = _key(record)
                    if key is not None and key in of:
                        raise _conflict(name, record, of[key], source)
                    if key is not None:
                        here[key] = (record["id"], source)
                    ids.add(record["id"])
                    sink.write(line)
            of.update(here)
    return (len(ids) if before == len(parts) else old), len(ids)


def _key(record: dict[str, Any]) -> Hashable | None:
    """Return what a record tells of that can have been only once in a run; None for others."""
    if record["kind"] == "session" and record["state"] == "started":
        return "how it began"
    return store.key_of(record) or None


def _conflict(name: str, record: Record, other: tuple[str, Path], source: Path) -> StoreError:
    if record["kind"] == "session":
        what = "how it began"
    elif record["kind"] == "claim":
        what = f"claim {record['claim']} {record['toolchain']}"
    else:
        what = f"{launch_of(record).key}, {record['mode']} launch {record['index']}"
        what += f" {record['pair']}" if record["pair"] else ""
    return StoreError(
        f"run {name} is not the same in {other[1]} and {source}: {what} is {other[0]} in one and"
        f" {record['id']} in the other; leave one of them out"
    )
