"""The plan over claims: compiles and launches them in parallel and judges every verdict."""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from league.base import exit_codes
from league.base.errors import UsageError
from league.base.scratch import Scratch, remove
from league.base.words import plural
from league.claims import asked, batch, judge, source, trial
from league.claims.batch import Batch
from league.claims.build import FORTRAN_COMPILER, Kit, kit_of, offloads, with_support
from league.claims.families import all_cells, subset
from league.claims.families.cell import Cell
from league.claims.judge import Judged
from league.claims.source import Claim
from league.records import known_issues, languages, store
from league.records.schema import Record
from league.run import build, emulator, select
from league.run.launch import Launcher
from league.run.options import Options
from league.run.session import Choice, Plan
from league.run.table import differs
from league.run.terms import Terms
from league.toolchains.discovery import launch_environment
from league.verdicts import read

if TYPE_CHECKING:
    from league.toolchains.discovery import Found

#: Where the loader looks for libraries first.
_LIBRARIES = "LD_LIBRARY_PATH"
#: A run without any change of the claims is called this.
PLAIN = ""


@dataclass(frozen=True)
class Change:
    """What makes a run of a claim different from the plain one.

    ``name`` is ``mutant N`` or the name of a control or of a setting; the record holds it.
    """

    name: str = PLAIN
    #: stands in for the claim's source; None: the claim as it is
    text: Callable[[Claim], str | None] | None = None
    flags: tuple[str, ...] = ()
    #: whether the compiler is told about directives at all
    directives: bool = True
    environment: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Job:
    """One claim, one toolchain, one change."""

    claim: Claim
    change: Change = Change()
    #: generated claims; the claim is then only their common facts
    batch: Batch | None = None

    @property
    def name(self) -> str:
        """What progress calls it."""
        if self.batch is not None:
            return self.batch.name
        return languages.shown(self.claim.name, self.claim.language)


#: Tags beside groups and versions: written by hand, generated (a fixed subset), all generated.
HAND_WRITTEN, GENERATED, FULL = "hand-written", "generated", "full"


def choose(claims: Sequence[Claim], options: Options) -> tuple[list[Claim], list[Cell]]:
    """Return the claims and the generated cells that -b, --tag and -x leave.

    -b takes ids and groups, --tag groups, ``spec-5.0``, ``hand-written``, ``generated`` (the subset
    that covers all pairs) and ``full`` (all generated ones).  Without a tag it is every claim
    written by hand and the subset; -b reaches all generated ones.
    Raises UsageError for a name that fits nothing.
    """
    asked = options.selection
    every = all_cells()
    cells = every if FULL in asked.tags or asked.benchmarks else subset(every)
    items: list[tuple[Claim | Cell, set[str], set[str]]] = [
        (one, {*one.ids, one.group}, {HAND_WRITTEN, one.group, f"spec-{one.since}"})
        for one in claims
    ]
    items += [
        (one, {one.id, one.group}, {GENERATED, FULL, one.group, f"spec-{one.since}"})
        for one in cells
    ]
    names = sorted(set().union(*(mine for _, mine, _ in items)))
    tags = sorted({HAND_WRITTEN, GENERATED, FULL}.union(*(mine for _, _, mine in items)))

    def meant(kind: str, patterns: Sequence[str], known: Sequence[str]) -> set[str]:
        return set(select.match_names(kind, patterns, known)) if patterns else set(known)

    keep, wanted = meant("claim", asked.benchmarks, names), meant("tag", asked.tags, tags)
    gone = meant("claim", asked.exclude, names) if asked.exclude else set()
    chosen = [one for one, mine, labels in items
              if keep & mine and not gone & mine and wanted & labels]  # fmt: skip
    if not chosen:
        raise UsageError("nothing fits all of -b, --tag and -x; drop one of them")
    return (
        [one for one in chosen if isinstance(one, Claim)],
        [one for one in chosen if isinstance(one, Cell)],
    )


