"""What changed, as the pages say it: rows of tables that lead to the cell, and night by night."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from league.analysis.board import (
    Board,
    broken_or_mended,
    night_counts,
    title,
    version_changes,
)
from league.analysis.history import GONE, Finding, merged
from league.analysis.nights import TIMES
from league.base.columns import Column, Table, rows_as_csv
from league.base.words import plural, times
from league.show import links
from league.verdicts import Word, word

Json = dict[str, Any]

#: Changes that are told of a night; of more the gravest.
_MOST_CHANGES = 12
#: What a metric is called in a sentence.
NAMES = {
    "compute": "compute time", "total": "total time", "launches": "kernel launches",
    "to_device": "bytes to the device", "from_device": "bytes from the device",
    "executable": "size of the executable", "verdict": "verdict",
}  # fmt: skip


def counted(of: Callable[[Any], Mapping[str, int]], *more: str) -> tuple[Column[Any], ...]:
    """Return the columns that count how cells ended; ``of`` returns the counts of a row."""
    bad = word("wrong")

    def column(id: str, title: str, unit: str = "") -> Column[Any]:
        return Column(
            id, title, lambda row: of(row)[id], unit=unit,
            mark=lambda row: bad if id == "failed" and of(row)[id] else None,
        )  # fmt: skip

    return (
        *(column(name, name.title()) for name in more),
        column("right", "Right"),
        column("emulated", "Emulated", "and right"),
        column("failed", "Failed"),
        column("expected", "Expected", "to fail, and did"),
        column("silent", "Could not run"),
    )


def date(text: str) -> str:
    """Return a time of a record as a day and an hour; whatever else it is, shortened."""
    day, _, hour = text.partition("T")
    return f"{day} {hour[:5]}".strip() if hour else text[:20]


def table(board: Board, found: Iterable[Finding], about: str) -> Table[Finding]:
    """Return findings in their order, each with what it leads to."""
    rows = merged(telling(found))

    def when(one: Finding) -> str:
        return date(board.when[one.first]) or one.first

    columns: tuple[Column[Finding], ...] = (
        Column("cell", "Cell", lambda one: one.cell, right=False, link=at),
        Column("what", "What", lambda one: NAMES.get(one.metric, one.metric), right=False),
        Column("before", "Before", lambda one: one.before, right=False),
        Column("now", "Now", lambda one: one.now, right=False, mark=mark),
        Column("ratio", "Now ÷ before", lambda one: one.ratio, times, unknown=lambda _: ""),
        Column("since", "Since", when, right=False, link=lambda one: links.night(one.first)),
        Column("new", "What else was new then", lambda one: one.new or "nothing that is recorded",
               right=False),
    )  # fmt: skip
    return Table(columns, rows, about, "cell, number, version" if len(rows) > 4 else "")


def at(one: Finding) -> str:
    """Return where a change is told: its cell at that night, of a claim its line.

    What is gone is told where it was last.
    """
    night = one.last_before if one.now.startswith(GONE) else one.first
    return links.cell(one.names, "" if one.names[1] == "validation" else night)


def telling(found: Iterable[Finding]) -> list[Finding]:
    """Leave out a total time that changed when its compute time did."""
    kept = list(found)
    computes = {(one.names, one.first) for one in kept if one.metric == "compute"}
    return [one for one in kept if one.metric != "total" or (one.names, one.first) not in computes]


def mark(one: Finding) -> Word:
    """Return how a change is marked: as the verdict it is, or as a time that changed so."""
    kinds = ("wrong", "pass") if one.ratio is None else ("SLOWER", "FASTER")
    meaning = "Worse than before." if one.worse else "Better than before."
    return replace(word(kinds[not one.worse]), label=one.now, meaning=meaning)


def sentence(one: Finding) -> str:
    """Return a change in words, without its cell and its night."""
    by = f" ({times(one.ratio)})" if one.ratio is not None else ""
    new = f"; new then: {one.new}" if one.new else ""
    return f"{NAMES.get(one.metric, one.metric)} {one.before} → {one.now}{by}{new}"


def short(one: Finding) -> str:
    """Return a change as few words, with its cell."""
    by = f" {times(one.ratio)}" if one.ratio is not None else f" {one.before} → {one.now}"
    return f"{title(one.names)} ({one.names[0]}): {NAMES.get(one.metric, one.metric)}{by}"


def summary(board: Board) -> str:
    """Return the first sentence of the dashboard: what is the state, in one breath."""
    worse = board.history.worse
    gone = {one.names for one in worse if one.now.startswith(GONE)}
    broken = {one.names for one in worse if one.ratio is None} - gone
    slower = {one.names for one in worse if one.metric in TIMES} - broken - gone
    more = {one.names for one in worse} - broken - slower - gone
    told = [
        f"{plural(len(group), 'cell')} {how}"
        for group, how in (
            (broken, "broke"),
            (gone, "gone"),
            (slower, "became slower"),
            (more, "need more"),
        )
        if group
    ]
    states = board.states.values()
    right = sum(one.outcome == "pass" for one in states)
    judged = sum(one.silent is None for one in states)
    newest = board.nights[-1]
    first = f"{right:,} of {plural(judged, 'cell')} that could run are right"
    second = "worse than before: " + ", ".join(told) if told else "nothing is worse than it was"
    return (
        f"{first}; {second}. {plural(len(board.when), 'run')}, the newest of"
        f" {date(newest.time)} on {newest.machine or 'an unknown machine'}."
        + "".join(f" {one[:1].upper()}{one[1:]}." for one in board.history.missing[-2:])
    )


def as_csv(board: Board) -> str:
    """Return every change as CSV, the gravest first."""
    return rows_as_csv(
        ["toolchain", "benchmark", "variant", "class", "precision", "metric", "worse", "before",
         "now", "ratio", "last_before", "first", "new"],
        ([*one.names, one.metric, int(one.worse), one.before, one.now, one.ratio, one.last_before,
          one.first, one.new] for one in (*board.history.worse, *board.history.better)),
    )  # fmt: skip


# ---- night by night ------------------------------------------------------------------------------


def nights(board: Board, most: int) -> Json:
    """Return what the page of nights shows, newest first."""
    numbers = list(range(len(board.nights)))[-most:]
    told = f"{plural(len(board.when), 'run')}, newest first."
    if len(numbers) < len(board.when):
        told += f" The newest {len(numbers)} are shown; older changes are in data/changes.csv."
    return {
        "told": told,
        "counts": counted(lambda row: row),
        "rows": [_night(board, n) for n in reversed(numbers)],
    }


def _night(board: Board, n: int) -> Json:
    night = board.nights[n]
    changed = telling(broken_or_mended(board, n))
    changed.sort(key=lambda one: (not one.worse, one.ratio is not None, one.cell))
    new = [f"{name}: {a or 'unknown'} → {b or 'unknown'}"
           for name, a, b in version_changes(board.nights, n)]  # fmt: skip
    if n and board.nights[n - 1].source != night.source:
        new.append(f"sources {board.nights[n - 1].source or '?'} → {night.source or '?'}")
    if n and board.nights[n - 1].machine != night.machine:
        new.append(f"machine: {night.machine or 'unknown'}")
    more = len(changed) - _MOST_CHANGES
    return {
        "id": links.slug(night.run), "run": night.run, "date": date(night.time),
        **night_counts(night), "new": new, "more": f"and {more} more" if more > 0 else "",
        "changes": [(one.worse, short(one), at(one))
                    for one in changed[:_MOST_CHANGES]],
    }  # fmt: skip
