"""Shows what runs, how much is left and how long it may take."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TextIO

from league.base.words import long_duration

_RED, _RESET = "\033[31m", "\033[0m"
#: A terminal is repainted at most so often (seconds); painting costs time that is not measuring.
_REPAINT_S = 0.1
#: Elsewhere there is a line so often (seconds).
_PLAIN_S = 60.0


class Progress:
    """On a terminal one line that is written over; elsewhere a plain line a minute."""

    def __init__(self, stream: TextIO | None = None, *, no_color: bool = False) -> None:
        self.stream = stream if stream is not None else sys.stderr
        self._live = self.stream.isatty() and os.environ.get("TERM") != "dumb"
        self._colour = self._live and not (no_color or os.environ.get("NO_COLOR"))
        self._title = ""
        self._total = 0
        self._done = 0
        self._began = time.monotonic()
        self._painted = 0.0
        self._shown = False

    def phase(self, title: str, total: int) -> None:
        """Begin a phase of ``total`` steps."""
        self._title, self._total, self._done = title, total, 0
        self._began = time.monotonic()
        self._painted = 0.0

    def step(self, what: str) -> None:
        """Say what runs now."""
        if self._live and time.monotonic() - self._painted >= _REPAINT_S:
            self._paint(what)

    def set(self, done: int, total: int, what: str) -> None:
        """Say how far a phase is that counts for itself."""
        self._done, self._total = done, total
        self.step(what)

    def less(self, steps: int) -> None:
        """Say that some of the steps will not be taken."""
        self._total -= steps

    def done(self, what: str, value: str, *, good: bool = True, reason: str = "") -> None:
        """Say that a step ended, and how.

        What is not good keeps a line of its own.
        """
        self._done += 1
        if not good:
            text = f"{what}: {value}" + (f" ({reason})" if reason else "")
            self.line(f"{_RED}{text}{_RESET}" if self._colour else text)
        if not self._live and self._is_time():
            self._write(f"{self._far()}: {what}\n")

    def line(self, text: str) -> None:
        """Write one line that stays."""
        self.finish()
        self._write(text + "\n")

    def finish(self) -> None:
        """Remove the line that is written over."""
        if self._shown:
            self._write("\r\033[K")
            self._shown = False

    def _is_time(self) -> bool:
        """Whether a plain line is due: at the end of a phase, or after a minute."""
        now = time.monotonic()
        due = self._done >= self._total or now - max(self._began, self._painted) >= _PLAIN_S
        if due:
            self._painted = now
        return due

    def _far(self) -> str:
        """Return how far the phase is: ``timing 40/1400 (3 %), about 12 min 05 s left``."""
        share = f" ({100 * self._done // self._total} %)" if self._total else ""
        return f"{self._title} {self._done}/{self._total}{share}{self._left()}"

    def _left(self) -> str:
        if self._done == 0 or self._total <= self._done:
            return ""
        left = (time.monotonic() - self._began) / self._done * (self._total - self._done)
        return f", about {long_duration(left)} left"

    def _paint(self, what: str) -> None:
        self._painted = time.monotonic()
        width = shutil.get_terminal_size().columns
        text = f"{self._far()}: {what}"
        self._write("\r\033[K" + text[: max(10, width - 1)])
        self._shown = True

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text)
            self.stream.flush()
        except (OSError, ValueError):
            self._live = False  # nobody reads any more; the run goes on
