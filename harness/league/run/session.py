"""One session from start to end, whatever its plan: find, choose, record, carry out, finish.

A plan says what is measured; everything around it happens here, once: toolchains that are absent
are left out, what is recorded is not made again, every record is written as soon as it is there,
and an interruption keeps them all.
"""

from __future__ import annotations

import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from league.base import exit_codes, machine, process
from league.base.errors import LeagueError, StoreError, ToolchainError
from league.base.progress import Progress
from league.base.version import __version__
from league.records import store
from league.records.schema import Record
from league.run import manifest
from league.run.build_folders import find_toolchains
from league.run.launch import Launcher
from league.run.options import Options
from league.run.table import differs
from league.run.terms import Terms
from league.toolchains.discovery import Found

Records = Mapping[Hashable, Record]


class Task(Protocol):
    """Something to carry out that ends in one record or several."""

    @property
    def name(self) -> str:
        """What progress calls it."""

    def record_keys(self) -> Sequence[Hashable]:
        """Return the keys of its records among those of ``store.Run.done``."""


T = TypeVar("T", bound=Task)


@dataclass(frozen=True)
class Context:
    """What a session has: how it was asked, where it records, what was found."""

    options: Options
    progress: Progress
    run: store.Run
    found: Mapping[str, Found]
    launcher: Launcher

    @property
    def versions(self) -> dict[str, str]:
        """Compiler versions by toolchain."""
        return {name: str(one.version) for name, one in self.found.items()}

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that are cut out of what programs print."""
        return (self.options.project, *self.options.extra_dirs)


@dataclass(frozen=True)
class Choice:
    """What was chosen, as the session record tells it."""

    benchmarks: Sequence[str]
    variants: Sequence[str]
    toolchains: Sequence[str]
    #: further entries of the record's options
    options: Mapping[str, Any] = field(default_factory=dict)
    #: fields of the record that differ from what is found here (a bundle's sources)
    origin: Mapping[str, Any] = field(default_factory=dict)


class Plan(ABC, Generic[T]):
    """What a session carries out.  The session asks it for its methods in this order."""

    options: Options
    #: what is measured, and where it is carried out; there from ``choose`` on
    agreed: Terms
    context: Context
    #: what was chosen; there from ``stages`` on
    choice: Choice

    @property
    @abstractmethod
    def label(self) -> str:
        """A word for the name of the run."""

    @property
    @abstractmethod
    def verb(self) -> str:
        """The verb that its sessions are recorded as; one of another is not gone on with."""

    @abstractmethod
    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured: as asked, or as the resumed session began."""

    @abstractmethod
    def choose(self, begun: Record | None) -> Choice:
        """Return what is chosen; raises UsageError for what does not exist."""

    @abstractmethod
    def stages(self) -> None:
        """Build what has to be built, then carry out stage after stage with ``make``."""

    @abstractmethod
    def carry_out(self, task: T) -> Sequence[dict[str, Any]]:
        """Carry out one task and return its records; called from threads if workers allow."""

    def marks(self, task: T) -> Sequence[Hashable]:
        """Return the marks of a task; one that is spoiled keeps it from being carried out."""
        return ()

    def spoiled_by(self, task: T, record: Record) -> Sequence[Hashable]:
        """Return the marks of tasks that a record makes pointless."""
        return ()

    def may_begin(self, task: T) -> bool:
        """Whether there is time for a task that is not spoiled."""
        return True

    @abstractmethod
    def is_red(self, record: Record) -> bool:
        """Whether a record of a task makes the run fail."""

    @abstractmethod
    def exit_code(self) -> int:
        """Return the exit code that the run's records deserve."""

    @property
    def time_is_up(self) -> str:
        """What to tell people when the time of the session is over."""
        return f"the budget is used up; go on with --resume {self.context.run.path}"

    def say(self, line: str) -> None:
        """Tell people something beside the progress."""
        self.context.progress.line(line)

    def make(self, title: str, tasks: Sequence[T], workers: int = 1) -> Records:
        """Carry out the tasks that are not recorded yet; return the records of all.

        ``workers`` is how many may be carried out at a time.
        """
        stage = _Stage(self, tasks)
        self.context.progress.phase(title, len(stage.todo))
        if workers == 1:
            for task in stage.wanted():
                self.context.progress.step(task.name)
                stage.keep(task, self.carry_out(task))
        else:
            _in_parallel(self.carry_out, stage.wanted(), stage.keep, workers)
        return stage.records


