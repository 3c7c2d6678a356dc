"""The league table: a row per toolchain, and its columns, which every writer reads.

Standard library only, but for the notes of the means, which need statistics.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis import ratios
from league.analysis.metrics import Mean
from league.analysis.standing import Column as Toolchain
from league.analysis.standing import Standing, standings
from league.base import columns
from league.base.columns import UNKNOWN, Column, Width
from league.base.words import plural, span, times
from league.records.view import RunView
from league.verdicts import word

#: Kinds of device, in the order of the league table.
KINDS = ("Target regions on a GPU", "Target regions on the CPU", "Threads on the host")
_REFERENCES = {"cuda": "CUDA", "omp": "host omp"}


@dataclass(frozen=True)
class Place:
    """A toolchain in the league table."""

    standing: Standing
    #: among its kind, from 1; those of one rank cannot be told apart.  None: it has no mean, or
    #: there is nothing but the standard library
    rank: int | None = None

    @property
    def column(self) -> Toolchain:
        """The toolchain, as its run knew it."""
        return self.standing.column

    @property
    def kind(self) -> str:
        """One of the kinds of device."""
        on_host = self.column.device == "host"
        return KINDS[0] if self.column.on_gpu else KINDS[2] if on_host else KINDS[1]

    @property
    def is_silent(self) -> bool:
        """Whether nothing can be said of it here."""
        row = self.standing
        return not (row.verified or row.emulated or row.failed or row.mean.count)

    @property
    def reason(self) -> str:
        """Why a toolchain has no verdict, empty where it has one."""
        row = self.standing
        if self.column.state != "usable":
            return self.column.fact("reason")
        told = []
        if row.no_device:
            variants = plural(row.no_device, "variant")
            told.append(f"{variants} built, but the machine has no such device")
        if row.expected:
            told.append(f"{row.expected} failed as known defects let expect")
        silent = "nothing of what was chosen is offered" if not row.offered else "not launched"
        return "; ".join(told) or silent

    def interval(self, pairs: Sequence[Any]) -> str:
        """Return the interval of a mean over pairs of a cell and its reference."""
        found = ratios.mean_interval(pairs)
        return span(*found) if found else ""


def places(runs: Sequence[RunView]) -> list[Place]:
    """Return the rows of the league table, the best first."""
    rows = [Place(row) for row in standings(runs)]
    try:
        found = {
            id(row): number
            for kind in KINDS
            for number, row in ratios.ranked(row.standing for row in rows if row.kind == kind)
        }
    except ModuleNotFoundError:  # a bare node: nothing is decided there
        return rows
    return [Place(row.standing, found.get(id(row.standing))) for row in rows]


def _said(value: Callable[[Standing], Any]) -> Callable[[Place], Any]:
    """A value of a toolchain that is usable; unknown of any other."""
    return lambda row: value(row.standing) if row.column.state == "usable" else None


def _counted(id: str, title: str, verdict: str, meaning: str) -> Column[Place]:
    """How many variants ended so: marked as their verdict is, where there are any."""
    shown, first = word(verdict, expected=id == "expected"), id == "verified"

    def mark(row: Place) -> Any:
        return shown if verdict != "pass" and getattr(row.standing, id) else None

    return Column(
        id, title, _said(lambda row: getattr(row, id)), help=meaning, mark=mark,
        unknown=(lambda row: row.column.state) if first else lambda _: UNKNOWN,
        note=lambda row: row.reason if first and row.column.state != "usable" else "",
        least=Width.WIDE if id in ("built", "offered", "expected", "no_device") else Width.NARROW,
        optional=id == "emulated",
    )  # fmt: skip


def _mean(id: str, title: str, pairs: str, mean: str, meaning: str) -> Column[Place]:
    """A geometric mean of compute time ÷ reference with its interval, and what is not in it."""

    def held(row: Place) -> Mean:
        found: Mean = getattr(row.standing, mean)
        return found

    def behind(row: Place) -> str:
        return row.interval(getattr(row.standing, pairs))

    return Column(
        id, title, _said(lambda row: getattr(row, mean).value), times, unit="÷ reference",
        help=meaning, note=behind, sort=lambda row: held(row).value or math.inf,
    )  # fmt: skip


def _efficiency(row: Place) -> float | None:
    standing = row.standing
    silent = standing.no_device and not standing.mean.count
    return None if silent or row.column.state != "usable" else standing.efficiency


def _missing(row: Place) -> Sequence[str]:
    """What is not in the means, and of what no variant is at all."""
    none = [f"no variant at all: {name}" for name in row.standing.best.missing]
    return [*row.standing.mean.missing, *none]


def _over(row: Place) -> str:
    mean = row.standing.mean
    return f"{mean.count}" + (f" of {mean.count + len(mean.missing)}" if mean.missing else "")


#: What a toolchain is judged by: the variants that offload; of a host compiler those of the host.
LEAGUE: tuple[Column[Place], ...] = (
    Column("toolchain", "Toolchain", lambda row: row.column.label, right=False),
    Column("device", "Device", lambda row: row.column.target, right=False, least=Width.PAGE,
           help="where target regions run"),
    _counted("verified", "Verified", "pass", "variants that are right where they should run"),
    _counted("emulated", "Emulated", "emulated",
             "variants that are right on an emulated device, where no time counts"),
    _counted("built", "Built", "pass", "variants that were compiled and linked"),
    _counted("offered", "Offered", "pass", "variants of models that the toolchain has"),
    _counted("failed", "Failed", "wrong", "variants that failed"),
    _counted("expected", "Expected", "wrong", "variants that failed as a known defect lets expect"),
    _counted("no_device", "No device", "no-device", "variants whose device is not there"),
    Column("reference", "Reference", lambda row: _REFERENCES.get(row.standing.reference),
           right=False, least=Width.PAGE, help="what times are held against"),
    Column("rank", "Rank", lambda row: row.rank, optional=True,
           help="on its kind of device; those of one rank cannot be told apart"),
    _mean("best", "Best", "best_pairs", "best",
          "geometric mean of compute time ÷ reference, of the best variant of each benchmark"),
    _mean("all", "All", "pairs", "mean",
          "geometric mean of compute time ÷ reference, of all variants"),
    Column("over", "Over", _said(lambda row: row.mean.count), words=_over, names=_missing,
           help="cells in that mean", least=Width.WIDE),
    Column("efficiency", "Efficiency", _efficiency, "{:.2f}".format, least=Width.PAGE,
           help="harmonic mean over benchmarks of the best time here ÷ own best time"),
)  # fmt: skip


def to_csv(run: RunView) -> str:
    """Return the league table of a run as CSV."""
    return columns.csv_text(LEAGUE, places([run]))
