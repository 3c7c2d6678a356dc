"""Where runs are found and read: a folder, a run id, or the newest one."""

from __future__ import annotations

import contextlib
import difflib
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from league.base import bounds, paths
from league.base.errors import NothingComparable, StoreError, UsageError, guarding
from league.records import store
from league.records.view import RunView, view

RUNS = paths.results() / "runs"


def run_folders(runs: Path = RUNS) -> list[Path]:
    """Return the folders of all runs that have records, oldest first."""
    if not runs.is_dir():
        return []
    files = [store.records_file(folder) for folder in store.runs_in(runs)]
    return [file.parent for file in sorted(files, key=lambda one: (one.stat().st_mtime, str(one)))]


def newest_run(runs: Path = RUNS) -> Path:
    """Return the folder of the newest run.  Raises UsageError if there is none."""
    found = run_folders(runs)
    if not found:
        raise UsageError(
            "no run has been recorded yet; measure one with scripts/run_all.py or name a run folder"
        )
    return found[-1]


def newest_that(runs: Path, holds: Callable[[Path], bool], what: str) -> Path:
    """Return the newest run that holds what was asked for.

    Raises UsageError if there is no run, and if none of them holds it.
    """
    newest_run(runs)
    for folder in reversed(run_folders(runs)):
        try:
            if holds(folder):
                return folder
        except StoreError:
            continue  # a damaged run is not the one that was meant
    raise NothingComparable(f"no run holds {what}; measure it or name a run")


def find_run(name: str, runs: Path = RUNS) -> Path:
    """Return the folder of a run given as a folder, a records file, a run id or `latest`.

    The start of a run id will do when only one run begins so.  Raises UsageError otherwise.
    """
    if name in ("", "latest"):
        return newest_run(runs)
    path = Path(name)
    if path.name in store.FILE_NAMES and path.is_file():
        return path.parent
    if store.records_in(path) is not None:
        return path
    known = [folder.name for folder in run_folders(runs)]
    matching = [run for run in known if run == name] or [r for r in known if r.startswith(name)]
    if len(matching) == 1:
        return runs / matching[0]
    if len(matching) > 1:
        raise UsageError(f"{name!r} is the start of several runs; write more of it")
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else "name a run id or a folder with records.jsonl"
    raise UsageError(f"there is no run {name!r}; {hint}")


def find_runs(name: str, runs: Path = RUNS) -> list[Path]:
    """Return the run of a name, or every run of a folder of runs, such as a merged result."""
    folder = Path(name)
    whole = name and folder.is_dir() and store.records_in(folder) is None
    inside = list(store.runs_in(folder)) if whole else []
    return inside or [find_run(name, runs)]


def is_run(name: str, runs: Path = RUNS) -> bool:
    """Whether a word names a run."""
    try:
        find_run(name, runs)
    except UsageError:
        return False
    return True


def home_of(run: Path, runs: Path) -> Path:
    """Return the folder for what is drawn of a run unasked: its own.

    What is committed stays as it is; of such a run it is a folder of its name among the runs.
    """
    committed = (paths.project_root() / "results" / "reference").resolve()
    return runs / run.name if committed in run.resolve().parents else run


def read_run(folder: Path) -> RunView:
    """Read the records of a run.  Raises StoreError if they cannot be read or there are none."""
    records = store.each_record(folder)
    first = next(records, None)
    if first is None:
        raise StoreError(f"run {folder.name!r} holds no records; measure it again")
    return view(itertools.chain([first], records), folder.name)


def read_runs(folders: Sequence[Path]) -> list[RunView]:
    """Read several runs, each of them once, as `read_run` does."""
    unique = {folder.resolve(): folder for folder in folders}
    return [read_run(folder) for folder in unique.values()]


def write_text(out: Path, text: str) -> Path:
    """Write a file, its folder included, and return its path.

    Raises StoreError if it cannot be written.
    """
    return write_whole(out, text.encode("utf-8"))


def write_whole(out: Path, data: bytes) -> Path:
    """Do so with bytes.  Nobody sees half of it, and what was there stays where it cannot be."""
    with writing(out):
        bounds.replace_whole(out, data)
    return out


@contextlib.contextmanager
def writing(out: Path) -> Iterator[None]:
    """Make the folder of `out`; an error of the file system in this context is a StoreError."""
    with guarding(f"write {out}", "name another place", StoreError):
        out.parent.mkdir(parents=True, exist_ok=True)
        yield
