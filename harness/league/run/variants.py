"""What every plan over benchmarks shares: choosing variants, building them, launching one."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from league.base import locks, machine, models
from league.base.errors import LeagueError, UsageError
from league.records import device_counts, totals
from league.records.schema import Record
from league.run import catalogue, device_files, judge, launch, manifest, plan, select
from league.run.build import Built
from league.run.build_folders import BuildFolders
from league.run.manifest import Variant
from league.run.options import CHECK_CLASS, Options
from league.run.session import Choice, FailFast, Plan
from league.run.table import differs
from league.toolchains.discovery import launch_environment, without_paths
from league.verdicts import judging


def device_locks(
    built: Sequence[Variant], number: int | None, *, on_all: bool = False
) -> list[str]:
    """Return the locks that keep other runs from launching meanwhile."""
    names = {"cpu"}  # the host's part of a launch is timed, too
    numbers = range(max(1, len(machine.gpus()))) if on_all else (number or 0,)
    names |= {
        locks.device_lock_name(variant.device, each)
        for variant in built
        for each in numbers
        if variant.offloads
    }
    return sorted(names)


def carried_out(
    launcher: launch.Launcher,
    program: launch.Program,
    task: plan.Launch,
    *,
    version: str,
    timeout_s: float,
    device: int | None = None,
    shared: bool = False,
    weigh: device_counts.Weigh = lambda *_: None,
    kept: Callable[[Record, launch.Outcome], Mapping[str, Any]] = lambda *_: {},
) -> Record:
    """Make one launch of a program and return its record; ``version`` is the compiler's.

    ``device`` is the number of the device that was asked for, ``shared`` whether other launches may
    run on the node meanwhile, ``weigh`` knows what the program's lines of PTX are in machine code.
    ``kept`` gives what the record says beside, from the record and what the process did.
    """
    bound = {**machine.binding(), "device": device, "shared": shared}
    outcome = launcher.start(
        program,
        task.words(),
        task.environment,
        timeout_s=min(timeout_s, task.timeout_s or timeout_s),
    )
    record = judge.launch_record(task, outcome, program, version)
    told = outcome.further if program.further == device_counts.FILE else ""
    counts = device_counts.parse(told, weigh)
    counted: Record = {"device_counts": counts} if counts else {}
    if program.launcher:
        counted["launcher"] = list(map(without_paths, program.launcher))
    return {**record, "binding": bound, **counted, **task.fields, **kept(record, outcome)}


def may_go_on(record: Record, judge: judging.Judge) -> bool:
    """Whether a launch ended so that further ones of the same make sense."""
    offloads = models.of(record["model"]).offloads
    stages = record["verdict"]
    if stages["launch"] != "ok" or stages["place"] == "emulated":  # which is never a time
        return False
    return not judge.failure(stages, offloads=offloads)


@dataclass(frozen=True)
class Able:
    """A variant that was built, and what it can be launched with."""

    variant: Variant
    #: what its program says of itself, or a sibling's; empty if none answers
    description: Mapping[str, Any]
    letters: Sequence[str]
    precisions: Sequence[str]


class BenchmarkPlan(Plan[plan.Launch]):
    """What plans over benchmarks have in common: what they carry out is one launch."""

    #: the mode of the launches that make a run worth something
    mode = plan.TIMED
    #: makes the build folders
    folders: Callable[..., BuildFolders] = BuildFolders
    #: the build folders; configured from ``choose`` on
    work: BuildFolders
    #: the variants that were chosen, by toolchain
    picked: Mapping[str, Sequence[Variant]]
    #: what was built, and can be launched
    built: Sequence[Variant]

    def __init__(self, options: Options) -> None:
        """Take the options."""
        self.options = options

    @property
    def verb(self) -> str:
        """The verb that its sessions are recorded as."""
        return "run" if self.mode == plan.TIMED else self.mode

    # ---- choosing -----------------------------------------------------------------------------

    def configure(self) -> None:
        """Configure the build folders of the toolchains that were found."""
        context = self.context
        self.work = self.folders(context.options, context.progress, list(context.found.values()))
        self.work.configure()

    def pick(
        self,
        begun: Record | None,
        pick: Callable[[], dict[str, list[Variant]]],
        what: str = "benchmarks",
        asked: bool | None = None,
    ) -> None:
        """Take what ``pick`` chooses; of a resumed session what it began with.

        Raises UsageError if the command line now says otherwise; ``asked`` is whether it says
        anything, which its selection tells if it is None.
        """
        if begun is None:
            self.picked = pick()
            return
        names = set(begun["options"]["names"])
        said = self.options.selection
        if asked is None:
            asked = bool(said.benchmarks or said.variants or said.tags or said.exclude)
        if asked:
            again = {variant.name for variants in pick().values() for variant in variants}
            if again != names:
                raise differs(f"the choice of {what} and variants")
        self.picked = {
            toolchain: [variant for variant in known if variant.name in names]
            for toolchain, known in self.work.known.items()
        }

    def chosen(self, options: Mapping[str, Any], origin: Mapping[str, Any] | None = None) -> Choice:
        """Return what was picked, in the words of the session record."""
        every = [variant for known in self.picked.values() for variant in known]
        return Choice(
            list(dict.fromkeys(variant.benchmark for variant in every)),
            list(dict.fromkeys(variant.variant for variant in every)),
            list(self.work.known),
            {"names": list(dict.fromkeys(variant.name for variant in every)), **options},
            origin or {},
        )

    # ---- building -----------------------------------------------------------------------------

    def build(self) -> None:
        """Build what was picked, record what became of it, and keep what can be launched."""
        self.built = []
        with locks.devices(["cpu"], self.say, wait=self.context.options.wait, timed=False):
            for toolchain, variants in self.picked.items():
                results = self.work.build(toolchain, variants)
                self.built += [result.variant for result in results if result.verdict == "ok"]
                with manifest.remembered_at_once():
                    red = [self._record_build(result) for result in results]
                if any(red) and self.context.options.fail_fast:
                    raise FailFast
        for lost in self._lost():
            self._record_build(lost)

    def _lost(self) -> list[Built]:
        """Return what toolchains would have built that are not usable or cannot be configured."""
        lost: list[Built] = []
        for name, found in self.context.found.items():
            absent = [replace(variant, toolchain=name, executable=None)
                      for variant in max(self.picked.values(), key=len)]  # fmt: skip
            if name in self.work.unconfigured:
                error, able = self.work.unconfigured[name], found.capabilities
                lost += [
                    Built(one, "compile-error", str(error), error.log)
                    for one in absent  # without those that it would not have had
                    if one.model not in able or not able[one.model].fatal
                ]
            elif found.state != "usable" and self.context.options.toolchains:
                # What to do about it stands in the toolchain's own record.
                why = str(found.record().get("reason") or f"the toolchain is {found.state}")
                lost += [Built(one, "toolchain-absent", why) for one in absent]
        return lost

    def _record_build(self, result: Built) -> bool:
        """Record what became of one variant's build; return whether it is red."""
        record = result.expected_record(self.context.versions[result.variant.toolchain])
        if self.context.options.resume is not None and record["executable_sha256"]:
            self._refuse_changed(record)
        self.context.run.append_new(record)
        return totals.red_build(record)

    def _refuse_changed(self, record: Record) -> None:
        """A resumed run must not mix times of two different executables."""
        fields = ("kind", "toolchain", "benchmark", "variant")
        for old in self.context.run.records():
            if all(old.get(name) == record[name] for name in fields) and old[
                "executable_sha256"
            ] not in ("", record["executable_sha256"]):
                raise UsageError(
                    f"{record['benchmark']}.{record['variant']} {record['toolchain']} has changed"
                    " since the run began; start a new run"
                )

    # ---- what can be launched -----------------------------------------------------------------

    def able(self) -> list[Able]:
        """Return what was built with the classes and precisions it has.

        Where no program of a benchmark tells, those asked for.  Raises UsageError for a class that
        nothing has.
        """
        terms = self.agreed
        able = []
        describe = functools.cache(self._describe)
        for variant in self.built:
            try:
                told = describe(variant.benchmark)
                letters = [str(entry["letter"]) for entry in told["classes"]] or terms.classes
                able.append(Able(variant, told, letters, told["precisions"]))
            except LeagueError as error:
                self.say(str(error))
                asked = terms.precisions or select.PRECISIONS
                wanted = catalogue.offered(variant.benchmark, asked)
                able.append(Able(variant, {}, terms.classes, wanted))
        offered = {letter for one in able for letter in one.letters}
        for letter in terms.classes if able else ():
            if letter not in offered:
                raise select.unknown("class", letter, offered)
        return able

    def _describe(self, benchmark: str) -> Mapping[str, Any]:
        """Return what programs of a benchmark say of it: what the first says that answers.

        One that does not is launched like that one, and its failure is recorded.  Raises
        LeagueError if none answers.
        """
        problems = []
        for each in (one for one in self.built if one.benchmark == benchmark):
            try:
                found = self.context.found[each.toolchain]
                return manifest.describe(each, launch_environment(found))
            except LeagueError as error:
                problems.append(error)
        raise problems[0]

    def words(self, cell: plan.Cell, *, guard: bool = False, timed: bool = True) -> tuple[str, ...]:
        """Return the words of a launch that follow from the terms of the session."""
        terms = self.agreed
        counted = self.context.found[cell.variant.toolchain].toolchain.emulated  # one repetition
        again = not counted and cell.letter.split()[0] == CHECK_CLASS  # with other data, if any
        words = plan.repetitions(*(terms.repeat, terms.warmup) if timed else (1, int(again)))
        words += ("--guard",) if guard else ()
        lenient = cell.variant.offloads and not terms.judge.mandatory
        return words + (("--allow-host",) if lenient else ())

    # ---- launching ----------------------------------------------------------------------------

    def devices(self) -> contextlib.AbstractContextManager[None]:
        """Hold the devices on which what was built is launched."""
        terms = self.agreed
        held = device_locks(self.built, terms.device, on_all=terms.all_devices)
        options = self.context.options
        return locks.devices(held, self.say, wait=options.wait, timed=options.verb != "check")

    def program_of(self, variant: Variant, device: int | None = None) -> launch.Program:
        """Return the program of a variant that was built, on the session's device if none is."""
        context = self.context
        number = self.agreed.device if device is None else device
        environment = launch_environment(context.found[variant.toolchain])
        if device_files.for_gpu(variant):
            # An emulated device is asked for its counts, whoever put it in the way; a GPU has none.
            environment = {device_counts.VARIABLE: device_counts.FILE, **environment}
        if device_files.for_nvidia(variant):
            if folder := device_files.modules(variant):
                environment = {device_counts.MODULES: str(folder), **environment}
            if registers := device_files.registers(variant):
                environment = {device_counts.REGISTERS: str(registers), **environment}
        judge, folders = self.agreed.judge, context.folders
        launcher = context.found[variant.toolchain].launcher
        return launch.program_of(variant, environment, number, judge, folders, launcher)

    def carry_out(self, task: plan.Launch) -> list[Record]:
        """Launch one process."""
        return [self.launched(task)]

    def launched(
        self, task: plan.Launch, program: launch.Program | None = None, **more: Any
    ) -> Record:
        """Make one launch and return its record; ``more`` as in ``carried_out``."""
        variant, context = task.cell.variant, self.context
        return carried_out(
            context.launcher,
            program or self.program_of(variant, None if task.sees_all else task.device),
            task,
            version=context.versions[variant.toolchain],
            timeout_s=context.options.timeout_s,
            device=self.agreed.device if task.device is None else task.device,
            weigh=partial(device_files.weigh, variant),
            **more,
        )

    def good(self, record: Record) -> bool:
        """Whether a launch ended so that further ones of the same make sense."""
        return may_go_on(record, self.agreed.judge)

    def is_red(self, record: Record) -> bool:
        """Whether a launch failed unexpectedly."""
        return totals.is_red(record, self.agreed.judge)

    def exit_code(self) -> int:
        """Return the exit code of the run."""
        terms = self.agreed
        outcome = totals.Outcome(terms.judge, self.mode, self.context.run.records())
        return outcome.exit_code(
            device_required=terms.device is not None, any_device=terms.all_devices
        )
