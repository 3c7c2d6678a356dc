"""Archives that travel: bundles on their way out, records on their way home.

Standard library only: a bundle is unpacked, and results are packed, on machines that have nothing
else.  What an archive holds appears under its name when it is complete and verified, or not at all.
"""

from __future__ import annotations

import contextlib
import os
import posixpath
import re
import shutil
import tarfile
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import IO, Any

from league.base import bounds
from league.base.errors import LeagueError, StoreError, guarding
from league.base.scrub import short, visible
from league.bundle import contents, tar_files
from league.records import store
from league.records.schema import content_id, parse_object, validate

#: Limits of what is imported; the runs of a year make some hundred megabytes.
MOST_RECORD_BYTES = 4 << 30
MOST_LINE_BYTES = 16 << 20
_MOST_MEMBERS = 1_000

_TOP = re.compile(r"league-bundle-[0-9a-f]{12}")
_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
_SCRATCH = ".league-scratch-"
# Nothing takes that long to unpack: the process that made the folder was killed.
_FORGOTTEN_S = 24 * 3600


@contextlib.contextmanager
def scratch_in(folder: Path) -> Iterator[Path]:
    """Make a folder for what is not complete yet; sweep those of processes that were killed."""
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{_SCRATCH}*"):
        with contextlib.suppress(OSError):
            if time.time() - old.lstat().st_mtime > _FORGOTTEN_S:
                shutil.rmtree(old)
    scratch = Path(tempfile.mkdtemp(prefix=_SCRATCH, dir=folder))
    try:
        scratch.chmod(0o755)
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        if made:
            with contextlib.suppress(OSError):
                folder.rmdir()  # only if nothing came of it


# ---- bundles -------------------------------------------------------------------------------------


def unpack(archive: Path, into: Path, say: Callable[[str], None] = print) -> Path:
    """Unpack a bundle below a folder and return its own; one that is there whole is kept.

    Nothing is written outside that folder, and nothing in it changes before the bundle is verified.
    One that is there damaged is set aside, its results are moved over.  Raises LeagueError for what
    is no bundle.
    """
    with guarding(f"unpack {archive}", "choose another place", StoreError):
        try:
            known = into / _top_of(archive)
            if _is_whole(known):
                return known
            with scratch_in(into) as scratch:
                top = _extract(archive, scratch)
                manifest = contents.read(scratch / top)
                if top != f"league-bundle-{manifest['id']}":
                    raise ValueError(f"its folder is called {top}")
                contents.compare(scratch / top, manifest, fresh=True)
                _place(scratch / top, into / top, say)
            return into / top
        except tar_files.UNREADABLE as error:
            raise LeagueError(
                f"{archive.name} is not a bundle or damaged ({error}); copy it again or make one"
                " with run_all.py bundle"
            ) from error


def top_of(archive: Path) -> str:
    """Return the folder that a bundle unpacks to.  Raises LeagueError for what is none."""
    try:
        return _top_of(archive)
    except (*tar_files.UNREADABLE, OSError) as error:
        raise LeagueError(f"{archive} is not a bundle ({error}); make one with bundle") from error


def _members(archive: Path) -> Generator[tuple[tarfile.TarInfo, IO[bytes] | None], None, None]:
    """Yield the members of a bundle's archive; their names lie below one folder, called as it."""
    top = ""
    most, most_bytes = contents.MOST_FILES + 100, contents.MOST_BYTES
    for entry, content in tar_files.members(archive, most=most, most_bytes=most_bytes):
        first, _, inside = entry.name.partition("/")
        top = top or first
        if not bounds.is_path(entry.name) or not _TOP.fullmatch(first) or first != top:
            raise ValueError(f"it holds {short(ascii(entry.name))}")
        if not (entry.isdir() or (inside and (entry.isreg() or entry.issym()))):
            raise ValueError(f"{short(ascii(entry.name))} is neither file nor link")
        yield entry, content


def _top_of(archive: Path) -> str:
    """Return the folder that an archive unpacks to; its name holds the id of the content."""
    with contextlib.closing(_members(archive)) as members:
        return next(members)[0].name.partition("/")[0]


def _extract(archive: Path, scratch: Path) -> str:
    """Extract folders, files and links of an archive; return the name of its one top folder.

    Links are made last, so that nothing can be written through one.
    """
    links: dict[Path, str] = {}
    try:
        for entry, content in _members(archive):
            target = scratch / entry.name
            if entry.isdir():
                target.mkdir(parents=True, exist_ok=True)
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                links[target] = entry.linkname
                continue
            with content, target.open("xb") as sink:
                shutil.copyfileobj(content, sink, tar_files.CHUNK)
            target.chmod(0o755 if entry.mode & 0o100 else 0o644)
            os.utime(target, (0, 0))  # what the cache of descriptions goes by
        for target, to in links.items():
            target.symlink_to(to)
    except (FileExistsError, NotADirectoryError) as error:
        raise ValueError(f"{Path(str(error.filename)).name} is in it twice") from error
    [top] = scratch.iterdir()
    manifest = top / contents.MANIFEST
    if manifest in links or not manifest.is_file():
        raise ValueError(f"it holds no {contents.MANIFEST}")
    return top.name


def _is_whole(folder: Path) -> bool:
    """Whether a folder is a bundle that runs, if need be after links were made again."""
    try:
        return folder.name == f"league-bundle-{contents.verified(folder).manifest['id']}"
    except LeagueError:
        return False


