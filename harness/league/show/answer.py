"""The first sentences of a report: which compiler, is it right, where did it run, how far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from league.analysis import nearness, ratios, stats
from league.analysis.nearness import Near
from league.analysis.standing import Standing
from league.base import models
from league.base.words import plural, span, times
from league.claims.matrix import matrix_of
from league.records.view import Cell, RunView
from league.show.text import headline

#: What a reference is called, by its model.
REFERENCES = {"cuda": "CUDA on the same GPU", "omp": "the fastest host omp"}


@dataclass(frozen=True)
class _Ranked:
    """A toolchain with a mean, and its interval."""

    row: Standing
    mean: float
    interval: stats.Interval | None

    @property
    def told(self) -> str:
        """The mean with its interval."""
        between = f" ({span(*self.interval)})" if self.interval else ""
        return f"{times(self.mean)}{between}"

    @property
    def cells(self) -> list[Cell]:
        """The cells that the mean is over."""
        return [cell for cell, _ in self.row.best_pairs]


def answer(run: RunView, rows: Sequence[Standing], beside: Sequence[Near]) -> tuple[str, ...]:
    """Return what a reader wants to know first, a few sentences, all from records.

    `rows` are the standings of at least this run, `beside` is what is beside CUDA there.
    """
    mine = [row for row in rows if row.column.run is run]
    found = _ranked(mine)
    near = _near(run, mine, beside)
    told = [_ranking(run, found), _next(found)] if found else []
    judged = "" if found or near else _judged(run, mine)
    refused = f"The counters of the GPU were refused: {run.refused}." if run.refused else ""
    return tuple(filter(None, [*told, *near, judged, _claims(run), refused]))


def _ranked(rows: Sequence[Standing]) -> list[_Ranked]:
    """Return who is ranked, the fastest first: those on a GPU, or else that offload, if any does.

    The references of others are others.  What only is its own reference is not ranked.
    """
    found = [
        _Ranked(row, row.best.value, ratios.mean_interval(row.best_pairs))
        for row in rows
        if row.best.value is not None
    ]
    offloads = [one for one in found if _offloads(one)]
    on_gpu = [one for one in offloads if one.row.column.on_gpu]
    for kind in (on_gpu, offloads, found):
        chosen = [one for one in kind if _races(one)]
        if chosen:
            return sorted(chosen, key=lambda one: one.mean)
    return found


def _offloads(one: _Ranked) -> bool:
    return any(models.of(cell.model).offloads for cell in one.cells)


def _races(one: _Ranked) -> bool:
    return any(cell is not held for cell, held in one.row.best_pairs)


def _first(found: Sequence[_Ranked]) -> list[_Ranked]:
    """Return who shares the first rank: the launches do not tell them apart."""
    return [one for one, (rank, _) in zip(found, ratios.ranked(one.row for one in found))
            if rank == 1]  # fmt: skip


def _ranking(run: RunView, found: Sequence[_Ranked]) -> str:
    first, *beside = _first(found)
    doing = "ran target regions on a device" if _offloads(first) else "ran threads on the host"
    if len(found) == 1:
        place = f"is the only compiler that {doing}"
    elif beside:
        named = [_compiler(one.row) for one in beside[:2]]
        named += [f"{len(beside) - 2} more"] if len(beside) > 2 else []
        place = f"cannot be told apart from {' and '.join(named)}, of {len(found)} compilers that"
        place += f" {doing}"
    else:
        place = f"comes first of {len(found)} compilers that {doing}"
    missing = len(first.row.best.missing)
    over = plural(first.row.best.count, "problem")
    over += f" ({missing} more without a verified time)" if missing else ""
    reference = REFERENCES.get(first.row.reference, "the reference")
    far = f"its best variants take {first.told} the time of {reference}, over {over}"
    if not _races(first):
        far = f"its best variants are themselves the reference, over {over}"
    return (
        f"{_compiler(first.row)} {place}: {far}; {_right(first.row)};"
        f" they ran on {_where(run, first)}."
    )


def _next(found: Sequence[_Ranked]) -> str:
    """Name the second, which comes after the first or stands beside it."""
    if len(found) < 2:
        return ""
    which = "Beside it" if len(_first(found)) > 1 else "Next"
    return f"{which} is {_compiler(found[1].row)} with {found[1].told}."


def _compiler(row: Standing) -> str:
    named = row.column.compiler
    return f"{named} ({row.column.toolchain})" if named else row.column.toolchain


def _right(row: Standing) -> str:
    """Say how many of the variants that a toolchain built are right, and what became of others."""
    if row.verified == row.built and not row.failed and not row.expected:
        return f"all {plural(row.built, 'variant')} it built are right"
    told = [f"{row.verified} of the {plural(row.built, 'variant')} it built are right"]
    told += [f"{row.failed} failed"] if row.failed else []
    told += [f"{row.expected} failed as a known defect lets expect"] if row.expected else []
    told += [f"{row.no_device} found no device"] if row.no_device else []
    return ", ".join(told)


def _where(run: RunView, one: _Ranked) -> str:
    column, facts = one.row.column, run.machine
    machine = ", ".join(
        filter(None, [str(facts.get("cpu") or ""), plural(int(facts.get("cores") or 0), "core")])
    )
    machine = machine if facts else "an unknown machine"
    if not _offloads(one):
        return f"the host ({machine})"
    if not column.on_gpu:
        return f"the CPU as device {column.device} ({machine})"
    names = dict.fromkeys(str(gpu.get("name")) for gpu in facts.get("gpus") or [])
    return " and ".join(names) or f"a device {column.device} that the records do not name"


def _near(run: RunView, rows: Sequence[Standing], beside: Sequence[Near]) -> list[str]:
    """Say how near OpenMP comes to CUDA in what an emulated GPU counted, the nearest first."""
    by = {row.column.toolchain: row for row in rows}
    means = nearness.means(beside)
    told: list[str] = []
    for who in sorted(means, key=lambda who: means[who]["estimate"].value or math.inf):
        found, row = means[who], by[who]
        machine, issued, *others = (
            times(mean.value) if mean.value else "–" for mean in found.values()
        )
        weighed = found[nearness.NEAR[0]].count == found[nearness.NEAR[1]].count
        kind, count = ("machine", machine) if weighed else ("warp", issued)
        sectors, launches, _waits, estimate = others
        over = f"over {plural(found['estimate'].count, 'problem')}; {_emulated(row)}"
        told.append(
            f"{_compiler(row)}: {count} the {kind} instructions, {sectors} the sectors,"
            f" {launches} the launches, {estimate} the estimate ({over})."
            if told else
            f"On an emulated {nearness.gpu_of(run)} (counts of what executes, no times) the best"
            f" OpenMP variants of {_compiler(row)} issue {count} the {kind} instructions of CUDA,"
            f" ask memory for {sectors} its sectors and launch {launches} its kernels; an estimate"
            f" from all counts is {estimate} that of CUDA (geometric means {over})."
        )  # fmt: skip
    return told


def _emulated(row: Standing) -> str:
    """Say how many of the variants that a toolchain built are right on an emulated device."""
    if row.emulated == row.built:
        return f"all {plural(row.built, 'variant')} it built are right there"
    return f"{row.emulated} of the {plural(row.built, 'variant')} it built are right there"


def _judged(run: RunView, rows: Sequence[Standing]) -> str:
    """Say what is known where no time could be held against a reference."""
    cells = list(run.cells.values())
    if not cells:
        return "" if run.claims else "These records hold no cell that was timed or checked."
    right = [cell for cell in cells if cell.right]
    named = list(dict.fromkeys(cell.key.toolchain for cell in right))
    by = {row.column.toolchain: _compiler(row) for row in rows}
    told = f"{headline(run)}; no time here has a reference to be held against"
    if not right:
        return f"{told}."
    where = sorted({cell.place for cell in right})
    who = ", ".join(by.get(name, name) for name in named[:3])
    more = f" and {len(named) - 3} more" if len(named) > 3 else ""
    return f"{told}. Right are {who}{more}, on: {', '.join(where)}."


def _claims(run: RunView) -> str:
    """Say which toolchain keeps most claims of the specification about the device."""
    if not run.claims:
        return ""
    known = matrix_of(one for one in (*run.toolchains.values(), run.session, *run.claims) if one)
    for on_device in (True, False):
        scores = {name: known.total(name, device=on_device) for name in known.toolchains}
        tried = {name: one for name, one in scores.items() if one.judged}
        if tried:
            name, best = max(tried.items(), key=lambda one: one[1].held / one[1].judged)
            held, judged = best.held, best.judged
            about = "about a device" if on_device else "about the host and the compiler"
            most = "keeps" if len(tried) == 1 else f"keeps most, of {len(tried)} toolchains:"
            return (
                f"{name} {most} {held} of {judged} claims {about}"
                f" ({100 * held / judged:.0f} %), {judged - held} it does not."
            )
    return "No claim of the specification could be judged."
