"""Takes what identifies a machine or a person out of text before it is recorded."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterable
from pathlib import Path

# An absolute path of at least two parts; the letter before it may be that of -I, -L or -B.
_ABSOLUTE = re.compile(r"(?:(?<![\w./~>-])|(?<=-[ILB]))/(?:[\w.+@~%-]+/)+([\w.+@~%-]*)")


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
    """Cut absolute paths, the home folder and the host's name out of text.

    Paths below one of ``folders`` become relative to it, the rest is reduced to the file's name.
    Control characters other than tab and line end are replaced, so the text can be shown safely.
    """
    for known, short in _known_folders(folders):
        text = text.replace(known, short)
    home = str(Path("~").expanduser())
    if home != "/":
        text = re.sub(rf"(?<![\w./]){re.escape(home)}(?![\w/])", "~", text)
    text = _ABSOLUTE.sub(lambda match: match.group(1), text)
    host = socket.gethostname()
    if len(host) > 3 and host != "localhost":
        text = re.sub(rf"(?<!\w){re.escape(host)}(?!\w)", "<host>", text)
    return re.sub(r"[^\t\n\x20-\x7e\x80-\uffff]", "\N{REPLACEMENT CHARACTER}", text)


def tail(text: str, lines: int = 30, characters: int = 3000) -> str:
    """Return the last lines of a text, at most so many characters of them."""
    kept = "\n".join(text.rstrip().splitlines()[-lines:])
    return kept if len(kept) <= characters else "..." + kept[-characters:]
