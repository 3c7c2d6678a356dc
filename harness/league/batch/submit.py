"""Submitting a plan: built here, divided into tasks, handed to the batch system as arrays."""

from __future__ import annotations

import functools
import os
import secrets
import shlex
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, Union

from league.base import paths
from league.base.errors import LeagueError
from league.base.words import size_name
from league.batch import files, limits
from league.batch.files import Array, Batch, Place, Planned, PlannedClaim, Programs
from league.batch.scheduler import Request, Resources, Scheduler
from league.batch.site import Site, Surroundings
from league.run import plan, ranks, session
from league.run.options import CHECK_CLASS, CHECK_TIMEOUT_S, Options
from league.run.plan import Cell, Launch
from league.run.session import Context
from league.run.terms import Terms
from league.run.timing import Timing
from league.toolchains import discovery, levels
from league.toolchains.discovery import Found

#: Launches of one task, unless the command line says otherwise.
PER_TASK = 40


@dataclass(frozen=True)
class Wishes:
    """How a plan is submitted."""

    site: Site
    scheduler: Scheduler
    resources: Resources
    per_task: int = PER_TASK
    after: str = ""  # a job that has to end first


class Batched(Timing):
    """The plan of run and check, carried out elsewhere; or what is missing of one that was."""

    def __init__(
        self,
        options: Options,
        wishes: Wishes,
        lost: Sequence[tuple[Place, Planned | PlannedClaim]] = (),
    ) -> None:
        """Take the options, and of a run that is resumed the launches that were lost."""
        super().__init__(options)
        self._wishes = wishes
        self._lost_before = [(at, one) for at, one in lost if isinstance(one, Planned)]

    def stages(self) -> None:
        """Build, write down what is to be launched, submit, and leave it at that."""
        self.build()
        folder = self.context.run.path / files.FOLDER
        if self._lost_before:
            batch = files.read(folder)
            divided = self._again(folder, batch)
        else:
            checks, timed = self.planned()
            divided = divide(checks, timed, self._wishes)
            batch = self._batch(len(checks) + len(timed))
            make_folder(folder)
        hand_on(folder, batch, divided, self._wishes, self.context)

    #: with what is profiled; empty: nothing is
    tool = ""

    def planned(self) -> tuple[list[Launch], list[tuple[Launch, list[Launch]]]]:
        """Return the checks, and the timed launches with the checks that are theirs."""
        cells, check_class = self.cells()
        if self.mode == plan.CHECK:
            return [check for cell in cells for check in self.checks(cell)], []
        checked = {cell: cell.at(check_class[cell.variant.names]) for cell in cells}
        checks = {cell: self.checks(cell) for cell in dict.fromkeys(checked.values())}
        timed = [(one, checks[checked[one.cell]]) for one in self.measured(cells)]
        return [check for several in checks.values() for check in several], timed

    def measured(self, cells: Sequence[Cell]) -> list[Launch]:
        """Return the launches that are made of cells whose checks are good."""
        # How long launches take is not known yet, so that there is one pair, not one a time scale.
        pair = plan.choose_aa(dict.fromkeys(cells, 1.0), self.agreed.seed)
        together = self.agreed.ranks
        more = ranks.launches(self.timed(cells), together) if together else []
        return [*self.timed(cells, pair), *more]

    def _batch(self, launches: int) -> Batch:
        context, terms = self.context, self.agreed
        return Batch(
            run=context.run.name,
            scheduler=self._wishes.site.scheduler,
            mode=self.mode,
            allow_host=terms.allow_host,
            device=terms.device,
            all_devices=terms.all_devices,
            timeout_s=context.options.timeout_s,
            folders=[str(folder) for folder in context.folders],
            programs={
                name: replace(
                    _programs(one, getattr(self.work, "march", None)),
                    launcher=launcher_of(one, self._wishes),
                )
                for name, one in context.found.items()
            },
            launches=launches,
            secret=secrets.token_hex(16),
            tool=self.tool,
        )

    def _again(self, folder: Path, batch: Batch) -> Divided:
        """Divide what was lost; a check that was not lost stays where it is."""
        lost = [one for _, one in self._lost_before]
        read = functools.partial(files.read_task, folder)
        tasks: Callable[[int, int], Any] = functools.cache(read)
        kept: dict[Hashable, Place] = {
            tasks(array, task)[index].record_keys()[0]: (array, task, index)
            for one in lost
            for array, task, index in one.checks
        }
        checks = [one.launch for one in lost if one.launch.mode == plan.CHECK]
        timed = [
            (one.launch, [tasks(array, task)[index].launch for array, task, index in one.checks])
            for one in lost
            if one.launch.mode != plan.CHECK
        ]
        return divide(checks, timed, self._wishes, kept, len(batch.arrays))


