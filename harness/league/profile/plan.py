"""The plan of a profile: what passes its check is launched once more, under a profiler."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.base import process
from league.base.columns import rows_as_csv
from league.base.errors import UsageError
from league.profile import events, tools, vendor
from league.records.schema import Record
from league.run.launch import Outcome, Program
from league.run.manifest import Variant
from league.run.options import Options
from league.run.plan import Cell, Launch
from league.run.session import Choice
from league.run.table import differs
from league.run.terms import Terms
from league.run.timing import Timing

#: The mode of a profiled launch; no table of times takes it.
MODE = "profile"
_WRITTEN = "profile.txt"
_NM_S = 60


class Profiling(Timing):
    """Checks every cell as a run does, then profiles it; nothing is timed."""

    label = "profile"

    def __init__(self, options: Options, tool: str) -> None:
        """Take the options and the profiler, one of ``tools.TOOLS``."""
        super().__init__(options)
        self.profile_with(tool)

    def profile_with(self, tool: str) -> None:
        """Profile with a tool, and time nothing."""
        self.mode = MODE
        self._tool = tool
        self._libraries: dict[str, Path | None] = {}

    def terms(self, begun: Record | None) -> Terms:
        """Return what is profiled: one repetition, no warm-up.  Raises UsageError."""
        if begun is not None and begun["options"].get("profile") != self._tool:
            raise differs("--profile")
        once = replace(self.options, launches=1, repeat=1, warmup=0)
        return Terms.fresh(once) if begun is None else Terms.resumed(begun, once)

    def choose(self, begun: Record | None) -> Choice:
        """Choose as a run does; the session tells the profiler."""
        chosen = super().choose(begun)
        return replace(chosen, options={**chosen.options, "profile": self._tool})

    def stages(self) -> None:
        """Build; say what cannot be profiled and why; check the others, and profile them."""
        self.build()
        self.leave_out()
        cells, check_class = self.cells()
        with self.devices():
            passed = self.check_all(cells, check_class)
            self.make("profiling", [self.profile(cell) for cell in passed])

    def leave_out(self) -> None:
        """Leave out the variants that cannot be profiled; say of them, once each, why not."""
        if self._tool != tools.OMPT:
            return
        reasons: dict[str, list[str]] = {}
        good = []
        for variant in self.built:
            why = tools.why_not(variant)
            if not why:
                if variant.toolchain not in self._libraries:
                    self._libraries[variant.toolchain] = tools.library(variant)
                if self._libraries[variant.toolchain] is None:
                    why = f"the runtime of {variant.toolchain} tells no operations of regions"
            if why:
                reasons.setdefault(why, []).append(f"{variant.name} {variant.toolchain}")
            else:
                good.append(variant)
        for why, names in reasons.items():
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            self.say(f"not profiled: {names[0]}{more}: {why}")
        self.built = good

    def profile(self, cell: Cell) -> Launch:
        """Return the profiled launch of a cell."""
        tool: tuple[tuple[str, str], ...] = ()
        if self._tool == tools.OMPT:
            library = str(self._libraries[cell.variant.toolchain])
            tool = (("OMP_TOOL_LIBRARIES", library), ("LEAGUE_PROFILE", _WRITTEN))
        return Launch(cell, MODE, self.words(cell), tool)

    def carry_out(self, task: Launch) -> list[Record]:
        """Launch one process; of a profiled one keep what was seen."""
        if task.mode != MODE:
            return super().carry_out(task)
        usual, run = self.program_of(task.cell.variant), self.context.run.path
        program, kept = observed(task, usual, self._tool, run, self.say)
        return [self.launched(task, program, kept=kept)]


def observed(
    task: Launch, usual: Program, tool: str, run: Path, say: Callable[[str], None]
) -> tuple[Program, vendor.Kept]:
    """Return the program of a launch as it is profiled, and what the record keeps of that."""
    stem = vendor.stem_of(run, task)
    if tool != tools.OMPT:
        return vendor.observed(task, usual, tool, stem, say)

    def kept(record: Record, outcome: Outcome) -> dict[str, Any]:
        if record["verdict"]["launch"] != "ok":
            return {}
        try:
            trace = events.parse(outcome.further)
        except ValueError as error:
            why = f"no profile: {error}" if outcome.further else "no profile was written"
            say(f"{task.name}: {why}")
            return {}
        return {"profile": _kept(trace, task.cell.variant, stem)}

    return replace(usual, further=_WRITTEN), kept


def _kept(trace: events.Trace, variant: Variant, stem: Path) -> dict[str, Any]:
    """Write trace and table beside the records; return what the record keeps."""
    places = events.places(trace, _symbols(variant))
    file = stem.with_name(f"{stem.name}.trace.json")
    told = events.chrome_trace(trace, places, stem.name)
    file.write_text(json.dumps(told), encoding="utf-8")
    fields = [place.fields() for place in places]
    write_table(fields, stem.with_name(f"{stem.name}.csv"))
    return {
        "tool": tools.OMPT,
        "file": f"{vendor.FOLDER}/{file.name}",
        "dropped": trace.dropped,
        "regions": fields,
    }


def write_table(regions: Sequence[dict[str, Any]], file: Path) -> None:
    """Write a line per directive and operation; times in nanoseconds, summed over executions."""
    rows: list[list[Any]] = []
    for one in regions:
        names = [one["name"], one["kind"], one["count"]]
        for name, entry in one["operations"].items():
            rows.append([*names, name, entry["count"], entry["bytes"], entry["time_ns"]])
        rows.append([*names, "rest", one["count"], 0, one["rest_ns"]])
    head = ("region", "kind", "executions", "operation", "count", "bytes", "time_ns")
    file.write_text(rows_as_csv(head, rows), encoding="utf-8")


def _symbols(variant: Variant) -> events.Symbols:
    """Return the names of a program's functions; none where ``nm`` is not here."""
    if shutil.which("nm") is None or variant.executable is None:
        return events.Symbols("")
    said = process.ask(["nm", "-C", "--defined-only", str(variant.executable)], os.environ, _NM_S)
    return events.Symbols(said.text if said.exit_code == 0 else "")


def demand(options: Options, tool: str, *, here: bool = True) -> None:
    """Raise UsageError for what a profile cannot be asked; the tool may have to be ``here``."""
    if here:
        tools.demand(tool)
    for flag, value in (("-l", options.launches), ("-r", options.repeat), ("-w", options.warmup)):
        if value is not None:
            raise UsageError(f"a profile is one launch of one repetition; leave out {flag}")


def of(record: Record) -> dict[str, Any] | None:
    """Return the profile that a launch record keeps, None if it keeps none of ours."""
    found = record.get("profile") if record["kind"] == "launch" else None
    return found if found is not None and "regions" in found else None
