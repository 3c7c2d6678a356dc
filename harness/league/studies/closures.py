"""The lambda study: what a loop costs whose body is a lambda, and pointers per launch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from league.show.plots.chart import Chart, Panel
from league.studies import counted, published
from league.studies.lines import Lines, chosen, figure
from league.studies.measured import Measured, Record, fastest, measured, ratio, time

ID = "lambda"
#: The loops without a lambda, that all others are held against.
PLAIN = "target-data"
#: Benchmarks: the parameter that is the size, and the laps that are kernels of the study.
KERNELS = {
    "lulesh-kernels": ("s", ("lagrange-elements", "q-gradients", "q-regions", "sound-speed")),
    "tealeaf-kernels": ("n", ("calc_w", "calc_p")),
}
#: The mini-apps that those kernels are of, and the variants that are compared within them.
APPS = {"lulesh": KERNELS["lulesh-kernels"], "tealeaf": ("n", ("calc_p", "calc_w"))}
VARIANTS = (PLAIN, "target-lambda", "target-lambda-explicit", "target-raja", "target-kokkos")
APPS_ID, APPS_TITLE = "lambda-study", "Loops whose body is a lambda, against plain loops"
#: What one launch costs, whose closure captures so many pointers.
POINTERS = "lambda-pointers"
_OVER = "time / plain loops"


def charts(runs: Sequence[Sequence[Record]]) -> list[Chart]:
    """Return the figures of the study."""
    found = chosen(measured(runs), fits=lambda subject: subject.variant != "serial")
    return [times(runs, found), ratios(runs, found), pointers(runs, found)]


def _kernels(
    found: Iterable[Measured], kernels: Mapping[str, tuple[str, tuple[str, ...]]]
) -> Iterable[tuple[str, str, str, list[Measured]]]:
    """Yield each kernel's benchmark, size and lap, and its times."""
    for name, (size, laps) in kernels.items():
        for lap in laps:
            own = [one for one in chosen(found, name, precision="", shaped=None) if lap in one.laps]
            yield name, size, lap, [one for one in own if one.subject.size(size)]


def _lines(own: Sequence[Measured], size: str, lap: str) -> Lines:
    """Times of a kernel over the size."""
    lines = Lines()
    for one in own:
        lines.add(one.subject.label, time(one, one.subject.size(size) or 0, lap), one)
    return lines.over_x().by_label()


def _over_plain(own: Sequence[Measured], size: str, lap: str) -> Lines:
    """The same over the plain loops of the same run, toolchain and size."""
    lines = Lines()
    plain = {
        (one.subject.run, one.subject.toolchain, one.subject.parameters): one
        for one in own if one.subject.variant == PLAIN
    }  # fmt: skip
    for one in own:
        subject = one.subject
        base = plain.get((subject.run, subject.toolchain, subject.parameters))
        if base is not None and subject.variant != PLAIN and subject.model.offloads:
            lines.add(subject.label, ratio(one, base, subject.size(size) or 0, lap), one)
    return lines.over_x().by_label()


def times(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time of each kernel over the size, by formulation."""
    panels: list[Panel] = []
    shown: list[Measured] = []
    for name, size, lap, own in _kernels(found, KERNELS):
        lines = _lines(own, size, lap)
        shown += lines.shown
        missing = f"run_all.py sweep -b {name} --size {size}=10,20,30"
        panels.append(lines.panel(f"{name}: {lap}", size, "milliseconds in a run", missing,
                                  kind="lines", log_x=True))  # fmt: skip
    return figure(
        "lambda-kernels", "Kernels whose body is a lambda, over the size", panels, runs, shown,
        f"The kernels of {published.of(ID)['source']}, which shows no numbers.",
        counts=counted.panels(runs, KERNELS),
    )  # fmt: skip


def ratios(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """The same over the plain loops of the same run, toolchain and size."""
    panels: list[Panel] = []
    shown: list[Measured] = []
    for name, size, lap, own in _kernels(found, KERNELS):
        lines = _over_plain(own, size, lap)
        shown += lines.shown
        missing = f"no run has {name} with lambdas and {PLAIN}"
        panels.append(lines.panel(f"{name}: {lap}", size, _OVER, missing,
                                  kind="lines", log_x=True))  # fmt: skip
    return figure(
        "lambda-ratios", "What the lambda costs, kernel by kernel", panels, runs, shown,
        f"The study ({published.of(ID)['source']}): implicit and explicit translation within"
        " noise of one another, RAJA behind by a quarter on small kernels.",
    )  # fmt: skip


def pointers(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time of a launch over the number of pointers that its closure captures."""
    lines = Lines()
    for one in chosen(found, POINTERS):
        several, launches = one.subject.size("pointers"), one.subject.size("launches")
        if several and launches:
            label = f"{one.subject.label}, class {one.subject.letter}"
            lines.add(label, time(one, several, unit=1e3 * launches), one)
    panel = lines.over_x().by_label().panel(
        "", "pointers per launch, each with a mapping of its own", "microseconds a launch",
        f"run_all.py sweep -b {POINTERS} --size pointers=1,2,5,10,20,50,100,150",
        kind="lines", log_x=True,
    )  # fmt: skip
    return figure(
        "lambda-pointers", "Pointers per launch", [panel], runs, lines.shown,
        f"{published.of(ID)['source']}: capturing the whole domain would translate 150 pointers"
        " a launch, each a load, two stores and a look-up in a table.",
    )  # fmt: skip


def apps(runs: Sequence[Sequence[Record]]) -> Chart:
    """Within the mini-apps: time of each kernel over the size, then over that of plain loops.

    Of the shapes of a sweep the fastest counts, of several runs the last.
    """
    every = chosen(measured(runs), *APPS, precision="", variants=VARIANTS, shaped=None)
    panels: list[Panel] = []
    shown: list[Measured] = []
    for precision in dict.fromkeys(one.subject.precision for one in every):
        for name, size, lap, found in _kernels(
            chosen(every, precision=precision, shaped=None), APPS
        ):
            own = _last(found, size, lap)
            lines, over = _lines(own, size, lap), _over_plain(own, size, lap)
            shown += lines.shown
            title = f"{name}: {lap}, {precision}"
            panels += [
                told.panel(title, size, y_label, "no run has it", kind="lines", log_x=True)
                for told, y_label in ((lines, "milliseconds in a run"), (over, _OVER))
                if told
            ]
    missing = (
        f"run_all.py sweep -b tealeaf -v {PLAIN},target-lambda --size n=256,512,1024"
        " --size fused=0 measures some"
    )
    return figure(
        APPS_ID, APPS_TITLE, panels or [Lines().panel("", "", "", missing)], runs, shown,
        f"The kernels of {published.of(ID)['source']} within the mini-apps that they are of.",
    )  # fmt: skip


def _last(found: Iterable[Measured], size: str, lap: str) -> list[Measured]:
    """Return of each variant, toolchain and size the fastest shape of the last run."""
    best: dict[tuple[str, int | None], Measured] = {}
    for one in found:
        place = (one.subject.label, one.subject.size(size))
        held = best.get(place)
        same = held is not None and held.subject.run == one.subject.run
        best[place] = (fastest([held, one], lap) or one) if held and same else one
    return list(best.values())
