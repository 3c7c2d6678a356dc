"""The study of GCC's code for PTX: teams, threads and simd lanes, and what a region costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from league.base.words import plural
from league.show.plots.chart import Chart, Value, comparison_told
from league.studies.lines import (
    Figure,
    Lines,
    Runs,
    as_published,
    chosen,
    grouped,
    nameless,
    published,
)
from league.studies.measured import (
    QUANTITIES,
    Measured,
    Subject,
    amount,
    counted,
    fastest,
    largest,
    measured,
    ratio,
    time,
)

ID = "ptx"
#: Its four kernels, with the parameter that is their size.
KERNELS = {"matvec": "rows", "newton-sqrt": "n", "dot": "n", "vadd": "n"}
#: Several parameters that a sweep gives the same values.
SIZES = {"matvec": "rows+columns"}
#: The parameter that says how many regions are in ``compute``, where it is not one.
REGIONS = {"matvec": "products", "dot": "products"}
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
#: Variants of other models whose teams and threads are asked for.
OTHER_MODELS = ("acc-shape", "cuda-shape")
#: Whose target-simd differs from another variant by simd alone.
OTHER_BASE = {"matvec": {"target-simd": "target-nested"}}


def charts(runs: Runs) -> list[Chart]:
    """Return the figures of the study."""
    every = measured(runs)
    found = [one for one in every if one.subject.benchmark in KERNELS]
    return [
        size(runs, found), simd(runs, found), shape(runs, found), side_by_side(runs, found),
        overhead(runs, [one for one in every if one.subject.benchmark == OVERHEAD]),
    ]  # fmt: skip


def _told(subject: Subject) -> str:
    if subject.teams is None and subject.threads is None:
        return "as the runtime chooses"
    return f"{subject.teams or 'any'} × {subject.threads or 'any'}"


def _by_shape(found: Sequence[Measured]) -> list[Measured]:
    """Return them by variant, teams and threads, so that every panel has the same order."""
    return sorted(
        found,
        key=lambda one: (
            one.subject.toolchain, one.subject.variant, one.subject.teams or 0,
            one.subject.threads or 0,
        ),
    )  # fmt: skip


def _regions(one: Measured) -> int:
    return one.subject.size(REGIONS.get(one.subject.benchmark, "")) or 1


def _region(one: Measured, x: str | float, unit: float) -> Value:
    """Return the time of one region, in a unit of so many nanoseconds."""
    return time(one, x, unit=unit * _regions(one))


def _ends(found: Sequence[Measured], *axes: str) -> list[Measured]:
    """Return what has the least or the most of each of these axes."""
    for axis in axes:
        asked = [getattr(one.subject, axis) for one in found]
        found = [one for one, n in zip(found, asked) if n in (min(asked), max(asked))]
    return list(found)


def size(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Time of the region over the size, for several numbers of teams and threads."""
    told = published(ID)
    made = Figure("ptx-size", "Time over size, by teams × threads", runs)
    made.shows(found)
    for name, key in KERNELS.items():
        lines = Lines()
        own = chosen(
            found, name, precision="", shaped=True, fits=lambda one: one.variant not in SIMD
        )
        for one in _by_shape(own):
            if elements := one.subject.size(key):
                label = f"{_told(one.subject)}, {one.subject.label}"
                lines.add(label, _region(one, elements, 1e3))
        made.curves(
            lines, name, key, "microseconds a region",
            f"run_all.py sweep -b {name} --teams 1,2,4 --threads 1,2"
            f" --size {SIZES.get(name, key)}=512,1024,2048", least=2,
        )  # fmt: skip
    _size_counted(made, counted(runs, "issued"))
    return made.chart(
        f"The study ({told['source']}) found about {told['overhead_us']} µs of fixed cost a"
        f" region, and fewer threads ahead up to {told['fewer_threads_win_up_to']} elements."
        " By counts a warp that starts costs what it costs, whatever the size."
    )


