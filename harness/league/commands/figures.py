"""Draw the figures of the studies, offload against host OpenMP, from the records of runs."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path

from league import figures
from league.errors import LeagueError
from league.report import facts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the figure, the runs it is drawn from, and where it goes."""
    parser.add_argument(
        "figure", nargs="?", metavar="ID", help="which figure; without one, they are listed"
    )
    parser.add_argument("run", nargs="*", metavar="RUN", help="run ids or folders; later ones win")
    parser.add_argument(
        "--all-variants", action="store_true", help="every variant, not only the fastest of each"
    )
    parser.add_argument(
        "--picture", type=Path, metavar="FILE.svg",
        help="picture (default ID.svg); a .csv goes beside it",
    )  # fmt: skip
    facts.add_runs_folder(parser)


def main(args: argparse.Namespace) -> int:
    """Draw one figure, or list them."""
    if args.figure is None:
        for study in figures.STUDIES.values():
            print(f"{study.id:20} {study.title}")
        return 0
    study = figures.study_of(args.figure)
    runs = facts.runs_folder(args)
    folders = [facts.find_run(name, runs) for name in args.run or ["latest"]]
    bars = figures.bars_of(study, facts.read_runs(folders))
    shown = bars if args.all_variants else figures.best(bars)
    out = args.picture or Path(f"{study.id}.svg")
    if importlib.util.find_spec("matplotlib") is None:
        raise LeagueError(
            "figures need the Python package matplotlib; run_all.py --setup installs it"
        )
    from league import plot_figures

    print(f"figure: {facts.write_text(out, plot_figures.draw(study, shown))}")
    print(f"numbers: {facts.write_text(out.with_suffix('.csv'), figures.as_csv(bars))}")
    return 0
