"""How near code comes to CUDA's on an emulated GPU, a benchmark at a time; nothing is a time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.analysis import bound, device
from league.analysis.metrics import Mean, geometric_mean
from league.base import columns, models
from league.base.columns import Column, Table, Width
from league.base.errors import NothingComparable
from league.base.words import times
from league.records import device_counts
from league.records.launches import Key, of_key
from league.records.view import RunView

#: What tells it: counts, and the microseconds that they are estimated to take.  Machine
#: instructions are weighed, and the estimate rests on them, where machine code is known of all that
#: a problem's cells launched: both sides by one rule.  The bound does not tell it: of two small
#: problems that with fewer blocks has the higher one.
NEAR = ("machine instructions", "warp instructions", "sectors", "kernel launches", "host waits",
        "estimate")  # fmt: skip
#: What a run lacks in which nothing is near.
MISSING = (
    "right OpenMP beside right CUDA; check both, with nvcc-13-emulated and another of *-emulated"
)
#: What history keeps of each of them as a number of the cell, a multiple of CUDA's.
OVER = {name: f"{name.replace(' ', '_')}_over_cuda" for name in NEAR}
_WEIGHED = "weighed_instructions"
#: A reason is what is so many times the reference's.
_MUCH = 1.5


@dataclass(frozen=True)
class _Told:
    """What a right cell of an emulated GPU asked of it."""

    key: Key
    counts: dict[str, float | None]  # by name of `NEAR`; None: not known
    #: microseconds that it is estimated to take with its copies, and those of its kernels alone
    cost: float
    kernels: float
    #: the kernel that is estimated to take most: microseconds, what takes most of them, its name
    slowest: float
    unit: str
    kernel: str
    #: what of it is counted, by name: of all kernels, and of the slowest alone
    all: Mapping[str, float]
    alone: Mapping[str, float]
    #: instructions of all kernels by class: of machine code where it is weighed, else PTX by lanes
    classes: Mapping[str, int]


@dataclass(frozen=True)
class Near:
    """The best variant of a toolchain for a problem, beside the reference's."""

    key: Key
    #: how much more than the reference it does, by name of `NEAR`; None: the reference does none,
    #: or it is not known of both
    ratios: dict[str, float | None]
    #: the kernel that takes most of what all are estimated to, its share, and which unit's it is
    kernel: str
    share: float
    unit: str
    #: in what it asks most beyond the reference, and how many times as much; the most first
    reasons: tuple[tuple[str, float], ...] = ()

    @property
    def problem(self) -> str:
        """The benchmark, class and precision."""
        return " ".join(self.key.problem)


def gpu_of(run: RunView) -> str:
    """Return which named GPU was emulated; empty where none was."""
    gpus = (device.GPUS.get(str(counts["gpu"])) for _, counts in device.counted(run))
    return next((gpu.name for gpu in gpus if gpu), "")


def near(*runs: RunView, reference: str = "cuda", every: bool = False) -> list[Near]:
    """Return how much more than CUDA each other toolchain does, for each problem that both have.

    Both are right on an emulated GPU: the variant ``reference``, and of each other toolchain the
    OpenMP variant that is estimated to take least with its copies, or ``every`` one, of OpenACC
    too.  Of a cell that several runs have the last counts.  Sorted by toolchain, problem and
    variant.
    """
    cells: dict[str, list[tuple[Key, Any]]] = defaultdict(list)
    known = {key: (counts, run.cells[key]) for run in runs for key, counts in device.counted(run)}
    for key, (counts, cell) in known.items():
        is_cuda = models.of(cell.model).is_cuda
        others = key.variant != reference if is_cuda else cell.model == "acc" and not every
        if str(counts["gpu"]) in device.GPUS and cell.outcome == "emulated" and not others:
            cells[" ".join(key.problem)].append((key, counts))
    best: dict[tuple[str, str, str], _Told] = {}
    for problem, several in cells.items():
        weighed = all(_WEIGHED in device_counts.totals(counts) for _, counts in several)
        waits = all("waited" in counts["host"] for _, counts in several)
        for key, counts in several:
            who = "" if key.variant == reference else key.toolchain
            of = (who, problem, key.variant if every and who else "")
            told = _told(key, counts, weighed=weighed, waits=waits)
            if of not in best or told.cost < best[of].cost:
                best[of] = told
    return [
        _beside(told, best["", problem, ""])
        for (who, problem, _), told in sorted(best.items(), key=lambda one: one[0])
        if who and ("", problem, "") in best
    ]