def launcher_of(found: Found, wishes: Wishes) -> tuple[str, ...]:
    """Return the words before a program of a toolchain: those of the site come first."""
    site = wishes.site.surroundings(found.name, wishes.resources).launcher
    return (*site, *found.launcher)


def _programs(found: Found, march: Callable[[Found], str] | None) -> Programs:
    built_for = march(found) if march else levels.march_of(found.toolchain.flags.get("host", ()))
    environment = discovery.launch_environment(found)
    needed = levels.features(built_for, levels.cpu_flags())
    return Programs(str(found.version), environment, built_for, needed)


#: Arrays, each with its tasks.
Divided = Sequence[tuple[Array, Sequence[Sequence[Union[Planned, PlannedClaim]]]]]


def apart(claims: Sequence[PlannedClaim], wishes: Wishes) -> Divided:
    """Divide programs of claims, which wait for nothing, into an array per surroundings."""
    kinds: dict[Surroundings, list[PlannedClaim]] = {}
    for one in claims:
        wanted = wishes.site.surroundings(one.toolchain, wishes.resources)
        kinds.setdefault(wanted, []).append(one)
    divided = []
    for some in kinds.values():
        starts = range(0, len(some), wishes.per_task)
        tasks = [some[start : start + wishes.per_task] for start in starts]
        divided.append((_array(plan.CHECK, tasks, exclusive=False), tasks))
    return divided


def divide(
    checks: Sequence[Launch],
    timed: Sequence[tuple[Launch, list[Launch]]],
    wishes: Wishes,
    kept: Mapping[Hashable, Place] = MappingProxyType({}),
    first: int = 0,
) -> Divided:
    """Divide launches into arrays: per surroundings one that checks, one that times.

    ``kept`` says where checks are, by their keys, that were made before; ``first`` is the number of
    the first array.
    """
    of = functools.cache(lambda toolchain: wishes.site.surroundings(toolchain, wishes.resources))

    def surroundings(one: Launch) -> Surroundings:
        return of(one.cell.variant.toolchain)

    arrays: list[tuple[Array, list[list[Planned]]]] = []
    where: dict[Hashable, Place] = {**kept}
    every = [*checks, *(one for one, _ in timed)]
    for kind in dict.fromkeys(map(surroundings, every)):
        mine = [Planned(one) for one in checks if surroundings(one) == kind]
        if mine:
            tasks = limits.divide(mine, wishes.per_task)
            for task, members in enumerate(tasks):
                for index, one in enumerate(members):
                    where[one.launch.key()] = (first + len(arrays), task, index)
            arrays.append((_array(plan.CHECK, tasks, exclusive=False), tasks))
        placed = [
            Planned(one, [where[check.key()] for check in own])
            for one, own in timed
            if surroundings(one) == kind
        ]
        if placed:
            tasks = limits.divide(placed, wishes.per_task)
            arrays.append((_array(plan.TIMED, tasks, exclusive=wishes.site.exclusive), tasks))
    return arrays


def _array(mode: str, tasks: Sequence[Sequence[object]], *, exclusive: bool) -> Array:
    return Array(mode, len(tasks), sum(map(len, tasks)), exclusive)


def requests(
    divided: Divided, wishes: Wishes, options: Options, folder: Path, first: int = 0
) -> Iterator[tuple[int, Surroundings, Request]]:
    """Yield arrays by their numbers as they are asked for, each before it has to wait for one."""
    walls = limits.earlier_walls(options.results)
    for number, (array, tasks) in enumerate(divided, first):
        wanted = wishes.site.surroundings(tasks[0][0].toolchain, wishes.resources)
        alone = array.mode == plan.CHECK or array.exclusive
        needed = limits.minutes(tasks, walls, options.timeout_s)
        needed *= 1 if alone else min(array.tasks, wishes.site.at_once or limits.BESIDE)
        yield (
            number,
            wanted,
            Request(
                name=f"league-{folder.parent.name}-{number}",
                script=folder / f"array-{number}.sh",
                log=folder / "log",
                tasks=array.tasks,
                minutes=wanted.resources.minutes or needed,
                resources=wanted.resources,
                exclusive=array.exclusive,
                after=wishes.after,
                most_at_once=wishes.site.at_once,
            ),
        )


def make_folder(folder: Path) -> None:
    """Make the folder of a batch."""
    folder.mkdir()
    (folder / "log").mkdir()


