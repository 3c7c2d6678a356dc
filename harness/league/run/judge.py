"""From what a process left behind to the launch record: verdict and one line of reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from league.base.scrub import scrub, tail
from league.records import known_issues, verdict
from league.records.schema import Record, parse_executable_record
from league.run import plan
from league.run.launch import Outcome


def _mismatch(record: Mapping[str, Any], launch: plan.Launch) -> str:
    """Return what shows that a record is not of this launch; empty if it is."""
    cell = launch.cell
    pairs = (
        ("benchmark", record["benchmark"], cell.benchmark),
        ("variant", record["variant"], cell.variant),
        ("class", record["class"]["letter"], cell.letter),
        ("precision", record["precision"], cell.precision),
        ("toolchain", record["build"]["toolchain"] or cell.toolchain, cell.toolchain),
    )
    for what, got, wanted in pairs:
        if got != wanted:
            return f"record is of {what} {got!r} instead of {wanted!r}"
    return ""


def _launch_reason(outcome: Outcome, stage: str, record: Mapping[str, Any] | None) -> str:
    if outcome.cannot_start:
        return outcome.cannot_start
    if stage == "timeout":
        return f"ended after {outcome.wall_ns / 1e9:.0f} s"
    if record is not None and record.get("reason"):
        return str(record["reason"])
    if stage.startswith(("crash(", "nonzero(")):
        said = outcome.output.strip().splitlines()
        if said:
            return said[-1].strip()
        return "it said nothing before it ended"
    if stage == "out-of-memory":
        return "it needed more memory than there is"
    return ""


def _computes(record: Mapping[str, Any] | None) -> list[float]:
    samples: Sequence[Mapping[str, Any]] = record["samples"] if record is not None else ()
    return [float(sample["compute"]) for sample in samples if not sample["warmup"]]


def launch_record(
    launch: plan.Launch,
    outcome: Outcome,
    *,
    variables: Mapping[str, str],
    issues: Sequence[known_issues.KnownIssue],
    folders: Sequence[Path] = (),
) -> Record:
    """Return the launch record of a process that has ended.

    ``issues`` are the known issues of its cell, ``folders`` what is cut from paths in its output.
    """
    offloads = launch.cell.offloads
    record, unreadable = parse_executable_record(outcome.record_text)
    if record is not None:
        unreadable = _mismatch(record, launch)
        if unreadable:
            record = None
    stage = verdict.launch_stage(
        outcome.exit_code,
        timed_out=outcome.timed_out,
        over_memory=outcome.over_memory,
        record=record,
    )
    place = verdict.place_stage(outcome.exit_code, launch=stage, offloads=offloads, record=record)
    answer, answer_reason = verdict.answer_stage(record, launch=stage)
    timing, timing_reason = "ok", ""
    if launch.mode != plan.CHECK and answer == "pass":
        timing, timing_reason = verdict.timing_stage(_computes(record), throttled=outcome.throttled)
    stages = {
        "build": "ok",
        "launch": stage,
        "place": place,
        "answer": answer,
        "timing": timing,
        "expectation": "as-expected",
    }
    stages["expectation"] = known_issues.expectation(
        stages, issues, good=verdict.is_right(stages, offloads=offloads)
    )
    bad = bool(verdict.failure(stages, offloads=offloads))
    reason = _launch_reason(outcome, stage, record)
    if stage == "ok":
        reason = unreadable or answer_reason or _place_reason(record, place, offloads)
        reason = reason or timing_reason
    return {
        **_named(launch, stages),
        "reason": scrub(reason, folders).replace("\n", " ")[:300],
        "exit_code": outcome.exit_code,
        "wall_ns": outcome.wall_ns,
        "environment": {
            name: scrub(value, folders)
            for name, value in sorted(variables.items())
            if name != "PATH"
        },
        "record": record,
        "output_tail": tail(scrub(outcome.output, folders)) if bad else "",
    }


def _named(launch: plan.Launch, stages: verdict.Verdict) -> Record:
    return {
        "kind": "launch",
        **launch.cell.fields(),
        "mode": launch.mode,
        "pair": launch.pair,
        "index": launch.index,
        "verdict": stages,
        "worst": verdict.worst(stages, offloads=launch.cell.offloads),
    }


def _place_reason(record: Mapping[str, Any] | None, place: str, offloads: bool) -> str:
    if record is None or not offloads or place == "device":
        return ""
    return str(record.get("reason") or f"the timed region ran on: {place}")


def unlaunched_record(
    launch: plan.Launch, reason: str, *, build: str = "ok", launch_value: str = ""
) -> Record:
    """Return the launch record of a process that was not started, and why."""
    stages = verdict.unlaunched(build, launch_value or f"skipped({reason})")
    return {
        **_named(launch, stages),
        "reason": reason,
        "exit_code": None,
        "wall_ns": None,
        "environment": {},
        "record": None,
        "output_tail": "",
    }
