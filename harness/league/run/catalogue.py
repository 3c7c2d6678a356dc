"""What there is to ask for: the committed catalogue of benchmarks, and what can be built here.

`scripts/check_tree.py --fix --build FOLDER` writes it from the CMake calls, the READMEs and what
the executables of a build folder answer to --describe; check_tree holds it.
"""

from __future__ import annotations

import contextlib
import json
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from league.base import models
from league.base.columns import Column, Width, terminal
from league.base.errors import LeagueError, UsageError
from league.base.words import table_width
from league.run import manifest, select
from league.run.build_folders import BuildFolders, prepare
from league.run.manifest import Variant
from league.run.options import Options

FILE = Path(__file__).with_name("catalogue.json")


def entries(file: Path = FILE) -> list[dict[str, Any]]:
    """Return the benchmarks: group, name, summary, classes, precisions, variants."""
    known: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["benchmarks"]
    return known


def offered(benchmark: str, asked: Sequence[str]) -> list[str]:
    """Return which of these precisions a benchmark has, where no program of it is there to tell."""
    known = {one["benchmark"]: one["precisions"] for one in entries()}
    return [name for name in asked if name in known.get(benchmark, select.REALS)]


def as_text(known: Sequence[dict[str, Any]]) -> str:
    """Return the file that holds these benchmarks, a line each."""
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in known)
    return f'{{"schema": 1, "benchmarks": [\n{lines}\n]}}\n'


def variants(known: Iterable[dict[str, Any]]) -> list[Variant]:
    """Return the variants as a selection takes them; of no toolchain and not built."""
    return [
        Variant(one["group"], one["benchmark"], name, model.name, model.offloads)
        for one in known
        for name, model in ((name, models.of_variant(name)) for name in one["variants"])
    ]


def chosen(
    selection: select.Selection, classes: Sequence[str] = (), precisions: Sequence[str] = ()
) -> dict[str, Any]:
    """Return what fits a selection, as ``list --json`` prints it.

    Raises UsageError for names that nothing has.
    """
    everything = variants(entries())
    picked = select.select(everything, selection)
    found = []
    for one in entries():
        mine = [v for v in picked if v.benchmark == one["benchmark"]]
        letters = [c for c in one["classes"] if not classes or c["letter"] in classes]
        reals = [name for name in one["precisions"] if not precisions or name in precisions]
        if mine and letters and reals:
            named = {v.variant: {"model": v.model, "offloads": v.offloads} for v in mine}
            found.append({**one, "classes": letters, "precisions": reals, "variants": named})
    if not found:
        raise UsageError("nothing fits all of what was asked for; drop an option")
    return {**names(everything), "benchmarks": found}


def names(variants: Sequence[Variant]) -> dict[str, Any]:
    """Return the suites and tags there are."""
    tags = {label for variant in variants for label in select.labels(variant)}
    return {"suites": select.suites(variants), "tags": sorted(tags)}


#: What `list` says of a benchmark.
BENCHMARKS: tuple[Column[dict[str, Any]], ...] = (
    Column("benchmark", "Benchmark", lambda one: f"{one['group']}/{one['benchmark']}", right=False),
    Column("classes", "Classes", lambda one: one["classes"], right=False, least=Width.WIDE,
           write=lambda classes: "".join(str(one["letter"]) for one in classes)),
    Column("variants", "Variants", lambda one: len(one["variants"]), least=Width.WIDE),
    Column("summary", "What it is", lambda one: one["summary"], right=False, breaks=True),
)  # fmt: skip


def text(content: dict[str, Any], *, detailed: bool = False) -> str:
    """Return the catalogue for people: a line per benchmark; in detail also its variants."""
    width = table_width()
    lines = terminal(BENCHMARKS, content["benchmarks"])
    for one in content["benchmarks"] if detailed else ():
        told = f"{one['benchmark']}: {' '.join(one['precisions'])}; {' '.join(one['variants'])}"
        lines += textwrap.wrap(told, width, subsequent_indent="  ", break_on_hyphens=False)
    for line in _named(content):
        lines += textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join([*lines, "list --why tells what cannot be built here and why (slow)"])


