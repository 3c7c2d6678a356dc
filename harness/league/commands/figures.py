"""Draw the figures of the published studies from the records of runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from league.analysis.selection import narrow
from league.base import columns
from league.base.arguments import argument
from league.base.errors import NothingComparable, UsageError
from league.commands._shared import CHOICE, RUNS_FOLDER, demand_matplotlib, folders
from league.records import reading, store
from league.show.links import slug
from league.show.parts import LAUNCHES
from league.studies import catalogue

NEAR, FORMS = "near", "forms"

ARGUMENTS = (
    argument("study", nargs="?", metavar="ID",
             help="which figure, or which study (all of its figures); without one, or with 'all',"
             " the figures of every study"),
    argument("run", nargs="*", metavar="RUN", fits="runs",
             help="run ids or folders; later ones win"),
    argument("--all-variants", action="store_true",
             help="every variant, not only the fastest of each"),
    argument("--figure", dest="output", type=Path, metavar="FILE.svg",
             help="picture of one figure (default figures/ID.svg in the run's folder); PNG and CSV"
             " go beside it"),
    argument("--folder", type=Path, metavar="DIR",
             help="where the figures of a study go, each as SVG, PNG and CSV (default figures in"
             " the run's folder)"),
    argument("--list", action="store_true", help="name the figures, draw nothing"),
    *CHOICE,
    RUNS_FOLDER,
)  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Draw figures, or list them."""
    if args.list:
        more = {catalogue.SWEEP: catalogue.SWEEP_TITLE,
                catalogue.MACHINES: catalogue.MACHINES_TITLE,
                LAUNCHES: "Every launch of every benchmark, as in the report",
                NEAR: "How near OpenMP comes to CUDA on an emulated GPU",
                FORMS: "What each variant costs with each compiler: time, or counts where emulated",
                }  # fmt: skip
        for name, title in [*catalogue.FURTHER.items(), *more.items(), *catalogue.listing()]:
            print(f"{name:20} {title}")
        return 0
    args.study = args.study or catalogue.ALL
    if args.study not in (LAUNCHES, NEAR, FORMS, catalogue.SWEEP, catalogue.MACHINES):
        catalogue.demand(args.study)
    runs = folders(args)
    demand_matplotlib("figures need")
    home = args.folder or reading.home_of(runs[-1], args.out) / "figures"
    if args.study == LAUNCHES:
        return _launches(runs, home, args)
    if args.study in (NEAR, FORMS):
        return _counted(runs, home, args)
    found = catalogue.figures(
        args.study, [(one.name, store.read_records(one)) for one in runs],
        all_variants=args.all_variants,
    )  # fmt: skip
    if all(one.is_empty for one in found):
        told = f"these runs have nothing that a figure of {args.study} shows"
        raise NothingComparable(f"{told}; figures --list says what each needs")
    if args.output is not None and len(found) > 1:
        raise UsageError(f"{args.study} has {len(found)} figures; name a folder with --folder")
    for one in found:
        _files(args.output or home / f"{one.id}.svg", one.picture, one.numbers,
               " (nothing of ours)" if one.is_empty else "")  # fmt: skip
    return 0


def _launches(runs: Sequence[Path], home: Path, args: argparse.Namespace) -> int:
    """Draw the figures of a report's benchmarks, each as a file of its own."""
    from league.show.parts import Ground, benchmark_part

    ground = Ground(narrow(reading.read_runs(runs), args))
    strips = [size.strip for name in ground.variants for size in benchmark_part(ground, name).sizes]
    shown = [strip for strip in strips if strip is not None]
    if not shown:
        told = "these runs have no verified time of what was asked for"
        raise NothingComparable(f"{told}; ask for other cells")
    for strip in shown:
        _files(home / f"{slug(strip.name)}.svg", strip.picture, strip.numbers())
    return 0


def _counted(runs: Sequence[Path], home: Path, args: argparse.Namespace) -> int:
    """Draw what an emulated GPU counted, or what variants cost, of the last run that tells."""
    from league.analysis import forms, nearness
    from league.show.plots import forms as forms_picture
    from league.show.plots import near as near_picture

    told: Mapping[str, Any] = {
        NEAR: (nearness.near, nearness.NEARNESS, near_picture.draw, nearness.MISSING),
        FORMS: (forms.forms, forms.FORMS, forms_picture.draw,
                "time of a device and no counts of an emulated one; run reductions with a toolchain"
                " that has a device"),
    }  # fmt: skip
    rows_of, table, draw, missing = told[args.study]
    for run in reversed(narrow(reading.read_runs(runs), args)):
        if rows := rows_of(run):
            out = args.output or home / f"{args.study}.svg"
            _files(out, partial(draw, rows), columns.csv_text(table, rows))
            return 0
    lack, _, remedy = missing.partition("; ")
    raise NothingComparable(f"these runs have no {lack}; {remedy}")


def _files(out: Path, draw: Callable[[str], bytes], numbers: str, remark: str = "") -> None:
    """Write a figure as SVG and as PNG, its numbers as CSV, beside one another."""
    reading.write_whole(out, draw("svg"))
    reading.write_whole(out.with_suffix(".png"), draw("png"))
    reading.write_text(out.with_suffix(".csv"), numbers)
    print(f"figure: {out}{remark}")
