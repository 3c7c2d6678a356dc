"""Every night: what it found, what was new, what changed on it and is so still."""

from __future__ import annotations

from typing import Any

from league.analysis.board import Board, broken_or_mended, night_counts, version_changes
from league.base.words import plural
from league.show.site import found, links
from league.show.site.found import counted

_MOST_CHANGES = 12

Json = dict[str, Any]


def page(board: Board, most: int) -> Json:
    """Return what the page of nights shows, newest first."""
    numbers = list(range(len(board.nights)))[-most:]
    told = f"{plural(len(board.when), 'run')}, newest first."
    if len(numbers) < len(board.when):
        told += f" The newest {len(numbers)} are shown; older changes are in data/changes.csv."
    return {
        "told": told,
        "counts": counted(lambda row: row),
        "rows": [_row(board, n) for n in reversed(numbers)],
    }


def _row(board: Board, n: int) -> Json:
    night = board.nights[n]
    changed = found.telling(broken_or_mended(board, n))
    changed.sort(key=lambda one: (not one.worse, one.ratio is not None, one.cell))
    new = [f"{name}: {a or 'unknown'} → {b or 'unknown'}"
           for name, a, b in version_changes(board.nights, n)]  # fmt: skip
    if n and board.nights[n - 1].source != night.source:
        new.append(f"sources {board.nights[n - 1].source or '?'} → {night.source or '?'}")
    if n and board.nights[n - 1].machine != night.machine:
        new.append(f"machine: {night.machine or 'unknown'}")
    more = len(changed) - _MOST_CHANGES
    return {
        "id": links.slug(night.run), "run": night.run, "date": found.date(night.time),
        **night_counts(night), "new": new, "more": f"and {more} more" if more > 0 else "",
        "changes": [(one.worse, found.short(one), found.at(one))
                    for one in changed[:_MOST_CHANGES]],
    }  # fmt: skip
