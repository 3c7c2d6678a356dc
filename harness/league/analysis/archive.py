"""The series of a history wherever they are: files of nights, their summary, run folders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from league.analysis import nights
from league.analysis.nights import Names, Night
from league.analysis.quantities import OWN, Quantity
from league.analysis.series import Series, series_of
from league.base.errors import StoreError
from league.run import select

#: Nights from which on a history is read from its summary; fewer are read faster as they are.
FEWEST = 100
#: What a choice may name, and the place of it among the names of a cell.
_PLACES = {"toolchain": 0, "benchmark": 1, "variant": 2, "class": 3}


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
    patterns = {what: tuple(names) for what, names in (choice or {}).items() if names}
    files = nights.files(kept)
    if kept is not None and len(files) >= FEWEST:
        from league.analysis import summary  # here: a short history does without Parquet

        try:
            whole = summary.load(kept)
        except StoreError:
            pass  # a folder that cannot be written; a bad night is told below
        else:
            known = {run for _, run in whole.times()}
            more = nights.nights(None, [one for one in runs if one.name not in known])
            wanted = {
                what: _match(what, names, {*whole.names(what), *_names(more, what)})
                for what, names in patterns.items()
            }
            quantities = {**whole.quantities, **_quantities(more)}
            order = sorted([*whole.times(), *((one.time, one.run) for one in more)])
            joined = _joined(whole.series(wanted), _chosen(series_of(more), wanted))
            return Archive({run: time for time, run in order}, quantities, joined)
    found = nights.nights(kept, runs)
    if not found:
        return Archive({}, OWN, iter(()))
    wanted = {what: _match(what, names, _names(found, what)) for what, names in patterns.items()}
    times = {one.run: one.time for one in found}
    return Archive(times, _quantities(found), _chosen(series_of(found), wanted))


def _quantities(found: Iterable[Night]) -> dict[str, Quantity]:
    known = dict(OWN)
    for night in found:
        known.update(night.quantities)
    return known


def _names(found: Iterable[Night], what: str) -> set[str]:
    return {names[_PLACES[what]] for night in found for names in night.entries}


def _match(what: str, patterns: Sequence[str], known: Iterable[str]) -> list[str]:
    if what == "class":
        patterns = [one.upper() for one in patterns]
    return list(select.match_names(what, tuple(patterns), sorted(known)))


def _chosen(found: Iterable[Series], wanted: Mapping[str, Sequence[str]]) -> Iterator[Series]:
    for one in found:
        if all(one.names[_PLACES[what]] in names for what, names in wanted.items()):
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
