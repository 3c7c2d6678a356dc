"""The studies by name, and their figures."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from league.base.errors import UsageError
from league.studies import closures, course, lambdas, offload, one_to_one, ptx, tutorial
from league.studies.chart import Chart, cuda_first
from league.studies.measured import Record

#: Stands for every study.
ALL = "all"
STUDIES: dict[str, ModuleType] = {
    one.ID: one for one in (one_to_one, ptx, closures, course, tutorial)
}


def demand(name: str) -> None:
    """Raise UsageError for what is neither a study nor a figure of one."""
    known = [ALL, *STUDIES, *(id for id, _ in listing())]
    if name not in known:
        every = ", ".join([*known, lambdas.ID, *offload.STUDIES])
        raise UsageError(f"there is no figure or study {name!r}; there are: {every}")


def charts(name: str, runs: Sequence[Sequence[Record]]) -> list[Chart]:
    """Return the figures of a study, or the one of that id, from the records of runs.

    Raises UsageError for a name that is neither.
    """
    demand(name)
    if name in STUDIES:
        return [cuda_first(one) for one in STUDIES[name].charts(runs)]
    every = [chart for study in STUDIES.values() for chart in study.charts(runs)]
    return [cuda_first(chart) for chart in every if name in (ALL, chart.id)]


def listing() -> list[tuple[str, str]]:
    """Return id and title of every figure."""
    return [(one.id, one.title) for study in STUDIES.values() for one in study.charts([])]
