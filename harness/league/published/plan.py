"""The plan of the published problems: each once, with every variant that is asked for."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from league.base import locks
from league.base.errors import LeagueError, UsageError
from league.base.progress import Progress
from league.published import problems
from league.published.problems import Problem
from league.records.schema import Record
from league.run import plan, select, session, variants
from league.run.build_folders import BuildFolders
from league.run.manifest import Variant
from league.run.options import Options
from league.run.session import Context, Records, Stage
from league.run.table import differs
from league.run.terms import Terms
from league.run.variants import BenchmarkPlan, Chosen

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


@dataclass(frozen=True)
class Problems(Chosen):
    """The problems that were chosen, and the variants they are run with."""

    problems: Sequence[Problem] = field(default_factory=tuple)


@dataclass(frozen=True)
class ProblemLaunch:
    """One problem, run by one program."""

    problem: Problem
    variant: Variant
    launch: plan.Launch

    @property
    def name(self) -> str:
        """What progress calls it."""
        cell = self.launch.cell
        return f"{self.problem.name} {self.variant.name} {cell.precision} {cell.toolchain}"

    def record_keys(self) -> Sequence[Hashable]:
        """Return the key of its record."""
        return (self.launch.key(),)


class Published(BenchmarkPlan):
    """Launches every problem once, in the order of their list."""

    label = mode = MODE

    def __init__(
        self,
        options: Options,
        request: Request,
        folders: Callable[..., BuildFolders] | None = None,
    ) -> None:
        """Take what is asked for; ``folders`` stands in for builds.  Raises UsageError."""
        super().__init__(options, folders)
        self.request = request
        self._listed = problems.load(options.project)
        if options.resume is None:
            self._asked()  # what is asked in vain is told before any toolchain is looked for

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured: every problem once."""
        if begun is not None and begun.get("verb") != MODE:
            raise UsageError(
                "that run holds no published problems; resume it with the verb it began with"
            )
        return Terms(MODE, "miniapps")

    def choose(self, context: Context, begun: Record | None) -> Problems:
        """Choose problems, configure, and choose the variants that run them."""
        wanted, not_run = self._asked() if begun is None else self._again(begun)
        work = self.configured(context)
        asked = bool(self.options.selection.variants)
        picked = self.picked(work, begun, lambda: self._pick(work, wanted), asked=asked)
        listed = {"problems": [one.fields() for one in wanted], "not_run": not_run}
        told = variants.chosen(work, picked, listed)
        return Problems(
            told.benchmarks, told.variants, told.toolchains, told.options, told.origin, work,
            picked, wanted,
        )  # fmt: skip

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
                raise UsageError(f"the run began with problem {one.name}, but {reason}")
        chosen_otherwise = self.request.names or self.options.selection.benchmarks
        if chosen_otherwise or self.request.most is not None:
            asked, _ = self._asked()
            if asked != again:
                raise differs("the choice of problems")
        return again, begun["options"]["not_run"]

    def _pick(self, work: BuildFolders, wanted: Sequence[Problem]) -> dict[str, list[Variant]]:
        usual = dict.fromkeys(name for one in wanted for name in one.variants)
        selection = select.Selection(
            benchmarks=tuple(dict.fromkeys(one.benchmark for one in wanted)),
            variants=self.options.selection.variants or tuple(usual),
        )
        return work.choose_suite(selection, "")

    def stages(self, context: Context, choice: Problems) -> Generator[Stage, Records, None]:
        """Build, then run problem after problem."""
        built = variants.build_all(context, choice)
        devices = variants.device_locks(built, context.terms.device)
        with locks.devices(devices, context.progress.line, wait=context.options.wait):
            yield Stage("published problems", self._launches(context, choice, built))

    def _launches(
        self, context: Context, choice: Problems, built: Sequence[Variant]
    ) -> list[ProblemLaunch]:
        by_hand = bool(self.options.selection.variants)
        return [
            ProblemLaunch(problem, variant, self._launch(context, problem, variant, precision))
            for problem in choice.problems
            for variant in built
            if variant.benchmark == problem.benchmark
            and (by_hand or variant.variant in problem.variants)
            for precision in _precisions(context, variant, built)
        ]

    def _launch(
        self, context: Context, problem: Problem, variant: Variant, precision: str
    ) -> plan.Launch:
        decks = self.request.decks or Path()  # none is given where no problem needs one
        words = problem.words(self.options.project / "miniapps", decks)
        return plan.Launch(
            plan.Cell.of(variant, problem.letter, precision),
            MODE,
            (*words, *variants.words_of(context.terms, variant.offloads)),
            index=problem.number,
            timeout_s=problem.limit_s,
        )

    def carry_out(
        self, context: Context, choice: Problems, task: ProblemLaunch
    ) -> list[dict[str, Any]]:
        """Run one problem with one program."""
        told = task.problem.told()
        return [variants.launched(context, task.variant, task.launch, published=told)]

    def marks(self, task: ProblemLaunch) -> Sequence[Hashable]:
        """No problem makes another one pointless."""
        return ()

    def spoiled_by(
        self, context: Context, task: ProblemLaunch, record: Record
    ) -> Sequence[Hashable]:
        """No problem makes another one pointless."""
        return ()


def _precisions(context: Context, variant: Variant, built: Sequence[Variant]) -> Sequence[str]:
    """Return the precisions of a program; all there are if none of its siblings tells."""
    try:
        told: Sequence[str] = variants.describe(context, variant, built)["precisions"]
    except LeagueError as error:
        context.progress.line(str(error))
        return select.PRECISIONS
    return told


def publish(options: Options, request: Request, progress: Progress) -> session.Done:
    """Run published problems.  Raises LeagueError for what stops that before it has begun."""
    options = replace(options, timeout_s=math.inf)  # every problem has a limit of its own
    return session.carry_out(Published(options, request), options, progress)
