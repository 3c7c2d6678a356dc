"""Conformance over the versions of a compiler, as the pages say it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from league.analysis.releases import Difference, Family, Release, Step
from league.base.columns import Column, Table, rows_as_csv
from league.base.words import plural
from league.claims.matrix import Feature
from league.claims.source import EDITION
from league.show import anchors, links
from league.show.conformance import score_columns
from league.show.matrix import Block, Box, Grid, Row, claim_box
from league.show.plots import charts
from league.show.plots.chart import Chart, Panel, Series, Value

Json = dict[str, Any]

#: Versions whose pairs have a page each: the newest.
MOST_VERSIONS = 8


#: A claim that changed from one release to the next.
_CHANGED: tuple[Column[Difference], ...] = (
    Column("claim", "Claim", lambda one: one[0].id, right=False,
           link=lambda one: f"{links.slug(one[0].id)}.html"),
    Column("since", "OpenMP", lambda one: one[0].since, right=False),
    Column("before", "Before", lambda one: one[1].word.label, right=False,
           mark=lambda one: one[1].word),
    Column("after", "Now", lambda one: one[2].word.label, right=False,
           mark=lambda one: one[2].word),
    Column("reason", "What it said", right=False,
           value=lambda one: (one[1] if one[2].kind == "pass" else one[2]).reason),
)  # fmt: skip


def whole(family: Family) -> str:
    """Return what became of a compiler from its first version here to its last, in a sentence."""
    step = family.whole()
    if step is None:
        return ""
    return (
        f"From {step.old.label} to {step.new.label}: fixed {len(step.fixed)},"
        f" broken {len(step.broken)}, of {plural(step.common, 'claim')} that both were tried with."
    )


def heading(family: Family) -> Json:
    """Return what stands of a family on every page that names it."""
    boxes = [
        {"label": one.label, "kept": _kept(family, one), "step": step,
         "link": links.step(family.name, step.old.label, step.new.label) if step else ""}
        for one, step in zip(family.releases, (None, *family.steps))
    ]  # fmt: skip
    return {
        "name": family.name, "file": links.family(family.name), "anchor": links.slug(family.name),
        "whole": whole(family), "boxes": boxes, "labels": family.matrix.toolchains,
    }  # fmt: skip


def _kept(family: Family, release: Release) -> str:
    """Say how many claims a release keeps; of one for the host, those that need no device."""
    on_host = release.label in family.matrix.hosts
    places = (False,) if on_host else (True, False)
    scores = [family.matrix.total(release.label, device=device) for device in places]
    judged = sum(one.judged for one in scores)
    told = f"{sum(one.held for one in scores)} of {plural(judged, 'claim')} kept"
    return told + (" that need no device" if on_host else "")


def table(family: Family) -> Json:
    """Return the scores of every release, with what it fixed and broke; a row is its number."""

    def link(number: int) -> str:
        old, new = (family.releases[n].label for n in (number - 1, number))
        return links.step(family.name, old, new) if number else ""

    def changed(id: str) -> Column[int]:
        return Column(
            id, id.title(), lambda n: len(getattr(family.steps[n - 1], id)) if n else None,
            link=link,
        )  # fmt: skip

    columns: tuple[Column[int], ...] = (
        Column("version", "Version", lambda n: family.releases[n].label, right=False,
               note=lambda n: family.releases[n].toolchain),
        changed("fixed"),
        changed("broken"),
        *score_columns(family.matrix, lambda n: family.releases[n].label),
    )  # fmt: skip
    rows = range(len(family.releases))
    return {**heading(family), "table": Table(columns, rows, f"Claims kept by {family.name}")}


def page(family: Family) -> Json:
    """Return what the page of a family shows."""
    failing = [
        one
        for one in family.matrix.features
        if any(verdict.fails() for verdict in one.verdicts.values())
    ]
    kept = len(family.matrix.features) - len(failing)
    whole_step, chart = family.whole(), shares(family)
    steps = list(reversed(family.steps))
    rows = tuple(_row(one, family) for one in failing)
    if whole_step is not None and len(family.steps) > 1:
        steps = [whole_step, *steps]
    return {
        "family": heading(family),
        "moves": [move(one) for one in steps],
        "grid": Grid(
            family.matrix.toolchains, (Block(rows),) if rows else (), "Claims by version", "Claim",
            f"OpenMP, section of {EDITION}", "claim, verdict",
        ),
        "told": f"{plural(kept, 'claim')} of {len(family.matrix.features)} fail in no version that"
                " was tried with them, and are left out here; all are in the CSV.",
        "chart": charts.element(chart, "shares") if chart else "", "line": chart,
        "csv": links.family(family.name).removesuffix(".html") + ".csv",
        "slug": links.slug,
        "pairs": [(f"{old.label} → {new.label}", links.pair(family.name, old.label, new.label))
                  for old, new in combinations(family.releases[-MOST_VERSIONS:], 2)],
    }  # fmt: skip


def move(step: Step) -> Json:
    """Return what the tables of a step from one version to another show."""
    title = f"{step.old.label} → {step.new.label}"
    told = (("Broken", step.broken), ("Fixed", step.fixed), ("Fails in another way", step.changed))
    tables = [
        (what, Table(_CHANGED, rows, f"{what}, {title}", "claim, verdict" if len(rows) > 8 else ""))
        for what, rows in told
        if rows
    ]
    return {
        "anchor": f"{links.slug(step.old.label)}..{links.slug(step.new.label)}", "title": title,
        "new": step.new.label, "common": step.common, "tables": tables,
        "fixed": len(step.fixed), "broken": len(step.broken), "changed": len(step.changed),
    }  # fmt: skip


def _row(feature: Feature, family: Family) -> Row:
    boxes: list[Box] = []
    said = ""
    for label in family.matrix.toolchains:
        verdict = feature.verdicts.get(label)
        reason = verdict.reason if verdict and verdict.kind != "pass" else ""
        # what was said of the version before needs no second time
        boxes.append(replace(claim_box(verdict), note="" if reason == said else reason))
        said = reason if verdict else said
    where = ", ".join(filter(None, (feature.since, feature.section)))
    link = links.claim_page(feature.id)
    return Row(feature.id, tuple(boxes), link, where, anchors.claim(feature.id))


def shares(family: Family) -> Chart | None:
    """Return the share of claims that each release keeps, a line per version of OpenMP."""
    if len(family.releases) < 2:
        return None
    lines = []
    for version in family.matrix.versions():
        scores = [(one.label, family.matrix.score(one.label, version)) for one in family.releases]
        kept = (Value(name, 100 * one.held / one.judged) for name, one in scores if one.judged)
        most = plural(max(one.judged for _, one in scores), "claim")
        lines.append(Series(f"{version} ({most})", tuple(kept)))
    panel = Panel("", "", "claims kept, %", tuple(one for one in lines if one.values), "lines",
                  log_y=False, from_zero=True, order=family.matrix.toolchains)  # fmt: skip
    return Chart("shares", f"{family.name}: share of claims kept over versions", (panel,))


def as_csv(family: Family) -> str:
    """Return a line per claim, a column per release."""
    labels = family.matrix.toolchains
    rows = (
        [one.id, one.since, one.section,
         *(one.verdicts[label].worst if label in one.verdicts else "" for label in labels)]
        for one in family.matrix.features
    )  # fmt: skip
    return rows_as_csv(["claim", "openmp", "section", *labels], rows)