def _named(content: dict[str, Any]) -> tuple[str, str]:
    suites = (f"{name} ({len(members)})" for name, members in content["suites"].items())
    return f"suites: {', '.join(suites)}", f"tags: {', '.join(content['tags'])}"


def with_reasons(options: Options) -> dict[str, Any]:
    """Return the catalogue of what the options choose, as ``list --json`` prints it.

    Classes are known by the programs alone, so one variant of each benchmark is built if none was
    asked before.  A variant maps toolchains to the reason why it is unavailable there, empty if it
    is not; what to do about it stands among the remedies, by toolchain and model.
    """
    work = prepare(options)
    chosen = work.choose_suite(options.selection, select.suite_of(options))
    variants = [variant for known in chosen.values() for variant in known]
    benchmarks: dict[str, dict[str, Any]] = {}
    for variant in variants:
        head = {"group": variant.group, "benchmark": variant.benchmark}
        entry = benchmarks.setdefault(
            variant.benchmark, {**head, "classes": None, "precisions": None, "variants": {}}
        )
        about = {"model": variant.model, "offloads": variant.offloads, "toolchains": {}}
        one = entry["variants"].setdefault(variant.variant, about)
        one["toolchains"][variant.toolchain] = variant.unavailable
    for name, entry in benchmarks.items():
        entry["classes"], entry["precisions"] = _abilities(
            work, [variant for variant in work.variants() if variant.benchmark == name]
        )
    work.progress.finish()
    return {
        "toolchains": list(work.known),
        "remedies": {
            one.name: {model: can.remedy for model, can in one.capabilities.items() if can.remedy}
            for one in work.usable
        },
        **names(work.variants()),
        "benchmarks": list(benchmarks.values()),
    }


def _abilities(
    work: BuildFolders, candidates: list[Variant]
) -> tuple[list[dict[str, Any]] | None, list[str] | None]:
    """Return classes (with their parameters) and precisions; None for both if nothing tells."""
    # The host variants need no runtime of their own and compile fastest.
    able = sorted((v for v in candidates if v.executable is not None), key=lambda v: v.offloads)
    there = [variant for variant in able if variant.executable and variant.executable.is_file()]
    for variant in (*there, *able[:1]):
        if variant in there or work.build(variant.toolchain, [variant])[0].verdict == "ok":
            with contextlib.suppress(LeagueError):
                answer = manifest.describe(variant)
                return answer["classes"], answer["precisions"]
    return None, None


def text_with_reasons(content: dict[str, Any]) -> str:
    """Return the catalogue for people."""
    lines = []
    toolchains = content["toolchains"]
    for entry in content["benchmarks"]:
        letters = " ".join(str(one["letter"]) for one in entry["classes"] or ()) or "unknown"
        precisions = " ".join(entry["precisions"] or ()) or "unknown"
        lines.append(f"{entry['group']}/{entry['benchmark']}  classes {letters}; {precisions}")
        for name, variant in entry["variants"].items():
            missing: dict[str, list[str]] = {}
            for toolchain, reason in variant["toolchains"].items():
                if reason:
                    missing.setdefault(reason, []).append(toolchain)
            absent = sum(map(len, missing.values()))
            there = len(variant["toolchains"]) - absent
            lines.append(f"  {name:18} {there} of {len(toolchains)} toolchains")
            for reason, where in missing.items():
                lines.append(f"    not with {', '.join(where)}: {reason}")
                told = (content["remedies"].get(one, {}).get(variant["model"]) for one in where)
                lines += [f"      -> {remedy}" for remedy in dict.fromkeys(filter(None, told))]
    return "\n".join([*lines, *_named(content), f"toolchains: {', '.join(toolchains)}"])
