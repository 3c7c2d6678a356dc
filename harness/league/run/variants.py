"""What every plan over benchmarks shares: choosing variants, building them, launching one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from league.base import locks, machine, models
from league.base.errors import LeagueError, UsageError
from league.device_code import machine_lines
from league.records import device_counts, known_issues, totals, verdict
from league.records.schema import Record
from league.run import build, device_files, judge, launch, manifest, plan
from league.run.build_folders import BuildFolders
from league.run.manifest import Variant
from league.run.options import Options
from league.run.session import Choice, Context, FailFast
from league.run.table import differs
from league.run.terms import Terms


@dataclass(frozen=True)
class Chosen(Choice):
    """Variants by toolchain, and the build folders they are built in."""

    work: BuildFolders | None = None
    by_toolchain: Mapping[str, Sequence[Variant]] = field(default_factory=dict)

    @property
    def all(self) -> list[Variant]:
        """The variants of all toolchains."""
        return [variant for variants in self.by_toolchain.values() for variant in variants]


def chosen(
    work: BuildFolders,
    by_toolchain: Mapping[str, Sequence[Variant]],
    options: Mapping[str, Any] | None = None,
    origin: Mapping[str, Any] | None = None,
) -> Chosen:
    """Return the choice of these variants, in the words of the session record."""
    variants = [variant for known in by_toolchain.values() for variant in known]
    names = {"names": list(dict.fromkeys(one.name for one in variants))}
    return Chosen(
        list(dict.fromkeys(one.benchmark for one in variants)),
        list(dict.fromkeys(one.variant for one in variants)),
        list(work.known),
        {**names, **(options or {})},
        origin or {},
        work,
        by_toolchain,
    )


def build_all(context: Context, choice: Chosen) -> list[Variant]:
    """Build what was chosen, record what became of it, and return what can be launched."""
    assert choice.work is not None
    good: list[Variant] = []
    issues = known_issues.known()
    with locks.devices(["cpu"], context.progress.line, wait=context.options.wait):
        for toolchain, variants in choice.by_toolchain.items():
            results = choice.work.build(toolchain, variants)
            good += [result.variant for result in results if result.verdict == "ok"]
            red = [_record_build(context, issues, result) for result in results]
            if any(red) and context.options.fail_fast:
                raise FailFast
    for lost in _lost(context, choice):
        _record_build(context, issues, lost)
    return good


def _lost(context: Context, choice: Chosen) -> list[build.Built]:
    """Return what toolchains would have built that are not usable or cannot be configured."""
    assert choice.work is not None
    lost = []
    everything = max(choice.by_toolchain.values(), key=len)
    for name, error in choice.work.unconfigured.items():
        able = context.found[name].capabilities
        for variant in everything:
            if variant.model in able and able[variant.model].fatal:
                continue  # it would not have had that one
            absent = replace(variant, toolchain=name, executable=None)
            lost.append(build.Built(absent, "compile-error", str(error), error.log))
    for name, one in context.found.items() if context.options.toolchains else ():
        if one.state != "usable":
            for variant in everything:
                absent = replace(variant, toolchain=name, executable=None)
                # What to do about it stands in the toolchain's own record.
                why = str(one.record().get("reason") or f"the toolchain is {one.state}")
                lost.append(build.Built(absent, "toolchain-absent", why))
    return lost


def _record_build(
    context: Context, issues: Sequence[known_issues.KnownIssue], result: build.Built
) -> bool:
    """Record what became of one variant's build; return whether it is red."""
    variant = result.variant
    version = context.versions[variant.toolchain]
    record = result.record(known_issues.build_expectation(
        result.verdict, issues, toolchain=variant.toolchain, version=version,
        benchmark=variant.benchmark, variant=variant.variant, offloads=variant.offloads,
    ))  # fmt: skip
    if context.options.resume is not None and record["executable_sha256"]:
        _refuse_changed(context, record)
    context.run.append_new(record)
    return totals.red_build(record)


def _refuse_changed(context: Context, record: Record) -> None:
    """A resumed run must not mix times of two different executables."""
    fields = ("kind", "toolchain", "benchmark", "variant")
    for old in context.run.records():
        if all(old.get(name) == record[name] for name in fields) and old[
            "executable_sha256"
        ] not in ("", record["executable_sha256"]):
            raise UsageError(
                f"{record['benchmark']}.{record['variant']} {record['toolchain']} has changed"
                " since the run began; start a new run"
            )


def device_locks(
    built: Sequence[Variant], number: int | None, *, on_all: bool = False
) -> list[str]:
    """Return the locks that keep other runs from launching meanwhile."""
    names = {"cpu"}  # the host's part of a launch is timed, too
    numbers = range(max(1, len(machine.gpus()))) if on_all else (number or 0,)
    names |= {
        locks.device_lock_name(one.device, each)
        for one in built
        for each in numbers
        if one.offloads
    }
    return sorted(names)


def environment_of(found: Any) -> dict[str, str]:
    """Return what a toolchain wants set for its programs."""
    from league.toolchains.discovery import launch_environment

    return launch_environment(found)


def program_of(context: Context, variant: Variant, device: int | None = None) -> launch.Program:
    """Return the program of a variant that was built, on the session's device if none is named."""
    number = context.terms.device if device is None else device
    settings = launch.Settings(number, context.terms.allow_host)
    environment = environment_of(context.found[variant.toolchain])
    if device_files.for_nvidia(variant):
        # An emulated device is asked for its counts, whoever put it in the way; a GPU has none.
        environment = {device_counts.VARIABLE: device_counts.FILE, **environment}
        if registers := device_files.registers(variant):
            environment = {device_counts.REGISTERS: str(registers), **environment}
    return launch.program_of(variant, environment, settings, context.folders)


