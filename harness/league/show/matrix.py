"""The matrix of every page: rows by toolchains, each field with what its verdicts rest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from league.analysis.board import State
from league.analysis.ratios import Session
from league.analysis.standing import Column, Status, status
from league.base.columns import Cell as Field
from league.base.words import duration, plural, times
from league.claims.matrix import Verdict
from league.records.view import Cell
from league.show import anchors, links
from league.show.evidence import size_label
from league.verdicts import Word, shaded, word

_EMULATED = word("emulated")


@dataclass(frozen=True)
class Box:
    """One field, with a line per class and precision or whatever else there is one verdict on.

    A line is marked with its verdict, notes its size and leads to what it rests on.
    """

    lines: tuple[Field, ...] = ()
    title: str = ""
    note: str = ""
    #: whether nothing ran here, and nothing tried to
    silent: bool = False


@dataclass(frozen=True)
class Row:
    """A variant, a benchmark or a claim, with a field for every toolchain."""

    name: str
    boxes: tuple[Box, ...]
    link: str = ""
    note: str = ""
    id: str = ""


@dataclass(frozen=True)
class Block:
    """Rows under a name, which leads to more of them; without a name they stand alone."""

    rows: tuple[Row, ...]
    name: str = ""
    link: str = ""


@dataclass(frozen=True)
class Grid:
    """A matrix; what holds nothing is folded below it."""

    labels: tuple[str, ...]
    blocks: tuple[Block, ...]
    about: str = "Matrix of benchmarks and toolchains"
    #: what a row is, and what stands smaller below that
    first: str = "Variant"
    note: str = ""
    #: what a reader may look for; empty: there is nothing to look for
    filter: str = "variant, verdict"
    rest: tuple[Grid, ...] = ()

    def folded(self) -> Grid:
        """Return it with rows and columns that hold nothing apart; if all do, it stays whole."""
        rows = [row for block in self.blocks for row in block.rows]
        loud = [
            n for n in range(len(self.labels))
            if any(tells(line.mark) for row in rows for line in row.boxes[n].lines)
        ]  # fmt: skip
        if not loud:
            return self
        quiet = [n for n in range(len(self.labels)) if n not in loud]

        def silent(row: Row) -> bool:
            return all(row.boxes[n].silent for n in loud)

        rest = []
        for count, what, numbers, takes in (
            (sum(map(silent, rows)), "row", loud, silent),
            (len(quiet), "toolchain", quiet, lambda _: True),
        ):
            if count:
                holds = "hold" if count > 1 else "holds"
                about = f"{plural(count, what)} that {holds} nothing"
                rest.append(replace(self._part(numbers, takes), about=about))
        return replace(self._part(loud, lambda row: not silent(row)), rest=tuple(rest))

    def _part(self, numbers: Sequence[int], takes: Callable[[Row], bool]) -> Grid:
        """Return these columns of the rows that are taken, without blocks that then are empty."""
        blocks = []
        for block in self.blocks:
            rows = tuple(
                replace(row, boxes=tuple(row.boxes[n] for n in numbers))
                for row in block.rows
                if takes(row)
            )
            blocks += [replace(block, rows=rows)] if rows else []
        return replace(self, labels=tuple(self.labels[n] for n in numbers), blocks=tuple(blocks))


def tells(shown: Word) -> bool:
    """Whether a verdict is of something that ran and is neither left out nor a known defect."""
    return shown.tone != "calm" or shown == _EMULATED


# ---- of a run ------------------------------------------------------------------------------------


def box(column: Column, benchmark: str, variant: str, session: Session, home: str = "") -> Box:
    """Say what became of a variant with a toolchain, a line per class and precision.

    ``home`` is the page that tells of toolchains, where that is another one.
    """
    ended = status(column, benchmark, variant)
    shown = word(ended.outcome, expected=bool(ended.expected))
    sized = {c.key.size: c for c in ended.cells}
    unbuilt = not ended.cells or word(ended.outcome).unbuilt
    if unbuilt or all(c.outcome == ended.outcome == "no-device" for c in ended.cells):
        title = f"{shown.label}: {ended.reason}".rstrip(": ")
        text = "" if shown.mute else shown.label
        line = Field(text, mark=shown, link=_reason(column, benchmark, variant, ended, home))
        return Box((line,), title, silent=not word(ended.outcome).refused)
    many = len(column.run.sizes(benchmark)) > 1
    lines = [
        _line(column, cell, session, "/".join(filter(None, size)) if many else "")
        for size, cell in sorted(sized.items())
    ]
    title = "; ".join(f"{size_label(c.key.size)}: {_told(c, session)}" for c in ended.cells)
    return Box(tuple(lines), title)


def _reason(column: Column, benchmark: str, variant: str, ended: Status, home: str) -> str:
    """Return where it is said why a variant has no verdict."""
    if word(ended.outcome).refused:
        return f"#{anchors.build(column.label, benchmark, variant)}"
    if ended.cells and word(ended.outcome).offered:
        return f"#{anchors.cell(column.label, ended.cells[0].key)}"
    return "" if ended.outcome == "not-run" else f"{home}#{anchors.toolchain(column.label)}"


def _line(column: Column, cell: Cell, session: Session, size: str) -> Field:
    link = f"#{anchors.cell(column.label, cell.key)}"
    shown = cell.word
    if cell.verified:
        against = session.against(cell)
        ratio = against.verdict.ratio if against.verdict else None
        text = times(ratio) if ratio is not None else duration(cell.median())
        return Field(text, size, mark=shaded(word(against.word), ratio), link=link)
    if cell.fell_back:
        return Field(duration(cell.invalid_median()), size, mark=shown, struck=True, link=link)
    return Field(shown.label, size, mark=shown, link=link)


def _told(cell: Cell, session: Session) -> str:
    if cell.verified:
        shown = word(session.against(cell).word).label
        return f"{duration(cell.median())} compute, {duration(cell.median('total'))} total, {shown}"
    reason = cell.spoiler.reason if cell.spoiler else ""
    return f"{cell.word.label} {reason}".strip()


# ---- of many nights ------------------------------------------------------------------------------


def state_box(state: State) -> Box:
    """Say what became of a cell last, and over its last nights beside its reference."""
    shown, compute = state.against, state.metric("compute")
    text = state.word.label
    if state.outcome == "pass" and compute is not None:
        text = times(state.ratio.value) if state.ratio else duration(compute)
    said = shown.label if text != shown.label else state.word.label
    title = ": ".join(filter(None, (said, state.reason)))
    return Box((Field(text, mark=shown, link=links.cell(state.names)),), title)


# ---- of claims -----------------------------------------------------------------------------------


def claim_box(verdict: Verdict | None, link: str = "", *, at_home: bool = False) -> Box:
    """Say what became of a claim with a toolchain; ``at_home``: its device is the host itself."""
    if verdict is None:
        shown = word("not-run")
        return Box((Field(shown.label, mark=shown),), "not tried")
    shown, bad = verdict.word, verdict.fails(at_home=at_home)
    if at_home and verdict.kind == "host-fallback":
        shown = replace(word("skipped"), label="on the host")
    text = "kept" if verdict.kind == "pass" else shown.label
    line = Field(text, mark=shown, link=link if bad else "")
    return Box((line,), verdict.defect or verdict.reason)
