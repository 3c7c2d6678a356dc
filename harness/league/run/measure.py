"""The measuring part of a run: checks first, then timed launches, each recorded when it ends."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from league.base import locks
from league.base.errors import LeagueError
from league.base.progress import Progress
from league.records import known_issues, store, verdict
from league.records.schema import Record
from league.run import judge, launch, manifest, plan, select
from league.run import options as defaults
from league.run.manifest import Variant
from league.run.plan import Cell
from league.run.terms import Agreement


@dataclass(frozen=True)
class Prepared:
    """What all launches of one variant have in common."""

    variant: Variant
    variables: dict[str, str]
    memory: int | None
    #: for the check before timing: S, or the smallest class there is
    check_class: str


def _key(cell: Cell) -> tuple[str, str, str]:
    return (cell.toolchain, cell.benchmark, cell.variant)


@dataclass
class Measurement:
    """Launches the cells of what was built, and records every launch when it ends."""

    agreed: Agreement
    run: store.Run
    progress: Progress
    issues: Sequence[known_issues.KnownIssue]
    #: compiler versions by toolchain, for the known issues
    versions: Mapping[str, str]
    #: what each toolchain wants set for launches
    environments: Mapping[str, Mapping[str, str]]
    timeout_s: float
    fail_fast: bool
    #: folders cut out of what programs print
    folders: Sequence[Path] = ()
    stopped: bool = False
    _prepared: dict[tuple[str, str, str], Prepared] = field(default_factory=dict)

    def cells(self, built: Sequence[Variant]) -> list[Cell]:
        """Return the cells of what was built: the classes and precisions it has that are asked for.

        Raises UsageError for a class that nothing has.
        """
        cells: list[Cell] = []
        offered: set[str] = set()
        settings = launch.Settings(device=self.agreed.device, allow_host=self.agreed.allow_host)
        for variant in built:
            letters, precisions = self._abilities(variant, built)
            offered |= set(letters)
            usual = defaults.CHECK_CLASS
            first = Cell(
                variant.toolchain,
                variant.group,
                variant.benchmark,
                variant.variant,
                variant.model,
                variant.offloads,
                letters[0],
                "",
            )
            self._prepared[_key(first)] = Prepared(
                variant,
                launch.settings_of(
                    variant, self.environments[variant.toolchain], settings, os.environ
                ),
                launch.memory_limit(variant),
                usual if usual in letters else letters[0],
            )
            cells += [
                first.at(letter, precision)
                for letter in self.agreed.classes
                for precision in self.agreed.precisions
                if letter in letters and precision in precisions
            ]
        for letter in self.agreed.classes if built else ():
            if letter not in offered:
                raise select.unknown("class", letter, offered)
        return cells

    def _abilities(
        self, variant: Variant, built: Sequence[Variant]
    ) -> tuple[Sequence[str], Sequence[str]]:
        """Return classes and precisions; for a program that does not answer, those of its siblings.

        It is then launched like them, and its failure is recorded.
        """
        siblings = [one for one in built if one.benchmark == variant.benchmark and one != variant]
        for one in (variant, *siblings):
            try:
                letters, precisions = manifest.classes_and_precisions(
                    one, self.environments[one.toolchain]
                )
            except LeagueError as error:
                if one is variant:
                    self.progress.line(str(error))
                continue
            if letters:
                return letters, precisions
        return self.agreed.classes, self.agreed.precisions

    def devices(self) -> AbstractContextManager[None]:
        """Return the lock that keeps other runs from launching meanwhile; ``cells`` comes first."""
        names = {"cpu"}  # the host's part of a launch is timed, too
        for one in self._prepared.values():
            if one.variant.offloads:
                names.add(locks.device_lock_name(one.variant.device, self.agreed.device or 0))
        return locks.devices(sorted(names), self.progress.line)

    def check(self, launcher: launch.Launcher, cells: Sequence[Cell]) -> list[Cell]:
        """Launch every cell's variant once, guarded, and return the cells that may be timed.

        A run that only checks does so in the classes asked for, a run that times in class S; there
        a cell that may not be timed gets a record that says why.
        """
        timing = self.agreed.verb == "run"
        by_cell = {
            cell: cell.at(self._prepared[_key(cell)].check_class) if timing else cell
            for cell in cells
        }
        records = self._launch_all(launcher, plan.checks(by_cell.values()), "checking")
        passed = []
        for cell, checked in by_cell.items():
            record = records.get(plan.Launch(checked, "check").key())
            if record is None:
                continue  # stopped before
            if self._may_go_on(record, cell):
                passed.append(cell)
            elif timing:
                self._skip(cell, str(record["worst"]))
        return passed

    def _skip(self, cell: Cell, value: str) -> None:
        skipped = plan.Launch(cell, "timed")
        if skipped.key() not in self.run.done():
            why = value if value == "no-device" else f"check failed: {value}"
            self.run.append(judge.unlaunched_record(skipped, why))

    def time(self, launcher: launch.Launcher, cells: Sequence[Cell]) -> None:
        """Make the timed launches of the cells, interleaved, with one A/A pair."""
        seed = self.agreed.seed
        aa = plan.choose_aa(cells, seed)
        launches = plan.timed(cells, launches=self.agreed.launches, seed=seed, aa=aa)
        self._launch_all(launcher, launches, "timing")

    def _may_go_on(self, record: Record, cell: Cell) -> bool:
        stages = record["verdict"]
        return stages["launch"] == "ok" and not verdict.failure(
            stages, offloads=cell.offloads, allow_host=self.agreed.allow_host
        )

    def _launch_all(
        self, launcher: launch.Launcher, launches: Sequence[plan.Launch], title: str
    ) -> dict[store.LaunchKey, Record]:
        """Make the launches that are not recorded yet, and return the records of all of them.

        A cell that failed is not launched again: one record tells it.
        """
        done = self.run.done()
        records = {one.key(): done[one.key()] for one in launches if one.key() in done}
        failed = {
            one.cell
            for one in launches
            if one.key() in records and not self._may_go_on(records[one.key()], one.cell)
        }
        todo = [one for one in launches if one.key() not in records]
        self.progress.phase(title, len(todo))
        for one in todo:
            if self.stopped:
                break
            if one.cell in failed:
                self.progress.less(1)
                continue
            self.progress.step(one.cell.name)
            record = records[one.key()] = self.run.append(self._launch(launcher, one))
            self._show(one, record)
            if not self._may_go_on(record, one.cell):
                failed.add(one.cell)
        return records

    def _launch(self, launcher: launch.Launcher, one: plan.Launch) -> Record:
        cell = one.cell
        prepared = self._prepared[_key(cell)]
        check = one.mode == "check"
        command = launch.command_line(
            prepared.variant,
            letter=cell.letter,
            precision=cell.precision,
            repeat=1 if check else self.agreed.repeat,
            warmup=0 if check else self.agreed.warmup,
            guard=check,
            allow_host=self.agreed.allow_host,
        )
        small = check and self.agreed.verb == "run"
        variables = prepared.variables
        if check and prepared.variant.device == "x86_64":
            # Fresh memory on that device may happen to be zero; glibc makes it garbage.
            variables = {**variables, "MALLOC_PERTURB_": "128"}
        outcome = launcher.run(
            command,
            variables,
            timeout_s=min(self.timeout_s, defaults.CHECK_TIMEOUT_S) if small else self.timeout_s,
            memory=prepared.memory,
        )
        issues = known_issues.matching(
            self.issues,
            toolchain=cell.toolchain,
            version=self.versions[cell.toolchain],
            benchmark=cell.benchmark,
            variant=cell.variant,
            precision=cell.precision,
        )
        return judge.launch_record(
            one,
            outcome,
            variables=variables,
            issues=issues,
            folders=(prepared.variant.build, *self.folders),
        )

    def _show(self, one: plan.Launch, record: Record) -> None:
        red = verdict.reddens(
            record["verdict"], offloads=one.cell.offloads, allow_host=self.agreed.allow_host
        )
        value = record["worst"]
        expected = record["verdict"]["expectation"]
        if expected != "as-expected":
            value += f", {expected}"
        name = one.cell.name + (f" {one.pair}" if one.pair else "")
        self.progress.done(name, value, good=not red, reason=record["reason"])
        if red and self.fail_fast:
            self.stopped = True
