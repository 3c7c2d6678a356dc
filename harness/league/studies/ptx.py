"""The study of GCC's code for PTX: teams, threads and simd lanes, and what a region costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from league.studies import counted, published
from league.studies.chart import Chart, Panel, Series, Value, comparison_told
from league.studies.measured import (
    Measured,
    Record,
    Subject,
    fastest,
    largest,
    measured,
    ratio,
    surroundings,
    time,
)

ID = "ptx"
#: Its four kernels, with the parameter that is their size.
KERNELS = {"matvec": "rows", "newton-sqrt": "n", "dot": "n", "vadd": "n"}
#: Several parameters that a sweep gives the same values.
SIZES = {"matvec": "rows+columns"}
#: Regions that do next to nothing; those that move data are left out.
OVERHEAD = "offload-overhead"
_REGIONS = ("omp", "target-empty", "target-teams", "target-parallel", "target-combined",
            "target-reduction", "acc", "cuda")  # fmt: skip
_NO_ACC = (
    "OpenACC has no times here: without a GPU its regions, which GCC compiles, run on the host, and"
    " such launches are checked, but their times never count."
)
#: With simd and without, where both are there.
SIMD = {"target-simd": "target-data", "target-shape-simd": "target-shape"}


def charts(runs: Sequence[Sequence[Record]]) -> list[Chart]:
    """Return the figures of the study."""
    every = measured(runs)
    found = [one for one in every if one.subject.benchmark in KERNELS]
    return [
        size(runs, found), simd(runs, found), shape(runs, found), side_by_side(runs, found),
        overhead(runs, [one for one in every if one.subject.benchmark == OVERHEAD]),
    ]  # fmt: skip


def _shapes(found: Sequence[Measured]) -> list[Measured]:
    return [one for one in found if one.subject.teams or one.subject.threads]


def _told(subject: Subject) -> str:
    if subject.teams is None and subject.threads is None:
        return "as the runtime chooses"
    return f"{subject.teams or 'any'} × {subject.threads or 'any'}"


def _several(number: int, noun: str) -> str:
    return f"{number} {noun if number != 1 else noun.removesuffix('s')}"


def _by_shape(found: Sequence[Measured]) -> list[Measured]:
    """Return them by variant, teams and threads, so that every panel has the same order."""
    return sorted(
        found,
        key=lambda one: (
            one.subject.toolchain, one.subject.variant, one.subject.teams or 0,
            one.subject.threads or 0,
        ),
    )  # fmt: skip


def size(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time of the region over the size, for several numbers of teams and threads."""
    told = published.of(ID)
    panels = []
    for name, key in KERNELS.items():
        lines: dict[str, list[Value]] = {}
        own = _by_shape(
            [
                one for one in _shapes(found)
                if one.subject.benchmark == name and one.subject.variant not in SIMD
            ]
        )  # fmt: skip
        for one in own:
            subject, elements = one.subject, one.subject.size(key)
            if elements:
                label = f"{_told(subject)}, {subject.variant}, {subject.toolchain}"
                lines.setdefault(label, []).append(time(one, elements, unit=1e3))
        several = {k: v for k, v in lines.items() if len({one.x for one in v}) > 1}
        series = tuple(
            Series(label, tuple(sorted(values, key=lambda one: float(one.x))))
            for label, values in several.items()
        )
        panels.append(
            Panel(
                name, key, "compute, microseconds", series, "lines", log_x=True,
                missing="" if series else f"run_all.py sweep -b {name} --teams 1,2,4 --threads 1,2"
                f" --size {SIZES.get(name, key)}=512,1024,2048",
            )
        )  # fmt: skip
    return Chart(
        "ptx-size",
        "Time over size, by teams × threads",
        tuple(panels),
        (
            surroundings(runs, found),
            f"The study ({told['source']}) found about {told['overhead_us']} µs of fixed cost a"
            f" region, and fewer threads ahead up to {told['fewer_threads_win_up_to']} elements.",
        ),
    )


