"""One session from start to end, whatever its plan: find, choose, record, carry out, finish.

A plan says what is measured; everything around it happens here, once: toolchains that are absent
are left out, what is recorded is not made again, every record is written as soon as it is there,
and an interruption keeps them all.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

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
from league.run.terms import Terms

if TYPE_CHECKING:
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
T_contra = TypeVar("T_contra", bound=Task, contravariant=True)


@dataclass(frozen=True)
class Context:
    """What a session has: how it was asked, where it records, what was found."""

    options: Options
    progress: Progress
    run: store.Run
    terms: Terms
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


C = TypeVar("C", bound=Choice)


@dataclass(frozen=True)
class Stage:
    """Tasks that belong together, and how many of them may be carried out at a time."""

    title: str
    tasks: Sequence[Any]
    workers: int = 1


class Plan(Protocol[C, T_contra]):
    """What a session carries out.  The skeleton asks it in this order."""

    @property
    def label(self) -> str:
        """A word for the name of the run."""

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured: as asked, or as the resumed session began."""

    def choose(self, context: Context, begun: Record | None) -> C:
        """Return what is chosen; raises UsageError for what does not exist."""

    def stages(self, context: Context, choice: C) -> Generator[Stage, Records, None]:
        """Build what has to be built, then yield stage after stage; each sends its records back."""

    def carry_out(self, context: Context, choice: C, task: T_contra) -> Sequence[dict[str, Any]]:
        """Carry out one task and return its records; called from threads if workers allow."""

    def spoiled_by(self, context: Context, task: T_contra, record: Record) -> Sequence[Hashable]:
        """Return the marks of tasks that a record makes pointless."""

    def marks(self, task: T_contra) -> Sequence[Hashable]:
        """Return the marks of a task; one that is spoiled keeps it from being carried out."""

    def is_red(self, context: Context, record: Record) -> bool:
        """Whether a record of a task makes the run fail."""

    def exit_code(self, context: Context) -> int:
        """Return the exit code that the run's records deserve."""


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
    plan: Plan[C, T],
    options: Options,
    progress: Progress,
    *,
    find: Callable[[Options], Sequence[Any]] | None = None,
) -> Done:
    """Make a run of a plan and return what became of it.

    ``find`` stands in for the search of toolchains.  Raises LeagueError for what stops a run before
    it has begun, or when records cannot be written; KeyboardInterrupt becomes exit code 130.
    """
    began = time.monotonic()
    found = (find or find_toolchains)(options)
    with _opened(plan.label, options) as run:
        try:
            with Launcher() as launcher, process.budget(options.budget_s):
                context, choice = _begin(plan, options, progress, run, found, launcher)
                code = _carry_out(plan, context, choice, began)
        except KeyboardInterrupt:  # before the session was recorded
            progress.line("interrupted")
            code = exit_codes.INTERRUPTED
        finally:
            progress.finish()
    return Done(run.path, code)


@contextlib.contextmanager
def _opened(label: str, options: Options) -> Iterator[store.Run]:
    resume = options.resume
    run = (
        store.open_run(resume)
        if resume is not None
        else store.create_run(options.results, store.new_run_id(label))
    )
    try:
        yield run
    finally:
        run.discard_if_empty()
        run.close()


def begun_with(run: store.Run) -> Record | None:
    """Return the record with which a run began, None for a new run.

    Raises StoreError for records without one.
    """
    records = run.records()
    begun = next((one for one in records if one["kind"] == "session"), None)
    if begun is None and records:
        raise StoreError(f"{run.path} has no session record; it cannot be resumed")
    if begun is not None and "names" not in begun.get("options", {}):
        raise StoreError(f"{run.path} does not say what it began with; it cannot be resumed")
    return begun


def _begin(
    plan: Plan[C, T],
    options: Options,
    progress: Progress,
    run: store.Run,
    found: Sequence[Any],
    launcher: Launcher,
) -> tuple[Context, C]:
    begun = begun_with(run)
    if begun is not None:
        found = _as_before(found, begun)
    terms = plan.terms(begun)
    context = Context(options, progress, run, terms, {one.name: one for one in found}, launcher)
    choice = plan.choose(context, begun)
    source, dirty = manifest.revision(options.project)
    origin = {"source": source, "dirty": dirty, **choice.origin}
    run.append(_session_record(context, choice, "resumed" if begun else "started", origin))
    run.append_new(machine.describe())
    for one in found:
        # What is absent is of interest only where it was asked for.
        if one.state != "absent" or options.toolchains:
            run.append_new({"kind": "toolchain", **one.record()})
    return context, choice