def describe(context: Context, variant: Variant, built: Sequence[Variant]) -> Mapping[str, Any]:
    """Return what a program says of itself; of one that does not answer, what a sibling says.

    It is then launched like that one, and its failure is recorded.  Raises LeagueError if none of
    a benchmark's programs answers.
    """
    problem: LeagueError | None = None
    siblings = [one for one in built if one.benchmark == variant.benchmark and one != variant]
    for one in (variant, *siblings):
        try:
            return manifest.describe(one, environment_of(context.found[one.toolchain]))
        except LeagueError as error:
            problem = problem or error
    assert problem is not None
    raise problem


def words_of(
    terms: Terms, offloads: bool, *, guard: bool = False, timed: bool = True
) -> tuple[str, ...]:
    """Return the words of a launch that follow from the terms of a session."""
    words = plan.repetitions(terms.repeat, terms.warmup) if timed else plan.repetitions(1, 0)
    words += ("--guard",) if guard else ()
    return words + (("--allow-host",) if terms.allow_host and offloads else ())


def issues_of(cell: plan.Cell, version: str) -> list[known_issues.KnownIssue]:
    """Return the known issues of a cell; ``version`` is the compiler's."""
    return known_issues.matching(
        known_issues.known(),
        toolchain=cell.toolchain,
        version=version,
        benchmark=cell.benchmark,
        variant=cell.variant,
        precision=cell.precision,
    )


def launched(
    context: Context,
    variant: Variant,
    one: plan.Launch,
    *,
    shared: bool = False,
    **record_fields: Any,
) -> Record:
    """Make one launch of a variant and return its record."""
    record = carried_out(
        context.launcher,
        program_of(context, variant, None if one.sees_all else one.device),
        one,
        version=context.versions[variant.toolchain],
        timeout_s=context.options.timeout_s,
        device=context.terms.device if one.device is None else one.device,
        shared=shared,
        became=device_files.lines(variant),
    )
    return {**record, **record_fields}


def carried_out(
    launcher: launch.Launcher,
    program: launch.Program,
    one: plan.Launch,
    *,
    version: str,
    timeout_s: float,
    device: int | None = None,
    shared: bool = False,
    became: machine_lines.Table | None = None,
) -> Record:
    """Make one launch of a program and return its record; ``version`` is the compiler's.

    ``device`` is the number of the device that was asked for, ``shared`` whether other launches may
    run on the node meanwhile, ``became`` what the program's lines of PTX are in machine code.
    """
    bound = {**machine.binding(), "device": device, "shared": shared}
    outcome = launcher.start(
        program,
        one.words(),
        one.environment,
        timeout_s=min(timeout_s, one.timeout_s or timeout_s),
        further=program.variables.get(device_counts.VARIABLE, ""),
    )
    record = judge.launch_record(
        one,
        outcome,
        variables={**program.variables, **dict(one.environment)},
        issues=issues_of(one.cell, version),
        folders=program.folders,
    )
    counts = device_counts.parse(outcome.further, partial(machine_lines.weigh, became or {}))
    told = {"binding": bound, **({"device_counts": counts} if counts else {})}
    return {**record, **told}


def may_go_on(record: Record, *, allow_host: bool) -> bool:
    """Whether a launch ended so that further ones of the same make sense."""
    offloads = models.of(record["model"]).offloads
    stages = record["verdict"]
    if stages["launch"] != "ok" or stages["place"] == "emulated":  # which is never a time
        return False
    return not verdict.failure(stages, offloads=offloads, allow_host=allow_host)


class BenchmarkPlan:
    """What plans over benchmarks have in common."""

    #: the mode of the launches that make a run worth something
    mode = plan.TIMED

    def __init__(
        self, options: Options, folders: Callable[..., BuildFolders] | None = None
    ) -> None:
        """Take the options; ``folders`` stands in for builds."""
        self.options = options
        self._folders = folders or BuildFolders

    def configured(self, context: Context) -> BuildFolders:
        """Return the build folders of the toolchains that were found, configured."""
        work = self._folders(context.options, context.progress, list(context.found.values()))
        work.configure()
        return work

    def picked(
        self,
        work: BuildFolders,
        begun: Record | None,
        pick: Callable[[], dict[str, list[Variant]]],
        what: str = "benchmarks",
        asked: bool | None = None,
    ) -> dict[str, list[Variant]]:
        """Return what ``pick`` chooses; of a resumed session what it began with.

        Raises UsageError if the command line now says otherwise; ``asked`` is whether it says
        anything, which its selection tells if it is None.
        """
        if begun is None:
            return pick()
        names = set(begun["options"]["names"])
        said = self.options.selection
        if asked is None:
            asked = bool(said.benchmarks or said.variants or said.tags or said.exclude)
        if asked:
            again = {variant.name for variants in pick().values() for variant in variants}
            if again != names:
                raise differs(f"the choice of {what} and variants")
        return {
            toolchain: [variant for variant in known if variant.name in names]
            for toolchain, known in work.known.items()
        }

    def is_red(self, context: Context, record: Record) -> bool:
        """Whether a launch failed unexpectedly."""
        offloads, allow_host = models.of(record["model"]).offloads, context.terms.allow_host
        return verdict.reddens(record["verdict"], offloads=offloads, allow_host=allow_host)

    def exit_code(self, context: Context) -> int:
        """Return the exit code of the run."""
        return totals.exit_code(
            context.run.records(),
            allow_host=context.terms.allow_host,
            mode=self.mode,
            device_required=context.terms.device is not None,
            any_device=context.terms.all_devices,
        )
