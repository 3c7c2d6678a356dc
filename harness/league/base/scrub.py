"""Takes what identifies a machine or a person out of text, and what deceives the eye.

Everything that is recorded or shown and was written by others passes through here.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Any

# An absolute path of at least two parts; the letter before it may be that of -I, -L or -B.
_ABSOLUTE = re.compile(r"(?:(?<![\w./~>-])|(?<=-[ILB]))/(?:[\w.+@~%-]+/)+([\w.+@~%-]*)")

# Control characters of both sets but tab and line end, marks and overrides of direction, separators
# of lines and paragraphs, lone surrogates, and what lies outside the basic plane.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
    "\ufffe\uffff\U00010000-\U0010ffff]"
)


def visible(text: str) -> str:
    """Replace characters that cannot be seen but change what is: it can be shown safely."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def visible_in(value: Any) -> Any:
    """Do so in every text of a JSON value, the names of its fields included."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [visible_in(one) for one in value]
    if isinstance(value, dict):
        return {visible(name): visible_in(one) for name, one in value.items()}
    return value


def _known_folders(folders: Iterable[Path]) -> list[tuple[str, str]]:
    known: list[tuple[str, str]] = []
    for folder in folders:
        for text in {str(folder), os.path.realpath(folder)}:
            if text != "/":
                known.append((text + "/", ""))
                known.append((text, "."))
    known.sort(key=lambda pair: -len(pair[0]))
    return known


def scrub(text: str, folders: Iterable[Path] = ()) -> str:
    """Cut absolute paths, the home folder and the host's name out of text; make it ``visible``.

    Paths below one of ``folders`` become relative to it, the rest is reduced to the file's name.
    """
    for known, short in _known_folders(folders):
        text = text.replace(known, short)
    # Where a user is not known it stays as it is.
    home = os.path.expanduser("~")  # noqa: PTH111
    if home != "/":
        text = re.sub(rf"(?<![\w./]){re.escape(home)}(?![\w/])", "~", text)
    text = _ABSOLUTE.sub(lambda match: match.group(1), text)
    host = socket.gethostname()
    if len(host) > 3 and host != "localhost":
        text = re.sub(rf"(?<!\w){re.escape(host)}(?!\w)", "<host>", text)
    return visible(text)


def tail(text: str, lines: int = 30, characters: int = 3000) -> str:
    """Return the last lines of a text, at most so many characters of them."""
    kept = "\n".join(text.rstrip().splitlines()[-lines:])
    return kept if len(kept) <= characters else "..." + kept[-characters:]


def short(text: str, most: int = 60) -> str:
    """Return a name as a message may hold it: on one line, safe to show, its end cut off."""
    told = visible(" ".join(text.split()))
    return told if len(told) <= most else told[: most - 3] + "..."
