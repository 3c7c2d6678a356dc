"""What several processes at once get done beside one alone: for report and terminal.

Standard library only.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.base.columns import Column, Table, Width
from league.base.words import duration, times
from league.records.launches import Key, Record, launch_of
from league.records.view import RunView

#: Of the time from the first beginning to the last end all have to have computed so much.
AT_ONCE = 0.5


@dataclass(frozen=True)
class Together:
    """A cell that was timed as several processes, and alone."""

    key: Key
    ranks: int
    nodes: int
    #: median time of one alone, in nanoseconds; None: none was verified
    alone: float | None
    #: from the first beginning to the last end; medians over repetitions and launches
    all: float | None
    #: the share of that in which all computed
    at_once: float | None
    #: why there is no time
    reason: str
    work: Mapping[str, float]

    @property
    def gain(self) -> float | None:
        """How many times as much all get done as one alone; None: unknown, or not at once."""
        if self.all is None or self.alone is None or (self.at_once or 0.0) < AT_ONCE:
            return None
        return self.ranks * self.alone / self.all

    def rate(self, what: str) -> float | None:
        """Return what all do in a second, of flops or bytes in 10^9; None: not at once."""
        amount = self.work.get(what)
        return self.ranks * amount / self.all if self.gain and self.all and amount else None


def together(run: RunView) -> list[Together]:
    """Return the cells of a run that were timed as several processes at once."""
    cells: dict[tuple[Key, int], dict[int, Record]] = {}
    for record in run.together:  # of one that is recorded twice the last counts
        found = cells.setdefault((launch_of(record).key, record["together"]["ranks"]), {})
        found[record["index"]] = record
    return [
        _one(run, key, count, [
            [one for number, one in found.items() if number // count == turn]
            for turn in dict.fromkeys(number // count for number in found)
        ])
        for (key, count), found in cells.items()
    ]  # fmt: skip


def _one(run: RunView, key: Key, count: int, launches: Sequence[Sequence[Record]]) -> Together:
    every = [one for launch in launches for one in launch]
    of = {one["index"]: launch_of(one) for one in every}
    failed = (one for one in every if not (of[one["index"]].valid or of[one["index"]].disturbed))
    bad = next(failed, None)
    whole = [
        launch for launch in launches
        if bad is None and len(launch) == count and all(of[one["index"]].valid for one in launch)
    ]  # fmt: skip
    phases = [phase for launch in whole for phase in [_phases(launch)] if phase]
    spans = [statistics.median(last - first for first, last, _ in some) for some in phases]
    shares = [both / (last - first) for some in phases for first, last, both in some]
    cell = run.measured.get(key)
    return Together(
        key, count, len({one["together"]["node"] for one in every}),
        alone=cell.median() if cell else None,
        all=statistics.median(spans) if spans else None,
        at_once=statistics.median(shares) if shares else None,
        reason=str(bad["reason"] or bad["worst"]) if bad else "",
        work=every[0].get("record", {}).get("work", {}) if bad is None else {},
    )  # fmt: skip


def _phases(launch: Sequence[Record]) -> list[tuple[int, int, int]]:
    """Return of each repetition when its first process began, the last ended, how long all ran.

    In nanoseconds; without warm-ups.
    """
    turns = zip(*(
        [
            (began, began + sample["compute"])
            for began, sample in zip(one["together"]["began"], one["record"]["samples"])
            if not sample["warmup"]
        ]
        for one in launch
    ))  # fmt: skip
    found = []
    for turn in turns:
        begins, ends = zip(*turn)
        found.append((min(begins), max(ends), max(0, min(ends) - max(begins))))
    return found


TOGETHER: tuple[Column[Together], ...] = (
    Column("cell", "Cell", lambda row: row.key.short, right=False),
    Column("toolchain", "Toolchain", lambda row: row.key.toolchain, right=False),
    Column("ranks", "Processes", lambda row: row.ranks),
    Column("nodes", "Nodes", lambda row: row.nodes, least=Width.WIDE),
    Column("alone", "One alone", lambda row: row.alone, duration,
           help="median time of one process that has the node for itself"),
    Column("all", "All", lambda row: row.all, duration,
           help="from the beginning of the first to the end of the last; each has a problem as"
           " large as that of one alone"),
    Column("gain", "Throughput", lambda row: row.gain, times, unit="÷ one alone",
           help="processes × time of one alone ÷ time of all; unknown where they were not at once"),
    Column("bandwidth", "GB/s", lambda row: row.rate("bytes"), "{:.4g}".format, least=Width.WIDE,
           help="bytes of the work model that all move in a second"),
    Column("flops", "GFLOP/s", lambda row: row.rate("flops"), "{:.4g}".format, least=Width.WIDE,
           help="operations of the work model that all do in a second"),
    Column("at_once", "At once", lambda row: row.at_once, "{:.0%}".format,
           help="share of that time in which all computed"),
    Column("reason", "Why not", lambda row: row.reason or None, right=False, optional=True,
           breaks=True),
)  # fmt: skip


def table(run: RunView) -> Table[Together]:
    """Return it as a table of a page."""
    return Table(TOGETHER, together(run), "several processes at once beside one alone")
