"""Locks between processes: timed launches alone on a device, one build at a time in a folder."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

#: Seconds between two attempts.
POLL_S = 0.05
#: What distinguishes our names from those of other programs.
PREFIX = "league-suite-lock-"


def device_lock_name(device: str, number: int = 0) -> str:
    """Return which lock a device needs; everything that computes on the processor shares one."""
    return "cpu" if device in ("host", "x86_64") else f"gpu-{number}"


def try_device(name: str) -> socket.socket | None:
    """Take a machine-wide lock if it is free; closing the socket (or dying) gives it back.

    The lock is a name in Linux's abstract socket namespace: no file is left behind, no permission
    is needed, and the kernel frees it when the process ends in whatever way.  Containers with a
    network of their own do not see each other's locks.
    """
    holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        holder.bind("\0" + PREFIX + name)
    except OSError as error:
        holder.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise
    return holder


@contextlib.contextmanager
def devices(names: Sequence[str], say: Callable[[str], None]) -> Iterator[None]:
    """Hold the locks of several devices; waits, and says so once, while others hold one.

    They are taken in alphabetical order, so two processes cannot wait for each other.
    """
    with contextlib.ExitStack() as held:
        for name in sorted(set(names)):
            holder = try_device(name)
            if holder is None:
                say(f"waiting for another run_all.py, which uses the {name}")
                while holder is None:
                    time.sleep(POLL_S)
                    holder = try_device(name)
            held.callback(holder.close)
        yield


@contextlib.contextmanager
def build_folder(folder: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Hold a build folder, which must exist; waits, and says so, while another process does."""
    descriptor = os.open(folder / ".league-lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting for another run_all.py, which builds in {folder.name}")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
