"""Cells: the matrix of newest verdicts, the page of a benchmark, a line over time for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from league.analysis import changes, stats
from league.analysis.board import RATIO_NIGHTS, Board, State, state_counts, title
from league.analysis.nights import UNITS, Entry
from league.base.columns import Column, Table, rows_as_csv
from league.base.words import byte_size, duration, percent, plural, significant, times
from league.run import catalogue
from league.show import links
from league.show.matrix import Block, Box, Grid, Row, state_box
from league.show.plots.series import Level, Mark, Track, track
from league.show.site import found
from league.show.site.found import counted
from league.verdicts import legend, word

#: Fields of the matrix of everything; with more, benchmarks have their own only.
MOST_FIELDS = 6000

Json = dict[str, Any]


def overview(board: Board) -> Json:
    """Return what the page of all cells shows."""
    told = {str(one["benchmark"]): str(one["summary"]) for one in catalogue.entries()}
    toolchains = board.toolchains()
    grid = _grid(board, board.benchmarks(), toolchains)
    small = sum(len(one.rows) for one in grid.blocks) * len(toolchains) <= MOST_FIELDS
    columns: tuple[Column[str], ...] = (
        Column("benchmark", "Benchmark", str, right=False, link=links.benchmark),
        *counted(lambda name: state_counts(board.of(name)), "cells"),
        Column("about", "What it is", lambda name: told.get(name, ""), right=False),
    )
    benchmarks = Table(columns, board.benchmarks(), "Benchmarks", "" if small else "benchmark")
    return {
        "grid": grid if small else None,
        "benchmarks": benchmarks, "glossary": legend(),
        "ratio_nights": RATIO_NIGHTS, "fewest": stats.FEWEST_LAUNCHES,
    }  # fmt: skip


def _grid(board: Board, names: Sequence[str], toolchains: Sequence[str]) -> Grid:
    blocks = tuple(_block(board, name, toolchains) for name in names)
    return Grid(tuple(toolchains), blocks, "Cells", filter="benchmark, variant, verdict")


def _block(board: Board, benchmark: str, toolchains: Sequence[str]) -> Block:
    rows: dict[tuple[int, str, str], dict[str, State]] = {}
    for state in board.of(benchmark):
        size = " ".join(part for part in state.names[3:] if part)
        rows.setdefault((state.model.rank, state.names[2], size), {})[state.names[0]] = state
    sized = {(variant, toolchain) for (_, variant, size), own in rows.items() if size
             for toolchain in own}  # fmt: skip
    made = []
    variants = {variant for _, variant, size in rows if size}
    for (_, variant, size), own in sorted(rows.items()):
        if not size and variant in variants:
            continue  # said of every size below
        boxes = []
        for toolchain in toolchains:
            here = own.get(toolchain)
            if here is None and (variant, toolchain) not in sized:
                here = board.states.get((toolchain, benchmark, variant, "", ""))
            boxes.append(state_box(here) if here else Box())
        made.append(Row(f"{variant} {size}".strip(), tuple(boxes)))
    return Block(tuple(made), benchmark, links.benchmark(benchmark))


def benchmark_page(board: Board, name: str) -> Json:
    """Return what the page of a benchmark shows."""
    told = {str(one["benchmark"]): str(one["summary"]) for one in catalogue.entries()}
    toolchains = board.toolchains(name)
    states = board.of(name)
    own = state_counts(states)
    names = {one.names for one in states}
    worse = [one for one in board.history.worse if one.names in names]
    best = [one for one in states if one.model.offloads and one.outcome == "pass" and one.ratio]
    answer = (
        f"{own['right']} of {plural(own['cells'] - own['silent'], 'cell')} that could run are right"
    )
    if best:
        first = min(best, key=lambda one: one.ratio.value if one.ratio else 0.0)
        ratio = first.ratio.value if first.ratio else None
        answer += (
            f"; on a device the fastest is {first.names[2]} of {first.names[0]},"
            f" {times(ratio)} of the reference"
        )
    timed = [one for one in states if one.model.offloads and one.metric("compute")]
    return {
        "summary": told.get(name, ""), "answer": answer + ".",
        "grid": _grid(board, [name], toolchains),
        "pages": [(one, links.cells(name, one)) for one in toolchains],
        "worse": found.table(board, worse, "What became worse"),
        "transfers": Table(_TRANSFERS, timed, "Transfers", "variant, toolchain"),
        "transfers_told": _transfers_told(states),
    }  # fmt: skip


def _around(state: State) -> float | None:
    """Return the time of transfers before and after the kernels."""
    compute, total = state.metric("compute"), state.metric("total")
    return total - compute if total is not None and compute is not None else None


def _share(state: State) -> float | None:
    around, total = _around(state), state.metric("total")
    return around / total if around is not None and total else None


def _metric(id: str, title: str, write: Callable[[Any], str]) -> Column[State]:
    return Column(id, title, lambda one: one.metric(id), write, unknown=lambda _: "unknown")


_TRANSFERS: tuple[Column[State], ...] = (
    Column("cell", "Cell", lambda one: f"{title(one.names)} ({one.names[0]})", right=False,
           link=lambda one: links.cell(one.names)),
    _metric("launches", "Kernels launched", significant),
    _metric("to_device", "To device, in compute", byte_size),
    _metric("from_device", "From device, in compute", byte_size),
    _metric("compute", "Compute", duration),
    Column("around", "Transfers around it", _around, duration, unknown=lambda _: "unknown"),
    Column("share", "Their share", _share, percent, unknown=lambda _: "unknown"),
)  # fmt: skip


def _transfers_told(states: Sequence[State]) -> str:
    shares = [
        (share, one)
        for one in states
        if one.model.offloads and one.metric("compute") is not None and (share := _share(one))
    ]
    if not shares:
        return ""
    least, most = min(shares, key=lambda x: x[0]), max(shares, key=lambda x: x[0])
    return (
        f"Transfers before and after the kernels took from {percent(least[0])} of the total time"
        f" ({title(least[1].names)}, {least[1].names[0]}) to {percent(most[0])}"
        f" ({title(most[1].names)}, {most[1].names[0]}). A variant that maps data around every"
        " kernel has its transfers within compute."
    )


def cells_page(board: Board, benchmark: str, toolchain: str, most_nights: int) -> Json:
    """Return what the page of a benchmark's cells with one toolchain shows."""
    states = board.of(benchmark, toolchain)
    shown = f"the newest {most_nights} nights" if len(board.when) > most_nights else "every night"
    return {
        "told": f"Each cell with its line over time; tables hold {shown}.",
        "csv": links.cells(benchmark, toolchain).removesuffix(".html") + ".csv",
        "cells": [_cell(board, one, most_nights) for one in states],
    }  # fmt: skip


