"""The series of a history wherever they are: files of nights, their summary, run folders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from league.analysis import nights
from league.analysis.nights import Names, Night, quantities_of
from league.analysis.quantities import OWN, Quantity
from league.analysis.selection import matched
from league.analysis.series import Series, series_of
from league.base.errors import StoreError

if TYPE_CHECKING:
    from league.analysis.months import Summary

#: Nights from which on a history is read from its summary; fewer are read faster as they are.
FEWEST = 100


@dataclass(frozen=True)
class Archive:
    """What many runs hold; `series` can be gone through once."""

    #: when each run began, oldest first
    times: Mapping[str, str]
    quantities: Mapping[str, Quantity]
    series: Iterator[Series]

    @property
    def runs(self) -> tuple[str, ...]:
        """Return the runs, oldest first."""
        return tuple(self.times)


def open_archive(
    kept: Path | None, runs: Sequence[Path] = (), choice: Mapping[str, Sequence[str]] | None = None
) -> Archive:
    """Return the series that a history folder and run folders hold, each run once.

    `choice` gives names or globs of toolchains, benchmarks, variants and classes.  A long history
    is read from its summary, which is brought up to date first.  Raises UsageError for a name that
    does not occur, StoreError for a file that is no night.
    """
    whole = _summary(kept)
    known = whole.times if whole else {}
    found = nights.nights(
        None if whole else kept, [folder for folder in runs if folder.name not in known]
    )
    if not found and not known:
        return Archive({}, OWN, iter(()))
    names = {what: {*(whole.names(what) if whole else ()), *_names(found, what)}
             for what in choice or {}}  # fmt: skip
    wanted = matched(choice or {}, names)
    times = sorted([*((time, run) for run, time in known.items()),
                    *((night.time, night.run) for night in found)])  # fmt: skip
    return Archive(
        {run: time for time, run in times},
        {**OWN, **(whole.quantities if whole else {}), **quantities_of(found)},
        _joined(whole.series(wanted) if whole else (), _chosen(series_of(found), wanted)),
    )


def _summary(kept: Path | None) -> Summary | None:
    """Return the summary of a long history; None for a short one, and where none can be had."""
    if kept is None or len(nights.files(kept)) < FEWEST:
        return None
    from league.analysis import months  # here: a short history does without DuckDB

    whole = months.Summary(kept)
    try:
        whole.load()
    except StoreError:
        return None  # a folder that cannot be written; a bad night is told when it is read
    return whole


def _names(found: Iterable[Night], what: str) -> set[str]:
    return {names[nights.NAMES.index(what)] for night in found for names in night.entries}


def _chosen(found: Iterable[Series], wanted: Mapping[str, Sequence[str]]) -> Iterator[Series]:
    for one in found:
        if all(one.names[nights.NAMES.index(what)] in names for what, names in wanted.items()):
            yield one


def _joined(first: Iterable[Series], more: Iterable[Series]) -> Iterator[Series]:
    """Yield the series of both, those of the same names as one."""
    others: dict[Names, Series] = {one.names: one for one in more}
    for one in first:
        rest = others.pop(one.names, None)
        if rest is not None:
            points = sorted((*one.points, *rest.points), key=lambda point: (point.time, point.run))
            one = replace(one, points=tuple(points))
        yield one
    yield from others.values()
