"""The plan of a sweep: one benchmark over teams, threads, simd and sizes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.base.errors import UsageError
from league.records.schema import Record
from league.run import catalogue, select
from league.run.build_folders import BuildFolders
from league.run.manifest import Variant
from league.run.options import Options
from league.run.plan import Launch
from league.run.session import Choice
from league.run.table import differs
from league.run.terms import Terms
from league.run.variants import BenchmarkPlan
from league.sweep import axes
from league.sweep import shape as probe
from league.sweep.axes import Grid, Point, Shape

#: The probe's region that tells which shape an environment gets.
NESTING = "teams distribute parallel for"
#: The shapes that the environments of toolchains get, None where it is not known.
Got = Mapping["tuple[str, Shape]", "dict[str, int] | None"]


class Sweep(BenchmarkPlan):
    """Launches every point of a grid in turns; one that failed is not tried again."""

    label = "sweep"
    mode = axes.MODE

    def __init__(self, options: Options, grid: Grid) -> None:
        """Take options and grid."""
        super().__init__(options)
        self.grid = grid

    # ---- what is measured ---------------------------------------------------------------------

    def terms(self, begun: Record | None) -> Terms:
        """Return what is measured.  Raises UsageError for nothing, and for what began otherwise."""
        if begun is not None:
            self.grid = self._agreed(begun)
            return Terms.resumed(begun, self.options)
        if self.grid == Grid() and len(self.options.classes) < 2:
            raise UsageError("nothing to sweep over; give --teams, --threads, --size or --simd")
        return Terms.fresh(self.options)

    def _agreed(self, begun: Record) -> Grid:
        """Return the grid a sweep began with.  Raises UsageError if another one is asked for."""
        began_with = Grid.of(begun["options"]["grid"])
        for name in ("teams", "threads", "sets", "simd"):
            given = getattr(self.grid, name)
            if given not in (getattr(Grid(), name), getattr(began_with, name)):
                raise differs("--size" if name == "sets" else f"--{name}")
        return began_with

    def choose(self, begun: Record | None) -> Choice:
        """Configure, and choose the variants of one benchmark."""
        self.configure()
        self.pick(begun, lambda: self.of_one_benchmark(self.work), "benchmark")
        return self.chosen({"grid": self.grid.fields()})

    def of_one_benchmark(self, work: BuildFolders) -> dict[str, list[Variant]]:
        """Return the chosen variants of the one benchmark.  Raises UsageError."""
        selection, suite = self.options.selection, select.suite_of(self.options)
        chosen = work.choose_suite(selection, suite)
        every = [variant for known in chosen.values() for variant in known]
        names = list(dict.fromkeys(variant.benchmark for variant in every))
        if len(names) > 1:
            more = ", ".join(names[:4]) + (", ..." if len(names) > 4 else "")
            raise UsageError(f"a sweep takes one benchmark, not {more}; name it with -b")
        if not self.grid.simd:
            return chosen
        everything = work.choose_suite(replace(selection, variants=()), suite)
        pairs = {name: self._pairs(everything[name], chosen[name]) for name in chosen}
        if not any(pairs.values()):
            raise UsageError(
                f"{names[0]} has no chosen pair of variants that differ by simd; leave out --simd"
            )
        return pairs

    def _pairs(self, everything: Sequence[Variant], chosen: Sequence[Variant]) -> list[Variant]:
        """Return the wanted halves of the pairs of which a half was chosen."""
        wanted: set[str] = set()
        there, names = ({one.variant for one in some} for some in (everything, chosen))
        for variant in everything:
            pair = {True: variant.variant, False: variant.without_simd}
            if variant.without_simd in there and names & set(pair.values()):
                wanted |= {pair[setting] for setting in self.grid.simd}
        return [variant for variant in everything if variant.variant in wanted]

    def planned(self, programs: Sequence[Variant]) -> list[dict[str, Any]]:
        """Return what a dry run says of the launches of programs."""
        agreed = self.terms(None)
        return [
            {"name": point.name, "toolchain": variant.toolchain, "launches": agreed.launches}
            for variant in programs
            for point in axes.points(
                self.grid,
                variant,
                agreed.classes,
                catalogue.offered(variant.benchmark, agreed.precisions),
            )
        ]

    # ---- the launches -------------------------------------------------------------------------

    def stages(self) -> None:
        """Build; ask the probe which shapes are got; launch every point in turns."""
        self.build()
        terms, bounded = self.agreed, self.options.budget_s is not None
        turns = axes.order(
            self._points(), launches=terms.launches, seed=terms.seed, bounded=bounded
        )
        with self.devices():
            done = self.context.run.done()
            left = [point for point, turn in turns if self._launch(point, turn).key() not in done]
            got = dict(self._shapes_got(left))
            self.make("sweeping", [self._launch(point, turn, got) for point, turn in turns])

    def _points(self) -> list[Point]:
        """Return the points of what was built.  Raises UsageError for classes and parameters."""
        asked, points = self.agreed, []
        for able in self.able():
            if able.description:
                axes.check_parameters(self.grid, able.description)
            letters = [letter for letter in asked.classes if letter in able.letters]
            precisions = [reals for reals in asked.precisions if reals in able.precisions]
            points += axes.points(self.grid, able.variant, letters, precisions)
        return points

    def _launch(self, point: Point, turn: int, got: Got | None = None) -> Launch:
        """Return a launch whose record says which shape its environment gets."""
        variant = point.cell.variant
        own = bool(variant.shape)
        seen = None if own or got is None else got.get((variant.toolchain, point.shape))
        return Launch(
            point.cell,
            axes.MODE,
            self.words(point.cell),
            tuple(point.shape.environment(variant.model, variant.device).items()),
            index=point.number * self.agreed.launches + turn,
            sets=point.size.sets + point.shape.sets(variant),
            usual=False,
            title=point.name,
            fields={"sweep": {**point.fields(), "own_shape": own, "round": turn, "got": seen}},
        )

    def marks(self, task: Launch) -> Sequence[Hashable]:
        """A point that failed is not launched again, nor a device asked for that is not there."""
        variant = task.cell.variant
        absent = [("no device", variant.toolchain)] if variant.offloads else []
        return [(task.cell, task.index // self.agreed.launches), *absent]

    def spoiled_by(self, task: Launch, record: Record) -> Sequence[Hashable]:
        """Return the point of a launch that failed, and its toolchain if it has no device."""
        if self.good(record):
            return ()
        point, *absent = self.marks(task)
        return [point, *(absent if record["verdict"]["launch"] == "no-device" else [])]

    # ---- the shape that was got ---------------------------------------------------------------

    def _shapes_got(
        self, points: Sequence[Point]
    ) -> Iterator[tuple[tuple[str, Shape], dict[str, int] | None]]:
        """Let the probe program say which shape each wish gets, toolchain by toolchain."""
        wishes: dict[str, dict[Shape, Variant]] = {}
        for point in points:
            variant = point.cell.variant
            if variant.model in axes.SHAPED and point.shape != Shape(None, None):
                wishes.setdefault(variant.toolchain, {})[point.shape] = variant
        for toolchain, shapes in wishes.items():
            program = self._probe_of(next(iter(shapes.values())))
            if program is None:
                self.say(f"{toolchain}: no probe, so the shapes got are not known")
                continue
            self.context.progress.phase(f"asking {toolchain} for shapes", len(shapes))
            for shape in shapes:
                got = self._ask(program, shape)
                told = "unknown" if got is None else f"got {got['teams']} × {got['threads']}"
                self.context.progress.done(shape.label, told)
                yield (toolchain, shape), got

    def _probe_of(self, model: Variant) -> Variant | None:
        variant = probe.program_of(self.work, model)
        built = self.work.build(model.toolchain, [variant])[0]
        there = variant.executable is not None and variant.executable.is_file()
        return variant if built.verdict == "ok" and there else None

    def _ask(self, variant: Variant, shape: Shape) -> dict[str, int] | None:
        asked = shape.environment(variant.model, variant.device)
        outcome = self.context.launcher.start(
            self.program_of(variant), environment=asked.items(), timeout_s=self.options.timeout_s
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
