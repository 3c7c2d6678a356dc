"""The lambda study: what a loop costs whose body is a lambda, and pointers per launch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from league.show.plots.chart import Chart
from league.studies.lines import Figure, Lines, Runs, beside, chosen, nameless, published
from league.studies.measured import (
    QUANTITIES,
    Measured,
    amount,
    counted,
    measured,
    ratio,
    time,
)

ID = "lambda"
#: The loops without a lambda, that all others are held against.
PLAIN = "target-data"
#: Benchmarks: the parameter that is the size, and the laps that are kernels of the study.
KERNELS = {
    "lulesh-kernels": ("s", ("lagrange-elements", "q-gradients", "q-regions", "sound-speed")),
    "tealeaf-kernels": ("n", ("calc_w", "calc_p")),
}
#: The loops of a portability library, which are counted beside those kernels.
LIBRARY = "lambda-forall"
#: Libraries whose variants are built where they are found.
_LIBRARIES = {"target-raja": "RAJA", "target-kokkos": "Kokkos"}
#: The mini-apps that those kernels are of, and the variants that are compared within them.
APPS = {"lulesh": KERNELS["lulesh-kernels"], "tealeaf": ("n", ("calc_p", "calc_w"))}
VARIANTS = (PLAIN, "target-lambda", "target-lambda-explicit", "target-raja", "target-kokkos")
APPS_ID, APPS_TITLE = "lambda-study", "Loops whose body is a lambda, against plain loops"
#: What one launch costs, whose closure captures so many pointers.
POINTERS = "lambda-pointers"
_ABSENT = (
    "Missing: {}. No run has their variants, which are built where {}_ROOT names an installation."
)
_TIME, _OVER = "milliseconds in a run", "time / plain loops"


def charts(runs: Runs) -> list[Chart]:
    """Return the figures of the study."""
    found = chosen(measured(runs), fits=lambda subject: subject.variant != "serial")
    return [times(runs, found), ratios(runs, found), pointers(runs, found)]


def _kernels(
    found: Iterable[Measured], kernels: Mapping[str, tuple[str, tuple[str, ...]]]
) -> Iterable[tuple[str, str, str, list[Measured]]]:
    """Yield each kernel's benchmark, size and lap, and its times."""
    for name, (size, laps) in kernels.items():
        for lap in laps:
            own = [
                one for one in chosen(found, name, precision="", shaped=None) if lap in one.times
            ]
            yield name, size, lap, [one for one in own if one.subject.size(size)]


def _lines(own: Sequence[Measured], size: str, lap: str) -> Lines:
    """Times of a kernel over the size."""
    lines = Lines()
    for one in own:
        lines.add(one.subject.label, time(one, one.subject.size(size) or 0, lap), one)
    return lines.by_label()


def _over_plain(own: Sequence[Measured], size: str, lap: str) -> Lines:
    """The same over the plain loops of the same run, toolchain and size."""
    lines = Lines()
    for one in own:
        subject, base = one.subject, beside(one, own, PLAIN)
        if base is not None and subject.variant != PLAIN and subject.model.offloads:
            lines.add(subject.label, ratio(one, base, subject.size(size) or 0, lap), one)
    return lines.by_label()


def _whole_over_plain(
    found: Sequence[Measured], benchmarks: Sequence[str] = (*KERNELS, LIBRARY)
) -> Lines:
    """Return times or counts of whole runs over those of the plain loops, by benchmark."""
    lines = Lines()
    for one in chosen(found, *benchmarks):
        subject, base = one.subject, beside(one, found, PLAIN)
        if base is not None and subject.variant != PLAIN and subject.is_directives:
            lines.add(subject.label, nameless(ratio(one, base, subject.benchmark)), one)
    return lines.by_label()


def _calls(found: Sequence[Measured]) -> Lines:
    """Return the share of calls in what is issued, by benchmark."""
    lines = Lines()
    for one in chosen(found, *KERNELS, LIBRARY):
        if one.subject.is_directives:
            lines.add(one.subject.label, nameless(amount(one, one.subject.benchmark)), one)
    return lines.by_label()


