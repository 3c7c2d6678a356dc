"""What the verbs do with claims: run them, show how it went, write the files asked for."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from league.base.progress import Progress
from league.claims import matrix
from league.claims import plan as looks
from league.claims.matrix import name_of
from league.claims.plan import Conformance, Job
from league.claims.source import Claim
from league.records import reading, store
from league.run.options import Options
from league.show.junit import write_junit

Record = dict[str, Any]


def check(options: Options) -> int:
    """Run the claims once with every toolchain, and return the exit code."""
    session = Conformance(options, Progress(no_color=options.no_color))
    if options.dry_run:
        for claim in session.claims:
            print(f"{claim.group}: {', '.join(claim.ids)}")
        return 0
    folder = session.run()
    records = [one for one in store.read_records(folder) if one["kind"] == "claim"]
    told = sys.stderr if options.json else sys.stdout
    if options.junit is not None:
        print(f"JUnit: {write_junit([folder], options.junit)}", file=told)
    if options.markdown is not None:
        text = matrix.as_markdown(matrix.matrix_of(records))
        print(f"Markdown: {reading.write_text(options.markdown, text)}", file=told)
    if options.json:
        fields = ("toolchain", "claim", "worst", "reason")
        print(json.dumps([{name: one[name] for name in fields} for one in records], indent=1))
    else:
        print(summary(records))
        print(f"records: {folder / store.FILE_NAME}")
    return session.exit_code


def summary(records: Sequence[Record]) -> str:
    """Return a line per toolchain: how many claims ended how."""
    lines = []
    for toolchain in dict.fromkeys(one["toolchain"] for one in records):
        mine = [one for one in records if one["toolchain"] == toolchain and not one["change"]]
        counts = Counter(one["worst"].partition("(")[0] for one in mine)
        told = ", ".join(f"{count} {worst}" for worst, count in counts.most_common())
        lines.append(f"{toolchain}: {told}")
    return "\n".join(lines)


def conformance(
    options: Options, *, mutants: bool, controls: bool, settings: bool, sanitize: bool
) -> int:
    """Run the claims with the looks asked for; without one, as they are."""
    session = Conformance(options, Progress(no_color=options.no_color))

    def jobs_of(_: Any, claims: Sequence[Claim]) -> list[Job]:
        jobs: list[Job] = []
        for claim in claims:
            if settings or sanitize or not (mutants or controls):
                jobs.append(Job(claim))
            jobs += looks.mutants(claim) if mutants else []
            jobs += looks.controls(claim) if controls else []
            jobs += looks.settings(claim) if settings else []
            jobs += looks.sanitized(claim) if sanitize else []
        return jobs

    folder = session.run(jobs_of)
    records = [one for one in store.read_records(folder) if one["kind"] == "claim"]
    told = [summary(records), *survivors(records), *disagreements(records)]
    print("\n".join(told).strip())
    print(f"records: {folder / store.FILE_NAME}")
    return session.exit_code


def survivors(records: Sequence[Record]) -> list[str]:
    """Return a line per change: how many claims it turned, and which ones it did not."""
    lines = []
    for toolchain in dict.fromkeys(one["toolchain"] for one in records):
        mine = [one for one in records if one["toolchain"] == toolchain]
        kinds = dict.fromkeys(one["change"].rstrip("0123456789 ") for one in mine if one["change"])
        for kind in kinds:
            if kind.startswith(("setting", "sanitized")):
                continue
            changed = [one for one in mine if one["change"].startswith(kind)]
            if kind != "mutant":  # what is about the host may hold without a device
                changed = [one for one in changed if one["where"] == "device"]
            good = ("pass", "skipped") if kind == "mutant" else ("pass",)
            alive = [one for one in changed if one["worst"] in good]
            names = ", ".join(f"{name_of(one)} ({one['change']})" for one in alive)
            killed = len(changed) - len(alive)
            # A change that the compiler refuses says less than one that runs and is caught.
            refused = sum(one["verdict"]["build"] not in ("ok", "skipped") for one in changed)
            share = f"{100 * killed / len(changed):.0f} %" if changed else "none"
            lines.append(
                f"{toolchain}, {kind}: {killed} of {len(changed)} fail as they must ({share});"
                f" {refused} of them do not build"
            )
            if alive:
                lines.append(f"  still good: {names}")
    return lines


def disagreements(records: Sequence[Record]) -> list[str]:
    """Return which claims end otherwise under another setting, or under the sanitizers."""
    plain = {(one["toolchain"], name_of(one)): one for one in records if not one["change"]}
    lines = []
    for one in records:
        if not one["change"].startswith(("setting", "sanitized")):
            continue
        usual = plain.get((one["toolchain"], name_of(one)))
        if usual is not None and usual["worst"] != one["worst"]:
            lines.append(
                f"{one['toolchain']}, {name_of(one)}: {usual['worst']}, {one['change']}: "
                f"{one['worst']} ({one['reason'][:80]})"
            )
    return lines