def _as_before(found: Sequence[Any], begun: Record) -> Sequence[Any]:
    keep = set(begun["selection"]["toolchains"])
    gone = keep - {one.name for one in found if one.state == "usable"}
    if gone:
        raise ToolchainError(
            f"the run began with toolchain {min(gone)}, which is not usable now;"
            " run_all.py doctor tells more"
        )
    return [one for one in found if one.name in keep]


def _carry_out(plan: Plan[C, T], context: Context, choice: C, began: float) -> int:
    """Carry the plan out and record how the session ended."""

    def finish(code: int) -> int:
        now = [one for one in context.run.records() if one["kind"] == "session"][-1]
        origin = {"source": now["source"], "dirty": now["dirty"]}
        wall = round(time.monotonic() - began, 3)
        context.run.append(_session_record(context, choice, "finished", origin, code, wall))
        return code

    try:
        with contextlib.suppress(FailFast):
            _all_stages(plan, context, choice)
        return finish(plan.exit_code(context))
    except HandedOn:
        return 0
    except KeyboardInterrupt:
        if process.time_is_up():
            told = "the budget is used up; go on with --resume"
            context.progress.line(f"{told} {context.run.path}")
            return finish(plan.exit_code(context))
        context.progress.line(f"interrupted; go on with --resume {context.run.path}")
        return finish(exit_codes.INTERRUPTED)
    except StoreError:
        raise
    except LeagueError as error:
        finish(error.exit_code)
        raise


def _all_stages(plan: Plan[C, T], context: Context, choice: C) -> None:
    stages = plan.stages(context, choice)
    with contextlib.closing(stages):
        records: Records | None = None
        while True:
            try:
                stage = next(stages) if records is None else stages.send(records)
            except StopIteration:
                return
            records = _stage(plan, context, choice, stage)


def _stage(plan: Plan[C, T], context: Context, choice: C, stage: Stage) -> Records:
    """Carry out the tasks of a stage that are not recorded yet; return all its records."""
    done: Mapping[Hashable, Record] = context.run.done()
    records = {key: done[key] for task in stage.tasks for key in task.record_keys() if key in done}
    spoiled = {
        mark
        for task in stage.tasks
        for key in task.record_keys()
        if key in records
        for mark in plan.spoiled_by(context, task, records[key])
    }
    todo = [task for task in stage.tasks if any(key not in records for key in task.record_keys())]
    context.progress.phase(stage.title, len(todo))

    def wanted() -> Iterator[T]:
        for task in todo:
            if spoiled.isdisjoint(plan.marks(task)):
                yield task
            else:
                context.progress.less(1)

    def keep(task: T, made: Sequence[dict[str, Any]]) -> None:
        red = ""
        written = [context.run.append(one) for one in made]
        for key, record in zip(task.record_keys(), written):
            records[key] = record
            spoiled.update(plan.spoiled_by(context, task, record))
            if plan.is_red(context, record):
                red = red or str(record["reason"]) or str(record["worst"])
        told = ", ".join(dict.fromkeys(_shown(record) for record in written))
        reason = red or next((str(one["reason"]) for one in written if one["reason"]), "")
        context.progress.done(task.name, told, good=not red, reason=reason)
        if red and context.options.fail_fast:
            raise FailFast

    if stage.workers == 1:
        for task in wanted():
            context.progress.step(task.name)
            keep(task, plan.carry_out(context, choice, task))
    else:
        _in_parallel(lambda task: plan.carry_out(context, choice, task), wanted(), keep, stage)
    return records


def _in_parallel(
    work: Callable[[T], Sequence[dict[str, Any]]],
    tasks: Iterator[T],
    keep: Callable[[T, Sequence[dict[str, Any]]], None],
    stage: Stage,
) -> None:
    """Carry out tasks in threads; what ends is kept at once, by the thread that waits."""
    with ThreadPoolExecutor(stage.workers) as pool:
        running: dict[Future[Sequence[dict[str, Any]]], T] = {}
        left = True
        while left or running:
            while left and len(running) < stage.workers:
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


def _session_record(
    context: Context,
    choice: Choice,
    state: str,
    origin: Mapping[str, Any],
    exit_code: int | None = None,
    wall_s: float | None = None,
) -> dict[str, Any]:
    kept = context.terms.record()
    return {
        "kind": "session",
        "session": context.run.name,
        "state": state,
        "verb": context.terms.verb,
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
