"""What a dry run says: the commands, what is built and launched, and how much that is.

No file is made.  What is not configured yet is named: only CMake knows which programs it has.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from league.base.words import plural, size_name
from league.run import cases, catalogue, manifest, parameters, plan, select
from league.run import options as defaults
from league.run.build_folders import BuildFolders, Choose, find_toolchains
from league.run.manifest import Variant
from league.run.options import Options
from league.run.terms import Terms
from league.toolchains.discovery import Found

#: Launches of what was built: name, toolchain and how many of it, beside other fields.
Launches = Callable[[Sequence[Variant]], list[dict[str, Any]]]


def tell(
    options: Options,
    *,
    agreed: Terms | None = None,
    choose: Choose | None = None,
    launches: Launches | None = None,
    work: BuildFolders | None = None,
    then: str | Callable[[Sequence[Variant]], str] = "",
) -> int:
    """Say what would be configured, built and launched, ``then`` what is done with it, and totals.

    What is launched follows from what was ``agreed``, if ``launches`` does not say; without either
    it is only built.  Without ``choose`` the suite of the options is.  With ``--json`` stdout is
    JSON, and what people read goes to stderr.  Returns the exit code.
    """
    suite = select.suite_of(options)
    choose = choose or (lambda known: known.choose_suite(options.selection, suite))
    checks = options.verb == "check"
    work = work or BuildFolders(options, options.progress(), find_toolchains(options))
    left = cases.not_launched(work.found) if options.cases else {one.name for one in work.found}
    launches = launches or (measured(agreed, checks, left) if agreed is not None else lambda _: [])
    say = partial(print, file=options.people)
    for found in work.usable:
        if line := work.line(found):
            say(shlex.join(line))
        if manifest.is_whole(work.folder(found.name)):
            work.known[found.name] = manifest.variants(work.folder(found.name))
        else:
            say(
                f"# {found.name} is not configured yet, or was by an older version: its programs"
                f" are not known; run_all.py build -t {found.name} configures it"
            )
    chosen = choose(work) if work.known else {}
    built = [one for some in chosen.values() for one in some if one.executable]
    every = launches(built)
    steps = [_step(work, found, chosen.get(found.name, []), every, say) for found in work.usable]
    words = then(built) if callable(then) else then
    if words:
        say(words)
    if agreed is not None:
        say(f"# with {shlex.join(agreed.words())}")
    totals = {
        "toolchains": len(steps),
        "programs": sum(len(step["builds"]) for step in steps),
        "launches": sum(one["launches"] for one in every),
    }
    most = sum(int(one.get("most") or one["launches"]) for one in every)
    nouns = (("toolchain", ""), ("program", ""), ("launch", "launches"))
    told = ", ".join(plural(n, *noun) for n, noun in zip(totals.values(), nouns))
    if most > totals["launches"]:
        totals["most_launches"] = most
        told += f" at least, {most} at most"
    unknown = ", ".join(one.name for one in work.usable if one.name not in work.known)
    say(f"dry run: {told}" + (f", and what is not known yet of {unknown}" if unknown else ""))
    if options.json:
        terms = agreed.record() if agreed is not None else {}
        seed = terms.get("", {}).get("seed")
        print(json.dumps({"dry_run": steps, "totals": totals, "seed": seed, "terms": terms},
                         indent=1))  # fmt: skip
    return 0


def _step(
    work: BuildFolders,
    found: Found,
    variants: Sequence[Variant],
    launches: Sequence[dict[str, Any]],
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Say what would be built and launched with a toolchain; return it for programs."""
    for one in variants:
        if one.executable is None:
            say(f"# {one.name} {one.toolchain}: unavailable ({one.unavailable})")
    programs = [one for one in variants if one.executable is not None]
    configured = work.line(found)
    if programs and configured:
        line = ["cmake", "--build", str(work.folder(found.name)), "--", "-k", "0"]
        say(shlex.join([*line, *(one.target for one in programs)]))
    mine = [one for one in launches if one["toolchain"] == found.name]
    for launch in mine:
        most = f" to {launch['most']}" if "most" in launch else ""
        say(f"{launch['launches']}{most} x {launch['name']}")
    return {
        "toolchain": found.name,
        "configure": configured,
        "builds": [one.name for one in programs],
        "launches": mine,
    }


def once(programs: Sequence[Variant]) -> list[dict[str, Any]]:
    """Return a launch of each program."""
    return [
        {"name": f"{one.name} {one.toolchain}", "toolchain": one.toolchain, "launches": 1}
        for one in programs
    ]


def cells_of(agreed: Terms, programs: Sequence[Variant]) -> list[plan.Cell]:
    """Return the cells that programs have in the classes and precisions asked for."""
    return [
        plan.Cell(one, _sized(letter, one.benchmark, agreed), precision)
        for one in programs
        for letter in agreed.classes
        for precision in catalogue.offered(one.benchmark, agreed.precisions)
    ]


def _sized(letter: str, benchmark: str, agreed: Terms) -> str:
    """Return the size that a class is for a benchmark, as ``--set`` has it."""
    return size_name(letter, parameters.of_benchmark(agreed.sets, benchmark))


def measured(agreed: Terms, checks: bool, without_cases: Collection[str] = ()) -> Launches:
    """Return the launches of a run, or of ``checks`` alone: at most so many, not who fails.

    Which cells are launched twice, one for each time scale, follows from the times of the checks.
    Classes and precisions are those asked for; a program that lacks one is not launched with it.
    """

    def launch(cell: plan.Cell, mode: str, count: int, most: int | None = None) -> dict[str, Any]:
        name = cell.name if mode == plan.TIMED else f"{cell.name} {mode}"
        more = {} if most is None else {"most": most}
        return {"name": name, **cell.fields(), "mode": mode, "launches": count, **more}

    def launches(programs: Sequence[Variant]) -> list[dict[str, Any]]:
        cells = dict.fromkeys(cells_of(agreed, programs))
        small = (
            cells
            if checks
            else [
                one.at(_sized(defaults.CHECK_CLASS, one.variant.benchmark, agreed)) for one in cells
            ]
        )
        first = [
            launch(cell, plan.CHECK, len(plan.environments_of(cell, os.environ)))
            for cell in dict.fromkeys(small)
        ]
        first += [
            launch(cell, f"{plan.CHECK} of cases", len(some))
            for cell in cells if checks and cell.variant.toolchain not in without_cases
            and (some := cases.launches(cell))
        ]  # fmt: skip
        most = None if agreed.within is None else agreed.limit
        timed = [] if checks else cells
        first += [launch(cell, plan.TIMED, agreed.least, most) for cell in timed]
        together = timed if agreed.ranks else []
        mode = f"in {agreed.ranks} processes"
        return [*first, *(launch(cell, mode, agreed.limit) for cell in together)]

    return launches
