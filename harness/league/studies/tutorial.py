"""The tutorial: where heat's data lives, what flow is made of, mini-apps beside CUDA, forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from league.profile import plan
from league.show.plots.chart import Chart, Panel, Series, Value, comparison_told
from league.studies import counted, portability, published
from league.studies.lines import Lines, beside, chosen, figure, grouped, nameless
from league.studies.measured import (
    Measured,
    Record,
    fastest,
    largest,
    measured,
    named,
    ratio,
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
#: Which of them has the published numbers beside it.
HEAT_AS_PUBLISHED = "heat-tutorial"
#: Variants whose question is the share of the work that the host keeps.
SHARES = "async"
#: Benchmarks that have the forms of the directive, one variant a form.
FORMS = ("saxpy", "heat")
#: Variants as the directives that they are; a name of two variants is of different benchmarks.
DIRECTIVES = {
    "target-form-teams-simd": "teams distribute simd",
    "target-form-static-1": "teams distribute parallel for schedule(static, 1)",
    "target-form-static-1-simd": "teams distribute parallel for simd schedule(static, 1)",
    "target-form-parallel-for-simd": "teams distribute parallel for simd",
    "target-simd": "teams distribute parallel for simd",
    "target-form-parallel-simd": "parallel for simd, one team",
    "target-form-loop": "teams loop",
    "target-loop": "teams loop",
}


def charts(runs: Sequence[Sequence[Record]]) -> list[Chart]:
    """Return the figures of the tutorial."""
    found = measured(runs)
    return [
        heat(runs, found), flow(runs), apps(runs, found), forms(runs, found), share(runs, found),
        portability.matrix(runs),
    ]  # fmt: skip


def heat(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time of all steps and of all data, by where the data lives."""
    panels = []
    shown: list[Measured] = []
    for name, steps in HEAT.items():
        own = chosen(found, name, shaped=None, fits=lambda subject: subject.teams is None)
        letter = largest(own)
        own = [one for one in own if one.subject.letter == letter and _is_compared(one, own)]
        shown += own
        for phase, called in (("compute", "solve"), ("total", "solve and copies")):
            panels.append(_heat_panel(name, letter, steps, own, phase, called))
    kept = [panel for panel in panels if not panel.is_empty] or panels[:1]
    return figure(
        "tutorial-heat", "Heat: where the data lives", kept, runs, shown,
        f"Beside heat-tutorial: {published.of(ID)['source']}, 8000 × 8000 cells, ten steps,"
        " both before its loops were exchanged. Each over its own data region, so that only the"
        " gain of a step is compared.",
        *(line for panel in kept for line in comparison_told(panel)),
    )  # fmt: skip


def _is_compared(one: Measured, own: Sequence[Measured]) -> bool:
    """Whether its run and toolchain have another step than the data region beside it."""
    steps = {step for told in HEAT.values() for step in told.values()}
    same = grouped(own, "run", "toolchain")[one.subject.run, one.subject.toolchain]
    return len({other.subject.variant for other in same} & steps) > 1


def _heat_panel(
    name: str, letter: str, steps: Mapping[str, str], own: Sequence[Measured], phase: str,
    called: str,
) -> Panel:  # fmt: skip
    """Each step over the data region of the same run and toolchain."""
    lines = Lines()
    for (_, toolchain), same in grouped(own, "run", "toolchain").items():
        by_variant = {one.subject.variant: one for one in same}
        base = by_variant.get(steps["data region"])
        for step, variant in steps.items():
            if base is not None and variant in by_variant:
                lines.add(toolchain, ratio(by_variant[variant], base, step, phase))
    as_published = [
        Series(
            one["machine"],
            tuple(
                Value(step, _spent(one, step, phase) / _spent(one, "data region", phase))
                for step in ("map every step", "data region")
            ),
            one["machine"],
        )
        for one in (published.of(ID)["heat"] if name == HEAT_AS_PUBLISHED else ())
    ]
    return lines.panel(
        f"{name}, class {letter}, {called}" if letter else name, "", "time / data region",
        f"run_all.py run -b {name} -c A", *as_published, order=tuple(steps),
    )  # fmt: skip


def _spent(told: Mapping[str, Any], step: str, phase: str) -> float:
    """Milliseconds of a published step; what maps in every step copies inside the timed loop."""
    one = told[step]
    copies = one["host to device"] + one["device to host"]
    inside = step == "map every step"
    return float(one["solve"] + (copies if phase == "total" and not inside else 0))


