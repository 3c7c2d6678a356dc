"""Machines as platforms: efficiencies and Pennycook's performance portability over them.

A platform is a kind of machine together with where programs compute on it, its GPU or its
processors; an application is a variant.  The efficiency of a variant on a platform is the best
verified time of any variant there divided by its own, with the best of the toolchains there.
Source: Pennycook, Sewall, Lee, "Implications of a metric for performance portability", Future
Generation Computer Systems 92, 2019.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis.metrics import efficiency, portability
from league.analysis.standing import Column as Toolchain
from league.analysis.standing import Problem, columns
from league.base import models
from league.base.columns import Column, terminal
from league.records.launches import Record
from league.records.view import RunView, build_failure
from league.verdicts import word


@dataclass(frozen=True)
class Table:
    """The efficiencies of variants on platforms for one problem."""

    problem: Problem
    platforms: tuple[str, ...]
    #: variant -> platform -> efficiency, 0 where it is unsupported; absent if not measured there
    efficiencies: Mapping[str, Mapping[str, float]]

    @property
    def name(self) -> str:
        """The problem in one line."""
        return " ".join(self.problem)

    def portability(self, variant: str) -> float | None:
        """Return Pennycook's metric of a variant; None if it was not measured everywhere."""
        found = self.efficiencies[variant]
        if set(found) != set(self.platforms):
            return None
        return portability(found[one] for one in self.platforms)

    def cascade(self, variant: str) -> list[tuple[str, float, float]]:
        """Return platform, efficiency and the portability so far, from the best platform on.

        Source: Sewall, Pennycook, Jacobsen, Deakin, McIntosh-Smith, "Interpreting and visualizing
        performance portability metrics", P3HPC 2020.
        """
        found = sorted(self.efficiencies[variant].items(), key=lambda one: (-one[1], one[0]))
        values = [value for _, value in found]
        return [
            (platform, value, portability(values[: count + 1]))
            for count, (platform, value) in enumerate(found)
        ]


def machine_names(runs: Sequence[RunView]) -> list[str]:
    """Return a name for the machine of every run; the same for two of one kind."""
    return [
        " with ".join(filter(None, (_processor(run.machine), _gpus(run.machine)))) for run in runs
    ]


def _processor(machine: Record) -> str:
    """Return what makes processors one platform; memory, system and load do not."""
    told = str(machine.get("cpu") or "unknown processor")
    for name in ("cores", "sockets"):
        count = machine.get(name)
        if count and (count > 1 or name == "cores"):
            told += f", {count} {name}"
    return told


def _gpus(machine: Record) -> str:
    names = Counter(str(one.get("name", "")) for one in machine.get("gpus") or ())
    return " + ".join(f"{count} × {name}" if count > 1 else name for name, count in names.items())


def _platform(machine: Record, *, on_gpu: bool) -> str:
    return _gpus(machine) or "unknown GPU" if on_gpu else _processor(machine)


def tables(runs: Sequence[RunView]) -> list[Table]:
    """Return the efficiencies for every problem that was measured on some platform."""
    best: dict[Problem, dict[str, dict[str, float | None]]] = {}
    gpus: dict[str, bool] = {}
    seen: dict[Problem, dict[str, str]] = {}
    for column in columns(runs):
        for cell in column.run.cells.values():
            if cell.key.toolchain != column.toolchain or not cell.launches:
                continue
            on_gpu = column.on_gpu and models.of(cell.model).offloads
            platform = _platform(column.run.machine, on_gpu=on_gpu)
            gpus[platform] = on_gpu
            problem = cell.key.problem
            seen.setdefault(problem, {})[cell.key.variant] = cell.model
            times = best.setdefault(problem, {}).setdefault(platform, {})
            both = filter(None, (cell.median(), times.get(cell.key.variant)))
            times[cell.key.variant] = min(both, default=None)
    for run in runs:
        _add_unbuilt(run, best, seen)
    found = (_table(problem, best[problem], seen[problem], gpus) for problem in sorted(best))
    return [table for table in found if table.platforms]


