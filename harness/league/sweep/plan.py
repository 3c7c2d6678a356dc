"""The plan of a sweep: one benchmark over teams, threads, simd and sizes."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from league.base import locks
from league.base.errors import UsageError
from league.base.progress import Progress
from league.records import verdict
from league.records.schema import Record
from league.run import manifest, plan, select, session, variants
from league.run.build_folders import BuildFolders, find_toolchains
from league.run.manifest import Variant
from league.run.options import Options
from league.run.session import Context, Records, Stage
from league.run.table import differs
from league.run.terms import Terms
from league.run.variants import BenchmarkPlan, Chosen
from league.sweep import axes
from league.sweep import shape as probe
from league.sweep.axes import Grid, Point, Shape, Size

#: The probe's region that tells which shape an environment gets.
NESTING = "teams distribute parallel for"
_TRY_S = 60
Got = dict[str, int]


@dataclass(frozen=True)
class Axes(Chosen):
    """What a sweep has chosen: variants, and the grid it goes over."""

    grid: Grid = field(default_factory=Grid)


@dataclass(frozen=True)
class PointLaunch:
    """One launch of one point."""

    point: Point
    turn: int
    launch: plan.Launch
    variant: Variant
    #: the shape its environment gets, None where it is not known
    got: Got | None
    own_shape: bool

    @property
    def name(self) -> str:
        """What progress calls it."""
        return self.point.name

    def record_keys(self) -> Sequence[Hashable]:
        """Return the key of its record."""
        return (self.launch.key(),)


class Sweep(BenchmarkPlan):
    """Launches every point of a grid in turns; one that failed is not tried again."""

    label = "sweep"
    mode = axes.MODE

    def __init__(
        self, options: Options, grid: Grid, folders: Callable[..., BuildFolders] | None = None
    ) -> None:
        """Take options and grid; ``folders`` stands in for builds."""
        super().__init__(options, folders)
        self.grid = grid

    # ---- what is measured ---------------------------------------------------------------------

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured.  Raises UsageError for nothing, and for what began otherwise."""
        options = replace(self.options, verb="run")
        if begun is None:
            if self.grid == Grid() and len(options.classes) < 2:
                raise UsageError("nothing to sweep over; give --teams, --threads, --size or --simd")
            return replace(Terms.fresh(options), verb=axes.MODE)
        if begun.get("verb") != axes.MODE:
            raise UsageError("that run is no sweep; resume it with the verb it began with")
        self._agrees(begun)
        return replace(Terms.resumed({**begun, "verb": "run"}, options), verb=axes.MODE)

    def _agrees(self, begun: Record) -> Grid:
        """Return the grid a sweep began with.  Raises UsageError if another one is asked for."""
        began_with = Grid.of(begun["options"]["grid"])
        for name in ("teams", "threads", "sets", "simd"):
            given = getattr(self.grid, name)
            if given not in (getattr(Grid(), name), getattr(began_with, name)):
                raise differs("--size" if name == "sets" else f"--{name}")
        return began_with

    def choose(self, context: Context, begun: Record | None) -> Axes:
        """Configure, and choose the variants of one benchmark."""
        work = self.configured(context)
        grid = self.grid if begun is None else self._agrees(begun)
        picked = self.picked(work, begun, lambda: self._pick(work, grid), "benchmark")
        told = variants.chosen(work, picked, {"grid": grid.fields()})
        return Axes(
            told.benchmarks, told.variants, told.toolchains, told.options, told.origin, work,
            picked, grid,
        )  # fmt: skip

    def _pick(self, work: BuildFolders, grid: Grid) -> dict[str, list[Variant]]:
        """Return the chosen variants of the one benchmark.  Raises UsageError."""
        selection, suite = self.options.selection, select.suite_of(self.options)
        chosen = work.choose_suite(selection, suite)
        every = [variant for known in chosen.values() for variant in known]
        names = list(dict.fromkeys(variant.benchmark for variant in every))
        if len(names) > 1:
            more = ", ".join(names[:4]) + (", ..." if len(names) > 4 else "")
            raise UsageError(f"a sweep takes one benchmark, not {more}; name it with -b")
        if not grid.simd:
            return chosen
        everything = work.choose_suite(replace(selection, variants=()), suite)
        pairs = {name: self._pairs(grid, everything[name], chosen[name]) for name in chosen}
        if not any(pairs.values()):
            raise UsageError(
                f"{names[0]} has no chosen pair of variants that differ by simd; leave out --simd"
            )
        return pairs

    def _pairs(
        self, grid: Grid, everything: Sequence[Variant], chosen: Sequence[Variant]
    ) -> list[Variant]:
        """Return the wanted halves of the pairs of which a half was chosen."""
        sources = self._sources(everything)
        wanted: set[str] = set()
        for one in everything:
            other = axes.sibling(one, everything, sources)
            pair = {True: one.variant, False: other}
            if other and any(variant.variant in pair.values() for variant in chosen):
                wanted |= {pair[setting] for setting in grid.simd}
        return [variant for variant in everything if variant.variant in wanted]

    def _sources(self, some: Sequence[Variant]) -> dict[str, str]:
        """Return the sources of variants of one benchmark, where the tree has them."""
        found = {}
        for one in some:
            folder = self.options.project / one.group / one.benchmark
            with contextlib.suppress(OSError):
                found[one.variant] = (folder / f"{one.variant}.cpp").read_text(encoding="utf-8")
        return found

    def dry_run(self, progress: Progress, *, find: Callable[..., Any] = find_toolchains) -> Any:
        """Return what would be launched, as far as build folders tell, without making a file."""
        work = self._folders(self.options, progress, list(find(self.options)))
        for one in work.usable:
            if (work.folder(one.name) / manifest.MANIFEST).is_file():
                work.known[one.name] = manifest.variants(work.folder(one.name))
        agreed = self.terms(None)
        picked = self._pick(work, self.grid) if work.known else {}
        steps = []
        for variant in (one for known in picked.values() for one in known):
            points = axes.points(self.grid, variant, agreed.classes, agreed.precisions)
            steps.append(
                {
                    "toolchain": variant.toolchain,
                    "variant": variant.name,
                    "unavailable": variant.unavailable,
                    "points": [] if variant.unavailable else [one.name for one in points],
                }
            )
        unknown = [one.name for one in work.usable if one.name not in work.known]
        told = {"launches": agreed.launches, "seed": agreed.seed, "not_configured": unknown}
        return {"dry_run": steps, **told}

    # ---- the launches -------------------------------------------------------------------------

    def stages(self, context: Context, choice: Axes) -> Generator[Stage, Records, None]:
        """Build; ask the probe which shapes are got; launch every point in turns."""
        built = variants.build_all(context, choice)
        points = self._points(context, choice.grid, built)
        devices = variants.device_locks(built, context.terms.device)
        with locks.devices(devices, context.progress.line, wait=context.options.wait):
            yield Stage("sweeping", self._launches(context, choice, built, points))

    def _launches(
        self, context: Context, choice: Axes, built: Sequence[Variant], points: Sequence[Point]
    ) -> list[PointLaunch]:
        launches, seed = context.terms.launches, context.terms.seed
        by_name = {(one.toolchain, one.variant): one for one in built}
        sources = self._sources(built)
        own = {name for name, source in sources.items() if axes.sets_own_shape(source)}
        own |= {one.variant for one in built if axes.takes_shape(one.variant)}
        made = []
        bounded = context.options.budget_s is not None
        for point, turn in axes.order(points, launches=launches, seed=seed, bounded=bounded):
            cell = point.cell
            variant = by_name[cell.toolchain, cell.variant]
            asked = point.shape.environment(cell.model, variant.device)
            size = replace(point.size, sets=point.sets)
            one = plan.Launch(
                cell,
                axes.MODE,
                (*variants.words_of(context.terms, cell.offloads), *size.words()),
                tuple(asked.items()),
                index=point.number * launches + turn,
            )
            made.append((point, turn, one, variant))
        done = context.run.done()
        wanted = [(point, variant) for point, _, one, variant in made if one.key() not in done]
        got = dict(_shapes(context, choice, wanted))
        return [
            PointLaunch(
                point, turn, one, variant,
                None if variant.variant in own else got.get((variant.toolchain, point.shape)),
                variant.variant in own,
            )
            for point, turn, one, variant in made
        ]  # fmt: skip

    def carry_out(self, context: Context, choice: Axes, task: PointLaunch) -> list[dict[str, Any]]:
        """Launch one point once."""
        point = task.point
        record = variants.launched(
            context,
            task.variant,
            task.launch,
            sweep={
                "teams": point.shape.teams,
                "threads": point.shape.threads,
                "got": task.got,
                "own_shape": task.own_shape,
                "simd": point.simd,
                "set": dict(point.size.sets),
                "round": task.turn,
            },
        )
        _refuse_another_size(record, point)
        if record["verdict"]["expectation"] == "xpass":
            # Known issues speak of the usual shape; that another one hides them proves nothing.
            record["verdict"]["expectation"] = "as-expected"
        return [record]

    def marks(self, task: PointLaunch) -> Sequence[Hashable]:
        """A point that failed is not launched again, nor a device asked for that is not there."""
        cell = task.point.cell
        absent = [("no device", cell.toolchain)] if cell.offloads else []
        return [(cell, task.point.number), *absent]

    def spoiled_by(self, context: Context, task: PointLaunch, record: Record) -> Sequence[Hashable]:
        """Return the point of a launch that failed, and its toolchain if it has no device."""
        if variants.may_go_on(record, allow_host=context.terms.allow_host):
            return ()
        point, *absent = self.marks(task)
        return [point, *(absent if record["verdict"]["launch"] == "no-device" else [])]

    # ---- the points ---------------------------------------------------------------------------

    def _points(self, context: Context, grid: Grid, built: Sequence[Variant]) -> list[Point]:
        """Return the points of what was built.  Raises UsageError for classes and parameters."""
        found: list[Point] = []
        offered: set[str] = set()
        asked = context.terms
        for variant in built:
            description = variants.describe(context, variant, built)
            axes.check_parameters(grid, description)
            letters = [str(entry["letter"]) for entry in description["classes"]]
            offered |= set(letters)
            letters = [letter for letter in asked.classes if letter in letters]
            known = description["precisions"]
            precisions = [one for one in asked.precisions if one in known]
            found += axes.points(grid, variant, letters, precisions)
        for letter in asked.classes if built else ():
            if letter not in offered:
                raise select.unknown("class", letter, offered)
        if built and grid.sets:
            for size in grid.sizes(asked.classes):
                _refuse_bad(context, built[0], size)
        return found


