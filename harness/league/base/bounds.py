"""Files: what others wrote is read within stated limits, what is ours is written whole."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from pathlib import Path
from typing import Any, BinaryIO

#: Characters of a path, as archives and manifests name it.
MOST_PATH = 1024

_PART = re.compile(r"[A-Za-z0-9_+@=,~.-]{1,255}")


def open_regular(path: Path | str, *, follow: bool = False, place: int | None = None) -> BinaryIO:
    """Open a regular file for reading; a pipe or a device is refused and not waited for.

    A link is followed only if told to.  ``place`` is the descriptor of the folder from which a path
    leads.  Raises OSError.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    descriptor = os.open(path, flags | (0 if follow else os.O_NOFOLLOW), dir_fd=place)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no plain file", str(path))
    return os.fdopen(descriptor, "rb")


def read_whole(path: Path, most: int, *, follow: bool = False) -> bytes:
    """Return the content of a regular file.  Raises OSError, and ValueError if it is longer."""
    with open_regular(path, follow=follow) as source:
        data = source.read(most + 1)
    if len(data) > most:
        raise ValueError(f"it is longer than {most >> 20} MiB")
    return data


def write_whole(file: Path, data: bytes, *, sync: bool = False) -> None:
    """Write a file beside its place and move it there, so that nobody sees half of it.

    ``sync``: not before its content is on the disk.  Raises OSError.
    """
    part = file.with_name(f"{file.name[:200]}.{os.getpid()}")
    try:
        with part.open("wb") as sink:
            sink.write(data)
            if sync:
                sink.flush()
                os.fsync(sink.fileno())
        part.replace(file)
    finally:
        with contextlib.suppress(OSError):
            part.unlink()  # what could not be written


def replace_whole(file: Path, data: bytes) -> None:
    """Do so with a file that somebody names: links lead to it, its mode stays.

    A device or a pipe is written to as it is, and not waited for.  Raises OSError.
    """
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        write_whole(Path(os.path.realpath(file)), data)
        return
    if stat.S_ISREG(mode) and os.access(file, os.W_OK):
        target = Path(os.path.realpath(file))
        if os.access(target.parent, os.W_OK):
            write_whole(target, data)
            target.chmod(stat.S_IMODE(mode))
            return
    flags = os.O_WRONLY | os.O_TRUNC | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    descriptor = os.open(file, flags)
    os.set_blocking(descriptor, True)
    with os.fdopen(descriptor, "wb") as sink:
        sink.write(data)


def is_path(text: Any) -> bool:
    """Whether a text is a plain path downwards: no empty part, no ``.``, no ``..``."""
    return (
        isinstance(text, str)
        and len(text) <= MOST_PATH
        and all(_PART.fullmatch(part) and part not in (".", "..") for part in text.split("/"))
    )
