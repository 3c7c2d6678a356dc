"""Writes the site: pages, style, script, CSV; the same nights give the same bytes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from league.analysis.board import Board, state_counts
from league.analysis.changes import FEWEST_NIGHTS
from league.analysis.releases import families, family_of
from league.base import paths
from league.base.words import plural
from league.records.reading import write_whole
from league.show import links
from league.show.layout import Folder
from league.show.plots import chart, charts, series
from league.show.site import cells, claim_pages, compilers, documents, found, versions

#: Rows of a table of changes; the CSV has all.
MOST_CHANGES = 300
#: Nights in the tables and charts of a cell.
NIGHTS = 120
_MENU = (
    ("Today", "index.html"), ("Conformance", "conformance.html"), ("Compilers", "compilers.html"),
    ("Cells", "cells.html"), ("Nights", "nights.html"), ("Documentation", "docs/index.html"),
)  # fmt: skip

#: A page above another: its name, and its file.
Step = tuple[str, str]
_CLAIMS: tuple[Step, ...] = (("Conformance", "conformance.html"),)


class Site(Folder):
    """The dashboard's folder."""

    def __init__(self, folder: Path, board: Board, *, figures: bool = False) -> None:
        self._figures = figures
        newest = board.nights[-1]
        note = " ".join(dict.fromkeys(one.note for one in board.nights if one.note))
        footer = (
            f"Written from {plural(len(board.when), 'run')}, {next(iter(board.when))} to"
            f" {newest.run}, by run_all.py dashboard."
        )
        super().__init__(folder, menu=_MENU, note=note, footer=footer)

    def show(
        self, file: str, template: str, title: str, trail: Sequence[Step] = (), **told: Any
    ) -> None:
        """Write a page below those of `trail`, the first of which is its section."""
        section = trail[0][1] if trail else file
        told = {"title": title, "section": section, "trail": trail, **told}
        self.write(file, f"site/{template}", **told)

    def figure(
        self, page: str, name: str, draw: Callable[[str], bytes], numbers: str = ""
    ) -> tuple[str, ...]:
        """Write a figure of a page beside it, if that was asked for; return where: SVG, PNG, CSV.

        The numbers of some stand beside the page already.
        """
        if not self._figures:
            return ()
        files = [f"{page.removesuffix('.html')}/{name}.{kind}" for kind in ("svg", "png")]
        for file in files:
            write_whole(self.folder / file, draw(file[-3:]))
        if numbers:
            files.append(files[0].removesuffix("svg") + "csv")
            self.keep(files[-1], numbers)
        return tuple(files)


def write_site(
    board: Board, folder: Path, *, most_nights: int = NIGHTS, figures: bool = False
) -> Site:
    """Write the site of a board, with `figures` each of them as SVG, PNG and CSV, too.

    Raises StoreError if a file cannot be written.
    """
    site = Site(folder, board, figures=figures)
    site.keep("data/changes.csv", found.as_csv(board))
    _today(site, board)
    _conformance(site, board)
    _compilers(site, board)
    site.show("cells.html", "cells.html", "Cells", **cells.overview(board))
    site.show("nights.html", "nights.html", "Nights", **found.nights(board, 4 * most_nights))
    _cells(site, board, most_nights)
    _documents(site)
    return site


