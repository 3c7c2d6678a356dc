"""The tutorial: where heat's data lives, what flow is made of, mini-apps beside CUDA, forms."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.base import models
from league.show.plots.chart import Chart, Panel, Series, Value, comparison_told
from league.studies import patterns, portable
from league.studies.lines import (
    Figure,
    Lines,
    Runs,
    as_published,
    chosen,
    grouped,
    profiled,
    published,
)
from league.studies.measured import Measured, fastest, largest, measured, ratio, time
from league.verdicts import judging, read

ID = "tutorial"
#: Its mini-apps, which it compares with CUDA.
APPS = ("bude", "cloverleaf", "tealeaf")
#: Steps of heat, as variants of ours: with the tutorial's own numbers, and as the suite has them.
HEAT = {
    "heat-tutorial": {
        "map every step": "target-naive",
        "enter and exit data": "target-enter-exit",
        "data region": "target-strided",
        "loops exchanged": "target-data",
    },
    "heat": {
        "map every step": "target-naive",
        "enter and exit data": "target-enter-exit",
        "data region": "target-data",
        "the slow order of loops": "target-strided",
    },
}
#: Which of them has the published numbers beside it.
HEAT_AS_PUBLISHED = "heat-tutorial"
#: Variants whose question is the share of the work that the host keeps.
SHARES = "async"
#: Benchmarks that have the forms of the directive, one variant a form, and what those stand over.
FORMS = {"saxpy": "target-data", "heat": "target-rows"}
#: Variants as the directives that they are; a name of two variants is of different benchmarks.
DIRECTIVES = {
    "target-form-teams-simd": "teams distribute simd",
    "target-form-static-1": "teams distribute parallel for schedule(static, 1)",
    "target-form-static-1-simd": "teams distribute parallel for simd schedule(static, 1)",
    "target-form-parallel-for-simd": "teams distribute parallel for simd",
    "target-simd": "teams distribute parallel for simd",
    "target-form-parallel-simd": "parallel for simd, one team",
    "target-form-if": "target if(...), parallel for simd",
    "target-form-loop": "teams loop",
    "target-loop": "teams loop",
}


#: What a cell of the matrix says where nothing could run.
NO_DEVICE = "no device"
_Told = dict[str, dict[str, list[bool | None]]]


def charts(runs: Runs) -> list[Chart]:
    """Return the figures of the tutorial."""
    found = measured(runs)
    return [
        heat(runs, found), flow(runs), apps(runs, found), forms(runs, found), share(runs, found),
        matrix(runs), portable.chart(runs, found), patterns.access(runs),
        patterns.short_branch(runs), patterns.transfers(runs),
    ]  # fmt: skip


def heat(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Time of all steps and of all data, by where the data lives."""
    made = Figure("tutorial-heat", "Heat: where the data lives", runs)
    for name, steps in HEAT.items():
        own = chosen(found, name, shaped=None, fits=lambda subject: subject.teams is None)
        letter = largest(own)
        own = [one for one in own if one.subject.letter == letter and _is_compared(one, own)]
        made.shows(own)
        for phase, called in (("compute", "solve"), ("total", "solve and copies")):
            title = f"{name}, class {letter}, {called}" if letter else name
            _add_heat(made, name, title, steps, own, phase)
    made.keep_filled()
    return made.chart(
        f"Beside heat-tutorial: {published(ID)['source']}, 8000 × 8000 cells, ten steps,"
        " both before its loops were exchanged. Each over its own data region, so that only the"
        f" gain of a step is compared. In its numbers: {'; '.join(published(ID)['slips'])}.",
        *(line for panel in made.panels for line in comparison_told(panel)),
    )


def _is_compared(one: Measured, own: Sequence[Measured]) -> bool:
    """Whether its run and toolchain have another step than the data region beside it."""
    steps = {step for told in HEAT.values() for step in told.values()}
    same = grouped(own, "run", "toolchain")[one.subject.run, one.subject.toolchain]
    return len({other.subject.variant for other in same} & steps) > 1


def _add_heat(
    made: Figure, name: str, title: str, steps: Mapping[str, str], own: Sequence[Measured],
    phase: str,
) -> None:  # fmt: skip
    """Add each step over the data region of the same run and toolchain."""
    lines = Lines()
    for (_, toolchain), same in grouped(own, "run", "toolchain").items():
        by_variant = {one.subject.variant: one for one in same}
        base = by_variant.get(steps["data region"])
        for step, variant in steps.items():
            if base is not None and variant in by_variant:
                lines.add(toolchain, ratio(by_variant[variant], base, step, phase))
    told = [
        as_published(
            one["machine"],
            (
                Value(step, _spent(one, step, phase) / _spent(one, "data region", phase))
                for step in ("map every step", "data region")
            ),
        )
        for one in (published(ID)["heat"] if name == HEAT_AS_PUBLISHED else ())
    ]
    missing = f"run_all.py run -b {name} -c A"
    made.bars(lines, title, "time / data region", missing, *told, order=tuple(steps))


