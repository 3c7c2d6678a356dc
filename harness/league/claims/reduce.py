"""Makes the program of a failing claim as small as its defect, with C-Vise or C-Reduce."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from league.base import paths, process
from league.base.errors import LeagueError, NothingComparable, UsageError
from league.base.scratch import Scratch
from league.claims import build, demands, source
from league.claims.build import Kit
from league.claims.demands import Demand, Sections, Subject
from league.claims.families import all_cells
from league.claims.families.cell import program
from league.claims.source import Claim
from league.claims.trial import claim_of
from league.records import languages
from league.run import select
from league.run.launch import Launcher
from league.run.options import Options
from league.toolchains.discovery import Found

TOOLS = ("cvise", "creduce")
#: How a reduction ends.
DONE, BUDGET = "nothing smaller was found", "the budget ended it"
INTERRUPTED = "it was interrupted"
#: Seconds for one look at a smaller program: three builds, three runs.
_PATIENCE = 120
_ENDLESS = 1e7
#: Host toolchains that are asked whether a program is right without directives.
_MOST_HOSTS = 4


@dataclass(frozen=True)
class Reduced:
    """A smaller program, and how it came about."""

    name: str
    claim: Claim
    text: str
    original: str
    tool: str
    tried: int
    demands: tuple[Demand, ...]
    #: how it ended
    ended: str

    @property
    def title(self) -> str:
        """What people call the toolchain that fails."""
        return self.demands[0].kit.title


def tool() -> str:
    """Return the program that makes programs smaller.  Raises UsageError if there is none."""
    found = next(filter(None, map(shutil.which, TOOLS)), None)
    if found is None:
        raise UsageError(
            "neither C-Vise nor C-Reduce was found; install the package cvise (or creduce)"
        )
    return found


def find(project: Path, name: str, folder: Path) -> tuple[Claim, str]:
    """Return a claim by the name that people call it, and its id; a generated one is written out.

    Raises UsageError for a name that nobody has.
    """
    claims, _ = source.load(project / "validation")
    known = {
        languages.shown(one, claim.language): (claim, one) for claim in claims for one in claim.ids
    }
    if name in known:
        return known[name]
    cells = {languages.shown(cell.id, cell.language): cell for cell in all_cells()}
    if name not in cells:
        raise select.unknown("claim", name, [*known, *cells])
    cell = cells[name]
    file = folder / f"generated.{cell.language}"
    file.write_text(program((cell,)), encoding="utf-8")
    return claim_of((cell,), file), cell.id


def reduce(
    options: Options, name: str, failing: Found, others: Sequence[Found],
    say: Callable[[str], None],
) -> Reduced:  # fmt: skip
    """Make the program of a claim smaller and return the smallest that does the same.

    ``others`` are the toolchains that may show that it is a right program; the first one that keeps
    the claim does.  Raises UsageError where there is no tool or no such claim, NothingComparable
    where nothing fails or nothing shows that the program is right.
    """
    by, begun = tool(), time.monotonic()
    with Scratch() as scratch, Launcher() as launcher:
        claim, one = find(options.project, name, scratch.path)
        if claim.expect != "pass" or claim.where == "build":
            raise NothingComparable(
                f"{name} is about a program that has to be refused; it is its own smallest form"
            )
        start = scratch.path / f"program{claim.path.suffix}"
        text = source.body(claim) if claim.observed else claim.path.read_text(encoding="utf-8")
        start.write_text(text, encoding="utf-8")
        subject = Subject(claim, one, start, scratch.path / "look", launcher)
        wanted = tuple(_Looks(subject, options, scratch.path, say).demands(failing, others))
        say(f"what a smaller program has to do: {'; '.join(one.told for one in wanted)}")
        folder = scratch.path / "reduced"
        folder.mkdir()
        demands.write(wanted, subject, folder)
        kept = folder / demands.SMALLEST
        ended = INTERRUPTED
        try:
            # Laying it out in the end takes as long as the looks that are behind us.
            left = (options.budget_s or _ENDLESS) - 2 * (time.monotonic() - begun)
            ended = BUDGET if _carry_out(by, start, folder, options, left) else DONE
            smallest = _formatted(kept, wanted, subject, scratch.path / "laid-out")
        except KeyboardInterrupt:  # what was found is kept
            smallest = kept.read_text(encoding="utf-8")
        tried = folder / demands.TRIED
        return Reduced(
            name, claim, smallest, text, Path(by).name,
            tried.stat().st_size if tried.is_file() else 0, wanted, ended,
        )  # fmt: skip


@dataclass
class _Looks:
    """First looks at the program as it is: what fails, and who says that it is right."""

    subject: Subject
    options: Options
    scratch: Path
    say: Callable[[str], None]
    kits: dict[str, Kit] = field(default_factory=dict)

    def demands(self, failing: Found, others: Sequence[Found]) -> Iterator[Demand]:
        """Yield how it fails with one toolchain, and who of the others shows that it is right."""
        shown = self.subject.shown
        kit = self._kit(failing)
        if kit is None:
            told = f"{failing.name} has no compiler for the language of {shown}"
            raise NothingComparable(f"{told}; name another with -t")
        yield demands.failing(kit, self.subject)
        # Who has memory of its own sees what is mapped, and is asked first.
        others = sorted(others, key=lambda one: not build.offloads(one))
        holding = self._holding(others)
        found = [one for one in (holding, self._serial(failing, others)) if one]
        if not found:
            raise NothingComparable(
                f"nothing here shows that {shown} is a right program: no other compiler keeps it,"
                " and without directives it gives no answer; name one that does with a further -t"
            )
        if holding is None or not holding.kit.offload:
            text = self.subject.source.read_text(encoding="utf-8")
            told = "sections that are mapped stay sections"
            yield Sections(kit, told, allowed=frozenset(demands.whole_items(text)))
        yield from found

    def _kit(self, found: Found) -> Kit | None:
        """Return the kit of a toolchain, None if it does not speak the claim's language."""
        if found.name not in self.kits:
            self.kits[found.name] = build.ready(found, self.options.project, self.scratch)
        kit = self.kits[found.name]
        return None if kit.lacks(self.subject.claim) else kit

    def _holding(self, others: Sequence[Found]) -> Demand | None:
        for found in others:
            try:
                kit = self._kit(found)
            except LeagueError as error:
                self.say(f"left out: {error}")
                continue
            made = kit and demands.holding(kit, self.subject)
            if made:
                return made
            if kit:
                self.say(f"{found.name} does not keep it either")
        return None

    def _serial(self, failing: Found, others: Sequence[Found]) -> Demand | None:
        """Ask hosts first, and for the sanitizers first: not every installation has them."""
        hosts = [one for one in others if one.toolchain.device == "host"]
        kits = [kit for kit in map(self._kit, [*hosts[:_MOST_HOSTS], failing]) if kit]
        made = (
            demands.serial(kit, self.subject, sanitized=sanitized)
            for sanitized in (True, False)
            for kit in kits
        )
        return next(filter(None, made), None)