def flow(runs: Sequence[Sequence[Record]]) -> Chart:
    """What a run of flow is made of: an execution of each kernel, and the copies of all of it."""
    told = published.of(ID)["flow"]
    kernels: list[Series] = []
    copies: list[Series] = []
    shown = []
    for number, records in enumerate(runs):
        for record in records:
            found = plan.of(dict(record))
            if found is None or record["benchmark"] != "flow":
                continue
            label = f"{record['toolchain']}, {record['variant']} {record['class']}"
            kernels.append(Series(label, _kernels(found)))
            copies.append(Series(label, _copies(found)))
            shown.append((number, str(record["toolchain"])))
    by_kernel = tuple(Value(k, ms) for k, ms in told["kernels_ms_each"].items())
    by_copy = tuple(
        Value(k, one["ms"], note=f"in {one['copies']} copies") for k, one in told["copies"].items()
    )
    missing = "" if kernels else "run_all.py run --profile -b flow -v target-data gives one"
    return Chart(
        "tutorial-flow",
        "Flow: kernels and copies",
        (
            Panel(
                "kernels", "", "milliseconds an execution",
                (*kernels, Series(told["machine"], by_kernel, told["machine"])), missing=missing,
            ),
            Panel(
                "copies of a whole launch", "", "milliseconds",
                (*copies, Series(told["machine"], by_copy, told["machine"])), missing=missing,
            ),
        ),
        (
            named(runs, shown),
            "From one profiled launch a variant. A kernel of ours is named by the function that"
            " holds its directive: lagrange stands for set_timestep, artificial_viscosity and"
            " pressure_acceleration, advection for the transport, whose times were not published;"
            " set_problem runs on the host.",
            f"Beside ours: {published.of(ID)['source']}, 4000 × 4000 cells, one iteration.",
        ),
    )  # fmt: skip


def _kernels(profile: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return the milliseconds of an execution of each kernel, the longest first."""
    spent = {
        str(one["name"]): one["operations"]["kernel"]["time_ns"] / one["count"] / 1e6
        for one in profile["regions"]
        if one["operations"].get("kernel", {}).get("time_ns", 0) and one["count"]
    }
    kept = sorted(spent.items(), key=lambda item: -item[1])
    return tuple(Value(name, ms, launches=1) for name, ms in kept[:10])


def _copies(profile: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return the milliseconds of all copies, by direction."""
    found = []
    for operation, name in (("to", "to the device"), ("from", "from the device")):
        told = [one["operations"].get(operation, {}) for one in profile["regions"]]
        count = sum(one.get("count", 0) for one in told)
        spent = sum(one.get("time_ns", 0) for one in told) / 1e6
        found.append(Value(name, spent, launches=1, note=f"in {count} copies"))
    return tuple(found)


def apps(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """The mini-apps over CUDA where it was measured, else over host OpenMP."""
    panels = []
    shown: list[Measured] = []
    own = sorted(chosen(found, *APPS, precision="", shaped=None),
                 key=lambda one: APPS.index(one.subject.benchmark))  # fmt: skip
    for reference, told in (("cuda", "CUDA"), ("omp", "host OpenMP")):
        lines = Lines()
        groups = grouped(own, "benchmark", "run", "letter", "precision")
        for (name, _, letter, precision), same in groups.items():
            base = fastest(one for one in same if one.subject.model.name == reference)
            device = [one for one in same if one.subject.is_directives]
            lines.add_best(device, base, f"{name} {letter} {precision}")
        shown += lines.shown
        panels.append(
            lines.panel(f"over {told}", "", f"offload / {told}",
                        f"no run has these mini-apps with offload and {told}")
        )  # fmt: skip
    return figure(
        "tutorial-apps",
        "BUDE, CloverLeaf and TeaLeaf: the fastest offload variant over its reference",
        panels, runs, shown,
        f"The tutorial ({published.of(ID)['source']}) shows pictures only, and"
        " CloverLeaf within 9 % of CUDA (K40m, CUDA 8.0).",
        counts=counted.panels(runs, APPS),
    )  # fmt: skip


def forms(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """One kernel in every form of the directive, by compiler, over the form it recommends."""
    panels = []
    shown: list[Measured] = []
    for name in FORMS:
        lines = Lines()
        own = chosen(
            found, name, shaped=None,
            fits=lambda subject: subject.is_directives and subject.teams is None,
        )  # fmt: skip
        for one in own:
            base, form = beside(one, own, "target-data"), DIRECTIVES.get(one.subject.variant)
            if base is not None and form:
                label = f"{one.subject.toolchain}, class {one.subject.letter}"
                lines.add(label, nameless(ratio(one, base, form)), one)
        shown += lines.shown
        panels.append(
            lines.panel(name, "", "time / teams distribute parallel for",
                        f"run_all.py run -b {name} -v 'target-form-*' -v target-data",
                        order=tuple(DIRECTIVES.values()))
        )  # fmt: skip
    return figure(
        "tutorial-forms", "One kernel, several forms of the directive", panels, runs, shown,
        f"The forms of {published.of(ID)['source']}, which recommends teams distribute parallel"
        " for simd; all are target regions. A form that is missing was not measured, or its"
        " answer was wrong: Clang's schedule(static, 1) is where a team has one thread (a known"
        " defect).",
    )  # fmt: skip


def share(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Host and device at once: time over the share of the work that the host keeps."""
    lines = Lines()
    for one in chosen(found, SHARES, shaped=None, fits=lambda subject: "share" in subject.variant):
        label = f"{one.subject.label}, class {one.subject.letter}"
        lines.add(label, time(one, one.subject.size("share") or 0), one)
    panel = lines.over_x().panel(
        "", "percent of the elements that the host works on", "compute, milliseconds",
        f"run_all.py sweep -b {SHARES} -v 'target-share*' --size share=0,25,50,75,99",
        kind="lines", log_y=False,
    )  # fmt: skip
    return figure(
        "tutorial-share", "Host and device at once, over the host's share", [panel], runs,
        lines.shown,
        f"As {published.of(ID)['source']} has it: target nowait, a loop of the host, taskwait."
        " On the plug-in device both are the same cores, so nothing can be gained there.",
    )  # fmt: skip