@dataclass(frozen=True)
class Bench:
    """What claims of one toolchain are compiled and run with."""

    found: Found
    kit: Kit
    variables: Mapping[str, str]
    scratch: Path


def bench_of(found: Found, options: Options, scratch: Path) -> Bench:
    """Compile what all claims are linked with.  Raises LeagueError if that fails."""
    core = options.project / "harness" / "core"
    kit = with_support(kit_of(found, core), scratch / found.name)
    variables = dict(launch_environment(found))
    if not kit.offload:
        variables["OMP_TARGET_OFFLOAD"] = "DEFAULT"
    if found.toolchain.emulated:
        folders = [str(emulator.library(options.project).parent), os.environ.get(_LIBRARIES, "")]
        variables[_LIBRARIES] = os.pathsep.join(filter(None, folders))
    return Bench(found, kit, variables, scratch)


def judged(bench: Bench, job: Job, launcher: Launcher) -> list[Judged]:
    """Build, run and judge; leaves nothing behind."""
    folder = Path(tempfile.mkdtemp(prefix="claim-", dir=bench.scratch))
    try:
        return _judged(bench, job, launcher, folder)
    finally:
        remove(folder)


def _judged(bench: Bench, job: Job, launcher: Launcher, folder: Path) -> list[Judged]:
    claim, change = job.claim, job.change
    if job.batch is not None:
        variables = {**bench.variables, **dict(change.environment)}
        return batch.carry_out(
            job.batch, bench.kit, folder, launcher, variables, directives=change.directives,
            runs_here=bench.found.runs_here,
        )  # fmt: skip
    file: Path | None = None
    text = None if change.text is None else change.text(claim)
    if text is not None:
        file = folder / claim.path.name
        file.write_text(text, encoding="utf-8")
    return trial.carry_out(
        bench.kit, claim, folder, launcher, bench.variables, source=file, extra=change.flags,
        directives=change.directives, environment=dict(change.environment),
        runs_here=bench.found.runs_here,
    )  # fmt: skip


def record_of(job: Job, result: Judged, bench: Bench, *, wall_ns: int) -> dict[str, Any]:
    """Return the record of kind claim."""
    found = bench.found
    plain = job.change.name == PLAIN
    language = job.claim.language
    issues = known_issues.about_claim(
        known_issues.known() if plain else (),
        toolchain=found.name,
        version=str(found.version),
        claim=result.id,
        language=language,
    )
    on_device = result.place == "device"
    stages = {
        "build": result.build,
        "launch": result.launch,
        "place": "emulated" if on_device and found.toolchain.emulated else result.place,
        "answer": result.answer,
    }
    seen = {**stages, "worst": result.worst}
    whose = judge.blame(job.claim, result, bench.kit.mismatch)
    reason = result.reason
    if whose == judge.INSTALLATION:
        reason = f"{bench.kit.mismatch}: {reason}"
    expected = known_issues.expectation(seen, issues, good=result.worst == "pass")
    return {
        "kind": "claim",
        "toolchain": found.name,
        "claim": result.id,
        "group": job.claim.group,
        "language": language,
        "since": job.claim.since,
        "where": job.claim.where,
        "change": job.change.name,
        "verdict": {**stages, "expectation": expected},
        "worst": result.worst,
        "reason": reason,
        "blame": whose,
        "checks": [dict(one) for one in result.checks],
        "devices": result.devices,
        "launches": result.launches,
        "output_tail": result.output,
        "log_tail": result.log,
        "wall_ns": wall_ns,
    }


def is_red(record: Mapping[str, Any], *, device: bool) -> bool:
    """Whether a plain record makes the run fail.

    Without a device (``device`` false) a right answer on the host is what can be had.
    """
    expectation = read(record["verdict"]["expectation"]).row
    if not expectation.good:
        return expectation.failed
    worst = read(record["worst"]).row
    return worst.failed and (device or worst.name != "host-fallback")


