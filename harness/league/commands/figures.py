"""Draw the figures of the studies, offload against host OpenMP, from the records of runs."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path

from league import figures, lambda_study, store
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
        print(f"{lambda_study.ID:20} {lambda_study.TITLE}")
        return 0
    runs = facts.runs_folder(args)
    out = args.picture or Path(f"{args.figure}.svg")
    if args.figure == lambda_study.ID:
        folders = [facts.find_run(name, runs) for name in args.run or ["latest"]]
        points = lambda_study.points_of([store.read_records(folder) for folder in folders])
        _demand_matplotlib()
        from league import plot_lambda

        return _write(out, plot_lambda.draw(points), lambda_study.as_csv(points))
    study = figures.study_of(args.figure)
    folders = [facts.find_run(name, runs) for name in args.run or ["latest"]]
    bars = figures.bars_of(study, facts.read_runs(folders))
    shown = bars if args.all_variants else figures.best(bars)
    _demand_matplotlib()
    from league import plot_figures

    return _write(out, plot_figures.draw(study, shown), figures.as_csv(bars))


def _demand_matplotlib() -> None:
    if importlib.util.find_spec("matplotlib") is None:
        raise LeagueError(
            "figures need the Python package matplotlib; run_all.py --setup installs it"
        )


def _write(out: Path, picture: str, numbers: str) -> int:
    print(f"figure: {facts.write_text(out, picture)}")
    print(f"numbers: {facts.write_text(out.with_suffix('.csv'), numbers)}")
    return 0