def _today(site: Site, board: Board) -> None:
    history = board.history
    worse = found.telling(history.worse)
    better = found.telling(history.better)
    left = len(worse) - MOST_CHANGES
    states = list(board.states.values())
    told = state_counts(states)
    broken = sum(one.ratio is None for one in worse)
    slower = len(worse) - broken
    emulated = told["emulated"]
    tiles = (
        ("bad" if broken else "good", broken, "broke", "#worse"),
        ("slow3" if slower else "good", slower, "slower or more", "#worse"),
        ("good", len(better), "better", "#better"),
        ("good", told["right"], "cells right", "cells.html"),
        *([("good", emulated, "verified, emulated", "cells.html")] if emulated else []),
        ("bad" if told["failed"] else "good", told["failed"], "cells failed", "cells.html"),
        ("calm", told["expected"], "failed as expected", "cells.html"),
        ("calm", told["silent"], "could not run", "cells.html"),
        ("calm", len(board.when), "nights", "nights.html"),
    )
    site.show(
        "index.html", "today.html", "Today", answer=found.summary(board),
        tiles=tiles, worse=found.table(board, worse[:MOST_CHANGES], "What became worse"),
        left_out=f"{left} more are in the CSV." if left > 0 else "", fewest=FEWEST_NIGHTS,
        better=found.table(board, better[:MOST_CHANGES], "What became better"),
        better_count=f"{plural(len(better), 'change')} for the better",
        families=[versions.heading(one) for one in families(board.nights)],
        ranks=compilers.sentences(board),
    )  # fmt: skip


def _conformance(site: Site, board: Board) -> None:
    known = families(board.nights)
    site.show("conformance.html", "conformance.html", "Conformance over versions",
              families=[versions.table(one) for one in known])  # fmt: skip
    for one in known:
        told = versions.page(one)
        line = told.pop("line")
        draw = functools.partial(charts.draw, line)
        file = links.family(one.name)
        told["files"] = (*site.figure(file, "shares", draw), told["csv"]) if line else ()
        site.show(file, "family.html", f"Conformance of {one.name}", _CLAIMS, **told)
        site.keep(told["csv"], versions.as_csv(one))
    for file, title, told in claim_pages.every(known):
        family = told["family"]
        above = (*_CLAIMS, (family, links.family(family))) if family else _CLAIMS
        site.show(file, "claim.html", title, above, **told)


def _compilers(site: Site, board: Board) -> None:
    told = compilers.page(board)
    line = told.pop("near_line")
    if line:
        numbers = "data/near.csv"
        site.keep(numbers, chart.as_csv(line))
        pictures = site.figure("compilers.html", "near", functools.partial(charts.draw, line))
        told["near_files"] = (*pictures, numbers)
        told["near_chart"] = charts.element(line, "near")
    site.show("compilers.html", "compilers.html", "Compilers compared", **told)


def _cells(site: Site, board: Board, most_nights: int) -> None:
    trail = (("Cells", "cells.html"),)
    for name in board.benchmarks():
        page = links.benchmark(name)
        site.show(page, "benchmark.html", name, trail, **cells.benchmark_page(board, name))
        for toolchain in board.toolchains(name):
            told = cells.cells_page(board, name, toolchain, most_nights)
            file = links.cells(name, toolchain)
            for one in told["cells"]:
                line = one.pop("line")
                draw = functools.partial(series.track_picture, line)
                one["files"] = site.figure(
                    file, one["anchor"], draw, series.track_numbers(line)
                ) if line else ()  # fmt: skip
            site.show(file, "page.html", f"{name} with {toolchain}", (*trail, (name, page)), **told)
            site.keep(told["csv"], cells.as_csv(board, board.of(name, toolchain)))
    for toolchain in sorted({names[0] for names in board.states if names[1] == "validation"}):
        family = family_of(toolchain)
        above = (*_CLAIMS, (family, links.family(family)))
        told = cells.claims_page(board, toolchain, family)
        file = links.cells("validation", toolchain)
        site.show(file, "claims.html", f"Claims with {toolchain}", above, **told)


def _documents(site: Site) -> None:
    project = paths.project_root()
    known = documents.load(project)
    titles = {one.source: one.title for one in known}
    first = [(titles[source], documents.file_of(source), about)
             for source, about in documents.FIRST if source in titles]  # fmt: skip
    others = sorted((one.title, one.file) for one in known)
    section = "docs/index.html"
    site.show(section, "documents.html", "Documentation", first=first, others=others)
    for one in known:
        trail = (("Documentation", section),)
        site.show(one.file, "document.html", one.title, trail, body=one.body)
    for place, picture in documents.images(project, known).items():
        target = site.folder / place
        if picture.is_file():
            write_whole(target, picture.read_bytes())
