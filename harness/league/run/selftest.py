"""The verb selftest: every benchmark breaks results on purpose, and its check has to notice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.base import exit_codes, scrub
from league.run import launch, select
from league.run.build_folders import BuildFolders, prepare
from league.run.manifest import Variant
from league.run.options import Options


@dataclass(frozen=True)
class Tried:
    """One benchmark's checker, as one toolchain built it."""

    variant: Variant
    passed: bool
    cases: int
    failures: tuple[str, ...]

    def record(self) -> dict[str, Any]:
        """Return the fields ``--json`` prints."""
        return {
            "toolchain": self.variant.toolchain,
            "benchmark": self.variant.benchmark,
            "variant": self.variant.variant,
            "passed": self.passed,
            "cases": self.cases,
            "failures": list(self.failures),
        }


def break_all(options: Options) -> tuple[list[Tried], int]:
    """Run ``--selftest`` of one variant per benchmark and toolchain; return results and exit code.

    The check is the same for all variants of a benchmark, so the plainest one stands for them: the
    first that does not offload.  Code 1: a checker did not notice or could not be built; 4: there
    was nothing to try.
    """
    work = prepare(options)
    results: list[Tried] = []
    with launch.Launcher() as launcher:
        for toolchain, plain in chosen(work).items():
            built = work.build(toolchain, plain)
            work.progress.phase("breaking results", len(built))
            for one in built:
                if one.verdict == "ok":
                    tried = _try(launcher, work, one.variant)
                else:
                    tried = Tried(one.variant, False, 0, (f"{one.verdict}: {one.reason}",))
                results.append(tried)
                told = "noticed" if tried.passed else "FAILED"
                name = f"{tried.variant.benchmark} {toolchain}"
                work.progress.done(name, told, good=tried.passed)
    work.progress.finish()
    if not results:
        return results, exit_codes.NOTHING_COMPARABLE
    good = all(one.passed for one in results)
    return results, exit_codes.GOOD if good else exit_codes.FAILED


def chosen(work: BuildFolders) -> dict[str, list[Variant]]:
    """Return the variant of each benchmark that is tried."""
    options = work.options
    found = work.choose_suite(options.selection, select.suite_of(options))
    return {toolchain: _plainest(variants) for toolchain, variants in found.items()}


def launches(programs: Sequence[Variant]) -> list[dict[str, Any]]:
    """Return what a dry run says of the launches: one a benchmark."""
    return [
        {
            "name": f"{one.benchmark} {one.toolchain} selftest",
            "toolchain": one.toolchain,
            "launches": 1,
        }
        for one in programs
    ]


def _plainest(variants: Sequence[Variant]) -> list[Variant]:
    by_benchmark: dict[str, Variant] = {}
    for variant in sorted(variants, key=lambda one: (one.offloads, one.model != "serial")):
        if variant.executable is not None:
            by_benchmark.setdefault(variant.benchmark, variant)
    return list(by_benchmark.values())


def _try(launcher: launch.Launcher, work: BuildFolders, variant: Variant) -> Tried:
    options = work.options
    program = work.program(variant, launch.Settings(options.device, options.judge))
    outcome = launcher.start(program, ["--selftest"], timeout_s=options.timeout_s)
    lines = scrub.scrub(outcome.output, program.folders).splitlines()
    cases = sum(line.startswith("ok ") for line in lines)
    failures = [line for line in lines if line.startswith("FAILED")]
    # No case at all is no test, whatever the exit code says.
    if outcome.exit_code != 0 and not failures:
        told = "ran out of time" if outcome.timed_out else f"exit code {outcome.exit_code}"
        failures = [f"{told}: {scrub.tail(chr(10).join(lines), lines=1)}"]
    elif cases == 0:
        failures = ["no case was tried"]
    passed = outcome.exit_code == 0 and not outcome.timed_out and not failures
    return Tried(variant, passed, cases + len(failures), tuple(failures))


def text(results: Sequence[Tried]) -> str:
    """Return every checker that did not notice, and how many did."""
    lines = []
    for one in results:
        for failure in one.failures:
            lines.append(f"{one.variant.benchmark} {one.variant.toolchain}: {failure}")
    good = sum(one.passed for one in results)
    cases = sum(one.cases for one in results)
    lines.append(f"{good} of {len(results)} checkers noticed everything ({cases} broken results)")
    return "\n".join(lines)
