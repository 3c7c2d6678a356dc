"""Races, barriers and memory on the device: target regions are checked on an emulated GPU, too.

What a check elsewhere cannot see is looked for in one launch more: of the same variant, as the
emulated toolchain of the same compiler family builds it, in the size that the benchmark declares.
A launch record of mode ``emulated`` tells it; what the device found goes into the verdict of each
check of the variant, what else went wrong there into its note.  The record is kept beside that
build, by a hash of code, sources, flags and device: what is known is not launched again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from league.base import exit_codes
from league.base.errors import LeagueError
from league.base.scrub import scrub, short
from league.base.words import plural
from league.records import kept, known_issues
from league.records.launches import names_of
from league.records.schema import Record, stamp, validate
from league.run import emulator, judge, launch, manifest, options, parameters, plan
from league.run.build_folders import BuildFolders
from league.run.manifest import Variant
from league.run.select import Names
from league.run.session import Context
from league.run.variants import carried_out
from league.toolchains import discovery, files
from league.verdicts import defect_in, judging, read

#: Seconds after which a launch says nothing; its size is one for five.
TIMEOUT_S = 120.0
NOT_CHECKED = "not checked on an emulated GPU"
_FOLDER = "league-device-checks"
#: The file of findings in a launch's scratch folder, a line each.
_FINDINGS = "findings"
#: The program asks for counts, and holds them against the work that its benchmark states.
_SETTINGS = {"GPU_EMULATOR_FINDINGS": _FINDINGS}
#: Checks of a program that fail where kernels do less than that, or outside the marks.
_OF_WORK = ("operations", "bytes_touched", "launches", "launches_before_start")
#: What the emulated device may be told by the user.
_TOLD = "GPU_EMULATOR_"
#: A finding: kind, kernel, perhaps function and PTX line, the source line in brackets, the rest.
_FINDING = re.compile(r"([a-z-]+): kernel (\S+?),[^()]*?(?:\(([^()]+):(\d+)\))?: (.*)")
#: What a kernel of Clang is called before the name of its function: file system and file.
_PLACE = re.compile(r"^__omp_offloading_[0-9a-f]+_[0-9a-f]+_")
#: Characters of a reason, and lines that are named beside the first.
_MOST, _LINES = 300, 4

Find = Callable[[Context], Sequence[Any]]


def find(context: Context) -> Sequence[Any]:
    """Return the toolchains for an emulated NVIDIA GPU of the families that a session has.

    Of each family the newest that has target regions, here or not.
    """
    families = {_family(one) for one in context.found.values()}
    described = files.load_all(context.options.project / "harness" / "toolchains")
    newest = {
        one.family: one
        for one in sorted(described, key=lambda one: known_issues.version_key(one.version))
        if one.emulated
        and one.device == "nvptx"
        and one.family in families
        and "target" in one.models()
    }
    return discovery.discover(list(newest.values()), project=context.options.project)


def concerns(variant: Variant) -> bool:
    """Whether a variant is of target regions."""
    return variant.offloads and variant.model.startswith("target")


def _family(found: Any) -> str:
    return str(found.record()["compiler"])


def detail(findings: Sequence[str]) -> str:
    """Return lines of the emulated device as a reason: kind, source lines, kernel, what else.

    The first one counts; of others of its kind in its kernel the lines are named, too: a race has
    two ends, and a compiler may have moved one of them.
    """
    every = [match.groups() for match in map(_FINDING.match, findings) if match]
    if not every or not _FINDING.match(findings[0]):
        return short(findings[0], _MOST)
    kind, kernel, file, line, rest = every[0]
    others = [one[3] for one in every if one[:3] == (kind, kernel, file) and one[3] != line]
    more = f" and {', '.join(list(dict.fromkeys(others))[:_LINES])}" if others and file else ""
    where = f" at {file}:{line}{more}" if file else ""
    return short(f"{kind}{where}, kernel {short(_PLACE.sub('', kernel), 100)}: {rest}", _MOST)


@dataclass(frozen=True)
class _Twin:
    """A variant as its emulated toolchain built it, and the hash of its code and sources."""

    found: Any
    variant: Variant
    code: str


class DeviceChecks:
    """The checks on emulated GPUs that go with those of a session."""

    def __init__(
        self,
        context: Context,
        folders: Callable[..., BuildFolders] = BuildFolders,
        finder: Find = find,
    ) -> None:
        """Take the session's context, and what stands in for builds and the search."""
        self._options, self._progress = context.options, context.progress
        self._launcher, self._found, self._cut = context.launcher, context.found, context.folders
        self._folders = folders
        self._find = partial(finder, context)
        #: of each variant that is checked: its emulated toolchain, and why that says nothing
        self._of: dict[Names, tuple[str, str]] = {}
        self._twins: dict[Names, _Twin] = {}
        self._ended: Mapping[Names, Record] = {}

    # ---- what is launched -----------------------------------------------------------------------

    def planned(self, cells: Sequence[plan.Cell]) -> list[plan.Launch]:
        """Build what goes with cells and return its launches: one a variant and toolchain."""
        wanted = {cell.variant.names: cell for cell in reversed(cells) if self._concerns(cell)}
        here = {_family(one): one for one in self._find()} if wanted else {}
        chosen: dict[str, dict[Names, plan.Cell]] = {}
        for names, cell in wanted.items():
            one = here.get(_family(self._found[cell.variant.toolchain]))
            why = self._why_not(one)
            self._of[names] = (one.name if one is not None else "", why)
            if one is not None and not why:
                chosen.setdefault(one.name, {})[(one.name, *names[1:])] = cell
        return [
            made for one in here.values() if one.name in chosen
            for made in self._built(one, chosen[one.name])
        ]  # fmt: skip

    def _concerns(self, cell: plan.Cell) -> bool:
        """Whether a cell is of target regions and not of an emulated GPU itself."""
        variant = cell.variant
        return concerns(variant) and not self._found[variant.toolchain].toolchain.emulated

    def _why_not(self, one: Any) -> str:
        if one is None:
            return f"{NOT_CHECKED}: no emulated toolchain is of its compiler's family"
        if one.state != "usable":
            return f"{NOT_CHECKED}: {one.name} is {one.state}"
        return "it is in this run itself" if one.name in self._found else ""

    def _built(self, found: Any, cells: Mapping[Names, plan.Cell]) -> Iterator[plan.Launch]:
        """Build the variants of cells with an emulated toolchain, and yield their launches."""
        work = self._folders(self._options, self._progress, [found])
        try:
            work.configure()
        except LeagueError as error:
            self._say_nothing(found.name, cells, str(error))
            return
        known = [one for one in work.known[found.name] if one.names in cells]
        self._say_nothing(found.name, cells.keys() - {one.names for one in known}, "it has none")
        for one in work.build(found.name, known):
            names = one.variant.names
            if one.verdict != "ok":
                self._say_nothing(found.name, [names], f"{one.verdict}: {one.reason}")
                continue
            code = manifest.code_sha256(one.variant, one.sources)
            code = code or manifest.executable_sha256(one.variant)
            self._twins[names] = _Twin(found, one.variant, code)
            try:
                yield self._launch(self._twins[names], cells[names])
            except LeagueError as error:
                self._say_nothing(found.name, [names], str(error))

    def _say_nothing(self, toolchain: str, some: Any, why: str) -> None:
        """Note of variants that their emulated toolchain tells nothing, and why."""
        pairs = {names[1:] for names in some}
        for names, (said, _) in self._of.items():
            if said == toolchain and names[1:] in pairs:
                self._of[names] = (toolchain, short(f"{NOT_CHECKED}: {toolchain}: {why}", _MOST))

    def _launch(self, twin: _Twin, cell: plan.Cell) -> plan.Launch:
        """Return the launch for a cell.

        Raises LeagueError for a program that tells no classes, or does not have the size declared.
        """
        variant = twin.variant
        told = manifest.describe(variant, discovery.launch_environment(twin.found))
        letters = [str(one["letter"]) for one in told["classes"]]
        letter = options.CHECK_CLASS if options.CHECK_CLASS in letters else letters[0]
        precision = (
            cell.precision if cell.precision in told["precisions"] else told["precisions"][0]
        )
        small = plan.Cell(variant, f"{letter} {variant.small}".strip(), precision)
        parameters.check("SMALL", ((key, [value]) for key, value in small.sets.items()), told)
        words = (*plan.repetitions(1, 0), "--guard")
        return plan.Launch(small, plan.EMULATED, words, timeout_s=TIMEOUT_S)

    # ---- launching ------------------------------------------------------------------------------

    def launched(self, task: plan.Launch) -> Record:
        """Return the record of a launch: as it was kept, or made now."""
        twin = self._twins[task.cell.variant.names]
        environment = {**_SETTINGS, **discovery.launch_environment(twin.found)}
        folders = self._cut
        program = launch.program_of(twin.variant, environment, None, judging.STRICT, folders)
        program = replace(program, further=_FINDINGS)
        file = twin.variant.build / _FOLDER / f"{twin.variant.target}.json"
        key = self._key(twin, task, program)
        if known := _kept(file, key):
            return known
        record = carried_out(
            self._launcher,
            program,
            task,
            version=str(twin.found.version),
            timeout_s=self._options.timeout_s,
            shared=True,
            kept=lambda record, outcome: _with_finding(record, outcome, program.folders),
        )
        ended = read(record["verdict"]["launch"])
        if ended.word == "timeout":
            return judge.unlaunched_record(task, f"no end within {TIMEOUT_S:g} s")
        if ended.word in ("ok", "nonzero", "crash") and record["exit_code"] != exit_codes.USAGE:
            kept.write(file, {"key": key, "record": stamp(record)})
        return record

    def _key(self, twin: _Twin, task: plan.Launch, program: launch.Program) -> str:
        """Return the hash of all that the record of a launch follows from."""
        variant, about = twin.variant, twin.found.record()
        known, version = known_issues.known(), str(twin.found.version)
        issues = known_issues.matching(known, variant.names, version, task.cell.precision)
        user = {name: value for name, value in os.environ.items() if name.startswith(_TOLD)}
        parts = [
            twin.code,
            emulator.folder(self._options.project, Path()).name,
            [about[name] for name in ("compiler", "version", "flags")],
            task.words(),
            sorted(one for one in {**user, **program.variables}.items() if one[0] != "PATH"),
            [repr(one) for one in issues],
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    # ---- what follows ---------------------------------------------------------------------------

    def take(self, records: Sequence[Record]) -> Iterator[str]:
        """Take what ended; yield lines for people: how many were checked, and why others not."""
        self._ended = {names_of(one): one for one in records}
        checked = Counter(one["toolchain"] for one in records)
        before = sum("kept_from" in one for one in records)
        for toolchain, count in checked.items():
            told = f", {before} of them known from before" if before else ""
            yield f"on an emulated GPU: {plural(count, 'variant')} of {toolchain}{told}"
        notes = Counter(note for note in map(self._note_of, self._of) if note)
        for note, count in notes.most_common():
            yield f"{plural(count, 'variant')}: {note}"

    def _note_of(self, names: Names) -> str:
        """Return why nothing is known of a variant there, or what went wrong beside findings."""
        toolchain, note = self._of[names]
        ended = self._ended.get((toolchain, *names[1:]))
        if note or ended is None:
            return note or f"{NOT_CHECKED}: the run ended before"
        stages = ended["verdict"]
        defect = defect_in(stages["expectation"])
        if defect:
            return f"{NOT_CHECKED}: a known defect of {toolchain}: {defect}"
        if read(stages["launch"]).row.unlaunched:
            return f"{NOT_CHECKED}: {toolchain}: {ended['reason']}"
        if stages["answer"] != judging.DEVICE_ERROR and judging.failure(stages, offloads=True):
            return short(f"{ended['worst']} with {toolchain}: {ended['reason']}", _MOST)
        return ""

    def judged(self, record: Record) -> Record:
        """Return the record of a check with what the emulated GPU says of its variant."""
        names = names_of(record)
        if names not in self._of:
            return record
        toolchain, note = self._of[names][0], self._note_of(names)
        ended = self._ended.get((toolchain, *names[1:]))
        told = {**record, "emulated": {"toolchain": toolchain, "note": note}}
        if ended is not None and not note and ended["verdict"]["answer"] == judging.DEVICE_ERROR:
            return _failed(told, f"{toolchain}: {ended['reason']}")
        less = _less_work(ended)
        return _failed(told, f"{toolchain}: {less}", answer="wrong") if less else told


def _less_work(ended: Record | None) -> str:
    """Return which check of the work that kernels do failed in a launch; empty if none did."""
    told = (ended["record"] or {}) if ended is not None else {}
    failed = [one for one in told.get("checks", ()) if not one["passed"]]
    less = [one for one in failed if one["name"] in _OF_WORK]
    return f"{less[0]['name']}: {less[0]['error']:.3g} too few or too many" if less else ""


def _failed(record: Record, reason: str, answer: str = judging.DEVICE_ERROR) -> Record:
    """Return a record whose answer is the finding of a device; it weighs more than the rest."""
    stages = {**record["verdict"], "answer": answer}
    worst = judging.worst(stages, offloads=True)
    return {**record, "verdict": stages, "worst": worst, "reason": reason}


def _with_finding(record: Record, outcome: launch.Outcome, folders: Sequence[Path]) -> Record:
    """Return what a record says otherwise where the device found something."""
    findings = scrub(outcome.further, folders).splitlines()
    return _failed(record, detail(findings)) if findings else {}


def _kept(file: Path, key: str) -> Record | None:
    """Return the record that is kept for a key, with the time it was made, None without one."""
    known = kept.read_table(file)
    record = known.get("record")
    if known.get("key") != key or not isinstance(record, dict) or validate(record):
        return None
    made = {name: value for name, value in record.items() if name not in ("schema", "id", "time")}
    return {**made, "kept_from": record["time"]}
