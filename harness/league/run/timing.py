"""The plan of run and check: every variant once, guarded; then timed launches in turns."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from typing import Any

from league.base import check_environment, locks
from league.base.errors import LeagueError
from league.base.words import percent, plural
from league.records.schema import Record
from league.records.view import launch_of
from league.run import again, devices, estimate, judge, plan, precision, reference, select, variants
from league.run import options as defaults
from league.run.build_folders import BuildFolders
from league.run.manifest import Variant
from league.run.options import Options
from league.run.plan import Cell, Launch
from league.run.session import Context, Records, Stage
from league.run.table import differs
from league.run.terms import Terms
from league.run.variants import BenchmarkPlan, Chosen


class Timing(BenchmarkPlan):
    """Checks in the classes asked for, or in class S and then times in those asked for."""

    def __init__(
        self,
        options: Options,
        folders: Callable[..., BuildFolders] | None = None,
        origin: dict[str, Any] | None = None,
        near: precision.Precision | None = None,
    ) -> None:
        """Take the options and stand-ins; ``origin`` says where packed programs come from.

        ``near`` says how near a time is known, for runs that go on until it is near enough.
        """
        super().__init__(options, folders)
        self.mode = plan.CHECK if options.verb == "check" else plan.TIMED
        self._origin = origin or {}
        self._precision = near
        # With all devices: how many each toolchain has, and who is on which.
        self._counts: dict[str, int] = {}
        self._turns: dict[int | None, threading.Lock] = {}

    @property
    def label(self) -> str:
        """A word for the name of the run."""
        return select.suite_of(self.options) or self.options.verb or "run"

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured."""
        if begun is None:
            return Terms.fresh(self.options)
        return Terms.resumed(begun, self.options)

    def choose(self, context: Context, begun: Record | None) -> Chosen:
        """Configure, and choose variants."""
        work = self.configured(context)
        selection, suite = context.options.selection, context.terms.suite
        picked = self.picked(work, begun, lambda: work.choose_suite(selection, suite))
        narrowed = self._narrowed(context, begun)
        only = {tuple(one) for one in narrowed.get("only", ())}
        if only:
            picked = {
                name: [one for one in some if (name, one.benchmark, one.variant) in only]
                for name, some in picked.items()
            }
        return variants.chosen(work, picked, narrowed, origin=self._origin)

    def _narrowed(self, context: Context, begun: Record | None) -> dict[str, Any]:
        """Return how the choice is narrowed beyond names, as the session record keeps it."""
        options = context.options
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

    def stages(self, context: Context, choice: Chosen) -> Generator[Stage, Records, None]:
        """Build; check every cell; time those that passed, with an A/A pair."""
        built = variants.build_all(context, choice)
        runs, since = context.options.results, choice.options.get("since", "")
        if since:
            count = len(built)
            built = again.changed(built, context.run.records(), since, runs)
            told = f"{plural(count - len(built), 'program')} as in {since}: not launched"
            context.progress.line(told)
        cells, check_class = self.cells(context, built)
        where = choice.options.get("where", "")
        if where:
            cells = again.fitting(cells, where, runs, before=context.run.name)
            context.progress.line(f"{plural(len(cells), 'cell')} for which {where}")
        timing = context.terms.verb == "run"
        allow_host = context.terms.allow_host
        held = variants.device_locks(built, context.terms.device, on_all=context.terms.all_devices)
        with locks.devices(held, context.progress.line, wait=context.options.wait):
            by_cell = {cell: cell.at(check_class[cell.names]) if timing else cell for cell in cells}
            checks = {cell: self.check(context, cell) for cell in dict.fromkeys(by_cell.values())}
            order = list(checks.values())
            if context.options.budget_s is not None:
                order.sort(key=lambda one: not one.cell.offloads)
            if timing:
                _foretell(context, cells)
            if context.terms.all_devices:
                self._counts = yield from devices.counted(order)
                records = yield devices.on_all(order, self._counts)
            else:
                records = yield Stage("checking", order)
            passed = []
            for cell, checked in by_cell.items():
                keys = [one.key() for one in devices.on_each(checks[checked], self._counts)]
                ended = [records[key] for key in keys if key in records]
                if len(ended) < len(keys):
                    continue  # stopped before
                bad = [one for one in ended if not variants.may_go_on(one, allow_host=allow_host)]
                if not bad:
                    passed.append(cell)
                elif timing:
                    _skip(context, cell, bad[0])
            if timing:
                # The first turn tells how long everything takes, and so which cells make pairs.
                first = [one for one in self.timed(context, passed) if not one.index]
                records = yield Stage("timing, first turn", first)
                times = _times(context, first, records)
                walls = estimate.walls_of(records.values())
                left = estimate.told(list(times), context.terms.launches - 1, walls)
                context.progress.line(f"after the first turn: {left}")
                planned = self.timed(context, list(times), _pairs(times, context.terms.seed))
                least = context.terms.launches
                usual = [one for one in planned if one.index < least]
                made = {**records, **(yield Stage("timing", _without(first, usual)))}
                yield from self._until_near(context, planned, made)

    def _until_near(
        self, context: Context, planned: Sequence[Launch], made: Records
    ) -> Generator[Stage, Records, None]:
        """Yield a turn after the other, each of the cells that are to have more launches.

        A cell and its pair take part together.
        """
        terms = context.terms
        if terms.within is None or self._precision is None:
            return
        turns: dict[int, list[Launch]] = {}
        for one in planned:
            turns.setdefault(one.index, []).append(one)
        for index in range(terms.launches, terms.limit):
            times = self._times(terms, planned, made)
            wanted = {
                cell
                for cell, some in times.items()
                if precision.wanted(some, terms, self._precision) > index
            }
            turn = [one for one in turns.get(index, ()) if one.cell in wanted]
            if not turn:
                break
            told = f"timing, turn {index + 1}: {plural(len(wanted), 'cell')}"
            made = {**made, **(yield Stage(told, turn))}
        far = [
            one
            for one in self._times(terms, planned, made).values()
            if not precision.first_near(one, terms, self._precision)
        ]
        if far:
            context.progress.line(
                f"{plural(len(far), 'cell')} not within {percent(terms.within)} after"
                f" {plural(terms.limit, 'launch', 'launches')}; they are too noisy for it here"
            )

    @staticmethod
    def _times(terms: Terms, planned: Sequence[Launch], made: Records) -> dict[Cell, list[float]]:
        return precision.times_of(planned, made, allow_host=terms.allow_host)

    def carry_out(self, context: Context, choice: Chosen, task: Launch) -> list[dict[str, Any]]:
        """Launch one process."""
        names = task.cell.names
        variant = next(
            one for one in choice.all if (one.toolchain, one.benchmark, one.variant) == names
        )
        # Checks on several devices are made at the same time, but one at a time on each.
        shared = task.mode == plan.CHECK and max(self._counts.values(), default=1) > 1
        with self._turns.setdefault(task.device, threading.Lock()):
            return [variants.launched(context, variant, task, shared=shared)]

    def marks(self, task: Launch) -> Sequence[Hashable]:
        """A cell that failed is not launched again: one record tells it, on each device."""
        return [(task.mode, task.cell, task.device)]

    def spoiled_by(self, context: Context, task: Launch, record: Record) -> Sequence[Hashable]:
        """Return the cell of a launch that failed."""
        good = variants.may_go_on(record, allow_host=context.terms.allow_host)
        return () if good else self.marks(task)

    def cells(
        self, context: Context, built: Sequence[Variant]
    ) -> tuple[list[Cell], dict[select.Names, str]]:
        """Return the cells of what was built, and the class in which each variant is checked.

        Raises UsageError for a class that nothing has.
        """
        terms = context.terms
        cells: list[Cell] = []
        check_class: dict[select.Names, str] = {}
        offered: set[str] = set()
        for variant in built:
            letters, precisions = _abilities(context, variant, built)
            offered |= set(letters)
            first = Cell.of(variant, letters[0], "")
            usual = defaults.CHECK_CLASS
            check_class[first.names] = usual if usual in letters else letters[0]
            cells += [
                first.at(letter, precision)
                for letter in terms.classes
                for precision in terms.precisions
                if letter in letters and precision in precisions
            ]
        for letter in terms.classes if built else ():
            if letter not in offered:
                raise select.unknown("class", letter, offered)
        return cells, check_class

    def check(self, context: Context, cell: Cell) -> Launch:
        """Return the guarded launch that checks a cell."""
        timing = context.terms.verb == "run"
        words = variants.words_of(context.terms, cell.offloads, guard=True, timed=False)
        on_plugin = context.found[cell.toolchain].record()["device"] == "x86_64"
        return Launch(
            cell,
            plan.CHECK,
            words,
            check_environment.on_plugin(os.environ) if on_plugin else (),
            timeout_s=defaults.CHECK_TIMEOUT_S if timing else None,
        )

    def timed(
        self, context: Context, cells: Sequence[Cell], aa: Sequence[Cell] = ()
    ) -> list[Launch]:
        """Return the timed launches of cells, in turns; those of ``aa`` twice.

        With a budget they go round by round over all cells.
        """
        terms = context.terms
        launches = plan.timed(
            cells,
            launches=terms.limit,
            seed=terms.seed,
            aa=aa,
            arguments=lambda cell: variants.words_of(terms, cell.offloads),
        )
        if context.options.budget_s is not None:
            launches.sort(key=lambda one: one.index)
        return devices.in_turn(launches, self._counts)