def times(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Time of each kernel over the size, by formulation."""
    made = Figure("lambda-kernels", "Kernels whose body is a lambda, over the size", runs, KERNELS)
    for name, size, lap, own in _kernels(found, KERNELS):
        missing = f"run_all.py sweep -b {name} --size {size}=10,20,30"
        made.curves(_lines(own, size, lap), f"{name}: {lap}", size, _TIME, missing)
    return made.chart(f"The kernels of {published(ID)['source']}, which shows no numbers.")


def ratios(runs: Runs, found: Sequence[Measured]) -> Chart:
    """The same over the plain loops of the same run, toolchain and size."""
    made = Figure("lambda-ratios", "What the lambda costs, kernel by kernel", runs)
    for name, size, lap, own in _kernels(found, KERNELS):
        missing = f"no run has {name} with lambdas and {PLAIN}"
        made.curves(_over_plain(own, size, lap), f"{name}: {lap}", size, _OVER, missing)
    made.bars(_whole_over_plain(found, (LIBRARY,)), "", _OVER,
              f"run_all.py run -b {LIBRARY} -c W")  # fmt: skip
    made.twins("counted on an emulated GPU", "count / plain loops", _whole_over_plain,
               ("issued", "sectors"))  # fmt: skip
    told = []
    if calls := _calls(counted(runs, "calls")):
        made.is_counted = True
        title = "counted on an emulated GPU: calls of what is not inlined"
        made.bars(calls, title, QUANTITIES["calls"], "")
        told.append("Calls are of the runtime's functions, too: a lambda adds the difference.")
    shown = {one.subject.variant for one in found}
    absent = [name for variant, name in _LIBRARIES.items() if variant not in shown]
    return made.chart(
        *told,
        *(_ABSENT.format(" and ".join(absent), "_ROOT and ".join(absent)) for _ in absent[:1]),
        f"The study ({published(ID)['source']}): implicit and explicit translation within"
        " noise of one another, RAJA behind by a quarter on small kernels.",
    )


def pointers(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Time of a launch over the number of pointers that its closure captures."""
    lines = Lines()
    for one in chosen(found, POINTERS):
        several, launches = one.subject.size("pointers"), one.subject.size("launches")
        if several and launches:
            label = f"{one.subject.label}, class {one.subject.letter}"
            lines.add(label, time(one, several, unit=1e3 * launches), one)
    made = Figure("lambda-pointers", "Pointers per launch", runs)
    made.curves(
        lines.by_label(), "", "pointers per launch, each with a mapping of its own",
        "microseconds a launch",
        f"run_all.py sweep -b {POINTERS} --size pointers=1,2,5,10,20,50,100,150",
    )  # fmt: skip
    return made.chart(
        f"{published(ID)['source']}: capturing the whole domain would translate 150 pointers"
        " a launch, each a load, two stores and a look-up in a table."
    )


def apps(runs: Runs) -> Chart:
    """Within the mini-apps: time of each kernel over the size, then over that of plain loops.

    Of the shapes of a sweep the fastest counts, of several runs the last.
    """
    every = chosen(measured(runs), *APPS, precision="", variants=VARIANTS, shaped=None)
    made = Figure(APPS_ID, APPS_TITLE, runs)
    for precision in dict.fromkeys(one.subject.precision for one in every):
        same = chosen(every, precision=precision, shaped=None)
        for name, size, lap, found in _kernels(same, APPS):
            own = _last(found, size, lap)
            title = f"{name}: {lap}, {precision}"
            made.curves(_lines(own, size, lap), title, size, _TIME, "")
            made.curves(_over_plain(own, size, lap), title, size, _OVER, "")
    made.bars(
        Lines(), "", "",
        f"run_all.py sweep -b tealeaf -v {PLAIN},target-lambda --size n=256,512,1024 measures some",
    )  # fmt: skip
    made.keep_filled(-1)
    return made.chart(
        f"The kernels of {published(ID)['source']} within the mini-apps that they are of."
    )


def _last(found: Iterable[Measured], size: str, lap: str) -> list[Measured]:
    """Return of each variant, toolchain and size the fastest shape of the last run."""
    in_order = sorted(found, key=lambda one: (one.subject.run, -one.median(lap)))
    return [*{(one.subject.label, one.subject.size(size)): one for one in in_order}.values()]
