"""Processes in groups of their own that are ended whole: by TERM, then by KILL."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import threading
import time
from types import FrameType
from typing import NoReturn

#: Seconds between TERM and KILL.
GRACE_S = 2.0


_asked_to_stop = False


def stop(number: int, frame: FrameType | None) -> NoReturn:
    """Handle a signal that asks to stop: raise KeyboardInterrupt, and remember it.

    Python drops an exception that is raised while it forks; ``raise_if_stopped`` finds it there.
    """
    global _asked_to_stop
    _asked_to_stop = True
    raise KeyboardInterrupt


def handle_stop_signals() -> None:
    """Let SIGINT, SIGTERM and SIGHUP stop the command, unless whoever started it ignores them."""
    global _asked_to_stop
    _asked_to_stop = False
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
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

    Sleeps in the kernel, so the end is noticed at once.
    """
    try:
        descriptor = os.pidfd_open(process.pid)
    except (AttributeError, OSError):
        return _exited_by_thread(process, timeout_s)
    try:
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        end = time.monotonic() + timeout_s
        while True:  # poll counts in 32-bit milliseconds
            left = max(0.0, end - time.monotonic())
            if poll.poll(int(min(left, 1e6) * 1000) + 1):
                return True
            if left == 0.0:
                return False
    finally:
        os.close(descriptor)


def _exited_by_thread(process: subprocess.Popen[bytes], timeout_s: float) -> bool:
    """Do the same, but reap, where the kernel or this Python has no pidfd."""
    ended = threading.Event()

    def wait() -> None:
        process.wait()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    return ended.wait(timeout_s)


def end_group(process: subprocess.Popen[bytes], grace_s: float = GRACE_S) -> None:
    """End a process that leads its group, and everything in the group: TERM, then KILL."""
    if process.poll() is None:
        _signal_group(process, signal.SIGTERM)
        exited(process, grace_s)
    _signal_group(process, signal.SIGKILL)
    process.wait()


def reap(process: subprocess.Popen[bytes], timeout_s: float, grace_s: float = GRACE_S) -> bool:
    """Wait for a process that leads its group; end the group if it takes longer.

    Whatever the process left running in its group is killed.  Returns True if it ran out of time.
    If the wait is interrupted, the group is ended before the interruption goes on.
    """
    try:
        raise_if_stopped()
        timed_out = not exited(process, timeout_s)
        if timed_out:
            _signal_group(process, signal.SIGTERM)
            exited(process, grace_s)
        _signal_group(process, signal.SIGKILL)
        process.wait()
    except BaseException:
        end_group(process, grace_s)
        raise
    return timed_out