def _cell(board: Board, state: State, most_nights: int) -> Json:
    anchor = links.anchor(state.names)
    rows = [_night(board, state, n, entry, anchor) for n, entry in state.points[-most_nights:]]
    kept = {board.nights[n].run for n, _ in state.points[-most_nights:]}
    findings = [
        {"worse": one.worse, "text": found.sentence(one),
         "at": f"{anchor}@{links.slug(one.first)}" if one.first in kept else anchor,
         "date": found.date(board.when[one.first]) or one.first}
        for one in found.telling(state.findings)
    ]  # fmt: skip
    compute = state.metric("compute")
    line = _track(board, state, most_nights)
    return {
        "name": title(state.names),
        "anchor": anchor, "word": state.word, "sentence": _sentence(board, state),
        "findings": findings, "chart": track(line, anchor) if line else "", "line": line,
        "compute": duration(compute) if compute is not None else "", "value": compute or 0,
        "ratio": times(state.ratio.value) if state.ratio and compute is not None else "",
        "rows": list(reversed(rows)), "nights": plural(len(rows), "night"),
    }  # fmt: skip


def _sentence(board: Board, state: State) -> str:
    night = board.nights[state.night]
    when = f"{found.date(night.time) or night.run}, {night.versions.get(state.names[0], '')}"
    told = f"{state.word.meaning} Seen last on {when.rstrip(', ')}."
    if state.reason:
        told += f" The records say: {state.reason}."
    newest = state.newest
    if newest and newest.facts.get("expected"):
        told += f" Known: {newest.facts['expected']}."
    compute = state.metric("compute")
    if compute is not None:
        told += f" Compute {duration(compute)}, total {duration(state.metric('total'))}"
        if state.ratio:
            held = state.ratio.reference
            told += f"; {times(state.ratio.value)} of {held[2]} with {held[0]}"
        told += "."
    return told


