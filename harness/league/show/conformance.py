"""What the page says about conformance: scores by version, and the matrix of features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.base import paths
from league.base.words import Word, word
from league.claims.matrix import Feature, Matrix, Verdict, matrix_of
from league.records.view import RunView

#: Features with a detail of their own; what fails everywhere is told once.
_MOST_DETAILS = 400


@dataclass(frozen=True)
class ScoreRow:
    """How much of each version a toolchain keeps."""

    toolchain: str
    scores: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True)
class ClaimBox:
    """One feature with one toolchain."""

    word: Word
    text: str
    title: str
    expected: bool
    bad: bool


@dataclass(frozen=True)
class FeatureRow:
    """One line of the matrix."""

    id: str
    anchor: str
    section: str
    boxes: tuple[ClaimBox, ...]


@dataclass(frozen=True)
class VersionBlock:
    """The features that came with one version."""

    version: str
    rows: tuple[FeatureRow, ...]
    kept: str


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


def conformance_part(runs: Sequence[RunView]) -> ConformancePart | None:
    """Collect what these runs tell about conformance; None if they hold no claim."""
    records = [record for run in runs for record in run.claims]
    matrix = matrix_of(
        one for run in runs for one in (*run.toolchains.values(), run.session, *run.claims) if one
    )
    if not matrix.features:
        return None
    versions = matrix.versions()
    scores = tuple(
        ScoreRow(
            name,
            tuple(matrix.score(name, version).text for version in versions),
            tuple(matrix.score(name, version, device=False).text for version in versions),
        )
        for name in matrix.toolchains
    )
    blocks = tuple(_block(matrix, version) for version in versions)
    failing = [one for one in matrix.features if any(map(_is_bad, one.verdicts.values()))]
    return ConformancePart(
        matrix.toolchains,
        tuple(f"OpenMP {version}" for version in versions),
        scores,
        blocks,
        tuple(_detail(one) for one in failing[:_MOST_DETAILS]),
        tuple(_controls(records)),
    )


def _anchor(feature: Feature) -> str:
    return "claim-" + "".join(
        c if c.isalnum() or c in ".-_" else f"x{ord(c):x}" for c in feature.id
    )


def _is_bad(verdict: Verdict) -> bool:
    return verdict.judged and verdict.kind != "pass"


def _block(matrix: Matrix, version: str) -> VersionBlock:
    mine = [one for one in matrix.features if one.since == version]
    # What every toolchain keeps, or has nothing to show for, needs no line of its own.
    telling = [one for one in mine if any(map(_is_bad, one.verdicts.values()))]
    rows = tuple(
        FeatureRow(
            one.id, _anchor(one), one.section, tuple(_box(one, t) for t in matrix.toolchains)
        )
        for one in telling
    )
    return VersionBlock(version, rows, f"{len(mine) - len(telling)} of {len(mine)}")


def _box(feature: Feature, toolchain: str) -> ClaimBox:
    verdict = feature.verdicts.get(toolchain)
    if verdict is None:
        return ClaimBox(word("not-run"), "", "not in these runs", False, False)
    shown = word(verdict.kind)
    expected = verdict.expectation.startswith("xfail")
    title = verdict.expectation[6:-1] if expected else verdict.reason
    text = "kept" if verdict.kind == "pass" else shown.label
    return ClaimBox(shown, text, title, expected, _is_bad(verdict))


def _detail(feature: Feature) -> Detail:
    told = []
    for name, verdict in sorted(feature.verdicts.items()):
        if not _is_bad(verdict):
            continue
        record = verdict.record
        said = "\n".join(filter(None, (record["output_tail"], record["log_tail"])))
        known = verdict.expectation[6:-1] if verdict.expectation.startswith("xfail") else ""
        told.append((name, word(verdict.kind), verdict.reason, known, said))
    return Detail(feature.id, _anchor(feature), _source(feature), tuple(told))


def _source(feature: Feature) -> str:
    """The program, if it is one that was written by hand."""
    name = feature.id.removesuffix(" (C)")
    suffix = ".c" if name != feature.id else ".cpp"
    file = paths.project_root() / "validation" / feature.group / f"{name}{suffix}"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _controls(records: Sequence[object]) -> list[str]:
    from league.claims.summary import survivors

    return survivors(records)  # type: ignore[arg-type]
