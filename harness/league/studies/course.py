"""The course: Jacobi in five steps, and what one naive sweep is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.profile import events
from league.show.plots.chart import Chart, Series, Value, comparison_told
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
from league.studies.measured import Measured, largest, measured, ratio

ID = "course"
#: The course's own loop, and its steps as variants of ours.
LOOP = "jacobi-convergence"
STEPS = {
    "map every sweep": "target-naive",
    "data region": "target-rows",
    "enter and exit data": "target-enter-exit",
    "two levels": "target-nested",
    "collapse": "target-data",
}
#: What maps as the course's listing does: one grid there and two back.  The answer is wrong where
#: memory is apart, which the time of a sweep does not show.
LISTING = "target-lesson-from"
#: Whose naive sweeps are taken apart; the others map both grids both ways.
NAIVE = {LOOP: ("target-naive", LISTING), "jacobi": ("target-naive",)}


def charts(runs: Runs) -> list[Chart]:
    """Return the figures of the course."""
    return [jacobi(runs), naive_sweep(runs)]


def jacobi(runs: Runs) -> Chart:
    """Each step over one host thread: ``serial`` of the same run, class and precision."""
    found = measured(runs)
    told = published(ID)
    beside = [
        as_published(
            one["machine"], (Value(step, 1 / speedup) for step, speedup in one["steps"].items())
        )
        for one in told["jacobi"]
    ]
    made = Figure("course-jacobi", "Jacobi in five steps", runs, (LOOP,))
    ours = chosen(found, LOOP, precision="", shaped=None)
    letter = largest(ours)
    ours = [one for one in ours if one.subject.letter == letter]
    lines = Lines()
    for base in (one for one in ours if one.subject.variant == "serial"):
        _add_steps(lines, base, ours)
        made.shows(ours)
    title = f"{LOOP}, class {letter}, fp64" if letter else LOOP
    places = [one.x for values in lines.values.values() for one in values]
    order = _order([*places, *(value.x for one in beside for value in one.values)])
    missing = "no run has its serial variant"
    made.bars(lines, title, "time / one host thread", missing, *beside, order=order)
    ratios = made.panels[-1]
    table = replace(
        ratios, title=f"{title}: as the course's table", kind="table", log_y=False,
        y_label="speed-up over one host thread of the same machine",
        series=tuple(map(_speedups, ratios.series)),
    )  # fmt: skip
    made.panels.insert(-1, table)
    made.keep_filled(1)
    return made.chart(
        f"Beside ours: {told['source']}; its grid is not given, so only speed-ups compare."
        f" Its seconds: {_seconds(told['jacobi'])}. In its numbers: {'; '.join(told['slips'])}.",
        *(line for one in made.panels if one.kind == "table" for line in comparison_told(one)),
    )


def _seconds(machines: Sequence[Mapping[str, Any]]) -> str:
    """Return the published times of all machines, as a caption has them."""
    return "; ".join(
        f"{one['machine']}: " + ", ".join(f"{step} {s:g}" for step, s in one["seconds"].items())
        for one in machines
    )


def _speedups(one: Series) -> Series:
    """Return ratios of times the other way up, as the course printed them."""
    return replace(
        one,
        values=tuple(
            replace(
                value, y=1 / value.y,
                low=1 / value.high if value.high else None,
                high=1 / value.low if value.low else None,
            )
            for value in one.values
        ),
    )  # fmt: skip


def _order(places: Iterable[str | float]) -> tuple[str, ...]:
    """Return host threads by number, then all of them, then the steps as the course has them."""
    numbered = {str(one) for one in places if str(one)[:1].isdigit()}
    threads = sorted(numbered, key=lambda name: int(name.partition(" ")[0]))
    return (*threads, "all host threads", *STEPS)


def _add_steps(lines: Lines, base: Measured, ours: Sequence[Measured]) -> None:
    """Add a series per toolchain: its host OpenMP by threads and its steps, over the base."""
    place = (base.subject.run, base.subject.parameters)
    for (run, parameters, toolchain), own in grouped(
        ours, "run", "parameters", "toolchain"
    ).items():
        if (run, parameters) != place:
            continue
        label = f"{toolchain} / serial of {base.subject.toolchain}"
        for one in sorted(own, key=lambda one: one.subject.threads or 0):
            threads = one.subject.threads
            if threads and one.subject.variant == "omp":
                lines.add(label, ratio(one, base, f"{threads} thread{'s' * (threads != 1)}"))
        by_variant = {one.subject.variant: one for one in own if not one.subject.is_shaped}
        for step, variant in {"all host threads": "omp", **STEPS}.items():
            if variant in by_variant:
                lines.add(label, ratio(by_variant[variant], base, step, "total"))


def naive_sweep(runs: Runs) -> Chart:
    """One sweep that maps both grids, by operation of the runtime, from profiled launches."""
    told = published(ID)["naive_sweep_us"]
    made = Figure("course-naive-sweep", "One naive sweep, by what the runtime does", runs)
    lines = Lines()
    for number, record, profile in profiled(runs, NAIVE):
        sweep = max(profile["regions"], key=lambda one: one["count"], default=None)
        if sweep is None or record["variant"] not in NAIVE[record["benchmark"]]:
            continue
        made.places.append((number, record["toolchain"]))
        cell = f"{record['benchmark']} {record['variant']} {record['class']} {record['precision']}"
        label = f"{record['toolchain']}, {cell}"
        lines.unlike |= set() if record["variant"] == LISTING else {label}
        for name, spent in sweep["typical_ns"].items():
            if name != "total":
                lines.add(label, Value(name, spent / 1e3, launches=1))
    beside = as_published(
        told["machine"],
        (Value(k, us) for k, us in told["operations"].items() if k in events.OPERATIONS),
    )
    missing = f"run_all.py run --profile -b {LOOP} -v {LISTING} gives one"
    label = "microseconds in one sweep"
    made.bars(lines, "", label, missing, beside, x_label="operation")
    return made.chart(
        "Medians over the sweeps of one profiled launch; rest: waiting and the runtime's own.",
        f"Beside ours: {published(ID)['source']} (its submits are copies to, its retrieves"
        f" copies from the device); its grid is not given. Only {LISTING} copies what its listing"
        " copies, so only that is divided by it.",
        *comparison_told(made.panels[0]),
    )