def _night(board: Board, state: State, n: int, entry: Entry, anchor: str) -> Json:
    night = board.nights[n]
    compute = entry.metrics.get("compute")
    return {
        "id": f"{anchor}@{links.slug(night.run)}", "link": links.night(night.run),
        "date": found.date(night.time) or night.run,
        "version": night.versions.get(state.names[0], ""),
        "word": word(entry.outcome, expected=entry.expected),
        "compute": duration(compute) if compute is not None else "", "value": compute or 0,
        "total": duration(entry.metrics["total"]) if "total" in entry.metrics else "",
        "note": entry.facts.get("reason", ""),
    }  # fmt: skip


def _track(board: Board, state: State, most_nights: int) -> Track | None:
    """Return the newest nights on the machine of the newest, with levels and changes of all."""
    if not state.points:
        return None
    machine = board.nights[state.points[-1][0]].machine
    own = [(n, entry) for n, entry in state.points if board.nights[n].machine == machine]
    timed = [(i, entry.metrics["compute"]) for i, (_, entry) in enumerate(own)
             if "compute" in entry.metrics]  # fmt: skip
    if len(timed) < 2:
        return None
    values = [value for _, value in timed]
    cleaned = changes.clean(values)
    points = changes.change_points(values)
    edges = [0, *(one.first for one in points), len(values)]
    start = max(0, len(own) - most_nights)
    levels = [
        Level(max(0, timed[a][0] - start), timed[b - 1][0] - start,
              sorted(cleaned[a:b])[(b - a) // 2], stats.median_interval(cleaned[a:b]))
        for a, b in zip(edges, edges[1:]) if timed[b - 1][0] >= start
    ]  # fmt: skip
    marks = [Mark(timed[one.first][0] - start, times(one.ratio)) for one in points
             if timed[one.first][0] >= start]  # fmt: skip
    versions = []
    before = None
    for i, (n, _) in enumerate(own):
        version = board.nights[n].versions.get(state.names[0], "")
        if version != before and i >= start:
            versions.append(Mark(i - start, version))
        before = version
    shown = own[start:]
    return Track(
        f"{title(state.names)} with {state.names[0]}: compute time over nights",
        [board.nights[n].time for n, _ in shown],
        [entry.metrics.get("compute") for _, entry in shown], levels, marks, versions,
    )  # fmt: skip


def claims_page(board: Board, toolchain: str, family: str) -> Json:
    """Return what the page of a toolchain's claims over time shows."""
    rows: list[Json] = []
    for state in board.of("validation", toolchain):
        spans = _spans(board, state)
        rows.append(
            {"name": state.names[2], "anchor": links.anchor(state.names), "word": state.word,
             "now": state.outcome, "reason": state.reason if state.outcome != "pass" else "",
             "spans": spans,
             "link": links.claim(family, state.names[2])
                     if any(word(one.outcome).failed for _, one in state.points) else ""}
        )  # fmt: skip
    rows.sort(key=lambda one: (one["now"] == "pass", one["name"]))
    return {"rows": rows, "told": f"{plural(len(rows), 'claim')}; what fails stands first."}


def _spans(board: Board, state: State) -> list[tuple[str, str]]:
    """Return the stretches with one verdict, newest first, at most four."""
    spans: list[tuple[str, str]] = []
    before = None
    for n, entry in state.points:
        if entry.outcome != before:
            night = board.nights[n]
            label = word(entry.outcome, expected=entry.expected).label
            spans.append((f"{label} since {found.date(night.time) or night.run}",
                          links.night(night.run)))  # fmt: skip
        before = entry.outcome
    return list(reversed(spans))[:4]


def as_csv(board: Board, states: Sequence[State]) -> str:
    """Return every night of some cells as CSV."""
    units = [f"{name}_{unit.lower() or 'count'}" for name, unit in UNITS.items()]
    return rows_as_csv(
        ["run", "time", "toolchain", "compiler", "benchmark", "variant", "class", "precision",
         "outcome", "expected", *units],
        (
            [night.run, night.time, state.names[0], night.versions.get(state.names[0], ""),
             *state.names[1:], entry.outcome, int(entry.expected), *map(entry.metrics.get, UNITS)]
            for state in states
            for n, entry in state.points
            for night in [board.nights[n]]
        ),
    )  # fmt: skip
