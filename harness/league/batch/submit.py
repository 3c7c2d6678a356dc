"""Submitting a plan: built here, divided into tasks, handed to the batch system as arrays."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from league.base import paths
from league.base.errors import LeagueError
from league.batch import files, limits
from league.batch.files import Array, Batch, Planned, Programs
from league.batch.scheduler import Request, Resources, Scheduler
from league.batch.site import Site, Surroundings, over
from league.run import plan, session
from league.run.options import Options
from league.run.plan import Cell, Launch
from league.run.session import Context
from league.run.timing import Timing
from league.toolchains import discovery

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
    """The plan of run and check, carried out elsewhere."""

    def __init__(self, options: Options, wishes: Wishes) -> None:
        super().__init__(options)
        self._wishes = wishes

    def stages(self) -> None:
        """Build, write down what is to be launched, submit, and leave it at that."""
        self.build()
        batch = self._batch()
        arrays = self._arrays(*self._planned())
        folder = self.context.run.path / files.FOLDER
        folder.mkdir()
        batch = replace(batch, arrays=[array for array, _ in arrays])
        files.write_batch(folder, batch)
        _submit(folder, batch, arrays, self._wishes, self.context)
        raise session.HandedOn

    def _planned(self) -> tuple[list[Planned], list[tuple[Launch, Cell]]]:
        """Return the checks, and the timed launches with the cells whose checks are theirs."""
        cells, check_class = self.cells()
        if self.mode != plan.TIMED:
            return [Planned(self.check(cell)) for cell in cells], []
        checked = {cell: cell.at(check_class[cell.variant.names]) for cell in cells}
        checks = [Planned(self.check(cell)) for cell in dict.fromkeys(checked.values())]
        # How long launches take is not known yet, so that there is one pair, not one a time scale.
        pair = plan.choose_aa(dict.fromkeys(cells, 1.0), self.context.terms.seed)
        return checks, [(one, checked[one.cell]) for one in self.timed(cells, pair)]

    def _batch(self) -> Batch:
        context, terms = self.context, self.context.terms
        return Batch(
            run=context.run.name,
            scheduler=self._wishes.site.scheduler,
            mode=self.mode,
            allow_host=terms.allow_host,
            device=terms.device,
            timeout_s=context.options.timeout_s,
            folders=[str(folder) for folder in context.folders],
            programs={
                name: Programs(str(one.version), discovery.launch_environment(one))
                for name, one in context.found.items()
            },
        )

    def _arrays(
        self, checks: Sequence[Planned], timed: Sequence[tuple[Launch, Cell]]
    ) -> list[tuple[Array, list[list[Planned]]]]:
        """Divide launches into arrays: per surroundings one that checks, one that times."""
        wishes = self._wishes

        def surroundings(one: Launch) -> Surroundings:
            return wishes.site.surroundings(one.cell.variant.toolchain, wishes.resources)

        arrays: list[tuple[Array, list[list[Planned]]]] = []
        where: dict[Cell, files.Place] = {}
        for kind in dict.fromkeys(surroundings(one.launch) for one in checks):
            mine = [one for one in checks if surroundings(one.launch) == kind]
            tasks = limits.divide(mine, wishes.per_task)
            for task, members in enumerate(tasks):
                for index, one in enumerate(members):
                    where[one.launch.cell] = (len(arrays), task, index)
            arrays.append((_array(plan.CHECK, tasks, exclusive=False), tasks))
            placed = [
                Planned(launch, where[check])
                for launch, check in timed
                if surroundings(launch) == kind
            ]
            if placed:
                tasks = limits.divide(placed, wishes.per_task)
                arrays.append((_array(plan.TIMED, tasks, exclusive=wishes.site.exclusive), tasks))
        return arrays


def _array(mode: str, tasks: Sequence[Sequence[Planned]], *, exclusive: bool) -> Array:
    return Array(mode, len(tasks), sum(map(len, tasks)), exclusive)


def _submit(
    folder: Path,
    batch: Batch,
    arrays: Sequence[tuple[Array, list[list[Planned]]]],
    wishes: Wishes,
    context: Context,
) -> None:
    """Write the tasks and submit the arrays; if one is refused, those before it are cancelled."""
    walls = limits.earlier_walls(context.options.results)
    log = folder / "log"
    log.mkdir()
    for number, (_, tasks) in enumerate(arrays):
        for index, task in enumerate(tasks):
            files.write_task(files.task_folder(folder, number, index), task)
    told = list(batch.arrays)
    after = wishes.after
    try:
        for number, (array, tasks) in enumerate(arrays):
            toolchain = tasks[0][0].launch.cell.variant.toolchain
            wanted = wishes.site.surroundings(toolchain, wishes.resources)
            request = Request(
                name=f"league-{batch.run}-{number}",
                script=_script(folder, number, wishes, wanted),
                log=log,
                tasks=array.tasks,
                minutes=wanted.resources.minutes or limits.minutes(tasks, walls, batch.timeout_s),
                resources=wanted.resources,
                exclusive=array.exclusive,
                after=after,
                most_at_once=wishes.site.at_once,
            )
            job = wishes.scheduler.submit(request)
            # What times comes after what checks the same cells.
            after = job if array.mode == plan.CHECK else wishes.after
            told[number] = replace(array, job=job)
            files.write_batch(folder, replace(batch, arrays=told))
            context.progress.line(
                f"job {job}: {array.launches} launches in {array.tasks} tasks of at most"
                f" {request.minutes} min, {array.mode}"
            )
    except (LeagueError, KeyboardInterrupt):
        for array in told:
            if array.job:
                wishes.scheduler.cancel(array.job)
        raise


def example(wishes: Wishes) -> list[str]:
    """Return the command that would submit an array of one task."""
    wanted = over(wishes.resources, wishes.site.job)
    script, log = Path("array-0.sh"), Path(files.FOLDER) / "log"
    minutes = wanted.minutes or 1
    exclusive = wishes.site.exclusive
    request = Request("league-RUN-0", script, log, 1, minutes, wanted, exclusive, wishes.after)
    return wishes.scheduler.command(request)


def _script(folder: Path, array: int, wishes: Wishes, wanted: Surroundings) -> Path:
    """Write the script of an array's tasks."""
    scheduler = wishes.scheduler
    words = [
        *wanted.container,
        *paths.interpreter("league.batch.task", wishes.site.python),
        str(folder),
        str(array),
    ]
    lines = [
        # Modules are a matter of the login shell.
        "#!/bin/bash -l" if wanted.setup else "#!/bin/bash",
        *wanted.script(),
        f"exec {shlex.join(words)} {scheduler.number} {scheduler.restart}".rstrip(),
    ]
    script = folder / f"array-{array}.sh"
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    script.chmod(0o755)
    return script
