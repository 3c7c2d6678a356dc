"""The plan of run and check: every variant once, guarded; then timed launches in turns."""

from __future__ import annotations

import os
import threading
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.base import machine
from league.base.words import percent, plural, size_name
from league.records.launches import launch_of
from league.records.schema import Record
from league.run import (
    again,
    build,
    cases,
    catalogue,
    device_check,
    estimate,
    judge,
    parameters,
    plan,
    ranks,
    select,
)
from league.run import options as defaults
from league.run.options import Options
from league.run.plan import Cell, Launch
from league.run.session import Choice, Records
from league.run.table import differs
from league.run.terms import Precision, Terms
from league.run.variants import BenchmarkPlan

#: Makes the first device the one that is used, whatever the user has set.
FIRST_DEVICE = (("OMP_DEFAULT_DEVICE", "0"), ("ACC_DEVICE_NUM", "0"))


class Timing(BenchmarkPlan):
    """Checks in the classes asked for, or in class S and then times in those asked for."""

    #: where packed programs come from
    origin: Mapping[str, Any] = {}

    def __init__(self, options: Options, near: Precision | None = None) -> None:
        """Take the options; ``near`` says how near a time is known, for runs that ask for that."""
        super().__init__(options)
        #: finds the toolchains of emulated GPUs
        self.find_emulated: device_check.Find = device_check.find
        self.mode = plan.CHECK if options.verb == "check" else plan.TIMED
        self._precision = near
        # With all devices: how many each toolchain has, and who is on which.
        self._counts: dict[str, int] = {}
        self._turns: dict[int | None, threading.Lock] = {}
        self._beside: device_check.DeviceChecks | None = None

    @property
    def label(self) -> str:
        """A word for the name of the run."""
        return select.suite_of(self.options) or self.options.verb or "run"

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured."""
        if begun is None:
            return Terms.fresh(self.options)
        return Terms.resumed(begun, self.options)

    def choose(self, begun: Record | None) -> Choice:
        """Configure, and choose variants."""
        self.configure()
        selection, suite = self.options.selection, self.agreed.suite
        self.pick(begun, lambda: self.work.choose_suite(selection, suite))
        self.refuse_unknown()
        narrowed = self._narrowed(begun)
        only = {tuple(names) for names in narrowed.get("only", ())}
        if only:
            self.picked = {
                toolchain: [one for one in some if one.names in only]
                for toolchain, some in self.picked.items()
            }
        return self.chosen(narrowed, self.origin)

    def refuse_unknown(self) -> None:
        """Raise UsageError for a class or a parameter that nothing chosen has: before it is built.

        Of benchmarks from other folders their programs tell it, later.
        """
        terms = self.agreed
        names = {one.benchmark for some in self.picked.values() for one in some}
        parameters.check_benchmarks(terms.sets, names)
        known = [one for one in catalogue.entries() if one["benchmark"] in names]
        for one in known:
            sets = parameters.of_benchmark(terms.sets, one["benchmark"])
            parameters.check("--set", ((key, [n]) for key, n in sets), one)
        letters = {entry["letter"] for one in known for entry in one["classes"]}
        for letter in terms.classes if len(known) == len(names) > 0 else ():
            if letter not in letters:
                raise select.unknown("class", letter, letters)

    def _narrowed(self, begun: Record | None) -> dict[str, Any]:
        """Return how the choice is narrowed beyond names, as the session record keeps it."""
        options = self.options
        asked = {
            "where": options.selection.where,
            "since": options.since and again.run_named(options.since, options.results),
            "only": sorted(map(list, options.selection.only)),
        }
        if begun is None:
            return {name: value for name, value in asked.items() if value}
        kept = {name: begun["options"][name] for name in asked if name in begun["options"]}
        for name, value in asked.items():
            if value and value != kept.get(name):
                raise differs("--failed" if name == "only" else f"--{name}")
        return kept

    def stages(self) -> None:
        """Build; check every cell; time those that passed, with A/A pairs; go on until near."""
        self.build()
        self.leave_out_unchanged()
        cells, check_class = self.cells()
        with self.devices():
            passed = self.check_all(cells, check_class)
            if self.mode == plan.TIMED:
                planned, made = self.time_all(passed)
                self.go_on_until_near(planned, made)
                self.time_ranks(passed)

    # ---- what there is ------------------------------------------------------------------------

    def leave_out_unchanged(self) -> None:
        """Leave out what was built as it was in the run since which something is to differ."""
        since = self.choice.options.get("since", "")
        if since:
            before, records = len(self.built), self.context.run.records()
            self.built = again.changed(self.built, records, since, self.options.results)
            count = before - len(self.built)
            self.say(f"{plural(count, 'program')} as in {since}: not launched")

    def cells(self) -> tuple[list[Cell], dict[select.Names, str]]:
        """Return the cells of what was built, and the class in which each variant is checked.

        Raises UsageError for a class or a parameter that nothing has.
        """
        terms = self.agreed
        cells: list[Cell] = []
        check_class: dict[select.Names, str] = {}
        given = terms.sets
        for able in self.able():
            letters, usual = able.letters, defaults.CHECK_CLASS
            sets = parameters.of_benchmark(given, able.variant.benchmark)
            if able.description:
                parameters.check("--set", ((key, [n]) for key, n in sets), able.description)
            small = usual if usual in letters else letters[0]
            check_class[able.variant.names] = size_name(small, sets)
            cells += [
                Cell(able.variant, size_name(letter, sets), reals)
                for letter in terms.classes
                for reals in terms.precisions
                if letter in letters and reals in able.precisions
            ]
        where = self.choice.options.get("where", "")
        if where:
            cells = again.fitting(cells, where, self.options.results, before=self.context.run.name)
            self.say(f"{plural(len(cells), 'cell')} for which {where}")
        return cells, check_class

    # ---- checking -----------------------------------------------------------------------------

    def check_all(
        self, cells: Sequence[Cell], check_class: Mapping[select.Names, str]
    ) -> list[Cell]:
        """Check cells, before others in the class meant for it; return those that passed."""
        small = self.mode != plan.CHECK
        by_cell = {one: one.at(check_class[one.variant.names]) if small else one for one in cells}
        checks = {cell: self.checks(cell) for cell in dict.fromkeys(by_cell.values())}
        order = [one for several in checks.values() for one in several]
        if self.options.budget_s is not None:
            order.sort(key=lambda check: not check.cell.variant.offloads)
        if self.mode == plan.TIMED:
            walls = estimate.earlier_walls(self.options.results)
            foretold = estimate.told(cells, self.agreed.launches, walls)
            for line in filter(None, (estimate.without_reference(cells), foretold)):
                self.say(line)
        self.check_on_emulated(order)
        records = self._checked(order)
        passed = self._passed(by_cell, checks, records)
        if self.mode == plan.CHECK and self.options.cases and not self.origin:
            self.check_cases(passed)
        return passed

    def check_cases(self, cells: Sequence[Cell]) -> None:
        """Check the cases of what passed in class S as it is, where they are launched."""
        slow = cases.not_launched(self.context.found.values())
        if left := sum(one.variant.toolchain in slow for one in cells):
            self.say(f"{plural(left, 'cell')} of emulated GPUs in class S alone: {cases.THERE}")
        cells = [one for one in cells if one.variant.toolchain not in slow]
        self.make("checking cases", [one for cell in cells for one in cases.launches(cell)])
        if line := cases.left_out({one.variant for one in cells}):
            self.say(line)

    def _passed(
        self,
        by_cell: Mapping[Cell, Cell],
        checks: Mapping[Cell, Sequence[Launch]],
        records: Records,
    ) -> list[Cell]:
        """Return the cells whose checks passed; record of others that they are not timed."""
        passed = []
        for cell, checked in by_cell.items():
            every = [plan.on_each_device(one, self._counts) for one in checks[checked]]
            keys = [one.key() for several in every for one in several]
            ended = [records[key] for key in keys if key in records]
            if len(ended) < len(keys):
                continue  # stopped before
            bad = [record for record in ended if not self.good(record)]
            if not bad:
                passed.append(cell)
            elif self.mode == plan.TIMED:
                skipped = Launch(cell, plan.TIMED)
                if skipped.key() not in self.context.run.done():
                    why = why_untimed(bad[0])
                    self.context.run.append(judge.unlaunched_record(skipped, why))
        return passed

    def check_on_emulated(self, checks: Sequence[Launch]) -> None:
        """Check on an emulated GPU, too, what checks launch elsewhere, if that is asked for."""
        if self.mode != plan.CHECK or not self.options.emulated or self.origin:
            return
        self._beside = device_check.DeviceChecks(self.context, self.folders, self.find_emulated)
        tasks = self._beside.planned([one.cell for one in checks])
        workers = self.options.jobs or build.default_jobs()
        records = self.make("checking on an emulated GPU", tasks, workers) if tasks else {}
        for line in self._beside.take(list(records.values())):
            self.say(line)

    def _checked(self, order: Sequence[Launch]) -> Records:
        if not self.agreed.all_devices:
            return self.make("checking", order)
        self._count_devices(order)
        every = [one for check in order for one in plan.on_each_device(check, self._counts)]
        workers = max(self._counts.values(), default=1)
        return self.make("checking on all devices", every, workers)

    def _count_devices(self, checks: Sequence[Launch]) -> None:
        """Check until each toolchain has told how many devices it sees.

        A program's own record says it: the first check is made with all of them visible, the others
        follow at the same time, one to a device.
        """
        for launch in checks:
            toolchain = launch.cell.variant.toolchain
            if launch.cell.variant.offloads and toolchain not in self._counts:
                environment = (*launch.environment, *FIRST_DEVICE)
                first = replace(launch, device=0, sees_all=True, environment=environment)
                records = self.make(f"counting devices of {toolchain}", [first])
                told = records.get(first.key(), {}).get("record") or {}
                if count := int(told.get("device", {}).get("count", 0)):
                    self._counts[toolchain] = count

    def check(self, cell: Cell) -> Launch:
        """Return the guarded launch that checks a cell."""
        return Launch(
            cell,
            plan.CHECK,
            self.words(cell, guard=True, timed=False),
            plan.environments_of(cell, os.environ)[0],
            timeout_s=defaults.CHECK_TIMEOUT_S if self.mode == plan.TIMED else None,
        )

    def checks(self, cell: Cell) -> list[Launch]:
        """Return the guarded launches that check a cell, one for each shape it is checked in."""
        return [
            replace(self.check(cell), environment=environment, index=index)
            for index, environment in enumerate(plan.environments_of(cell, os.environ))
        ]

    # ---- timing -------------------------------------------------------------------------------

    def time_all(self, cells: Sequence[Cell]) -> tuple[list[Launch], Records]:
        """Time cells in turns; return all launches that they may have, and the records made.

        The first turn tells how long everything takes, and so which cells make pairs.
        """
        terms = self.agreed
        first = [launch for launch in self.timed(cells) if not launch.index]
        records = self.make("timing, first turn", first)
        times = self.times_of(first, records)
        left = estimate.told(list(times), terms.launches - 1, estimate.walls_of(records.values()))
        self.say(f"after the first turn: {left}")
        pairs = plan.choose_aa({cell: some[0] for cell, some in times.items() if some}, terms.seed)
        planned = self.timed(list(times), pairs)
        usual = [launch for launch in planned if launch.index < terms.launches]
        return planned, {**records, **self.make("timing", usual)}

    def timed(self, cells: Sequence[Cell], aa: Sequence[Cell] = ()) -> list[Launch]:
        """Return the timed launches of cells, in turns; those of ``aa`` twice.

        With a budget they go round by round over all cells.
        """
        terms = self.agreed
        launches = plan.timed(
            cells,
            launches=terms.limit,
            seed=terms.seed,
            aa=aa,
            arguments=self.words,
            bounded=self.options.budget_s is not None,
        )
        return plan.devices_in_turn(launches, self._counts)

    def go_on_until_near(self, planned: Sequence[Launch], made: Records) -> None:
        """Make a turn after the other, each of the cells that are to have more launches.

        A cell and its pair take part together.
        """
        terms, near = self.agreed, self._precision
        if terms.within is None or near is None:
            return
        for index in range(terms.launches, terms.limit):
            times = self.times_of(planned, made)
            wanted = {c for c, some in times.items() if terms.wanted(some, near) > index}
            turn = [one for one in planned if one.index == index and one.cell in wanted]
            if not turn:
                break
            title = f"timing, turn {index + 1}: {plural(len(wanted), 'cell')}"
            made = {**made, **self.make(title, turn)}
        times = self.times_of(planned, made)
        far = sum(not terms.first_near(some, near) for some in times.values())
        if far:
            self.say(
                f"{plural(far, 'cell')} not within {percent(terms.within)} after"
                f" {plural(terms.limit, 'launch', 'launches')}; they are too noisy for it here"
            )

    def time_ranks(self, cells: Sequence[Cell]) -> None:
        """Time cells as several processes at once, if that is asked for."""
        if count := self.agreed.ranks or 0:
            title = f"timing, {plural(count, 'process', 'processes')} at once"
            self.make(title, ranks.launches(self.timed(cells), count))

    def times_of(self, planned: Sequence[Launch], made: Records) -> dict[Cell, list[float]]:
        """Return the times of cells whose launches are all good: one each, without pairs."""
        times: dict[Cell, list[float]] = {}
        failed: set[Cell] = set()
        for one in planned:
            record = made.get(one.key())
            if record is not None and not one.pair:
                if not self.good(record):
                    failed.add(one.cell)
                time = launch_of(record).median("compute")
                times.setdefault(one.cell, []).extend([time] if time else [])
        return {cell: some for cell, some in times.items() if cell not in failed}

    # ---- launching ----------------------------------------------------------------------------

    def carry_out(self, task: Launch) -> list[Record]:
        """Launch one process."""
        if task.mode == plan.EMULATED and self._beside is not None:
            return [self._beside.launched(task)]
        if task.ranks:
            return self._together(task)
        # Checks on several devices are made at the same time, but one at a time on each.
        count = max(self._counts.values(), default=1) if task.mode == plan.CHECK else 1
        own = machine.own_share(task.device or 0, 1 if task.device is None else count)
        with self._turns.setdefault(task.device, threading.Lock()), own:
            record = self.launched(task, shared=count > 1)
        return [self._beside.judged(record) if self._beside is not None else record]

    def _together(self, task: Launch) -> list[Record]:
        """Start several processes of a cell, on as many devices as its checks saw."""
        context, toolchain = self.context, task.cell.variant.toolchain
        seen = (
            ranks.devices_of(one) for one in context.run.done().values()
            if one["mode"] == plan.CHECK and one["toolchain"] == toolchain
        )  # fmt: skip
        return ranks.carried_out(
            context.launcher,
            self.program_of(task.cell.variant),
            task,
            version=context.versions[toolchain],
            timeout_s=context.options.timeout_s,
            place=context.run.path,
            devices=max(seen, default=0),
        )

    def marks(self, task: Launch) -> Sequence[Hashable]:
        """A cell that failed is not launched again: one record tells it, on each device."""
        return [(task.mode, task.cell, task.device)]

    def spoiled_by(self, task: Launch, record: Record) -> Sequence[Hashable]:
        """Return the cell of a launch that failed."""
        return () if self.good(record) else self.marks(task)


def why_untimed(record: Record) -> str:
    """Return why a cell is not timed whose check has this record."""
    value = str(record["worst"])
    return value if value == "no-device" else f"check failed: {value}"
