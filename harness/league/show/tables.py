"""Tables of committed runs in Markdown: times, rates, ratios, published problems, sessions.

Pure: records in, lines of Markdown out.  An empty table is an error, since a page that says nothing
looks like one on which nothing is wrong.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from league.analysis import metrics
from league.analysis.standing import variant_order
from league.base import columns
from league.base.columns import Column, rows_as_markdown
from league.base.errors import NothingComparable
from league.base.words import byte_size, duration, letter_rank, significant, span
from league.base.words import times as ratio_text
from league.records import store
from league.records.launches import Key, Launch, Record, launch_of
from league.records.view import Cell, RunView
from league.verdicts import word

_LEAST = 0.1  # GB/s; below, a program that also computes is not about memory


def named(benchmark: str, variant: str, alone: bool) -> str:
    """A variant by its name; with its benchmark's where the table has several."""
    return f"`{variant}`" if alone else f"`{benchmark}.{variant}`"


def known_defect(launches: Iterable[Launch]) -> str:
    """Why a failure was expected; empty if none was."""
    return next((one.expected for one in launches if one.expected), "")


def label(outcome: str, known: str) -> str:
    """A verdict in words, and whether it is a known defect."""
    told = word(outcome).label
    return f"{told} (known defect)" if known else told


# Times


def _timed(runs: Sequence[RunView]) -> list[Cell]:
    """The cells that were timed, in the order of tables; of several runs the last counts."""
    found = {key: cell for run in runs for key, cell in run.cells.items()}
    order = variant_order(runs)

    def place(cell: Cell) -> tuple[Any, ...]:
        key = cell.key
        rank = order[key.benchmark, key.variant]
        return (key.benchmark, key.toolchain, key.precision, letter_rank(key.letter), rank)

    cells = sorted((cell for cell in found.values() if cell.launches), key=place)
    if not cells:
        raise NothingComparable("these runs timed nothing of the kind; choose others")
    return cells


def times(runs: Sequence[RunView]) -> list[str]:
    """Median compute times with intervals and rates; of a cell in several runs the last counts.

    A cell without a time that counts says why.  Raises NothingComparable if no cell is chosen.
    """
    cells = _timed(runs)
    alone = len({cell.key.benchmark for cell in cells}) == 1
    name = replace(TIMES[0], value=lambda cell: named(cell.key.benchmark, cell.key.variant, alone))
    return columns.markdown([name, *TIMES[1:]], cells)


def _count(cell: Cell) -> int:
    """How many launches its time is of, or how many there were if it has none."""
    return len(cell.medians() if cell.median() is not None else cell.launches)


def _compute(cell: Cell) -> str:
    median = cell.median()
    return label(cell.outcome, known_defect(cell.evidence)) if median is None else duration(median)


def _cell_rate(cell: Cell) -> str:
    median = cell.median()
    return "" if median is None else rate(cell.work, median)


def _interval(cell: Cell) -> str:
    from league.analysis import stats  # here: all the rest needs the standard library only

    medians = cell.medians()
    if cell.median() is None:
        return ""
    if len(medians) == 1:
        return "one launch"
    found = stats.median_interval(medians)
    if found is None or len(medians) < stats.FEWEST_LAUNCHES:
        return "too few launches"
    return " – ".join(map(duration, found))


TIMES: tuple[Column[Cell], ...] = (
    Column("variant", "variant", lambda cell: f"`{cell.key.variant}`", markup=True),
    Column("class", "class", lambda cell: cell.key.letter),
    Column("precision", "precision", lambda cell: cell.key.precision),
    Column("toolchain", "toolchain", lambda cell: cell.key.toolchain, markup=True),
    Column("launches", "launches", _count),
    Column("compute", "compute", _compute, markup=True),
    Column("interval", "95 % interval", _interval, markup=True),
    Column("rate", "rate", _cell_rate, markup=True),
)