def numbers(run: RunView) -> dict[Key, dict[str, float]]:
    """Return those of each cell that a run holds against CUDA's, by the names of `OVER`."""
    return {
        one.key: {OVER[name]: ratio for name, ratio in one.ratios.items() if ratio is not None}
        for one in near(run, every=True)
    }


def means(rows: Sequence[Near], names: Sequence[str] = NEAR) -> dict[str, dict[str, Mean]]:
    """Return by toolchain the geometric mean of each of ``names`` over its problems."""
    return {
        who: {
            name: geometric_mean({
                one.problem: one.ratios[name] for one in rows if one.key.toolchain == who
            })
            for name in names
        }
        for who in dict.fromkeys(one.key.toolchain for one in rows)
    }  # fmt: skip


def _told(key: Key, counts: Any, *, weighed: bool, waits: bool) -> _Told:
    gpu, kernels = str(counts["gpu"]), counts["kernels"]
    summed = device_counts.totals(counts)
    about = [
        (*bound.estimate(gpu, kernel, as_machine=weighed), str(kernel["kernel"]), n)
        for n, kernel in enumerate(kernels)
    ]
    total = bound.estimate_of_all(gpu, counts, as_machine=weighed, waits=waits)
    issued = sum(kernel["issued"] for kernel in kernels)
    machine = summed[_WEIGHED] if weighed else None
    told = (
        machine, issued, summed["sectors"], summed["kernel_launches"], summed["host_waits"], total
    )  # fmt: skip
    slowest, unit, name, n = max(about, default=(0.0, "", "", -1))
    alone = device_counts.totals({**counts, "kernels": kernels[n:][:1]})
    host = counts["host"]
    copied = sum(host.get(f"bytes_to_{where}", 0) for where in ("device", "host"))
    cost = total + copied / (device.GPUS[gpu].link * 1e6)
    kernels_us = sum(one for one, *_ in about)
    return _Told(key, dict(zip(NEAR, told)), cost, kernels_us, slowest, unit, name,
                 _work(kernels, summed), _shape(kernels[n:][:1], alone),
                 _classes(kernels, weighed=weighed))  # fmt: skip


def _work(kernels: Sequence[Mapping[str, Any]], summed: Mapping[str, int]) -> dict[str, float]:
    """What all kernels do, as the reasons name it."""
    arithmetic = sum(
        count for kernel in kernels for name, count in kernel["lanes"].items()
        if name.startswith(("fp64", "fp32"))
    )  # fmt: skip
    return {
        "arithmetic": arithmetic,
        "launches": summed["kernel_launches"],
        "atomics": summed["atomics"],
    }


def _shape(kernels: Sequence[Mapping[str, Any]], summed: Mapping[str, int]) -> dict[str, float]:
    """How a kernel does it, as the reasons name it: each at least 1 where there is nothing odd."""
    sectors = summed["sectors"]
    executed = sum(kernel["executed"] for kernel in kernels)
    return {
        "idle lanes": _over(32 * sum(kernel["issued"] for kernel in kernels), executed),
        "uncoalesced": _over(sectors, sectors - summed["excess_sectors"]),
        "local memory": _over(sectors + summed["local_sectors"], sectors),
        "bank conflicts": _over(
            summed["wavefronts"], summed["wavefronts"] - summed["bank_conflicts"]
        ),
    }


def _classes(kernels: Sequence[Mapping[str, Any]], *, weighed: bool) -> dict[str, int]:
    summed: Counter[str] = Counter()
    for kernel in kernels:
        summed.update(kernel["machine"]["issued"] if weighed else kernel["lanes"])
    return dict(summed)


def _over(count: float, least: float) -> float:
    return count / least if least else 1.0


def _reasons(told: _Told, reference: _Told) -> tuple[tuple[str, float], ...]:
    found = [
        (name, _over(mine[name], theirs[name]))
        for mine, theirs in ((told.all, reference.all), (told.alone, reference.alone))
        for name in mine
    ]
    both = told.classes.keys() & reference.classes.keys()
    if sum(told.classes.values()) >= _MUCH * sum(reference.classes.values()) and both:
        most = max(both, key=lambda name: (told.classes[name] - reference.classes[name], name))
        found.append((f"{most} instructions", _over(told.classes[most], reference.classes[most])))
    return tuple(sorted((one for one in found if one[1] >= _MUCH), key=lambda one: -one[1]))


