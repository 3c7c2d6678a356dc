"""The plan of a profile: what passes its check is launched once more, under a profiler."""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.base import locks, process
from league.base.errors import UsageError
from league.base.scrub import scrub
from league.profile import events, tools
from league.records.schema import Record
from league.run import judge, variants
from league.run.build_folders import BuildFolders
from league.run.manifest import Variant
from league.run.options import Options
from league.run.plan import Cell, Launch
from league.run.session import Context, Records, Stage
from league.run.terms import Terms
from league.run.timing import Timing
from league.run.variants import Chosen

#: The mode of a profiled launch; no table of times takes it.
MODE = "profile"
#: Folder of a run that holds what cannot stand in a record.
FOLDER = "profiles"
_WRITTEN = "profile.txt"
_NM_S = 60


class Profiling(Timing):
    """Checks every cell as a run does, then profiles it; nothing is timed."""

    label = "profile"
    mode = MODE

    def __init__(
        self, options: Options, tool: str, folders: Callable[..., BuildFolders] | None = None
    ) -> None:
        """Take the options and the profiler, one of ``tools.TOOLS``."""
        super().__init__(options, folders)
        self.mode = MODE
        self._tool = tool
        self._libraries: dict[str, Path | None] = {}

    def terms(self, begun: Record | None) -> Terms:
        """Return what is profiled: one repetition, no warm-up.  Raises UsageError."""
        once = replace(self.options, verb="run", launches=1, repeat=1, warmup=0)
        if begun is None:
            return replace(Terms.fresh(once), verb=MODE)
        if begun.get("verb") != MODE or begun["options"].get("profile") != self._tool:
            raise UsageError("that run is no such profile; resume it as it began")
        return replace(Terms.resumed({**begun, "verb": "run"}, once), verb=MODE)

    def choose(self, context: Context, begun: Record | None) -> Chosen:
        """Choose as a run does; the session tells the profiler."""
        chosen = super().choose(context, begun)
        return replace(chosen, options={**chosen.options, "profile": self._tool})

    def stages(self, context: Context, choice: Chosen) -> Generator[Stage, Records, None]:
        """Build; say what cannot be profiled and why; check the others, and profile them."""
        built = self._told(context, variants.build_all(context, choice))
        cells, check_class = self.cells(context, built)
        with locks.devices(
            variants.device_locks(built, context.terms.device), context.progress.line
        ):
            by_cell = {cell: cell.at(check_class[cell.names]) for cell in cells}
            checks = {cell: self.check(context, cell) for cell in dict.fromkeys(by_cell.values())}
            records = yield Stage("checking", list(checks.values()))
            passed = [
                cell
                for cell, checked in by_cell.items()
                if (record := records.get(checks[checked].key())) is not None
                and variants.may_go_on(record, allow_host=context.terms.allow_host)
            ]
            yield Stage("profiling", [self._profile(context, cell) for cell in passed])

    def _told(self, context: Context, built: Sequence[Variant]) -> list[Variant]:
        """Return the variants that can be profiled; say of the others, once each, why not."""
        if self._tool != tools.OMPT:
            return list(built)
        reasons: dict[str, list[str]] = {}
        good = []
        for variant in built:
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
            context.progress.line(f"not profiled: {names[0]}{more}: {why}")
        return good

    def _profile(self, context: Context, cell: Cell) -> Launch:
        words = variants.words_of(context.terms, cell.offloads)
        if self._tool != tools.OMPT:
            return Launch(cell, MODE, words)
        library = self._libraries[cell.toolchain]
        tool = (("OMP_TOOL_LIBRARIES", str(library)), ("LEAGUE_PROFILE", _WRITTEN))
        return Launch(cell, MODE, words, tool)

    def carry_out(self, context: Context, choice: Chosen, task: Launch) -> list[dict[str, Any]]:
        """Launch one process; of a profiled one keep what was seen."""
        if task.mode != MODE:
            return super().carry_out(context, choice, task)
        names = task.cell.names
        variant = next(
            one for one in choice.all if (one.toolchain, one.benchmark, one.variant) == names
        )
        folder = context.run.path / FOLDER
        folder.mkdir(exist_ok=True)
        stem = folder / task.name.replace(" ", "-")
        program = variants.program_of(context, variant)
        if self._tool != tools.OMPT:
            program = tools.wrapped(program, self._tool, stem)
        outcome = context.launcher.start(
            program, task.words(), task.environment,
            timeout_s=context.options.timeout_s, further=_WRITTEN,
        )  # fmt: skip
        record = judge.launch_record(
            task,
            outcome,
            variables={**program.variables, **dict(task.environment)},
            issues=variants.issues_of(task.cell, context.versions[variant.toolchain]),
            folders=program.folders,
        )
        if record["verdict"]["launch"] != "ok":
            return [record]
        if self._tool != tools.OMPT:
            file = stem.with_name(f"{stem.name}.{self._tool}.txt")
            text = tools.summary(self._tool, stem, outcome.output)
            file.write_text(scrub(text, program.folders), encoding="utf-8")
            return [{**record, "profile": {"tool": self._tool, "file": f"{FOLDER}/{file.name}"}}]
        try:
            trace = events.parse(outcome.further)
        except ValueError as error:
            told = f"no profile: {error}" if outcome.further else "no profile was written"
            context.progress.line(f"{task.name}: {told}")
            return [record]
        return [{**record, "profile": _kept(trace, variant, stem)}]


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
        "file": f"{FOLDER}/{file.name}",
        "dropped": trace.dropped,
        "regions": fields,
    }


def write_table(regions: Sequence[dict[str, Any]], file: Path) -> None:
    """Write a line per directive and operation; times in nanoseconds, summed over executions."""
    with file.open("w", encoding="utf-8", newline="") as sink:
        table = csv.writer(sink)
        table.writerow(["region", "kind", "executions", "operation", "count", "bytes", "time_ns"])
        for one in regions:
            head = [one["name"], one["kind"], one["count"]]
            for name, entry in one["operations"].items():
                table.writerow([*head, name, entry["count"], entry["bytes"], entry["time_ns"]])
            table.writerow([*head, "rest", one["count"], 0, one["rest_ns"]])


def _symbols(variant: Variant) -> events.Symbols:
    """Return the names of a program's functions; none where ``nm`` is not here."""
    if shutil.which("nm") is None or variant.executable is None:
        return events.Symbols("")
    said = process.ask(["nm", "-C", "--defined-only", str(variant.executable)], os.environ, _NM_S)
    return events.Symbols(said.text if said.exit_code == 0 else "")


def demand(options: Options, tool: str) -> None:
    """Raise UsageError for what a profile cannot be asked."""
    tools.demand(tool)
    for flag, value in (("-l", options.launches), ("-r", options.repeat), ("-w", options.warmup)):
        if value is not None:
            raise UsageError(f"a profile is one launch of one repetition; leave out {flag}")


def of(record: Record) -> dict[str, Any] | None:
    """Return the profile that a launch record keeps, None if it keeps none of ours."""
    found = record.get("profile") if record["kind"] == "launch" else None
    return found if found is not None and "regions" in found else None
