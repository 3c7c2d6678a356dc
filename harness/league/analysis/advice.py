"""Which OpenMP variant to write: of each benchmark one, with what that rests on.

A platform is a toolchain whose device ran one of a problem's OpenMP variants with a verified time.
The variant that is right on most platforms counts first, and of those the one whose times are
nearest to the best ones (harmonic mean over platforms of the best time over its own).  Others that
are the same or faster on each of its platforms are as good; of all these the plainest is told.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.analysis import stats
from league.analysis.metrics import efficiency, portability
from league.analysis.ratios import Session
from league.analysis.standing import Problem, is_gpu, variant_order
from league.analysis.standing import columns as toolchains
from league.base import columns, models
from league.base.columns import Column, Width
from league.base.words import letter_rank, span, table_width, times
from league.records.view import Cell
from league.verdicts import word

#: By platform: the cell, and the session that measured it.
_Measured = Mapping[str, tuple[Cell, Session]]


@dataclass(frozen=True)
class Beside:
    """Another variant beside the one to write, on a platform: its time over that one's."""

    platform: str
    variant: str
    verdict: stats.Verdict


@dataclass(frozen=True)
class Advice:
    """The variant to write for a problem."""

    problem: Problem
    variant: str
    #: others that are as good, as far as launches tell
    others: tuple[str, ...]
    #: where it is right, of how many platforms
    right: int
    platforms: int
    #: the harmonic mean of the best time over its own, where it is right
    near: float
    #: where another variant is faster by most; None where none is
    behind: Beside | None
    #: of those that are not as good the one that comes nearest, where it is slowest
    next: Beside | None
    #: others that are surely slower on one of its platforms, or not right there
    worse: tuple[str, ...]
    #: others that launches do not tell apart from it
    open: tuple[str, ...]
    #: the fewest launches of a time that this rests on
    launches: int
    #: whether any of the platforms is a GPU
    on_gpu: bool

    @property
    def decided(self) -> bool:
        """Whether there were launches enough to tell variants apart."""
        return self.launches >= stats.FEWEST_LAUNCHES


def advice(sessions: Sequence[Session]) -> list[Advice]:
    """Return the variant to write of each benchmark and precision, in its largest timed class."""
    runs = [one.run for one in sessions]
    order = variant_order(runs)
    by_run = {id(one.run): one for one in sessions}
    found: dict[Problem, dict[str, dict[str, tuple[Cell, Session]]]] = {}
    for column in toolchains(runs):
        for key, cell in column.run.cells.items():
            is_openmp = models.of(cell.model).offloads and cell.model.startswith("target")
            if key.toolchain == column.toolchain and cell.launches and is_openmp:
                several = found.setdefault(key.problem, {}).setdefault(key.variant, {})
                several[column.label] = (cell, by_run[id(column.run)])
    timed = [problem for problem, variants in found.items() if _platforms(variants)]
    largest: dict[tuple[str, str], Problem] = {}
    for one in sorted(timed, key=lambda one: letter_rank(one[1])):
        largest[one[0], one[2]] = one
    return [
        _advice(one, dict(sorted(found[one].items(), key=lambda pair: order[one[0], pair[0]])))
        for one in sorted(largest.values())
    ]


def _platforms(variants: Mapping[str, _Measured]) -> dict[str, str]:
    """Return the variant with the best verified time of each platform that has one."""
    best: dict[str, tuple[float, str]] = {}
    for variant, measured in variants.items():
        for platform, (cell, _) in measured.items():
            if time := cell.median():
                best[platform] = min(best.get(platform, (time, variant)), (time, variant))
    return {platform: variant for platform, (_, variant) in best.items()}


def _advice(problem: Problem, variants: Mapping[str, _Measured]) -> Advice:
    platforms = _platforms(variants)
    behind = {
        variant: [
            Beside(platform, best, _compared(variants[best], measured, platform))
            for platform, best in platforms.items()
            if _verified(measured, platform)
        ]
        for variant, measured in variants.items()
    }
    near = {
        variant: portability(efficiency(one.verdict.ratio, 1.0) for one in told)
        for variant, told in behind.items()
    }
    most = max(variants, key=lambda one: (len(behind[one]), near[one]))
    good = [
        variant for variant in variants
        if len(behind[variant]) == len(behind[most])
        and all(_no_slower(variants, most, variant, one.platform) for one in behind[variant])
    ]  # fmt: skip
    chosen = good[0]
    rest = [one for one in variants if one not in good]
    beside = {
        variant: [
            Beside(one.platform, variant, _compared(variants[chosen], measured, one.platform))
            for one in behind[chosen]
            if _verified(measured, one.platform)
        ]
        for variant, measured in variants.items() if variant != chosen
    }  # fmt: skip
    faster = [one for told in beside.values() for one in told if one.verdict.ratio < 1.0]
    slowest = [max(told, key=_ratio) for name, told in beside.items() if told and name in rest]
    return Advice(
        problem, chosen, tuple(good[1:]), len(behind[chosen]), len(platforms), near[chosen],
        min(faster, key=_ratio, default=None), min(slowest, key=_ratio, default=None),
        tuple(one for one in rest if _surely(beside[one], chosen, behind)),
        tuple(one for one in rest if not _surely(beside[one], chosen, behind)),
        min(len(variants[name][one.platform][0].medians())
            for name in good for one in behind[name]),
        any(is_gpu(str(session.run.toolchains.get(cell.key.toolchain, {}).get("device", "")))
            for cell, session in (variants[chosen][one.platform] for one in behind[chosen])),
    )  # fmt: skip


