"""The report as GitHub-flavoured Markdown: the same content without the figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from league.base import columns
from league.base.columns import Column, escaped, rows_as_markdown
from league.base.words import escape
from league.records.reading import write_text
from league.records.view import RunView
from league.show.evidence import Evidence
from league.show.league import LEAGUE
from league.show.matrix import Box, Grid
from league.show.model import Report, ToolchainPart, report_of
from league.show.parts import BenchmarkPart, SizePart
from league.verdicts import glossary


def write_markdown_of(runs: Sequence[RunView], out: Path) -> Path:
    """Write the report of runs as Markdown.  Raises StoreError if that cannot be done."""
    return write_text(out, render_markdown(report_of(runs, figures=False)))


def render_markdown(report: Report) -> str:
    """Return the report as Markdown; everything a compiler or program printed is escaped."""
    lines: list[str] = []
    for head in report.heads:
        lines += [f"# {escape(head.name)}", "", escape(f"{head.date} · suite {head.suite}"), ""]
        lines += [escape(head.machine), ""]
        lines += [line for sentence in head.answer for line in (escape(sentence), "")]
    lines += [" · ".join(f"**{number}** {label}" for _, number, label in report.tiles), ""]
    for head in report.heads:
        if head.near.rows:
            lines += [f"## How near to CUDA on an emulated GPU: {escape(head.name)}", ""]
            lines += [*head.near.to_markdown(), ""]
        if head.together.rows:
            lines += [f"## Several processes at once: {escape(head.name)}", ""]
            lines += [*head.together.to_markdown(), ""]
    lines += ["## League table", "", *_league(report), ""]
    for head in report.heads:
        lines += [f"**Reference.** {escape(head.reference)}", ""]
        lines += [f"**Noise floor.** {escape(head.noise)}", ""]
    lines += ["## Benchmark × toolchain", ""]
    lines += [*_matrix(report.matrix), "", "## Benchmarks", ""]
    for part in report.benchmarks:
        lines += _benchmark(part)
    if report.conformance:
        lines += ["## Conformance", "", *report.conformance.scores.to_markdown(), ""]
        lines += ["What failed:", "", *_matrix(report.conformance.grid), ""]
    lines += ["## Toolchains", "", *columns.markdown(TOOLCHAINS, report.toolchains), ""]
    lines += ["## Provenance", ""]
    for head in report.heads:
        lines += [f"### {escape(head.name)}", ""]
        lines += [*escaped(["", ""], head.provenance), ""]
    lines += ["## Verdicts", ""]
    lines += escaped(
        ["Verdict", "What it means"],
        [(f"{w.symbol} {w.label}", w.meaning) for w in glossary()],
    )
    return "\n".join(lines).rstrip() + "\n"


def _league(report: Report) -> list[str]:
    lines = columns.markdown(LEAGUE, report.league)
    for column in LEAGUE:
        found = [(row.column.label, names) for row in report.league if (names := column.names(row))]
        if found:
            lines += ["", f"<details><summary>{column.title}: by name</summary>", ""]
            lines += [f"* {escape(who)}: {escape('; '.join(names))}" for who, names in found]
            lines += ["", "</details>"]
    return lines


def _matrix(grid: Grid) -> list[str]:
    rows = [
        [escape(f"{block.name}.{row.name}".lstrip(".")), *map(_box, row.boxes)]
        for block in grid.blocks
        for row in block.rows
    ]
    return rows_as_markdown([grid.first, *map(escape, grid.labels)], rows)


def _box(box: Box) -> str:
    told = []
    for line in box.lines:
        text = f"~~{escape(line.text)}~~" if line.struck else escape(line.text)
        told.append(" ".join(filter(None, [line.mark.symbol, text, escape(line.note)])))
    return "<br>".join(told)


def _benchmark(part: BenchmarkPart) -> list[str]:
    lines = [f"### {escape(part.name)}", "", escape(part.summary), ""]
    for size in part.sizes:
        if size.times.rows:
            lines += [f"#### {escape(size.label)}", "", escape(size.parameters), ""]
            lines += _size(size)
    if part.failures:
        lines += ["#### What failed", ""]
        for failure in part.failures:
            lines += _failure(failure)
    lines += [f"* {escape(what)}: {escape(names)}" for what, names in part.notes]
    return [*lines, ""]


def _size(size: SizePart) -> list[str]:
    lines = [f"Reference: {escape(size.reference or 'none')}. {escape(size.left_out)}".rstrip(), ""]
    lines += size.times.to_markdown()
    for told, table in (
        ("Phases of the compute time, with the ratio to the reference's phase:", size.phases),
        ("Kernel launches and bytes moved within one compute phase:", size.motion),
    ):
        lines += ["", told, "", *table.to_markdown()] if table.rows else []
    return [*lines, ""]


def _failure(failure: Evidence) -> list[str]:
    where = ", ".join(filter(None, [failure.toolchain, failure.size, failure.count]))
    told = f"* {failure.word.symbol} {failure.word.label}: **{escape(failure.variant)}**"
    lines = [f"{told} with {escape(where)}. {escape(failure.reason)}".rstrip()]
    if failure.expected:
        lines.append(f"  Expected: {escape(failure.expected)}")
    if failure.tail:
        fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", failure.tail)), default=0))
        body = [f"  {line}" for line in failure.tail.splitlines()]
        lines += ["", f"  {fence}text", *body, f"  {fence}", ""]
    return lines


TOOLCHAINS: tuple[Column[ToolchainPart], ...] = (
    Column("toolchain", "Toolchain", lambda one: one.column.label),
    Column("state", "State", lambda one: one.column.state),
    Column("version", "Version", lambda one: one.column.compiler),
    Column("device", "Device", lambda one: one.column.target),
    Column("models", "Models", lambda one: one.offered),
    Column("reason", "Why", lambda one: one.column.fact("reason")),
    Column("remedy", "What to do", lambda one: one.column.fact("remedy")),
)