def _spent(told: Mapping[str, Any], step: str, phase: str) -> float:
    """Milliseconds of a published step; what maps in every step copies inside the timed loop."""
    one = told[step]
    copies = one["host to device"] + one["device to host"]
    inside = step == "map every step"
    return float(one["solve"] + (copies if phase == "total" and not inside else 0))


def flow(runs: Runs) -> Chart:
    """What a run of flow is made of: an execution of each kernel, and the copies of all of it."""
    told = published(ID)["flow"]
    made = Figure("tutorial-flow", "Flow: kernels and copies", runs)
    kernels, copies = Lines(), Lines()
    for number, record, profile in profiled(runs, ["flow"]):
        sizes = record["record"]["class"]
        label = f"{record['toolchain']}, {record['variant']} {sizes['nx']} × {sizes['ny']}"
        alike = told["problem"].items() <= sizes.items()
        for lines, values in ((kernels, _kernels(profile)), (copies, _copies(profile))):
            lines.unlike |= set() if alike else {label}
            for value in values:
                lines.add(label, value)
        made.places.append((number, record["toolchain"]))
    missing = "run_all.py run --profile -b flow -v target-data gives one"
    made.bars(
        kernels, "kernels", "milliseconds an execution", missing,
        as_published(told["machine"], (Value(k, ms) for k, ms in told["kernels_ms_each"].items())),
    )  # fmt: skip
    theirs = (
        Value(name, one["ms"], note=f"in {one['copies']} copies")
        for name, one in told["copies"].items()
    )
    beside = as_published(told["machine"], theirs)
    made.bars(copies, "copies of a whole launch", "milliseconds", missing, beside)
    return made.chart(
        "From one profiled launch a variant. A kernel of ours is named by the function that"
        " holds its directive: pressure stands for pressure_acceleration, viscosity and braking"
        " for artificial_viscosity, heating for set_timestep; target-tuned has all four in"
        " lagrange. sweep and momentum are the transport, whose times were not published;"
        " set_problem runs on the host.",
        f"Beside ours: {published(ID)['source']}, 4000 × 4000 cells, one iteration; what is of"
        " another size is not divided by it.",
        *(line for panel in made.panels for line in comparison_told(panel)),
    )


def _kernels(profile: Mapping[str, Any]) -> list[Value]:
    """Return the milliseconds of an execution of each kernel, the longest first."""
    spent = {
        str(one["name"]): one["operations"]["kernel"]["time_ns"] / one["count"] / 1e6
        for one in profile["regions"]
        if one["operations"].get("kernel", {}).get("time_ns", 0) and one["count"]
    }
    kept = sorted(spent.items(), key=lambda item: -item[1])
    return [Value(name, ms, launches=1) for name, ms in kept[:10]]


def _copies(profile: Mapping[str, Any]) -> Iterator[Value]:
    """Yield the milliseconds of all copies, by direction."""
    for operation, name in (("to", "to the device"), ("from", "from the device")):
        told = [one["operations"].get(operation, {}) for one in profile["regions"]]
        count = sum(one.get("count", 0) for one in told)
        spent = sum(one.get("time_ns", 0) for one in told) / 1e6
        yield Value(name, spent, launches=1, note=f"in {count} copies")


def apps(runs: Runs, found: Sequence[Measured]) -> Chart:
    """The mini-apps over CUDA where it was measured, else over host OpenMP."""
    made = Figure(
        "tutorial-apps",
        "BUDE, CloverLeaf and TeaLeaf: the fastest offload variant over its reference", runs, APPS,
    )  # fmt: skip
    own = sorted(chosen(found, *APPS, precision="", shaped=None),
                 key=lambda one: APPS.index(one.subject.benchmark))  # fmt: skip
    for reference, told in (("cuda", "CUDA"), ("omp", "host OpenMP")):
        lines = Lines()
        groups = grouped(own, "benchmark", "run", "letter", "precision")
        for (name, _, letter, precision), same in groups.items():
            base = fastest(one for one in same if one.subject.model.name == reference)
            device = [one for one in same if one.subject.is_directives]
            lines.add_best(device, base, f"{name} {letter} {precision}")
        made.bars(lines, f"over {told}", f"offload / {told}",
                  f"no run has these mini-apps with offload and {told}")  # fmt: skip
    return made.chart(
        f"The tutorial ({published(ID)['source']}) shows pictures only, and"
        " CloverLeaf within 9 % of CUDA (K40m, CUDA 8.0)."
    )