def _add_unbuilt(
    run: RunView,
    best: Mapping[Problem, Mapping[str, dict[str, float | None]]],
    seen: Mapping[Problem, Mapping[str, str]],
) -> None:
    """Note variants that a compiler of a platform refused: they are not supported there."""
    for (toolchain, benchmark, variant), build in run.builds.items():
        if not word(build_failure(build)[0]).refused:
            continue
        column = Toolchain(run, toolchain, toolchain)
        for problem, there in best.items():
            if problem[0] != benchmark or variant not in seen[problem]:
                continue
            offloads = models.of(seen[problem][variant]).offloads
            platform = _platform(run.machine, on_gpu=column.on_gpu and offloads)
            if platform in there:
                there[platform].setdefault(variant, None)


def _table(
    problem: Problem,
    best: Mapping[str, Mapping[str, float | None]],
    variants: Mapping[str, str],
    gpus: Mapping[str, bool],
) -> Table:
    """Return the table of a problem; a platform on which nothing was verified is none."""
    there = {name: times for name, times in best.items() if any(times.values())}
    efficiencies: dict[str, dict[str, float]] = {}
    for variant, model in variants.items():
        found = efficiencies.setdefault(variant, {})
        for platform, times in there.items():
            fastest = min(time for time in times.values() if time)
            time = times.get(variant)
            if time:
                found[platform] = efficiency(time, fastest)
            elif variant in times or not _can(model, on_gpu=gpus[platform]):
                found[platform] = 0.0
    order = sorted(efficiencies, key=lambda one: (models.of(variants[one]).rank, one))
    return Table(problem, tuple(sorted(there)), {one: efficiencies[one] for one in order})


def _can(model: str, *, on_gpu: bool) -> bool:
    """Whether variants of a model can run at all where a platform computes."""
    kind = models.of(model)
    return kind.offloads if on_gpu else not kind.is_cuda


def to_json(found: Iterable[Table]) -> list[dict[str, Any]]:
    """Return tables for programs."""
    return [
        {
            "benchmark": one.problem[0],
            "class": one.problem[1],
            "precision": one.problem[2],
            "platforms": list(one.platforms),
            "variants": {
                name: {"efficiencies": dict(values), "portability": one.portability(name)}
                for name, values in one.efficiencies.items()
            },
        }
        for one in found
    ]


def letters(tables: Sequence[Table]) -> dict[str, str]:
    """Return a short mark for every platform: A, B, ... Z, A2, ..."""
    names = sorted({one for table in tables for one in table.platforms})
    alphabet = string.ascii_uppercase
    return {
        name: alphabet[n % 26] + (str(n // 26 + 1) if n >= 26 else "")
        for n, name in enumerate(names)
    }


def portability_text(tables: Sequence[Table]) -> str:
    """Return the platforms, and per problem the efficiency of each variant and its portability."""
    marks = letters(tables)
    lines = [f"{mark}  {name}" for name, mark in marks.items()]
    for table in tables:
        lines += ["", *terminal(_columns(table, marks), list(table.efficiencies))]
    lines += [
        "",
        "Efficiency: best time there ÷ own time; 0: it does not run or is not right there;",
        "–: not measured. Portability: harmonic mean, 0 if one is 0.",
    ]
    return "\n".join(lines)


def _columns(table: Table, marks: Mapping[str, str]) -> tuple[Column[str], ...]:
    """What is said of a variant, by its name."""

    def efficiency(platform: str) -> Column[str]:
        return Column(
            platform, marks[platform], lambda one: table.efficiencies[one].get(platform),
            lambda value: f"{value:.2f}" if value else "0",
        )  # fmt: skip

    return (
        Column("variant", table.name, str, right=False),
        *map(efficiency, table.platforms),
        Column("portability", "Portability", table.portability, "{:.2f}".format,
               unknown=lambda _: "not measured everywhere"),
    )  # fmt: skip
