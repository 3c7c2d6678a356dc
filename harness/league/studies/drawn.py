"""Figures that are drawn from the records of runs, by name: pictures, numbers, and the command."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from league.base.errors import NothingComparable, UsageError
from league.records.schema import Record
from league.show.plots.chart import as_csv
from league.show.rendered import Kind, Page
from league.studies import catalogue
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
    from league.show.plots import charts as drawing
    from league.show.plots import sweep as sweep_drawing

    if name == SWEEP:
        found = results.results(record for _, records in runs for record in records)
        draw = functools.partial(sweep_drawing.draw, found)
        return [Drawn(name, SWEEP_TITLE, draw, results.as_csv(found), not found)]
    return [
        Drawn(one.id, one.title, functools.partial(drawing.draw, one), as_csv(one), one.is_empty)
        for one in catalogue.charts(
            name, [records for _, records in runs], all_variants=all_variants
        )
    ]


def command(name: str, runs: Sequence[str]) -> str:
    """Return what draws a figure again: as SVG, PNG and CSV."""
    return shlex.join(["scripts/run_all.py", "figures", name, *runs, "--folder", "figures"])


def _figure(page: Page, words: Sequence[str], *, shown: bool = False) -> list[str]:
    """Draw a study or a sweep: ``FILE.svg ID RUN...``; the file is below results/reference."""
    if len(words) < 3 or not words[0].endswith(".svg"):
        raise UsageError("a figure is FILE.svg, the id of a study or 'sweep', and its runs")
    file = page.records.reference / words[0]
    folders = page.records.folders(words[2:])
    found = figures(words[1], [(one.name, page.records.of(one)) for one in folders])
    if len(found) != 1:
        raise UsageError(f"{words[1]} has several figures; name one of them")
    if found[0].is_empty:
        raise NothingComparable(f"these runs have nothing that a figure of {words[1]} shows")
    one = found[0]
    page.products[file] = one.picture("svg").decode("utf-8")
    page.products[file.with_suffix(".csv")] = one.numbers
    link = page.link(one.title, file)
    beside = f"({page.link('numbers', file.with_suffix('.csv'))})"
    runs = [one.relative_to(page.records.root).as_posix() for one in folders]
    again = command(words[1], runs)
    told = f"As SVG, PNG and CSV: `{again}`"
    return [f"!{link}", "", f"{beside} {told}"] if shown else [f"{link} {beside}", "", told]


#: Blocks of rendered documents that are figures, or show them.
KINDS: dict[str, Kind] = {"figure": _figure, "picture": functools.partial(_figure, shown=True)}
