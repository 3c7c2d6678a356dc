"""The studies by name, and their figures."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from league.base.errors import UsageError
from league.show.plots.chart import Chart, cuda_first
from league.studies import closures, course, offload, one_to_one, ptx, tutorial
from league.studies.measured import Record

#: Stands for every study.
ALL = "all"
STUDIES: dict[str, ModuleType] = {
    one.ID: one for one in (one_to_one, ptx, closures, course, tutorial)
}
#: Figures that no study's page holds, by their titles.
FURTHER = {
    **{name: study.title for name, study in offload.STUDIES.items()},
    closures.APPS_ID: closures.APPS_TITLE,
}


def demand(name: str) -> None:
    """Raise UsageError for what is neither a study nor a figure of one."""
    known = [ALL, *STUDIES, *(id for id, _ in listing()), *FURTHER]
    if name not in known:
        raise UsageError(f"there is no figure or study {name!r}; there are: {', '.join(known)}")


def charts(
    name: str, runs: Sequence[Sequence[Record]], *, all_variants: bool = False
) -> list[Chart]:
    """Return the figures of a study, or the one of that id, from the records of runs.

    Raises UsageError for a name that is neither.
    """
    demand(name)
    if name == closures.APPS_ID:
        found = [closures.apps(runs)]
    elif name in FURTHER:
        found = [offload.chart(offload.STUDIES[name], runs, all_variants=all_variants)]
    elif name in STUDIES:
        found = STUDIES[name].charts(runs)
    else:
        every = [chart for study in STUDIES.values() for chart in study.charts(runs)]
        found = [chart for chart in every if name in (ALL, chart.id)]
    return [cuda_first(chart) for chart in found]


def listing() -> list[tuple[str, str]]:
    """Return id and title of every figure of a study."""
    return [(one.id, one.title) for study in STUDIES.values() for one in study.charts([])]