def _size_counted(made: Figure, found: Sequence[Measured]) -> None:
    """Add what a region issues over the size, in the least and largest shapes that were counted."""
    for name, key in KERNELS.items():
        own = chosen(
            found, name, precision="", shaped=True, variants=("target-shape", "cuda-shape")
        )
        lines = Lines()
        for one in _by_shape(_ends(own, "teams", "threads")):
            if elements := one.subject.size(key):
                label = f"{_told(one.subject)}, {one.subject.label}"
                lines.add(label, amount(one, elements, _regions(one)), one)
        if lines:
            made.is_counted = True
            title = f"{name}, counted on an emulated GPU: {QUANTITIES['issued']}"
            made.curves(lines, title, key, "count a region", "", least=2)


def _with_and_without(own: Sequence[Measured]) -> Iterator[tuple[Measured, Measured]]:
    """Yield each time with simd, and that of the same without it."""
    subjects = {one.subject: one for one in own}
    for one in own:
        bases = {**SIMD, **OTHER_BASE.get(one.subject.benchmark, {})}
        base = subjects.get(replace(one.subject, variant=bases.get(one.subject.variant, "")))
        if base is not None:
            yield one, base


def _counted_simd(found: Sequence[Measured]) -> Lines:
    """Return what simd makes of a quantity, kernel by kernel, in the shape the runtime chooses."""
    lines = Lines()
    for name in KERNELS:
        for one, base in _with_and_without(chosen(found, name)):
            if one.subject.variant == "target-simd":
                lines.add(one.subject.toolchain, nameless(ratio(one, base, name)), one)
    return lines


