"""A sweep from start to end: builds, asks the probe for shapes, launches point by point, resumes."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league import agreement, discover, judge, known_issues, launch, locks, machine, plan, select
from league import shape as probe
from league import store, sweep_grid, tally, verdict
from league.agreement import Agreement
from league.discover import Variant
from league.errors import LeagueError, StoreError, ToolchainError, UsageError
from league.options import Options
from league.progress import Progress
from league.record import Record
from league.session import Session, variants_of
from league.sweep_grid import Grid, Point, Shape, Size

_TRY_S = 60
#: Where the probe is asked which shape it got, in every toolchain's environment.
NESTING = "teams distribute parallel for"


class Sweep(Session):
    """A run whose launches are the points of a grid; recorded and resumed like any other run."""

    def __init__(self, options: Options, grid: Grid, progress: Progress, **stand_ins: Any) -> None:
        """Take options and grid; the stand-ins are those of ``Session``."""
        super().__init__(options, progress, **stand_ins)
        self.grid = grid
        self._got: dict[tuple[str, Shape], dict[str, int] | None] = {}

    def _label(self) -> str:
        return "sweep"

    def _carry_out(self, run: store.Run, found: Sequence[Any]) -> None:
        self._run = run
        begun = next((one for one in run.records() if one["kind"] == "session"), None)
        if begun is None and run.records():
            raise StoreError(f"{run.path} has no session record; it cannot be resumed")
        self._agree(begun)
        if begun is not None:
            keep = set(begun["selection"]["toolchains"])
            gone = keep - {one.name for one in found if one.state == "usable"}
            if gone:
                raise ToolchainError(
                    f"the sweep began with toolchain {min(gone)}, which is not usable now;"
                    " run_all.py doctor tells more"
                )
            found = [one for one in found if one.name in keep]
        self._found = {one.name: one for one in found}
        self._work = self._workspace(self.options, self.progress, list(found))
        self._work.configure()
        chosen = self._choose(begun)
        self._source = discover.revision(self.options.project)
        self._selected = chosen
        run.append(self._session_record("started" if begun is None else "resumed", None))
        run.append_new(machine.describe())
        for one in found:
            run.append_new({"kind": "toolchain", **one.record()})
        built = self._build(chosen)
        if not self._stop:
            self._measure(built)
        self.exit_code = tally.exit_code(
            run.records(),
            offloading={variant.model for variant in variants_of(chosen) if variant.offloads},
            allow_host=self.agreed.allow_host,
            mode=sweep_grid.MODE,
            device_required=self.agreed.device is not None,
        )
        self._finish()

    def _agree(self, begun: Record | None) -> None:
        """Fix what is measured: from the options, or from what the sweep began with."""
        options = replace(self.options, verb="run")
        if begun is None:
            if self.grid == Grid() and len(options.classes) < 2:
                raise UsageError("nothing to sweep over; give --teams, --threads, --size or --simd")
            self.agreed = replace(Agreement.fresh(options), verb=sweep_grid.MODE)
            return
        if begun.get("verb") != sweep_grid.MODE:
            raise UsageError(f"{self._run.path} is no sweep; resume it with the verb it began with")
        agreed = Agreement.resumed({**begun, "verb": "run"}, options)
        self.agreed = replace(agreed, verb=sweep_grid.MODE)
        began_with = Grid.of(begun["options"]["grid"])
        for name in ("teams", "threads", "sets", "simd"):
            given = getattr(self.grid, name)
            if given not in (getattr(Grid(), name), getattr(began_with, name)):
                raise agreement.differs("--size" if name == "sets" else f"--{name}")
        self.grid = began_with

    # ---- what is measured ---------------------------------------------------------------------

    def _choose(self, begun: Record | None) -> dict[str, list[Variant]]:
        asked = self.options.selection
        if begun is None:
            return self._pick()
        names = set(begun["options"]["names"])
        said = asked.benchmarks or asked.variants or asked.tags or asked.exclude
        if said and {one.name for one in variants_of(self._pick())} != names:
            raise agreement.differs("the choice of benchmark and variants")
        return {
            toolchain: [variant for variant in known if variant.name in names]
            for toolchain, known in self._work.known.items()
        }

    def _pick(self) -> dict[str, list[Variant]]:
        """Return the chosen variants of the one benchmark.  Raises UsageError."""
        selection, suite = self.options.selection, agreement.suite_of(self.options)
        chosen = self._work.choose_suite(selection, suite)
        names = list(dict.fromkeys(variant.benchmark for variant in variants_of(chosen)))
        if len(names) > 1:
            more = ", ".join(names[:4]) + (", ..." if len(names) > 4 else "")
            raise UsageError(f"a sweep takes one benchmark, not {more}; name it with -b")
        if not self.grid.simd:
            return chosen
        everything = self._work.choose_suite(replace(selection, variants=()), suite)
        pairs = {name: self._pairs(everything[name], chosen[name]) for name in chosen}
        if not any(pairs.values()):
            raise UsageError(
                f"{names[0]} has no chosen pair of variants that differ by simd; leave out --simd"
            )
        return pairs

    def _pairs(self, everything: Sequence[Variant], chosen: Sequence[Variant]) -> list[Variant]:
        """Return the wanted halves of the pairs of which a half was chosen."""
        sources = self._sources(everything)
        wanted: set[str] = set()
        for one in everything:
            other = sweep_grid.sibling(one, everything, sources) if _is_on(one) else ""
            pair = {True: one.variant, False: other}
            if other and any(variant.variant in pair.values() for variant in chosen):
                wanted |= {pair[setting] for setting in self.grid.simd}
        return [variant for variant in everything if variant.variant in wanted]

    def _sources(self, variants: Sequence[Variant]) -> dict[str, str]:
        """Return the sources of variants of one benchmark, where the tree has them."""
        found = {}
        for one in variants:
            folder = self.options.project / one.group / one.benchmark
            with contextlib.suppress(OSError):
                found[one.variant] = (folder / f"{one.variant}.cpp").read_text(encoding="utf-8")
        return found

    def _session_record(self, state: str, exit_code: int | None) -> dict[str, Any]:
        record = super()._session_record(state, exit_code)
        record["options"]["grid"] = self.grid.fields()
        return record

    def _points(self, built: Sequence[Variant]) -> list[Point]:
        """Return the points of what was built.  Raises UsageError for classes and parameters."""
        found: list[Point] = []
        offered: set[str] = set()
        for variant in built:
            environment = self._environment(variant.toolchain)
            description = discover.describe(variant, environment)
            sweep_grid.check_parameters(self.grid, description)
            letters = [str(entry["letter"]) for entry in description["classes"]]
            offered |= set(letters)
            letters = [letter for letter in self.agreed.classes if letter in letters]
            known = description["precisions"]
            precisions = [one for one in self.agreed.precisions if one in known]
            found += sweep_grid.points(self.grid, variant, letters, precisions)
        for letter in self.agreed.classes if built else ():
            if letter not in offered:
                raise select.unknown("class", letter, offered)
        if built and self.grid.sets:
            for size in self.grid.sizes(self.agreed.classes):
                self._refuse_bad(built[0], size)
        return found

    def _refuse_bad(self, variant: Variant, size: Size) -> None:
        """Let the program itself look at a size, without running it.  Raises UsageError.

        It is asked for a precision that does not exist, with and without the size: what it says
        then differs only if it objects to the size.
        """

        def said(words: Sequence[str]) -> str:
            command = [str(variant.executable), "--class", size.letter, *words]
            try:
                return subprocess.run(
                    [*command, "--precision", "none"], capture_output=True, text=True, check=False,
                    env={**os.environ, **self._environment(variant.toolchain)}, timeout=_TRY_S,
                ).stderr  # fmt: skip
            except (OSError, subprocess.TimeoutExpired):
                return ""  # its launches will tell

        without, complaint = said([]), said(size.words())
        if complaint and complaint != without:
            why = complaint.strip().splitlines()[-1].partition(": error: ")[2].partition("; try")[0]
            raise UsageError(f"size {size.label}: {why or complaint.strip()}; mend --size")

    # ---- launches -----------------------------------------------------------------------------

    def _environment(self, toolchain: str) -> Mapping[str, str]:
        from league.toolchain import launch_environment

        return launch_environment(self._found[toolchain])

    def _measure(self, built: Sequence[Variant]) -> None:
        points = self._points(built)
        variants = {(one.toolchain, one.variant): one for one in built}
        names = {"cpu"} | {
            locks.device_lock_name(one.device, self.agreed.device or 0)
            for one in built
            if one.offloads
        }
        with (
            launch.Launcher() as launcher,
            locks.devices(sorted(names), self.progress.line),
        ):
            self._launch_all(launcher, points, variants)

    def _launch_all(
        self,
        launcher: launch.Launcher,
        points: Sequence[Point],
        variants: Mapping[tuple[str, str], Variant],
    ) -> None:
        """Make the launches that are not recorded yet; a point that failed is not tried again."""
        launches, done = self.agreed.launches, self._run.done()
        given_up = {
            (*store.launch_key(one)[:5], one["index"] // launches): one
            for one in done.values()
            if not self._may_go_on(one)
        }
        absent = {one["toolchain"] for one in done.values() if _no_device(one)}
        todo = []
        for point, turn in sweep_grid.order(points, launches=launches, seed=self.agreed.seed):
            index = point.number * launches + turn
            one = plan.Launch(point.cell, sweep_grid.MODE, "", index)
            if one.key() not in done:
                todo.append((point, turn, one))
        for toolchain in dict.fromkeys(point.cell.toolchain for point, _, _ in todo):
            mine = [point for point, _, _ in todo if point.cell.toolchain == toolchain]
            shapes = dict.fromkeys(p.shape for p in mine if p.cell.model in sweep_grid.SHAPED)
            self._probe(launcher, toolchain, [one for one in shapes if one != Shape(None, None)])
        self.progress.phase("sweeping", len(todo))
        for point, turn, one in todo:
            cell = point.cell
            key = (*one.key()[:5], point.number)
            if key in given_up or (cell.offloads and cell.toolchain in absent):
                self.progress.less(1)
                continue
            self.progress.step(point.name)
            variant = variants[cell.toolchain, cell.variant]
            record = self._run.append(self._launch(launcher, variant, point, turn, one))
            self._show(point, record)
            if not self._may_go_on(record):
                given_up[key] = record
            if _no_device(record):
                absent.add(cell.toolchain)
            if self._stop:
                break

    def _may_go_on(self, record: Record) -> bool:
        stages, offloads = record["verdict"], record["model"] not in ("serial", "omp")
        allow_host = self.agreed.allow_host
        return stages["launch"] == "ok" and not verdict.failure(
            stages, offloads=offloads, allow_host=allow_host
        )

    def _show(self, point: Point, record: Record) -> None:
        red = verdict.reddens(
            record["verdict"], offloads=point.cell.offloads, allow_host=self.agreed.allow_host
        )
        self.progress.done(point.name, record["worst"], good=not red, reason=record["reason"])
        if red and self.options.fail_fast:
            self._stop = True

    def _variables(self, variant: Variant, shape: Shape) -> dict[str, str]:
        settings = launch.Settings(device=self.agreed.device, allow_host=self.agreed.allow_host)
        toolchain = self._environment(variant.toolchain)
        variables = launch.settings_of(variant, toolchain, settings, os.environ)
        return {**variables, **shape.environment(variant.model, variant.device)}

    def _launch(
        self,
        launcher: launch.Launcher,
        variant: Variant,
        point: Point,
        turn: int,
        one: plan.Launch,
    ) -> Record:
        cell, agreed = point.cell, self.agreed
        command = launch.command_line(
            variant, letter=cell.letter, precision=cell.precision, repeat=agreed.repeat,
            warmup=agreed.warmup, guard=False, allow_host=agreed.allow_host,
        )  # fmt: skip
        variables = self._variables(variant, point.shape)
        outcome = launcher.run(
            [*command, *point.size.words()], variables, timeout_s=self.options.timeout_s,
            memory=launch.memory_limit(variant),
        )  # fmt: skip
        issues = known_issues.matching(
            self._issues, toolchain=cell.toolchain,
            version=str(self._found[cell.toolchain].version), benchmark=cell.benchmark,
            variant=cell.variant, precision=cell.precision,
        )  # fmt: skip
        folders = (variant.build, self.options.project, *self.options.extra_dirs)
        # Judged as a timed launch, so that times too short to mean anything are named.
        timed = replace(one, mode="timed")
        record = judge.launch_record(
            timed, outcome, variables=variables, issues=issues, folders=folders
        )
        _refuse_other_size(record, point, issues)
        shape, mine = point.shape, sweep_grid.sets_own_shape(self._source_of(variant))
        got = None if mine else self._got.get((cell.toolchain, shape))
        record["mode"] = sweep_grid.MODE
        record["sweep"] = {
            "teams": shape.teams,
            "threads": shape.threads,
            "got": got if cell.model in sweep_grid.SHAPED else None,
            "own_shape": mine,
            "simd": point.simd,
            "set": dict(point.size.sets),
            "round": turn,
        }
        return record

    def _source_of(self, variant: Variant) -> str:
        return self._sources([variant]).get(variant.variant, "")