def _beside(told: _Told, reference: _Told) -> Near:
    pairs = {name: (told.counts[name], reference.counts[name]) for name in NEAR}
    ratios = {
        name: None if mine is None or not theirs else mine / theirs
        for name, (mine, theirs) in pairs.items()
    }
    share = told.slowest / told.kernels if told.kernels else 0.0
    reasons = _reasons(told, reference)
    return Near(told.key, ratios, told.kernel, share, told.unit, reasons)


#: What each of `NEAR` is.
_HELP = {
    "machine instructions": "that warps issue, weighed by what ptxas makes of both sides' PTX",
    "warp instructions": "PTX instructions that warps issue",
    "sectors": "of 32 bytes of global memory, as asked for",
    "kernel launches": "without those by which the suite asks where code runs",
    "host waits": "calls in which the host waits for the device, blocking copies among them",
    "estimate": "of what the counts take on the GPU, launches and waits included; never a time",
}
#: Those that a terminal has no room for.
_OF_A_PAGE = ("warp instructions", "kernel launches", "host waits")


def _ratio(name: str) -> Column[Near]:
    return Column(
        name.replace(" ", "_"), name.capitalize(), lambda row: row.ratios[name], times,
        unit="÷ CUDA", help=_HELP[name],
        least=Width.PAGE if name in _OF_A_PAGE else Width.NARROW,
    )  # fmt: skip


NEARNESS: tuple[Column[Near], ...] = (
    *of_key("benchmark"), *of_key("class", least=Width.PAGE), *of_key("precision", "toolchain"),
    Column("variant", "Best variant", lambda row: row.key.variant, right=False,
           help="the one that is estimated to take least"),
    *map(_ratio, NEAR),
    Column("share", "Costliest kernel's share", lambda row: row.share, "{:.0%}".format,
           least=Width.PAGE),
    Column("unit", "Its unit", lambda row: row.unit, right=False, least=Width.WIDE,
           help="the unit that takes longest for that kernel: issue, l2, memory, launch, ..."),
    Column("reasons", "What it asks beyond CUDA",
           lambda row: ", ".join(f"{name} {times(ratio)}" for name, ratio in row.reasons) or "–",
           right=False, least=Width.WIDE,
           help="the most first: arithmetic, launches and atomics of all kernels; of the costliest"
           " lanes of a warp that idle, sectors beyond the least (uncoalesced), traffic of local"
           " memory, bank conflicts; then the class of which most instructions are more; each as a"
           " multiple of CUDA's"),
    Column("kernel", "Costliest kernel", lambda row: row.kernel, right=False, least=Width.PAGE,
           help="that which is estimated to take most of the variant's"),
)  # fmt: skip


#: Of every variant, in a document.
_EVERY = [
    replace(column, title="Variant", value=lambda row: f"`{row.key.variant}`", markup=True)
    if column.id == "variant" else column
    for column in NEARNESS if column.id not in ("share", "unit", "reasons", "kernel")
]  # fmt: skip


def markdown(rows: Sequence[Near]) -> list[str]:
    """Return all rows and, by toolchain and variant, their geometric means, as Markdown.

    Raises NothingComparable without a row.
    """
    if not rows:
        raise NothingComparable("these runs count nothing beside CUDA; choose others")
    several: dict[tuple[str, str], list[Near]] = {}
    for row in rows:
        several.setdefault((row.key.toolchain, row.key.variant), []).append(row)
    averages = [
        replace(
            some[0], ratios={name: mean.value for name, mean in found.items()},
            key=some[0].key._replace(
                benchmark=f"geometric mean of {len(some)}", letter="", precision=""
            ),
        )
        for some in several.values() if len(some) > 1
        for found in means(some).values()
    ]  # fmt: skip
    return columns.markdown(_EVERY, [*rows, *averages])


def table(rows: Sequence[Near]) -> Table[Near]:
    """Return it as a table of a page."""
    return Table(
        NEARNESS, rows, "OpenMP beside CUDA on the emulated GPU", "benchmark, toolchain, kernel"
    )
