"""Processes in groups of their own that are ended whole: by TERM, then by KILL."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from league.base import (
    completed,  # noqa: F401  it completes os
    exit_codes,
    reaper,
)
from league.base.errors import why

#: Seconds between TERM and KILL.
GRACE_S = 2.0
#: Seconds in which further signals to stop mean the same as the first one.
_ONE_WISH_S = 1.0
#: Characters kept of the beginning and of the end of what a process says; the rest is left out.
KEPT = 2**20
#: Bytes of one line that are kept.
_LONGEST_LINE = 2**16
#: Seconds after which it is looked whether a process that keeps silent has ended.
_LOOK_S = 0.1
#: Seconds in which is read what is in the pipe of a process that has ended.
_LAST_WORDS_S = 1.0


#: Signals that ask to stop: of people, of terminals, of batch systems before the end of a job.
STOPPING = (
    signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP,
    signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU, signal.SIGALRM,
)  # fmt: skip

_asked_to_stop = False
_asked_at = 0.0
_time_is_up = False


def stop(number: int, frame: FrameType | None) -> None:
    """Handle a signal that asks to stop: raise KeyboardInterrupt, and remember it.

    Python drops an exception that is raised while it forks; ``raise_if_stopped`` finds it there.
    Who asks again while the command tidies up wants it to end at once: everything it started is
    killed, and so is it.  What is recorded is recorded.
    """
    global _asked_to_stop, _asked_at
    if _asked_to_stop:
        if time.monotonic() - _asked_at < _ONE_WISH_S:
            return
        reaper.end_all()
        os._exit(exit_codes.INTERRUPTED)
    _asked_to_stop = True
    _asked_at = time.monotonic()
    reaper.interrupted()
    raise KeyboardInterrupt


def nothing_to_stop() -> None:
    """Say that the command has ended: signals that come now change nothing any more."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)


def _ring(number: int, frame: FrameType | None) -> None:
    global _time_is_up
    _time_is_up = True
    stop(number, frame)


@contextlib.contextmanager
def budget(seconds: float | None) -> Iterator[None]:
    """Ask what is done in this context to stop after so many seconds, as a signal would."""
    global _time_is_up, _asked_to_stop
    _time_is_up = False
    if seconds is None:
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
        if _time_is_up:
            _asked_to_stop = False  # it has stopped; what follows need not


def time_is_up() -> bool:
    """Whether a budget was used up."""
    return _time_is_up


def _unheard(what: sys.UnraisableHookArgs) -> None:
    """Tell of an exception that Python drops, but for the one that asks to stop."""
    if what.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(what)


def handle_stop_signals() -> None:
    """Let the signals of `STOPPING` stop the command, unless whoever started it ignores them."""
    global _asked_to_stop
    _asked_to_stop = False
    sys.unraisablehook = _unheard
    for number in STOPPING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup, background jobs
            signal.signal(number, stop)


def raise_if_stopped() -> None:
    """Raise KeyboardInterrupt if a signal to stop has come."""
    if _asked_to_stop:
        raise KeyboardInterrupt


