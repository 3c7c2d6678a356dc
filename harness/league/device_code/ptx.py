"""Modules of PTX inside executables of nvcc, and a hash of what they tell a GPU to do."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

_HEAD = re.compile(r"^Fatbin (ptx|elf) code:\n=+\n", re.MULTILINE)
_BEGIN = re.compile(r"^\.version\s", re.MULTILINE)
#: What names sources and lines, and changes nothing that is executed.
_LINES = re.compile(r"^\s*(?://|\.loc\s|\.file\s).*\n", re.MULTILINE)
_SECTIONS = re.compile(r"^\s*\.section\s+\.debug\w*\s*\{.*?^\s*\}\s*$", re.MULTILINE | re.DOTALL)
#: What differs from build to build in names without linkage: a length, then the word.
_UNNAMED = re.compile(r"(\d+)(?=_GLOBAL__N__)")
_INTERNAL = re.compile(r"_INTERNAL_[0-9a-f]{8}_(\d+_\w+?_cu)_[0-9a-f]{8}(?:_\d+)?")
_SPACE = re.compile(r"\s+")


def modules(dumped: str) -> list[str]:
    """Return the modules in what `cuobjdump --dump-ptx` prints."""
    found = []
    heads = list(_HEAD.finditer(dumped))
    for head, behind in zip(heads, [*(one.start() for one in heads[1:]), len(dumped)]):
        text = dumped[head.end() : behind]
        begin = _BEGIN.search(text)
        if head[1] == "ptx" and begin:
            found.append(text[begin.start() :])
    return found


def stable(text: str) -> str:
    """Return a text without what differs from build to build in names without linkage."""
    kept: list[str] = []
    at = 0
    for match in _UNNAMED.finditer(text):
        if match.start() < at:
            continue
        kept += [text[at : match.start()], "12_GLOBAL__N_1"]
        at = match.end() + int(match[1])
    return _INTERNAL.sub(r"_INTERNAL_\1", "".join(kept) + text[at:])


def digest(texts: Iterable[str]) -> str:
    """Return a hash of modules that is the same wherever and in whatever order they were built."""
    plain = sorted(
        _SPACE.sub(" ", stable(_SECTIONS.sub("", _LINES.sub("", text)))) for text in texts
    )
    return hashlib.sha256("\0".join(plain).encode()).hexdigest()
