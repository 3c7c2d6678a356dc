"""How much of what the machine can do a time used: ceilings measured in the same session."""

from __future__ import annotations

from collections.abc import Iterable

from league.analysis import metrics
from league.base import models
from league.base.words import significant
from league.records.view import Cell, RunView

#: Benchmarks whose best rates are the ceilings: of memory traffic, and of arithmetic.
AMOUNTS = {"stream": "bytes", "fma": "flops"}


class Ceilings:
    """The best rates that `stream` and `fma` reached in one session.

    A ceiling is the best repetition of any verified variant of the benchmark in the same class and
    place (the host, or a kind of device); that of arithmetic is one of a precision.
    """

    def __init__(self, run: RunView) -> None:
        self._run = run
        self._rates: dict[tuple[str, str, str], float] = {}
        for cell in run.measured.values():
            amount = AMOUNTS.get(cell.key.benchmark)
            if amount:
                names = (self.place(cell), cell.key.letter, _precision(cell, amount))
                self._rates[names] = max(self._rates.get(names, 0.0), _best(cell, amount))

    def place(self, cell: Cell) -> str:
        """Return whose ceilings bound a cell: `host`, or a kind of device."""
        if not models.of(cell.model).offloads:
            return "host"
        toolchain = self._run.toolchains.get(cell.key.toolchain, {})
        return str(toolchain.get("device", "")) or "device"

    def told(self, letter: str, precision: str) -> str:
        """Return the ceilings of a class and precision in words, place by place."""
        return "; ".join(
            f"{where} {significant(arithmetic)} GFLOP/s, {significant(bandwidth)} GB/s"
            for (where, size, reals), bandwidth in sorted(self._rates.items())
            if size == letter and not reals and bandwidth
            if (arithmetic := self._rates.get((where, letter, precision), 0.0))
        )

    def of(self, cell: Cell) -> tuple[float, float] | None:
        """Return GFLOP/s and GB/s that bound a cell, None unless both were measured."""
        where, letter = self.place(cell), cell.key.letter
        arithmetic, bandwidth = (
            self._rates.get((where, letter, _precision(cell, amount)), 0.0)
            for amount in ("flops", "bytes")
        )
        return (arithmetic, bandwidth) if arithmetic and bandwidth else None

    def share(self, cell: Cell) -> float | None:
        """Return the share of the roofline that the cell's median time reached, 1.0 at the roof.

        None without a time, without a work model, or without ceilings.  It may exceed 1 where data
        stay in a cache: the work model counts main-memory traffic.
        """
        bounds, time, work = self.of(cell), cell.median(), cell.work
        if bounds is None or not time or not work.get("bytes"):
            return None
        flops, moved = float(work.get("flops") or 0.0), float(work["bytes"])
        return metrics.roofline_share(flops, moved, time, *bounds)


def _precision(cell: Cell, amount: str) -> str:
    """That of a ceiling; memory traffic has the same in all precisions."""
    return cell.key.precision if amount == "flops" else ""


def _best(cell: Cell, amount: str) -> float:
    """The best rate of a repetition: a ceiling is what was possible, not what was usual."""
    if not cell.verified or not cell.work.get(amount):
        return 0.0
    times: Iterable[float] = (
        time for launch in cell.launches if launch.valid for time in launch.repetitions("compute")
    )
    return float(cell.work[amount]) / min(times)
