"""What `conformance --reduce` does: a smaller program of a failing claim, and a page about it."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from league.base import exit_codes, paths
from league.base.errors import UsageError
from league.base.words import plural
from league.claims import build
from league.claims import reduce as smaller
from league.claims.reduce import Reduced
from league.claims.source import edition
from league.records import reading
from league.records.known_issues import version_key
from league.run.build_folders import find_toolchains
from league.run.options import Options

if TYPE_CHECKING:
    from league.toolchains.discovery import Found


def reduce(options: Options, name: str) -> int:
    """Make the program of a claim smaller and say where it lies.

    The first toolchain of -t is the one that fails, the others may show that the program is right;
    without others all that run here may.
    """
    smaller.tool()  # before anything is compiled
    if not options.toolchains:
        raise UsageError("--reduce needs the toolchain that fails; name it with -t")
    first = options.toolchains[0]
    [*fails] = find_toolchains(replace(options, toolchains=(first,)))
    if len(fails) != 1:
        raise UsageError(
            f"-t {first} names {len(fails)} toolchains; --reduce needs the one that fails"
        )
    others = _others(options, fails[0])

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    done = smaller.reduce(options, name, fails[0], others, say)
    folder = options.out or paths.results(options.project) / "reduced"
    folder = folder / fails[0].name / name.replace(" ", "-")
    file = reading.write_text(folder / f"reduced{done.claim.path.suffix}", done.text)
    reading.write_text(folder / f"original{done.claim.path.suffix}", done.original)
    page = reading.write_text(folder / "reduced.md", as_markdown(done))
    print(_sentence(done))
    for one in done.demands:
        print(f"  {one.told}")
    print(f"program: {file}\nabout it: {page}")
    return exit_codes.INTERRUPTED if done.ended == smaller.INTERRUPTED else 0


def _others(options: Options, fails: Found) -> list[Found]:
    """Return who may show that the program is right: devices before hosts, newest first."""
    asked = options.toolchains[1:] or ("*-x86_64", "*-emulated", "*-host")
    every = find_toolchains(replace(options, toolchains=asked, compiler=""))
    found = [one for one in every if one.runs_here and one.toolchain.flags.get("omp")]
    found = [one for one in found if one.name != fails.name]
    order = {"x86_64": 0, "host": 2}
    found.sort(key=lambda one: version_key(str(one.version)), reverse=True)
    return sorted(
        found, key=lambda one: (order.get(one.toolchain.device, 1), one.toolchain.emulated)
    )


def _sentence(done: Reduced) -> str:
    lines = [len([one for one in text.splitlines() if one.strip()])
             for text in (done.original, done.text)]  # fmt: skip
    return (
        f"{done.name} with {done.title}: {plural(lines[0], 'line')} became {lines[1]},"
        f" {len(done.original)} bytes {len(done.text)}"
        f" ({done.tool}, {plural(done.tried, 'program')} tried; {done.ended})"
    )


def as_markdown(done: Reduced) -> str:
    """Return a page for a report to the maker of the compiler."""
    claim = done.claim
    lines = [f"# {done.name} with {done.title}", ""]
    if claim.sentence:
        lines += [f"{edition(claim.since)}, section {claim.section}: {claim.sentence}", ""]
    lines += [_sentence(done) + ".", "", "What it still does:", ""]
    lines += [f"* {one.told}" for one in done.demands]
    lines += ["", f"```{'cpp' if claim.path.suffix == '.cpp' else claim.path.suffix[1:]}"]
    lines += [done.text.rstrip(), "```", "", "In the folder of the project:", "", "```sh"]
    return "\n".join([*lines, _compile_line(done), "```", ""])


def _compile_line(done: Reduced) -> str:
    """Return how the program is compiled, without folders of this machine."""
    kit, claim = done.demands[0].kit, done.claim
    kit = kit if kit.lacks(claim) else kit.of(claim)
    flags = [one for one in (*kit.language(claim), *kit.flags, *claim.flags)
             if not one.startswith(("-I", "-W", "/")) and one != "-isystem"]  # fmt: skip
    core = Path("harness/core")
    sources = [os.path.normpath(core / one) for one in build.SOURCES]
    folders = ["-I", "harness/claim/include", "-I", str(core / "include")]
    words = [kit.compiler.name, *dict.fromkeys(flags), *folders, *sources]
    return " ".join([*words, f"reduced{claim.path.suffix}", "-o reduced"])
