"""A run in phases, the most valuable first: for an hour on a machine that is not one's own.

It is cut into calls that each take a few minutes; a call goes on where the one before ended,
however that was.  Which phases there are, and what they take, stands in ``phases.json``.
"""

from __future__ import annotations

import datetime
import fnmatch
import json
import shutil
import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from league.base.errors import UsageError
from league.base.words import plural
from league.profile import checker, counters, vendor
from league.records import store, totals
from league.records.schema import Record
from league.run import device_files, dry, plan, select
from league.run import options as defaults
from league.run.manifest import Variant
from league.run.options import Options
from league.run.plan import Cell, Launch
from league.run.session import Choice
from league.run.terms import Terms
from league.run.timing import Timing

_FACTS = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
#: The mode of launches under the profiler, and the index of a check under the checker.
MODE, UNDER_CHECKER = "profile", 100
#: Where a session record says which phases it has.
_KEPT = "phases"
#: The seconds that all calls together take, and each of them, unless others are asked for.
BUDGET_S = 3600.0
CALL_S = 540.0
#: The share of a call that is left for its end: records packed, a table printed.
_END = 0.05


@dataclass(frozen=True)
class Phase:
    """A part of a run: what it does, with which cells, until which share of the budget is used."""

    name: str
    does: str
    share: float
    benchmarks: tuple[str, ...]
    variants: tuple[str, ...]

    def takes(self, cell: Cell) -> bool:
        """Whether a cell is one of its own."""
        benchmark, variant = self.rank(cell)
        return benchmark < len(self.benchmarks) and variant < len(self.variants)

    def own(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return its cells, those that its patterns name first before others."""
        return sorted(filter(self.takes, cells), key=lambda cell: (*self.rank(cell), cell.name))

    def rank(self, cell: Cell) -> tuple[int, int]:
        """Return which patterns a cell fits first; those of small numbers come first."""
        benchmark, variant = cell.variant.benchmark, cell.variant.variant
        return _first(self.benchmarks, benchmark), _first(self.variants, variant)


def _first(patterns: Sequence[str], name: str) -> int:
    fits = (number for number, one in enumerate(patterns) if fnmatch.fnmatchcase(name, one))
    return next(fits, len(patterns))


PHASES = tuple(
    Phase(one["name"], one["does"], one["share"], tuple(one["benchmarks"]), tuple(one["variants"]))
    for one in _FACTS["phases"]
)


def used_s(records: Iterable[Mapping[str, Any]]) -> float:
    """Return the seconds that the calls of a run took, as far as their records tell."""
    total, began, last = 0.0, None, 0.0
    for record in records:
        now = datetime.datetime.strptime(record["time"], "%Y-%m-%dT%H:%M:%S%z").timestamp()
        if record["kind"] == "session" and record["state"] != "finished":
            total += last - began if began is not None else 0.0
            began = now
        last = now
    return total + (last - began if began is not None else 0.0)


def begun(results: Path) -> Path | None:
    """Return the newest run in phases among results, None if there is none."""
    for folder in reversed(list(store.runs_in(results))):
        first = next((r for r in store.each_record(folder) if r["kind"] == "session"), {})
        if _KEPT in first.get("options", {}):
            return folder
    return None


@dataclass(frozen=True)
class Call:
    """What a call may take, and what is left of the budget of all."""

    seconds: float
    budget_s: float
    used_s: float

    @property
    def left_s(self) -> float:
        """The seconds in which launches may be made."""
        return min(self.seconds, self.budget_s - self.used_s) * (1.0 - _END)


def asked(options: Options, call: Call) -> Options:
    """Return the options of a call: its time, and limits of launches that fit into it.

    A launch that is cut off by the end of a call is made again in the next: no launch may take more
    than half a call, or it would never end.
    """
    fresh = options.resume is None
    return replace(
        options,
        classes=options.classes or (tuple(_FACTS["classes"]) if fresh else ()),
        precisions=options.precisions or (tuple(_FACTS["precisions"]) if fresh else ()),
        budget_s=call.left_s,
        timeout_s=min(options.timeout_s, call.seconds / 2),
    )


def foretold(options: Options) -> dry.Launches:
    """Return what tells the launches of all phases, as a dry run says them."""
    terms = Terms.fresh(options)

    def launches(programs: Sequence[Variant]) -> list[dict[str, Any]]:
        every = dry.cells_of(terms, programs)
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        for phase in PHASES:
            cells = phase.own(every)
            small = list(dict.fromkeys(cell.at(defaults.CHECK_CLASS) for cell in cells))
            if phase.does == "smoke":
                small = list({cell.variant.toolchain: cell for cell in reversed(small)}.values())
            planned = [(cell, 1) for cell in small]
            if phase.does == "times":
                planned += [(cell, terms.launches) for cell in cells]
            for cell, count in planned:
                about = {"phase": phase.name, **cell.fields(), "launches": count}
                name = f"{cell.name} ({phase.name})"
                found.setdefault((cell, count, phase.does), {"name": name, **about})
        return list(found.values())

    return launches


class Phased(Timing):
    """Carries out the phases in their order, each until its share of the budget is used."""

    label = "phases"

    def __init__(self, options: Options, call: Call) -> None:
        """Take options as of ``asked``."""
        super().__init__(options)
        self._call = call
        self._began = time.monotonic()
        self._until_s = call.budget_s
        self._waits = False  # whether a launch of the phases so far did not begin
        self._check_class: dict[select.Names, str] = {}
        #: whether something is left to a later call
        self.left = True

    def choose(self, begun: Record | None) -> Choice:
        """Choose as a run does; the session tells the phases.  Raises UsageError."""
        if begun is not None and _KEPT not in begun["options"]:
            raise UsageError("that run is not one in phases; resume it without --phases")
        chosen = super().choose(begun)
        return replace(chosen, options={**chosen.options, _KEPT: [one.name for one in PHASES]})

    def stages(self) -> None:
        """Carry out every phase; then what any of them left, until the budget is used."""
        self.build()
        cells, self._check_class = self.cells()
        with self.devices():
            share = 0.0
            for phase in PHASES:
                share += phase.share
                self._carry_out(phase, cells, share * self._call.budget_s)
            if self._waits:
                self._waits = False
                for phase in PHASES:
                    self._carry_out(phase, cells, self._call.budget_s)
        self.left = self._waits

    def may_begin(self, task: Launch) -> bool:
        """Whether there is time for a further launch of the phase."""
        used = self._call.used_s + time.monotonic() - self._began
        self._waits = self._waits or used >= self._until_s
        return used < self._until_s

    @property
    def time_is_up(self) -> str:
        """What to tell people when a call is over: another goes on by itself."""
        return "the time of this call is over"

    def _carry_out(self, phase: Phase, cells: Sequence[Cell], until_s: float) -> None:
        self._until_s = until_s
        own = phase.own(cells)
        if own:
            self.say(f"phase {phase.name}: {plural(len(own), 'cell')}")
            does: Callable[[Sequence[Cell]], None] = getattr(self, f"_{phase.does}")
            does(own)

    def _smoke(self, cells: Sequence[Cell]) -> None:
        """Check the first cell of each toolchain."""
        first: dict[str, Cell] = {}
        for cell in self._small(cells):
            first.setdefault(cell.variant.toolchain, cell)
        self.make("smoke", [self.check(cell) for cell in first.values()])

    def _checker(self, cells: Sequence[Cell]) -> None:
        """Make a second check of what has code for NVIDIA's GPUs, under their checker."""
        if self._is_here(checker.NAME):
            checks = [self.check(cell) for cell in self._small(cells, on_nvidia=True)]
            self.make("under the checker", [replace(one, index=UNDER_CHECKER) for one in checks])

    def _times(self, cells: Sequence[Cell]) -> None:
        """Check each cell's variant, and time what passes."""
        self.time_all(self.check_all(cells, self._check_class))

    def _counters(self, cells: Sequence[Cell]) -> None:
        """Count what kernels do in a launch like a check: the emulated device counts in those."""
        if self._is_here(counters.TOOL):
            checks = [self.check(cell) for cell in self._small(cells, on_nvidia=True)]
            records = self.make("checking", checks)
            right = [one for one in checks if one.key() in records]
            right = [one for one in right if self.good(records[one.key()])]
            self.make("counting", [replace(one, mode=MODE) for one in right])

    def _is_here(self, tool: str) -> bool:
        found = shutil.which(tool) is not None
        if not found:
            self.say(f"{tool} is not on this machine: the phase is left out")
        return found

    def _small(self, cells: Sequence[Cell], *, on_nvidia: bool = False) -> list[Cell]:
        """Return the cells in which those of some classes are checked, each once."""
        small = dict.fromkeys(cell.at(self._check_class[cell.variant.names]) for cell in cells)
        return [
            cell for cell in small
            if not on_nvidia or device_files.for_nvidia(cell.variant)
        ]  # fmt: skip

    def timed(self, cells: Sequence[Cell], aa: Sequence[Cell] = ()) -> list[Launch]:
        """Return the timed launches turn by turn, and in each the small classes first."""
        order = select.CLASSES.index
        return sorted(super().timed(cells, aa), key=lambda one: (one.index, order(one.cell.letter)))

    def carry_out(self, task: Launch) -> list[Record]:
        """Launch one process, under the tool that its phase asks for."""
        if task.mode == MODE:
            record = vendor.profiled(self, task, counters.TOOL)
            if refused := record.get("profile", {}).get("refused"):
                self.say(f"the phase is left out: {refused}")
            return [record]
        if task.mode == plan.CHECK and task.index == UNDER_CHECKER:
            return [vendor.checked(self, task)]
        return super().carry_out(task)

    def marks(self, task: Launch) -> Sequence[Hashable]:
        """Return the marks of a launch: of a counted one also that it asks for counters."""
        under_checker = task.mode == plan.CHECK and task.index == UNDER_CHECKER
        own = [(checker.NAME, task.cell)] if under_checker else super().marks(task)
        return [*own, counters.TOOL] if task.mode == MODE else own

    def spoiled_by(self, task: Launch, record: Record) -> Sequence[Hashable]:
        """Who is refused the counters once need not ask again."""
        if "refused" in record.get("profile", {}):
            return [counters.TOOL]
        return super().spoiled_by(task, record)

    def exit_code(self) -> int:
        """Return the exit code of the run: 0 needs something right, timed or not."""
        terms = self.agreed
        outcome = totals.Outcome(terms.judge, plan.CHECK, self.context.run.records())
        return outcome.exit_code(device_required=terms.device is not None)
