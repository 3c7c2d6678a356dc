"""Runs on disk: ``<results>/<run-id>/records.jsonl``, one line per record, only ever appended.

The only module that writes records.  A process that is killed leaves at most half a line at the
end, which readers drop and the next writer cuts off.  A run that is kept may be compressed
(``records.jsonl.gz`` or ``.xz``): it is read like any other, and never written again.
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import fcntl
import importlib
import itertools
import json
import os
import re
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from league.base import bounds, reaper
from league.base.errors import REMEDIES, StoreError, UsageError, why
from league.base.scrub import short, visible_in
from league.records.schema import KINDS, PUBLISHED, Record, parse_object, stamp, validate

FILE_NAME = "records.jsonl"
_CREATE = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
_PACKED = {".gz": "gzip", ".xz": "lzma"}  # suffix -> module of the standard library
#: What the records of a run are called, plain or compressed; the first one there counts.
FILE_NAMES = (FILE_NAME, *(FILE_NAME + suffix for suffix in _PACKED))

#: Bytes of the longest line and of the largest run that are read; unpacked, if it was packed.
LONGEST_LINE = 64 * 2**20
MOST_BYTES = 2**31
#: So many damaged lines of a run are named.
_NAMED = 20

#: The link by which a process claims to be the only one that writes a run.
_CLAIM = "records.writer"
# A writer that was killed while it started a process keeps its lock until that one is gone, too.
_LOCK_PATIENCE_S = 1.0

#: By kind of record: the fields that name a cell or a claim, and those that tell its records apart.
_CELL = ("toolchain", "benchmark", "variant", "class", "precision")
_KEYS = {
    "launch": (*_CELL, "mode", "pair", "index"),
    "claim": ("toolchain", "claim", "language", "change"),
}
Key = tuple[Any, ...]


def key_of(record: Mapping[str, Any]) -> Key:
    """Return what makes a launch or a trial of a claim unique within a run; () for other kinds."""
    return tuple(record[name] for name in _KEYS.get(record["kind"], ()))


def cell_of(record: Mapping[str, Any]) -> Key:
    """Return the names of the cell of a launch."""
    return tuple(record[name] for name in _CELL)


def new_run_id(label: str) -> str:
    """Return a fresh name for a run: time in UTC, what it is, four random hex digits."""
    moment = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%d-%H%M%S")
    word = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-") or "run"
    return f"{moment}-{word[:24]}-{secrets.token_hex(2)}"


def _fail(error: OSError, what: str, path: Path) -> NoReturn:
    remedy = REMEDIES.get(error.errno or 0, "check that folder or choose another with --out")
    raise StoreError(f"cannot {what} {path}: {why(error)}; {remedy}") from error


def _is_record(line: bytes) -> bool:
    try:
        return bool(parse_object(line.decode("utf-8")))
    except ValueError:
        return False


def records_in(folder: Path) -> Path | None:
    """Return the records file of a run's folder, compressed or not; None if it has none."""
    return next((folder / name for name in FILE_NAMES if (folder / name).is_file()), None)


def records_file(path: Path) -> Path:
    """Return the records file that ``path`` means: itself, that of a run, or of a folder of one.

    Raises StoreError if there is none or more than one.
    """
    if not path.is_dir() and path.exists():
        return path
    own = records_in(path)
    if own is not None:
        return own
    inside = [records_in(folder) for folder in runs_in(path)]
    if len(inside) == 1 and inside[0] is not None:
        return inside[0]
    if inside:
        names = ", ".join(file.parent.name for file in inside[-3:] if file is not None)
        raise StoreError(f"{path} holds {len(inside)} runs; name one of them, for instance {names}")
    raise StoreError(f"{path} holds no {FILE_NAME}; name the folder of a run")


@contextlib.contextmanager
def _source(file: Path) -> Iterator[BinaryIO]:
    """Open a records file, unpacked on the fly if its name says that it is compressed."""
    try:
        with bounds.open_regular(file, follow=True) as plain:
            if file.suffix not in _PACKED:
                yield plain
                return
            try:
                # Imported here, since a bare node's Python may have been built without them.
                module = importlib.import_module(_PACKED[file.suffix])
                with module.open(plain) as unpacked:
                    yield unpacked
            except StoreError:
                raise
            except Exception as error:  # each of the two modules has errors of its own
                raise StoreError(f"{file} cannot be unpacked ({error}); restore it") from error
    except OSError as error:
        _fail(error, "read", file)


def _lines(file: Path) -> Iterator[tuple[int, bytes, bool]]:
    """Yield number, bytes and whether there is a line end, of every line of a records file.

    Of a line that is too long to be a record no more than that is held.
    """
    with _source(file) as source:
        left = MOST_BYTES
        for number in itertools.count(1):
            line = source.readline(LONGEST_LINE + 1)
            rest = line
            while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
                rest = source.readline(LONGEST_LINE + 1)
                left -= len(rest)
            left -= len(line)
            if left < 0:
                raise StoreError(f"{file} holds more than {MOST_BYTES >> 20} MiB; it is no run")
            if not line:
                return
            yield number, line, rest.endswith(b"\n")