def _refuse_bad(context: Context, variant: Variant, size: Size) -> None:
    """Let the program itself look at a size, without running it.  Raises UsageError.

    It is asked for a precision that does not exist, with and without the size: what it says then
    differs only if it objects to the size.
    """
    environment = variants.environment_of(context.found[variant.toolchain])

    def said(words: Sequence[str]) -> str:
        command = [str(variant.executable), "--class", size.letter, *words]
        try:
            return subprocess.run(
                [*command, "--precision", "none"], capture_output=True, text=True, check=False,
                env={**os.environ, **environment}, timeout=_TRY_S,
            ).stderr  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return ""  # its launches will tell

    without, complaint = said([]), said(size.words())
    if complaint and complaint != without:
        why = complaint.strip().splitlines()[-1].partition(": error: ")[2].partition("; try")[0]
        raise UsageError(f"size {size.label}: {why or complaint.strip()}; mend --size")


def _refuse_another_size(record: Record, point: Point) -> None:
    """Take a record for no answer if the program ran another size than the one asked for."""
    inner = record["record"]
    if inner is None:
        return
    for key, value in point.sets:
        if inner["class"].get(key) != value:
            record["verdict"]["answer"] = "not-checked"
            record["worst"] = verdict.worst(record["verdict"], offloads=point.cell.offloads)
            record["reason"] = f"the record is of {key}={inner['class'].get(key)}, not {value}"
            return


