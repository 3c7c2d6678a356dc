"""What the verbs do with claims: run them, show how it went, write the files asked for."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from league.base.progress import Progress
from league.base.words import plural
from league.claims import asked, matrix, source, summary
from league.claims import plan as looks
from league.claims.coverage import as_markdown
from league.claims.plan import Conformance, Job
from league.claims.source import Claim
from league.records import reading, store
from league.run import session
from league.run.build_folders import find_toolchains
from league.run.options import Options
from league.show.junit import write_junit

#: What may be asked of claims besides running them as they are.
LOOKS = ("mutants", "controls", "settings", "sanitize")


def check(options: Options) -> int:
    """Run the claims once with every toolchain, and return the exit code."""
    options, _ = asked.as_begun(options, ())
    plan = Conformance(options)
    if options.dry_run:
        return _dry_run(plan, options)
    done = session.carry_out(plan, options, Progress(no_color=options.no_color))
    if not done.recorded:  # interrupted before that
        return done.exit_code
    folder = done.folder
    everything = store.read_records(folder)
    records = [one for one in everything if one["kind"] == "claim"]
    told = sys.stderr if options.json else sys.stdout
    if options.junit is not None:
        print(f"JUnit: {write_junit([folder], options.junit)}", file=told)
    if options.markdown is not None:
        text = matrix.as_markdown(matrix.matrix_of(everything))
        print(f"Markdown: {reading.write_text(options.markdown, text)}", file=told)
    if options.json:
        fields = ("toolchain", "claim", "worst", "reason")
        print(json.dumps([{name: one[name] for name in fields} for one in records], indent=1))
    else:
        print(summary.summary(records))
        print(f"records: {folder / store.FILE_NAME}")
    return done.exit_code


def _dry_run(plan: Conformance, options: Options) -> int:
    """Say which claims would be tried, how, and how many trials that is; make no file."""
    stream = sys.stderr if options.json else sys.stdout
    trials = plan.trials(find_toolchains(options))
    counts = {name: sum(len(job.claim.ids) for job in jobs) for name, jobs in trials.items()}
    jobs = next(iter(trials.values()), [])
    for job in jobs:
        change = f" ({job.change.name})" if job.change.name else ""
        print(f"{job.claim.group}: {', '.join(job.claim.ids)}{change}", file=stream)
    for name, count in counts.items():
        print(f"{plural(count, 'trial')} with {name}", file=stream)
    total = sum(counts.values())
    told = f"{plural(len(counts), 'toolchain')}, {plural(total, 'trial')}"
    print(f"dry run: {told}", file=stream)
    if options.json:
        print(
            json.dumps(
                {"dry_run": counts, "totals": {"toolchains": len(counts), "trials": total}},
                indent=1,
            )
        )
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

    plan = Conformance(options, jobs_of, looks.IGNORED if controls else None, wanted)
    if options.dry_run:
        return _dry_run(plan, options)
    done = session.carry_out(plan, options, Progress(no_color=options.no_color))
    if not done.recorded:  # interrupted before that
        return done.exit_code
    folder = done.folder
    records = [one for one in store.read_records(folder) if one["kind"] == "claim"]
    told = [summary.summary(records), *summary.survivors(records), *summary.disagreements(records)]
    print("\n".join(told).strip())
    print(f"records: {folder / store.FILE_NAME}")
    return done.exit_code
