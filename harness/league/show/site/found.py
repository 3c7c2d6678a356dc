"""What changed, as the pages say it: rows of tables that lead to the cell and to the night."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from league.analysis.board import Board, title
from league.analysis.history import Finding
from league.analysis.nights import TIMES
from league.base.words import plural, times
from league.show.site import links
from league.verdicts import Word, word

#: What a metric is called in a sentence.
NAMES = {
    "compute": "compute time", "total": "total time", "launches": "kernel launches",
    "to_device": "bytes to the device", "from_device": "bytes from the device",
    "executable": "size of the executable", "verdict": "verdict",
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A change and what it leads to."""

    cell: str
    link: str
    what: str
    before: str
    now: str
    ratio: float | None
    times: str
    since: str
    date: str
    new: str
    mark: Word


def date(text: str) -> str:
    """Return a time of a record as a day and an hour; whatever else it is, shortened."""
    day, _, hour = text.partition("T")
    return f"{day} {hour[:5]}".strip() if hour else text[:20]


def rows(board: Board, found: Iterable[Finding]) -> list[Row]:
    """Return the rows of findings, in their order."""
    return [_row(one, board.when) for one in telling(found)]


def telling(found: Iterable[Finding]) -> list[Finding]:
    """Leave out a total time that changed when its compute time did."""
    kept = list(found)
    computes = {(one.names, one.first) for one in kept if one.metric == "compute"}
    return [one for one in kept if one.metric != "total" or (one.names, one.first) not in computes]


def _row(one: Finding, when: Mapping[str, str]) -> Row:
    link = links.cell(one.names, one.first)
    if one.names[1] == "validation":
        link = links.cell(one.names)
    return Row(
        one.cell, link, NAMES.get(one.metric, one.metric), one.before, one.now, one.ratio,
        times(one.ratio) if one.ratio is not None else "", links.night(one.first),
        date(when[one.first]) or one.first, one.new, mark(one),
    )  # fmt: skip


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
    broken = {one.names for one in worse if one.ratio is None}
    slower = {one.names for one in worse if one.metric in TIMES} - broken
    more = {one.names for one in worse} - broken - slower
    told = [
        f"{plural(len(group), 'cell')} {how}"
        for group, how in ((broken, "broke"), (slower, "became slower"), (more, "need more"))
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
    )


def as_csv(board: Board) -> str:
    """Return every change as CSV, the gravest first."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["toolchain", "benchmark", "variant", "class", "precision", "metric", "worse",
                     "before", "now", "ratio", "last_before", "first", "new"])  # fmt: skip
    better = [one for one in board.history.findings if not one.worse]
    for one in (*board.history.worse, *better):
        writer.writerow([*one.names, one.metric, int(one.worse), one.before, one.now,
                         "" if one.ratio is None else one.ratio, one.last_before, one.first,
                         one.new])  # fmt: skip
    return out.getvalue()
