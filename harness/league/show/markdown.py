"""The report as GitHub-flavoured Markdown: the same content without the figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from league.base.words import WORDS, escape
from league.records.reading import read_runs, write_text
from league.records.view import RunView
from league.show.boxes import Box
from league.show.conformance import ConformancePart
from league.show.failures import Failure
from league.show.model import Report, report_of
from league.show.parts import BenchmarkPart, SizePart


def write_markdown(runs: Sequence[Path], out: Path) -> Path:
    """Write the report of these run folders as Markdown and return the file.

    Raises StoreError if a run cannot be read or the file not be written.
    """
    return write_markdown_of(read_runs(runs), out)


def write_markdown_of(runs: Sequence[RunView], out: Path) -> Path:
    """Write the report of runs that have been read, as `write_markdown` does."""
    return write_text(out, render_markdown(report_of(runs, figures=False)))


def render_markdown(report: Report) -> str:
    """Return the report as Markdown; everything a compiler or program printed is escaped."""
    lines: list[str] = []
    for head in report.heads:
        lines += [f"# {escape(head.name)}", "", escape(f"{head.date} · suite {head.suite}"), ""]
        lines += [escape(head.machine), ""]
        lines += [line for sentence in head.answer for line in (escape(sentence), "")]
    lines += [" · ".join(f"**{number}** {label}" for _, number, label in report.tiles), ""]
    lines += ["## League table", "", *_league(report), ""]
    for head in report.heads:
        lines += [f"**Reference.** {escape(head.reference)}", ""]
        lines += [f"**Noise floor.** {escape(head.noise)}", ""]
    lines += ["## Benchmark × toolchain", ""]
    lines += [*_matrix(report), "", "## Benchmarks", ""]
    for part in report.benchmarks:
        lines += _benchmark(part)
    if report.conformance:
        lines += ["## Conformance", "", *_conformance(report.conformance), ""]
    lines += ["## Toolchains", "", *_toolchains(report), "", "## Provenance", ""]
    for head in report.heads:
        lines += [f"### {escape(head.name)}", ""]
        lines += [*_table(["", ""], head.provenance), ""]
    lines += ["## Verdicts", ""]
    lines += _table(
        ["Verdict", "What it means"],
        [(f"{w.symbol} {w.label}", w.meaning) for w in WORDS.values() if w.symbol],
    )
    return "\n".join(lines).rstrip() + "\n"


def _conformance(part: ConformancePart) -> list[str]:
    lines = _table(["Toolchain", *part.versions], [[r.toolchain, *r.scores] for r in part.scores])
    lines += ["", "What failed:", ""]
    rows = [
        [row.id, *(box.word.label + ("*" if box.expected else "") for box in row.boxes)]
        for block in part.blocks
        for row in block.rows
        if any(box.bad for box in row.boxes)
    ]
    return lines + _table(["Feature", *part.toolchains], rows)


def _league(report: Report) -> list[str]:
    head = ["Toolchain", "Device", "Verified", "Built", "Offered", "Failed", "Expected",
            "No device", "Reference",
            "Best ÷ ref", "All ÷ ref", "Missing", "Efficiency"]  # fmt: skip
    rows: list[list[str]] = []
    for row in report.league:
        if row.state != "usable":
            told = f"{row.state}: {row.reason}".rstrip(": ")
            rows.append([row.toolchain, row.device, told, *[""] * 10])
            continue
        counts = (row.verified, row.built, row.offered, row.failed, row.expected, row.no_device)
        best, mean = (
            f"{value} ({interval})" if interval else value
            for value, interval in ((row.best, row.best_interval), (row.mean, row.mean_interval))
        )
        missing = f"{len(row.missing)} of {row.count + len(row.missing)}"
        rows.append([row.toolchain, row.device, *map(str, counts), row.reference or "none", best,
                     mean, missing, row.efficiency])  # fmt: skip
    lines = [f"**{escape(report.unranked)}**", ""] if report.unranked else []
    lines += _table(head, rows)
    named = [row for row in report.league if row.missing and row.state == "usable"]
    if named:
        lines += ["", "<details><summary>Missing from the means</summary>", ""]
        lines += [f"* {escape(r.toolchain)}: {escape('; '.join(r.missing))}" for r in named]
        lines += ["", "</details>"]
    return lines


def _matrix(report: Report) -> list[str]:
    rows = [
        [f"{block.benchmark}.{variant}", *(_box(box) for box in boxes)]
        for block in report.matrix
        for variant, boxes in block.rows
    ]
    return _table(["Variant", *report.column_labels], rows, raw=range(1, 1000))


def _box(box: Box) -> str:
    told = []
    for line in box.lines:
        text = f"~~{escape(line.text)}~~" if line.struck else escape(line.text)
        told.append(" ".join(filter(None, [line.word.symbol, text, escape(line.size)])))
    return "<br>".join(told)


def _benchmark(part: BenchmarkPart) -> list[str]:
    lines = [f"### {escape(part.name)}", "", escape(part.summary), ""]
    for size in part.sizes:
        if size.groups:
            lines += [f"#### {escape(size.label)}", "", escape(size.parameters), ""]
            lines += _size(size)
    if part.failures:
        lines += ["#### What failed", ""]
        for failure in part.failures:
            lines += _failure(failure)
    lines += [f"* {escape(what)}: {escape(names)}" for what, names in part.notes]
    return [*lines, ""]


def _size(size: SizePart) -> list[str]:
    head = ["Variant", "Toolchain", "Compute", "95 % interval", "Total", "÷ ref", "95 % interval",
            "Verdict", "GB/s", "GFLOP/s", "Of ceiling", "Place"]  # fmt: skip
    if size.merit_unit:
        head.insert(-2, size.merit_unit)
    rows: list[list[str]] = []
    for group in size.groups:
        for row in group.rows:
            median, total = escape(row.median), escape(row.total)
            if row.struck:
                median, total = f"~~{median}~~", f"~~{total}~~"
            verdict = f"{row.word.symbol} {row.word.label}"
            against = (row.ratio, row.ratio_interval, verdict)
            merit = [row.merit] if size.merit_unit else []
            rates = (*row.rates, *merit, row.share)
            told = [row.variant, row.toolchain, median, row.interval, total]
            rows.append([*told, *against, *rates, row.place])
    lines = [f"Reference: {escape(size.reference or 'none')}. {escape(size.left_out)}".rstrip(), ""]
    lines += _table(head, rows, raw=(2, 4))
    if size.phases.rows:
        lines += ["", "Phases of the compute time, with the ratio to the reference's phase:", ""]
        laps = [
            [row.variant, row.toolchain, *(" ".join(lap).strip() for lap in row.laps), row.rest]
            for row in size.phases.rows
        ]
        lines += _table(["Variant", "Toolchain", *size.phases.names, "rest"], laps)
    if size.motion:
        lines += ["", "Kernel launches and bytes moved within one compute phase:", ""]
        moved = [[variant, *cells] for variant, cells in size.motion]
        lines += _table(["Variant", *size.motion_columns], moved)
    return [*lines, ""]


def _failure(failure: Failure) -> list[str]:
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


def _toolchains(report: Report) -> list[str]:
    head = ["Toolchain", "State", "Version", "Device", "Models", "Why", "What to do"]
    return _table(head, [
        (one.label, one.state, one.version, one.device, one.offered, one.reason, one.remedy)
        for one in report.toolchains
    ])  # fmt: skip


def _table(
    head: Sequence[str], rows: Iterable[Sequence[str]], raw: Sequence[int] = ()
) -> list[str]:
    """Lay out a table; the columns in `raw` are escaped already."""
    lines = ["| " + " | ".join(map(escape, head)) + " |", "|" + " --- |" * len(head)]
    for row in rows:
        fields = [text if n in raw else escape(text) for n, text in enumerate(row)]
        lines.append("| " + " | ".join(fields) + " |")
    return lines
