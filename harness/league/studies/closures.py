"""The lambda study as it was run: kernels by lap over the size, and pointers per launch."""

from __future__ import annotations

from collections.abc import Sequence

from league.studies import counted, published
from league.studies.chart import Chart, Panel, Series, Value
from league.studies.measured import Measured, Record, measured, ratio, surroundings, time

ID = "lambda"
#: The loops without a lambda, that all others are held against.
PLAIN = "target-data"
#: Benchmarks: the parameter that is the size, and the laps that are kernels of the study.
KERNELS = {
    "lulesh-kernels": ("s", ("lagrange-elements", "q-gradients", "q-regions", "sound-speed")),
    "tealeaf-kernels": ("n", ("calc_w", "calc_p")),
}
#: What one launch costs, whose closure captures so many pointers.
POINTERS = "lambda-pointers"


def charts(runs: Sequence[Sequence[Record]]) -> list[Chart]:
    """Return the figures of the study."""
    found = [one for one in measured(runs) if one.subject.precision == "fp64"]
    own = [one for one in found if one.subject.teams is None and one.subject.threads is None]
    return [times(runs, own), ratios(runs, own), pointers(runs, own)]


def _label(one: Measured) -> str:
    return f"{one.subject.variant}, {one.subject.toolchain}"


def _series(lines: dict[str, list[Value]]) -> tuple[Series, ...]:
    return tuple(
        Series(label, tuple(sorted(values, key=lambda one: float(one.x))))
        for label, values in sorted(lines.items())
    )


def _of(found: Sequence[Measured], name: str, lap: str, size: str) -> list[Measured]:
    return [
        one for one in found
        if one.subject.benchmark == name and lap in one.laps and one.subject.size(size)
        and one.subject.variant != "serial"
    ]  # fmt: skip


def times(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time of each kernel over the size, by formulation."""
    panels = []
    shown = []
    for name, (size, laps) in KERNELS.items():
        for lap in laps:
            lines: dict[str, list[Value]] = {}
            for one in _of(found, name, lap, size):
                value = time(one, one.subject.size(size) or 0, lap)
                lines.setdefault(_label(one), []).append(value)
                shown.append(one)
            panels.append(
                Panel(
                    f"{name}: {lap}", size, "milliseconds in a run", _series(lines), "lines",
                    log_x=True,
                    missing="" if lines else f"run_all.py sweep -b {name} --size {size}=10,20,30",
                )
            )  # fmt: skip
    counts = counted.panels(runs, KERNELS)
    return Chart(
        "lambda-kernels",
        "Kernels whose body is a lambda, over the size",
        (*panels, *counts),
        (
            surroundings(runs, shown),
            *([counted.TOLD] if counts else []),
            f"The kernels of {published.of(ID)['source']}, which shows no numbers.",
        ),
    )


def ratios(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """The same over the plain loops of the same run, toolchain and size."""
    panels = []
    shown = []
    for name, (size, laps) in KERNELS.items():
        for lap in laps:
            lines: dict[str, list[Value]] = {}
            own = _of(found, name, lap, size)
            plain = {
                (one.subject.run, one.subject.toolchain, one.subject.parameters): one
                for one in own if one.subject.variant == PLAIN
            }  # fmt: skip
            for one in own:
                subject = one.subject
                base = plain.get((subject.run, subject.toolchain, subject.parameters))
                if base is not None and subject.variant != PLAIN and subject.model.offloads:
                    value = ratio(one, base, subject.size(size) or 0, lap)
                    lines.setdefault(_label(one), []).append(value)
                    shown.append(one)
            panels.append(
                Panel(
                    f"{name}: {lap}", size, "time / plain loops", _series(lines), "lines",
                    log_x=True,
                    missing="" if lines else f"no run has {name} with lambdas and {PLAIN}",
                )
            )  # fmt: skip
    return Chart(
        "lambda-ratios",
        "What the lambda costs, kernel by kernel",
        tuple(panels),
        (
            surroundings(runs, shown),
            f"The study ({published.of(ID)['source']}): implicit and explicit translation within"
            " noise of one another, RAJA behind by a quarter on small kernels.",
        ),
    )


def pointers(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time of a launch over the number of pointers that its closure captures."""
    lines: dict[str, list[Value]] = {}
    shown = []
    for one in found:
        subject = one.subject
        several, launches = subject.size("pointers"), subject.size("launches")
        if subject.benchmark == POINTERS and several and launches and subject.variant != "serial":
            label = f"{_label(one)}, class {subject.letter}"
            lines.setdefault(label, []).append(time(one, several, unit=1e3 * launches))
            shown.append(one)
    panel = Panel(
        "", "pointers per launch, each with a mapping of its own", "microseconds a launch",
        _series(lines), "lines", log_x=True,
        missing="" if lines
        else f"run_all.py sweep -b {POINTERS} --size pointers=1,2,5,10,20,50,100,150",
    )  # fmt: skip
    return Chart(
        "lambda-pointers",
        "Pointers per launch",
        (panel,),
        (
            surroundings(runs, shown),
            f"{published.of(ID)['source']}: capturing the whole domain would translate 150 pointers"
            " a launch, each a load, two stores and a look-up in a table.",
        ),
    )
