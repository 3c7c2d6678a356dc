"""What all tests need of the process that runs them."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from league.base import locks

# A shell without job control starts what it puts into the background with SIGINT ignored, and every
# program started from there would ignore it too: tests that interrupt a run could not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _own_locks() -> Iterator[None]:
    """A test may give locks names of its own; the next one finds the usual ones."""
    usual = locks.PREFIX
    yield
    locks.PREFIX = usual


_PREFIX = locks.PREFIX


@pytest.fixture(autouse=True)
def _usual_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo what tests with locks of their own leave behind, whatever their order."""
    monkeypatch.setattr(locks, "PREFIX", _PREFIX)