def _place(fresh: Path, final: Path, say: Callable[[str], None]) -> None:
    """Give a verified bundle its name, unless one that is whole has it."""
    try:
        fresh.rename(final)
        return
    except OSError:
        if not os.path.lexists(final):
            raise
    if _is_whole(final):
        return
    taken = (final.with_name(f"{final.name}.damaged-{number}") for number in range(1, 1000))
    aside = next(path for path in taken if not os.path.lexists(path))
    final.rename(aside)
    fresh.rename(final)
    results = aside / contents.RESULTS
    if not aside.is_symlink() and results.is_dir() and not results.is_symlink():
        results.rename(final / contents.RESULTS)
    say(f"{final.name} was damaged and is now {aside.name}; results were moved to the new one")


# ---- results -------------------------------------------------------------------------------------


def pack_results(run: Path) -> Path:
    """Pack the records of a run into ``results-<run>.tar.gz`` beside its folder; return it."""
    out = run.parent / f"results-{run.name}.tar.gz"
    tar_files.write(out, run.name, run, [store.FILE_NAME])
    return out


def import_results(source: Path, runs: Path, *, dry_run: bool = False) -> tuple[Path, int, bool]:
    """Bring the records of a run (archive, folder or file) below a folder of runs.

    With ``dry_run`` everything is verified, and nothing is left.

    Returns the run's folder, how many records it has, and whether it is new there.  Half a line at
    the end is dropped.  Raises StoreError if a record does not follow the schema, or if a run of
    that name with other content is there.  Memory does not depend on how much is imported.
    """
    what, remedy = f"import {source} into {runs}", "check the name or choose another --out"
    place = tempfile.TemporaryDirectory() if dry_run else scratch_in(runs)
    with guarding(what, remedy, StoreError), place as scratch:
        # Made with the permissions of any file here, unlike the folder around it.
        copy = Path(scratch, "run")
        copy.mkdir()
        name, count = copy_records(source, copy / store.FILE_NAME)
        final = runs / name
        fresh = not os.path.lexists(final)
        if fresh:
            if not dry_run:
                copy.rename(final)
        elif line := _first_difference(copy / store.FILE_NAME, final):
            raise StoreError(
                f"run {name} is there already with other content (from line {line} on); move"
                f" {final} away first"
            )
        return final, count, fresh


def copy_records(source: Path, out: Path) -> tuple[str, int]:
    """Copy the records that a folder, a file or an archive holds; return run and count.

    Every record is checked.  Raises OSError, and StoreError for what is not the records of a run.
    """
    file = store.records_in(source) if source.is_dir() else source
    if file is None:
        raise StoreError(f"{source} holds no {store.FILE_NAME}; name the folder of a run")
    try:
        return _copied(file, source, out)
    except tar_files.UNREADABLE as error:
        raise StoreError(f"{source} is damaged ({error}); copy it again") from error


def _copied(file: Path, source: Path, out: Path) -> tuple[str, int]:
    if not tar_files.is_tar(file):
        with tar_files.content(file, MOST_RECORD_BYTES) as stream:
            return _copy_lines(stream, source, out)
    told = None
    members = tar_files.members(file, most=_MOST_MEMBERS, most_bytes=MOST_RECORD_BYTES)
    for entry, content in members:
        if posixpath.basename(entry.name) != store.FILE_NAME:
            continue
        if told is not None or content is None:
            raise ValueError(f"it holds {short(ascii(entry.name))}")
        with content:
            told = _copy_lines(content, source, out)
    if told is None:
        raise StoreError(f"{source} holds no run; name results-<run>.tar.gz of run-bundle")
    return told


def _copy_lines(stream: IO[bytes] | tar_files.Stream, source: Path, out: Path) -> tuple[str, int]:
    """Copy records, each one checked; return the one run they are of and how many they are."""
    names: set[str] = set()
    count = 0
    with out.open("xb") as sink:
        for line in whole_lines(stream):
            count += 1
            record = _checked(line, count)
            if record["kind"] == "session":
                names.add(record["session"])
            if len(names) > 1:
                break
            sink.write(line + b"\n")
    if len(names) != 1 or not _RUN_ID.fullmatch(min(names)):
        raise StoreError(f"{source} is not the records of one run; name results of run-bundle")
    return min(names), count


def whole_lines(stream: IO[bytes] | tar_files.Stream) -> Iterator[bytes]:
    """Yield lines without their ends; half a line at the end is dropped, a whole record is not."""
    parts: list[bytes] = []
    size = 0
    while chunk := stream.read(tar_files.CHUNK):
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            yield b"".join([*parts, line])
            parts, size = [], 0
        parts.append(rest)
        size += len(rest)
        if size > MOST_LINE_BYTES:
            raise ValueError(f"a line is longer than {MOST_LINE_BYTES >> 20} MiB")
    last = b"".join(parts)
    try:
        parse_object(last)
    except ValueError:
        return
    yield last


def _checked(line: bytes, number: int) -> dict[str, Any]:
    try:
        record = parse_object(line)
        faults = validate(record)
        if not faults and record["id"] != content_id(record):
            faults = ["id: does not belong to the content"]
    except ValueError as error:
        faults = [str(error)]
    if faults:
        why = visible(faults[0])[:200]
        raise StoreError(
            f"line {number} of the records is not a record ({why}); copy the results again"
        )
    return record


def _first_difference(file: Path, run: Path) -> int:
    """Return the first line in which a run differs from a file of records, 0 if none does."""
    old = store.records_in(run)
    if old is None:
        return 1
    number = 0
    try:
        with contextlib.ExitStack() as opened:
            ours, theirs = (
                whole_lines(opened.enter_context(tar_files.content(one, MOST_RECORD_BYTES)))
                for one in (file, old)
            )
            for number, (one, other) in enumerate(zip_longest(ours, theirs), 1):
                if one != other:
                    return number
    except (*tar_files.UNREADABLE, OSError):
        return number + 1
    return 0
