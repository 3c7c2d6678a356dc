"""Folders for what lasts as long as a command; those of commands that were killed are swept."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

from league.base.errors import guarding

_PREFIX = "league-"
_OURS = re.compile(r"league-(\d+)-\w+")


class Scratch(contextlib.AbstractContextManager["Scratch"]):
    """A folder of this process, and folders in it; locked as long as the process lives."""

    def __init__(self) -> None:
        self._descriptor = -1
        self._make()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _make(self) -> None:
        with _room():
            self.path = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
            self._descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(self._descriptor, fcntl.LOCK_EX)

    def folder(self, prefix: str) -> Path:
        """Make a fresh folder.  Raises LeagueError if there is no room for one."""
        if not self.path.is_dir() or self.path.is_symlink():
            self._close_lock()  # a program removed it
            self._make()
        with _room():
            return Path(tempfile.mkdtemp(prefix=prefix, dir=self.path))

    def close(self) -> None:
        """Remove the folder and what is in it.  May be called twice."""
        remove(self.path)
        self._close_lock()

    def _close_lock(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _room() -> contextlib.AbstractContextManager[None]:
    return guarding("make a temporary folder", "set TMPDIR to a folder with room")


def remove(folder: Path) -> None:
    """Remove a folder whatever a program made of it: closed, very deep, a file, a link."""
    with contextlib.suppress(OSError):
        if not stat.S_ISDIR(folder.lstat().st_mode):
            folder.unlink()
            return
    with contextlib.suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    if folder.is_dir():
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            with contextlib.suppress(OSError):
                subprocess.run([*command, "--", str(folder)], capture_output=True, check=False)


def sweep() -> None:
    """Remove the folders of our processes that were killed before they could do so themselves."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(tempfile.gettempdir()):
            match = _OURS.fullmatch(entry.name)
            if match is not None and not Path("/proc", match.group(1)).is_dir():
                _sweep_one(Path(entry.path))


def _sweep_one(folder: Path) -> None:
    """Remove a folder of ours unless its lock is held (from another process id namespace)."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(folder, flags)
    except OSError:
        return
    try:
        if os.fstat(descriptor).st_uid == os.geteuid():
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove(folder)
    except OSError:
        return
    finally:
        os.close(descriptor)
