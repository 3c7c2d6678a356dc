"""The verb list: benchmarks, variants, classes, tags, and what is unavailable and why."""

from __future__ import annotations

import contextlib
from typing import Any

from league.base.errors import LeagueError
from league.run import manifest, select
from league.run.build_folders import BuildFolders, prepare
from league.run.manifest import Variant
from league.run.options import Options


def collect(options: Options) -> dict[str, Any]:
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
        entry = benchmarks.setdefault(
            variant.benchmark,
            {
                "group": variant.group,
                "benchmark": variant.benchmark,
                "classes": None,
                "precisions": None,
                "variants": {},
            },
        )
        one = entry["variants"].setdefault(
            variant.variant,
            {"model": variant.model, "offloads": variant.offloads, "toolchains": {}},
        )
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
        "suites": select.suites(work.variants()),
        "tags": sorted({label for variant in work.variants() for label in select.labels(variant)}),
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


def text(content: dict[str, Any]) -> str:
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
    suites = (f"{name} ({len(members)})" for name, members in content["suites"].items())
    lines.append(f"suites: {', '.join(suites)}")
    lines.append(f"tags: {', '.join(content['tags'])}")
    lines.append(f"toolchains: {', '.join(toolchains)}")
    return "\n".join(lines)
