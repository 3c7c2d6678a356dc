"""Processes whose descendants do not outlive them, wherever those have gone.

A process can leave its group and its parent (``setsid``, a double fork) and go on computing beside
later launches.  Linux hands such orphans to the nearest ancestor that asked for them: this process
does, so whatever is left of a child is found among its own children, ended and named.  Where this
process is killed itself, a shell that waits for its end finds by their mark what it had started;
what that misses is found when the next one starts.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import functools
import itertools
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base.scrub import short

#: Variable of the environment that tells whose descendant a process is.
MARK = "LEAGUE_LAUNCH"
_PR_SET_CHILD_SUBREAPER = 36
#: Seconds that killed processes may take to go (one in a driver call takes its time).
_PATIENCE_S = 5.0

# Who started a process: its number, when it began, in which space of process numbers; and a count.
_STARTER = re.compile(r"(\d+)-(\d+)-(\d+)")

# Waits for the end of who holds the other end of its input: then it kills what bears the mark.
_WATCHER = """trap '' INT QUIT TERM HUP USR1 USR2 XCPU ALRM; read _ && exit; for _ in 1 2 3; do
for one in $(grep -lsz "^$0=$1-" /proc/[0-9]*/environ); do
one=${one#/proc/}; kill -9 "${one%/*}"; done; sleep 0.1; done"""

_libc = ctypes.CDLL(None, use_errno=True)
_numbers = itertools.count(1)
# Nobody looks for orphans while a child is between fork and exec: it has no mark yet.
_lock = threading.RLock()
#: Process ids of the children that were started here and have not been cleared, by their marks.
_alive: dict[str, int] = {}
#: Children this process had before it started any of those: somebody else's affair.
_foreign: frozenset[int] = frozenset()
_interrupted = False


@dataclass(frozen=True)
class Child:
    """A process that was started here: it leads a group and a session of its own."""

    process: subprocess.Popen[bytes]
    mark: str


@dataclass(frozen=True)
class _Status:
    """What the kernel tells of a process."""

    name: str
    state: str
    parent: int
    group: int
    session: int
    began: int  # in ticks since the machine started


def start(command: Sequence[str], environment: Mapping[str, str], **settings: Any) -> Child:
    """Start a process; ``settings`` are those of Popen.  Raises what Popen raises."""
    global _foreign
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with _lock:
        _watched(os.getpid())
        mark = f"{starter_of(os.getpid())}-{next(_numbers)}"
        if not _alive:
            _foreign = frozenset(_children(os.getpid()))
        process = subprocess.Popen(
            list(command), env={**environment, MARK: mark}, start_new_session=True, **settings
        )
        _alive[mark] = process.pid
    return Child(process, mark)


@functools.cache
def _watched(pid: int) -> None:
    """Have a shell wait for the end of this process, and for a word where that is a good one."""
    ours, kept = os.pipe()
    null = subprocess.DEVNULL
    with contextlib.suppress(OSError):
        subprocess.Popen(
            ["sh", "-c", _WATCHER, MARK, starter_of(pid)],
            cwd="/",
            stdin=ours,
            stdout=null,
            stderr=null,
        ).returncode = 0  # it is waited for by no one
    os.close(ours)
    atexit.register(_part, kept)


def _part(pipe: int) -> None:
    with contextlib.suppress(OSError):  # nobody waits any more
        if not _interrupted:
            os.write(pipe, b"\n")


def interrupted() -> None:
    """Say that this process was interrupted, perhaps while it started a child it knows nothing of.

    What bears its marks when it ends is ended, as if it were killed.
    """
    global _interrupted
    _interrupted = True


def clear(child: Child) -> tuple[str, ...]:
    """End what is left of a child that has been waited for; return the names of what had fled.

    What was in its group is ended without a word.  Orphans that bear no mark (they wiped their
    environment) are ended when no other child is left that they could belong to.
    """
    found: dict[int, str] = {}
    end = time.monotonic() + _PATIENCE_S
    while True:
        with _lock:
            left = _orphans(child)
            for pid, status in left.items():
                if status.state not in "ZX":
                    if status.group != child.process.pid:
                        found[pid] = short(status.name)
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, signal.SIGKILL)
                if status.parent == os.getpid():
                    with contextlib.suppress(ChildProcessError):
                        os.waitpid(pid, os.WNOHANG)
            if not left or time.monotonic() > end:
                _alive.pop(child.mark, None)
                return tuple(found.values())
        time.sleep(0.002)


