"""Bundles and results as archives: equal content gives equal bytes; reading them is distrustful.

Standard library only: a bundle is unpacked, and results are packed, on machines that have nothing
else.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import os
import posixpath
import re
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from league.base.errors import LeagueError, StoreError, UsageError
from league.records.schema import content_id, parse_object, validate
from league.records.store import FILE_NAME

MANIFEST = "MANIFEST.json"
SCHEMA = "league-bundle-1"
SUFFIXES = (".tar.xz", ".tar.gz", ".tgz")

_TOP = re.compile(r"league-bundle-[0-9a-f]{12}")
_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
_CHUNK = 1 << 20
#: Bytes of records that are read from an archive at most; a real run has a few megabytes.
_MOST_RECORDS = 1 << 30
_UNREADABLE = (tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, ValueError)


def check_suffix(out: Path) -> None:
    """Raise UsageError unless the name of an archive says how it is compressed."""
    if not out.name.endswith(SUFFIXES):
        raise UsageError(f"{out.name} is no name of an archive; end it in .tar.xz or .tar.gz")


def write_archive(out: Path, top: str, folder: Path, names: Iterable[str]) -> None:
    """Write files and links of a folder into an archive, all below the one folder ``top``.

    Order, times, owners and permissions depend on the content alone.  The file appears when it is
    complete.  Raises StoreError if it cannot be written.
    """
    check_suffix(out)
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        with _compressed(part) as sink, tarfile.open(fileobj=sink, mode="w|") as archive:
            for name in sorted(names):
                _add(archive, folder / name, f"{top}/{name}")
        part.replace(out)
    except OSError as error:
        told = (error.strerror or str(error)).lower()
        raise StoreError(f"cannot write {out}: {told}; choose another place") from error
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _compressed(path: Path) -> Iterator[lzma.LZMAFile | gzip.GzipFile]:
    """Open a compressed file for writing; the name before ``.PID.part`` decides how."""
    if ".tar.xz." in path.name:
        with lzma.open(path, "wb", preset=6) as sink:
            yield sink
        return
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        yield packed


def _add(archive: tarfile.TarFile, path: Path, name: str) -> None:
    entry = tarfile.TarInfo(name)
    if path.is_symlink():
        entry.type = tarfile.SYMTYPE
        entry.linkname = str(path.readlink())
        archive.addfile(entry)
        return
    status = path.stat()
    entry.size = status.st_size
    entry.mode = 0o755 if status.st_mode & 0o100 else 0o644
    with path.open("rb") as source:
        archive.addfile(entry, source)


def sha256(path: Path) -> str:
    """Return the hash of a file's content, in hex."""
    digest = hashlib.sha256()
    with path.open("rb") as source:
        for chunk in iter(lambda: source.read(_CHUNK), b""):
            digest.update(chunk)
    return digest.hexdigest()


# ---- bundles -------------------------------------------------------------------------------------


def load_manifest(folder: Path) -> dict[str, Any]:
    """Read what a bundle says about itself.  Raises LeagueError if the folder is none."""
    try:
        manifest = parse_object((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise LeagueError(
            f"{folder} is not a bundle (no {MANIFEST}); make one with run_all.py bundle"
        ) from error
    except (OSError, ValueError) as error:
        raise LeagueError(f"{folder / MANIFEST} is damaged; unpack the bundle again") from error
    if manifest.get("schema") != SCHEMA:
        raise LeagueError(
            f"the bundle has schema {manifest.get('schema')!r} and this League reads {SCHEMA};"
            " run it with its own run.py"
        )
    return manifest


def verify(folder: Path, manifest: dict[str, Any]) -> None:
    """Compare every file of a bundle with what was packed, and mend links that a copy lost.

    Two names of one library have to stay one file: copies would be two OpenMP runtimes in one
    process.  Raises LeagueError that names the first file that is wrong.
    """
    for entry in manifest["files"]:
        path = folder / entry["path"]
        if "link" in entry:
            _mend_link(path, entry["link"])
            continue
        try:
            good = path.stat().st_size == entry["bytes"] and sha256(path) == entry["sha256"]
        except OSError:
            good = False
        if not good:
            raise LeagueError(
                f"{entry['path']} of the bundle is missing or damaged; unpack the archive again"
            )


def _mend_link(path: Path, target: str) -> None:
    try:
        if path.is_symlink() and str(path.readlink()) == target:
            return
        path.unlink(missing_ok=True)
        path.symlink_to(target)
    except OSError as error:
        raise LeagueError(
            f"{path.name} of the bundle must be a link to {target}; unpack the archive again"
        ) from error


def unpack(archive: Path, into: Path) -> Path:
    """Unpack a bundle below a folder and return its own; one that is there already is kept.

    Nothing is ever written outside that folder.  Raises LeagueError for what is no bundle.
    """
    into.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".league-unpack-", dir=into))
    try:
        top = _extract(archive, scratch)
        manifest = load_manifest(scratch / top)
        if top != f"league-bundle-{manifest.get('id')}":
            raise LeagueError(f"{archive.name} is damaged (folder {top}); copy it again")
        final = into / top
        if not final.exists():
            (scratch / top).rename(final)
        return final
    except (*_UNREADABLE, gzip.BadGzipFile) as error:
        raise LeagueError(
            f"{archive.name} is not a bundle or damaged ({error}); copy it again or make one with"
            " run_all.py bundle"
        ) from error
    except OSError as error:
        told = (error.strerror or str(error)).lower()
        raise StoreError(f"cannot unpack {archive}: {told}; choose another place") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _extract(archive: Path, scratch: Path) -> str:
    """Extract plain files and links that stay inside; return the name of the one top folder."""
    top = ""
    links: set[str] = set()
    with tarfile.open(archive, "r|*") as source:
        for entry in source:
            name = posixpath.normpath(entry.name)
            parts = name.split("/")
            if not _TOP.fullmatch(parts[0]) or (top and parts[0] != top):
                raise ValueError(f"it holds {entry.name[:60]!r}")
            top = parts[0]
            inside = [posixpath.join(*parts[:depth]) for depth in range(1, len(parts))]
            if any(folder in links for folder in inside):
                raise ValueError(f"{entry.name[:60]!r} lies behind a link")
            target = scratch / name
            if entry.isdir():
                target.mkdir(parents=True, exist_ok=True)
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if entry.issym():
                aim = posixpath.normpath(posixpath.join(posixpath.dirname(name), entry.linkname))
                if entry.linkname.startswith("/") or aim.split("/")[0] != top:
                    raise ValueError(f"the link {entry.name[:60]!r} leads outside")
                links.add(name)
                target.symlink_to(entry.linkname)
            elif entry.isreg():
                content = source.extractfile(entry)
                assert content is not None
                with target.open("xb") as sink:
                    shutil.copyfileobj(content, sink, _CHUNK)
                target.chmod(0o755 if entry.mode & 0o100 else 0o644)
                os.utime(target, (0, 0))  # what the cache of descriptions goes by
            else:
                raise ValueError(f"{entry.name[:60]!r} is neither file nor link")
    if not top:
        raise ValueError("it is empty")
    return top


