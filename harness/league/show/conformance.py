"""What the page says about conformance: scores by version, and the matrix of features."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from league.base import paths
from league.base.words import plural
from league.claims.matrix import Feature, Matrix, Verdict, matrix_of
from league.claims.source import EDITION, edition
from league.records import languages
from league.records.view import RunView
from league.show.matrix import Block, Box, Grid, Row, claim_box
from league.verdicts import Word

#: Features with a detail of their own; what fails everywhere is told once.
_MOST_DETAILS = 400


@dataclass(frozen=True)
class ScoreRow:
    """How much of each version a toolchain keeps."""

    toolchain: str
    scores: tuple[str, ...]
    others: tuple[str, ...]


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

    toolchains: tuple[str, ...]
    versions: tuple[str, ...]
    scores: tuple[ScoreRow, ...]
    blocks: tuple[VersionBlock, ...]
    details: tuple[Detail, ...]
    controls: tuple[str, ...]
    #: tone, number and label of what is counted
    tiles: tuple[tuple[str, str, str], ...]

    @property
    def grid(self) -> Grid:
        """What is not kept, of all versions."""
        rows = tuple(row for one in self.blocks for block in one.grid.blocks for row in block.rows)
        return Grid(self.toolchains, (Block(rows),), first="Feature")


def conformance_part(runs: Sequence[RunView]) -> ConformancePart | None:
    """Collect what these runs tell about conformance; None if they hold no claim."""
    records = [record for run in runs for record in run.claims]
    matrix = matrix_of(
        one for run in runs for one in (*run.toolchains.values(), run.session, *run.claims) if one
    )
    if not matrix.features:
        return None
    versions = matrix.versions()
    judges = _Judge(matrix)
    scores = tuple(
        ScoreRow(
            name,
            tuple(matrix.score(name, version).text for version in versions),
            tuple(matrix.score(name, version, device=False).text for version in versions),
        )
        for name in matrix.toolchains
    )
    blocks = tuple(judges.block(version) for version in versions)
    failing = [one for one in matrix.features if judges.failing(one)]
    return ConformancePart(
        matrix.toolchains,
        tuple(edition(version) for version in versions),
        scores,
        blocks,
        tuple(judges.detail(one) for one in failing[:_MOST_DETAILS]),
        tuple(_controls(records)),
        judges.tiles(),
    )


def _anchor(feature: Feature) -> str:
    return "claim-" + "".join(
        c if c.isalnum() or c in ".-_" else f"x{ord(c):x}" for c in feature.id
    )


class _Judge:
    """What of the matrix is a failure, and how it is shown."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix

    def _bad(self, toolchain: str, verdict: Verdict) -> bool:
        """Whether it goes wrong; that a host toolchain runs on the host does not."""
        return verdict.fails(at_home=toolchain in self._matrix.hosts)

    def failing(self, feature: Feature) -> list[str]:
        """Return the toolchains that a feature goes wrong with, in order of name."""
        found = sorted(feature.verdicts.items())
        return [name for name, verdict in found if self._bad(name, verdict)]

    def block(self, version: str) -> VersionBlock:
        """Return what came with a version and goes wrong somewhere."""
        mine = [one for one in self._matrix.features if one.since == version]
        # What every toolchain keeps, or has nothing to show for, needs no line of its own.
        telling = [one for one in mine if self.failing(one)]
        names = self._matrix.toolchains
        rows = tuple(
            Row(one.id, self._boxes(one), f"#{_anchor(one)}", one.section) for one in telling
        )
        grid = Grid(
            names, (Block(rows),) if rows else (), f"Conformance matrix, {edition(version)}",
            "Feature", f"section of {EDITION}", "feature, verdict",
        )  # fmt: skip
        counts = Counter(name for one in telling for name in self.failing(one))
        failed = ", ".join(f"{counts[name]} with {name}" for name in names if counts[name])
        kept = f"{len(mine) - len(telling)} of {plural(len(mine), 'claim')}"
        return VersionBlock(edition(version), f"openmp-{version}", grid, kept, failed)

    def _boxes(self, feature: Feature) -> tuple[Box, ...]:
        return tuple(
            claim_box(
                feature.verdicts.get(name), f"#{_anchor(feature)}",
                at_home=name in self._matrix.hosts,
            )
            for name in self._matrix.toolchains
        )  # fmt: skip

    def detail(self, feature: Feature) -> Detail:
        """Return what each toolchain that a feature goes wrong with said."""
        told = []
        for name in self.failing(feature):
            verdict = feature.verdicts[name]
            record = verdict.record
            said = "\n".join(filter(None, (record["output_tail"], record["log_tail"])))
            told.append((name, verdict.word, verdict.reason, verdict.defect, said))
        return Detail(feature.id, _anchor(feature), _source(feature), tuple(told))

    def tiles(self) -> tuple[tuple[str, str, str], ...]:
        """Count the verdicts on claims, each with each toolchain."""
        kept = new = known = silent = 0
        for feature in self._matrix.features:
            for name, verdict in feature.verdicts.items():
                bad = self._bad(name, verdict)
                kept += verdict.kind == "pass"
                known += bad and bool(verdict.defect)
                new += bad and not verdict.defect
                silent += not (bad or verdict.kind == "pass")
        return (
            ("good", f"{kept:,}", "claims kept"),
            ("bad" if new else "calm", f"{new:,}", "claims not kept"),
            ("calm", f"{known:,}", "not kept, as known defects let expect"),
            ("calm", f"{silent:,}", "with nothing to observe here"),
        )


def _source(feature: Feature) -> str:
    """The program, if it is one that was written by hand."""
    name, language = languages.parted(feature.id)
    file = paths.project_root() / "validation" / feature.group / f"{name}.{language}"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _controls(records: Sequence[object]) -> list[str]:
    from league.claims.summary import survivors

    return survivors(records)  # type: ignore[arg-type]
