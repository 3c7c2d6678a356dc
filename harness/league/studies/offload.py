"""The studies: which cells a figure compares, and with what.  Pure; drawing is in show.plots."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.analysis import stats
from league.base import models
from league.base.errors import NothingComparable, UsageError
from league.records.view import Cell, RunView
from league.studies import lambdas


@dataclass(frozen=True)
class Study:
    """A question put to the records: who is compared with whom, at which class."""

    id: str
    title: str
    group: str
    letter: str
    #: model of the base that every time is divided by
    base: str = "omp"


@dataclass(frozen=True)
class Bar:
    """One variant with one toolchain: its compute time as a multiple of the base's."""

    benchmark: str
    variant: str
    toolchain: str
    base: str
    ratio: float
    #: 95 % interval; None with fewer than four launches on either side
    low: float | None
    high: float | None
    #: of the variant or of the base, whichever has fewer
    launches: int


STUDIES = {
    study.id: study
    for study in (
        Study(
            f"{group}-offload-{letter}",
            f"{name}, class {letter}: offload against host OpenMP",
            group,
            letter,
        )
        for group, name in (("npb", "NAS Parallel Benchmarks"), ("miniapps", "Mini-apps"))
        for letter in "SWABC"
    )
}


def study_of(name: str) -> Study:
    """Return the study of that id.  Raises UsageError for one that does not exist."""
    if name not in STUDIES:
        known = ", ".join([*STUDIES, lambdas.ID])
        raise UsageError(f"there is no figure {name!r}; there are: {known}")
    return STUDIES[name]


def bars_of(study: Study, runs: Iterable[RunView]) -> list[Bar]:
    """Return the times of all verified offload variants and CUDA references over the base's.

    The base of a benchmark is the fastest verified variant of the base's model in the same
    session: times of different sessions are never divided.  A later run replaces what an earlier
    one says about the same variant and toolchain.  Raises NothingComparable if nothing is left.
    """
    found: dict[tuple[str, str, str], Bar] = {}
    for run in runs:
        cells = [
            cell
            for cell in run.cells.values()
            if cell.group == study.group and cell.key.letter == study.letter and cell.verified
        ]
        for cell in cells:
            if not models.of(cell.model).offloads:
                continue
            base = _base(study, cell, cells)
            if base is not None:
                bar = _bar(cell, base)
                found[bar.benchmark, bar.variant, bar.toolchain] = bar
    if not found:
        raise NothingComparable(
            f"no run has both a verified offload variant and a verified {study.base} of"
            f" {study.group} in class {study.letter}; run_all.py run --suite {study.group}"
            f" -c {study.letter} measures them"
        )
    return [found[key] for key in sorted(found)]


def _base(study: Study, cell: Cell, cells: Sequence[Cell]) -> Cell | None:
    own = [
        one
        for one in cells
        if one.model == study.base
        and one.key.benchmark == cell.key.benchmark
        and one.key.precision == cell.key.precision
    ]
    return min(own, key=lambda one: one.median() or 0.0, default=None)


def _bar(cell: Cell, base: Cell) -> Bar:
    key = cell.key
    ratio = (cell.median() or 0.0) / (base.median() or 1.0)
    launches = min(len(cell.medians()), len(base.medians()))
    interval = stats.ratio_interval(cell.medians(), base.medians())
    if launches < stats.FEWEST_LAUNCHES:
        interval = None
    return Bar(
        key.benchmark,
        key.variant,
        key.toolchain,
        f"{base.key.toolchain}/{base.key.variant}",
        ratio,
        interval.low if interval else None,
        interval.high if interval else None,
        launches,
    )


def best(bars: Sequence[Bar]) -> list[Bar]:
    """Return the fastest variant of each benchmark, toolchain and kind (directives or CUDA)."""
    chosen: dict[tuple[str, str, bool], Bar] = {}
    for bar in bars:
        key = (bar.benchmark, bar.toolchain, models.of_variant(bar.variant).is_cuda)
        if key not in chosen or bar.ratio < chosen[key].ratio:
            chosen[key] = bar
    return [chosen[key] for key in sorted(chosen)]


def as_csv(bars: Sequence[Bar]) -> str:
    """Return a line per bar; empty fields where an interval is unknown."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(
        [
            "benchmark",
            "variant",
            "toolchain",
            "base",
            "ratio",
            "low",
            "high",
            "launches",
        ]
    )
    for bar in bars:
        numbers = [bar.ratio, bar.low, bar.high]
        told = ["" if number is None else f"{number:.6g}" for number in numbers]
        lines.writerow([bar.benchmark, bar.variant, bar.toolchain, bar.base, *told, bar.launches])
    return out.getvalue()