@dataclass(frozen=True)
class Trial:
    """One job with one toolchain."""

    job: Job
    bench: Bench

    @property
    def name(self) -> str:
        """What progress calls it."""
        return " ".join(filter(None, (self.job.name, self.job.change.name, self.bench.found.name)))

    def record_keys(self) -> Sequence[Hashable]:
        """Return the keys of its records."""
        job, toolchain = self.job, self.bench.found.name
        return [
            store.claim_key(toolchain, one, job.claim.language, job.change.name)
            for one in job.claim.ids
        ]


def _able(found: Iterable[Found]) -> list[Found]:
    """Return the toolchains that compile OpenMP."""
    return [one for one in found if one.state == "usable" and one.toolchain.flags.get("omp")]


def _possible(jobs: Sequence[Job], kit: Kit) -> tuple[list[Job], Counter[str]]:
    """Return the jobs that a toolchain can do, and how many claims it lacks what for."""
    possible, left = [], Counter[str]()
    for job in jobs:
        what = kit.lacks(job.claim)
        if what:
            left[what] += len(job.claim.ids)
        else:
            possible.append(job)
    return possible, left


def _why_none(found: Found, what: str) -> str:
    """Say that a toolchain lacks something, with the reason if its file gives one."""
    why = found.toolchain.no_fortran if what == FORTRAN_COMPILER else ""
    return f"no {what} here" + (f" ({why})" if why else "")


JobsOf = Callable[[Sequence[Claim]], Iterable[Job]]


