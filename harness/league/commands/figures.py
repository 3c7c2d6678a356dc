"""Draw the figures of the studies, offload against host OpenMP, from the records of runs."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path

from league.base.errors import LeagueError
from league.records import reading, store
from league.studies import lambdas, offload


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the figure, the runs it is drawn from, and where it goes."""
    parser.add_argument(
        "study", nargs="?", metavar="ID", help="which figure; without one, they are listed"
    )
    parser.add_argument("run", nargs="*", metavar="RUN", help="run ids or folders; later ones win")
    parser.add_argument(
        "--all-variants", action="store_true", help="every variant, not only the fastest of each"
    )
    parser.add_argument(
        "--figure", dest="output", type=Path, metavar="FILE.svg",
        help="picture (default figures/ID.svg in the run's folder); a .csv goes beside it",
    )  # fmt: skip
    reading.add_runs_folder(parser)


def main(args: argparse.Namespace) -> int:
    """Draw one figure, or list them."""
    if args.study is None:
        for study in offload.STUDIES.values():
            print(f"{study.id:20} {study.title}")
        print(f"{lambdas.ID:20} {lambdas.TITLE}")
        return 0
    runs = reading.runs_folder(args)
    if args.study == lambdas.ID:
        folders = [reading.find_run(name, runs) for name in args.run or ["latest"]]
        points = lambdas.points_of([store.read_records(folder) for folder in folders])
        _demand_matplotlib()
        from league.show.plots import lambdas as lambda_drawing

        out = args.output or folders[-1] / "figures" / f"{args.study}.svg"
        return _write(out, lambda_drawing.draw(points), lambdas.as_csv(points))
    study = offload.study_of(args.study)
    folders = [reading.find_run(name, runs) for name in args.run or ["latest"]]
    bars = offload.bars_of(study, reading.read_runs(folders))
    shown = bars if args.all_variants else offload.best(bars)
    _demand_matplotlib()
    from league.show.plots import offload as drawing

    out = args.output or folders[-1] / "figures" / f"{args.study}.svg"
    return _write(out, drawing.draw(study, shown), offload.as_csv(bars))


def _demand_matplotlib() -> None:
    if importlib.util.find_spec("matplotlib") is None:
        raise LeagueError(
            "figures need the Python package matplotlib; run_all.py --setup installs it"
        )


def _write(out: Path, picture: str, numbers: str) -> int:
    print(f"figure: {reading.write_text(out, picture)}")
    print(f"numbers: {reading.write_text(out.with_suffix('.csv'), numbers)}")
    return 0
