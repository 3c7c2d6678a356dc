"""Baselines: runs that were chosen to be held against, under a name; a folder each."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from league.base import paths
from league.base.errors import UsageError
from league.records import reading, store

BASELINES = paths.project_root() / "results" / "baselines"
#: The programs of a baseline lie in this folder beside its records, named by their hashes.
_PROGRAMS = "programs"
#: Bytes that they may take together.
LARGEST = 2 * 2**30
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def names(folder: Path = BASELINES) -> list[str]:
    """Return the names of all baselines."""
    return [one.name for one in store.runs_in(folder)] if folder.is_dir() else []


def save(name: str, run: Path, folder: Path = BASELINES) -> Path:
    """Keep the records of a run as a baseline, replacing one of that name, and return its folder.

    Raises UsageError for a name that is none or a run that did not finish, StoreError if it cannot
    be read or written.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} cannot name a baseline; use letters, digits, '.', '_' and '-'")
    if reading.read_run(run).session.get("state") != "finished":
        raise UsageError(f"run {run.name} did not finish; go on with --resume {run}")
    told = (json.dumps(one, ensure_ascii=False) for one in store.read_records(run))
    text = "".join(f"{line}\n" for line in told)
    packed = gzip.compress(text.encode("utf-8", "replace"), mtime=0)
    out = reading.write_whole(folder / name / "records.jsonl.gz", packed)
    (folder / name / "records.jsonl").unlink(missing_ok=True)
    return out.parent


def save_programs(baseline: Path, programs: Mapping[str, Path]) -> list[Path]:
    """Keep programs, given by their hashes, so that they can be launched beside later ones.

    Returns those that were too large for the room there is.  Raises StoreError if they cannot be
    written.
    """
    out = baseline / _PROGRAMS
    left_out, room = [], LARGEST
    with reading.writing(out):
        shutil.rmtree(out, ignore_errors=True)
        for sha256, program in programs.items():
            if (room := room - program.stat().st_size) < 0:
                left_out.append(program)
                continue
            out.mkdir(exist_ok=True)
            shutil.copy(program, out / sha256)
    return left_out


def program(baseline: Path, sha256: str) -> Path | None:
    """Return a program that was kept; None if it is not there as it was."""
    file = baseline / _PROGRAMS / sha256
    if not sha256 or not file.is_file():
        return None
    return file if hashlib.sha256(file.read_bytes()).hexdigest() == sha256 else None


def find(name: str, folder: Path = BASELINES) -> Path:
    """Return the folder of a baseline, also given as a folder; of the only one for no name.

    Raises UsageError if there is none of that name, or none or several to choose from.
    """
    known = names(folder)
    if name:
        if name in known:
            return folder / name
        if store.records_in(Path(name)) is not None:
            return Path(name)
        told = f"there are {', '.join(known)}" if known else "baseline save NAME keeps one"
        raise UsageError(f"there is no baseline {name!r}; {told}")
    if len(known) == 1:
        return folder / known[0]
    told = f"name one of {', '.join(known)}" if known else "baseline save NAME keeps one"
    raise UsageError(f"there is {'no' if not known else 'more than one'} baseline; {told}")
