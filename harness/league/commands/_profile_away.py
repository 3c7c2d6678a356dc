"""Profiles that a batch system makes."""

from __future__ import annotations

from collections.abc import Sequence

from league.batch import submit
from league.batch.files import Place, Planned, PlannedClaim
from league.profile.plan import Profiling
from league.run.options import Options
from league.run.plan import Cell, Launch


class Profiled(Profiling, submit.Batched):
    """The plan of a profile, carried out elsewhere; or what is missing of one that was."""

    stages = submit.Batched.stages

    def __init__(
        self,
        options: Options,
        wishes: submit.Wishes,
        tool: str,
        lost: Sequence[tuple[Place, Planned | PlannedClaim]] = (),
    ) -> None:
        """Take the options, the profiler, and of a run that is resumed what was lost."""
        submit.Batched.__init__(self, options, wishes, lost)
        self.profile_with(tool)
        self.tool = tool

    def planned(self) -> tuple[list[Launch], list[tuple[Launch, list[Launch]]]]:
        """Return the checks, and the profiled launches with the checks that are theirs."""
        self.leave_out()
        return submit.Batched.planned(self)

    def measured(self, cells: Sequence[Cell]) -> list[Launch]:
        """Return the profiled launches of cells."""
        return [self.profile(cell) for cell in cells]
