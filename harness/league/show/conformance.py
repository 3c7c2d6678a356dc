"""What the page says about conformance: scores by version, and the matrix of features."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from league.base import paths
from league.base.columns import Column, Table
from league.base.words import plural
from league.claims.matrix import Feature, Matrix, matrix_of
from league.claims.source import EDITION, edition
from league.claims.summary import survivors
from league.records import languages
from league.records.view import RunView
from league.show import anchors
from league.show.matrix import Block, Grid, Row, claim_box
from league.verdicts import Word

#: Features with a detail of their own; what fails everywhere is told once.
_MOST_DETAILS = 400
Scored = TypeVar("Scored")
#: The toolchains that do not keep a feature, by its id.
_Failing = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class VersionBlock:
    """The features that came with one version."""

    edition: str
    anchor: str
    grid: Grid
    kept: str
    failed: str


@dataclass(frozen=True)
class Detail:
    """A feature that some toolchain fails: source, and what each of them said."""

    id: str
    anchor: str
    source: str
    told: tuple[tuple[str, Word, str, str, str], ...]


@dataclass(frozen=True)
class ConformancePart:
    """Everything the page says about conformance."""

    scores: Table[str]
    blocks: tuple[VersionBlock, ...]
    details: tuple[Detail, ...]
    controls: tuple[str, ...]
    #: tone, number and label of what is counted
    tiles: tuple[tuple[str, str, str], ...]

    @property
    def grid(self) -> Grid:
        """What is not kept, of all versions."""
        rows = tuple(row for one in self.blocks for block in one.grid.blocks for row in block.rows)
        return Grid(tuple(self.scores.rows), (Block(rows),), first="Feature")


def conformance_part(runs: Sequence[RunView]) -> ConformancePart | None:
    """Collect what these runs tell about conformance; None if they hold no claim."""
    matrix = matrix_of(
        one for run in runs for one in (*run.toolchains.values(), run.session, *run.claims) if one
    )
    if not matrix.features:
        return None
    # What every toolchain keeps, or has nothing to show for, needs no line of its own.
    failing = {
        one.id: [
            name for name, verdict in sorted(one.verdicts.items())
            if verdict.fails(at_home=name in matrix.hosts)
        ]
        for one in matrix.features
    }  # fmt: skip
    scores: tuple[Column[str], ...] = (
        Column("toolchain", "Toolchain", str, right=False),
        *score_columns(matrix, lambda name: name, others=True),
    )
    details = (_detail(one, failing[one.id]) for one in matrix.features if failing[one.id])
    return ConformancePart(
        Table(scores, matrix.toolchains, "Conformance by version"),
        tuple(_block(matrix, version, failing) for version in matrix.versions()),
        tuple(details)[:_MOST_DETAILS],
        tuple(survivors([record for run in runs for record in run.claims])),
        _tiles(matrix, failing),
    )


def score_columns(
    matrix: Matrix, name: Callable[[Scored], str], *, others: bool = False
) -> tuple[Column[Scored], ...]:
    """Return how much of each version a toolchain keeps, which ``name`` returns of a row.

    With ``others`` the claims that need no device stand below those that do.
    """

    def share(row: Scored, version: str) -> float:
        score = matrix.score(name(row), version)
        return score.held / score.judged if score.judged else -1.0

    def column(version: str) -> Column[Scored]:
        return Column(
            version, edition(version), lambda row: matrix.score(name(row), version).text,
            note=lambda row: elsewhere(row, version) if others else "",
            sort=lambda row: share(row, version),
        )  # fmt: skip

    def elsewhere(row: Scored, version: str) -> str:
        score = matrix.score(name(row), version, device=False)
        return f"no device: {score.text}" if score.judged else ""

    return tuple(map(column, matrix.versions()))


def _block(matrix: Matrix, version: str, failing: _Failing) -> VersionBlock:
    """Return what came with a version and goes wrong somewhere."""

    def row(one: Feature) -> Row:
        link = f"#{anchors.claim(one.id)}"
        boxes = (
            claim_box(one.verdicts.get(name), link, at_home=name in matrix.hosts)
            for name in matrix.toolchains
        )
        return Row(one.id, tuple(boxes), link, one.section)

    mine = [one for one in matrix.features if one.since == version]
    telling = [one for one in mine if failing[one.id]]
    grid = Grid(
        matrix.toolchains, (Block(tuple(map(row, telling))),) if telling else (),
        f"Conformance matrix, {edition(version)}", "Feature", f"section of {EDITION}",
        "feature, verdict",
    )  # fmt: skip
    counts = Counter(name for one in telling for name in failing[one.id])
    failed = ", ".join(f"{counts[one]} with {one}" for one in matrix.toolchains if counts[one])
    kept = f"{len(mine) - len(telling)} of {plural(len(mine), 'claim')}"
    return VersionBlock(edition(version), f"openmp-{version}", grid, kept, failed)


def _detail(feature: Feature, failing: Sequence[str]) -> Detail:
    """Return what each toolchain that a feature goes wrong with said."""
    told = []
    for name in failing:
        verdict = feature.verdicts[name]
        tails = (verdict.record["output_tail"], verdict.record["log_tail"])
        said = "\n".join(filter(None, tails))
        told.append((name, verdict.word, verdict.reason, verdict.defect, said))
    return Detail(feature.id, anchors.claim(feature.id), _source(feature), tuple(told))


def _tiles(matrix: Matrix, failing: _Failing) -> tuple[tuple[str, str, str], ...]:
    """Count the verdicts on claims, each with each toolchain."""
    counts: Counter[str] = Counter()
    for feature in matrix.features:
        for name, verdict in feature.verdicts.items():
            if name in failing[feature.id]:
                counts["known" if verdict.defect else "new"] += 1
            else:
                counts["kept" if verdict.kind == "pass" else "silent"] += 1
    return (
        ("good", f"{counts['kept']:,}", "claims kept"),
        ("bad" if counts["new"] else "calm", f"{counts['new']:,}", "claims not kept"),
        ("calm", f"{counts['known']:,}", "not kept, as known defects let expect"),
        ("calm", f"{counts['silent']:,}", "with nothing to observe here"),
    )


def _source(feature: Feature) -> str:
    """The program, if it is one that was written by hand."""
    name, language = languages.parted(feature.id)
    file = paths.project_root() / "validation" / feature.group / f"{name}.{language}"
    return file.read_text(encoding="utf-8") if file.is_file() else ""