def say_on_stderr(text: str) -> None:
    """Write a remark of one line."""
    print(f"league: {text}", file=sys.stderr)


def read_records(path: Path, say: Callable[[str], None] = say_on_stderr) -> list[Record]:
    """Read every record of a run (its folder or its file) that is one.

    Half a line at the end is dropped, and so is, with a line to ``say``, what is damaged or does
    not follow the schema: what is returned has every field, of its type, finite and safe to show.
    Kinds of record that are not known are passed over.  Raises StoreError if there is no file, or
    not one that can be read.
    """
    return list(each_record(path, say))


def each_record(path: Path, say: Callable[[str], None] = say_on_stderr) -> Iterator[Record]:
    """Yield what `read_records` returns, one record after the other.

    A launch that was lost with its job comes at the end, unless a later record takes its place.
    """
    lost: dict[Key, Record] = {}
    for record in _each(records_file(path), say):
        if record.get("batch", {}).get("lost"):
            lost[key_of(record)] = record
            continue
        if lost:
            lost.pop(key_of(record), None)
        yield record
    yield from lost.values()


def _each(file: Path, say: Callable[[str], None]) -> Iterator[Record]:
    damaged = 0
    for number, line, whole in _lines(file):
        try:
            if line.strip():
                yield from _records_of(line)
        except ValueError as error:
            if not whole and not _is_record(line):
                continue
            damaged += 1
            if damaged <= _NAMED:
                say(f"{file} line {number} is left out: {short(str(error), 200)}")
    if damaged > _NAMED:
        say(f"{file}: {damaged - _NAMED} more lines are left out")


def _records_of(line: bytes) -> list[Record]:
    """Return the record of a line; none if it is of a kind that is not known.

    Raises ValueError for a line that holds none.
    """
    if len(line) > LONGEST_LINE:
        raise ValueError(f"it is longer than {LONGEST_LINE >> 20} MiB")
    text = line.decode("utf-8")
    record = parse_object(text)
    kind = record.get("kind")
    if record.get("schema") == PUBLISHED:
        record, faults = {"kind": "published", **record}, validate(record, "published")
    elif isinstance(kind, str) and kind not in KINDS:
        return []
    else:
        faults = validate(record)
    if faults:
        raise ValueError(faults[0])
    if not text.isascii() or "\\u" in text:
        record = visible_in(record)
    return [record]