def _surely(told: Sequence[Beside], chosen: str, behind: Mapping[str, Sequence[Beside]]) -> bool:
    """Whether a variant is slower than the chosen one on one of its platforms, or not right."""
    slower = any(one.verdict.decision is stats.Decision.SLOWER for one in told)
    return slower or len(told) < len(behind[chosen])


def _no_slower(variants: Mapping[str, _Measured], first: str, second: str, platform: str) -> bool:
    """Whether the second variant is on a platform as good as the first, as far as is known."""
    if first == second:
        return True
    if not _verified(variants[first], platform):
        return True
    decided = _compared(variants[first], variants[second], platform).decision
    return decided in (stats.Decision.SAME, stats.Decision.FASTER)


def _verified(measured: _Measured, platform: str) -> bool:
    return platform in measured and measured[platform][0].verified


def _ratio(one: Beside) -> float:
    return one.verdict.ratio


def _compared(first: _Measured, second: _Measured, platform: str) -> stats.Verdict:
    """Hold the second variant's time on a platform against the first's."""
    (held, session), (cell, _) = first[platform], second[platform]
    spread = session.floor.spread(held.median() or 0.0, cell.median() or 0.0)
    return stats.compare(cell.medians(), held.medians(), spread=spread)


def _beside(one: Beside) -> str:
    between = f" ({span(*one.verdict.interval)})" if one.verdict.interval else ""
    shown = word(one.verdict.decision.value).symbol
    return f"{shown} {times(one.verdict.ratio)}{between} {one.variant}, {one.platform}"


ADVICE: tuple[Column[Advice], ...] = (
    Column("benchmark", "Benchmark", lambda row: row.problem[0], right=False),
    Column("class", "Class", lambda row: row.problem[1], right=False, least=Width.WIDE),
    Column("precision", "Precision", lambda row: row.problem[2], right=False),
    Column("variant", "Write", lambda row: row.variant, right=False),
    Column("right", "Right with", lambda row: row.right,
           words=lambda row: f"{row.right} of {row.platforms}",
           help="toolchains that timed it, of those that timed any OpenMP variant of it"),
    Column("near", "Of the best", lambda row: row.near, "{:.0%}".format, least=Width.PAGE,
           help="harmonic mean over those toolchains of the best time there over its own"),
    Column("launches", "Launches", lambda row: row.launches,
           words=lambda row: f"{row.launches}" + ("" if row.decided else ": too few"),
           least=Width.PAGE),
    Column("others", "As good", lambda row: ", ".join(row.others) or None, right=False,
           least=Width.PAGE, help="others that are the same or faster, as far as launches tell"),
    Column("worse", "Not as good", lambda row: ", ".join(row.worse) or None, right=False,
           least=Width.PAGE, help="surely slower on one of its toolchains, or not right there"),
    Column("open", "Not told apart", lambda row: ", ".join(row.open) or None, right=False,
           least=Width.PAGE, help="others of which launches decide nothing; more of them might"),
    Column("behind", "Behind", lambda row: row.behind and _beside(row.behind), right=False,
           least=Width.PAGE, help="where another variant takes least beside it (95 %)"),
    Column("next", "Next best", lambda row: row.next and _beside(row.next), right=False,
           least=Width.WIDE, breaks=True, unknown=lambda row: "",
           help="of those not as good the one that comes nearest, where it is slowest (95 %)"),
)  # fmt: skip
_KEY = (
    "Of each benchmark the plainest OpenMP variant of those that are right with most toolchains and"
    " as fast as the fastest of them, in the largest class that was timed."
)


def to_text(rows: Sequence[Advice]) -> str:
    """Return it for a terminal."""
    lines = [*columns.terminal(ADVICE, rows), ""]
    for line in _notes(rows):
        lines += textwrap.wrap(line, table_width())
    return "\n".join(lines)


def _notes(rows: Sequence[Advice]) -> list[str]:
    few = sum(not row.decided for row in rows)
    told = [f"Of {few} of {len(rows)} there are too few launches to tell variants apart."]
    host = ["None of these times is of a GPU: counts --near has what counts there say."]
    return [_KEY, *(told if few else []), *([] if any(one.on_gpu for one in rows) else host)]


def to_markdown(rows: Sequence[Advice]) -> str:
    """Return it as a page in Markdown."""
    return "\n".join(
        ["# Which variant to write", "", _KEY, "", *columns.markdown(ADVICE, rows), ""]
    )
