"""Choosing by name: globs, suites, tags, and what was probably meant by a name that is unknown."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from league.base import expression
from league.base.errors import UsageError
from league.base.scrub import short
from league.base.words import did_you_mean
from league.run.manifest import Variant
from league.run.table import Kept, option

QUICK = ("vadd", "jacobi", "matmul")
CLASSES = ("S", "W", "A", "B", "C", "D", "E", "F")
#: What benchmarks compute with: most with real numbers alone.
REALS = ("fp32", "fp64")
PRECISIONS = (*REALS, "int32", "complex128")


Names = tuple[str, str, str]


def split(values: Iterable[str] | None) -> tuple[str, ...]:
    """Return the patterns of a repeatable option; a value may hold several, with commas.

    Raises UsageError for an empty one, which would mean everything.
    """
    parts = tuple(part.strip() for value in values or () for part in value.split(","))
    if not all(parts):
        raise UsageError("an empty name means nothing; write a name or leave the option out")
    return parts


def names_option(*flags: str, metavar: str = "GLOB", **settings: Any) -> Any:
    """Return the row of an option that may be repeated; its words may be joined by commas."""
    return option(
        *flags, action="append", metavar=metavar, group="what", read=split, default=(),
        saved=True, **settings,
    )  # fmt: skip


@dataclass(frozen=True)
class Selection:
    """What the command line asks for, as patterns; empty means everything."""

    benchmarks: tuple[str, ...] = names_option(
        "-b", "--benchmark", help="benchmarks, as names or globs; repeatable", fits="benchmarks"
    )
    variants: tuple[str, ...] = names_option(
        "-v", "--variant", help="variants, as names or globs; repeatable", fits="variants"
    )
    suite: str = option(
        "--suite", group="what", metavar="NAME", fits="suites", default="", saved=True,
        kept=Kept(place="", usual=lambda options: suite_of(options)),
        help="quick, all, or a group's name (default all, without a verb quick)",
    )  # fmt: skip
    tags: tuple[str, ...] = names_option(
        "--tag", metavar="TAG", fits="tags",
        help="variants of this group or model, offload or host; repeatable",
    )  # fmt: skip
    exclude: tuple[str, ...] = names_option(
        "-x", "--exclude", help="leave out these benchmarks or variants", fits="excluded"
    )
    #: an expression (`league.base.expression`)
    where: str = option(
        "--where", group="what", metavar="EXPR", default="", saved=True,
        help="only what fits, as 'benchmark=jacobi and variant~target-* and compute<1ms'",
    )  # fmt: skip
    #: toolchain, benchmark and variant of what is meant, whatever else fits
    only: frozenset[Names] = frozenset()


def unknown(what: str, name: str, known: Iterable[str]) -> UsageError:
    """Return the error for a name nobody knows, with a hint."""
    glob = any(letter in name for letter in "*?[")
    shown = short(name)
    problem = f"no {what} matches '{shown}'" if glob else f"unknown {what} '{shown}'"
    return UsageError(f"{problem}; {did_you_mean(name, known)}")


def match_names(what: str, patterns: Sequence[str], known: Iterable[str]) -> list[str]:
    """Return the known names that match a pattern, in the order they are known.

    Raises UsageError for a pattern that matches nothing.
    """
    names = list(dict.fromkeys(known))
    for pattern in patterns:
        if not fnmatch.filter(names, pattern):
            raise unknown(what, pattern, names)
    return [name for name in names if any(fnmatch.fnmatchcase(name, p) for p in patterns)]


def suites(variants: Iterable[Variant]) -> dict[str, list[str]]:
    """Return the suites that follow from what there is: quick, all, and one per group."""
    found: dict[str, list[str]] = {"quick": [], "all": []}
    for variant in variants:
        names = ["all", variant.group]
        if variant.benchmark in QUICK:
            names.append("quick")
        for name in names:
            members = found.setdefault(name, [])
            if variant.benchmark not in members:
                members.append(variant.benchmark)
    return found


def labels(variant: Variant) -> set[str]:
    """Return what ``--tag`` finds a variant by: group, model, and ``offload`` or ``host``."""
    return {variant.group, variant.model, "offload" if variant.offloads else "host"}


def _names_of(variant: Variant) -> tuple[str, ...]:
    return (
        variant.benchmark,
        variant.variant,
        variant.name,
        f"{variant.group}.{variant.name}",
        variant.group,
    )


def select(variants: Sequence[Variant], selection: Selection) -> list[Variant]:
    """Return the variants a selection means, in the order of the manifest.

    Without benchmarks or a suite every benchmark counts.  Benchmarks that are named need not be in
    the suite.  Raises UsageError for a name or pattern that fits nothing, with a hint.
    """
    known = [variant.benchmark for variant in variants]
    chosen = set(known)
    if selection.benchmarks:
        chosen = set(match_names("benchmark", selection.benchmarks, known))
    elif selection.suite:
        by_suite = suites(variants)
        if selection.suite not in by_suite:
            raise unknown("suite", selection.suite, by_suite)
        chosen = set(by_suite[selection.suite])
    picked = [variant for variant in variants if variant.benchmark in chosen]
    if selection.variants:
        everywhere = [variant.variant for variant in variants]
        wanted = set(match_names("variant", selection.variants, everywhere))
        picked = [variant for variant in picked if variant.variant in wanted]
    if selection.tags:
        all_labels = {label for variant in variants for label in labels(variant)}
        tags = set(match_names("tag", selection.tags, sorted(all_labels)))
        picked = [variant for variant in picked if labels(variant) & tags]
    for pattern in selection.exclude:
        hit = [v for v in variants if any(fnmatch.fnmatchcase(n, pattern) for n in _names_of(v))]
        if not hit:
            raise unknown(
                "benchmark or variant", pattern, (n for v in variants for n in _names_of(v))
            )
        picked = [variant for variant in picked if variant not in hit]
    if selection.only:
        picked = [one for one in picked if one.names in selection.only]
    if selection.where:
        fits = expression.parse(selection.where).decide
        picked = [one for one in picked if fits(values_of(one).get) is not False]
    return picked


def values_of(variant: Variant) -> dict[str, expression.Value]:
    """Return what an expression can ask a variant for: not its class nor its time."""
    return {
        "toolchain": variant.toolchain or None,
        "benchmark": variant.benchmark,
        "variant": variant.variant,
        "model": variant.model,
        "group": variant.group,
        "tag": labels(variant),
    }


def check_classes(letters: Sequence[str]) -> tuple[str, ...]:
    """Return the class letters asked for.  Raises UsageError for what can be none."""
    for letter in letters:
        if letter not in CLASSES:
            raise unknown("class", letter, CLASSES)
    return tuple(dict.fromkeys(letters))


def check_precisions(names: Sequence[str]) -> tuple[str, ...]:
    """Return the precisions asked for; none and ``all`` mean every one.  Raises UsageError."""
    if not names or "all" in names:
        return PRECISIONS
    for name in names:
        if name not in PRECISIONS:
            raise unknown("precision", name, [*PRECISIONS, "all"])
    return tuple(dict.fromkeys(names))


def suite_of(options: Any) -> str:
    """Return the suite that options mean: what they say, else quick without a verb, else all."""
    asked = options.selection
    if asked.suite or asked.benchmarks or asked.tags:
        return str(asked.suite)
    return "quick" if options.verb == "" else "all"
