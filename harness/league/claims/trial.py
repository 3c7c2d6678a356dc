"""A trial: a claim, or many generated ones, from source to verdicts with one compiler.

Generated claims share programs: starting a compiler takes longer than compiling one of them.  A
failure is followed until it costs one claim only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from league.claims import build, judge
from league.claims.build import PLAIN, QUIET, SANITIZERS, Change, Kit, Outcome
from league.claims.families.cell import Cell, program
from league.claims.judge import Judged
from league.claims.source import Claim, mutated
from league.records import languages
from league.run.launch import Launcher

#: Claims in a program: compiling one region takes a tenth of a second, starting a compiler one.
SIZE = 24
_SECONDS = 60.0
#: Settings of the environment under which verdicts must agree.
SETTINGS = {
    "setting narrow": {"OMP_NUM_THREADS": "1", "OMP_NUM_TEAMS": "1"},
    "setting wide": {"OMP_NUM_THREADS": "7", "OMP_TEAMS_THREAD_LIMIT": "3"},
}


@dataclass(frozen=True)
class Trial:
    """One claim with one change; of generated ones the claim holds the common facts."""

    claim: Claim
    change: Change = PLAIN
    cells: tuple[Cell, ...] = ()
    #: what it is tried with; None: not said yet
    kit: Kit | None = None

    @property
    def name(self) -> str:
        """What progress calls it."""
        name = languages.shown(self.claim.name, self.claim.language)
        if self.claim.generated:
            more = len(self.claim.ids) - 1
            name = self.claim.ids[0] + (f" and {more} more" if more else "")
        return " ".join(
            filter(None, (name, self.change.name, self.kit.toolchain if self.kit else ""))
        )

    def record_keys(self) -> Sequence[Hashable]:
        """Return the keys of its records."""
        toolchain, language = self.kit.toolchain if self.kit else "", self.claim.language
        return [(toolchain, one, language, self.change.name) for one in self.claim.ids]


# ---- what may be tried ---------------------------------------------------------------------------


def mutants(claim: Claim) -> list[Trial]:
    """Return a trial for each mutation of a claim."""
    return [
        Trial(claim, Change(f"mutant {number}", mutated(claim, mutation)))
        for number, mutation in enumerate(claim.mutations, 1)
    ]


def disabled(claim: Claim) -> list[Trial]:
    """Return the trial with offload disabled, which must not pass, if the claim is to run."""
    off = ("ACC_DEVICE_TYPE", "host") if claim.is_acc else ("OMP_TARGET_OFFLOAD", "DISABLED")
    change = Change("offload disabled", environment=(off,))
    return [] if claim.expect == "rejected" else [Trial(claim, change)]


def sanitized(claim: Claim) -> list[Trial]:
    """Return the trial under AddressSanitizer and UBSan, if the claim is to run."""
    change = Change("sanitized", flags=SANITIZERS, environment=QUIET)
    return [Trial(claim, change)] if claim.expect == "pass" else []


def settings(claim: Claim) -> list[Trial]:
    """Return trials under other settings of teams and threads.

    A variable that a claim sets itself is what it is about, and stays.
    """
    own = dict(claim.environment)
    return [
        Trial(claim, Change(name, environment=tuple(
            (key, value) for key, value in values.items() if key not in own
        )))
        for name, values in SETTINGS.items()
    ]  # fmt: skip


def batches(cells: Sequence[Cell], change: Change = PLAIN, size: int = SIZE) -> Iterator[Trial]:
    """Yield trials of cells that share family, version, place and flags, in order."""
    kinds: dict[Hashable, list[Cell]] = {}
    for cell in cells:
        kind = (cell.values[0], cell.since, cell.where, cell.flags, cell.language)
        kinds.setdefault(kind, []).append(cell)
    for alike in kinds.values():
        for start in range(0, len(alike), size):
            some = tuple(alike[start : start + size])
            yield Trial(claim_of(some, Path(f"generated.{some[0].language}")), change, some)


def claim_of(cells: Sequence[Cell], path: Path) -> Claim:
    """Return the claim that a program of cells at ``path`` makes, with an id for each of them."""
    first = cells[0]
    return Claim(
        path=path, ids=tuple(cell.id for cell in cells), group=first.group,
        since=first.since, section="", sentence="", observed="", seconds=_SECONDS,
        where=first.where, flags=first.flags, generated=True,
    )  # fmt: skip


# ---- carrying it out -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Ready:
    """A claim, or many generated ones in one program, that is built and remains to be launched."""

    kit: Kit
    claim: Claim
    outcome: Outcome
    change: Change = PLAIN

    @property
    def trial(self) -> Trial:
        """What it is a trial of."""
        return Trial(self.claim, self.change, kit=self.kit)

    @property
    def name(self) -> str:
        """What progress calls it."""
        return self.trial.name

    @property
    def seconds(self) -> float:
        """How long a launch may take."""
        return judge.seconds(self.kit, self.claim)

    def record_keys(self) -> Sequence[Hashable]:
        """Return the keys of its records."""
        return self.trial.record_keys()

    def judged(
        self, launcher: Launcher, alone: Callable[[str], list[Judged]] | None = None
    ) -> list[Judged]:
        """Launch the program and judge every id of it.

        Of many, one that ends the program is tried ``alone``, by default in a launch of its own,
        and a further launch makes those behind it.
        """
        return self._part(launcher, 0, len(self.claim.ids), alone)

    def _part(
        self, launcher: Launcher, first: int, last: int, alone: Callable[[str], list[Judged]] | None
    ) -> list[Judged]:
        kit, change, program = self.kit, self.change, self.outcome.program
        if first == last:
            return []
        assert program is not None
        words = [str(first), str(last)] if self.claim.generated else []
        ended = judge.launch(launcher, kit, self.claim, program, change, words)
        ids = self.claim.ids[first:last]
        missing = [one for one in ids if one not in ended.told]
        if ended.outcome.exit_code == 0 or not missing or len(ids) == 1 or not words:
            return self._judge(ids, ended)
        # What is told stands, whatever came after; the first that is missing ended the program.
        done = tuple(one for one in ids if one in ended.told)
        whole = replace(ended, outcome=replace(ended.outcome, exit_code=0, timed_out=False))
        judged = self._judge(done, whole) if done else []
        next_one = self.claim.ids.index(missing[0])
        judged += alone(missing[0]) if alone else self._part(launcher, next_one, next_one + 1, None)
        return judged + self._part(launcher, next_one + 1, last, alone)

    def _judge(self, ids: tuple[str, ...], ended: judge.Ended) -> list[Judged]:
        claim, program = replace(self.claim, ids=ids), self.outcome.program
        assert program is not None
        folder, offload = program.parent, self.kit.offload
        return judge.judge(claim, self.outcome, ended, folder=folder, offload=offload)


def built(kit: Kit, claim: Claim, folder: Path, change: Change = PLAIN) -> Ready | list[Judged]:
    """Build a claim in a folder of its own; judge one of which nothing is to be launched."""
    outcome = build.build(kit, claim, folder, change)
    if outcome.verdict != "ok" or claim.expect == "rejected" or outcome.program is None:
        mended = None
        usual = change.text is None and change.directives
        if outcome.verdict != "ok" and claim.mended is not None and usual:
            right = Change(text=mutated(claim, claim.mended))
            mended = build.build(kit, claim, folder / "mended", right)
        return judge.unbuilt(claim, outcome, mended)
    if claim.contrast is not None and change.text is None:
        wrong = Change(text=mutated(claim, claim.contrast), directives=change.directives)
        if build.build(kit, claim, folder / "contrast", wrong).verdict == "ok":
            old, new = claim.contrast.old, claim.contrast.new
            what = f"the compiler accepts {new!r} in place of {old!r} as well"
            return judge.by_build(claim, outcome, "wrong", "wrong", what)
    if not kit.runs_here:
        return [judge.not_run(one) for one in claim.ids]
    return Ready(kit, claim, outcome, change)


def built_together(
    kit: Kit, cells: Sequence[Cell], folder: Path, change: Change = PLAIN
) -> Iterator[Ready | list[Judged]]:
    """Yield generated claims as they are built; what fails to build is split and tried again."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"batch.{cells[0].language}"
    file.write_text(program(cells, divisible=True), encoding="utf-8")
    claim = claim_of(cells, file)
    quiet = ("-Wno-pass-failed",) if kit.is_clang and claim.language == languages.CPP else ()
    outcome = build.build(kit, claim, folder, replace(change, flags=(*change.flags, *quiet)))
    if outcome.verdict == "ok" and outcome.program is not None:
        if kit.runs_here:
            yield Ready(kit, claim, outcome, change)
        else:
            yield [judge.not_run(one) for one in claim.ids]
    elif len(cells) == 1:
        yield judge.unbuilt(claim, outcome)
    else:
        middle = len(cells) // 2
        for number, part in enumerate((cells[:middle], cells[middle:])):
            yield from built_together(kit, part, folder / str(number), change)


def carry_out(
    kit: Kit, claim: Claim, folder: Path, launcher: Launcher, change: Change = PLAIN
) -> list[Judged]:
    """Build, run and judge a claim in a folder of its own."""
    made = built(kit, claim, folder, change)
    return made.judged(launcher) if isinstance(made, Ready) else made


def carry_out_together(
    kit: Kit, cells: Sequence[Cell], folder: Path, launcher: Launcher, change: Change = PLAIN
) -> list[Judged]:
    """Do so with generated claims; one that ends a program is built again by itself."""

    def alone(name: str) -> list[Judged]:
        (one,) = (cell for cell in cells if cell.id == name)
        return carry_out_together(kit, [one], folder / "alone", launcher, change)

    return [
        one
        for made in built_together(kit, cells, folder, change)
        for one in (made.judged(launcher, alone) if isinstance(made, Ready) else made)
    ]
