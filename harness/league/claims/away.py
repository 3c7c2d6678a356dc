"""Claims that are built here and launched elsewhere: what travels of them, what comes of it.

What happens elsewhere needs the standard library only, Python 3.9 or newer, and no sources.
"""

from __future__ import annotations

import itertools
import shutil
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from league.base import exit_codes
from league.base.progress import Progress
from league.base.scratch import remove
from league.base.scrub import visible_in
from league.claims import build, judge, trial
from league.claims.build import Change, Kit, Outcome, offloads
from league.claims.judge import Judged
from league.claims.plan import Conformance, record_of
from league.claims.source import Claim
from league.claims.trial import Ready, Trial
from league.records import store, totals
from league.records.schema import Record
from league.run import select
from league.run.build import default_jobs
from league.run.launch import Launcher
from league.run.manifest import CLAIM_PROGRAMS
from league.run.options import Options
from league.run.session import Choice, Plan
from league.run.table import differs
from league.run.terms import Terms
from league.toolchains.discovery import Found, launch_environment
from league.toolchains.probes import program_of
from league.verdicts import Verdict

#: What of a claim, a kit and a change is needed where a program is launched.
_CLAIM = ("ids", "group", "since", "section", "where", "expect", "open", "diagnostic", "prints",
          "environment", "seconds", "directives", "generated")  # fmt: skip
_KIT = ("toolchain", "family", "offload", "mismatch", "version", "emulated", "variables",
        "launcher")  # fmt: skip

#: The folder, beside those of claims, of the program that tells whether there is a device.
PROBE = "device"

#: Characters of what a compiler said that travel.
_MOST_LOG = 10_000

Told = dict[str, Any]


@dataclass(frozen=True)
class Carried:
    """What was built of the claims of a toolchain."""

    #: of those of which nothing is launched
    records: Sequence[Record]
    #: of the others, what is needed to launch them
    claims: Sequence[Told]
    #: whether the toolchain compiles target regions for a device
    offloads: bool


def build_all(
    plan: Conformance, found: Found, place: Path, scratch: Path, progress: Progress
) -> Carried:
    """Build the claims of a toolchain for other machines; their programs lie in ``place``."""
    possible = [
        replace(one, kit=replace(one.kit, runs_here=True)) if one.kit else one
        for one in plan.possible(found, scratch, progress.line)
    ]
    kit = next((one.kit for one in possible if one.kit is not None), None)
    if kit is not None and kit.offload:
        made = build.build(kit, _probe(program_of("target")), scratch / PROBE)
        if made.program is not None:
            _copied(made.program, place / PROBE)
    progress.phase(f"claims with {found.name}", len(possible))
    numbers, records, claims = itertools.count(), [], []

    def work(one: Trial) -> tuple[list[Record], list[Told]]:
        return _built(one, scratch / f"claim-{next(numbers)}", place)

    with ThreadPoolExecutor(plan.workers) as pool:
        for one, (judged, told) in zip(possible, pool.map(work, possible)):
            records += judged
            claims += told
            progress.done(one.name, ", ".join(str(each["worst"]) for each in judged) or "built")
    return Carried(records, claims, offloads(found))


def _built(one: Trial, folder: Path, place: Path) -> tuple[list[Record], list[Told]]:
    assert one.kit is not None
    began = time.monotonic_ns()
    try:
        every = [*trial.built_together(one.kit, one.cells, folder, one.change)] if one.cells else [
            trial.built(one.kit, one.claim, folder, one.change)]  # fmt: skip
        records: list[Record] = []
        told: list[Told] = []
        for number, made in enumerate(every):
            if isinstance(made, Ready):
                told.append(_packed(made, place / f"{folder.name}-{number}"))
            else:
                wall = time.monotonic_ns() - began
                records += [record_of(one, each, wall_ns=wall) for each in made]
        return records, told
    finally:
        remove(folder)


def _packed(ready: Ready, place: Path) -> Told:
    """Keep the program, with libraries of its own, and return what else there is to know."""
    program = ready.outcome.program
    assert program is not None
    _copied(program, place)
    language = ready.claim.language
    return {
        "name": ready.name,
        "place": place.name,
        "keys": ready.record_keys(),
        "seconds": ready.seconds,
        "claim": {**_parts(ready.claim, _CLAIM), "file": f"{ready.claim.name}.{language}"},
        "kit": _parts(ready.kit, _KIT),
        "change": {"name": ready.change.name, "environment": ready.change.environment},
        "log": visible_in(ready.outcome.log)[-_MOST_LOG:],
        "regions": ready.outcome.regions,
    }


def _probe(path: Path) -> Claim:
    """Return what is built and launched, as claims are, to know whether there is a device."""
    return Claim(path, (PROBE,), "", "4.5", "", "", "")


def _copied(program: Path, place: Path) -> None:
    """Keep a program, with libraries of its own."""
    place.mkdir(parents=True)
    for file in (program, *program.parent.glob("*.so")):
        shutil.copy(file, place / file.name)


def _parts(value: Any, names: Sequence[str]) -> Told:
    return {name: getattr(value, name) for name in names}


def unpacked(told: Mapping[str, Any], programs: Path, variables: Mapping[str, str] | None) -> Ready:
    """Return what was packed; ``variables`` stand in for those of its kit if there are any."""
    named, kit, change = dict(told["claim"]), dict(told["kit"]), told["change"]
    kit["variables"] = kit["variables"] if variables is None else variables
    kit["launcher"] = tuple(kit["launcher"])
    named["ids"] = tuple(named["ids"])
    named["environment"] = _pairs(named["environment"])
    path = Path(named.pop("file"))
    program = programs / told["place"] / "claim"
    return Ready(
        Kit(**kit, compiler=Path(), flags=(), link=(), core=Path()),
        Claim(path=path, sentence="", observed="", **named),
        Outcome("ok", "", told["log"], program, told["regions"]),
        Change(change["name"], environment=_pairs(change["environment"])),
    )


