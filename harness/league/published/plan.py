"""The plan of the published problems: each once, with every variant that is asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from league.base.errors import UsageError
from league.published import problems
from league.published.problems import Problem
from league.records.schema import Record
from league.run import select
from league.run.manifest import Variant
from league.run.options import Options
from league.run.plan import Cell, Launch
from league.run.session import Choice
from league.run.table import differs
from league.run.terms import Terms
from league.run.variants import BenchmarkPlan

#: The mode of their launch records; a problem has no class to compare with others.
MODE = "published"
#: Minutes that a problem may take if nothing else is said.
DEFAULT_MOST = 1.0


@dataclass(frozen=True)
class Request:
    """Which problems are asked for; None or empty means that the command line does not say."""

    names: tuple[str, ...] = ()
    most: float | None = None
    decks: Path | None = None


class Published(BenchmarkPlan):
    """Launches every problem once, in the order of their list."""

    label = mode = MODE

    def __init__(self, options: Options, request: Request) -> None:
        """Take what is asked for.  Raises UsageError."""
        super().__init__(options)
        self.request = request
        self._listed = problems.load(options.project)
        self.problems: list[Problem] = []
        if options.resume is None:
            self._asked()  # what is asked in vain is told before any toolchain is looked for

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured: every problem once."""
        return Terms("miniapps")

    def choose(self, begun: Record | None) -> Choice:
        """Choose problems, configure, and choose the variants that run them."""
        self.problems, not_run = self._asked() if begun is None else self._again(begun)
        self.configure()
        self.pick(begun, self._usual, asked=bool(self.options.selection.variants))
        listed = [problem.fields() for problem in self.problems]
        return self.chosen({"problems": listed, "not_run": not_run})

    def _asked(self) -> tuple[list[Problem], dict[str, str]]:
        """Return the problems that are asked for and can be run, and why others are not.

        Raises UsageError if none can.
        """
        asked = self.request
        chosen = problems.choose(self._listed, asked.names, self.options.selection.benchmarks)
        most = DEFAULT_MOST if asked.most is None else asked.most
        not_run = {one.name: one.left_out(most, asked.decks) for one in chosen}
        not_run = {name: reason for name, reason in not_run.items() if reason}
        if len(not_run) == len(chosen):
            told = ", ".join(f"{name} {reason}" for name, reason in not_run.items())
            raise UsageError(f"nothing can be run ({told}); raise --most or give --decks")
        return [one for one in chosen if one.name not in not_run], not_run

    def _again(self, begun: Record) -> tuple[list[Problem], dict[str, str]]:
        """Return what a resumed run began with.  Raises UsageError if that is not so any more."""
        began_with = begun["options"]["problems"]
        names = [one["problem"] for one in began_with]
        again = [one for one in self._listed if one.name in names]
        if [one.fields() for one in again] != began_with:
            raise UsageError("the list has changed since the run began; start a new run")
        for one in again:
            if reason := one.left_out(math.inf, self.request.decks):
                told = f"the run began with problem {one.name}, but {reason}"
                raise UsageError(f"{told}; start a new run")
        chosen_otherwise = self.request.names or self.options.selection.benchmarks
        if chosen_otherwise or self.request.most is not None:
            asked, _ = self._asked()
            if asked != again:
                raise differs("the choice of problems")
        return again, begun["options"]["not_run"]

    def _usual(self) -> dict[str, list[Variant]]:
        """Return the variants that are asked for, or else those the list has for the problems."""
        usual = dict.fromkeys(name for problem in self.problems for name in problem.variants)
        selection = select.Selection(
            benchmarks=tuple(dict.fromkeys(problem.benchmark for problem in self.problems)),
            variants=self.options.selection.variants or tuple(usual),
        )
        return self.work.choose_suite(selection, "")

    def stages(self) -> None:
        """Build, then run problem after problem."""
        self.build()
        with self.devices():
            self.make("published problems", self._launches())

    def _launches(self) -> list[Launch]:
        by_hand = bool(self.options.selection.variants)
        able = self.able()
        return [
            self._launch(problem, Cell(one.variant, problem.letter, precision))
            for problem in self.problems
            for one in able
            if one.variant.benchmark == problem.benchmark
            and (by_hand or one.variant.variant in problem.variants)
            for precision in one.precisions
        ]

    def _launch(self, problem: Problem, cell: Cell) -> Launch:
        decks = self.request.decks or Path()  # none is given where no problem needs one
        words = problem.words(self.options.project / "miniapps", decks)
        return Launch(
            cell,
            MODE,
            (*words, *self.words(cell)),
            index=problem.number,
            timeout_s=problem.limit_s,
            title=f"{problem.name} {cell.variant.name} {cell.precision} {cell.variant.toolchain}",
            fields={"published": problem.told()},
        )
