"""A sweep from start to end: what is built and measured, recorded and resumed like any run."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.base import machine
from league.base.errors import LeagueError, StoreError, ToolchainError, UsageError
from league.base.progress import Progress
from league.records import store, totals
from league.records.schema import Record
from league.run import manifest, select, terms
from league.run.manifest import Variant
from league.run.options import Options
from league.run.session import Session, variants_of
from league.run.terms import Agreement
from league.sweep import axes
from league.sweep.axes import Grid, Point, Size
from league.sweep.launches import Launches

_TRY_S = 60


class Sweep(Session):
    """A run whose launches are the points of a grid; recorded and resumed like any other run."""

    def __init__(self, options: Options, grid: Grid, progress: Progress, **stand_ins: Any) -> None:
        """Take options and grid; the stand-ins are those of ``Session``."""
        super().__init__(options, progress, **stand_ins)
        self.grid = grid

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
        self._source = manifest.revision(self.options.project)
        self._selected = chosen
        run.append(self._session_record("started" if begun is None else "resumed", None))
        run.append_new(machine.describe())
        for one in found:
            run.append_new({"kind": "toolchain", **one.record()})
        built = self._build(chosen)
        if not self._stop:
            self._measure(built)
        self.exit_code = totals.exit_code(
            run.records(),
            offloading={variant.model for variant in variants_of(chosen) if variant.offloads},
            allow_host=self.agreed.allow_host,
            mode=axes.MODE,
            device_required=self.agreed.device is not None,
        )
        self._finish()

    def _agree(self, begun: Record | None) -> None:
        """Fix what is measured: from the options, or from what the sweep began with."""
        options = replace(self.options, verb="run")
        if begun is None:
            if self.grid == Grid() and len(options.classes) < 2:
                raise UsageError("nothing to sweep over; give --teams, --threads, --size or --simd")
            self.agreed = replace(Agreement.fresh(options), verb=axes.MODE)
            return
        if begun.get("verb") != axes.MODE:
            raise UsageError(f"{self._run.path} is no sweep; resume it with the verb it began with")
        agreed = Agreement.resumed({**begun, "verb": "run"}, options)
        self.agreed = replace(agreed, verb=axes.MODE)
        began_with = Grid.of(begun["options"]["grid"])
        for name in ("teams", "threads", "sets", "simd"):
            given = getattr(self.grid, name)
            if given not in (getattr(Grid(), name), getattr(began_with, name)):
                raise terms.differs("--size" if name == "sets" else f"--{name}")
        self.grid = began_with

    def dry_run(self) -> dict[str, Any]:
        """Return what would be launched, as far as build folders tell, without making a file."""
        found = self._find(self.options)
        self._work = self._workspace(self.options, self.progress, list(found))
        for one in self._work.usable:
            if (self._work.folder(one.name) / manifest.MANIFEST).is_file():
                self._work.known[one.name] = manifest.variants(self._work.folder(one.name))
        self._agree(None)
        steps = []
        for variant in variants_of(self._pick()) if self._work.known else ():
            classes, precisions = self.agreed.classes, self.agreed.precisions
            points = axes.points(self.grid, variant, classes, precisions)
            steps.append(
                {
                    "toolchain": variant.toolchain,
                    "variant": variant.name,
                    "unavailable": variant.unavailable,
                    "points": [] if variant.unavailable else [one.name for one in points],
                }
            )
        unknown = [one.name for one in self._work.usable if one.name not in self._work.known]
        launches, seed = self.agreed.launches, self.agreed.seed
        return {"dry_run": steps, "launches": launches, "seed": seed, "not_configured": unknown}

    # ---- what is measured ---------------------------------------------------------------------

    def _choose(self, begun: Record | None) -> dict[str, list[Variant]]:
        asked = self.options.selection
        if begun is None:
            return self._pick()
        names = set(begun["options"]["names"])
        said = asked.benchmarks or asked.variants or asked.tags or asked.exclude
        if said and {one.name for one in variants_of(self._pick())} != names:
            raise terms.differs("the choice of benchmark and variants")
        return {
            toolchain: [variant for variant in known if variant.name in names]
            for toolchain, known in self._work.known.items()
        }

    def _pick(self) -> dict[str, list[Variant]]:
        """Return the chosen variants of the one benchmark.  Raises UsageError."""
        selection, suite = self.options.selection, terms.suite_of(self.options)
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
            other = axes.sibling(one, everything, sources)
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
            description = self._describe(variant, built)
            axes.check_parameters(self.grid, description)
            letters = [str(entry["letter"]) for entry in description["classes"]]
            offered |= set(letters)
            letters = [letter for letter in self.agreed.classes if letter in letters]
            known = description["precisions"]
            precisions = [one for one in self.agreed.precisions if one in known]
            found += axes.points(self.grid, variant, letters, precisions)
        for letter in self.agreed.classes if built else ():
            if letter not in offered:
                raise select.unknown("class", letter, offered)
        if built and self.grid.sets:
            for size in self.grid.sizes(self.agreed.classes):
                self._refuse_bad(built[0], size)
        return found

    def _describe(self, variant: Variant, built: Sequence[Variant]) -> Mapping[str, Any]:
        """Return a program's description, or a sibling's: its launches then tell what is wrong."""
        problem = None
        for one in (variant, *built):
            try:
                return manifest.describe(one, self._environment(one.toolchain))
            except LeagueError as error:
                problem = problem or error
        assert problem is not None
        raise problem

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

    def _environment(self, toolchain: str) -> Mapping[str, str]:
        from league.toolchains.discovery import launch_environment

        return launch_environment(self._found[toolchain])

    def _measure(self, built: Sequence[Variant]) -> None:
        points = self._points(built)
        own_shape = {
            name for name, source in self._sources(built).items() if axes.sets_own_shape(source)
        }
        Launches(
            agreed=self.agreed,
            options=self.options,
            run=self._run,
            work=self._work,
            issues=self._issues,
            versions={name: str(one.version) for name, one in self._found.items()},
            environments={one.toolchain: self._environment(one.toolchain) for one in built},
            variants={(one.toolchain, one.variant): one for one in built},
            own_shape=own_shape,
        ).make(points)
