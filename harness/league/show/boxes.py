"""The fields of the matrix: a variant with a toolchain, and where its evidence stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.analysis.ratios import Session
from league.analysis.standing import Column, Status, status
from league.base.words import BUILD_FAILURES, Word, duration, shaded, times, word
from league.records.view import Cell
from league.show import anchors
from league.show.failures import size_label


@dataclass(frozen=True)
class Line:
    """One class and precision within a field of the matrix."""

    size: str
    text: str
    word: Word
    struck: bool = False
    #: the id of what it rests on, empty where there is nothing
    anchor: str = ""


@dataclass(frozen=True)
class Box:
    """One field of the matrix: a variant with a toolchain."""

    tone: str
    lines: tuple[Line, ...]
    title: str
    #: whether nothing ran here, and nothing tried to
    silent: bool = False


@dataclass(frozen=True)
class MatrixBlock:
    """The rows of one benchmark in the matrix."""

    benchmark: str
    anchor: str
    rows: tuple[tuple[str, tuple[Box, ...]], ...]


def box(column: Column, benchmark: str, variant: str, sessions: Mapping[int, Session]) -> Box:
    """Say what became of a variant with a toolchain, a line per class and precision."""
    found = status(column, benchmark, variant)
    shown = word(found.outcome, expected=bool(found.expected))
    session = sessions[id(column.run)]
    sized = {(c.key.letter, c.key.precision): c for c in found.cells}
    unbuilt = not found.cells or found.outcome in ("unavailable", "unsupported")
    if unbuilt or all(c.outcome == found.outcome == "no-device" for c in found.cells):
        title = f"{shown.label}: {found.reason}".rstrip(": ")
        anchor = _anchor(column, benchmark, variant, found)
        line = Line("", "" if shown.symbol in ("", "·") else shown.label, shown, anchor=anchor)
        silent = found.outcome not in (*BUILD_FAILURES, "unsupported")
        return Box(shown.tone, (line,), title, silent)
    many = len(column.run.sizes(benchmark)) > 1
    lines = [
        _line(column, cell, session, "/".join(filter(None, size)) if many else "")
        for size, cell in sorted(sized.items())
    ]
    tone = max((line.word.tone for line in lines), key=_TONES.index)
    title = "; ".join(
        f"{size_label((c.key.letter, c.key.precision))}: {_told(c, session)}" for c in found.cells
    )
    return Box(tone, tuple(lines), title)


_TONES = ["calm", "fast", "good", "doubt", "slow", "slow2", "slow3", "trap", "bad"]


def _anchor(column: Column, benchmark: str, variant: str, found: Status) -> str:
    """Return where it is said why a variant has no verdict."""
    if found.outcome in (*BUILD_FAILURES, "unsupported"):
        return anchors.build(column.label, benchmark, variant)
    if found.cells and found.outcome != "unavailable":
        return anchors.cell(column.label, found.cells[0].key)
    return "" if found.outcome == "not-run" else anchors.toolchain(column.label)


def _line(column: Column, cell: Cell, session: Session, size: str) -> Line:
    anchor = anchors.cell(column.label, cell.key)
    if cell.verified:
        against = session.against(cell)
        ratio = against.verdict.ratio if against.verdict else None
        text = times(ratio) if ratio is not None else duration(cell.median())
        return Line(size, text, shaded(word(against.word), ratio), anchor=anchor)
    if cell.fell_back:
        return Line(size, duration(cell.invalid_median()), _word(cell), True, anchor)
    shown = _word(cell)
    return Line(size, shown.label, shown, anchor=anchor)


def _told(cell: Cell, session: Session) -> str:
    if cell.verified:
        shown = word(session.against(cell).word).label
        return f"{duration(cell.median())} compute, {duration(cell.median('total'))} total, {shown}"
    reason = cell.spoiler.reason if cell.spoiler else ""
    return f"{_word(cell).label} {reason}".strip()


def _word(cell: Cell) -> Word:
    return word(cell.outcome, expected=bool(cell.expected))
