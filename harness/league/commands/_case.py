"""What `export case` does: a failing cell as an archive for a bug report."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from league.analysis.selection import narrow
from league.analysis.standing import Column
from league.base import paths
from league.base.errors import LeagueError, NothingComparable, UsageError
from league.base.scratch import Scratch
from league.base.words import plural
from league.bundle import tar_files
from league.records import reading, store
from league.records.launches import Launch, Record, names_of
from league.records.view import Cell, RunView
from league.run import by_hand, judge, launch, manifest, plan, smallest
from league.run.by_hand import BUILD, ByHand
from league.run.manifest import Variant
from league.run.options import CHECK_TIMEOUT_S
from league.run.smallest import Search
from league.show import case as page
from league.show.case import Case
from league.show.evidence import Evidence, evidence_of
from league.toolchains import discovery, files
from league.verdicts import judging, word


@dataclass(frozen=True)
class _Failing:
    """What was chosen: a cell that failed, or a build that did."""

    run: RunView
    column: Column
    evidence: Evidence
    benchmark: str
    cell: Cell | None

    @property
    def names(self) -> tuple[str, str, str]:
        return self.column.toolchain, self.benchmark, self.evidence.variant


def export(args: argparse.Namespace, folder: Path) -> str:
    """Write the archive of -o for the one failing cell that is chosen, and say what it holds."""
    if args.output is None:
        raise UsageError("case is an archive; name it with -o, as -o case.tar.gz")
    tar_files.check_suffix(args.output)
    (run,) = narrow([reading.read_run(folder)], args)
    found = _chosen(run)
    variant = _variant(found.names, args)
    made = by_hand.of(variant, paths.project_root())
    size, tried, why_not = _smallest(found, variant, args)
    case = _case(found, variant, size, tried, why_not)
    with Scratch() as scratch:
        _fill(scratch.path, case, made, _records(folder, found))
        names = [one.relative_to(scratch.path).as_posix()
                 for one in scratch.path.rglob("*") if one.is_file()]  # fmt: skip
        tar_files.write(args.output, case.name, scratch.path, names)
    smaller = f"smallest size {size} after {tried}" if size else f"no smaller size: {why_not}"
    return f"case: {args.output} ({case.name}, {plural(len(names), 'file')}; {smaller})"


def _chosen(run: RunView) -> _Failing:
    """Return what failed; raises where that is nothing, or more than one cell."""
    found: dict[str, _Failing] = {}
    for (toolchain, benchmark, variant), cells in _programs(run).items():
        column = Column(run, toolchain, toolchain)
        failed = [one for one in cells if word(one.outcome).failed]
        for one in evidence_of([column], benchmark, variant, only_failed=True):
            own = [cell for cell in failed if "/".join(filter(None, cell.key.size)) == one.size]
            if own or not one.size:
                found[one.anchor] = _Failing(run, column, one, benchmark, own[0] if own else None)
    if not found:
        raise NothingComparable(f"nothing that was chosen of {run.name} failed; choose what did")
    programs = {one.names for one in found.values()}
    if len(programs) > 1:
        some = ", ".join(f"{b}.{v} with {t}" for t, b, v in sorted(programs)[:3])
        raise UsageError(f"{len(programs)} programs failed: {some}; choose one with -b, -v and -t")
    return next(iter(found.values()))


def _programs(run: RunView) -> dict[tuple[str, str, str], Sequence[Cell]]:
    names = dict.fromkeys([*run.builds, *run.variants])
    return {one: run.variants.get(one, ()) for one in names}


def _variant(names: tuple[str, str, str], args: argparse.Namespace) -> Variant:
    """Return the variant as the build folder has it."""
    toolchain, benchmark, variant = names
    remedy = f"run_all.py build -t {toolchain} -b {benchmark} -v {variant} makes it"
    folder = (args.build_root or paths.project_root() / "build") / toolchain
    if not (folder / manifest.MANIFEST).is_file():
        raise LeagueError(f"build folder {toolchain} is not here; {remedy}")
    for one in manifest.variants(folder):
        if one.names == names:
            return one
    raise LeagueError(f"build folder {toolchain} does not know {benchmark}.{variant}; {remedy}")


def _smallest(found: _Failing, variant: Variant, args: argparse.Namespace) -> tuple[str, int, str]:
    """Return the smallest size that still fails, how many were tried, and why none is known."""
    spoiler = found.cell.spoiler if found.cell else None
    if spoiler is None:
        return "", 0, "there is no program"
    if variant.executable is None or not variant.executable.is_file():
        return "", 0, "the program is not here any more"
    letter = spoiler.key.letter
    if letter.startswith(plan.DECK):
        return "", 0, "its size is that of an input deck"
    if spoiler.outcome in ("timeout", "no-device"):
        return "", 0, f"a smaller size cannot be told from {word(spoiler.outcome).label}"
    description = manifest.describe(variant)
    with launch.Launcher() as launcher:
        search = Search(_Trials(found, variant, spoiler, launcher).fails)
        size = smallest.smallest(description, letter.split()[0], search)
    why_not = "" if size else "what is built here does not fail so"
    return size, len(search.told), why_not


class _Trials:
    """Starts the program in one size after the other, as the launch that failed was started."""

    def __init__(
        self, found: _Failing, variant: Variant, failed: Launch, launcher: launch.Launcher
    ) -> None:
        self._found, self._variant, self._failed = found, variant, failed
        self._launcher = launcher
        self._judge = judging.judge_of(found.run.session)
        described = files.load_all(paths.project_root() / "harness" / "toolchains")
        own = [one for one in described if one.name == variant.toolchain]
        here = discovery.discover(own, project=paths.project_root())
        self._environment = discovery.launch_environment(here[0]) if here else {}
        self._starter = here[0].launcher if here else ()

    def fails(self, size: str) -> bool:
        """Whether it ends in this size as it did."""
        session = self._found.run.session
        guarded = self._failed.mode == plan.CHECK
        repeat, warmup = (1, 1) if guarded else (session["repeat"], session["warmup"])
        words = (*plan.repetitions(repeat, warmup), *(("--guard",) if guarded else ()))
        cell = plan.Cell(self._variant, size, self._failed.key.precision)
        program = launch.program_of(
            self._variant, self._environment, None, self._judge, (paths.project_root(),),
            self._starter,
        )  # fmt: skip
        more = {k: v for k, v in self._failed.environment.items() if k not in program.variables}
        one = plan.Launch(cell, self._failed.mode, words, tuple(more.items()))
        outcome = self._launcher.start(
            program, one.words(), one.environment, timeout_s=CHECK_TIMEOUT_S
        )
        version = str(self._found.column.fact("version"))
        ended = judge.launch_record(one, outcome, program, version)["worst"]
        return str(ended) == self._failed.worst


def _case(found: _Failing, variant: Variant, size: str, tried: int, why_not: str) -> Case:
    session = found.run.session
    dirty = " (changed since)" if session.get("dirty") else ""
    return Case(
        found.benchmark, found.evidence, found.column.compiler, found.run.place,
        f"{session.get('source') or ''}{dirty}",
        found.cell.key.precision if found.cell else "", _program(variant), size, tried, why_not,
    )  # fmt: skip


def _program(variant: Variant) -> str:
    return f"{variant.group}/{variant.benchmark}/{variant.name}"


def _records(folder: Path, found: _Failing) -> list[Record]:
    """Return the records that are about it: session, machine, toolchain, build, its launches."""
    key = found.cell.key if found.cell else None
    kept: list[Record] = []
    for one in store.each_record(folder):
        kind = one["kind"]
        about = kind in ("session", "machine") or (
            kind == "toolchain" and one["toolchain"] == found.column.toolchain
        )
        if kind in ("build", "launch") and names_of(one) == found.names:
            about = key is None or kind == "build" or one["precision"] == key.precision
        kept += [one] if about else []
    return kept


def _fill(folder: Path, case: Case, made: ByHand, records: Sequence[Record]) -> None:
    """Write what the archive holds."""
    for name, file in made.files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    (folder / BUILD).mkdir(exist_ok=True)
    texts = {
        "README.md": page.to_markdown(case),
        "build.sh": page.build_script(made.lines),
        "run.sh": page.run_script(case),
        "records.jsonl": "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in records),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
