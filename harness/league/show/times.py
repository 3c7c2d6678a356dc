"""The tables of times of a benchmark in a class and precision: their columns, for every writer."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.analysis import metrics, stats
from league.analysis.ratios import Session
from league.analysis.standing import Column as Toolchain
from league.base import models
from league.base.columns import Column, Table
from league.base.words import byte_size, duration, plural, significant, span, times
from league.records.launches import Motion
from league.records.view import Cell
from league.show import anchors
from league.verdicts import Word, shaded, word


@dataclass(frozen=True)
class Timed:
    """A variant with a toolchain that has a time: one that counts, or one that is struck out."""

    toolchain: Toolchain
    cell: Cell
    session: Session
    #: of the variant over the toolchains, at the first of its rows
    portability: float | None = None

    @property
    def struck(self) -> bool:
        """Whether its time does not count."""
        return not self.cell.verified

    @property
    def reference(self) -> Cell | None:
        """What it is held against."""
        return self.session.against(self.cell).reference

    @property
    def interval(self) -> stats.Interval | None:
        """The 95 % interval of its time."""
        return stats.median_interval(self.cell.medians())

    @property
    def ratio(self) -> float | None:
        """Its time over that of the reference."""
        verdict = self.session.against(self.cell).verdict
        return verdict.ratio if verdict else None

    @property
    def word(self) -> Word:
        """What the comparison says, or why there is none."""
        if self.struck:
            return word(self.cell.outcome)
        return shaded(word(self.session.against(self.cell).word), self.ratio)

    def median(self, phase: str) -> float | None:
        """Return a time, be it struck out."""
        return self.cell.invalid_median(phase) if self.struck else self.cell.median(phase)

    def rate(self, of: str, per: Callable[[float, float], float]) -> float | None:
        """Return what the work model counts over the compute time."""
        time, count = self.cell.median(), self.cell.work.get(of)
        return per(float(count), time) if time and count else None


def _range(row: Timed) -> str:
    own = None if row.struck else row.interval
    if own is None:
        return "" if row.struck else "one launch"
    low, high = map(duration, own)
    if low.split()[-1] == high.split()[-1]:
        low = low.split()[0]
    return f"{low} – {high}"


def _ratio_range(row: Timed) -> str:
    against = row.session.against(row.cell)
    held = against.verdict.interval if against.verdict and not against.is_reference else None
    return span(*held) if held else ""


def _doubt(row: Timed) -> str:
    seen = {launch.stages.get("timing", "ok") for launch in row.cell.launches if launch.valid}
    return ", ".join(sorted(seen - {"ok", ""}))


def _share(row: Timed) -> str | None:
    share = None if row.struck else row.session.ceilings.share(row.cell)
    return (
        None if share is None else f"{100 * share:.0f} % of {row.session.ceilings.place(row.cell)}"
    )


def _time(id: str, title: str, **rest: Any) -> Column[Timed]:
    return Column(
        id, title, lambda row: row.median(id), duration, struck=lambda row: row.struck,
        sort=lambda row: math.inf if row.struck else row.cell.median(id), **rest,
    )  # fmt: skip


_VARIANT: Column[Timed] = Column(
    "variant", "Variant", lambda row: row.cell.key.variant, right=False
)
_TOOLCHAIN: Column[Timed] = Column(
    "toolchain", "Toolchain", lambda row: row.toolchain.label, right=False
)
#: The columns of times.
TIMES: tuple[Column[Timed], ...] = (
    replace(_VARIANT, note=lambda row: "" if row.portability is None
            else f"portability {row.portability:.2f}"),
    replace(_TOOLCHAIN, link=lambda row: f"#{anchors.cell(row.toolchain.label, row.cell.key)}"),
    _time("compute", "Compute", unit="95 % interval", note=_range),
    _time("total", "Total"),
    Column("ratio", "÷ reference", lambda row: row.ratio, times, unit="95 % interval",
           note=_ratio_range),
    Column("verdict", "Verdict", lambda row: row.word.label, mark=lambda row: row.word,
           note=_doubt, right=False),
    Column("gb_per_s", "GB/s", lambda row: row.rate("bytes", metrics.gigabytes_per_second),
           significant),
    Column("gflop_per_s", "GFLOP/s", lambda row: row.rate("flops", metrics.gigaflops_per_second),
           significant),
    Column("share", "Of ceiling", _share),
    Column("place", "Place", lambda row: row.cell.place, right=False),
)  # fmt: skip


def merit(cell: Cell) -> tuple[float | None, str]:
    """Return the benchmark's own rate at the cell's median compute time, and its unit.

    None where the benchmark has no figure of merit of its own.
    """
    time, told = cell.median(), cell.work.get("merit")
    if not time or not told or not told.get("count"):
        return None, ""
    return metrics.merit_per_second(float(told["count"]), time), f"{told['unit']}/s"


def time_table(rows: Sequence[Timed], about: str) -> Table[Timed]:
    """Return the table of times, with the benchmark's own rate where it has one."""
    unit = next(filter(None, (merit(row.cell)[1] for row in rows)), "")
    own: Column[Timed] = Column("merit", unit, lambda row: merit(row.cell)[0], significant)
    at = [column.id for column in TIMES].index("share")
    columns = (*TIMES[:at], own, *TIMES[at:]) if unit else TIMES
    return Table(columns, rows, f"{about}: variants side by side", "variant, toolchain, verdict")


