"""What the report says, as plain values; HTML and Markdown only lay it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from league.analysis import nearness, stats
from league.analysis.nearness import Near, near
from league.analysis.ratios import Session
from league.analysis.standing import Column, Standing, expected_failures
from league.base.columns import Table
from league.base.words import long_duration, memory_size, percent, plural
from league.records import nodes
from league.records.launches import Launch
from league.records.scale import scale_name, scale_of
from league.records.view import Cell, RunView, build_failure
from league.show import league, together
from league.show.answer import answer
from league.show.conformance import ConformancePart, conformance_part
from league.show.evidence import Evidence
from league.show.league import Place
from league.show.matrix import Grid
from league.show.parts import BenchmarkPart, Ground, benchmark_part
from league.show.text import headline
from league.show.together import Together
from league.verdicts import word

#: So many failures are listed before all else.
MOST_FAILURES = 1000


@dataclass(frozen=True)
class RunHead:
    """One run: when, where, how many launches, how noisy."""

    name: str
    date: str
    suite: str
    machine: str
    outcome: str
    answer: tuple[str, ...]
    near: Table[Near]
    #: cells that were timed as several processes at once
    together: Table[Together]
    noise: str
    #: how far each binary that was measured twice differed from itself
    pairs: tuple[str, ...]
    reference: str
    provenance: tuple[tuple[str, str], ...]

    def near_figure(self, name: str) -> str:
        """Draw `near` as an SVG element, whose ids begin with a name; only where it has rows."""
        from league.show.plots import near as picture

        return picture.element(self.near.rows, name)


@dataclass(frozen=True)
class ToolchainPart:
    """A toolchain, what it can do, and what to do where it cannot."""

    column: Column
    tried: bool
    flags: tuple[tuple[str, str], ...]
    #: model, why it lacks that, and what to do unless that mends the toolchain as well
    lacking: tuple[tuple[str, str, str], ...]
    offered: str


@dataclass(frozen=True)
class Report:
    """Everything the page shows."""

    title: str
    heads: tuple[RunHead, ...]
    tiles: tuple[tuple[str, str, str], ...]
    league: tuple[Place, ...]
    matrix: Grid
    benchmarks: tuple[BenchmarkPart, ...]
    toolchains: tuple[ToolchainPart, ...]
    bands: str
    conformance: ConformancePart | None = None
    #: what failed and was not expected to: its benchmark, a link, the failure
    failures: tuple[tuple[str, str, Evidence], ...] = ()
    #: of an overview, whose matrix has a row per benchmark: links to their pages
    pages: Mapping[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> dict[str, list[Place]]:
        """Return the rows of the league table that say something, by kind of device."""
        telling = [row for row in self.league if not row.is_silent]
        found = {kind: [row for row in telling if row.kind == kind] for kind in league.KINDS}
        return {kind: rows for kind, rows in found.items() if rows}

    @property
    def left_out(self) -> str:
        """Say how many failures the list does not name; every benchmark names its own."""
        more = len(self.failures) - MOST_FAILURES
        return f"{plural(more, 'more failure')}, each with its benchmark." if more > 0 else ""

    @property
    def silent(self) -> list[Place]:
        """Return the toolchains of which nothing can be said here."""
        return [row for row in self.league if row.is_silent]


def report_of(runs: Sequence[RunView], *, figures: bool = True) -> Report:
    """Work out what to say about runs that have been read; without figures much sooner."""
    ground = Ground(runs, figures=figures)
    return report_from(
        ground,
        matrix=ground.grid(*ground.variants),
        benchmarks=tuple(benchmark_part(ground, name) for name in ground.variants),
    )


def report_from(
    ground: Ground,
    *,
    matrix: Grid,
    benchmarks: tuple[BenchmarkPart, ...] = (),
    pages: Mapping[str, str] | None = None,
) -> Report:
    """Put a report together from its matrix, and from its benchmarks or the links to them."""
    runs, sessions = ground.runs, ground.sessions
    rows = league.places(runs)
    ranked = [row.standing for row in rows]
    conformance = conformance_part(runs)
    return Report(
        title="League: " + ", ".join(run.name for run in runs),
        heads=tuple(
            _head(session, f"Run {number}: " if len(runs) > 1 else "", ranked)
            for number, session in enumerate(sessions.values(), start=1)
        ),
        tiles=_all_tiles(runs, ground.columns, conformance),
        league=tuple(rows),
        matrix=matrix,
        benchmarks=benchmarks,
        toolchains=tuple(map(_toolchain_part, ground.columns)),
        bands=" or ".join(dict.fromkeys(session.bands for session in sessions.values())),
        conformance=conformance,
        pages=pages or {},
        failures=tuple(ground.failures(pages or {})),
    )


def _toolchain_part(column: Column) -> ToolchainPart:
    capabilities: Mapping[str, Mapping[str, object]] = column.record.get("capabilities") or {}
    flags: Mapping[str, object] = column.record.get("flags") or {}
    return ToolchainPart(
        column,
        bool(column.record.get("tried", True)),
        tuple(
            (name, " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value))
            for name, value in flags.items()
            if value
        ),
        tuple(
            (model, str(c.get("reason", "")), remedy if remedy != column.fact("remedy") else "")
            for model, c in capabilities.items()
            for remedy in [str(c.get("remedy", ""))]
            if not c.get("ok")
        ),
        ", ".join(model for model, c in capabilities.items() if c.get("ok")) or "none",
    )


def noise_sentence(session: Session) -> str:
    """Say in plain words how far apart two measurements of one binary can be."""
    return " ".join(filter(None, [_noise(session), _few_launches(session.run)]))


def _few_launches(run: RunView) -> str:
    most = max((len(cell.medians()) for cell in run.measured.values()), default=0)
    if not 0 < most < stats.FEWEST_LAUNCHES:
        return ""
    return (
        f"With {plural(most, 'launch', 'launches')} per cell nothing can be called faster, slower"
        " or the same; five are the default (-l 5)."
    )


def _noise(session: Session) -> str:
    pairs = session.run.pairs
    if not pairs:
        return (
            "The noise floor was not measured in this run (it has no pair of identical binaries);"
            f" differences below {session.bands} are called nothing."
        )
    spreads = [stats.aa_spread(pair.medians(), pair.twin_medians()) for pair in pairs]
    much = sum(spread is not None and spread > stats.MUCH_NOISE for spread in spreads)
    loud = (
        f" Of {plural(len(pairs), 'binary', 'binaries')} measured twice as if they were two,"
        f" {much} may differ from themselves by more than {percent(stats.MUCH_NOISE)} by chance"
        " alone, which is much; other work on the machine is the usual cause."
    )
    return f"No difference below {session.bands} is called one here.{loud if much else ''}"


def _pair(pair: Cell) -> str:
    gap = stats.median(pair.twin_medians()) / stats.median(pair.medians()) - 1.0
    spread = stats.aa_spread(pair.medians(), pair.twin_medians())
    scale = scale_name(scale_of(pair.median() or 0.0))
    told = f"{scale}, {pair.key}, by {100 * gap:+.1f} %"
    if spread is None:
        return f"{told}, from too few launches to say more"
    return f"{told} (by chance alone it could be {percent(spread)})"


def _head(session: Session, number: str, rows: Sequence[Standing]) -> RunHead:
    run = session.run
    facts, beside = run.session, near(run)
    selection = facts.get("selection") or {}
    state = "" if facts.get("state") == "finished" else " (not finished)"
    date = str(facts.get("started", "")).replace("T", " ").replace("Z", " UTC")
    return RunHead(
        name=number + run.name,
        date=date + state,
        suite=str(facts.get("suite", "") or "own selection"),
        machine=_machine(run),
        outcome=headline(run),
        answer=answer(run, rows, beside),
        near=nearness.table(beside),
        together=together.table(run),
        noise=noise_sentence(session),
        pairs=tuple(map(_pair, run.pairs)),
        reference=_reference_sentence(run, session),
        provenance=(
            ("Source", _source(run)),
            ("Launches per cell", f"{facts.get('launches', 'unknown')}"),
            ("Repetitions per launch", _repetitions(run)),
            ("Seed of the order", f"{facts.get('seed', 'unknown')}"),
            ("Classes", ", ".join(map(str, selection.get("classes") or [])) or "default"),
            ("Precisions", ", ".join(map(str, selection.get("precisions") or [])) or "all"),
            *([("Nodes", made_on)] if (made_on := nodes.sentence(run)) else []),
            ("Wall time", long_duration(facts.get("wall_s"))),
            ("Exit code", f"{facts.get('exit_code', 'unknown')}"),
            ("League", str(facts.get("league", "unknown"))),
            ("Load at start", ", ".join(map(str, run.machine.get("load") or [])) or "unknown"),
            ("Frequency governor", str(run.machine.get("governor", "unknown"))),
            *_environments(run),
        ),
    )


def _machine(run: RunView) -> str:
    facts = run.machine
    if not facts:
        return "unknown machine"
    gpus = [f"{g.get('name')} (driver {g.get('driver')})" for g in facts.get("gpus") or []]
    told = [
        str(facts.get("cpu") or "unknown CPU"),
        plural(int(facts.get("cores") or 0), "core"),
        memory_size(facts.get("memory_bytes")),
        ", ".join(gpus) or "no GPU",
        f"{facts.get('os', '')}, kernel {facts.get('kernel', 'unknown')}",
    ]
    return " · ".join(told)


def _source(run: RunView) -> str:
    commit = str(run.session.get("source") or "unknown")
    return f"{commit}, with uncommitted changes" if run.session.get("dirty") else commit


def _repetitions(run: RunView) -> str:
    repeat, warmup = run.session.get("repeat"), run.session.get("warmup")
    told = "as each benchmark prefers" if repeat is None else str(repeat)
    return told if warmup is None else f"{told}, after {plural(int(warmup), 'warm-up')}"


def _environments(run: RunView) -> Iterator[tuple[str, str]]:
    """Yield what was set for timed launches, and apart from it what was set for checks."""
    cells = list(run.cells.values())
    timed = [launch for cell in cells for launch in cell.launches]
    checks = [launch for cell in cells for launch in cell.checks]
    for what, launches in (("launches", timed), ("checks", checks)):
        if launches:
            yield f"Environment of {what}", _environment(launches)


def _environment(launches: Sequence[Launch]) -> str:
    seen: dict[str, set[str]] = {}
    for launch in launches:
        for name, value in launch.environment.items():
            seen.setdefault(name, set()).add(str(value))
    told = [
        f"{name}={values.pop()}" if len(values) == 1 else f"{name} (varies)"
        for name, values in sorted(seen.items())
    ]
    return " ".join(told) or "unchanged"


def _reference_sentence(run: RunView, session: Session) -> str:
    cells = [cell for cell in run.cells.values() if cell.verified]
    kinds = {held.model for held in map(session.references.of, cells) if held is not None}
    omp = (
        "the fastest verified host omp time of the same benchmark, class and precision in the"
        " same session"
    )
    if kinds == {"omp"}:
        gpu = "has no GPU" if not run.machine.get("gpus") else "verified no CUDA variant"
        return f"Times are held against {omp}, because this session {gpu}."
    if "cuda" in kinds:
        rest = f"; what ran on the CPU against {omp}" if "omp" in kinds else ""
        return f"Times on the GPU are held against the CUDA variant on the same GPU{rest}."
    return "No verified time could serve as a reference, so there are no ratios."


def _all_tiles(
    runs: Sequence[RunView], cols: Sequence[Column], conformance: ConformancePart | None
) -> tuple[tuple[str, str, str], ...]:
    """Return what is counted: cells where there are any, claims where there are any."""
    told = _tiles(runs, cols)
    if conformance is None:
        return told
    cells = told if any(run.cells or run.builds for run in runs) else told[-1:]
    return (*conformance.tiles, *cells)


def _tiles(runs: Sequence[RunView], cols: Sequence[Column]) -> tuple[tuple[str, str, str], ...]:
    cells = [cell for run in runs for cell in run.cells.values()]
    builds = [b for run in runs for b in run.builds.values()]
    ended = [cell.word for cell in cells]
    failed = Counter(shown.tone for shown in ended if shown.failed)
    bad, trapped = failed["bad"], failed["trap"]
    unbuilt = Counter(
        bool(expected)
        for verdict, expected in map(build_failure, builds)
        if word(verdict).build_failed
    )
    known = sum(map(expected_failures, runs))
    waiting = sum(shown.name == "no-device" for shown in ended)
    emulated = sum(shown.name == "emulated" for shown in ended)
    usable = sum(column.state == "usable" for column in cols)
    return (
        ("good", f"{sum(cell.right for cell in cells)}", "cells verified"),
        *([("good", f"{emulated}", "verified, emulated")] if emulated else []),
        ("bad" if bad else "calm", f"{bad}", "failed when run"),
        ("bad" if unbuilt[False] else "calm", f"{unbuilt[False]}", "failed to build"),
        ("trap" if trapped else "calm", f"{trapped}", "fell back to the host"),
        ("calm", f"{known}", "variants failed as expected"),
        ("calm", f"{waiting}", "without their device"),
        ("calm", f"{usable} of {len(cols)}", "toolchains usable"),
    )
