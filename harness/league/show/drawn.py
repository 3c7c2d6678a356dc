"""Figures that are drawn from the records of runs, by name: pictures, numbers, and the command."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from league.records.schema import Record
from league.records.view import view
from league.studies import catalogue, lambdas, offload
from league.studies.chart import as_csv
from league.sweep import results

SWEEP, SWEEP_TITLE = "sweep", "Times by teams, threads, simd and size"
#: The name of a run, and its records.
Named = tuple[str, Sequence[Record]]


@dataclass(frozen=True)
class Drawn:
    """A figure: `picture` draws it as `svg` or `png`."""

    id: str
    title: str
    picture: Callable[[str], bytes]
    #: CSV
    numbers: str
    #: whether the runs hold nothing that it shows
    is_empty: bool = False


def figures(name: str, runs: Sequence[Named], *, all_variants: bool = False) -> list[Drawn]:
    """Return the figure of that id, or those of that study, from runs.

    Importing what draws takes a second.  Raises UsageError for an unknown name.
    """
    from league.show.plots import charts as chart_drawing
    from league.show.plots import lambdas as lambda_drawing
    from league.show.plots import offload as offload_drawing
    from league.show.plots import sweep as sweep_drawing

    if name == SWEEP:
        found = results.results(record for _, records in runs for record in records)
        draw = functools.partial(sweep_drawing.draw, found)
        return [Drawn(name, SWEEP_TITLE, draw, results.as_csv(found), not found)]
    if name == lambdas.ID:
        points = lambdas.points_of([records for _, records in runs])
        draw = functools.partial(lambda_drawing.draw, points)
        return [Drawn(name, lambdas.TITLE, draw, lambdas.as_csv(points))]
    if name in offload.STUDIES:
        study = offload.study_of(name)
        bars = offload.bars_of(study, [view(records, run) for run, records in runs])
        draw = functools.partial(
            offload_drawing.draw, study, bars if all_variants else offload.best(bars)
        )
        return [Drawn(name, study.title, draw, offload.as_csv(bars))]
    return [
        Drawn(one.id, one.title, functools.partial(chart_drawing.draw, one), as_csv(one),
              one.is_empty)
        for one in catalogue.charts(name, [records for _, records in runs])
    ]  # fmt: skip


def command(name: str, runs: Sequence[str]) -> str:
    """Return what draws a figure again: as SVG, PNG and CSV."""
    return shlex.join(["scripts/run_all.py", "figures", name, *runs, "--folder", "figures"])
