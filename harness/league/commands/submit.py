"""Build, and let a batch system check and time; collect brings the records."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from league.base import paths
from league.base.errors import UsageError
from league.base.progress import Progress
from league.batch import scheduler, site, submit
from league.batch.scheduler import Resources
from league.commands import _dry
from league.run import options, session, terms


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is asked of the batch system, and the common options."""
    parser.add_argument("--check", action="store_true", help="check answers only, time nothing")
    job = parser.add_argument_group("job")
    job.add_argument(
        "--site", type=Path, metavar="FILE",
        help=f"what there is to know of this cluster (default: ${site.VARIABLE}, else plain Slurm)",
    )  # fmt: skip
    for name in ("partition", "account", "qos", "constraint", "gres", "gpus"):
        job.add_argument(f"--{name}", default="", metavar="X", help="as the batch system takes it")
    job.add_argument("--cpus", type=int, metavar="N", help="processors of a task")
    job.add_argument(
        "--time", default="", metavar="T",
        help="limit of a task: minutes, 2h, 1:30:00 (default: from earlier records)",
    )  # fmt: skip
    job.add_argument(
        "-X", "--job-option", action="append", default=[], metavar="WORD",
        help="a further word for the submitting command, as -X=--nice=10; repeatable",
    )  # fmt: skip
    job.add_argument(
        "--share-nodes", action="store_true", help="time on nodes that others use, too"
    )
    job.add_argument("--after", default="", metavar="JOB", help="a job that has to end before")
    job.add_argument(
        "--per-task", type=int, default=submit.PER_TASK, metavar="N",
        help="launches of one task of an array (default %(default)s)",
    )  # fmt: skip
    options.add_common(parser)


def main(args: argparse.Namespace) -> int:
    """Submit, and say how the records are had."""
    if args.per_task < 1 or (args.cpus is not None and args.cpus < 1):
        raise UsageError("--per-task and --cpus are whole numbers of 1 or more")
    chosen = options.from_arguments(
        args, project=paths.project_root(), verb="check" if args.check else "run"
    )
    for flag, given in (
        ("--resume", chosen.resume),
        ("--junit", chosen.junit),
        ("--markdown", chosen.markdown),
        ("--fail-fast", chosen.fail_fast),
        ("--device all", chosen.all_devices),
    ):
        if given:
            raise UsageError(f"{flag} means nothing for submit; use it once the run is collected")
    wishes = wishes_of(args)
    if chosen.dry_run:
        agreed = terms.Terms.fresh(chosen)
        return _dry.tell(
            chosen, _dry.of_suite(chosen), _dry.measured(agreed), seed=agreed.seed,
            then=f"# submitted by: {shlex.join(submit.example(wishes))}",
        )  # fmt: skip
    progress = Progress(no_color=chosen.no_color)
    done = session.carry_out(submit.Batched(chosen, wishes), chosen, progress)
    if done.exit_code == 0:
        print(f"Submitted. Collect with: scripts/run_all.py collect {done.folder.name}")
    return done.exit_code


def wishes_of(args: argparse.Namespace) -> submit.Wishes:
    """Return how the command line and the site want a plan submitted."""
    at = site.chosen(args.site, shared=args.share_nodes)
    return submit.Wishes(
        at,
        scheduler.by_name(at.scheduler),
        Resources(
            args.partition,
            args.account,
            args.qos,
            args.constraint,
            args.gres,
            args.gpus,
            args.cpus,
            site.minutes_of(args.time) if args.time else None,
            tuple(args.job_option),
        ),
        args.per_task,
        args.after,
    )
