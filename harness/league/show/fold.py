"""Splits the matrix into what says something and what holds nothing, which a page folds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from league.base.words import plural
from league.show.boxes import Box, MatrixBlock


@dataclass(frozen=True)
class Fold:
    """A matrix in parts: rows and columns that say something, and those that hold nothing."""

    labels: tuple[str, ...]
    blocks: tuple[MatrixBlock, ...]
    #: labels and blocks of what is folded, with what it is
    rest: tuple[tuple[str, tuple[str, ...], tuple[MatrixBlock, ...]], ...]


def fold(labels: Sequence[str], blocks: Sequence[MatrixBlock]) -> Fold:
    """Split a matrix; where nothing says anything it stays whole."""
    rows = [boxes for block in blocks for _, boxes in block.rows]
    loud = [n for n in range(len(labels)) if any(_loud(boxes[n]) for boxes in rows)]
    if not loud:
        return Fold(tuple(labels), tuple(blocks), ())
    quiet = [n for n in range(len(labels)) if n not in loud]

    def silent(boxes: Sequence[Box]) -> bool:
        return all(boxes[n].silent for n in loud)

    rest = []
    count = sum(map(silent, rows))
    if count:
        told = f"{plural(count, 'row')} that {'hold' if count > 1 else 'holds'} nothing"
        rest.append((told, tuple(labels[n] for n in loud), _part(blocks, loud, silent)))
    if quiet:
        hold = "hold" if len(quiet) > 1 else "holds"
        told = f"{plural(len(quiet), 'toolchain')} that {hold} nothing"
        rest.append((told, tuple(labels[n] for n in quiet), _part(blocks, quiet, lambda _: True)))
    kept = _part(blocks, loud, lambda boxes: not silent(boxes))
    return Fold(tuple(labels[n] for n in loud), kept, tuple(rest))


def _loud(box: Box) -> bool:
    """Whether a field holds a verdict that is neither silent nor a known defect's."""
    return any(line.word.tone != "calm" for line in box.lines)


def _part(
    blocks: Sequence[MatrixBlock], numbers: Sequence[int], takes: Callable[[Sequence[Box]], bool]
) -> tuple[MatrixBlock, ...]:
    """Return these columns of the rows that are taken, without the blocks that then are empty."""
    found = []
    for block in blocks:
        rows = tuple(
            (variant, tuple(boxes[n] for n in numbers))
            for variant, boxes in block.rows
            if takes(boxes)
        )
        if rows:
            found.append(MatrixBlock(block.benchmark, block.anchor, rows))
    return tuple(found)