def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def exited(process: subprocess.Popen[bytes], timeout_s: float) -> bool:
    """Wait until a process has ended; False if it has not after ``timeout_s``.

    A thread sleeps in the kernel, so the end is noticed at once; it does not reap, so that the
    number of the process still means its group.
    """

    def wait() -> None:
        with contextlib.suppress(ChildProcessError):  # reaped already
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    waiting.join(min(timeout_s, threading.TIMEOUT_MAX))
    return _has_ended(process)


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process has ended; it is not reaped, so that its number still means its group."""
    if process.returncode is not None:
        return True
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def end_group(process: subprocess.Popen[bytes], grace_s: float = GRACE_S) -> None:
    """End a process that leads its group, and everything in the group: TERM, then KILL."""
    if not _has_ended(process):
        _signal_group(process, signal.SIGTERM)
        exited(process, grace_s)
    _signal_group(process, signal.SIGKILL)
    process.wait()


def reap(process: subprocess.Popen[bytes], timeout_s: float, grace_s: float = GRACE_S) -> bool:
    """Wait for a process that leads its group, then end the group, whatever is left of it.

    Returns True if it ran out of time.  An interruption ends the group before it goes on.
    """
    try:
        raise_if_stopped()
        return not exited(process, timeout_s)
    finally:
        end_group(process, grace_s)


class Log:
    """What a process said: the beginning and the end, however long it was."""

    def __init__(self) -> None:
        self._head: list[str] = []
        self._tail: deque[str] = deque()
        self._in_head = self._in_tail = 0
        self._left_out = False

    def add(self, text: str) -> None:
        """Add what was said next."""
        if self._in_head < KEPT and not self._tail:
            self._head.append(text)
            self._in_head += len(text)
            return
        self._tail.append(text)
        self._in_tail += len(text)
        while self._in_tail > KEPT and len(self._tail) > 1:
            self._in_tail -= len(self._tail.popleft())
            self._left_out = True

    def text(self) -> str:
        """Return it as one text."""
        between = ["\n[...]\n"] if self._left_out else []
        return "".join([*self._head, *between, *self._tail])


def lines_of(
    child: reaper.Child, silence_s: float, timeout_s: float = math.inf
) -> Iterator[str | None]:
    """Yield the lines a child writes to its pipe as they come; None, and no more, when it is late.

    Late is who says nothing for ``silence_s``, or is not done after ``timeout_s``.  The lines end
    with the child: what it left behind may hold the pipe open.  Of a line that is too long the
    beginning is kept.
    """
    pipe = child.process.stdout
    assert pipe is not None
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    line = bytearray()
    heard = time.monotonic()
    end, last = heard + timeout_s, math.inf
    while time.monotonic() < last:
        if last == math.inf and _has_ended(child.process):
            last = time.monotonic() + _LAST_WORDS_S
        if not poll.poll(0 if last < math.inf else int(_LOOK_S * 1000)):
            if last < math.inf:
                break
            if time.monotonic() > min(end, heard + silence_s):
                yield None
                return
            continue
        data = os.read(pipe.fileno(), 65536)
        if not data:
            break
        heard = time.monotonic()
        *whole, rest = data.split(b"\n")
        for part in whole:
            line += part[: _LONGEST_LINE - len(line)]
            yield line.decode("utf-8", "replace") + "\n"
            line.clear()
        line += rest[: _LONGEST_LINE - len(line)]
        if heard > end:
            yield None
            return
    if line:
        yield line.decode("utf-8", "replace")


@dataclass(frozen=True)
class Said:
    """What became of a command that was asked something."""

    #: negative for a signal, as in subprocess
    exit_code: int
    text: str
    timed_out: bool
    #: names of what it left running, which was ended
    left: tuple[str, ...] = ()


def ask(
    command: Sequence[str],
    environment: Mapping[str, str],
    timeout_s: float = math.inf,
    *,
    silence_s: float = math.inf,
    on_line: Callable[[str], None] = lambda _: None,
    **settings: Any,
) -> Said:
    """Run a command for what it writes to stdout and stderr; nothing of it is left afterwards.

    It has ``timeout_s`` in all, and may say nothing for ``silence_s``; ``on_line`` is told each
    line.  ``settings`` are those of Popen.  Raises OSError if it cannot be started.
    """
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    child = reaper.start(command, environment, **{**streams, **settings})
    log, end, timed_out = Log(), time.monotonic() + timeout_s, False
    try:
        raise_if_stopped()
        for line in lines_of(child, silence_s, timeout_s):
            timed_out = line is None
            log.add(line or "")
            on_line(line or "")
        if not timed_out:  # it may have closed its output and go on
            left_s = max(0.0, min(silence_s, end - time.monotonic()))
            timed_out = not exited(child.process, left_s)
    finally:
        end_group(child.process)
        left = reaper.clear(child)
        if child.process.stdout is not None:
            child.process.stdout.close()
    return Said(child.process.returncode, log.text(), timed_out, left)


#: Exit codes of `quietly` for what did not end by itself, as those of the shell and of timeout.
TOO_LONG, CANNOT_START = 124, 127


def quietly(
    command: Sequence[str],
    *,
    environment: Mapping[str, str] = os.environ,
    cwd: Path | None = None,
    timeout_s: float | None = 20.0,
) -> subprocess.CompletedProcess[str]:
    """Run a tool in the C locale with no terminal, whatever becomes of it.

    What it starts may go on, as a daemon of a package that is installed.  Exit code CANNOT_START
    or TOO_LONG if that is so; stderr then says it.
    """
    try:
        return subprocess.run(
            list(command), env={**environment, "LC_ALL": "C"}, cwd=cwd, timeout=timeout_s,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, TOO_LONG, "", f"{command[0]} took too long")
    except OSError as error:
        told = f"cannot start {command[0]}: {why(error)}"
        return subprocess.CompletedProcess(command, CANNOT_START, "", told)
