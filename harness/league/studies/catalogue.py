"""The figures that are drawn from the records of runs, by name: pictures, numbers, the command."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from league.analysis import machines
from league.base import columns
from league.base.errors import NothingComparable, UsageError
from league.records.schema import Record
from league.records.view import view
from league.show.plots.chart import Chart, as_csv, cuda_first
from league.show.rendered import Kind, Page
from league.studies import closures, course, offload, one_to_one, ptx, tutorial
from league.studies.lines import Runs
from league.sweep import results

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
SWEEP, SWEEP_TITLE = "sweep", "Times by teams, threads, simd and size"
MACHINES, MACHINES_TITLE = "machines", "OpenMP on AMD and on NVIDIA beside CUDA, counted"
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


def listing() -> list[tuple[str, str]]:
    """Return id and title of every figure of a study."""
    return [(one.id, one.title) for study in STUDIES.values() for one in study.charts([])]


def demand(name: str) -> None:
    """Raise UsageError for what is neither a study nor a figure of one."""
    known = [ALL, *STUDIES, *(id for id, _ in listing()), *FURTHER]
    if name not in known:
        raise UsageError(f"there is no figure or study {name!r}; there are: {', '.join(known)}")


def charts(name: str, runs: Runs, *, all_variants: bool = False) -> list[Chart]:
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


def figures(name: str, runs: Sequence[Named], *, all_variants: bool = False) -> list[Drawn]:
    """Return the figure of that id, or those of that study, from runs.

    Importing what draws takes a second.  Raises UsageError for an unknown name.
    """
    from league.show.plots import charts as drawing
    from league.show.plots import near as near_drawing
    from league.show.plots import sweep as sweep_drawing

    if name == SWEEP:
        found = results.results(record for _, records in runs for record in records)
        draw = functools.partial(sweep_drawing.draw, found)
        return [Drawn(name, SWEEP_TITLE, draw, results.as_csv(found), not found)]
    if name == MACHINES:
        rows = machines.beside(*(view(list(records), label) for label, records in runs))
        over = machines.over_cuda(rows)
        draw = functools.partial(near_drawing.draw, over, counts=machines.COMPARED)
        numbers = columns.csv_text(machines.MACHINES, rows)
        return [Drawn(name, MACHINES_TITLE, draw, numbers, not over)]
    return [
        Drawn(one.id, one.title, functools.partial(drawing.draw, one), as_csv(one), one.is_empty)
        for one in charts(name, [records for _, records in runs], all_variants=all_variants)
    ]


def _figure(page: Page, words: Sequence[str], *, shown: bool = False) -> list[str]:
    """Draw a study or a sweep: ``FILE.svg ID RUN...``; the file is below results/reference."""
    if len(words) < 3 or not words[0].endswith(".svg"):
        raise UsageError("a figure needs more; write FILE.svg, a study's id or 'sweep', its runs")
    file = page.records.reference / words[0]
    folders = page.records.folders(words[2:])
    found = figures(words[1], [(one.name, page.records.of(one)) for one in folders])
    if len(found) != 1:
        raise UsageError(f"{words[1]} has several figures; name one of them")
    if found[0].is_empty:
        told = f"these runs have nothing that a figure of {words[1]} shows"
        raise NothingComparable(f"{told}; name others")
    one = found[0]
    page.products[file] = one.picture("svg").decode("utf-8")
    page.products[file.with_suffix(".csv")] = one.numbers
    link = page.link(one.title, file)
    beside = f"({page.link('numbers', file.with_suffix('.csv'))})"
    runs = [one.relative_to(page.records.root).as_posix() for one in folders]
    again = ["scripts/run_all.py", "figures", words[1], *runs, "--folder", "figures"]
    told = f"As SVG, PNG and CSV: `{shlex.join(again)}`"
    return [f"!{link}", "", f"{beside} {told}"] if shown else [f"{link} {beside}", "", told]


def _study(page: Page, words: Sequence[str]) -> list[str]:
    """Show a study's figures in one wide picture, and each by itself where a reader unfolds them.

    ``FILE.svg ID RUN... / ID RUN... / ...``: the wide picture, and each figure with its runs; their
    pictures lie beside it.
    """
    from league.show.plots.sheet import sheet

    file, *rest = words or [""]
    figures: list[list[str]] = [[]]
    for word in rest:
        figures = [*figures, []] if word == "/" else [*figures[:-1], [*figures[-1], word]]
    if not all(figures) or not file.endswith(".svg"):
        raise UsageError("a study needs more; write FILE.svg, then each figure's id and its runs")
    folder = Path(file).parent
    one_by_one, pictures = [], []
    for name, *runs in figures:
        own = folder / f"{name}.svg"
        one_by_one += [*_figure(page, [own.as_posix(), name, *runs], shown=True), ""]
        pictures.append(page.products[page.records.reference / own])
    whole = page.records.reference / file
    page.products[whole] = sheet(pictures)
    return [
        f"!{page.link('All figures of the study', whole)}", "",
        "<details>", "<summary>One by one, with numbers and commands</summary>", "",
        *one_by_one, "</details>",
    ]  # fmt: skip


#: Blocks of rendered documents that are figures, or show them.
KINDS: dict[str, Kind] = {
    "figure": _figure, "picture": functools.partial(_figure, shown=True), "study": _study,
}  # fmt: skip
