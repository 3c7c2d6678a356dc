"""The tutorial's last figure: every benchmark by compiler and device, beside the best there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from league.show.plots.chart import Chart, Value
from league.studies.lines import Figure, Lines, Runs, grouped
from league.studies.measured import Measured, counted, fastest

ID = "tutorial-portability"
TITLE = "How near the best, by compiler and device"
#: Devices in the order of columns: the end of a toolchain's name, and what it is called.
_DEVICES = {"host": "host", "x86_64": "plug-in", "emulated": "emulated NVIDIA", "": "GPU"}
#: The ratio at which colours end.
_MOST = 32.0


def _places(one: Measured) -> tuple[str, str]:
    """Return device and compiler: host OpenMP of any toolchain runs on the host."""
    compiler, _, end = one.subject.toolchain.rpartition("-")
    if not one.subject.model.offloads:
        return "host", compiler
    return _DEVICES.get(end, f"GPU ({end})"), compiler


def _over_best(
    found: Sequence[Measured], *, against_cuda: bool
) -> Iterator[tuple[str, str, Value]]:
    """Yield column, benchmark, and the best of a compiler over the best of all on that device.

    Within a run, class and precision; of several the last counts; a compiler that is alone is
    beside nothing.  Against CUDA the base is the
    variant ``cuda`` and the compilers are those of directives.
    """
    last: dict[tuple[str, str], Value] = {}
    for (_, name, _, _), same in grouped(found, "run", "benchmark", "letter", "precision").items():
        for (device,), own in _by_place(same, 1).items():
            cuda = [one for one in own if one.subject.variant == "cuda"]
            base = fastest(cuda if against_cuda else own)
            members = [one for one in own if one.subject.is_directives] if against_cuda else own
            compilers = _by_place(members, 2)
            for (_, compiler), mine in compilers.items():
                best = fastest(mine)
                if base and best and (against_cuda or len(compilers) > 1):
                    ratio = best.median() / base.median()
                    note = f"{ratio:.2g}"
                    last[f"{device}: {compiler}", name] = Value(name, ratio, launches=1, note=note)
    yield from ((column, name, value) for (column, name), value in last.items())


def _by_place(found: Sequence[Measured], length: int) -> dict[tuple[str, ...], list[Measured]]:
    groups: dict[tuple[str, ...], list[Measured]] = {}
    for one in found:
        groups.setdefault(_places(one)[:length], []).append(one)
    return groups


def chart(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Draw a map of ratios, and below it how far each column falls from its best to its worst."""
    timed = [one for one in found if one.subject.variant != "serial"]
    issued = counted(runs, "issued")
    told = [*_over_best(timed, against_cuda=False), *_over_best(issued, against_cuda=True)]
    names = list(_DEVICES.values())
    told.sort(key=lambda one: (names.index(one[0].partition(":")[0].partition(" (")[0]), one[0]))
    table, fall = Lines(), Lines()
    for column, _, value in told:
        table.add(column, value)
    for column, values in table.values.items():
        for rank, ratio in enumerate(sorted(value.y for value in values), 1):
            fall.add(column, Value(rank, min(1.0, 1 / ratio), launches=1))
    made = Figure(ID, TITLE, runs)
    made.shows([*timed, *issued])
    made.is_counted = bool(issued)
    missing = "sessions of several toolchains give it"
    order = tuple(sorted({name for _, name, _ in told}))
    made.bars(table, "", "best variant / best on that device", missing, kind="map", order=order,
              most=_MOST)  # fmt: skip
    made.curves(fall, "from the best benchmark to the worst", "benchmarks, the best first",
                "efficiency", missing, log_x=False, log_y=False, from_zero=True)  # fmt: skip
    return made.chart(
        "Host and plug-in: time of a compiler's best verified variant over the best of any compiler"
        " there. Emulated: warp instructions issued by its best variant over those of CUDA, below 1"
        " where directives need fewer. An empty cell was not measured beside another, or not right."
    )