class Run(contextlib.AbstractContextManager["Run"]):
    """One run that is being written, by one process at a time; ``seen`` gets records to hold."""

    def __init__(
        self,
        path: Path,
        descriptor: int,
        records: list[Record],
        seen: Callable[[Record], object] | None = None,
        claim: Path | None = None,
    ) -> None:
        self.path = path
        self._descriptor = descriptor
        self._claim = claim
        #: whether nothing of it is to stay
        self.unwanted = False
        self._seen = seen
        self._records = records
        self._ids = {record.get("id") for record in records}

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The run's id, which is the name of its folder."""
        return self.path.name

    def records(self) -> list[Record]:
        """Return everything recorded so far, in order."""
        return list(self._records)

    def done(self) -> dict[Hashable, Record]:
        """Return the launches and claims that are recorded, by their keys."""
        return {key: record for record in self._records if (key := key_of(record))}

    def append(self, record: dict[str, Any]) -> Record:
        """Write one record as one whole line and return it as written, with id and time.

        Raises StoreError if it cannot be written whole; what was there before stays as it was.
        """
        stamped = stamp(record)
        line = json.dumps(stamped, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        data = line.encode("utf-8", "replace") + b"\n"
        if not os.fstat(self._descriptor).st_nlink:
            self._write_again()
        before = os.fstat(self._descriptor).st_size
        try:
            written = os.write(self._descriptor, data)
            if written != len(data):
                raise OSError(errno.ENOSPC, "no space left on device")
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, before)
            _fail(error, "write", self.path / FILE_NAME)
        if self._seen is not None:
            self._seen(stamped)
        else:
            self._records.append(stamped)
            self._ids.add(stamped["id"])
        return stamped

    def _write_again(self) -> None:
        """Give what was recorded a name again: a program has deleted its file or its folder."""
        file = self.path / FILE_NAME
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            fresh = os.open(file, _CREATE, 0o666)
            for at in range(0, os.fstat(self._descriptor).st_size, 2**20):
                os.write(fresh, os.pread(self._descriptor, 2**20, at))
        except OSError as error:
            _fail(error, "write again", file)
        _lock(fresh, self.path)
        os.close(self._descriptor)
        self._descriptor = fresh
        say_on_stderr(f"{file} was deleted while its run went on; what was recorded is back")

    def append_new(self, record: dict[str, Any]) -> None:
        """Append a record unless one with the same content is there already."""
        if stamp(record)["id"] not in self._ids:
            self.append(record)

    def discard_if_empty(self) -> None:
        """Remove the folder of a run that ended before anything was recorded, or is not wanted."""
        if self.unwanted:
            shutil.rmtree(self.path, ignore_errors=True)
        elif not self._records and self._seen is None and self._descriptor >= 0:
            with contextlib.suppress(OSError):
                (self.path / FILE_NAME).unlink()
                _give_back(self._claim)
                self.path.rmdir()

    def close(self) -> None:
        """Hand the run back; further records are an error.  May be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            _give_back(self._claim)


def _lock(descriptor: int, path: Path, *, shared: bool = False) -> Path | None:
    """Keep others from writing a run, and return the claim to give back if one was made.

    ``shared``: also those on other machines, whom a lock does not always keep away.
    """
    end = time.monotonic() + _LOCK_PATIENCE_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                shared = True  # a file system without locks
                break
            if time.monotonic() > end:
                os.close(descriptor)
                raise UsageError(
                    f"another run_all.py is writing {path}; wait for it or start a new run"
                ) from error
        time.sleep(0.02)
    try:
        return _claimed(path / _CLAIM, end) if shared else None
    except BaseException:
        os.close(descriptor)
        raise


def _claimed(claim: Path, end: float) -> Path | None:
    """Make a link that names this process, which one process can; None where there are no links.

    That of a process of this machine that has ended is taken away.
    """
    over = claim.with_name(f"{claim.name}.over")
    while True:
        try:
            claim.symlink_to(reaper.starter_of(os.getpid()))
            return claim
        except FileExistsError:
            pass
        except OSError:
            return None
        with contextlib.suppress(OSError):
            if reaper.is_gone(str(claim.readlink())):
                over.symlink_to(reaper.starter_of(os.getpid()))  # one takes it away
                if reaper.is_gone(str(claim.readlink())):
                    claim.unlink()
                over.unlink()
                continue
        if time.monotonic() > end:
            raise UsageError(
                f"another run_all.py is writing {claim.parent}; wait for it, or remove"
                f" {claim.name} there if its machine was lost"
            )
        time.sleep(0.02)


def _give_back(claim: Path | None) -> None:
    if claim is not None:
        with contextlib.suppress(OSError):
            claim.unlink()


def create_run(out: Path, run_id: str) -> Run:
    """Make the folder ``out/run_id`` with an empty records file.

    Raises StoreError if it exists already or cannot be written.
    """
    folder = out / run_id
    try:
        folder.mkdir(parents=True)
    except FileExistsError as error:
        raise StoreError(
            f"{folder} exists already; resume it with --resume or choose another --out"
        ) from error
    except OSError as error:
        _fail(error, "create", folder)
    try:
        descriptor = os.open(folder / FILE_NAME, _CREATE, 0o666)
    except OSError as error:
        with contextlib.suppress(OSError):
            folder.rmdir()
        _fail(error, "create", folder / FILE_NAME)
    return Run(folder, descriptor, [], claim=_lock(descriptor, folder))


def open_run(
    path: Path, seen: Callable[[Record], object] | None = None, *, shared: bool = False
) -> Run:
    """Open a run to go on with it: half a line at the end is cut off, the rest is read.

    With ``seen`` what is read, and what is written later, is shown to that, and nothing is held.
    ``shared``: other machines may try, too.
    Raises StoreError if there is no such run, it cannot be written or it never began, UsageError if
    another process is writing it.
    """
    file = records_file(path)
    if file.suffix in _PACKED:
        raise StoreError(f"{file} is compressed and so kept as it is; unpack it to go on with it")
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
    except OSError as error:
        _fail(error, "open", file)
    claim = _lock(descriptor, file.parent, shared=shared)
    try:
        _heal(descriptor, file)
        records: list[Record] = []
        begun = False
        for record in read_records(file) if seen is None else each_record(file):
            begun = begun or record["kind"] == "session"
            (records.append if seen is None else seen)(record)
        if not begun:
            raise StoreError(
                f"{file.parent} holds no session record: it ended before it began;"
                " delete it and start a new run"
            )
        return Run(file.parent.resolve(), descriptor, records, seen, claim)
    except BaseException:
        os.close(descriptor)
        _give_back(claim)
        raise


def _heal(descriptor: int, file: Path) -> None:
    """Cut off half a line at the end; a whole record that only lacks its line end gets it."""
    try:
        size = os.fstat(descriptor).st_size
        end = _after_last_line_end(descriptor, size)
        if end == size:
            return
        rest = os.pread(descriptor, min(size - end, LONGEST_LINE), end)
        if _is_record(rest):
            os.write(descriptor, b"\n")
        else:
            os.ftruncate(descriptor, end)
    except OSError as error:
        _fail(error, "mend", file)


def _after_last_line_end(descriptor: int, size: int) -> int:
    step = 2**20
    for start in range((size - 1) // step * step, -1, -step):
        found = os.pread(descriptor, step, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
    return 0


def runs_in(folder: Path) -> Iterator[Path]:
    """Yield the run folders below a results folder, oldest first."""
    found = {file.parent for name in FILE_NAMES for file in folder.glob(f"*/{name}")}
    yield from sorted(found)
