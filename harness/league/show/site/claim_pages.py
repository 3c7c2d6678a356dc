"""A page per claim, and one per pair of versions: for the report of a run and the dashboard."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from league.analysis.nights import night_of
from league.analysis.releases import Family, Release, families, step_between
from league.base import paths
from league.claims import source
from league.claims.families import all_cells
from league.claims.families.cell import program
from league.claims.matrix import Verdict, in_order, name_of
from league.claims.source import EDITION, Claim
from league.records import known_issues, languages
from league.records.view import RunView
from league.show import links
from league.show.layout import Folder
from league.show.matrix import Block, Grid, Row, claim_box
from league.show.site import versions

Json = dict[str, Any]

#: The documents that can be had; sections of 6.0 and 6.1 are those of their own.
_DOCUMENTS = {
    "5.2": "https://www.openmp.org/wp-content/uploads/OpenMP-API-Specification-5-2.pdf",
    "6.0": "https://www.openmp.org/wp-content/uploads/OpenMP-API-Specification-6-0.pdf",
}
_OWN_DOCUMENT = ("6.0", "6.1")
#: Characters of what a compiler or program said.
_LONGEST = 1500


@functools.cache
def _written() -> Mapping[str, Claim]:
    """Return the claims that were written by hand, by name."""
    claims, _ = source.load(paths.project_root() / "validation")
    return {
        name_of({"claim": one, "language": claim.language}): claim
        for claim in claims
        for one in claim.ids
    }


@functools.cache
def _generated() -> Mapping[str, Any]:
    return {name_of({"claim": cell.id, "language": cell.language}): cell for cell in all_cells()}


def of_claim(name: str, found: Sequence[Family], records: Sequence[Mapping[str, Any]] = ()) -> Json:
    """Return what the page of a claim shows that was tried.

    ``found`` are the compilers, of which some were tried with it; ``records`` are those of this
    claim, from which comes what was said, and what became of mutants and controls.
    """
    claim = _written().get(name)
    about = claim or next(filter(None, (family.matrix.by_id.get(name) for family in found)))
    cell = _generated().get(name) if claim is None else None
    document = about.since if about.since in _OWN_DOCUMENT else EDITION
    sentence = claim.sentence if claim else ""
    text = claim.path.read_text(encoding="utf-8") if claim else program((cell,)) if cell else ""
    kind = f"generated, of the family {cell.values[0]}" if cell else ""
    return {
        "name": name, "since": about.since, "section": about.section, "where": about.where,
        "document": document, "address": _DOCUMENTS.get(document, ""), "kind": kind,
        "sentence": sentence[:1].upper() + sentence[1:],
        "observed": claim.observed if claim else "",
        "expect": claim.expect if claim and claim.expect != "pass" else "",
        "open": claim.open if claim else "",
        "rows": [row for family in found for row in _rows(name, family, records)],
        "history": [line for family in found for line in _history(name, family)],
        "changes": _changes(claim, records),
        "file": f"validation/{claim.group}/{claim.path.name}" if claim else "", "source": text,
    }  # fmt: skip


def _rows(name: str, family: Family, records: Sequence[Mapping[str, Any]]) -> list[Json]:
    rows = []
    for release in family.releases:
        verdict = family.matrix.verdict(name, release.label)
        if verdict is None:
            continue
        said = ""
        for one in records:
            if one["toolchain"] == release.toolchain and not one["change"]:
                said = "\n".join(filter(None, (one["output_tail"], one["log_tail"])))[-_LONGEST:]
        known = _known(name, release, verdict)
        rows.append({
            "toolchain": release.toolchain, "version": release.version,
            "word": verdict.word,
            "reason": "" if verdict.kind == "pass" else verdict.reason, "known": known,
            "said": "" if verdict.kind == "pass" else said,
        })  # fmt: skip
    return rows


def _known(name: str, release: Release, verdict: Verdict) -> list[tuple[str, str]]:
    """Return the known defects behind a failure, each with where it is known upstream."""
    if verdict.kind == "pass":
        return []
    claim, language = languages.parted(name)
    number = release.version.rpartition(" ")[2]
    return [
        (one.reason, one.reference)
        for one in known_issues.about_claim(
            known_issues.known(), toolchain=release.toolchain, version=number, claim=claim,
            language=language,
        )
    ]  # fmt: skip


def _history(name: str, family: Family) -> list[str]:
    """Say which version kept a claim first, and which one lost it."""
    seen = [(one.label, verdict.kind == "pass") for one in family.releases
            if (verdict := family.matrix.verdict(name, one.label)) and verdict.judged]  # fmt: skip
    if len(seen) < 2:
        return []
    turns = [f"{'good' if good else 'bad'} first in {label}" if number else
             f"{'good' if good else 'bad'} in {label}"
             for number, (label, good) in enumerate(seen)
             if not number or good != seen[number - 1][1]]  # fmt: skip
    if len(turns) == 1:
        turns = [f"{'good' if seen[0][1] else 'bad'} in all of {seen[0][0]} to {seen[-1][0]}"]
    return [f"{family.name}: {', '.join(turns)}"]


def _changes(claim: Claim | None, records: Sequence[Mapping[str, Any]]) -> list[Json]:
    """Return mutants and controls: what is changed, and how it ended where that was tried."""
    ended: dict[str, list[tuple[str, str]]] = {}
    for one in records:
        if one["change"]:
            ended.setdefault(str(one["change"]), []).append((one["toolchain"], one["worst"]))
    rows = [] if claim is None else [
        {"name": f"mutant {number}", "what": f"{one.old} → {one.new or 'nothing'}",
         "ended": ended.pop(f"mutant {number}", [])}
        for number, one in enumerate(claim.mutations, 1)
    ]  # fmt: skip
    if claim is not None and claim.contrast is not None:
        told = f"{claim.contrast.old} → {claim.contrast.new}, which has to be refused"
        rows.append({"name": "contrast", "what": told, "ended": []})
    return rows + [{"name": name, "what": "", "ended": how} for name, how in ended.items()]


def every(
    found: Sequence[Family], records: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
) -> Iterator[tuple[str, str, Json]]:
    """Yield file, title and content of the page of each claim, and of each pair of versions.

    Claims stand in the order of the specification, a pair's older version first.
    """
    names = _in_order(found)
    around = ["", *names, ""]
    for number, name in enumerate(names):
        claim = of_claim(name, found, (records or {}).get(name, ()))
        yield links.claim_page(name), name, {
            "claim": claim, "step": None, "before": around[number], "after": around[number + 2],
            "family": "",
        }  # fmt: skip
    for family in found:
        for old, new in combinations(family.releases[-versions.MOST_VERSIONS :], 2):
            step = versions.move(step_between(family.matrix, old, new))
            yield (
                links.pair(family.name, old.label, new.label), f"{family.name}: {step['title']}",
                {"claim": None, "step": step, "before": "", "after": "", "family": family.name},
            )  # fmt: skip


# ---- beside the report ---------------------------------------------------------------------------


def write(runs: Sequence[RunView], folder: Path, report: str) -> bool:
    """Write the pages of the claims of runs into a folder, with a list; return whether any is.

    ``report`` is the page they belong to, which stands beside the folder.
    """
    found = families([night_of(replace(run, cells={}, builds={})) for run in runs])
    by_claim: dict[str, list[Mapping[str, Any]]] = {}
    for run in runs:
        for one in run.claims:
            by_claim.setdefault(name_of(one), []).append(one)
    if not found:
        return False
    common = {"report": f"../{report}", "runs": ", ".join(run.name for run in runs)}
    pages = Folder(folder, **common, table=None, pairs=())
    pairs = []
    for file, title, told in every(found, by_claim):
        name, step = Path(file).name, told["step"]
        pages.write(name, "claim-page.html", title=title, **told)
        if step:
            pairs.append((title, name, step["fixed"], step["broken"]))
    told = {"claim": None, "step": None, "before": "", "after": ""}
    pages.write("index.html", "claim-page.html", title="Claims",
                **{**told, "pairs": pairs, "table": _table(_in_order(found), found)})  # fmt: skip
    return True


def _in_order(found: Iterable[Family]) -> list[str]:
    """Return the names of the claims that were tried, in the order of the specification."""
    tried = {one.id: one for family in found for one in family.matrix.features}
    return [one.id for one in in_order(tried.values())]


def _table(names: Sequence[str], found: Sequence[Family]) -> Grid:
    labels = [(family.matrix, one) for family in found for one in family.releases]
    rows = tuple(
        Row(name, tuple(claim_box(matrix.verdict(name, one.label)) for matrix, one in labels),
            f"{links.slug(name)}.html")
        for name in names
    )  # fmt: skip
    return Grid(
        tuple(one.toolchain for _, one in labels), (Block(rows),), "Claims by toolchain", "Claim",
        filter="claim, verdict",
    )  # fmt: skip