class _Stage(Generic[T]):
    """Tasks that belong together: which are recorded, spoiled, or still to be carried out."""

    def __init__(self, plan: Plan[T], tasks: Sequence[T]) -> None:
        done: Mapping[Hashable, Record] = plan.context.run.done()
        self._plan = plan
        self.records: dict[Hashable, Record] = {}
        self.todo: list[T] = []
        self._spoiled: set[Hashable] = set()
        for task in tasks:
            recorded = {key: done[key] for key in task.record_keys() if key in done}
            self.records.update(recorded)
            for record in recorded.values():
                self._spoiled.update(plan.spoiled_by(task, record))
            if len(recorded) < len(task.record_keys()):
                self.todo.append(task)

    def wanted(self) -> Iterator[T]:
        """Yield what is to be carried out, and neither spoiled nor too late meanwhile."""
        for task in self.todo:
            if self._spoiled.isdisjoint(self._plan.marks(task)) and self._plan.may_begin(task):
                yield task
            else:
                self._plan.context.progress.less(1)

    def keep(self, task: T, made: Sequence[dict[str, Any]]) -> None:
        """Record what a task made.  Raises FailFast if that is red and was asked for."""
        plan, context = self._plan, self._plan.context
        red = ""
        written = [context.run.append(one) for one in made]
        for record in written:
            self.records[store.key_of(record)] = record
            self._spoiled.update(plan.spoiled_by(task, record))
            if plan.is_red(record):
                red = red or str(record["reason"]) or str(record["worst"])
        shown = ", ".join(dict.fromkeys(map(_shown, written)))
        reason = red or next((str(one["reason"]) for one in written if one["reason"]), "")
        context.progress.done(task.name, shown, good=not red, reason=reason)
        if red and context.options.fail_fast:
            raise FailFast


def _in_parallel(
    work: Callable[[T], Sequence[dict[str, Any]]],
    tasks: Iterator[T],
    keep: Callable[[T, Sequence[dict[str, Any]]], None],
    workers: int,
) -> None:
    """Carry out tasks in threads; what ends is kept at once, by the thread that waits."""
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[Sequence[dict[str, Any]]], T] = {}
        left = True
        while left or running:
            while left and len(running) < workers:
                task = next(tasks, None)
                left = task is not None
                if task is not None:
                    running[pool.submit(work, task)] = task
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                keep(running.pop(future), future.result())


def _shown(record: Record) -> str:
    value, expected = str(record["worst"]), record["verdict"]["expectation"]
    return value if expected == "as-expected" else f"{value}, {expected}"


@dataclass(frozen=True)
class Done:
    """A session that has ended: the folder of its run, and how it went."""

    folder: Path
    exit_code: int

    @property
    def recorded(self) -> bool:
        """Whether anything was recorded before it ended."""
        return (self.folder / store.FILE_NAME).is_file()


class FailFast(Exception):
    """Something was red and the session was asked to stop at that."""


class HandedOn(Exception):
    """The plan was handed to others, who carry it out and record how the session ends."""


def carry_out(
    plan: Plan[T],
    progress: Progress | None = None,
    *,
    find: Callable[[Options], Sequence[Any]] | None = None,
) -> Done:
    """Make a run of a plan, as its options say, and return what became of it.

    ``find`` stands in for the search of toolchains.  Raises LeagueError for what stops a run before
    it has begun, or when records cannot be written; KeyboardInterrupt becomes exit code 130.
    """
    began = time.monotonic()
    progress = progress or plan.options.progress()
    with _opened(plan) as run:
        begun = next((one for one in run.records() if one["kind"] == "session"), None)
        found = (find or find_toolchains)(_sought(plan.options, begun))
        try:
            with Launcher() as launcher, process.budget(plan.options.budget_s):
                _begin(plan, progress, run, begun, found, launcher)
                code = _carry_out(plan, began)
        except KeyboardInterrupt:  # before the session was recorded
            progress.line("interrupted")
            code = exit_codes.INTERRUPTED
        finally:
            progress.finish()
    return Done(run.path, code)


