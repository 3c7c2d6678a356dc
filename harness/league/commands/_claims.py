"""What the verbs do with claims: run them, show how it went, write the files asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from league.base.words import plural
from league.claims import coverage as covered
from league.claims import matrix, source, summary
from league.claims.plan import Conformance
from league.records import reading, store
from league.run import session
from league.run.build_folders import find_toolchains
from league.run.options import Options
from league.show.junit import write_junit_of


def carry_out(options: Options, looks: Sequence[str] = ()) -> int:
    """Run the claims, with the ``looks`` that are wanted; show how it went and write the files.

    Returns the exit code.
    """
    plan = Conformance(options, looks)
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
        print(
            f"JUnit: {write_junit_of([reading.read_run(done.folder)], options.junit)}", file=stream
        )
    if options.markdown is not None:
        text = matrix.as_markdown(matrix.matrix_of(everything))
        print(f"Markdown: {reading.write_text(options.markdown, text)}", file=stream)
    if options.json:
        fields = ("toolchain", "claim", "worst", "reason")
        print(json.dumps([{name: one[name] for name in fields} for one in records], indent=1))
    else:
        lines = [summary.summary(records)]
        if options.verb == "conformance":
            lines += [*summary.survivors(records), *summary.disagreements(records)]
        print("\n".join(lines).strip())
        print(f"records: {done.folder / store.FILE_NAME}")
    return done.exit_code


def _dry_run(plan: Conformance, stream: TextIO) -> int:
    """Say which claims would be tried, how, and how many trials that is; make no file."""
    trials = plan.trials(find_toolchains(plan.options))
    counts = {name: sum(len(one.claim.ids) for one in every) for name, every in trials.items()}
    for one in next(iter(trials.values()), []):
        change = f" ({one.change.name})" if one.change.name else ""
        print(f"{one.claim.group}: {', '.join(one.claim.ids)}{change}", file=stream)
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
    reasons = covered.uncovered(folder / "uncovered.toml")
    features = matrix.known_features()
    text = covered.as_markdown(features, claims, reasons)
    if file is None:
        print(text, end="")
    else:
        print(f"Markdown: {reading.write_text(file, text)}")
    named = {one for claim in claims for one in claim.ids} | set(reasons)
    return int(any(name not in named for name in features))