def simd(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Time with simd over the time without it, by teams × threads."""
    made = Figure("ptx-simd", "What simd gains, by teams × threads", runs)
    made.shows(found)
    for name, key in KERNELS.items():
        own = sorted(
            _by_shape(chosen(found, name, precision="", shaped=None)),
            key=lambda one: one.subject.size(key) or 0,
        )
        lines = Lines()
        for one, base in _with_and_without(own):
            subject = one.subject
            label = f"{key} = {subject.size(key)}, {subject.toolchain}, {subject.precision}"
            lines.add(label, nameless(ratio(one, base, _told(subject))))
        missing = f"no run has {name} with simd and without"
        made.bars(lines, name, "time with simd / without", missing, x_label="teams × threads")
    made.twins("counted on an emulated GPU", "with simd / without", _counted_simd,
               ("issued", "fp64_other"))  # fmt: skip
    most = published(ID)["simd_most"]
    return made.chart(
        f"The study ({published(ID)['source']}): close to 1/{most} for newton-sqrt on a GPU"
        " that it does not name, where a lane is a thread of a warp; on a CPU a lane is one of a"
        " vector register."
    )


def shape(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Time over teams for fixed threads, and over threads for fixed teams, at the largest size."""
    made = Figure("ptx-shape", "Time over teams and over threads", runs)
    variants = {*SIMD, *SIMD.values(), *OTHER_MODELS}
    for over, fixed in (("teams", "threads"), ("threads", "teams")):
        for name, key in KERNELS.items():
            own = _by_shape(chosen(found, name, precision="", shaped=True, variants=variants))
            most = max((one.subject.size(key) or 0 for one in own), default=0)
            lines = Lines()
            for one in (one for one in own if (one.subject.size(key) or 0) == most):
                x, held = getattr(one.subject, over), getattr(one.subject, fixed)
                if x is not None and held is not None:
                    amount = plural(held, fixed.removesuffix("s"))
                    label = f"{one.subject.variant}, {amount}, {one.subject.toolchain}"
                    lines.add(label, _region(one, x, 1e6), one)
            size = f", {key} = {most}" if lines else ""
            made.curves(
                lines, f"over {over}: {name}{size}", over, "milliseconds a region",
                "a sweep over --teams and --threads gives them", least=2,
            )  # fmt: skip
            _shape_counted(made, counted(runs, "per_warp"), name, over, fixed)
    return made.chart(
        f"The study: {published(ID)['source']}; its figure has no numbers in the text.",
        "Counts are of the most threads, or teams, that were asked for; what a warp issues falls"
        " while its share does, and ends at what it costs to start.",
    )


def _shape_counted(
    made: Figure, found: Sequence[Measured], name: str, over: str, fixed: str
) -> None:
    """Add what a warp issues over an axis, for the most of the other; of sizes the largest."""
    variants = {*SIMD, *SIMD.values(), *OTHER_MODELS}
    own = chosen(found, name, precision="", shaped=True, variants=variants)
    key = KERNELS[name]
    places: dict[int, set[int | None]] = {}
    for one in own:
        places.setdefault(one.subject.size(key) or 0, set()).add(getattr(one.subject, over))
    most = max((size for size, there in places.items() if len(there) > 1), default=0)
    held = max((getattr(one.subject, fixed) or 0 for one in own), default=0)
    lines = Lines()
    for one in _by_shape(own):
        x = getattr(one.subject, over)
        if (one.subject.size(key), getattr(one.subject, fixed)) == (most, held) and x is not None:
            lines.add(one.subject.label, amount(one, x), one)
    if lines:
        made.is_counted = True
        title = f"over {over}: {name}, {key} = {most}, {plural(held, fixed.removesuffix('s'))}"
        made.curves(
            lines, f"{title}\ncounted on an emulated GPU", over, QUANTITIES["per_warp"], "", least=2
        )


def side_by_side(runs: Runs, found: Sequence[Measured]) -> Chart:
    """OpenMP, OpenACC and CUDA beside one another: the fastest variant of each, in each run."""
    kinds = {"omp": "host OpenMP", "target": "OpenMP offload", "acc": "OpenACC", "cuda": "CUDA"}
    lines = Lines()
    plain = chosen(found, precision="")
    groups = grouped(plain, "run", "benchmark", "letter", "precision")
    for (_, name, letter, precision), members in groups.items():
        base = fastest(one for one in members if one.subject.model.name == "omp")
        first = {id(fastest(same)) for same in grouped(members, "toolchain", "kind").values()}
        for one in members if base else ():
            kind = kinds.get(one.subject.kind)
            if kind and base and id(one) in first:
                label = f"{kind}, {one.subject.toolchain}"
                lines.add(label, ratio(one, base, f"{name} {letter} {precision}"), one)
    made = Figure("ptx-models", "OpenMP, OpenACC and CUDA, kernel by kernel", runs, KERNELS)
    made.bars(lines, "", "time / fastest host OpenMP", "no run has these kernels with host OpenMP")
    missing = [] if any(one.subject.kind == "acc" for one in lines.shown) else [_NO_ACC]
    return made.chart(*missing, f"The kernels of {published(ID)['source']}.")


def overhead(runs: Runs, found: Sequence[Measured]) -> Chart:
    """What a region costs in which there is nothing to do, by its construct."""
    own = chosen(found, variants=_REGIONS)
    letter = largest(own)
    own = [one for one in own if one.subject.letter == letter]
    lines = Lines()
    for one in sorted(own, key=lambda one: _REGIONS.index(one.subject.variant)):
        value = time(one, one.subject.variant, unit=1e3 * (one.subject.size("steps") or 1))
        lines.add(one.subject.toolchain, nameless(value), one)
    told = published(ID)
    made = Figure("ptx-overhead", "Fixed cost of a region", runs)
    made.bars(
        lines, f"class {letter}" if letter else "", "microseconds a region",
        f"run_all.py run -b {OVERHEAD} -c W",
        as_published(told["machine"], [Value("target-combined", told["overhead_us"])]),
    )  # fmt: skip
    made.twins("counted on an emulated GPU", "count a region", _overhead_counted,
               ("issued", "allocation"))  # fmt: skip
    return made.chart(
        f"The study ({told['source']}): about {told['overhead_us']} µs, mostly start-up of the"
        " runtime on the GPU, notably its calls of malloc.",
        *comparison_told(made.panels[0]),
    )


def _overhead_counted(found: Sequence[Measured]) -> Lines:
    lines = Lines()
    own = chosen(found, OVERHEAD, variants=_REGIONS)
    for one in sorted(own, key=lambda one: _REGIONS.index(one.subject.variant)):
        steps = one.subject.size("steps") or 1
        lines.add(one.subject.toolchain, amount(one, one.subject.variant, steps), one)
    return lines