@contextlib.contextmanager
def _opened(plan: Plan[T]) -> Iterator[store.Run]:
    resume = plan.options.resume
    run = (
        store.open_run(resume)
        if resume is not None
        else store.create_run(plan.options.results, store.new_run_id(plan.label))
    )
    try:
        yield run
    finally:
        run.discard_if_empty()
        run.close()


def _begin(
    plan: Plan[T],
    progress: Progress,
    run: store.Run,
    begun: Record | None,
    found: Sequence[Any],
    launcher: Launcher,
) -> None:
    """Give a plan its context and its choice, and record with what the session begins."""
    if begun is not None:
        if "names" not in begun.get("options", {}):
            raise StoreError(f"{run.path} does not say what it began with; it cannot be resumed")
        if begun.get("verb", "run") != plan.verb:
            raise differs("the verb")
        found = _as_before(found, begun)
    by_name = {one.name: one for one in found}
    plan.agreed = plan.terms(begun)
    plan.context = Context(plan.options, progress, run, by_name, launcher)
    plan.choice = plan.choose(begun)
    source, dirty = manifest.revision(plan.options.project)
    origin = {"source": source, "dirty": dirty, **plan.choice.origin}
    run.append(_session_record(plan, "resumed" if begun else "started", origin))
    run.append_new(machine.describe())
    for one in found:
        # What is absent is of interest only where it was asked for.
        if one.state != "absent" or plan.options.toolchains:
            run.append_new({"kind": "toolchain", **one.record()})


def _sought(options: Options, begun: Record | None) -> Options:
    """Return options that name a run's toolchains if it goes on: some are found by name alone."""
    if begun is None or options.toolchains:
        return options
    return replace(options, toolchains=tuple(begun.get("selection", {}).get("toolchains", ())))


def _as_before(found: Sequence[Any], begun: Record) -> Sequence[Any]:
    keep = set(begun["selection"]["toolchains"])
    gone = keep - {one.name for one in found if one.state == "usable"}
    if gone:
        raise ToolchainError(
            f"the run began with toolchain {min(gone)}, which is not usable now;"
            " run_all.py doctor tells more"
        )
    return [one for one in found if one.name in keep]


def _carry_out(plan: Plan[T], began: float) -> int:
    """Carry the plan out and record how the session ended."""
    run, say = plan.context.run, plan.say

    def finish(code: int) -> int:
        now = [one for one in run.records() if one["kind"] == "session"][-1]
        origin = {"source": now["source"], "dirty": now["dirty"]}
        wall = round(time.monotonic() - began, 3)
        run.append(_session_record(plan, "finished", origin, code, wall))
        return code

    try:
        with contextlib.suppress(FailFast):
            plan.stages()
        return finish(plan.exit_code())
    except HandedOn:
        return 0
    except KeyboardInterrupt:
        if process.time_is_up():
            say(plan.time_is_up)
            code = plan.exit_code()
            unspoiled = code in (exit_codes.GOOD, exit_codes.NOTHING_COMPARABLE)
            return finish(exit_codes.BUDGET if unspoiled else code)
        say(f"interrupted; go on with --resume {run.path}")
        return finish(exit_codes.INTERRUPTED)
    except StoreError:
        raise
    except LeagueError as error:
        finish(error.exit_code)
        raise


def _session_record(
    plan: Plan[T],
    state: str,
    origin: Mapping[str, Any],
    exit_code: int | None = None,
    wall_s: float | None = None,
) -> dict[str, Any]:
    choice, kept = plan.choice, plan.agreed.record()
    return {
        "kind": "session",
        "session": plan.context.run.name,
        "state": state,
        "verb": plan.verb,
        "selection": {
            "benchmarks": list(choice.benchmarks),
            "variants": list(choice.variants),
            "toolchains": list(choice.toolchains),
            **kept["selection"],
        },
        "options": {"names": [], **kept["options"], **choice.options},
        **kept[""],
        **origin,
        "league": __version__,
        "exit_code": exit_code,
        "wall_s": wall_s,
    }
