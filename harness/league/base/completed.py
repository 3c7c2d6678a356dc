"""What the operating system offers and PyPy's ``os`` lacks; importing this puts it there."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable

#: Bytes of a set of processors: 8,192 of them.
_MASK = 1024
_libc = ctypes.CDLL(None, use_errno=True)


def _checked(code: int) -> None:
    if code < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def waitid(kind: int, number: int, options: int) -> object | None:
    """Wait as ``os.waitid`` does; None: nothing to wait for has ended."""
    told = ctypes.create_string_buffer(128)  # a siginfo_t, which begins with a number: 0 if none
    _checked(_libc.waitid(kind, number, told, options))
    return told if any(told.raw[:4]) else None


def sched_getaffinity(process: int) -> set[int]:
    """Return the processors that a process, or with 0 this thread, may run on."""
    mask = ctypes.create_string_buffer(_MASK)
    _checked(_libc.sched_getaffinity(process, _MASK, mask))
    return {8 * n + bit for n, byte in enumerate(mask.raw) for bit in range(8) if byte >> bit & 1}


def sched_setaffinity(process: int, cores: Iterable[int]) -> None:
    """Bind a process, or with 0 this thread, to processors."""
    mask = bytearray(_MASK)
    for core in cores:
        mask[core // 8] |= 1 << core % 8
    _checked(_libc.sched_setaffinity(process, _MASK, bytes(mask)))


for _name, _value in {
    "waitid": waitid, "P_PID": 1, "WEXITED": 4, "WNOWAIT": 0x01000000,
    "sched_getaffinity": sched_getaffinity, "sched_setaffinity": sched_setaffinity,
}.items():  # fmt: skip
    vars(os).setdefault(_name, _value)