def _pairs(told: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in told)


def carried_out(ready: Ready, launcher: Launcher) -> list[Record]:
    """Launch what was built elsewhere and return its records, in the order of its ids.

    Where its toolchain finds no device nothing else of it is launched.
    """
    began = time.monotonic_ns()
    has_device = _has_device(ready, launcher)
    judged = (
        ready.judged(launcher) if has_device else [judge.not_run(one) for one in ready.claim.ids]
    )
    wall = time.monotonic_ns() - began
    by_id = {one.id: record_of(ready.trial, one, wall_ns=wall) for one in judged}
    return [by_id[one] for one in ready.claim.ids]


#: By the program that tells it, whether there is a device.
_devices: dict[Path, bool] = {}
_asking = threading.Lock()


def _has_device(ready: Ready, launcher: Launcher) -> bool:
    """Whether a toolchain's programs find a device here, as far as that is asked and known."""
    assert ready.outcome.program is not None
    program = ready.outcome.program.parent.parent / PROBE / "claim"
    with _asking:
        if program not in _devices:
            asks = ready.kit.offload and program.is_file()
            ended = judge.launch(launcher, ready.kit, _probe(program), program) if asks else None
            _devices[program] = ended is None or ended.outcome.exit_code != exit_codes.NO_DEVICE
        return _devices[program]


def records_of(
    told: Mapping[str, Any], folder: Path, launcher: Launcher | None, why: str
) -> list[Record]:
    """Launch a claim of a batch and return its records; without a launcher, those that say why not.

    Its program lies below the batch's ``folder``.
    """
    ready = unpacked(told, folder / CLAIM_PROGRAMS / told["kit"]["toolchain"], None)
    if launcher is not None:
        return carried_out(ready, launcher)
    ended = str(Verdict("skipped", why))
    return [
        record_of(
            ready.trial,
            Judged(one, "ok", ended, "unknown", "not-checked", "skipped", why),
            wall_ns=0,
        )
        for one in ready.claim.ids
    ]


class Packed(Plan[Ready]):
    """The plan over claims of a bundle: built elsewhere, launched here."""

    label = Conformance.label
    verb = Conformance.verb

    def __init__(
        self, options: Options, told: Mapping[str, Mapping[str, Any]], origin: Mapping[str, Any]
    ) -> None:
        """Take the options, by toolchain what was packed, and where the programs come from."""
        self.options, self._told, self._origin = options, told, origin

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured: every claim once."""
        return Terms("validation", allow_host=True)

    def choose(self, begun: Record | None) -> Choice:
        """Choose from the programs that were packed, by ids and groups of their claims."""
        asked, found = self.options.selection, self.context.found
        usable = [name for name in self._told if name in found and found[name].state == "usable"]
        every = {name: self.packed(found[name]) for name in usable}
        names = {one for some in every.values() for ids, _ in some for one in ids}
        keep = set(select.match_names("claim", asked.benchmarks or ("*",), sorted(names)))
        gone = set(select.match_names("claim", asked.exclude, sorted(names)))
        self._chosen = {
            name: [(ids, one) for ids, one in some if keep & ids and not gone & ids]
            for name, some in every.items()
        }
        chosen = sorted({one for some in self._chosen.values() for ids, _ in some for one in ids})
        if begun is not None and begun["selection"]["benchmarks"] != chosen:
            raise differs("the choice of claims")
        kept = {"benchmarks": list(asked.benchmarks), "tags": [], "exclude": list(asked.exclude)}
        return Choice(chosen, [], usable, {"claims": {**kept, "looks": []}}, self._origin)

    def packed(self, found: Found) -> list[tuple[set[str], Ready | Record]]:
        """Return what was packed of a toolchain, each with its ids and its group."""
        told, programs = self._told[found.name], self.options.builds / found.name / CLAIM_PROGRAMS
        variables = launch_environment(found) | ({} if told["offloads"] else build.ON_HOST)
        every = [unpacked(one, programs, variables) for one in told["claims"]]
        ready = [replace(one, kit=replace(one.kit, launcher=found.launcher)) for one in every]
        return [
            *(({one["claim"], one["group"]}, one) for one in told["records"]),
            *(({*one.claim.ids, one.claim.group}, one) for one in ready),
        ]

    def stages(self) -> None:
        """Record what building told, and launch the others."""
        for name, some in self._chosen.items():
            done = self.context.run.done()
            for _, one in some:
                if not isinstance(one, Ready) and store.key_of(one) not in done:
                    self.context.run.append(one)
            ready = [one for _, one in some if isinstance(one, Ready)]
            self.make(f"claims with {name}", ready, self.options.jobs or default_jobs())

    def carry_out(self, task: Ready) -> list[Record]:
        """Launch one program."""
        return carried_out(task, self.context.launcher)

    def is_red(self, record: Record) -> bool:
        """Whether a record makes the run fail."""
        return totals.red_claim(record, device=self._told[record["toolchain"]]["offloads"])

    def exit_code(self) -> int:
        """Return 1 if a claim ended unexpectedly."""
        records = [one for one in self.context.run.records() if one["kind"] == "claim"]
        return exit_codes.FAILED if any(map(self.is_red, records)) else exit_codes.GOOD
