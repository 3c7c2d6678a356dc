"""The plan over claims: compiles and launches them in parallel and judges every verdict."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.base import exit_codes
from league.base.errors import UsageError
from league.base.scratch import Scratch, remove
from league.base.words import plural
from league.claims import build, judge, source, trial
from league.claims.build import FORTRAN_COMPILER, IGNORED, Kit, kit_of, offloads
from league.claims.families import all_cells
from league.claims.families.cell import Cell, covering
from league.claims.judge import Judged
from league.claims.source import Claim
from league.claims.trial import Trial
from league.records import known_issues, store, totals
from league.records.schema import Record
from league.run import select
from league.run.build import default_jobs
from league.run.options import Options
from league.run.session import Choice, Plan
from league.run.table import differs
from league.run.terms import Terms
from league.toolchains.discovery import Found

#: Tags beside groups and versions: written by hand, generated (a fixed subset), all generated.
HAND_WRITTEN, GENERATED, FULL = "hand-written", "generated", "full"
#: What may be asked of claims besides running them as they are.
LOOKS = ("mutants", "controls", "settings", "sanitize")
#: Fields of a selection by the options that give them.
_CHOICE = {"-b": "benchmarks", "--tag": "tags", "-x": "exclude"}


def choose(claims: Sequence[Claim], options: Options) -> tuple[list[Claim], list[Cell]]:
    """Return the claims and the generated cells that -b, --tag and -x leave.

    -b takes ids and groups, --tag groups, ``spec-5.0``, ``hand-written``, ``generated`` (the subset
    that covers all pairs) and ``full`` (all generated ones).  Without a tag it is every claim
    written by hand and the subset; -b reaches all generated ones.
    Raises UsageError for a name that fits nothing.
    """
    asked = options.selection
    every = all_cells()
    cells = every if FULL in asked.tags or asked.benchmarks else covering(every)
    items: list[Claim | Cell] = [*claims, *cells]
    names = [{*one.ids, one.group} for one in items]
    tags = [
        {one.group, f"spec-{one.since}"}
        | ({HAND_WRITTEN} if isinstance(one, Claim) else {GENERATED, FULL})
        for one in items
    ]

    def meant(kind: str, patterns: Sequence[str], each: Sequence[set[str]]) -> set[str]:
        return set(select.match_names(kind, patterns, sorted(set().union(*each))))

    keep, gone = (
        meant("claim", asked.benchmarks or ("*",), names),
        meant("claim", asked.exclude, names),
    )
    wanted = meant("tag", asked.tags or ("*",), [*tags, {HAND_WRITTEN, GENERATED, FULL}])
    chosen = [one for one, mine, labels in zip(items, names, tags)
              if keep & mine and not gone & mine and wanted & labels]  # fmt: skip
    if not chosen:
        raise UsageError("nothing fits all of -b, --tag and -x; drop one of them")
    return (
        [one for one in chosen if isinstance(one, Claim)],
        [one for one in chosen if isinstance(one, Cell)],
    )


def session_of(folder: Path | None) -> Record | None:
    """Return the record that a run of claims began with; None: there is no run, or no claims in it.

    Raises StoreError if the folder holds no records.
    """
    records = store.read_records(folder) if folder is not None else []
    first = next((one for one in records if one["kind"] == "session"), None)
    return first if first is not None and first.get("suite") == "validation" else None


def as_begun(options: Options, looks: Sequence[str]) -> tuple[Options, tuple[str, ...]]:
    """Return options and looks, with those of the run that is resumed where none is given.

    Raises UsageError for others than it began with.  What an older version recorded does not tell,
    and has to be given again.
    """
    first = session_of(options.resume)
    told = first["options"].get("claims") if first is not None else None
    if not isinstance(told, Mapping):
        return options, tuple(looks)
    began = {name: tuple(map(str, told.get(name, ()))) for name in (*_CHOICE.values(), "looks")}
    for flag, name in _CHOICE.items():
        if getattr(options.selection, name) not in ((), began[name]):
            raise differs(flag)
    if others := set(looks) - set(began["looks"]):
        raise differs(f"--{min(others)}")
    if began["looks"] and options.verb != "conformance":
        raise UsageError("that run looks at claims more than once; resume it with conformance")
    selection = replace(
        options.selection, suite="validation", benchmarks=began["benchmarks"], tags=began["tags"],
        exclude=began["exclude"],
    )  # fmt: skip
    return replace(options, selection=selection), began["looks"]


def record_of(task: Trial, result: Judged, *, wall_ns: int) -> dict[str, Any]:
    """Return the record of kind claim."""
    claim, change, kit = task.claim, task.change, task.kit
    assert kit is not None
    plain = not change.name
    issues = known_issues.about_claim(
        known_issues.known() if plain else (),
        toolchain=kit.toolchain,
        version=kit.version,
        claim=result.id,
        language=claim.language,
    )
    on_device = result.place == "device"
    stages = {
        "build": result.build,
        "launch": result.launch,
        "place": "emulated" if on_device and kit.emulated else result.place,
        "answer": result.answer,
    }
    seen = {**stages, "worst": result.worst}
    whose = judge.blame(claim, result, kit.mismatch)
    reason = result.reason
    if whose == judge.INSTALLATION:
        reason = f"{kit.mismatch}: {reason}"
    good = result.worst == "pass"
    expected = known_issues.expectation(seen, issues, good=good, reason=reason)
    return {
        "kind": "claim",
        "toolchain": kit.toolchain,
        "claim": result.id,
        "group": claim.group,
        "language": claim.language,
        "since": claim.since,
        "where": claim.where,
        "change": change.name,
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


def able(found: Iterable[Found]) -> list[Found]:
    """Return the toolchains that compile OpenMP."""
    return [one for one in found if one.state == "usable" and one.toolchain.flags.get("omp")]


def _possible(every: Iterable[Trial], kit: Kit) -> tuple[list[Trial], Counter[str]]:
    """Return the trials that a toolchain can do, and how many claims it lacks what for."""
    possible, left = [], Counter[str]()
    for one in every:
        what = kit.lacks(one.claim)
        if what:
            left[what] += len(one.claim.ids)
        else:
            possible.append(replace(one, kit=kit))
    return possible, left


def _why_none(found: Found, what: str) -> str:
    """Say that a toolchain lacks something, with the reason if its file gives one."""
    why = found.toolchain.no_fortran if what == FORTRAN_COMPILER else ""
    return f"no {what} here" + (f" ({why})" if why else "")


class Conformance(Plan[Trial]):
    """The plan over claims: toolchain after toolchain, compiled and run in parallel."""

    label = "validation"
    verb = "check"

    def __init__(self, options: Options, looks: Sequence[str] = ()) -> None:
        """Take the options, and which of LOOKS are wanted; a run that is resumed says it itself."""
        self.options, self._looks = as_begun(options, looks)
        options = self.options
        self.claims, self.wrong = source.load(options.project / "validation")
        self.chosen, self.cells = choose(self.claims, options)

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured: every claim once."""
        if begun is not None and begun.get("suite") != "validation":
            raise UsageError("that run holds no claims; resume it with the verb it began with")
        return Terms("validation", allow_host=True)

    def choose(self, begun: Record | None) -> Choice:
        """Choose claims, and the toolchains that compile OpenMP."""
        for what in self.wrong:
            self.say(f"left out: {what}")
        names = [one.name for one in self.chosen]
        if begun is not None and begun["selection"]["benchmarks"] != names:
            raise differs("the choice of claims")
        usable = able(self.context.found.values())
        kept = {name: list(getattr(self.options.selection, name)) for name in _CHOICE.values()}
        told = {"claims": {**kept, "looks": list(self._looks)}}
        return Choice(names, [], [one.name for one in usable], told)

    def trials(self, found: Iterable[Found]) -> dict[str, list[Trial]]:
        """Return what a dry run tells: the trials with every toolchain that compiles OpenMP."""
        every, project = self._trials(), self.options.project
        return {one.name: _possible(every, kit_of(one, project))[0] for one in able(found)}

    def stages(self) -> None:
        """Compile the support of each toolchain, then try every claim with it."""
        with Scratch() as self._scratch:
            for found in able(self.context.found.values()):
                possible = self.possible(found, self._scratch.path, self.say)
                self.make(f"claims with {found.name}", possible, self.workers)

    @property
    def workers(self) -> int:
        """How many claims are compiled at a time."""
        return self.options.jobs or max(2, default_jobs())

    def possible(self, found: Found, scratch: Path, say: Callable[[str], None]) -> list[Trial]:
        """Build what claims need of a toolchain, and return its trials; say what is left out."""
        kit = build.ready(found, self.options.project, scratch)
        possible, left = _possible(self._trials(), kit)
        for what, claims in left.items():
            why = _why_none(found, what)
            say(f"{found.name}: {why}; {plural(claims, 'claim')} left out")
        return possible

    def _trials(self) -> list[Trial]:
        """Return what is tried.

        Of generated claims, only the control that ignores directives is made beside a check.
        Otherwise claims come in an order that is drawn, always the same one, so that of a run that
        was stopped what it tried is a sample.
        """
        if self.options.verb != "conformance":
            return [*map(Trial, self.chosen), *trial.batches(self.cells)]
        mutants, controls, settings, sanitize = (name in self._looks for name in LOOKS)
        drawn = random.Random(0).sample(self.chosen, len(self.chosen))
        trials: list[Trial] = []
        if controls:  # changed ones are quick, and tell something of many
            trials += trial.batches(self.cells, IGNORED)
            trials += [Trial(claim, IGNORED) for claim in drawn]
        for claim in drawn:
            if mutants or settings or sanitize or not controls:
                trials.append(Trial(claim))
            trials += trial.mutants(claim) if mutants else []
            trials += trial.settings(claim) if settings else []
            trials += trial.sanitized(claim) if sanitize else []
        return trials + [one for claim in drawn if controls for one in trial.disabled(claim)]

    def carry_out(self, task: Trial) -> list[dict[str, Any]]:
        """Try one claim, or a batch of generated ones; leaves nothing behind."""
        kit, claim, launcher = task.kit, task.claim, self.context.launcher
        assert kit is not None
        began = time.monotonic_ns()
        folder = self._scratch.folder("claim-")
        try:
            if task.cells:
                results = trial.carry_out_together(kit, task.cells, folder, launcher, task.change)
            else:
                results = trial.carry_out(kit, claim, folder, launcher, task.change)
        finally:
            remove(folder)
        wall = time.monotonic_ns() - began
        by_id = {one.id: one for one in results}
        return [record_of(task, by_id[one], wall_ns=wall) for one in claim.ids]

    def is_red(self, record: Record) -> bool:
        """Whether a plain record makes the run fail."""
        found = self.context.found[record["toolchain"]]
        device = offloads(found) and found.runs_here
        return totals.red_claim(record, device=device)

    def exit_code(self) -> int:
        """Return 1 if a claim ended unexpectedly, 2 if a file of a claim breaks the rules."""
        records = [one for one in self.context.run.records() if one["kind"] == "claim"]
        if any(self.is_red(one) for one in records):
            return exit_codes.FAILED
        return UsageError.exit_code if self.wrong else exit_codes.GOOD
