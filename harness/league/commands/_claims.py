"""What the verbs do with claims: run them, show how it went, write the files asked for."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from league.base.words import plural
from league.claims import asked, matrix, source, summary
from league.claims import plan as looks
from league.claims.coverage import as_markdown
from league.claims.plan import Conformance, Job
from league.claims.source import Claim
from league.records import reading, store
from league.records.schema import Record
from league.run import session
from league.run.build_folders import find_toolchains
from league.run.options import Options
from league.show.junit import write_junit

#: What may be asked of claims besides running them as they are.
LOOKS = ("mutants", "controls", "settings", "sanitize")


def check(options: Options) -> int:
    """Run the claims once with every toolchain, and return the exit code."""
    options, _ = asked.as_begun(options, ())
    return _carried_out(Conformance(options), lambda records: [summary.summary(records)])


def _carried_out(plan: Conformance, lines: Callable[[list[Record]], list[str]]) -> int:
    """Run what is planned, show ``lines`` of its records or JSON, and write the files asked for."""
    options = plan.options
    stream = options.people
    if options.dry_run:
        return _dry_run(plan, stream)
    done = session.carry_out(plan)
    if not done.recorded:  # interrupted before that
        return done.exit_code
    everything = store.read_records(done.folder)
    records = [one for one in everything if one["kind"] == "claim"]
    if options.junit is not None:
        print(f"JUnit: {write_junit([done.folder], options.junit)}", file=stream)
    if options.markdown is not None:
        text = matrix.as_markdown(matrix.matrix_of(everything))
        print(f"Markdown: {reading.write_text(options.markdown, text)}", file=stream)
    if options.json:
        fields = ("toolchain", "claim", "worst", "reason")
        print(json.dumps([{name: one[name] for name in fields} for one in records], indent=1))
    else:
        print("\n".join(lines(records)).strip())
        print(f"records: {done.folder / store.FILE_NAME}")
    return done.exit_code


def _dry_run(plan: Conformance, stream: TextIO) -> int:
    """Say which claims would be tried, how, and how many trials that is; make no file."""
    trials = plan.trials(find_toolchains(plan.options))
    counts = {name: sum(len(job.claim.ids) for job in jobs) for name, jobs in trials.items()}
    jobs = next(iter(trials.values()), [])
    for job in jobs:
        change = f" ({job.change.name})" if job.change.name else ""
        print(f"{job.claim.group}: {', '.join(job.claim.ids)}{change}", file=stream)
    for name, count in counts.items():
        print(f"{plural(count, 'trial')} with {name}", file=stream)
    totals = {"toolchains": len(counts), "trials": sum(counts.values())}
    told = (plural(totals["toolchains"], "toolchain"), plural(totals["trials"], "trial"))
    print(f"dry run: {', '.join(told)}", file=stream)
    if plan.options.json:
        print(json.dumps({"dry_run": counts, "totals": totals}, indent=1))
    return 0


def coverage(project: Path, file: Path | None) -> int:
    """Show every feature with its claim, or the reason for none; 1 if one has neither."""
    folder = project / "validation"
    claims, _ = source.load(folder)
    reasons = source.uncovered(folder / "uncovered.toml")
    features = matrix.known_features()
    text = as_markdown(features, claims, reasons)
    if file is None:
        print(text, end="")
    else:
        print(f"Markdown: {reading.write_text(file, text)}")
    named = {one for claim in claims for one in claim.ids} | set(reasons)
    return int(any(name not in named for name in features))


def conformance(options: Options, wanted: Sequence[str]) -> int:
    """Run the claims with the looks that are ``wanted`` (of LOOKS); without one, as they are.

    Of generated claims, only the control that ignores directives is made.  Claims come in an order
    that is drawn, always the same one, so that of a run that was stopped what it tried is a sample.
    """
    options, wanted = asked.as_begun(options, wanted)
    mutants, controls, settings, sanitize = (name in wanted for name in LOOKS)

    def jobs_of(claims: Sequence[Claim]) -> list[Job]:
        drawn = list(claims)
        random.Random(0).shuffle(drawn)
        told = [looks.controls(claim) for claim in drawn] if controls else []
        jobs = [ignored for ignored, *_ in told]
        for claim in drawn:
            if mutants or settings or sanitize or not controls:
                jobs.append(Job(claim))
            jobs += looks.mutants(claim) if mutants else []
            jobs += looks.settings(claim) if settings else []
            jobs += looks.sanitized(claim) if sanitize else []
        return jobs + [one for _, *disabled in told for one in disabled]

    return _carried_out(
        Conformance(options, jobs_of, looks.IGNORED if controls else None, wanted),
        lambda records: [
            summary.summary(records), *summary.survivors(records), *summary.disagreements(records)
        ],
    )  # fmt: skip