def forms(runs: Runs, found: Sequence[Measured]) -> Chart:
    """One kernel in every form of the directive, by compiler, over the form it recommends."""
    made = Figure("tutorial-forms", "One kernel, several forms of the directive", runs)
    for name, plain in FORMS.items():
        lines = Lines()
        own = chosen(
            found, name, shaped=None,
            fits=lambda subject: subject.is_directives and subject.teams is None,
        )  # fmt: skip
        lines.add_forms(own, plain, DIRECTIVES)
        made.bars(lines, name, "time / teams distribute parallel for",
                  f"run_all.py run -b {name} -v 'target-form-*' -v {plain}",
                  order=tuple(DIRECTIVES.values()))  # fmt: skip
    return made.chart(
        f"The forms of {published(ID)['source']}, which recommends teams distribute parallel"
        " for simd; all are target regions. A form that is missing was not measured, or its"
        " answer was wrong: Clang's schedule(static, 1) is where a team has one thread (a known"
        " defect)."
    )


def share(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Host and device at once: time over the share of the work that the host keeps."""
    lines = Lines()
    for one in chosen(found, SHARES, shaped=None, fits=lambda subject: "share" in subject.variant):
        label = f"{one.subject.label}, class {one.subject.letter}"
        lines.add(label, time(one, one.subject.size("share") or 0), one)
    made = Figure("tutorial-share", "Host and device at once, over the host's share", runs)
    made.curves(
        lines, "", "percent of the elements that the host works on", "compute, milliseconds",
        f"run_all.py sweep -b {SHARES} -v 'target-share*' --size share=0,25,50,75,99",
        log_x=False, log_y=False,
    )  # fmt: skip
    return made.chart(
        f"As {published(ID)['source']} has it: target nowait, a loop of the host, taskwait."
        " On the plug-in device both are the same cores, so nothing can be gained there."
    )


def matrix(runs: Runs) -> Chart:
    """How many launches were right where they belong: by platform, and by benchmark."""
    right: _Told = {}
    there: set[str] = set()
    for record in (record for records in runs for record in records):
        if record.get("kind") != "launch" or record.get("mode") not in ("check", "timed"):
            continue
        offloads = models.of(record["model"]).offloads
        hosts = record["toolchain"].endswith("-host")
        if offloads == hosts or "lesson" in record["variant"]:  # which is meant to be wrong
            continue
        told = dict(record["verdict"])
        if told.get("place") == "emulated":  # no time counts there, but answers do
            told["place"] = "device"
        good = judging.is_right(told, offloads=offloads)
        if record["verdict"].get("place") != "unknown":
            there.add(record["toolchain"])
        ended = read(str(record["verdict"].get("launch")))
        absent = "no-device" in (ended.word, ended.detail)
        names = right.setdefault(record["toolchain"], {})
        names.setdefault(record["benchmark"], []).append(None if absent else good)
    for toolchain in right.keys() - there:  # nothing of it reached any place
        right[toolchain] = {name: [None] for name in right[toolchain]}
    by_platform = _panel("compilers by platforms", _platforms(right))
    offloading = {name: right[name] for name in sorted(right) if not name.endswith("-host")}
    by_benchmark = _panel("toolchains by benchmarks", offloading)
    return Chart(
        "tutorial-matrix",
        "What is right where it belongs, by compiler and platform",
        (by_platform, by_benchmark),
        (
            "Host: serial and host OpenMP; x86_64: offload to a plug-in device; nvptx: a GPU from"
            f" NVIDIA; emulated: such a GPU, emulated. '{NO_DEVICE}' was built, and had nothing to"
            " run on; an empty cell was not launched anywhere.",
            f"The tutorial ({published(ID)['source']}) shows the matrix of 2020 as a picture.",
        ),
    )


def _platforms(right: _Told) -> _Told:
    """Return the same by platform and compiler; the names of toolchains hold both."""
    found: _Told = {}
    for toolchain, names in right.items():
        compiler, _, platform = toolchain.rpartition("-")
        platform = "nvptx" if platform.startswith("sm_") else platform
        told = found.setdefault(platform, {}).setdefault(compiler, [])
        told += [good for several in names.values() for good in several]
    first = ("host", "x86_64", "nvptx", "emulated")
    known = {name: found[name] for name in first if name in found}
    return {**known, **{name: found[name] for name in sorted(found.keys() - known)}}


def _panel(title: str, right: _Told) -> Panel:
    series = tuple(
        Series(name, tuple(_cell(one, told) for one, told in sorted(right[name].items())))
        for name in right
    )
    return Panel(
        title, "", "% of launches right, at the place that counts", series, "matrix", log_y=False,
        missing="" if series else "run_all.py check gives them",
    )  # fmt: skip


def _cell(name: str, told: Sequence[bool | None]) -> Value:
    ran = [good for good in told if good is not None]
    if not ran:
        return Value(name, 0, launches=0, note=NO_DEVICE)
    return Value(name, 100 * statistics.mean(ran), launches=len(ran))
