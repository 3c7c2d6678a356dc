"""The line of what a program printed that says what went wrong, not the advice after it."""

from __future__ import annotations

import functools
import re

# Advice, and where to report or read more: printed by runtimes and compilers after the error.
_HINT = re.compile(
    r"\bhint\b|\bplease\b|\bconsult\b|\bnote:|\bfor (more )?(information|instructions)\b"
    r"|\bdebugging options\b|\bbug report\b|^see <?(https?|file):|\brerun with\b",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"\b(error|fatal|abort(ed|ing)?|assertion|exception|terminate called|fault|violation"
    r"|fail(ed|s)?|failure|cannot|unable|undefined|killed|panic)\b",
    re.IGNORECASE,
)
# What an emulated device finds: its kind, then the kernel.
_FINDING = re.compile(r"^gpu-emulator: (?=[a-z-]+: kernel )")
_WARNING = re.compile(r"\bwarning\b", re.IGNORECASE)


@functools.lru_cache(maxsize=1000)  # the same few reasons stand in many records
def is_hint(line: str) -> bool:
    """Whether a line only tells what to do about an error."""
    return bool(_HINT.search(line))


def error_line(text: str) -> str:
    """Return the first line that speaks of an error, else the last line that is no advice.

    The first is the nearest to the cause: a runtime goes on to tell what failed because of it.
    Of a finding of the emulated device it is what was found.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    plain = [line for line in lines if not is_hint(line)]
    return _first_error(plain) or (plain or lines or [""])[-1]


def reason_of(reason: str, text: str) -> str:
    """Return a reason that was recorded, or the error it is advice about if the text has that."""
    if not is_hint(reason):
        return reason
    return _first_error([line.strip() for line in text.splitlines()]) or reason


def _first_error(lines: list[str]) -> str:
    for line in lines:
        found = _FINDING.sub("", line)
        if found != line or (_ERROR.search(line) and not (is_hint(line) or _WARNING.search(line))):
            return found
    return ""