# ---- the shape that was got ----------------------------------------------------------------------


def _shapes(
    context: Context, choice: Axes, wanted: Sequence[tuple[Point, Variant]]
) -> Iterator[tuple[tuple[str, Shape], Got | None]]:
    """Let the probe program say which shape each wish gets, toolchain by toolchain."""
    wishes: dict[str, dict[Shape, Variant]] = {}
    for point, variant in wanted:
        if variant.model in axes.SHAPED and point.shape != Shape(None, None):
            wishes.setdefault(variant.toolchain, {})[point.shape] = variant
    for toolchain, shapes in wishes.items():
        program = _probe_of(choice, next(iter(shapes.values())))
        if program is None:
            context.progress.line(f"{toolchain}: no probe, so the shapes got are not known")
            continue
        context.progress.phase(f"asking {toolchain} for shapes", len(shapes))
        for shape in shapes:
            got = _ask(context, program, shape)
            told = "unknown" if got is None else f"got {got['teams']} × {got['threads']}"
            context.progress.done(shape.label, told)
            yield (toolchain, shape), got


def _probe_of(choice: Axes, model: Variant) -> Variant | None:
    assert choice.work is not None
    variant = probe.program_of(choice.work, model)
    built = choice.work.build(model.toolchain, [variant])[0]
    there = variant.executable is not None and variant.executable.is_file()
    return variant if built.verdict == "ok" and there else None


def _ask(context: Context, variant: Variant, shape: Shape) -> Got | None:
    asked = shape.environment(variant.model, variant.device)
    outcome = context.launcher.start(
        variants.program_of(context, variant),
        environment=asked.items(),
        timeout_s=context.options.timeout_s,
    )
    answer = probe.judge(variant.toolchain, variant.device, outcome)
    if answer.verdict != "ok":
        return None
    try:
        told = probe.region(answer.told, NESTING)
        got = {"teams": int(told["teams_told"]), "threads": int(told["threads_told"])}
    except (KeyError, TypeError, ValueError):
        return None
    return got if min(got.values()) >= 1 else None


def sweep(options: Options, grid: Grid, progress: Progress) -> session.Done:
    """Make a sweep.  Raises LeagueError for what stops it before it has begun."""
    return session.carry_out(Sweep(options, grid), options, progress)