def hand_on(
    folder: Path, batch: Batch, divided: Divided, wishes: Wishes, context: Context
) -> NoReturn:
    """Submit what is divided, after what a batch has been submitted of before, or nothing of it."""
    submission = _Submission(folder, batch, divided, wishes, context)
    try:
        submission.submit()
    except (LeagueError, KeyboardInterrupt):
        submission.undo()
        context.run.unwanted = not batch.arrays
        raise
    raise session.HandedOn


class _Submission:
    """Arrays that are written and handed to the batch system."""

    def __init__(
        self, folder: Path, batch: Batch, divided: Divided, wishes: Wishes, context: Context
    ) -> None:
        self._folder, self._batch, self._divided = folder, batch, divided
        self._wishes, self._context = wishes, context
        self._jobs: list[str] = []

    def submit(self) -> None:
        """Write the tasks and submit the arrays."""
        before, folder, wishes = len(self._batch.arrays), self._folder, self._wishes
        for number, (_, tasks) in enumerate(self._divided, before):
            for index, task in enumerate(tasks):
                files.write_task(folder, number, index, task)
        told = [*self._batch.arrays, *(array for array, _ in self._divided)]
        files.write_batch(folder, replace(self._batch, arrays=told))
        checked = ""
        made = requests(self._divided, wishes, self._context.options, folder, before)
        for number, wanted, request in made:
            array = told[number]
            _write_script(request.script, number, wishes, wanted)
            # What times comes after what checks the same cells.
            after = checked if array.mode == plan.TIMED and checked else request.after
            job = wishes.scheduler.submit(replace(request, after=after))
            self._jobs.append(job)
            checked = job if array.mode == plan.CHECK else ""
            told[number] = replace(array, job=job)
            files.write_batch(folder, replace(self._batch, arrays=told))
            self._context.progress.line(
                f"job {job}: {array.launches} launches in {array.tasks} tasks of at most"
                f" {request.minutes} min, {array.mode}"
            )

    def undo(self) -> None:
        """Cancel what was submitted before one was refused, and take its files away."""
        for job in self._jobs:
            self._wishes.scheduler.cancel(job)
        files.write_batch(self._folder, self._batch)
        for number, (array, _) in enumerate(self._divided, len(self._batch.arrays)):
            (self._folder / f"array-{number}.sh").unlink(missing_ok=True)
            for task in range(array.tasks):
                files.task_file(self._folder, number, task, "json").unlink(missing_ok=True)


def foretold(wishes: Wishes, options: Options, cells: Sequence[Cell], agreed: Terms) -> list[str]:
    """Return the commands that would submit cells."""
    check = options.verb == "check"
    limit = None if check else CHECK_TIMEOUT_S
    small = {
        one: one if check else one.at(size_name(CHECK_CLASS, one.sets.items())) for one in cells
    }
    checks = {
        cell: [
            Launch(cell, plan.CHECK, environment=environment, index=index, timeout_s=limit)
            for index, environment in enumerate(plan.environments_of(cell, os.environ))
        ]
        for cell in dict.fromkeys(small.values())
    }
    pair = plan.choose_aa(dict.fromkeys(cells, 1.0), agreed.seed)
    timed = plan.timed(cells, launches=agreed.limit, seed=agreed.seed, aa=pair)
    timed += ranks.launches(timed, agreed.ranks) if agreed.ranks else []
    divided = divide(
        [one for several in checks.values() for one in several],
        [] if check else [(one, checks[small[one.cell]]) for one in timed],
        wishes,
    )
    return commands(divided, wishes, options)


def commands(divided: Divided, wishes: Wishes, options: Options) -> list[str]:
    """Return the commands that would submit what is divided."""
    folder = options.results / "RUN" / files.FOLDER
    told, checked = [], ""
    for number, _, request in requests(divided, wishes, options, folder):
        times = divided[number][0].mode == plan.TIMED
        asked = replace(request, after=checked if times else request.after)
        told.append(f"# {shlex.join(wishes.scheduler.command(asked))}")
        checked = "" if times else f"JOB-{number}"
    return told


def _write_script(script: Path, array: int, wishes: Wishes, wanted: Surroundings) -> None:
    """Write the script of an array's tasks."""
    scheduler = wishes.scheduler
    words = [
        *paths.interpreter("league.commands._task", wishes.site.python),
        str(script.parent),
        str(array),
    ]
    lines = [
        # Modules are a matter of the login shell.
        "#!/bin/bash -l" if wanted.setup else "#!/bin/bash",
        *wanted.script(),
        f"exec {shlex.join(words)} {scheduler.number} {scheduler.restart}".rstrip(),
    ]
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    script.chmod(0o755)
