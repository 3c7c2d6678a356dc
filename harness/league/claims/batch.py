"""Many generated claims in one program; a failure is followed until it costs one claim only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from league.claims import judge
from league.claims.build import Kit
from league.claims.build import build as build_claim
from league.claims.families.cell import Cell, program
from league.claims.judge import Judged
from league.claims.source import Claim
from league.records.languages import CPP
from league.run.launch import Launcher

#: Claims in a program: compiling one region takes a tenth of a second, starting a compiler one.
SIZE = 24
_SECONDS = 60.0


@dataclass(frozen=True)
class Batch:
    """Generated claims of one family and version of OpenMP, shown and compiled alike."""

    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """What progress calls it."""
        more = f" and {len(self.cells) - 1} more" if len(self.cells) > 1 else ""
        return f"{self.cells[0].id}{more}"

    @property
    def language(self) -> str:
        """Return the language of its program."""
        return self.cells[0].language

    def claim(self, path: Path) -> Claim:
        """Return the claim that the program at ``path`` makes, with an id for each cell."""
        first = self.cells[0]
        return Claim(
            path=path, ids=tuple(cell.id for cell in self.cells), group=first.group,
            since=first.since, section="", sentence="", observed="", seconds=_SECONDS,
            where=first.where, flags=first.flags,
        )  # fmt: skip

    def halves(self) -> tuple[Batch, Batch]:
        """Return two batches of half the size.  There must be two cells at least."""
        middle = len(self.cells) // 2
        return Batch(self.cells[:middle]), Batch(self.cells[middle:])


def batches(cells: Sequence[Cell], size: int = SIZE) -> Iterator[Batch]:
    """Yield batches of cells that share family, version, place and flags, in order."""
    kinds: dict[tuple[object, ...], list[Cell]] = {}
    for cell in cells:
        kind = (cell.values[0], cell.since, cell.where, cell.flags, cell.language)
        kinds.setdefault(kind, []).append(cell)
    for alike in kinds.values():
        for start in range(0, len(alike), size):
            yield Batch(tuple(alike[start : start + size]))


def carry_out(
    batch: Batch, kit: Kit, folder: Path, launcher: Launcher, variables: Mapping[str, str],
    *, runs_here: bool, directives: bool = True,
) -> list[Judged]:  # fmt: skip
    """Build, run and judge a batch; what fails to build or ends early is split and tried again.

    Without ``directives`` the compiler is not told about them.
    """

    def again(some: Batch, name: str) -> list[Judged]:
        place = folder / name
        return carry_out(
            some, kit, place, launcher, variables, runs_here=runs_here, directives=directives
        )

    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"batch.{batch.language}"
    source.write_text(program(batch.cells), encoding="utf-8")
    claim = batch.claim(source)
    extra = ("-Wno-pass-failed",) if kit.is_clang and batch.language == CPP else ()
    outcome = build_claim(kit, claim, folder, extra=extra, directives=directives)
    if outcome.verdict != "ok" or outcome.program is None:
        if len(batch.cells) == 1:
            return judge.unbuilt(claim, outcome)
        judged: list[Judged] = []
        for number, half in enumerate(batch.halves()):
            judged += again(half, f"half{number}")
        return judged
    if not runs_here:
        return [judge.not_run(one) for one in claim.ids]
    ended = judge.launch(launcher, claim, outcome.program, variables)
    told = ended.told
    missing = [cell for cell in batch.cells if cell.id not in told]
    if ended.outcome.exit_code != 0 and missing and len(batch.cells) > 1:
        done = tuple(cell for cell in batch.cells if cell.id in told)
        judged = []
        if done:  # their records stand, whatever came after
            whole = replace(ended, outcome=replace(ended.outcome, exit_code=0, timed_out=False))
            judged = judge.judge(
                Batch(done).claim(source), outcome, whole, folder=folder, offload=kit.offload
            )
        # Cells are made one after another, so the first that is missing ended the program.
        rest = [Batch((missing[0],))] + ([Batch(tuple(missing[1:]))] if missing[1:] else [])
        for number, one in enumerate(rest):
            judged += again(one, f"rest{number}")
        return judged
    return judge.judge(claim, outcome, ended, folder=folder, offload=kit.offload)