def _carry_out(by: str, start: Path, folder: Path, options: Options, seconds: float) -> bool:
    """Let the tool work so long; return whether the budget ended it."""
    ask = folder / "demands.sh"
    asked = [*paths.interpreter("league.claims.demands"), str(folder), start.name]
    ask.write_text(f"#!/bin/sh\nexec {shlex.join(asked)}\n")
    ask.chmod(0o755)
    work = folder / "work"
    work.mkdir()
    shutil.copyfile(start, work / start.name)
    line = [by, "--n", str(options.jobs or len(os.sched_getaffinity(0))), "--tidy"]
    line += ["--timeout", str(_PATIENCE)]
    if start.suffix not in (".cpp", ".c"):
        line.append("--not-c")
    # The tool has sockets there, whose names may have no more than some hundred characters.
    with tempfile.TemporaryDirectory(prefix="league-", ignore_cleanup_errors=True) as scratch:
        environment = {**os.environ, "TMPDIR": scratch}
        said = process.ask([*line, str(ask), start.name], environment, max(seconds, 1.0), cwd=work)
    if said.exit_code != 0 and not said.timed_out:
        last = said.text.strip().splitlines()[-1:] or ["it said nothing"]
        told = f"{Path(by).name} failed: {last[0][:300]}"
        raise LeagueError(f"{told}; try a newer one, or another with --by")
    return said.timed_out


def _formatted(smallest: Path, wanted: Sequence[Demand], subject: Subject, folder: Path) -> str:
    """Return the smallest program, laid out by clang-format where that changes nothing else."""
    text = smallest.read_text(encoding="utf-8")
    layout = shutil.which("clang-format")
    if layout is None:
        return text
    folder.mkdir()
    file = folder / subject.source.name
    file.write_text(text, encoding="utf-8")
    line = [layout, "-i", "--style={BasedOnStyle: LLVM, IndentPPDirectives: None}", str(file)]
    process.ask(line, os.environ, 60)
    met = demands.all_met(wanted, replace(subject, source=file, folder=folder / "built"))
    return file.read_text(encoding="utf-8") if met else text
