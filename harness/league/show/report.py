"""The report as one self-contained HTML file; a large one as an overview and a page a benchmark.

No page needs a network.  Those of a large run are written by all cores at once.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from league.analysis.ratios import Session
from league.analysis.standing import (
    Column,
    Status,
    best_of,
    ratio_of,
    scored_models,
    status,
)
from league.base.columns import Cell as Field
from league.base.words import letter_rank, times
from league.records.reading import write_text
from league.records.view import RunView, timed_sizes
from league.show import layout
from league.show.links import slug
from league.show.matrix import Block, Box, Grid, Row, tells
from league.show.model import report_from, report_of
from league.show.parts import BenchmarkPart, Ground, benchmark_part
from league.show.site import claim_pages
from league.verdicts import word
from league.verdicts.table import SILENT

#: With more cells than this a report has several pages.
ONE_PAGE = 1000


def write_html_of(runs: Sequence[RunView], out: Path) -> Path:
    """Write the report of runs to a file, or to `index.html` in a folder.

    Of a large run that is an overview, with a page for each benchmark in a folder beside it; claims
    have a page each in a further one.  Raises StoreError if a file cannot be written.
    """
    target = out if out.suffix.lower() in (".html", ".htm") else out / "index.html"
    beside = target.with_name(f"{target.stem}-claims")
    claims = beside.name if claim_pages.write(runs, beside, target.name) else ""
    if sum(len(run.cells) for run in runs) > ONE_PAGE:
        return _write_pages(runs, target, claims)
    return write_text(target, layout.report(report_of(runs), claim_pages=claims))


def _write_pages(runs: Sequence[RunView], target: Path, claims: str) -> Path:
    """Write the overview to `target`, the pages into a folder beside it, named after it."""
    ground = Ground(runs)
    folder = f"{target.stem}-pages"
    links = {name: f"{folder}/{slug(name)}.html" for name in ground.variants}

    def one(number: int) -> None:
        if number < 0:
            write_text(target, _overview(ground, links, claims))
        else:
            page = _page(ground, list(links.items()), number, target.name)
            write_text(target.parent / list(links.values())[number], page)

    _on_all_cores(one, range(-1, len(links)))
    return target


# What a copy of this process is to do: a closure cannot be sent, so it lies here.
_work: list[Callable[[int], None]] = []


def _on_all_cores(work: Callable[[int], None], numbers: Sequence[int]) -> None:
    """Do it for every number, on all cores where a process can be copied; errors come out here."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1
    if cores == 1:
        for number in numbers:
            work(number)
        return
    copies = min(cores, len(numbers))
    fork = multiprocessing.get_context("fork")
    # Which ends its copies without a signal: one may still be as its parent was.
    with ProcessPoolExecutor(copies, fork, _begin, (work,)) as pool:
        for _ in pool.map(_do, numbers):
            pass


def _begin(work: Callable[[int], None]) -> None:
    """A copy ends when it is told to; what a terminal interrupts is for the process that waits."""
    _work.append(work)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(number: int) -> None:
    _work[-1](number)


def _overview(ground: Ground, links: Mapping[str, str], claims: str) -> str:
    scored = [scored_models(column) for column in ground.usable]
    rows = (
        Row(name, tuple(_box(ground, column, name, link, models)
                        for column, models in zip(ground.usable, scored)), link)
        for name, link in links.items()
    )  # fmt: skip
    grid = Grid(
        ground.labels, (Block(tuple(rows)),), first="Benchmark", filter="benchmark, verdict"
    )
    told = report_from(ground, matrix=grid, pages=links)
    return layout.report(told, claim_pages=claims)


def _page(ground: Ground, links: Sequence[tuple[str, str]], number: int, overview: str) -> str:
    name, _ = links[number]
    part = benchmark_part(ground, name)
    return layout.environment().get_template("benchmark-page.html").render(
        part=part,
        drawn=_drawn(ground, part),
        grid=ground.grid(name, home=f"../{overview}").folded(),
        overview=f"../{overview}",
        runs=", ".join(run.name for run in ground.runs),
        before=links[number - 1] if number else None,
        after=links[number + 1] if number + 1 < len(links) else None,
    )  # fmt: skip


def _drawn(ground: Ground, part: BenchmarkPart) -> set[str]:
    """Return the anchors of the sizes that a page draws a figure of: those of the largest class.

    Drawing all of them would take most of the time; the page says how to draw the others.
    """
    letters = [letter for letter, _ in timed_sizes(ground.runs, part.name)]
    there = [(letter, one.anchor) for letter, one in zip(letters, part.sizes) if one.strip]
    largest = max((letter for letter, _ in there), default="", key=letter_rank)
    return {anchor for letter, anchor in there if letter == largest}


def _box(ground: Ground, column: Column, name: str, page: str, scored: frozenset[str]) -> Box:
    """Say of a benchmark with a toolchain how many variants are right, and how fast the best is.

    What failed follows, each kind with its count; where nothing ran, why.
    """
    ended = [status(column, name, variant) for variant in ground.variants[name]]
    kinds = Counter(word(one.outcome, expected=bool(one.expected)) for one in ended)
    ran = {one: count for one, count in kinds.items() if tells(one) or one.expected}
    if not ran:
        shown = max(kinds, key=lambda one: one.symbol == SILENT)
        text = "" if shown.mute else shown.label
        return Box((Field(text, mark=shown, link=page),), shown.label, silent=True)
    mean = _best(ground.session(column), ended, scored)
    lines = [
        Field(
            f"{count} right" if shown.tone == "good" else f"{count} {shown.label}",
            times(mean) if shown.tone == "good" and mean is not None else "",
            mark=shown,
            link=page,
        )
        for shown, count in sorted(ran.items(), key=lambda one: one[0].tone != "good")
    ]  # fmt: skip
    title = "; ".join(f"{count} of {len(ended)}: {shown.label}" for shown, count in kinds.items())
    if mean is not None:
        title += f"; the best of them takes {times(mean)} the time of the reference"
    return Box(tuple(lines), title)


def _best(session: Session, ended: Sequence[Status], scored: frozenset[str]) -> float | None:
    """Return the geometric mean over sizes of the fastest scored variant ÷ its reference."""
    held = [
        (cell.key.problem, cell, ratio_of(cell, reference))
        for one in ended
        for cell in one.cells
        if cell.verified and cell.model in scored and (reference := session.references.of(cell))
    ]
    return best_of(held, [problem for problem, _, _ in held])[0].value