# ---- results -------------------------------------------------------------------------------------


def pack_results(run: Path) -> Path:
    """Pack the records of a run into ``results-<run>.tar.gz`` beside its folder; return it."""
    out = run.parent / f"results-{run.name}.tar.gz"
    write_archive(out, run.name, run, [FILE_NAME])
    return out


def import_results(source: Path, runs: Path) -> tuple[Path, int, bool]:
    """Bring the records of a run (archive, folder or file) below a folder of runs.

    Returns the run's folder, how many records it has, and whether it is new there.  Half a line at
    the end is dropped.  Raises StoreError if a record does not follow the schema, or if a run of
    that name with other content is there.
    """
    text = _whole_lines(_read_results(source))
    records = [_checked(line, number) for number, line in enumerate(text.splitlines(), 1)]
    names = {record["session"] for record in records if record["kind"] == "session"}
    if len(names) != 1 or not _RUN_ID.fullmatch(min(names)):
        raise StoreError(f"{source} is not the records of one run; name results of run-bundle")
    final = runs / min(names)
    if final.exists():
        old = final / FILE_NAME
        if old.is_file() and _whole_lines(old.read_bytes()) == text:
            return final, len(records), False
        raise StoreError(
            f"run {final.name} is there already with other content; move {final} away first"
        )
    runs.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".league-import-", dir=runs))
    try:
        scratch.chmod(0o755)
        (scratch / FILE_NAME).write_bytes(text)
        scratch.rename(final)
    except OSError as error:
        told = (error.strerror or str(error)).lower()
        raise StoreError(f"cannot write {final}: {told}; choose another place") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return final, len(records), True


def _read_results(source: Path) -> bytes:
    """Return the bytes of the one records file that a folder, a file or an archive holds."""
    try:
        if source.is_dir():
            return (source / FILE_NAME).read_bytes()
        if not tarfile.is_tarfile(source):
            return source.read_bytes()
        with tarfile.open(source, "r:*") as archive:
            found = [one for one in archive if posixpath.basename(one.name) == FILE_NAME]
            if len(found) != 1 or not found[0].isreg() or found[0].size > _MOST_RECORDS:
                raise StoreError(f"{source} holds no run; name results-<run>.tar.gz of run-bundle")
            content = archive.extractfile(found[0])
            assert content is not None
            return content.read()
    except (*_UNREADABLE, gzip.BadGzipFile) as error:
        raise StoreError(f"{source} is damaged ({error}); copy it again") from error
    except OSError as error:
        told = (error.strerror or str(error)).lower()
        raise StoreError(f"cannot read {source}: {told}; check the name") from error


def _whole_lines(data: bytes) -> bytes:
    """Drop half a line at the end; a whole record that only lacks its line end gets it."""
    end = data.rfind(b"\n") + 1
    try:
        parse_object(data[end:].decode("utf-8"))
    except (ValueError, RecursionError):
        return data[:end]
    return data + b"\n"


def _checked(line: bytes, number: int) -> dict[str, Any]:
    try:
        record = parse_object(line.decode("utf-8"))
        faults = validate(record)
        if not faults and record["id"] != content_id(record):
            faults = ["id: does not belong to the content"]
    except (ValueError, RecursionError) as error:
        faults = [str(error)]
    if faults:
        raise StoreError(
            f"line {number} of the records is not a record ({faults[0]}); copy the results again"
        )
    return record


def json_text(value: Any) -> str:
    """Return JSON that depends on the content alone."""
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=False) + "\n"
