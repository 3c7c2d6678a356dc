"""Offload against host OpenMP: every benchmark of a group in one class, over its fastest base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.show.plots.chart import Chart
from league.studies.lines import Lines, chosen, figure, grouped
from league.studies.measured import Measured, Record, fastest, measured, ratio

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


def _kind(one: Measured) -> str:
    return "CUDA" if one.subject.model.is_cuda else "directives"


def chart(study: Study, runs: Sequence[Sequence[Record]], *, all_variants: bool = False) -> Chart:
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
        device = sorted((one for one in own if one.subject.model.offloads), key=Measured.median)
        seen: set[tuple[str, ...]] = set()
        for one in device if base else ():
            key = (benchmark, precision, one.subject.toolchain, _kind(one),
                   one.subject.variant if all_variants else "")  # fmt: skip
            if base and key not in seen:
                bars[key] = (one, base)
            seen.add(key)
    lines, bases = Lines(), dict[str, list[str]]()
    for place in sorted(bars):
        one, over = bars[place]
        lines.add(f"{place[2]}, {place[3]}", ratio(one, over, place[0]), one, over)
        base_name = f"{over.subject.toolchain}/{over.subject.variant}"
        bases.setdefault(base_name, []).append(place[0])
    missing = f"run_all.py run --suite {study.group} -c {study.letter}"
    panel = lines.panel("", "", "time / host OpenMP", missing)
    told = [f"{name} ({', '.join(dict.fromkeys(of))})" for name, of in bases.items()]
    caption = [f"Over the fastest of the session: {'; '.join(told)}."] if told else []
    return figure(study.id, study.title, [panel], runs, lines.shown, *caption)
