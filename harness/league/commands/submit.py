"""Build, and let a batch system check and time; collect brings the records."""

from __future__ import annotations

import argparse
import contextlib
import functools
import shlex
from dataclasses import replace
from pathlib import Path

from league.base.arguments import argument, count
from league.base.errors import UsageError
from league.base.words import plural
from league.batch import files, site, submit
from league.batch.collect import Collector
from league.batch.scheduler import Resources
from league.bundle import pack
from league.claims import away
from league.commands import _claims as _claims_here
from league.commands import _claims_away
from league.commands._profile_away import Profiled
from league.commands._shared import CHECK, PROFILE
from league.profile import plan as profiling
from league.records import reading
from league.run import dry, session
from league.run.options import Options, refuse
from league.run.plan import CHECK as CHECKED
from league.run.terms import Terms
from league.toolchains import levels

#: Words that are handed on to the batch system.
_WORDS = ("partition", "account", "qos", "constraint", "gres", "gpus")
ARGUMENTS = (
    CHECK,
    PROFILE,
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
    argument("--march", choices=levels.LEVELS, default="", group="job",
             help="the processor of the nodes (default: as the toolchains' flags say)"),
    argument("--per-task", type=count(1), default=submit.PER_TASK, metavar="N", group="job",
             help="launches of one task of an array (default %(default)s)"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Submit, and say how the records are had."""
    chosen = replace(chosen, verb="check" if args.check else "run")
    wishes = wishes_of(args)
    if args.profile is not None:
        refuse(chosen, "profiles")
        profiling.demand(chosen, args.profile, here=False)
        if args.check:
            raise UsageError("--check checks and --profile does more; leave one of them out")
        chosen = replace(chosen, launches=1, repeat=1, warmup=0)
    if chosen.resume is None and chosen.selection.suite == "validation":
        return _claims(chosen, wishes)
    if chosen.resume is not None:
        return _resume(chosen, wishes, args.march)
    if chosen.dry_run:
        agreed = Terms.fresh(chosen)
        return dry.tell(
            chosen, agreed=agreed, work=pack.folders(chosen, args.march or levels.NATIVE),
            then=lambda built: "\n".join(
                submit.foretold(wishes, chosen, dry.cells_of(agreed, built), agreed)
            ),
        )  # fmt: skip
    return _submit(
        Profiled(chosen, wishes, args.profile) if args.profile else submit.Batched(chosen, wishes),
        args.march,
    )


def _claims(chosen: Options, wishes: submit.Wishes) -> int:
    """Submit claims, or say what would be submitted."""
    chosen = replace(chosen, verb="check")
    refuse(chosen, "claims")
    if not chosen.dry_run:
        return _tell(session.carry_out(_claims_away.Submitted(chosen, wishes)))
    code = _claims_here.carry_out(chosen)
    plan = _claims_away.Submitted(chosen, wishes)
    print("\n".join(_claims_away.foretold(plan, wishes)), file=chosen.people)
    return code


def _submit(plan: submit.Batched, march: str) -> int:
    level = levels.level_here(march or levels.NATIVE)
    plan.folders = functools.partial(pack.PortableFolders, level=level)
    return _tell(session.carry_out(plan))


def _tell(done: session.Done) -> int:
    if done.exit_code == 0:
        usual = done.folder.parent.resolve() == reading.RUNS.resolve()
        named = done.folder.name if usual else shlex.quote(str(done.folder))
        print(f"Submitted. Collect with: scripts/run_all.py collect {named}")
    return done.exit_code


def _resume(chosen: Options, wishes: submit.Wishes, march: str) -> int:
    """Collect, and submit again what was lost of a run."""
    assert chosen.resume is not None
    there = chosen.resume.exists()  # otherwise it is the name of a run
    folder = reading.find_run(str(chosen.resume if there else chosen.resume.name), chosen.results)
    batch = files.read(files.folder_of(folder))
    asked = site.by_name(batch.scheduler)
    with contextlib.closing(Collector(folder, asked, claims=away.records_of)) as collector:
        standing = collector.collect()
        lost, code = collector.lost(), collector.exit_code(standing)
    print("\n".join(standing.lines()))
    if not lost or chosen.dry_run:
        print(f"{plural(len(lost), 'launch', 'launches')} to submit again")
        return code if not lost else 0
    if batch.mode == files.CLAIMS:
        chosen = replace(chosen, resume=folder, verb="check")
        claims = [one for _, one in lost if isinstance(one, files.PlannedClaim)]
        return _tell(session.carry_out(_claims_away.Submitted(chosen, wishes, claims)))
    chosen = replace(chosen, resume=folder, verb="check" if batch.mode == CHECKED else "run")
    if batch.tool:
        return _submit(Profiled(chosen, wishes, batch.tool, lost), march)
    return _submit(submit.Batched(chosen, wishes, lost), march)


def wishes_of(args: argparse.Namespace) -> submit.Wishes:
    """Return how the command line and the site want a plan submitted."""
    at = site.chosen(args.site, shared=args.share_nodes)
    return submit.Wishes(
        at,
        site.by_name(at.scheduler),
        Resources(
            **{name: getattr(args, name) for name in _WORDS},
            cpus=args.cpus,
            minutes=site.minutes_of(args.time) if args.time else None,
            options=tuple(args.job_option),
        ),
        args.per_task,
        args.after,
    )
