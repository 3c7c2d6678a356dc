"""What the studies published, which stands beside ours as context and is never a check."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from league.records.schema import parse_object

FILE = Path(__file__).with_name("published.json")


@functools.cache
def of(study: str) -> dict[str, Any]:
    """Return the facts of a study: ``source`` and its numbers, units in the names."""
    found: dict[str, Any] = parse_object(FILE.read_text(encoding="utf-8"))[study]
    return found