class Conformance(Plan[Trial]):
    """The plan over claims: toolchain after toolchain, compiled and run in parallel."""

    label = "validation"

    def __init__(
        self,
        options: Options,
        jobs_of: JobsOf | None = None,
        generated: Change | None = Change(),
        looks: Sequence[str] = (),
    ) -> None:
        """Take the options; ``jobs_of`` says what is tried, without it every claim as it is.

        ``generated`` is what is made of generated claims; None: they are left out.
        """
        self.options = options
        self._jobs_of = jobs_of
        self._generated = generated
        self._asked = asked.recorded(options, looks)
        self.claims, self.wrong = source.load(options.project / "validation")
        self.chosen, self.cells = choose(self.claims, options)

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured: every claim once."""
        if begun is not None and begun.get("suite") != "validation":
            raise UsageError("that run holds no claims; resume it with the verb it began with")
        return Terms("check", "validation", allow_host=True)

    def choose(self, begun: Record | None) -> Choice:
        """Choose claims, and the toolchains that compile OpenMP."""
        for what in self.wrong:
            self.say(f"left out: {what}")
        names = [one.name for one in self.chosen]
        if begun is not None and begun["selection"]["benchmarks"] != names:
            raise differs("the choice of claims")
        usable = _able(self.context.found.values())
        return Choice(names, [], [one.name for one in usable], self._asked)

    def trials(self, found: Iterable[Found]) -> dict[str, list[Job]]:
        """Return what a dry run tells: the jobs of every toolchain that compiles OpenMP."""
        jobs = list(self._jobs())
        core = self.options.project / "harness" / "core"
        return {one.name: _possible(jobs, kit_of(one, core))[0] for one in _able(found)}

    def stages(self) -> None:
        """Compile the support of each toolchain, then try every claim with it."""
        workers = self.options.jobs or max(2, build.default_jobs())
        with Scratch() as scratch:
            for found in _able(self.context.found.values()):
                bench = bench_of(found, self.options, scratch.path)
                possible, left = _possible(list(self._jobs()), bench.kit)
                for what, claims in left.items():
                    told = f"{_why_none(found, what)}; {plural(claims, 'claim')} left out"
                    self.say(f"{found.name}: {told}")
                jobs = [Trial(job, bench) for job in possible]
                self.make(f"claims with {found.name}", jobs, workers)

    def _jobs(self) -> Iterator[Job]:
        rest: Iterable[Job] = [Job(claim) for claim in self.chosen]
        if self._jobs_of is not None:
            rest = self._jobs_of(self.chosen)
        if self._generated is None:
            yield from rest
            return
        made = [
            Job(some.claim(Path(f"generated.{some.language}")), self._generated, some)
            for some in batch.batches(self.cells)
        ]
        # Changed ones are quick, and tell something of many.
        yield from [*rest, *made] if self._generated.name == PLAIN else [*made, *rest]

    def carry_out(self, task: Trial) -> list[dict[str, Any]]:
        """Try one claim, or a batch of generated ones."""
        began = time.monotonic_ns()
        results = judged(task.bench, task.job, self.context.launcher)
        wall = time.monotonic_ns() - began
        by_id = {one.id: one for one in results}
        return [
            record_of(task.job, by_id[one], task.bench, wall_ns=wall) for one in task.job.claim.ids
        ]

    def is_red(self, record: Record) -> bool:
        """Whether a plain record makes the run fail."""
        found = self.context.found[record["toolchain"]]
        device = offloads(found) and found.runs_here
        return record["change"] == PLAIN and is_red(record, device=device)

    def exit_code(self) -> int:
        """Return 1 if a claim ended unexpectedly, 2 if a file of a claim breaks the rules."""
        records = [one for one in self.context.run.records() if one["kind"] == "claim"]
        if any(self.is_red(one) for one in records):
            return exit_codes.FAILED
        return UsageError.exit_code if self.wrong else exit_codes.GOOD


def mutants(claim: Claim) -> list[Job]:
    """Return a job for each mutation of a claim."""
    jobs = []
    for number, mutation in enumerate(claim.mutations, 1):
        text = source.mutated(claim, mutation)
        jobs.append(Job(claim, Change(f"mutant {number}", lambda _, text=text: text)))  # type: ignore[misc]
    return jobs


def with_setting(jobs: Iterable[Job], name: str, **environment: str) -> list[Job]:
    """Return the jobs under another setting of the environment.

    A variable that a claim sets itself is what it is about, and stays.
    """
    changed = []
    for job in jobs:
        own = dict(job.claim.environment)
        pairs = tuple((key, value) for key, value in environment.items() if key not in own)
        changed.append(replace(job, change=replace(job.change, name=name, environment=pairs)))
    return changed


#: The program is compiled without OpenMP, its headers and parts too, and linked with it.
IGNORED = Change("directives ignored", directives=False)


def controls(claim: Claim) -> list[Job]:
    """Return the jobs that must not pass: every directive ignored, and offload disabled."""
    off = ("ACC_DEVICE_TYPE", "host") if claim.is_acc else ("OMP_TARGET_OFFLOAD", "DISABLED")
    disabled = Change("offload disabled", environment=(off,))
    return [Job(claim, IGNORED)] + ([Job(claim, disabled)] if claim.expect != "rejected" else [])


def sanitized(claim: Claim) -> list[Job]:
    """Return the job that runs the claim under AddressSanitizer and UBSan, if it is to run."""
    flags = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    # What the offload runtime keeps until the end is not a leak of the claim's.
    quiet = (("ASAN_OPTIONS", "detect_leaks=0"),)
    change = Change("sanitized", flags=flags, environment=quiet)
    return [] if claim.expect != "pass" else [Job(claim, change)]


#: Settings of the environment under which verdicts must agree.
SETTINGS = {
    "setting narrow": {"OMP_NUM_THREADS": "1", "OMP_NUM_TEAMS": "1"},
    "setting wide": {"OMP_NUM_THREADS": "7", "OMP_TEAMS_THREAD_LIMIT": "3"},
}


def settings(claim: Claim) -> list[Job]:
    """Return jobs under other settings of teams and threads."""
    plain = [Job(claim)]
    return [one for name, values in SETTINGS.items() for one in with_setting(plain, name, **values)]
