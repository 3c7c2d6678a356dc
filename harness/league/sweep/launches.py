"""The launches of a sweep: which shape each gets, how it ended, one record as soon as it has."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.base import locks, models
from league.records import known_issues, store, verdict
from league.records.schema import Record
from league.run import judge, launch, plan
from league.run.build_folders import Workspace
from league.run.manifest import Variant
from league.run.options import Options
from league.run.terms import Agreement
from league.sweep import axes
from league.sweep import shape as probe
from league.sweep.axes import Point, Shape

#: The probe's region that tells which shape an environment gets.
NESTING = "teams distribute parallel for"
Got = dict[str, int]


@dataclass
class Launches:
    """Makes the launches of a sweep that are not recorded yet."""

    agreed: Agreement
    options: Options
    run: store.Run
    work: Workspace
    issues: Sequence[known_issues.KnownIssue]
    #: compiler versions and what launches want set, by toolchain
    versions: Mapping[str, str]
    environments: Mapping[str, Mapping[str, str]]
    #: what was built, by toolchain and variant
    variants: Mapping[tuple[str, str], Variant]
    #: variants whose source asks for a shape by clauses
    own_shape: Collection[str]
    _got: dict[tuple[str, Shape], Got | None] = field(default_factory=dict)

    def make(self, points: Sequence[Point]) -> None:
        """Launch all points in turns; one that failed, or has no device, is not tried again."""
        names = {"cpu"} | {
            locks.device_lock_name(one.device, self.agreed.device or 0)
            for one in self.variants.values()
            if one.offloads
        }
        held = locks.devices(sorted(names), self.work.progress.line)
        with launch.Launcher() as launcher, held:
            self._make(launcher, points)

    def _make(self, launcher: launch.Launcher, points: Sequence[Point]) -> None:
        launches, done, progress = self.agreed.launches, self.run.done(), self.work.progress
        given_up = {
            (*key[:5], key[-1] // launches)
            for key, record in done.items()
            if not self._may_go_on(record)
        }
        absent = {one["toolchain"] for one in done.values() if _no_device(one)}
        todo = []
        for point, turn in axes.order(points, launches=launches, seed=self.agreed.seed):
            one = plan.Launch(point.cell, axes.MODE, "", point.number * launches + turn)
            if one.key() not in done:
                todo.append((point, turn, one))
        self._ask_for_shapes(launcher, [point for point, _, _ in todo])
        progress.phase("sweeping", len(todo))
        for point, turn, one in todo:
            place = (*one.key()[:5], point.number)
            if place in given_up or (point.cell.offloads and point.cell.toolchain in absent):
                progress.less(1)
                continue
            progress.step(point.name)
            record = self.run.append(self._launch(launcher, point, turn, one))
            red = verdict.reddens(
                record["verdict"], offloads=point.cell.offloads, allow_host=self.agreed.allow_host
            )
            progress.done(point.name, record["worst"], good=not red, reason=record["reason"])
            if not self._may_go_on(record):
                given_up.add(place)
            if _no_device(record):
                absent.add(point.cell.toolchain)
            if red and self.options.fail_fast:
                break

    def _may_go_on(self, record: Record) -> bool:
        stages, offloads = record["verdict"], models.of(record["model"]).offloads
        return stages["launch"] == "ok" and not verdict.failure(
            stages, offloads=offloads, allow_host=self.agreed.allow_host
        )

    def _variables(self, variant: Variant, shape: Shape) -> dict[str, str]:
        settings = launch.Settings(device=self.agreed.device, allow_host=self.agreed.allow_host)
        variables = launch.settings_of(
            variant, self.environments[variant.toolchain], settings, os.environ
        )
        return {**variables, **shape.environment(variant.model, variant.device)}

    def _launch(
        self, launcher: launch.Launcher, point: Point, turn: int, one: plan.Launch
    ) -> Record:
        cell, shape = point.cell, point.shape
        variant = self.variants[cell.toolchain, cell.variant]
        variables = self._variables(variant, shape)
        command = launch.command_line(
            variant,
            letter=cell.letter,
            precision=cell.precision,
            repeat=self.agreed.repeat,
            warmup=self.agreed.warmup,
            guard=False,
            allow_host=self.agreed.allow_host,
        )
        outcome = launcher.run(
            [*command, *point.size.words()],
            variables,
            timeout_s=self.options.timeout_s,
            memory=launch.memory_limit(variant),
        )
        issues = known_issues.matching(
            self.issues,
            toolchain=cell.toolchain,
            version=self.versions[cell.toolchain],
            benchmark=cell.benchmark,
            variant=cell.variant,
            precision=cell.precision,
        )
        record = judge.launch_record(
            # judged like one that is timed, so that a time too short to mean anything is named
            replace(one, mode="timed"),
            outcome,
            variables=variables,
            issues=issues,
            folders=(variant.build, self.options.project, *self.options.extra_dirs),
        )
        record["mode"] = axes.MODE
        _refuse_another_size(record, point)
        if record["verdict"]["expectation"] == "xpass":
            # Known issues speak of the usual shape; that another one hides them proves nothing.
            record["verdict"]["expectation"] = "as-expected"
        own = cell.variant in self.own_shape
        record["sweep"] = {
            "teams": shape.teams,
            "threads": shape.threads,
            "got": None if own else self._got.get((cell.toolchain, shape)),
            "own_shape": own,
            "simd": point.simd,
            "set": dict(point.size.sets),
            "round": turn,
        }
        return record

    # ---- the shape that was got ---------------------------------------------------------------

    def _ask_for_shapes(self, launcher: launch.Launcher, points: Sequence[Point]) -> None:
        """Let the probe program say which shape each wish gets, toolchain by toolchain."""
        wishes: dict[str, dict[Shape, None]] = {}
        for point in points:
            if point.cell.model in axes.SHAPED and point.shape != Shape(None, None):
                wishes.setdefault(point.cell.toolchain, {})[point.shape] = None
        for toolchain, shapes in wishes.items():
            model = next(
                one
                for one in self.variants.values()
                if one.toolchain == toolchain and one.model in axes.SHAPED
            )
            program = self._probe_of(model)
            if program is None:
                self.work.progress.line(f"{toolchain}: no probe, so the shapes got are not known")
                continue
            self.work.progress.phase(f"asking {toolchain} for shapes", len(shapes))
            for shape in shapes:
                got = self._got[toolchain, shape] = self._ask(launcher, program, shape)
                told = "unknown" if got is None else f"got {got['teams']} × {got['threads']}"
                self.work.progress.done(shape.label, told)

    def _probe_of(self, model: Variant) -> Variant | None:
        program = self.work.folder(model.toolchain) / probe.PROGRAM
        variant = replace(
            model, group="validation", benchmark="probe", variant="target", model="target",
            target="probe", executable=program,
        )  # fmt: skip
        built = self.work.build(model.toolchain, [variant])[0]
        return variant if built.verdict == "ok" and program.is_file() else None

    def _ask(self, launcher: launch.Launcher, program: Variant, shape: Shape) -> Got | None:
        outcome = launcher.run(
            [str(program.executable)],
            self._variables(program, shape),
            timeout_s=self.options.timeout_s,
            memory=launch.memory_limit(program),
        )
        answer = probe.judge(program.toolchain, program.device, outcome)
        if answer.verdict != "ok":
            return None
        try:
            told = probe.region(answer.told, NESTING)
            got = {"teams": int(told["teams_told"]), "threads": int(told["threads_told"])}
        except (KeyError, TypeError, ValueError):
            return None
        return got if min(got.values()) >= 1 else None


def _no_device(record: Record) -> bool:
    return bool(record["verdict"]["launch"] == "no-device")


def _refuse_another_size(record: Record, point: Point) -> None:
    """Take a record for no answer if the program ran another size than the one asked for."""
    inner = record["record"]
    if inner is None:
        return
    for key, value in point.size.sets:
        if inner["class"].get(key) != value:
            record["verdict"]["answer"] = "not-checked"
            record["worst"] = verdict.worst(record["verdict"], offloads=point.cell.offloads)
            record["reason"] = f"the record is of {key}={inner['class'].get(key)}, not {value}"
            return
