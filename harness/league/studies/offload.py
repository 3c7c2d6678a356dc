"""Offload against host OpenMP: every benchmark of a group in one class, over its fastest base."""

from __future__ import annotations

from dataclasses import dataclass

from league.show.plots.chart import Chart
from league.studies.lines import Figure, Lines, Runs, chosen, grouped
from league.studies.measured import Measured, fastest, measured, ratio

#: The model of the base that every time is divided by.
BASE = "omp"


@dataclass(frozen=True)
class Study:
    """The benchmarks of a group in one class."""

    id: str
    title: str
    group: str
    letter: str


STUDIES = {
    study.id: study
    for study in (
        Study(f"{group}-offload-{letter}", f"{name}, class {letter}: offload against host OpenMP",
              group, letter)
        for group, name in (("npb", "NAS Parallel Benchmarks"), ("miniapps", "Mini-apps"))
        for letter in "SWABC"
    )
}  # fmt: skip


def chart(study: Study, runs: Runs, *, all_variants: bool = False) -> Chart:
    """Return times of offload variants over the fastest host OpenMP of the same session.

    Of each benchmark, toolchain and kind (directives or CUDA) the fastest variant, or all of them;
    of what several sessions have the last counts.
    """
    found = chosen(
        measured(runs), precision="",
        fits=lambda subject: (subject.group, subject.letter) == (study.group, study.letter),
    )  # fmt: skip
    bars: dict[tuple[str, ...], tuple[Measured, Measured]] = {}
    for (_, benchmark, precision), own in grouped(found, "run", "benchmark", "precision").items():
        base = fastest(one for one in own if one.subject.model.name == BASE)
        for one in sorted(own, key=Measured.median, reverse=True):  # the last one stays
            kind = "CUDA" if one.subject.model.is_cuda else "directives"
            variant = one.subject.variant if all_variants else ""
            if base and one.subject.model.offloads:
                key = (benchmark, precision, one.subject.toolchain, kind, variant)
                bars[key] = (one, base)
    lines, bases = Lines(), dict[str, list[str]]()
    for place in sorted(bars):
        one, over = bars[place]
        lines.add(f"{place[2]}, {place[3]}", ratio(one, over, place[0]), one, over)
        base_name = f"{over.subject.toolchain}/{over.subject.variant}"
        bases.setdefault(base_name, []).append(place[0])
    made = Figure(study.id, study.title, runs)
    missing = f"run_all.py run --suite {study.group} -c {study.letter}"
    made.bars(lines, "", "time / host OpenMP", missing)
    told = [f"{name} ({', '.join(dict.fromkeys(of))})" for name, of in bases.items()]
    return made.chart(*([f"Over the fastest of the session: {'; '.join(told)}."] if told else []))
