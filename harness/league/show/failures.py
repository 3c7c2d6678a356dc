"""What went wrong in a run, with the reason and where its evidence stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.analysis.standing import Column
from league.base.words import BUILD_FAILURES, FAILURES, Word, plural, word
from league.records.view import Cell, build_failure
from league.show import anchors


@dataclass(frozen=True)
class Failure:
    """Something that went wrong, with the end of what was printed."""

    anchor: str
    evidence: str
    variant: str
    toolchain: str
    size: str
    word: Word
    reason: str
    tail: str
    expected: str
    environment: str
    count: str


def failures_of(name: str, variants: Sequence[str], columns: Sequence[Column]) -> list[Failure]:
    """Return what went wrong with a benchmark: what was not expected first."""
    found: list[Failure] = []
    for variant in variants:
        for column in columns:
            build = column.build(name, variant)
            verdict, expected = build_failure(build)
            if verdict in BUILD_FAILURES:
                reason, tail = str(build.get("reason", "")), str(build.get("log_tail") or "")
                at = anchors.build(column.label, name, variant)
                found.append(
                    Failure(
                        anchors.failure(at), at, variant, column.label, "",
                        word(verdict, expected=bool(expected)), reason, tail, expected, "", "",
                    )
                )  # fmt: skip
            for cell in column.run.variants.get((column.toolchain, name, variant), ()):
                if cell.outcome in FAILURES or word(cell.outcome).tone == "bad":
                    found.append(_failure(column, cell))
    return sorted(found, key=lambda one: bool(one.expected))


def _failure(column: Column, cell: Cell) -> Failure:
    spoiler = cell.spoiler
    assert spoiler is not None  # an outcome that is a failure has a launch that failed
    failed = sum(not launch.valid for launch in cell.evidence)
    where = "the check before timing" if spoiler.mode == "check" else ""
    count = f"{failed} of {plural(len(cell.evidence), 'launch', 'launches')}"
    at = anchors.cell(column.label, cell.key)
    return Failure(
        anchor=anchors.failure(at),
        evidence=at,
        variant=cell.key.variant,
        toolchain=column.label,
        size=size_label((cell.key.letter, cell.key.precision)),
        word=word(cell.outcome, expected=bool(cell.expected)),
        reason=spoiler.reason,
        tail=spoiler.output_tail,
        expected=cell.expected,
        environment=" ".join(f"{k}={v}" for k, v in spoiler.environment.items()),
        count=", ".join(filter(None, [count, where])),
    )


def size_label(size: tuple[str, str]) -> str:
    """Return a class and precision in words."""
    letter, precision = size
    return ", ".join(filter(None, [f"class {letter}" if letter else "", precision])) or "any size"