def is_gone(starter: str) -> bool:
    """Whether a process has ended, as ``starter_of`` names it; of other machines none is known."""
    told = _STARTER.fullmatch(starter)
    if told is None or told[3] != _space(os.getpid()):
        return False
    status = _status(int(told[1]))
    return status is None or status.state in "ZX" or status.began != int(told[2])


@functools.cache
def starter_of(pid: int) -> str:
    """Return what tells a process from every other, whatever machine it ran on."""
    status = _status(pid)
    return f"{pid}-{status.began if status else 0}-{_space(pid)}"


def _space(pid: int) -> str:
    """Return the number of the space that a process's number belongs to; 0 if it is not told.

    It has the start of the machine in it: the space itself has the same number on every host.
    """
    with contextlib.suppress(OSError):
        space = re.sub(r"\D", "", os.readlink(f"/proc/{pid}/ns/pid"))  # noqa: PTH115
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")
        return f"{space}{int(boot[:8], 16)}"
    return "0"


def end_abandoned() -> None:
    """End what processes started that were killed themselves, and name it in a line on stderr."""
    found: dict[int, _Status] = {}
    end = time.monotonic() + _PATIENCE_S
    while True:
        left = _abandoned()
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        found.update(left)
        if not left or time.monotonic() > end:
            break
        time.sleep(0.002)
    if found:
        names = ", ".join(f"{short(one.name)} ({pid})" for pid, one in sorted(found.items()))
        told = short(names, 400)
        print(f"league: ended what a run that was killed left behind: {told}", file=sys.stderr)


def _abandoned() -> dict[int, _Status]:
    """Return this user's processes whose mark names one that is not there any more.

    This one and those it descends from are none: they were given the mark, as a batch job is.
    """
    found: dict[int, _Status] = {}
    own = _line(os.getpid())
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):  # noqa: PTH208
        if pid in own or not is_gone(_mark(pid).rpartition("-")[0]) or not _is_mine(pid):
            continue
        status = _status(pid)
        if status is not None and status.state not in "ZX":
            found[pid] = status
    return found


def _line(pid: int) -> set[int]:
    """Return a process and those it descends from."""
    found: set[int] = set()
    while pid > 0 and pid not in found:
        found.add(pid)
        status = _status(pid)
        pid = status.parent if status else 0
    return found


def _is_mine(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}").stat().st_uid == os.geteuid()
    except OSError:
        return False


def end_all() -> None:
    """Kill every group that was started here and has not been cleared."""
    for pid in list(_alive.values()):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def _orphans(child: Child) -> dict[int, _Status]:
    """Return what descends from a child that has ended; the descendants of orphans included."""
    others = _alive.keys() - {child.mark}
    known = _foreign | set(_alive.values())
    found: dict[int, _Status] = {}
    for pid in _children(os.getpid()):
        if pid in known:
            continue
        status = _status(pid)
        # What other modules of this process start stays in its session; what we start never does.
        if status is None or status.session == os.getsid(0):
            continue
        if others and _mark(pid) != child.mark:
            continue
        found[pid] = status
        found.update(_descendants(pid))
    return found


def _descendants(pid: int) -> dict[int, _Status]:
    found: dict[int, _Status] = {}
    todo = _children(pid)
    while todo:
        one = todo.pop()
        status = _status(one)
        if status is not None and one not in found:
            found[one] = status
            todo += _children(one)
    return found


def _children(pid: int) -> list[int]:
    """Return the children of a process, those of all its threads."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  names are all that is needed
            text = Path(f"/proc/{pid}/task/{thread}/children").read_text(encoding="ascii")
            found += [int(word) for word in text.split()]
    except FileNotFoundError:
        return _children_by_parent(pid) if Path(f"/proc/{pid}").is_dir() else []
    except OSError:
        return []
    return found


def _children_by_parent(pid: int) -> list[int]:
    """Do the same on kernels that keep no lists of children."""
    found = []
    for one in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        status = _status(int(one))
        if status is not None and status.parent == pid:
            found.append(int(one))
    return found


def _status(pid: int) -> _Status | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    head, _, rest = text.rpartition(")")
    fields = rest.split()
    name, state = head.partition("(")[2], fields[0]
    return _Status(name, state, int(fields[1]), int(fields[2]), int(fields[3]), int(fields[19]))


def _mark(pid: int) -> str:
    """Return whose descendant a process says it is; empty if it does not."""
    try:
        variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    start = MARK.encode() + b"="
    return next((one[len(start) :].decode("ascii", "replace") for one in variables
                 if one.startswith(start)), "")  # fmt: skip
