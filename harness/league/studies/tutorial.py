"""The tutorial: where heat's data lives, what flow is made of, mini-apps beside CUDA, forms."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from league.base import models
from league.profile import plan
from league.records import verdict
from league.studies import published
from league.studies.chart import Chart, Panel, Series, Value, comparison_told
from league.studies.measured import (
    Measured,
    Record,
    fastest,
    largest,
    measured,
    ratio,
    surroundings,
    time,
)

ID = "tutorial"
#: Its mini-apps, which it compares with CUDA.
APPS = ("bude", "cloverleaf", "tealeaf")
#: Steps of heat, as variants of ours: with the tutorial's own numbers, and as the suite has them.
HEAT = {
    "heat-tutorial": {
        "map every step": "target-naive",
        "enter and exit data": "target-enter-exit",
        "data region": "target-data",
        "loops exchanged": "target-exchanged",
    },
    "heat": {
        "map every step": "target-naive",
        "enter and exit data": "target-enter-exit",
        "data region": "target-data",
        "loops exchanged": "target-strided",
        "collapse": "target-collapse",
    },
}
#: Variants whose question is the share of the work that the host keeps.
SHARES = "async"
#: Benchmarks that have the forms of the directive, one variant a form.
FORMS = ("saxpy", "heat")


def charts(runs: Sequence[Sequence[Record]]) -> list[Chart]:
    """Return the figures of the tutorial."""
    found = measured(runs)
    return [
        heat(runs, found), flow(runs), apps(runs, found), forms(runs, found), share(runs, found),
        matrix(runs),
    ]  # fmt: skip


def heat(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time of all steps and of all data, by where the data lives."""
    panels = []
    shown: list[Measured] = []
    for name, steps in HEAT.items():
        own = [
            one for one in found
            if one.subject.benchmark == name and one.subject.precision == "fp64"
            and one.subject.teams is None
        ]  # fmt: skip
        letter = largest(own)
        own = [one for one in own if one.subject.letter == letter]
        shown += own
        for phase, called in (("compute", "solve"), ("total", "solve and copies")):
            panels.append(_heat_panel(name, letter, steps, own, phase, called))
    kept = [panel for panel in panels if not panel.is_empty] or panels[:1]
    return Chart(
        "tutorial-heat",
        "Heat: where the data lives",
        tuple(kept),
        (
            surroundings(runs, shown),
            f"Beside ours: {published.of(ID)['source']}, 8000 × 8000 cells, ten steps, both before"
            " its loops were exchanged. Each over its own data region, so that only the gain of a"
            " step is compared.",
            *(line for panel in kept for line in comparison_told(panel)),
        ),
    )


def _heat_panel(
    name: str, letter: str, steps: Mapping[str, str], own: Sequence[Measured], phase: str,
    called: str,
) -> Panel:  # fmt: skip
    """Each step over the data region of the same run and toolchain."""
    series = []
    for run, toolchain in dict.fromkeys((one.subject.run, one.subject.toolchain) for one in own):
        by_variant = {
            one.subject.variant: one for one in own
            if (one.subject.run, one.subject.toolchain) == (run, toolchain)
        }  # fmt: skip
        base = by_variant.get(steps["data region"])
        values = tuple(
            ratio(by_variant[variant], base, step, phase)
            for step, variant in steps.items()
            if base is not None and variant in by_variant
        )
        if values:
            series.append(Series(toolchain, values))
    beside = [
        Series(
            one["machine"],
            tuple(
                Value(step, _spent(one, step, phase) / _spent(one, "data region", phase))
                for step in ("map every step", "data region")
            ),
            one["machine"],
        )
        for one in published.of(ID)["heat"]
    ]
    return Panel(
        f"{name}, class {letter}, {called}" if letter else name, "", "time / data region",
        (*series, *beside), missing="" if series else f"run_all.py run -b {name} -c A",
    )  # fmt: skip


def _spent(told: Mapping[str, Any], step: str, phase: str) -> float:
    """Milliseconds of a published step; what maps in every step copies inside the timed loop."""
    one = told[step]
    copies = one["host to device"] + one["device to host"]
    inside = step == "map every step"
    return float(one["solve"] + (copies if phase == "total" and not inside else 0))


