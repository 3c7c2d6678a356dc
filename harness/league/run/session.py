"""A run from start to end: build, check, time, record; resumed where it was interrupted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league import __version__
from league.base import locks, machine
from league.base.errors import LeagueError, StoreError, ToolchainError, UsageError
from league.base.progress import Progress
from league.records import known_issues, store, totals
from league.records.schema import Record
from league.run import build, manifest
from league.run.build_folders import Workspace, find_toolchains
from league.run.launch import Launcher
from league.run.manifest import Variant
from league.run.measure import Measurement
from league.run.options import Options
from league.run.terms import Agreement, differs, suite_of

EXIT_INTERRUPTED = 130


class Session:
    """Carries one run through its phases; what is recorded stays when it is interrupted."""

    def __init__(
        self,
        options: Options,
        progress: Progress,
        *,
        find: Callable[[Options], Sequence[Any]] | None = None,
        workspace: Callable[[Options, Progress, list[Any]], Workspace] | None = None,
    ) -> None:
        """Take the options; ``find`` and ``workspace`` stand in for toolchains and builds."""
        self.options = options
        self.progress = progress
        self._find = find or find_toolchains
        self._workspace = workspace or Workspace
        self.exit_code = 0
        self._issues = known_issues.load()
        self._began = time.monotonic()
        self._stop = False
        self._selected: dict[str, list[Variant]] = {}

    def run(self) -> Path:
        """Make the run and return its folder; ``exit_code`` then says how it went.

        Raises LeagueError for what stops a run before it has begun, or when records cannot be
        written; KeyboardInterrupt is turned into exit code 130.
        """
        found = self._find(self.options)
        resume = self.options.resume
        run = (
            store.open_run(resume)
            if resume is not None
            else store.create_run(self.options.results, store.new_run_id(self._label()))
        )
        try:
            self._carry_out(run, found)
        except KeyboardInterrupt:
            self.exit_code = EXIT_INTERRUPTED
            self.progress.line(f"interrupted; go on with --resume {run.path}")
            self._finish()
        except StoreError:
            raise
        except LeagueError as error:
            self.exit_code = error.exit_code
            self._finish()
            raise
        finally:
            self.progress.finish()
            run.discard_if_empty()
            run.close()
        return run.path

    def _label(self) -> str:
        return suite_of(self.options) or self.options.verb or "run"

    # ---- phases -------------------------------------------------------------------------------

    def _carry_out(self, run: store.Run, found: Sequence[Any]) -> None:
        self._run = run
        begun = next((one for one in run.records() if one["kind"] == "session"), None)
        if begun is not None:
            self.agreed = Agreement.resumed(begun, self.options)
            keep = set(begun["selection"]["toolchains"])
            gone = keep - {one.name for one in found if one.state == "usable"}
            if gone:
                raise ToolchainError(
                    f"the run began with toolchain {min(gone)}, which is not usable now;"
                    " run_all.py doctor tells more"
                )
            found = [one for one in found if one.name in keep]
        elif run.records():
            raise StoreError(f"{run.path} has no session record; it cannot be resumed")
        else:
            self.agreed = Agreement.fresh(self.options)
        self._found = {one.name: one for one in found}
        self._work = self._workspace(self.options, self.progress, list(found))
        self._work.configure()
        chosen = self._choose(begun)
        self._source = manifest.revision(self.options.project)
        self._selected = chosen
        state = "started" if begun is None else "resumed"
        run.append(self._session_record(state, None))
        run.append_new(machine.describe())
        for one in found:
            # What is absent is of interest only where it was asked for.
            if one.state != "absent" or self.options.toolchains:
                run.append_new({"kind": "toolchain", **one.record()})

        built = self._build(chosen)
        if not self._stop:
            self._measure(built)
        self.exit_code = totals.exit_code(
            run.records(),
            offloading={variant.model for variant in variants_of(chosen) if variant.offloads},
            allow_host=self.agreed.allow_host,
            mode="timed" if self.agreed.verb == "run" else "check",
            device_required=self.agreed.device is not None,
        )
        self._finish()

    def _finish(self) -> None:
        if self._selected:  # otherwise nothing had begun
            self._run.append(self._session_record("finished", self.exit_code))

    def _measure(self, built: Sequence[Variant]) -> None:
        from league.toolchains.discovery import launch_environment

        measurement = Measurement(
            agreed=self.agreed,
            run=self._run,
            progress=self.progress,
            issues=self._issues,
            versions={name: str(one.version) for name, one in self._found.items()},
            environments={name: launch_environment(one) for name, one in self._found.items()},
            timeout_s=self.options.timeout_s,
            fail_fast=self.options.fail_fast,
            folders=(self.options.project, *self.options.extra_dirs),
        )
        cells = measurement.cells(built)
        with Launcher() as launcher, measurement.devices():
            passed = measurement.check(launcher, cells)
            if self.agreed.verb == "run" and not measurement.stopped:
                measurement.time(launcher, passed)

    def _choose(self, begun: Record | None) -> dict[str, list[Variant]]:
        asked = self.options.selection
        said = asked.benchmarks or asked.variants or asked.tags or asked.exclude
        if begun is None:
            return self._work.choose_suite(asked, self.agreed.suite)
        names = set(begun["options"]["names"])
        chosen = {
            toolchain: [variant for variant in known if variant.name in names]
            for toolchain, known in self._work.known.items()
        }
        if said:
            again = self._work.choose_suite(asked, self.agreed.suite)
            if {v.name for v in variants_of(again)} != names:
                raise differs("the choice of benchmarks and variants")
        return chosen

    def _session_record(self, state: str, exit_code: int | None) -> dict[str, Any]:
        agreed = self.agreed
        variants = variants_of(self._selected)
        wall = round(time.monotonic() - self._began, 3)
        source, dirty = self._source
        return {
            "kind": "session",
            "session": self._run.name,
            "state": state,
            "verb": agreed.verb,
            "suite": agreed.suite,
            "selection": {
                "benchmarks": list(dict.fromkeys(v.benchmark for v in variants)),
                "variants": list(dict.fromkeys(v.variant for v in variants)),
                "toolchains": list(self._work.known),
                "classes": list(agreed.classes),
                "precisions": list(agreed.precisions),
            },
            "options": {
                "names": list(dict.fromkeys(v.name for v in variants)),
                "allow_host": agreed.allow_host,
                "device": agreed.device,
            },
            "launches": agreed.launches,
            "repeat": agreed.repeat,
            "warmup": agreed.warmup,
            "seed": agreed.seed,
            "source": source,
            "dirty": dirty,
            "league": __version__,
            "exit_code": exit_code,
            "wall_s": None if state != "finished" else wall,
        }

    def _build(self, chosen: dict[str, list[Variant]]) -> list[Variant]:
        """Build everything, record what became of it, and return what can be launched."""
        good: list[Variant] = []
        with locks.devices(["cpu"], self.progress.line):
            for toolchain, variants in chosen.items():
                results = self._work.build(toolchain, variants)
                good += [result.variant for result in results if result.verdict == "ok"]
                for result in results:
                    self._record_build(result)
                if self._stop:
                    return good
        # A toolchain that cannot even be configured fails every cell it was to have.
        everything = max(chosen.values(), key=len)
        for name, error in self._work.unconfigured.items():
            able = self._found[name].capabilities
            for variant in everything:
                if variant.model in able and able[variant.model].fatal:
                    continue  # it would not have had that one
                lost = replace(variant, toolchain=name, executable=None)
                self._record_build(build.Built(lost, "compile-error", str(error), error.log))
        for name, one in self._found.items() if self.options.toolchains else ():
            if one.state != "usable":
                for variant in everything:
                    lost = replace(variant, toolchain=name, executable=None)
                    why = one.remedy or f"toolchain is {one.state}"
                    self._record_build(build.Built(lost, "toolchain-absent", why))
        return good

    def _record_build(self, result: build.Built) -> None:
        variant = result.variant
        expected = known_issues.build_expectation(
            result.verdict,
            self._issues,
            toolchain=variant.toolchain,
            version=str(self._found[variant.toolchain].version),
            benchmark=variant.benchmark,
            variant=variant.variant,
            offloads=variant.offloads,
        )
        record = result.record(expected)
        self._refuse_changed(record)
        self._run.append_new(record)
        if totals.red_build(record) and self.options.fail_fast:
            self._stop = True

    def _refuse_changed(self, record: Record) -> None:
        """A resumed run must not mix times of two different executables."""
        if self.options.resume is None or not record["executable_sha256"]:
            return
        for old in self._run.records():
            same = all(
                old.get(field) == record[field]
                for field in ("kind", "toolchain", "benchmark", "variant")
            )
            if same and old["executable_sha256"] not in ("", record["executable_sha256"]):
                raise UsageError(
                    f"{record['benchmark']}.{record['variant']} {record['toolchain']} has changed"
                    " since the run began; start a new run"
                )


def variants_of(chosen: dict[str, list[Variant]]) -> list[Variant]:
    """Return the variants of all toolchains."""
    return [variant for variants in chosen.values() for variant in variants]
