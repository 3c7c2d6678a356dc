"""What is kept beside a build as JSON, to be known the next time: read or written whole.

None of it is needed: what is missing, damaged or cannot be written is found out again.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from league.base import bounds
from league.records.schema import parse_value

_LARGEST = 2**30


def read(file: Path) -> Any:
    """Return what is kept in a file; None if there is none, or it is damaged."""
    try:
        return parse_value(bounds.read_whole(file, _LARGEST, follow=True))
    except (OSError, ValueError):
        return None


def read_table(file: Path) -> dict[str, Any]:
    """Return the table that is kept in a file; empty if there is none."""
    known = read(file)
    return known if isinstance(known, dict) else {}


def write(file: Path, value: Any) -> None:
    """Keep a value in a file, if that can be written."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        bounds.write_whole(file, json.dumps(value).encode())
