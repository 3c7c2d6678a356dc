"""A check under NVIDIA's compute-sanitizer: faults of memory that an answer need not show.

Never tried where a GPU was.  Standard library only.
"""

from __future__ import annotations

import re
from pathlib import Path

NAME = "compute-sanitizer"
#: The exit code that it gives a program of which it has told something.
FOUND = 86
_TOLD = re.compile(r"^=========\s+(?!COMPUTE-SANITIZER|ERROR SUMMARY|$)(\S.*)$", re.MULTILINE)
_PLACE = re.compile(r"^=========\s+(at \S.*)$", re.MULTILINE)


def words(out: Path) -> tuple[str, ...]:
    """Return what stands in front of a program, given a file for what is found.

    Options as its manual has them.  Errors that calls return are left to the program: runtimes ask
    for things that are not there.
    """
    return (
        NAME, "--tool", "memcheck", "--report-api-errors", "no",
        "--error-exitcode", str(FOUND), "--log-file", str(out),
    )  # fmt: skip


def finding(text: str) -> str:
    """Return the first fault that is told and where it is, in one line; empty if none is."""
    found = _TOLD.search(text)
    if found is None:
        return ""
    place = _PLACE.search(text, found.end())
    return " ".join(filter(None, (found[1], place[1] if place else "")))