def _without(done: Sequence[Launch], planned: Sequence[Launch]) -> list[Launch]:
    keys = {one.key() for one in done}
    return [one for one in planned if one.key() not in keys]


def _foretell(context: Context, cells: Sequence[Cell]) -> None:
    """Say before it begins what will be launched, and what will be missing."""
    walls = estimate.earlier_walls(context.options.results)
    lines = (reference.missing(cells), estimate.told(cells, context.terms.launches, walls))
    for line in filter(None, lines):
        context.progress.line(line)


def _times(
    context: Context, launches: Sequence[Launch], records: Records
) -> dict[Cell, float | None]:
    """Return the time of each cell that may go on, in nanoseconds; None where it has none."""
    made = [(one.cell, records[one.key()]) for one in launches if one.key() in records]
    allow_host = context.terms.allow_host
    return {
        cell: launch_of(record).median("compute")
        for cell, record in made
        if variants.may_go_on(record, allow_host=allow_host)
    }


def _pairs(times: Mapping[Cell, float | None], seed: int) -> list[Cell]:
    return plan.choose_aa({cell: time for cell, time in times.items() if time}, seed)


def _abilities(
    context: Context, variant: Variant, built: Sequence[Variant]
) -> tuple[Sequence[str], Sequence[str]]:
    """Return classes and precisions; what is asked for where no program of the benchmark tells."""
    try:
        told = variants.describe(context, variant, built)
        letters = [str(one["letter"]) for one in told["classes"]]
    except LeagueError as error:
        context.progress.line(str(error))
        letters = []
    if not letters:
        return context.terms.classes, context.terms.precisions
    return letters, told["precisions"]


def why_untimed(record: Record) -> str:
    """Return why a cell is not timed whose check has this record."""
    value = str(record["worst"])
    return value if value == "no-device" else f"check failed: {value}"


def _skip(context: Context, cell: Cell, record: Record) -> None:
    """Record why a cell is not timed."""
    skipped = Launch(cell, plan.TIMED)
    if skipped.key() not in context.run.done():
        context.run.append(judge.unlaunched_record(skipped, why_untimed(record)))
