"""The table at the end of a run, for the terminal; standard library only."""

from __future__ import annotations

import statistics
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

from league.analysis.standing import Standing, expected_failures
from league.analysis.standing import columns as toolchains
from league.base import columns
from league.base.words import plural, table_width
from league.records.launches import Record
from league.records.view import RunView, build_failure, view
from league.show.league import LEAGUE, places
from league.show.together import TOGETHER, together
from league.verdicts import word
from league.verdicts.table import SILENT

_MOST_LINES = 12


def league_table_text(records: Iterable[Record]) -> str:
    """Return the league table of a run and a summary of its verdicts, at most 100 columns wide."""
    run = view(records)
    rows = places([run])
    table = "Nothing was built or launched."
    if rows:
        reference = _wrap(_reference_words([row.standing for row in rows]))
        table = "\n".join([*columns.terminal(LEAGUE, rows), *reference])
    several = together(run)
    beside = "\n".join(columns.terminal(TOGETHER, several)) if several else ""
    parts = [table, beside, verdict_summary(run)]
    return "\n\n".join(part for part in parts if part) + "\n"


def verdict_summary(run: RunView) -> str:
    """Return the verdicts counted, the noise seen, and one line per failure (the first twelve)."""
    lines = []
    counts = Counter((cell.outcome, bool(cell.expected)) for cell in run.cells.values())
    if counts:
        order = sorted(counts, key=lambda one: (one != ("pass", False), -counts[one]))
        lines += _wrap(f"Cells: {_counted([(one, counts[one]) for one in order])}")
    ended = [build_failure(build) for build in run.builds.values()]
    builds = Counter((verdict, bool(known)) for verdict, known in ended if verdict != "ok")
    if builds:
        lines += _wrap(f"Not built: {_counted(builds.most_common())}")
    for pair in run.pairs:
        gap = statistics.median(pair.twin_medians()) / statistics.median(pair.medians()) - 1
        lines.append(_fit(f"A/A pair: {pair.key} differs from itself by {100 * gap:+.1f} %"))
    failures = _failures(run)
    lines += [_fit(line) for line in failures[:_MOST_LINES]]
    if len(failures) > _MOST_LINES:
        lines.append(f"… and {len(failures) - _MOST_LINES} more in the report")
    return "\n".join(lines)


def _counted(counts: Iterable[tuple[tuple[str, bool], int]]) -> str:
    return " · ".join(f"{n} {word(name, expected=known).label}" for (name, known), n in counts)


def _reference_words(rows: Sequence[Standing]) -> str:
    kinds = {row.reference for row in rows} - {""}
    if not kinds:
        return "No verified time could serve as a reference, so there are no ratios."
    told = {
        "cuda": "the CUDA variant on the same GPU",
        "omp": "the fastest verified host `omp` time",
    }
    references = ", or ".join(told[kind] for kind in sorted(kinds))
    return (
        "Best, All: geometric mean of compute time ÷ reference, over the best variant of each"
        f" benchmark or over all; below 1× is faster. The reference is {references}, in the same"
        " benchmark, class and precision. Those of one rank cannot be told apart."
    )


def _failures(run: RunView) -> list[str]:
    lines = []
    for column in toolchains([run]):
        if column.state != "usable":
            told = f"{SILENT} {column.label} is {column.state}: {column.fact('reason')}".rstrip(
                ": "
            )
            lines += [told, f"  -> {column.fact('remedy') or 'see `run_all.py doctor`'}"]
    for (toolchain, benchmark, variant), build in run.builds.items():
        verdict, known = build_failure(build)
        shown = word(verdict)
        if shown.failed and not known:
            lines.append(
                f"{shown.symbol} {benchmark}.{variant} ({toolchain}): {shown.label}"
                f": {build.get('reason', '')}".rstrip(": ")
            )
    for cell in run.cells.values():
        shown = cell.word
        if shown.failed:
            reason = cell.spoiler.reason if cell.spoiler else ""
            lines.append(f"{shown.symbol} {cell.key}: {shown.label}: {reason}".rstrip(": "))
    return lines


def _fit(line: str) -> str:
    line = " ".join(line.split()) if "\n" in line else line
    width = table_width()
    return line if len(line) <= width else line[: width - 1] + "…"


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, table_width(), break_long_words=True)


def headline(run: RunView) -> str:
    """Return one sentence: what was verified, failed, failed as expected, or was emulated."""
    cells = list(run.cells.values())
    failed = sum(word(c.outcome).failed and not c.expected for c in cells)
    good, expected = sum(cell.right for cell in cells), expected_failures(run)
    known = f", {plural(expected, 'variant')} failed as expected" if expected else ""
    emulated = sum(cell.outcome == "emulated" for cell in cells)
    told = f", {emulated} right on an emulated device" if emulated else ""
    return f"{plural(good, 'cell')} verified, {failed} failed{known}{told}"
