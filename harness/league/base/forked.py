"""Work spread over the processor's cores: by copies of this process, which have all it has read."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

_Part = TypeVar("_Part")
_Told = TypeVar("_Told")
# What a copy finds where it was left; a closure cannot be sent.
_work: Callable[[Any], Any] | None = None
_parts: Sequence[Any] = ()


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def each(
    work: Callable[[_Part], _Told], parts: Sequence[_Part], most: int | None = None
) -> Iterator[_Told]:
    """Yield what `work` says of each part, in order; an exception of it comes out here.

    On one core, for one part, and where a process cannot be copied, it all happens here.
    """
    global _work, _parts
    copies = min(most or cores(), len(parts))
    if copies < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(work, parts)
        return
    _work, _parts = work, parts
    # What a copy's collector does not walk through is not copied.
    gc.freeze()
    try:
        with multiprocessing.get_context("fork").Pool(copies, _begin) as pool:
            yield from pool.imap(_one, range(len(parts)))
    finally:
        gc.unfreeze()
        _work, _parts = None, ()


def _begin() -> None:
    """A copy ends when it is told to; what a terminal interrupts is for the process that waits."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(number: int) -> Any:
    assert _work is not None
    return _work(_parts[number])


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Build much that stays, without the collector walking through it again and again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