def phase_table(rows: Sequence[Timed], about: str) -> Table[Timed]:
    """Return the laps of verified cells, with the ratio to the same lap of the reference.

    Columns are the laps of all variants in the order in which they first end.  The ratio is left
    empty for the reference itself and where the reference lacks that lap.
    """
    lapped = [row for row in rows if row.cell.laps()]

    def ratio(row: Timed, lap: str) -> str:
        held = row.reference if row.reference is not row.cell else None
        own, base = row.cell.median(lap), held.median(lap) if held else None
        return times(own / base) if own and base else ""

    def rest(row: Timed) -> float:
        spent = sum(row.cell.median(f"lap:{name}") or 0.0 for name in row.cell.laps())
        return max(0.0, (row.cell.median() or 0.0) - spent)

    def column(name: str) -> Column[Timed]:
        lap = f"lap:{name}"
        return Column(
            name, name, lambda row: row.cell.median(lap), duration,
            note=lambda row: ratio(row, lap),
        )  # fmt: skip

    laps = map(column, dict.fromkeys(name for row in lapped for name in row.cell.laps()))
    left: Column[Timed] = Column("rest", "rest", rest, duration)
    return Table(
        (_VARIANT, _TOOLCHAIN, *laps, left), lapped, f"{about}: phases", "variant, toolchain"
    )


Moved = tuple[str, Mapping[str, str]]


def motion_table(rows: Sequence[Timed], labels: Sequence[str], about: str) -> Table[Moved]:
    """Return what variants that offload moved within one compute phase, by toolchain."""
    moved: dict[str, dict[str, str]] = {}
    for row in rows:
        if models.of(row.cell.model).offloads:
            told = moved.setdefault(row.cell.key.variant, {})
            told[row.toolchain.label] = _moved(row.cell.motion())

    def column(label: str) -> Column[Moved]:
        return Column(label, label, lambda row: row[1].get(label), right=False)

    used = [label for label in labels if any(label in told for told in moved.values())]
    first: Column[Moved] = Column("variant", "Variant", lambda row: row[0], right=False)
    columns = (first, *map(column, used))
    return Table(columns, list(moved.items()), f"{about}: transfers", "variant")


def _moved(motion: Motion | None) -> str:
    if motion is None:
        return "unknown"
    kernels = (
        "unknown" if motion.launches is None else plural(motion.launches, "launch", "launches")
    )
    return f"{kernels} · {byte_size(motion.to_device)} in · {byte_size(motion.from_device)} out"
