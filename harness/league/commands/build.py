"""Configure and build; every variant gets a verdict."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from league.base import exit_codes, locks
from league.base.arguments import argument
from league.commands._shared import show
from league.records import totals
from league.run import dry, remarks, select
from league.run.build import Built
from league.run.build_folders import prepare
from league.run.options import Options
from league.verdicts import word

ARGUMENTS = (
    argument("--remarks", action="store_true",
             help="also print what the compilers remark on the variants' sources, line by line"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Build, and print what failed and why, and the compilers' remarks if they are asked for."""
    if chosen.dry_run:
        return dry.tell(chosen)
    results, code = build_all(chosen)
    said = {
        one.variant.names: remarks.of(one.variant, chosen.project)
        for one in results
        if args.remarks and one.verdict == "ok"
    }
    records = [
        one.record() | ({"remarks": said[one.variant.names]} if one.variant.names in said else {})
        for one in results
    ]
    show(chosen, lambda: "\n".join([*_told(said), text(results)]), records)
    return code


def _told(said: Mapping[tuple[str, str, str], Sequence[str]]) -> Iterator[str]:
    for (toolchain, benchmark, variant), lines in said.items():
        yield f"{benchmark}.{variant} {toolchain}: {len(lines)} remarks" + ":" * bool(lines)
        yield from (f"  {line}" for line in lines)


def build_all(options: Options) -> tuple[list[Built], int]:
    """Build what the options choose; return the results and the exit code.

    A toolchain that CMake cannot configure makes the code 1, like a variant that fails.
    """
    work = prepare(options)
    versions = {one.name: str(one.version) for one in work.found}
    chosen = work.choose_suite(options.selection, select.suite_of(options))
    results: list[Built] = []
    red = bool(work.unconfigured)
    with locks.devices(["cpu"], work.progress.line, wait=options.wait, timed=False):
        for name, variants in chosen.items():
            built = work.build(name, variants)
            results += built
            red = red or any(totals.red_build(one.expected_record(versions[name])) for one in built)
            if red and options.fail_fast:
                break
    work.progress.finish()
    return results, exit_codes.FAILED if red else exit_codes.GOOD


def text(results: Sequence[Built]) -> str:
    """Return what failed and why, and how many ended how."""
    lines = [
        f"{one.verdict}: {one.variant.name} {one.variant.toolchain}: {one.reason}"
        for one in results
        if word(one.verdict).refused
    ]
    counts = Counter(result.verdict for result in results)
    order = sorted(counts, key=lambda value: (value != "ok", value))
    lines.append(", ".join(f"{counts[value]} {value}" for value in order) or "nothing to build")
    return "\n".join(lines)
