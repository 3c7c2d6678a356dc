"""The one-to-one study: teams to blocks, parallel to warps, simd to lanes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from league.studies import counted, published
from league.studies.chart import Chart, Panel, Series, Value
from league.studies.measured import (
    Measured,
    Record,
    fastest,
    measured,
    ratio,
    surroundings,
    time,
)

ID = "one-to-one"
#: Its kernels: size, and the variants that carry the study's directives.
KERNELS = {"jacobi-convergence": "n", "jacobi": "n", "matmul": "n", "gauss": "n", "laplacian": "n"}
#: A Jacobi without a stop test, which is shown where it was measured.
OTHER_JACOBI = "jacobi"
#: Its three forms: benchmark, variants and what they stand for.
FORMS = (
    ("laplacian", "target-three-level", "(a) teams, threads, simd on three loops"),
    ("laplacian", "target-two-level", "(a) teams and threads on two loops"),
    ("branch", "target-inner-parallel", "(b) if/else inside, inner parallel for"),
    ("branch", "target-inner-simd", "(b) if/else inside, inner simd"),
    ("saxpy", "target-parallel", "(c) target parallel for: one team"),
)
_PHASES = ("total", "compute")


def charts(runs: Sequence[Sequence[Record]]) -> list[Chart]:
    """Return the figures of the study."""
    found = measured(runs)
    return [npb(runs, found), kernels(runs, found), forms(runs, found)]


def _host(found: Iterable[Measured], phase: str) -> Measured | None:
    return fastest((one for one in found if one.subject.model.name == "omp"), phase)


def npb(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Offload over host OpenMP: ``total``, as published, and ``compute``."""
    own = [one for one in found if one.subject.benchmark.startswith("npb-")]
    letters = [letter for letter in "BC" if any(one.subject.letter == letter for one in own)]
    panels = []
    for letter in letters or ["B"]:
        for phase in _PHASES:
            lines: dict[str, list[Value]] = {}
            for name in dict.fromkeys(one.subject.benchmark for one in own):
                for run in dict.fromkeys(one.subject.run for one in own):
                    same = [
                        one for one in own
                        if (one.subject.benchmark, one.subject.run, one.subject.letter)
                        == (name, run, letter)
                    ]  # fmt: skip
                    base = _host(same, phase)
                    device = [one for one in same if one.subject.model.offloads]
                    for toolchain in dict.fromkeys(one.subject.toolchain for one in device):
                        best = fastest(
                            (one for one in device if one.subject.toolchain == toolchain), phase
                        )
                        if base and best:
                            value = ratio(best, base, name.removeprefix("npb-").upper(), phase)
                            lines.setdefault(toolchain, []).append(value)
            panels.append(
                Panel(
                    f"class {letter}, {phase}", "", "offload / host OpenMP",
                    tuple(Series(label, tuple(values)) for label, values in lines.items()),
                    missing="" if lines else f"run_all.py run --suite npb -c {letter}",
                )
            )  # fmt: skip
    return Chart(
        "one-to-one-npb",
        "NAS Parallel Benchmarks: offload against host OpenMP",
        tuple(panels),
        (
            surroundings(runs, own),
            f"The study ({published.of(ID)['source']}) shows classes B and C without numbers; its"
            " times contain data movement (our total).",
        ),
    )


def kernels(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """Time over size: host OpenMP, offload and CUDA, the fastest variant of each toolchain."""
    panels = []
    shown = []
    for name, key in KERNELS.items():
        own = [
            one for one in found
            if one.subject.benchmark == name and one.subject.precision == "fp64"
            and one.subject.variant != "serial"
            and one.subject.teams is None and one.subject.threads is None
        ]  # fmt: skip
        best: dict[tuple[str, int], Measured] = {}
        for one in own:
            kind = one.subject.model.extends or one.subject.model.name
            elements = one.subject.size(key)
            label = f"{kind}, {one.subject.toolchain}"
            if elements and (
                (label, elements) not in best
                or one.median("total") < best[label, elements].median("total")
            ):
                best[label, elements] = one
        lines: dict[str, list[Value]] = {}
        for (label, elements), one in sorted(best.items()):
            lines.setdefault(label, []).append(time(one, elements, "total"))
        shown += own
        panels.append(
            Panel(
                name, key, "total, milliseconds",
                tuple(Series(label, tuple(values)) for label, values in lines.items()),
                "lines", log_x=True,
                missing="" if lines else f"run_all.py run -b {name} -c S -c W -c A",
            )
        )  # fmt: skip
    counts = counted.panels(runs, KERNELS)
    panels = [one for one in panels if one.title != OTHER_JACOBI or not one.is_empty]
    return Chart(
        "one-to-one-kernels",
        "Kernels over size",
        (*panels, *counts),
        (
            surroundings(runs, shown),
            *([counted.TOLD] if counts else []),
            f"The kernels of {published.of(ID)['source']}, which shows no numbers; the fastest"
            " variant of each toolchain and size.",
        ),
    )


def forms(runs: Sequence[Sequence[Record]], found: Sequence[Measured]) -> Chart:
    """The three forms of directives, each over ``target-data`` of its benchmark."""
    lines: dict[str, list[Value]] = {}
    shown = []
    for name, variant, told in FORMS:
        for one in found:
            subject = one.subject
            if (subject.benchmark, subject.variant, subject.precision) != (name, variant, "fp64"):
                continue
            base = next(
                (
                    other for other in found
                    if other.subject.variant == "target-data"
                    and (other.subject.run, other.subject.benchmark, other.subject.toolchain,
                         other.subject.precision, other.subject.parameters)
                    == (subject.run, name, subject.toolchain, "fp64", subject.parameters)
                ),
                None,
            )  # fmt: skip
            if base is not None:
                label = f"{subject.toolchain}, class {subject.letter}"
                value = replace(ratio(one, base, told), note="")
                lines.setdefault(label, []).append(value)
                shown.append(one)
    panel = Panel(
        "", "", "time / target-data of the same benchmark",
        tuple(Series(label, tuple(values)) for label, values in lines.items()),
        missing="" if lines else "no run has these variants",
        order=tuple(told for _, _, told in FORMS),
    )  # fmt: skip
    return Chart(
        "one-to-one-forms",
        "Three forms of directives",
        (panel,),
        (
            surroundings(runs, shown),
            f"The forms of {published.of(ID)['source']}, which shows no numbers.",
            "Where a thread is a warp, one lane of 32 works unless the innermost loop is simd.",
        ),
    )
