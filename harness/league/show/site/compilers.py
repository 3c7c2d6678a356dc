"""Compilers compared, by kind of problem."""

from __future__ import annotations

import functools
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from league.analysis.board import (
    RATIO_NIGHTS,
    Board,
    NearTrack,
    Rank,
    near_tracks,
    ranking,
    state_counts,
)
from league.analysis.nearness import NEAR
from league.base.columns import Column, Table
from league.base.words import plural, span, times
from league.show import links
from league.show.plots.chart import Chart, Panel, Series, Value
from league.show.site.found import counted, date

TOPICS = Path(__file__).with_name("topics.json")

#: Sentences of kinds of problems.
_MOST = 4

Json = dict[str, Any]


@functools.cache
def topics() -> dict[str, list[str]]:
    """Return the kinds of problems and their benchmarks."""
    told: dict[str, list[str]] = json.loads(TOPICS.read_text(encoding="utf-8"))["topics"]
    return told


def by_topic(benchmarks: Collection[str]) -> dict[str, Collection[str]]:
    """Return all benchmarks, then the kinds of problems, then those that are of none."""
    known = {name for names in topics().values() for name in names}
    other = [one for one in benchmarks if one not in known]
    return {"everything": benchmarks, **topics(), "other": other}


def page(board: Board) -> Json:
    """Return what the page of compilers shows."""
    found = [_topic(board, name, names) for name, names in by_topic(board.benchmarks()).items()]
    return {
        "topics": [one for one in found if one], "ratio_nights": RATIO_NIGHTS,
        "counts": counted(lambda row: row), "machine": board.nights[-1].machine or "unknown",
        "toolchains": [_toolchain(board, name) for name in board.toolchains()], **near(board),
    }  # fmt: skip


def near(board: Board) -> Json:
    """Return what is shown of how near each comes to CUDA on an emulated GPU, night by night."""
    tracks = near_tracks(board.nights)
    columns: tuple[Column[NearTrack], ...] = (
        Column("toolchain", "Toolchain", lambda one: one.toolchain, right=False),
        *(_near_column(name) for name in NEAR),
        Column("problems", "Problems", lambda one: len(one.problems)),
        Column("nights", "Nights", lambda one: len(one.means), unit="with all of them"),
    )  # fmt: skip
    return {
        "near": Table(columns, tracks, "OpenMP beside CUDA on the emulated GPU"),
        "near_line": _near_chart(tracks, board) if tracks else None,
    }


def _near_column(name: str) -> Column[NearTrack]:
    def newest(one: NearTrack) -> float | None:
        return one.means[max(one.means)][name].value

    return Column(name.replace(" ", "_"), name.capitalize(), newest, times, unit="÷ CUDA")


def _near_chart(tracks: list[NearTrack], board: Board) -> Chart:
    """Return a panel for each toolchain, a line for each count that is known on every night."""
    first, last = (date(board.nights[n].time) for n in (0, -1))
    panels = []
    for one in tracks:
        lines = [
            Series(name, tuple(
                Value(float(night + 1), value)
                for night, found in sorted(one.means.items())
                if (value := found[name].value) is not None
            ))
            for name in NEAR
        ]  # fmt: skip
        drawn = tuple(line for line in lines if line.values)
        title = f"{one.toolchain}, {plural(len(one.problems), 'problem')}"
        panels.append(
            Panel(
                title,
                f"night, the first of {first}, the last of {last}",
                "OpenMP / CUDA",
                drawn,
                "lines",
            )
        )
    return Chart("near", "How near OpenMP comes to CUDA on an emulated GPU", tuple(panels))


def sentences(board: Board) -> list[str]:
    """Return the answer for everything and a few kinds of problem, and how near to CUDA each is."""
    told = [f"{one['name']}: {one['answer']}" for one in page(board)["topics"][:_MOST]]
    newest = {one.toolchain: one.means[max(one.means)] for one in near_tracks(board.nights)}
    if newest:
        ratios = (
            f"{name} {times(found['estimate'].value)}, {times(found['sectors'].value)} in sectors"
            for name, found in newest.items()
        )
        told.append(f"OpenMP ÷ CUDA in the estimate of an emulated GPU: {'; '.join(ratios)}.")
    return told


def _topic(board: Board, name: str, benchmarks: Collection[str]) -> Json | None:
    ranks = ranking(board, benchmarks)
    if not ranks:
        return None
    missing = ranks[0].mean.missing
    return {
        "name": name[:1].upper() + name[1:], "anchor": links.slug(name.replace(" ", "-")),
        "answer": answer(ranks),
        "rows": [_row(board, one, rank) for one, rank in zip(ranks, placed(ranks))],
        "missing": ", ".join(missing[:12])
        + (f" and {len(missing) - 12} more" if len(missing) > 12 else ""),
    }  # fmt: skip


def placed(ranks: list[Rank]) -> list[int | None]:
    """Return the place of each, the best first; nights do not tell those of one place apart."""
    first, place, found = None, 0, []
    for number, one in enumerate(ranks, 1):
        if first is None or not (one.range and first.range and one.range.low <= first.range.high):
            first, place = one, number
        found.append(place if one.mean.value is not None else None)
    return found


def answer(ranks: list[Rank]) -> str:
    """Say which toolchain is best, and whether the nights agree on that."""
    ranked = [one for one in ranks if one.mean.value is not None]
    if not ranked:
        return "nothing that all of them have: no ranking."
    first = ranked[0]
    told = f"{first.toolchain} is nearest to the reference, {times(first.mean.value)}"
    if len(ranked) == 1:
        return f"only {first.toolchain} has verified times on a device, {times(first.mean.value)}."
    second = ranked[1]
    if placed(ranked)[1] == 1:
        return (
            f"{told}, but the nights do not tell it from {second.toolchain},"
            f" {times(second.mean.value)}."
        )
    return f"{told}, before {second.toolchain}, {times(second.mean.value)}."


def _row(board: Board, rank: Rank, place: int | None) -> Json:
    best = [
        (" ".join(filter(None, (state.names[1], *problem[1:]))),
         f"{state.names[2]} {times(state.ratio.value)}", links.cell(state.names))
        for problem, state in sorted(rank.best.items()) if state.ratio
    ]  # fmt: skip
    nights = [state.night for state in rank.best.values()]
    version = board.nights[max(nights)].versions.get(rank.toolchain, "") if nights else ""
    return {
        "toolchain": rank.toolchain, "place": place or "–", "version": version,
        "mean": times(rank.mean.value),
        "value": rank.mean.value or 0.0, "count": rank.mean.count, "best": best,
        "range": span(*rank.range) if rank.range and len(set(rank.range)) > 1 else "one night",
    }  # fmt: skip


def _toolchain(board: Board, name: str) -> Json:
    own = [one for one in board.measured() if one.names[0] == name]
    newest = board.nights[max(one.night for one in own)]
    return {
        "name": name, "version": newest.versions.get(name, ""),
        "device": newest.devices.get(name, ""), "night": links.night(newest.run),
        "date": date(newest.time) or newest.run, **state_counts(own),
    }  # fmt: skip
