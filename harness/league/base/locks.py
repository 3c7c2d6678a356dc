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

from league.base.errors import UsageError
from league.base.scrub import short, visible
from league.base.words import long_duration

#: Seconds between two attempts, and after which who waits says so again.
POLL_S = 0.05
AGAIN_S = 600.0
#: What distinguishes our names from those of other programs; tests that measure nothing have their
#: own, so that they wait for nobody.
PREFIX = os.environ.get("LEAGUE_LOCK_PREFIX", "league-suite-lock-")


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


def holder_of(name: str) -> str:
    """Return who holds a lock: pid, age and command, as far as the system tells."""
    try:
        lines = Path("/proc/net/unix").read_text(encoding="utf-8", errors="replace").splitlines()
        inode = next(one.split()[6] for one in lines if one.endswith(f" @{PREFIX}{name}"))
    except (OSError, StopIteration, IndexError):
        return ""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if any(str(fd.readlink()) == f"socket:[{inode}]" for fd in (folder / "fd").iterdir()):
                return _process(folder.name)
    return ""


def _process(pid: str) -> str:
    """Return pid, age and command of a process; empty if it is not there."""
    folder = Path("/proc", pid)
    try:
        age = time.time() - folder.stat().st_mtime
        words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return ""
    command = visible(" ".join(words[1:]).strip())
    return f"pid {pid}, for {long_duration(age)}: {short(command)}"


@contextlib.contextmanager
def devices(
    names: Sequence[str], say: Callable[[str], None], *, wait: bool = True, timed: bool = True
) -> Iterator[None]:
    """Hold the locks of several devices; waits, and says so, while others hold one.

    They are taken in alphabetical order, so two processes cannot wait for each other.  Where that
    is not wanted it raises UsageError instead of waiting, or goes on without where nothing is
    ``timed``: it would be the other's times that this disturbs, at the wish of who asked.
    """
    with contextlib.ExitStack() as held:
        for name in sorted(set(names)):
            holder, again = try_device(name), 0.0
            while holder is None and (wait or timed):
                told = (
                    _told(f"uses the {name}", holder_of(name)) if time.monotonic() > again else ""
                )
                if not wait:
                    raise UsageError(f"there is {told}; wait for it, or leave out --no-wait")
                if told:
                    offer = "" if timed else "; nothing is timed here: --no-wait goes on beside it"
                    say(f"waiting for {told}{offer}")
                    again = time.monotonic() + AGAIN_S
                time.sleep(POLL_S)
                holder = try_device(name)
            if holder is not None:
                held.callback(holder.close)
        yield


def _told(what: str, who: str) -> str:
    return f"another run_all.py, which {what}" + (f" ({who})" if who else "")


@contextlib.contextmanager
def build_folder(folder: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Hold a build folder, which must exist; waits, and says so, while another process does."""
    descriptor = os.open(folder / ".league-lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = os.pread(descriptor, 20, 0).decode(errors="replace")
            who = _process(who) if who.isdecimal() else ""
            say(f"waiting for {_told(f'builds in {folder.name}', who)}")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, b"%d" % os.getpid(), 0)
        yield
    finally:
        os.close(descriptor)
