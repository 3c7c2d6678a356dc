"""A run over the claims: builds and launches them in parallel and records every verdict."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from league import __version__
from league.base import machine
from league.base.errors import UsageError
from league.base.progress import Progress
from league.claims import batch, judge, known, source
from league.claims.batch import Batch
from league.claims.build import Kit, kit_of, with_support
from league.claims.build import build as build_claim
from league.claims.families import all_cells, subset
from league.claims.families.cell import Cell
from league.claims.judge import Judged
from league.claims.source import Claim
from league.records import store
from league.run import build, manifest, select
from league.run.build_folders import find_toolchains
from league.run.options import Options
from league.toolchains.discovery import launch_environment

if TYPE_CHECKING:
    from league.toolchains.discovery import Found

EXIT_INTERRUPTED = 130
#: Verdicts after which a run is not red.
_GOOD = ("pass", *judge.NEUTRAL)
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
        return self.claim.name + (" (C)" if self.claim.language == "c" else "")


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
    whole = FULL in asked.tags or bool(asked.benchmarks)
    cells = every if whole else subset(every)
    named = [(claim, {*claim.ids, claim.group}) for claim in claims]
    named_cells = [(cell, {cell.id, cell.group}) for cell in cells]
    names = sorted(set().union(*(n for _, n in [*named, *named_cells])))
    keep = set(select.match_names("claim", asked.benchmarks, names)) if asked.benchmarks else None
    gone = set(select.match_names("claim", asked.exclude, names)) if asked.exclude else set()

    def tags(group: str, since: str, kinds: set[str]) -> set[str]:
        return {group, f"spec-{since}", *kinds}

    labelled = [(one.group, one.since) for one in claims]
    labelled += [(one.group, one.since) for one in cells]
    known_tags = {HAND_WRITTEN, GENERATED, FULL}
    for group, since in labelled:
        known_tags |= {group, f"spec-{since}"}
    wanted = set(select.match_names("tag", asked.tags, sorted(known_tags))) if asked.tags else None

    def fits(mine: set[str], labels: set[str]) -> bool:
        kept = keep is None or bool(keep & mine)
        return kept and not gone & mine and (wanted is None or bool(wanted & labels))

    chosen = [one for one, mine in named if fits(mine, tags(one.group, one.since, {HAND_WRITTEN}))]
    chosen_cells = [
        one
        for one, mine in named_cells
        if fits(mine, tags(one.group, one.since, {GENERATED, FULL}))
    ]
    if not chosen and not chosen_cells:
        raise UsageError("nothing fits all of -b, --tag and -x; drop one of them")
    return chosen, chosen_cells


class Runner:
    """Builds and runs claims with one toolchain."""

    def __init__(self, found: Found, options: Options, scratch: Path) -> None:
        self.found = found
        self.options = options
        self._scratch = scratch
        core = options.project / "harness" / "core"
        self.kit: Kit = with_support(kit_of(found, core), scratch / "support")
        self._variables = dict(launch_environment(found))
        if not self.kit.offload:
            self._variables["OMP_TARGET_OFFLOAD"] = "DEFAULT"

    def carry_out(self, job: Job) -> list[Judged]:
        """Build, run and judge; leaves nothing behind."""
        folder = Path(tempfile.mkdtemp(prefix="claim-", dir=self._scratch))
        try:
            return self._carry_out(job, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _carry_out(self, job: Job, folder: Path) -> list[Judged]:
        claim, change = job.claim, job.change
        if job.batch is not None:
            variables = {**self._variables, **dict(change.environment)}
            return batch.carry_out(
                job.batch, self.kit, folder, variables, runs_here=self.found.runs_here
            )
        file: Path | None = None
        if change.text is not None:
            text = change.text(claim)
            if text is not None:
                file = folder / claim.path.name
                file.write_text(text, encoding="utf-8")
        outcome = build_claim(
            self.kit, claim, folder, source=file, extra=change.flags, directives=change.directives
        )
        if outcome.verdict != "ok" or claim.expect == "rejected" or outcome.program is None:
            return judge.unbuilt(claim, outcome)
        if not self.found.runs_here:
            return [judge.not_run(one) for one in claim.ids]
        code, said, lines = judge.launch(
            claim, outcome.program, folder, self._variables, dict(change.environment)
        )
        return judge.judge(
            claim, outcome, code, said, lines, folder=folder, offload=self.kit.offload
        )


def record_of(
    job: Job, judged: Judged, found: Found, *, defects: Sequence[known.Defect], wall_ns: int
) -> dict[str, Any]:
    """Return the record of kind claim."""
    plain = job.change.name == PLAIN
    language = job.claim.language
    expected = (
        known.expectation(
            defects, judged.id, found.name, str(found.version), judged.worst, language=language
        )
        if plain
        else "as-expected"
    )
    return {
        "kind": "claim",
        "toolchain": found.name,
        "claim": judged.id,
        "group": job.claim.group,
        "language": language,
        "since": job.claim.since,
        "where": job.claim.where,
        "change": job.change.name,
        "verdict": {
            "build": judged.build,
            "launch": judged.launch,
            "place": judged.place,
            "answer": judged.answer,
            "expectation": expected,
        },
        "worst": judged.worst,
        "reason": judged.reason,
        "checks": [dict(one) for one in judged.checks],
        "devices": judged.devices,
        "launches": judged.launches,
        "output_tail": judged.output,
        "log_tail": judged.log,
        "wall_ns": wall_ns,
    }


def is_red(record: Mapping[str, Any], *, device: bool) -> bool:
    """Whether a plain record makes the run fail.

    Without a device (``device`` false) a right answer on the host is what can be had.
    """
    expected = record["verdict"]["expectation"]
    if expected == "xpass":
        return True
    if expected != "as-expected":
        return False
    good = (*_GOOD, "unsupported") if device else (*_GOOD, "unsupported", "host-fallback")
    return record["worst"] not in good


class Conformance:
    """One run: toolchain after toolchain, jobs in parallel, every verdict recorded at once."""

    def __init__(self, options: Options, progress: Progress) -> None:
        self.options = options
        self.progress = progress
        self.exit_code = 0
        folder = options.project / "validation"
        claims, wrong = source.load(folder)
        for what in wrong:
            progress.line(f"left out: {what}")
            self.exit_code = UsageError("").exit_code
        self.claims, self.cells = choose(claims, options)
        self.defects = known.load(folder / "known_issues.toml")

    def run(self, jobs_of: Callable[[Found, Sequence[Claim]], Iterable[Job]] | None = None) -> Path:
        """Make the run and return its folder.

        ``jobs_of`` says what is run with a toolchain; without it every claim once, as it is.
        """
        began = time.monotonic()
        found = find_toolchains(self.options)
        run = store.create_run(self.options.results, store.new_run_id("validation"))
        usable = [one for one in found if one.state == "usable" and one.toolchain.flags.get("omp")]
        revision = manifest.revision(self.options.project)

        def session(state: str, code: int | None, wall: float | None) -> dict[str, Any]:
            return {
                "kind": "session", "session": run.name, "state": state, "verb": "check",
                "suite": "validation",
                "selection": {
                    "benchmarks": [one.name for one in self.claims], "variants": [],
                    "toolchains": [one.name for one in usable], "classes": [], "precisions": [],
                },
                "options": {"names": [], "allow_host": True, "device": None},
                "launches": 1, "repeat": 1, "warmup": 0, "seed": 0,
                "source": revision[0], "dirty": revision[1], "league": __version__,
                "exit_code": code, "wall_s": wall,
            }  # fmt: skip

        with run:
            run.append(session("started", None, None))
            run.append_new(machine.describe())
            for one in found:
                if one.state != "absent" or self.options.toolchains:
                    run.append_new({"kind": "toolchain", **one.record()})
            try:
                for one in usable:
                    wanted = jobs_of or (lambda _, claims: [Job(claim) for claim in claims])
                    jobs = list(wanted(one, self.claims))
                    jobs += (
                        [] if jobs_of else [self._job(some) for some in batch.batches(self.cells)]
                    )
                    self._toolchain(run, one, jobs)
            except KeyboardInterrupt:
                self.exit_code = EXIT_INTERRUPTED
            self.progress.finish()
            run.append(session("finished", self.exit_code, round(time.monotonic() - began, 3)))
        return run.path

    def _job(self, some: Batch) -> Job:
        return Job(some.claim(Path("generated.cpp")), batch=some)

    def _toolchain(self, run: store.Run, found: Found, jobs: Sequence[Job]) -> None:
        self.progress.phase(f"claims with {found.name}", len(jobs))
        with tempfile.TemporaryDirectory(prefix="league-claims-") as scratch:
            runner = Runner(found, self.options, Path(scratch))
            workers = self.options.jobs or build.default_jobs()
            waiting = list(reversed(jobs))
            with ThreadPoolExecutor(workers) as pool:
                running: dict[Future[list[Judged]], tuple[Job, int]] = {}
                while waiting or running:
                    while waiting and len(running) < workers:
                        job = waiting.pop()
                        future = pool.submit(runner.carry_out, job)
                        running[future] = (job, time.monotonic_ns())
                    ended, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in ended:
                        job, began = running.pop(future)
                        wall = time.monotonic_ns() - began
                        self._record(run, runner, job, future.result(), wall)

    def _record(
        self, run: store.Run, runner: Runner, job: Job, results: Sequence[Judged], wall_ns: int
    ) -> None:
        bad: list[str] = []
        shown = []
        for one in results:
            record = run.append(
                record_of(job, one, runner.found, defects=self.defects, wall_ns=wall_ns)
            )
            device = runner.kit.offload and runner.found.runs_here
            if job.change.name == PLAIN and is_red(record, device=device):
                bad.append(one.reason)
                self.exit_code = self.exit_code or 1
            note = record["verdict"]["expectation"]
            shown.append(one.worst if note == "as-expected" else f"{one.worst}, {note}")
        name = " ".join(filter(None, (job.name, job.change.name, runner.found.name)))
        told = ", ".join(dict.fromkeys(shown))
        self.progress.done(name, told, good=not bad, reason=bad[0] if bad else "")


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


def controls(claim: Claim) -> list[Job]:
    """Return the jobs that must not pass: every directive ignored, and offload disabled."""
    # The program is compiled without OpenMP, its headers and parts too, and linked with it.
    ignored = Change("directives ignored", directives=False)
    disabled = Change("offload disabled", environment=(("OMP_TARGET_OFFLOAD", "DISABLED"),))
    return [Job(claim, ignored)] + ([Job(claim, disabled)] if claim.expect != "rejected" else [])


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
