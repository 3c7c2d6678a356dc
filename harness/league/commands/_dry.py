"""What a dry run says: the commands, what is built and launched, and how much that is.

No file is made.  What is not configured yet is named: only CMake knows which programs it has.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from league.base.progress import Progress
from league.base.words import plural
from league.run import manifest, plan, select
from league.run import options as defaults
from league.run.build_folders import BuildFolders, find_toolchains
from league.run.manifest import Variant
from league.run.options import Options
from league.run.terms import Terms

#: What a verb takes from the build folders, by toolchain.
Choose = Callable[[BuildFolders], Mapping[str, Sequence[Variant]]]
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
    launches = launches or (measured(agreed) if agreed is not None else lambda _: [])
    work = work or BuildFolders(
        options, Progress(no_color=options.no_color), find_toolchains(options)
    )
    stream = sys.stderr if options.json else sys.stdout
    steps: list[dict[str, Any]] = []
    for found in work.usable:
        line, folder = work.line(found), work.folder(found.name)
        print(shlex.join(line), file=stream)
        if (folder / manifest.MANIFEST).is_file():
            work.known[found.name] = manifest.variants(folder)
        else:
            print(f"# {found.name} is not configured yet: its programs are not known", file=stream)
        steps.append({"toolchain": found.name, "configure": line, "builds": [], "launches": []})
    chosen = choose(work) if work.known else {}
    built = [one for some in chosen.values() for one in some if one.executable]
    every = launches(built)
    for step in steps:
        variants = chosen.get(step["toolchain"], [])
        for one in variants:
            if one.executable is None:
                why = f"unavailable ({one.unavailable})"
                print(f"# {one.name} {one.toolchain}: {why}", file=stream)
        programs = [one for one in variants if one.executable is not None]
        step["builds"] = [one.name for one in programs]
        step["launches"] = [one for one in every if one["toolchain"] == step["toolchain"]]
        _tell_step(step, work.folder(step["toolchain"]), programs, stream)
    words = then(built) if callable(then) else then
    if words:
        print(words, file=stream)
    launched = [one for step in steps for one in step["launches"]]
    totals = {
        "toolchains": len(steps),
        "programs": sum(len(step["builds"]) for step in steps),
        "launches": sum(one["launches"] for one in launched),
    }
    most = sum(one.get("most", one["launches"]) for one in launched)
    if most > totals["launches"]:
        totals["most_launches"] = most
    unknown = [step["toolchain"] for step in steps if step["toolchain"] not in work.known]
    if agreed is not None:
        print(f"# with {shlex.join(agreed.words())}", file=stream)
    print(_sentence(totals, unknown), file=stream)
    if options.json:
        kept = agreed.record() if agreed is not None else {}
        told = {"dry_run": steps, "totals": totals, "seed": agreed and agreed.seed, "terms": kept}
        print(json.dumps(told, indent=1))
    return 0


def _tell_step(
    step: Mapping[str, Any], folder: Path, programs: Sequence[Variant], stream: Any
) -> None:
    if programs:
        names = [one.target for one in programs]
        print(shlex.join(["cmake", "--build", str(folder), "--", "-k", "0", *names]), file=stream)
    for one in step["launches"]:
        most = f" to {one['most']}" if "most" in one else ""
        print(f"{one['launches']}{most} x {one['name']}", file=stream)


def _sentence(totals: Mapping[str, int], unknown: Sequence[str]) -> str:
    """Return the last line of a dry run."""
    parts = [
        plural(totals["toolchains"], "toolchain"),
        plural(totals["programs"], "program"),
        plural(totals["launches"], "launch", "launches"),
    ]
    if "most_launches" in totals:
        parts[-1] += f" at least, {totals['most_launches']} at most"
    more = f", and what is not known yet of {', '.join(unknown)}" if unknown else ""
    return f"dry run: {', '.join(parts)}{more}"


def cells_of(agreed: Terms, programs: Sequence[Variant]) -> list[plan.Cell]:
    """Return the cells that programs have in the classes and precisions asked for."""
    return [
        plan.Cell.of(one, letter, precision)
        for one in programs
        for letter in agreed.classes
        for precision in agreed.precisions
    ]


def measured(agreed: Terms) -> Launches:
    """Return the launches of a run or a check: at most so many, for who fails is not timed.

    Which cells are launched twice, one for each time scale, follows from the times of the checks.
    Classes and precisions are those asked for; a program that lacks one is not launched with it.
    """

    def launches(programs: Sequence[Variant]) -> list[dict[str, Any]]:
        cells = cells_of(agreed, programs)
        most = {"most": agreed.limit} if agreed.within is not None else {}
        if agreed.verb == "check":
            return [_entry(cell, plan.CHECK, 1) for cell in cells]
        checked = dict.fromkeys(cell.at(defaults.CHECK_CLASS) for cell in cells)
        return [_entry(cell, plan.CHECK, 1) for cell in checked] + [
            {**_entry(cell, plan.TIMED, agreed.least), **most} for cell in dict.fromkeys(cells)
        ]

    return launches


def _entry(cell: plan.Cell, mode: str, count: int) -> dict[str, Any]:
    name = cell.name if mode == plan.TIMED else f"{cell.name} {mode}"
    return {"name": name, **cell.fields(), "mode": mode, "launches": count}