def rate(work: Mapping[str, Any], nanoseconds: float) -> str:
    """The figure of merit by time, or else bytes and operations of the work model."""
    merit = work.get("merit") or {}
    if merit.get("count"):
        value, unit = metrics.merit_per_second(float(merit["count"]), nanoseconds), merit["unit"]
        for size, prefix in ((1e9, "G "), (1e6, "M ")):
            if value >= size:
                return f"{significant(value / size)} {prefix}{unit}/s"
        return f"{significant(value)} {unit}/s"
    told = []
    if work.get("bytes"):
        speed = metrics.gigabytes_per_second(float(work["bytes"]), nanoseconds)
        if speed >= _LEAST or not work.get("flops"):
            told.append(f"{significant(speed)} GB/s")
    if work.get("flops"):
        speed = metrics.gigaflops_per_second(float(work["flops"]), nanoseconds)
        told.append(f"{significant(speed)} GFLOP/s")
    return ", ".join(told)


# Rates and ratios, a column per class


def rates(runs: Sequence[RunView], *, by_work: bool = False) -> list[str]:
    """A line per variant, a column per class: figure of merit, or else bytes, by time.

    `by_work` takes bytes and operations of the work model in any case.
    """
    return _by_class(
        {
            cell.key: rate({**cell.work, "merit": None} if by_work else cell.work, median)
            for cell in _timed(runs)
            if (median := cell.median()) is not None
        }
    )


def ratios(runs: Sequence[RunView], to: str) -> list[str]:
    """A line per variant, a column per class: compute time as a multiple of that of variant `to`.

    Both were timed in one session, with one toolchain; of several sessions the last counts.  The
    interval stands beside it where there are launches enough.
    """
    found: dict[Key, str] = {}
    for run in runs:
        for key, cell in run.cells.items():
            base = run.measured.get(key._replace(variant=to))
            if key.variant != to and base is not None:
                told = _ratio(cell, base)
                found.update({key: told} if told else {})
    return _by_class({one.key: found[one.key] for one in _timed(runs) if one.key in found})


def _ratio(cell: Cell, base: Cell) -> str:
    from league.analysis import stats  # here: all the rest needs the standard library only

    above, below = cell.medians(), base.medians()
    if not above or not below:
        return ""
    told = ratio_text(statistics.median(above) / statistics.median(below))
    interval = stats.ratio_interval(above, below)
    if interval is None or min(len(above), len(below)) < stats.FEWEST_LAUNCHES:
        return told
    return f"{told} ({span(*interval)})"


def _by_class(found: Mapping[Key, str]) -> list[str]:
    """Lay out texts with a column per class; what all lines have in common is not repeated."""
    if not found:
        raise NothingComparable("these runs have no times of the kind; choose others")
    letters = sorted({key.letter for key in found}, key=letter_rank)
    several = {
        name: len({getattr(key, name) for key in found}) > 1
        for name in ("variant", "precision", "toolchain")
    }
    lines: dict[tuple[str, ...], dict[str, str]] = {}
    for key, text in found.items():
        program = f"{key.benchmark}.{key.variant}" if several["variant"] else key.benchmark
        rest = [getattr(key, name) for name in ("precision", "toolchain") if several[name]]
        lines.setdefault((f"`{program}`", *rest), {})[key.letter] = text
    head = ["benchmark", *(name for name in ("precision", "toolchain") if several[name])]
    rows = [[*names, *(texts.get(one, "") for one in letters)] for names, texts in lines.items()]
    return rows_as_markdown([*head, *letters], rows)


# Published problems


def _nearest(checks: Sequence[Mapping[str, Any]]) -> str:
    """How many checks there are, and the one whose error is the largest part of its tolerance.

    An error or a tolerance that is no finite number is null, and cannot be near anything.
    """
    known = [one for one in checks if None not in (one["error"], one["tolerance"])]
    if not known:
        return f"{len(checks)}" if checks else ""
    near = max(known, key=lambda one: one["error"] / (one["tolerance"] or 1e-300))
    return f"{len(checks)}: {near['name']} {near['error']:.1e} of {near['tolerance']:.1e}"