def simd(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time with simd over the time without it, by teams × threads."""
    panels = []
    for name, key in KERNELS.items():
        own = sorted(
            _by_shape([one for one in found if one.subject.benchmark == name]),
            key=lambda one: one.subject.size(key) or 0,
        )
        plain = {(one.subject.variant, _place(one)): one for one in own}
        lines: dict[str, list[Value]] = {}
        for one in own:
            base = plain.get((SIMD.get(one.subject.variant, ""), _place(one)))
            if base is not None:
                subject = one.subject
                several = subject.size(key)
                label = f"{key} = {several}, {subject.toolchain}, {subject.precision}"
                value = replace(ratio(one, base, _told(subject)), note="")
                lines.setdefault(label, []).append(value)
        panels.append(
            Panel(
                name, "teams × threads", "time with simd / without",
                tuple(Series(label, tuple(values)) for label, values in lines.items()),
                missing="" if lines else f"no run has {name} with simd and without",
            )
        )  # fmt: skip
    most = published.of(ID)["simd_most"]
    return Chart(
        "ptx-simd",
        "What simd gains, by teams × threads",
        tuple(panels),
        (
            surroundings(runs, found),
            f"The study ({published.of(ID)['source']}): close to 1/{most} for newton-sqrt on a K20,"
            " where a lane is a thread of a warp; on a CPU a lane is one of a vector register.",
        ),
    )


def _place(one: Measured) -> tuple[object, ...]:
    subject = one.subject
    return (
        subject.run, subject.benchmark, subject.toolchain, subject.letter, subject.precision,
        subject.parameters, subject.teams, subject.threads,
    )  # fmt: skip


def shape(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time over teams for fixed threads, and over threads for fixed teams, at the largest size."""
    panels = []
    shown = []
    for over, fixed in (("teams", "threads"), ("threads", "teams")):
        for name, key in KERNELS.items():
            own = [
                one for one in _by_shape(_shapes(found))
                if one.subject.benchmark == name and one.subject.variant in {*SIMD, *SIMD.values()}
            ]  # fmt: skip
            most = max((one.subject.size(key) or 0 for one in own), default=0)
            lines: dict[str, list[Value]] = {}
            for one in (one for one in own if (one.subject.size(key) or 0) == most):
                x, held = getattr(one.subject, over), getattr(one.subject, fixed)
                if x is not None and held is not None:
                    subject = one.subject
                    label = f"{subject.variant}, {_several(held, fixed)}, {subject.toolchain}"
                    lines.setdefault(label, []).append(time(one, x))
                    shown.append(one)
            series = tuple(
                Series(label, tuple(sorted(values, key=lambda one: float(one.x))))
                for label, values in lines.items()
                if len({one.x for one in values}) > 1
            )
            size = f", {key} = {most}" if lines else ""
            panels.append(
                Panel(
                    f"over {over}: {name}{size}", over, "compute, milliseconds", series, "lines",
                    log_x=True,
                    missing="" if series else "a sweep over --teams and --threads gives them",
                )
            )  # fmt: skip
    return Chart(
        "ptx-shape",
        "Time over teams and over threads",
        tuple(panels),
        (
            surroundings(runs, shown),
            f"The study: {published.of(ID)['source']}; its figure has no numbers in the text.",
        ),
    )


def side_by_side(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """OpenMP, OpenACC and CUDA beside one another: the fastest variant of each, in each run."""
    kinds = {"omp": "host OpenMP", "target": "OpenMP offload", "acc": "OpenACC", "cuda": "CUDA"}
    lines: dict[str, list[Value]] = {}
    shown = []
    plain = [one for one in found if one.subject.teams is None and one.subject.threads is None]
    groups: dict[tuple[object, ...], list[Measured]] = {}
    for one in plain:
        subject = one.subject
        key = (subject.run, subject.benchmark, subject.letter, subject.precision)
        groups.setdefault(key, []).append(one)
    for (_, name, letter, precision), members in groups.items():
        base = fastest(one for one in members if one.subject.model.name == "omp")
        for one in members if base else ():
            kind = kinds.get(one.subject.model.extends or one.subject.model.name)
            same = [
                other for other in members
                if other.subject.toolchain == one.subject.toolchain
                and (other.subject.model.extends or other.subject.model.name)
                == (one.subject.model.extends or one.subject.model.name)
            ]  # fmt: skip
            if kind and base and one is fastest(same):
                label = f"{kind}, {one.subject.toolchain}"
                lines.setdefault(label, []).append(ratio(one, base, f"{name} {letter} {precision}"))
                shown.append(one)
    panel = Panel(
        "", "", "time / fastest host OpenMP",
        tuple(Series(label, tuple(values)) for label, values in lines.items()),
        missing="" if lines else "no run has these kernels with host OpenMP",
    )  # fmt: skip
    counts = counted.panels(runs, KERNELS)
    models = {one.subject.model.extends or one.subject.model.name for one in shown}
    return Chart(
        "ptx-models",
        "OpenMP, OpenACC and CUDA, kernel by kernel",
        (panel, *counts),
        (
            surroundings(runs, shown),
            *([] if "acc" in models else [_NO_ACC]),
            *([counted.TOLD] if counts else []),
            f"The kernels of {published.of(ID)['source']}.",
        ),
    )


def overhead(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """What a region costs in which there is nothing to do, by its construct."""
    own = [
        one for one in found
        if one.subject.variant in _REGIONS and one.subject.precision == "fp64"
        and one.subject.teams is None and one.subject.threads is None
    ]  # fmt: skip
    letter = largest(own)
    own = [one for one in own if one.subject.letter == letter]
    lines: dict[str, list[Value]] = {}
    for variant in _REGIONS:
        for one in (one for one in own if one.subject.variant == variant):
            value = time(one, variant, unit=1e3 * (one.subject.size("steps") or 1))
            lines.setdefault(one.subject.toolchain, []).append(replace(value, note=""))
    told = published.of(ID)
    beside = Series(
        told["machine"], (Value("target-combined", told["overhead_us"]),), told["machine"]
    )
    panel = Panel(
        f"class {letter}" if letter else "", "", "microseconds a region",
        (*(Series(label, tuple(values)) for label, values in lines.items()), beside),
        missing="" if lines else f"run_all.py run -b {OVERHEAD} -c W",
    )  # fmt: skip
    return Chart(
        "ptx-overhead",
        "Fixed cost of a region",
        (panel,),
        (
            surroundings(runs, own),
            f"The study ({told['source']}): about {told['overhead_us']} µs, mostly start-up of the"
            " runtime on the GPU, notably its calls of malloc.",
            *comparison_told(panel),
        ),
    )
