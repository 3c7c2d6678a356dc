"""Build, and let a batch system check and time; collect brings the records."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import replace
from pathlib import Path

from league.base.arguments import argument, count
from league.batch import scheduler, site, submit
from league.batch.scheduler import Resources
from league.commands._shared import CHECK
from league.run import dry, session
from league.run.options import Options
from league.run.terms import Terms

#: Words that are handed on to the batch system.
_WORDS = ("partition", "account", "qos", "constraint", "gres", "gpus")
ARGUMENTS = (
    CHECK,
    argument("--site", type=Path, metavar="FILE", group="job",
             help=f"what there is to know of this cluster (default: ${site.VARIABLE}, else plain"
             " Slurm)"),
    *(argument(f"--{name}", default="", metavar="X", group="job",
               help="as the batch system takes it")
      for name in _WORDS),
    argument("--cpus", type=count(1), metavar="N", group="job", help="processors of a task"),
    argument("--time", default="", metavar="T", group="job",
             help="limit of a task: minutes, 2h, 1:30:00 (default: from earlier records)"),
    argument("-X", "--job-option", action="append", default=[], metavar="WORD", group="job",
             help="a further word for the submitting command, as -X=--nice=10; repeatable"),
    argument("--share-nodes", action="store_true", group="job",
             help="time on nodes that others use, too"),
    argument("--after", default="", metavar="JOB", group="job",
             help="a job that has to end before"),
    argument("--per-task", type=count(1), default=submit.PER_TASK, metavar="N", group="job",
             help="launches of one task of an array (default %(default)s)"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Submit, and say how the records are had."""
    chosen = replace(chosen, verb="check" if args.check else "run")
    wishes = wishes_of(args)
    if chosen.dry_run:
        return dry.tell(
            chosen, agreed=Terms.fresh(chosen),
            then=f"# submitted by: {shlex.join(submit.example(wishes))}",
        )  # fmt: skip
    done = session.carry_out(submit.Batched(chosen, wishes))
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
            **{name: getattr(args, name) for name in _WORDS},
            cpus=args.cpus,
            minutes=site.minutes_of(args.time) if args.time else None,
            options=tuple(args.job_option),
        ),
        args.per_task,
        args.after,
    )