def published(records: Sequence[Record]) -> list[str]:
    """The published problems that were run; of a program that ran twice the last counts."""
    found = {
        (str(one["published"]["problem"]), launch_of(one).key): one
        for one in records
        if one.get("mode") == "published"
    }
    if not found:
        raise NothingComparable(
            "these records hold no published problem; scripts/published.py makes some"
        )
    problems = (Problem(name, launch_of(one)) for (name, _), one in found.items())
    return columns.markdown(PUBLISHED, problems)


def published_run(folder: Path) -> list[str]:
    """The published problems of a run, what was not run and why, and where its records are."""
    records = store.read_records(folder)
    begun = next(one for one in records if one["kind"] == "session")
    left = [f"not run: {name}: {why}" for name, why in begun["options"]["not_run"].items()]
    ran = any(one.get("mode") == "published" for one in records)
    return [*(published(records) if ran else ()), *left, f"records: {folder / store.FILE_NAME}"]


@dataclass(frozen=True)
class Problem:
    """A launch of a published problem."""

    name: str
    launch: Launch

    @property
    def median(self) -> float | None:
        """Nanoseconds; None if it does not count."""
        return self.launch.median("compute") if self.launch.valid else None

    @property
    def merit(self) -> str:
        """The figure of merit by time, if it has both."""
        time = self.median
        return rate({"merit": self.launch.record["work"].get("merit")}, time) if time else ""


PUBLISHED: tuple[Column[Problem], ...] = (
    Column("problem", "problem", lambda one: one.name, markup=True),
    Column("program", "program", lambda one: f"{one.launch.key.benchmark}.{one.launch.key.variant}",
           markup=True),
    Column("precision", "precision", lambda one: one.launch.key.precision),
    Column("toolchain", "toolchain", lambda one: one.launch.key.toolchain, markup=True),
    Column("answer", "answer", lambda one: label(one.launch.outcome, one.launch.expected)),
    Column("compute", "compute", lambda one: one.median, duration, unknown=lambda one: ""),
    Column("merit", "merit", lambda one: one.merit, markup=True),
    Column("checks", "checks, the nearest", markup=True,
           value=lambda one: _nearest(one.launch.record.get("checks", ())) or one.launch.reason),
)  # fmt: skip


# Sessions


def sessions(runs: Sequence[tuple[str, Path, Sequence[Record]]]) -> list[str]:
    """A line per committed session, given as its link, its records file and its records."""
    if not runs:
        raise NothingComparable("there is no folder with records here; name one that has some")
    return columns.markdown(SESSIONS, [Kept(*run) for run in runs])


@dataclass(frozen=True)
class Kept:
    """A committed session: a link to it, its records file and what is in that."""

    link: str
    file: Path
    records: Sequence[Record]

    @property
    def date(self) -> str:
        """The day on which it began."""
        times = (str(one["time"])[:10] for one in self.records if one.get("time"))
        return min(times, default="")

    @property
    def size(self) -> str:
        """Of its records, and how they are packed."""
        packed = {".gz": " (gzip)", ".xz": " (xz)"}.get(self.file.suffix, "")
        return byte_size(self.file.stat().st_size) + packed

    def of(self, *kinds: str) -> list[Record]:
        """Return its records of some kinds."""
        return [record for record in self.records if record["kind"] in kinds]

    def names(self, of: str) -> list[str]:
        """Return the toolchains or classes of its launches and claims."""
        launched = self.of("launch", "claim")
        return sorted({str(one.get(of) or "") for one in launched} - {""}, key=letter_rank)


SESSIONS: tuple[Column[Kept], ...] = (
    Column("session", "session", lambda one: one.link, markup=True),
    Column("verb", "verb", lambda one: next((x.get("verb") or "" for x in one.of("session")), "")),
    Column("date", "date", lambda one: one.date),
    Column("toolchains", "toolchains", lambda one: ", ".join(one.names("toolchain")), markup=True),
    Column("classes", "classes", lambda one: " ".join(one.names("class"))),
    Column("launches", "launches", lambda one: len(one.of("launch", "claim")), "{:,}".format),
    Column("size", "size", lambda one: one.size),
)
