"""The one-to-one study: teams to blocks, parallel to warps, simd to lanes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from league.show.plots.chart import Chart, Value
from league.studies.lines import Figure, Lines, Runs, chosen, grouped, published
from league.studies.measured import Measured, fastest, measured, time

ID = "one-to-one"
#: Its kernels: size, and the variants that carry the study's directives.
KERNELS = {"jacobi-convergence": "n", "jacobi": "n", "matmul": "n", "gauss": "n", "laplacian": "n"}
#: A Jacobi without a stop test, which is shown where it was measured.
OTHER_JACOBI = "jacobi"
#: Its three forms: benchmark, variant, the one that shares the outer loop alone, and what they are.
FORMS = (
    ("laplacian", "target-three-level", "target-planes", "(a) teams, threads, simd on three loops"),
    ("laplacian", "target-two-level", "target-planes", "(a) teams and threads on two loops"),
    ("branch", "target-inner-parallel", "target-data", "(b) if/else inside, inner parallel for"),
    ("branch", "target-inner-simd", "target-data", "(b) if/else inside, inner simd"),
    ("branch", "target-inner-parallel-simd", "target-data", "(b) inner parallel for simd"),
    ("saxpy", "target-parallel", "target-data", "(c) target parallel for: one team"),
    ("branch", "target-parallel", "target-data", "(c) if/else inside, one team"),
)
#: Its levels in benchmarks of NPB, the same; a combined construct is one level.
LEVELS = (
    *(
        (f"npb-{name}", f"target-{told}-level", "target-data", f"{name.upper()}, {told} levels")
        for name in ("cg", "mg", "ft") for told in ("two", "three")
    ),
    ("npb-bt", "target-stored", "target-data", "BT, three levels, all blocks stored"),
)  # fmt: skip
#: What stands in a table of forms: benchmark, variant, the one it is divided by, and its name.
Forms = Sequence[tuple[str, str, str, str]]


def charts(runs: Runs) -> list[Chart]:
    """Return the figures of the study."""
    found = measured(runs)
    return [npb(runs, found), kernels(runs, found), forms(runs, found), levels(runs, found)]


def npb(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Offload over host OpenMP: ``total``, as published, and ``compute``."""
    own = chosen(
        found, precision="", shaped=None, fits=lambda one: one.benchmark.startswith("npb-")
    )
    made = Figure("one-to-one-npb", "NAS Parallel Benchmarks: offload against host OpenMP", runs)
    made.shows(own)
    letters = [letter for letter in "BC" if any(one.subject.letter == letter for one in own)]
    for letter in letters or ["B"]:
        same = [one for one in own if one.subject.letter == letter]
        for phase in ("total", "compute"):
            lines = Lines()
            for (name,), several in grouped(same, "benchmark").items():
                for members in grouped(several, "run").values():
                    base = fastest((x for x in members if x.subject.model.name == "omp"), phase)
                    device = [one for one in members if one.subject.model.offloads]
                    lines.add_best(device, base, name.removeprefix("npb-").upper(), phase)
            made.bars(lines, f"class {letter}, {phase}", "offload / host OpenMP",
                      f"run_all.py run --suite npb -c {letter}")  # fmt: skip
    return made.chart(
        f"The study ({published(ID)['source']}) shows classes B and C without numbers; its"
        " times contain data movement (our total)."
    )


def kernels(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Time over size: host OpenMP, offload and CUDA, the fastest variant of each toolchain."""
    made = Figure("one-to-one-kernels", "Kernels over size", runs, KERNELS)
    for name, key in KERNELS.items():
        own = chosen(found, name, fits=lambda one: one.variant != "serial")
        made.shows(own)
        best = {
            (f"{one.subject.kind}, {one.subject.toolchain}", elements): one
            for one in sorted(own, key=lambda one: -one.median("total"))  # the last one stays
            if (elements := one.subject.size(key))
        }
        lines = Lines()
        for (label, elements), one in sorted(best.items()):
            lines.add(label, time(one, elements, "total"))
        if lines or name != OTHER_JACOBI:
            made.curves(lines, name, key, "total, milliseconds",
                        f"run_all.py run -b {name} -c S -c W -c A")  # fmt: skip
    made.twins("counted on an emulated GPU", "count / CUDA", _over_cuda, ("issued", "sectors"))
    return made.chart(
        f"The kernels of {published(ID)['source']}, which shows no numbers; the fastest"
        " variant of each toolchain and size. There the gap between compilers is greatest for large"
        " matrix products and least for the Laplacian, whose three levels carry simd."
    )


def _forms(found: Sequence[Measured], table: Forms = FORMS) -> Lines:
    lines = Lines()
    for name, variant, plain, told in table:
        lines.add_forms(chosen(found, name, shaped=None), plain, {variant: told})
    return lines


def _as_counted(found: Sequence[Measured], table: Forms = FORMS) -> Lines:
    """Return what each form counts, over nothing; more is neither better nor worse."""
    lines = Lines()
    for name, variant, _, told in table:
        for one in chosen(found, name, shaped=None, variants=(variant,)):
            label = f"{one.subject.toolchain}, class {one.subject.letter}"
            lines.add(label, Value(told, one.median(), launches=1), one)
    return lines


def _over_cuda(found: Sequence[Measured]) -> Lines:
    """Return the least of each toolchain over that of ``cuda``, kernel by kernel."""
    lines = Lines()
    for name in KERNELS:
        for same in grouped(chosen(found, name), "run", "letter", "parameters").values():
            base = next((one for one in same if one.subject.variant == "cuda"), None)
            lines.add_best([one for one in same if one.subject.is_directives], base, name)
    return lines


def forms(runs: Runs, found: Sequence[Measured]) -> Chart:
    """The three forms of directives, each over the outer loop alone of its benchmark."""
    made = Figure("one-to-one-forms", "Three forms of directives", runs)
    over = "teams distribute parallel for on the outer loop"
    order = tuple(told for *_, told in FORMS)
    made.bars(_forms(found), "", f"time / {over}", "no run has these variants", order=order)
    made.twins("counted on an emulated GPU", f"count / {over}", _forms, ("issued", "sectors"),
               order=order)  # fmt: skip
    made.twins("counted on an emulated GPU", "count", _as_counted, ("lanes", "barrier"),
               order=order)  # fmt: skip
    return made.chart(
        f"The forms of {published(ID)['source']}, which shows no numbers.",
        "Where a thread is a warp, one lane of 32 works unless the innermost loop is simd: the"
        " others repeat what it does (GCC), so all 32 take part. Where a thread is a lane, those"
        " wait that have no thread (Clang).",
    )


def levels(runs: Runs, found: Sequence[Measured]) -> Chart:
    """Two and three explicit levels in benchmarks of NPB, over one level of each."""
    made = Figure("one-to-one-levels", "One, two and three levels in CG, MG, FT and BT", runs)
    over = "teams distribute parallel for"
    order = tuple(told for *_, told in LEVELS)
    own, counted = partial(_forms, table=LEVELS), partial(_as_counted, table=LEVELS)
    made.bars(own(found), "", f"time / {over}", "run_all.py run -b npb-cg -c W, and others",
              order=order)  # fmt: skip
    made.twins("counted on an emulated GPU", f"count / {over}", own, ("issued", "sectors"),
               order=order)  # fmt: skip
    made.twins("counted on an emulated GPU", "count", counted, ("lanes",), order=order)
    return made.chart(
        f"The levels of {published(ID)['source']}, which shows no numbers for them; the blocks of"
        " BT as in its listing, 75 numbers a point, where others keep 25."
    )
