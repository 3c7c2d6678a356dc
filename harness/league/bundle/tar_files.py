"""Compressed tar files: equal content gives equal bytes; reading them is distrustful.

Reading goes forward only.  Each member may hold what its header says, and headers are short, so
that neither memory nor disk depends on what an archive claims.
"""

from __future__ import annotations

import gzip
import hashlib
import lzma
import os
import platform
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, Protocol

from league.base import bounds
from league.base.errors import StoreError, UsageError, guarding
from league.base.scrub import short

SUFFIXES = (".tar.xz", ".tar.gz", ".tgz")
CHUNK = 1 << 20
#: What reading a damaged or hostile archive may raise, beside OSError.
UNREADABLE = (
    *(tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, gzip.BadGzipFile),
    *(ValueError, LookupError, OverflowError, RecursionError),
)

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
# Headers of one member, with long names and extended attributes.
_MOST_HEADER = 1 << 20
#: Jumps of programs for x86 become absolute before they are compressed: a twentieth is saved.
_FILTERS = (
    *([{"id": lzma.FILTER_X86}] if platform.machine() == "x86_64" else []),
    {"id": lzma.FILTER_LZMA2, "preset": 6},
)
# An archive made with `xz -9` takes 65 MiB to unpack.
_MOST_XZ_MEMORY = 1 << 28


# ---- writing -------------------------------------------------------------------------------------


def check_suffix(out: Path) -> None:
    """Raise UsageError unless the name of an archive says how it is compressed."""
    if not out.name.endswith(SUFFIXES):
        raise UsageError(f"{out.name} is no name of an archive; end it in .tar.xz or .tar.gz")


def write(out: Path, top: str, folder: Path, names: Iterable[str]) -> None:
    """Write files and links of a folder into an archive, all below the one folder ``top``.

    Order, times, owners and permissions depend on the content alone.  The file appears when it is
    complete.  Raises StoreError if it cannot be written.
    """
    check_suffix(out)
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    with guarding(f"write {out}", "choose another place", StoreError):
        try:
            with _compressed(part) as sink, tarfile.open(fileobj=sink, mode="w|") as archive:
                for name in sorted(names):
                    _add(archive, folder / name, f"{top}/{name}")
            part.replace(out)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _compressed(path: Path) -> Iterator[lzma.LZMAFile | gzip.GzipFile]:
    """Open a compressed file for writing; the name before ``.PID.part`` decides how."""
    if ".tar.xz." in path.name:
        with lzma.open(path, "wb", filters=_FILTERS) as sink:
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


def sha256(source: BinaryIO) -> str:
    """Return the hash of what is left of an open file, in hex."""
    digest = hashlib.sha256()
    for chunk in iter(lambda: source.read(CHUNK), b""):
        digest.update(chunk)
    return digest.hexdigest()


# ---- reading -------------------------------------------------------------------------------------


class _Source(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class _Xz:
    """What an .xz file holds, unpacked within bounded memory."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MOST_XZ_MEMORY)

    def read(self, size: int = -1, /) -> bytes:
        """Return at least one byte, none at the end."""
        data = b""
        while not data and not self._unpacker.eof:
            packed = self._raw.read(CHUNK) if self._unpacker.needs_input else b""
            if self._unpacker.needs_input and not packed:
                raise EOFError("it ends too early")
            data = self._unpacker.decompress(packed, size)
        return data


class Stream:
    """The content of a file, packed or plain, read forward and up to a limit that may be moved."""

    def __init__(self, raw: BinaryIO, limit: int) -> None:
        start = raw.read(len(_XZ))
        raw.seek(0)
        self.limit = limit
        self._position = 0
        self._source: _Source = raw
        if start.startswith(_GZIP):
            self._source = gzip.GzipFile(fileobj=raw)
        elif start == _XZ:
            self._source = _Xz(raw)

    def read(self, size: int = -1, /) -> bytes:
        """Return as many bytes, less only at the end.  Raises ValueError beyond the limit."""
        wanted = self.limit - self._position + 1
        if 0 <= size < wanted:
            wanted = size
        parts = []
        while wanted > 0:
            part = self._source.read(min(wanted, CHUNK))
            if not part:
                break
            parts.append(part)
            wanted -= len(part)
            self._position += len(part)
        if self._position > self.limit:
            raise ValueError("it holds more than it says or than is allowed")
        return b"".join(parts)


@contextmanager
def content(file: Path, most: int) -> Iterator[Stream]:
    """Open a file for reading what it holds: packed by gzip or xz, or plain.

    Reading raises what UNREADABLE lists, ValueError if it is more than ``most`` bytes.
    """
    with bounds.open_regular(file, follow=True) as raw:
        yield Stream(raw, most)


def is_tar(file: Path) -> bool:
    """Whether a file, packed or plain, begins like an archive."""
    with content(file, most=tarfile.BLOCKSIZE) as stream:
        return stream.read(tarfile.BLOCKSIZE)[257:262] == b"ustar"


def members(
    file: Path, *, most: int, most_bytes: int
) -> Iterator[tuple[tarfile.TarInfo, IO[bytes] | None]]:
    """Yield the members of an archive in order, plain files with their content.

    Names and kinds are as they stand there.  Raises ValueError for more members or bytes than that,
    else what UNREADABLE lists.
    """
    count = total = 0
    opened: Any = tarfile.open  # whose type wants more of a stream than reading it forward
    with content(file, _MOST_HEADER) as stream, opened(fileobj=stream, mode="r|") as archive:
        for entry in archive:
            count += 1
            total += max(entry.size, 0)
            if count > most:
                raise ValueError(f"it has more than {most} members")
            if total > most_bytes:
                raise ValueError(f"it unpacks to more than {most_bytes >> 20} MiB")
            if entry.size < 0 or entry.issparse():
                raise ValueError(f"{short(ascii(entry.name))} is no plain file")
            stream.limit = entry.offset_data + entry.size + _MOST_HEADER
            yield entry, archive.extractfile(entry) if entry.isreg() else None
    if not count:
        raise ValueError("it is empty")
