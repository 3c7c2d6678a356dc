"""A cell over many runs, and who is to blame where something in it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from league.analysis import changes
from league.analysis.changes import Change
from league.analysis.nearness import OVER
from league.analysis.nights import Names, Night

#: Who may be to blame, in the order in which that is asked.
SUITE, FLAGS, COMPILER, MACHINE, UNKNOWN = "suite", "flags", "compiler", "machine", "unknown"
REFERENCE = "reference"
BLAMES = {
    SUITE: "the benchmark itself changed",
    FLAGS: "the flags changed",
    COMPILER: "the compiler changed",
    MACHINE: "the machine, or a library that the binary loads",
    REFERENCE: "CUDA's program that it is held against, or the emulated GPU",
    UNKNOWN: "nothing that League sees changed",
}


@dataclass(frozen=True)
class Point:
    """A cell on one night, with what it was made of."""

    run: str
    time: str
    machine: str
    version: str
    compiler: str
    flags: str
    source: str
    sources: str
    binary: str
    outcome: str
    expected: bool
    metrics: dict[str, float]


@dataclass(frozen=True)
class Series:
    """A cell over nights, oldest first."""

    names: Names
    points: tuple[Point, ...]


def series_of(known: Sequence[Night]) -> Iterator[Series]:
    """Yield the series of every cell of nights, which are sorted by time."""
    for names in sorted({names for night in known for names in night.entries}):
        yield Series(names, tuple(point(one, names) for one in known if names in one.entries))


def point(night: Night, names: Names) -> Point:
    """Return a cell of a night, which has to hold it."""
    entry = night.entries[names]
    return Point(
        night.run, night.time, night.machine, night.versions.get(names[0], ""),
        night.compilers.get(names[0], ""), night.flags.get(names[0], ""),
        entry.source or night.source, entry.sources, entry.binary, entry.outcome,
        entry.expected, entry.metrics,
    )  # fmt: skip


def suite_changed(old: Point, new: Point) -> bool:
    """Whether variant or problem were compiled from other sources."""
    if old.sources and new.sources:
        return old.sources != new.sources
    return old.source != new.source


def another_compiler(old: Point, new: Point) -> bool:
    """Whether somebody built the compiler again, as far as the records say."""
    return bool(old.compiler and new.compiler) and old.compiler != new.compiler


def blame(old: Point, new: Point, metric: str = "") -> str:
    """Say who is to blame for a difference of a metric between two nights: a key of `BLAMES`.

    What changed in the suite is never blamed on the compiler, even if that is new as well.
    """
    if _same_binary(old, new, metric):
        return REFERENCE if metric in OVER.values() else MACHINE
    if suite_changed(old, new):
        return SUITE
    if old.flags and new.flags and old.flags != new.flags:
        return FLAGS
    if old.version != new.version or another_compiler(old, new):
        return COMPILER
    return MACHINE if old.machine != new.machine else UNKNOWN


def _same_binary(old: Point, new: Point, metric: str) -> bool:
    """Whether a metric is of the same binary; how long that took to compile is of its compiler."""
    return metric != "compile" and bool(old.binary) and old.binary == new.binary


def what_is_new(old: Point, new: Point, metric: str = "") -> str:
    """Say everything that differs between the last night before and the first after."""
    told = []
    if old.version != new.version:
        told.append(f"compiler {old.version or 'unknown'} → {new.version or 'unknown'}")
    elif another_compiler(old, new):
        told.append("another build of the compiler")
    if old.source != new.source:
        told.append(f"sources {old.source or 'unknown'} → {new.source or 'unknown'}")
    if old.sources and new.sources:
        if old.sources != new.sources:
            told.append("the benchmark's own sources: a new series")
        elif old.source != new.source:
            told.append("this benchmark's are the same")
    if old.flags and new.flags and old.flags != new.flags:
        told.append(f"flags {_difference(old.flags, new.flags)}")
    if old.machine != new.machine:
        told.append("another machine")
    if _same_binary(old, new, metric):
        told.append("the same binary: not the code")
    return "; ".join(told)


def _difference(old: str, new: str) -> str:
    words = (old.split(), new.split())
    gone = " ".join(one for one in words[0] if one not in words[1])
    come = " ".join(one for one in words[1] if one not in words[0])
    return f"{gone or 'none'} → {come or 'none'}" if gone or come else "in another order"


def levels(points: Sequence[Point], values: Sequence[float]) -> list[Change]:
    """Return where a number that scatters changed its level.

    Where a change may as well have come on a neighbouring night, it is dated on the nearest one on
    which League saw something change.  A series that goes back and forth has two modes, of which
    neither is new: three times, or twice if League saw nothing change.
    """

    def seen(n: int) -> bool:
        return blame(points[n - 1], points[n]) in (SUITE, FLAGS, COMPILER)

    found = []
    for one in changes.change_points(values):
        near = sorted(one.perhaps, key=lambda n: abs(n - one.first))
        found.append(replace(one, first=next(filter(seen, near), one.first)))
    least = 3 if any(seen(one.first) for one in found) else 2
    return [] if changes.has_modes(found, least) else found
