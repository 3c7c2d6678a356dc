"""The verb selftest: every benchmark breaks results on purpose, and its check has to notice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.base import exit_codes
from league.base.scrub import scrub, tail
from league.run import select
from league.run.build import Built
from league.run.build_folders import BuildFolders, launched_once
from league.run.launch import Outcome
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
    results = [_tried(*one) for one in launched_once(options, chosen, ["--selftest"])]
    if not results:
        return results, exit_codes.NOTHING_COMPARABLE
    good = all(one.passed for one in results)
    return results, exit_codes.GOOD if good else exit_codes.FAILED


def chosen(work: BuildFolders) -> dict[str, list[Variant]]:
    """Return the variant of each benchmark that is tried."""
    options = work.options
    found = work.choose_suite(options.selection, select.suite_of(options))
    return {toolchain: _plainest(variants) for toolchain, variants in found.items()}


def _plainest(variants: Sequence[Variant]) -> list[Variant]:
    by_benchmark: dict[str, Variant] = {}
    for variant in sorted(variants, key=lambda one: (one.offloads, one.model != "serial")):
        if variant.executable is not None:
            by_benchmark.setdefault(variant.benchmark, variant)
    return list(by_benchmark.values())


def _tried(built: Built, outcome: Outcome | None) -> Tried:
    if outcome is None:
        return Tried(built.variant, False, 0, (f"{built.verdict}: {built.reason}",))
    lines = scrub(outcome.output, (built.variant.build,)).splitlines()
    cases = sum(line.startswith("ok ") for line in lines)
    failures = [line for line in lines if line.startswith("FAILED")]
    # No case at all is no test, whatever the exit code says.
    if outcome.exit_code != 0 and not failures:
        told = "ran out of time" if outcome.timed_out else f"exit code {outcome.exit_code}"
        failures = [f"{told}: {tail(chr(10).join(lines), lines=1)}"]
    elif cases == 0:
        failures = ["no case was tried"]
    passed = outcome.exit_code == 0 and not outcome.timed_out and not failures
    return Tried(built.variant, passed, cases + len(failures), tuple(failures))


def text(results: Sequence[Tried]) -> str:
    """Return every checker that did not notice, and how many did."""
    lines = [
        f"{one.variant.benchmark} {one.variant.toolchain}: {failure}"
        for one in results
        for failure in one.failures
    ]
    good = sum(one.passed for one in results)
    cases = sum(one.cases for one in results)
    lines.append(f"{good} of {len(results)} checkers noticed everything ({cases} broken results)")
    return "\n".join(lines)