def flow(runs: Sequence[Sequence[Record]]) -> Chart:
    """What a run of flow is made of: kernels by directive, from profiled launches."""
    told = published.of(ID)["flow"]
    series = []
    for records in runs:
        for record in records:
            found = plan.of(dict(record))
            if found is None or record["benchmark"] != "flow":
                continue
            kernels = _kernels(found)
            label = f"{record['toolchain']}, {record['variant']} {record['class']}"
            series.append(Series(label, kernels))
    beside = Series(
        told["machine"],
        tuple(Value(k, ms) for k, ms in told["kernels_ms"].items()),
        told["machine"],
    )
    panel = Panel(
        "", "", "milliseconds of kernels", (*series, beside),
        missing="" if series else "run_all.py run --profile -b flow -v target-data gives one",
    )  # fmt: skip
    return Chart(
        "tutorial-flow",
        "Flow: kernels by directive",
        (panel,),
        (
            "Sums over one profiled launch; the functions are ours, named by what holds the"
            f" directive. Beside ours: {published.of(ID)['source']}, 4000 × 4000 cells, one"
            " iteration.",
        ),
    )


def _kernels(profile: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return the milliseconds of kernels by function, the longest first."""
    summed: dict[str, float] = {}
    for one in profile["regions"]:
        name = str(one["name"]).rstrip(" 0123456789")
        kernel = one["operations"].get("kernel", {}).get("time_ns", 0)
        summed[name] = summed.get(name, 0.0) + kernel / 1e6
    kept = sorted(((k, v) for k, v in summed.items() if v > 0), key=lambda item: -item[1])
    return tuple(Value(name, spent, launches=1) for name, spent in kept[:8])


def apps(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """The mini-apps over CUDA where it was measured, else over host OpenMP."""
    panels = []
    shown = []
    for reference, told in (("cuda", "CUDA"), ("omp", "host OpenMP")):
        lines: dict[str, list[Value]] = {}
        for name in APPS:
            own = [one for one in found if one.subject.benchmark == name]
            for run, letter, precision in dict.fromkeys(
                (one.subject.run, one.subject.letter, one.subject.precision) for one in own
            ):
                same = [
                    one for one in own
                    if (one.subject.run, one.subject.letter, one.subject.precision)
                    == (run, letter, precision)
                ]  # fmt: skip
                base = fastest(one for one in same if one.subject.model.name == reference)
                device = [
                    one for one in same
                    if one.subject.model.offloads and not one.subject.model.is_cuda
                ]  # fmt: skip
                for toolchain in dict.fromkeys(one.subject.toolchain for one in device):
                    best = fastest(one for one in device if one.subject.toolchain == toolchain)
                    if base and best:
                        value = ratio(best, base, f"{name} {letter} {precision}")
                        lines.setdefault(toolchain, []).append(value)
                        shown += [best, base]
        panels.append(
            Panel(
                f"over {told}", "", f"offload / {told}",
                tuple(Series(label, tuple(values)) for label, values in lines.items()),
                missing="" if lines else f"no run has these mini-apps with offload and {told}",
            )
        )  # fmt: skip
    return Chart(
        "tutorial-apps",
        "BUDE, CloverLeaf and TeaLeaf: the fastest offload variant over its reference",
        tuple(panels),
        (
            surroundings(runs, shown),
            f"The tutorial ({published.of(ID)['source']}) shows pictures only, and"
            " CloverLeaf within 9 % of CUDA (K40m, CUDA 8.0).",
        ),
    )


def forms(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """One kernel in every form of the directive, by compiler, over the form it recommends."""
    panels = []
    shown = []
    for name in FORMS:
        lines: dict[str, list[Value]] = {}
        own = [
            one for one in found
            if one.subject.benchmark == name and one.subject.precision == "fp64"
            and one.subject.model.offloads and not one.subject.model.is_cuda
            and one.subject.teams is None
        ]  # fmt: skip
        for one in own:
            subject = one.subject
            base = next(
                (
                    other for other in own
                    if other.subject.variant == "target-data"
                    and (other.subject.run, other.subject.toolchain, other.subject.parameters)
                    == (subject.run, subject.toolchain, subject.parameters)
                ),
                None,
            )  # fmt: skip
            if base is not None and subject.variant.startswith("target-form"):
                label = f"{subject.toolchain}, class {subject.letter}"
                lines.setdefault(label, []).append(ratio(one, base, subject.variant))
                shown.append(one)
        panels.append(
            Panel(
                name, "", "time / target-data",
                tuple(Series(label, tuple(values)) for label, values in lines.items()),
                missing="" if lines
                else f"run_all.py run -b {name} -v 'target-form-*' -v target-data",
            )
        )  # fmt: skip
    return Chart(
        "tutorial-forms",
        "One kernel, several forms of the directive",
        tuple(panels),
        (surroundings(runs, shown), f"The forms of {published.of(ID)['source']}."),
    )


def share(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Host and device at once: time over the share of the work that the host keeps."""
    lines: dict[str, list[Value]] = {}
    own = [
        one for one in found
        if one.subject.benchmark == SHARES and "share" in one.subject.variant
        and one.subject.precision == "fp64"
    ]  # fmt: skip
    for one in own:
        label = f"{one.subject.variant}, {one.subject.toolchain}, class {one.subject.letter}"
        lines.setdefault(label, []).append(time(one, one.subject.size("share") or 0))
    series = tuple(
        Series(label, tuple(sorted(values, key=lambda one: float(one.x))))
        for label, values in lines.items()
    )
    panel = Panel(
        "", "percent of the elements that the host works on", "compute, milliseconds", series,
        "lines", log_y=False,
        missing="" if series
        else f"run_all.py sweep -b {SHARES} -v 'target-share*' --size share=0,25,50,75,99",
    )  # fmt: skip
    return Chart(
        "tutorial-share",
        "Host and device at once, over the host's share",
        (panel,),
        (
            surroundings(runs, own),
            f"As {published.of(ID)['source']} has it: target nowait, a loop of the host, taskwait."
            " On the plug-in device both are the same cores, so nothing can be gained there.",
        ),
    )


#: What a cell of the matrix says where nothing could run.
NO_DEVICE = "no device"


def matrix(runs: Sequence[Sequence[Record]]) -> Chart:
    """How many launches of offload variants were right on a device, by toolchain and benchmark."""
    right: dict[str, dict[str, list[bool | None]]] = {}
    for records in runs:
        for record in records:
            if record.get("kind") != "launch" or record.get("mode") not in ("check", "timed"):
                continue
            offloads = models.of(record["model"]).offloads
            if not offloads or "lesson" in record["variant"]:  # which is meant to be wrong
                continue
            good = verdict.is_right(record["verdict"], offloads=offloads)
            ended = str(record["verdict"].get("launch"))
            absent = ended in ("no-device", "skipped(no-device)")
            names = right.setdefault(record["toolchain"], {})
            names.setdefault(record["benchmark"], []).append(None if absent else good)
    series = tuple(
        Series(
            toolchain,
            tuple(_cell(name, told) for name, told in sorted(names.items())),
        )
        for toolchain, names in sorted(right.items())
    )
    panel = Panel(
        "", "", "% of launches right, on a device", series, "matrix", log_y=False,
        missing="" if series else "run_all.py check gives them",
    )  # fmt: skip
    return Chart(
        "tutorial-matrix",
        "Toolchains by benchmarks: what is right on a device",
        (panel,),
        (
            "The end of a toolchain's name is its platform; an empty cell was not launched"
            f" anywhere, '{NO_DEVICE}' had nothing to run on.",
            f"The tutorial ({published.of(ID)['source']}) shows the matrix of 2020 as a picture.",
        ),
    )


def _cell(name: str, told: Sequence[bool | None]) -> Value:
    ran = [good for good in told if good is not None]
    if not ran:
        return Value(name, 0, launches=0, note=NO_DEVICE)
    return Value(name, 100 * statistics.mean(ran), launches=len(ran))
