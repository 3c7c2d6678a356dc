"""From what a process left behind to the launch record: verdict and one line of reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from league.base.error_lines import error_line
from league.base.scrub import scrub, tail, visible_in
from league.records import known_issues
from league.records.schema import Record, parse_executable_record
from league.run import plan
from league.run.launch import Outcome, Program
from league.verdicts import Verdict, judging, read

#: Of so many processes that a program left running the names are told.
_NAMED = 5
#: Variables that ask for a shape, without and with offloading; of several the smallest holds.
_ASKED: Mapping[bool, Mapping[str, tuple[str, ...]]] = {
    False: {"threads": ("OMP_NUM_THREADS",)},
    True: {
        "teams": ("OMP_NUM_TEAMS",),
        "threads": ("OMP_NUM_THREADS", "OMP_TEAMS_THREAD_LIMIT"),
    },
}

#: How much longer than its process the phases of a record may be: what clocks differ by.
_CLOCKS_SHARE, _CLOCKS_NS = 0.01, 10_000_000


def _mismatch(record: Mapping[str, Any], launch: plan.Launch, wall_ns: int) -> str:
    """Return what shows that a record is not of this launch; empty if it is.

    ``wall_ns`` is how long its process lived.
    """
    cell, variant = launch.cell, launch.cell.variant
    pairs = (
        ("benchmark", record["benchmark"], variant.benchmark),
        ("variant", record["variant"], variant.variant),
        ("model", record["model"], variant.model),
        ("class", record["class"]["letter"], cell.letter.split()[0]),
        ("precision", record["precision"], cell.precision),
        ("toolchain", record["build"]["toolchain"] or variant.toolchain, variant.toolchain),
    )
    for what, got, wanted in pairs:
        if got != wanted:
            return f"record is of {what} {got!r} instead of {wanted!r}"
    for key, value in {**cell.sets, **dict(launch.sets)}.items():
        if record["class"].get(key) != value:
            return f"the record is of {key}={record['class'].get(key)}, not {value}"
    return _more_than_happened(record, launch, wall_ns)


def _more_than_happened(record: Mapping[str, Any], launch: plan.Launch, wall_ns: int) -> str:
    """Return which samples a record has that cannot be; empty if all may."""
    samples = record["samples"]
    total = sum(sample["total"] for sample in samples)
    if total > wall_ns * (1 + _CLOCKS_SHARE) + _CLOCKS_NS:
        return f"its samples take {total / 1e9:.3g} s, and the process lived {wall_ns / 1e9:.3g} s"
    asked = dict(zip(launch.arguments, launch.arguments[1:]))
    if record["answer"] != "pass" or "--repeat" not in asked:
        return ""
    warmups = sum(bool(sample["warmup"]) for sample in samples)
    got = (len(samples) - warmups, warmups)
    wanted = (int(asked["--repeat"]), int(asked.get("--warmup", 0)))
    if got != wanted:
        told = "{} samples and {} warm-ups"
        return f"it holds {told.format(*got)}, asked for were {told.format(*wanted)}"
    return ""


def _launch_reason(outcome: Outcome, ended: Verdict, record: Mapping[str, Any] | None) -> str:
    if outcome.cannot_start:
        return outcome.cannot_start
    if ended.word == "timeout":
        return f"ended after {outcome.wall_ns / 1e9:.0f} s"
    if record is not None and record.get("reason"):
        return str(record["reason"])
    if ended.detail == "SIGILL":
        return "this processor lacks an instruction it was built with; build it with --march"
    if ended.detail:  # a signal, or a code
        return error_line(outcome.output) or "it said nothing before it ended"
    if ended.word == "out-of-memory":
        return "it needed more memory than there is"
    return ""


def _shown(record: Record, folders: Sequence[Path]) -> Record:
    """Return an executable's record with nothing in its texts that deceives or identifies."""
    clean: Record = visible_in(record)
    clean["device"]["name"] = scrub(clean["device"]["name"], folders)
    for check in clean["checks"]:
        check["name"] = scrub(check["name"], folders)
    if "reason" in clean:
        clean["reason"] = scrub(clean["reason"], folders)
    return clean


def launch_record(launch: plan.Launch, outcome: Outcome, program: Program, version: str) -> Record:
    """Return the launch record of a process that has ended; ``version`` is the compiler's.

    Whatever the process wrote, there is a record: what cannot be judged was not checked.
    """
    record, unreadable = parse_executable_record(outcome.record_text)
    unreadable = outcome.unreadable or unreadable
    if record is not None:
        record = _shown(record, program.folders)
        unreadable = _mismatch(record, launch, outcome.wall_ns)
    if unreadable:
        record = None
    judged = partial(_judged, launch, outcome, program, version)
    try:
        return judged(record, unreadable)
    except Exception as error:  # of the judge, which must not cost the launches that follow
        return judged(None, f"judging its record failed: {type(error).__name__}: {error}")


def _judged(
    launch: plan.Launch,
    outcome: Outcome,
    program: Program,
    version: str,
    record: Record | None,
    unreadable: str,
) -> Record:
    variant, folders = launch.cell.variant, program.folders
    variables = {**program.variables, **dict(launch.environment)}
    known, precision = known_issues.known(), launch.cell.precision
    issues = known_issues.matching(known, variant.names, version, precision)
    offloads = variant.offloads
    stages, reason = judging.judged(
        outcome.exit_code,
        record,
        timed_out=outcome.timed_out,
        over_memory=outcome.over_memory,
        throttled=outcome.throttled,
        offloads=offloads,
        timed=launch.mode not in (plan.CHECK, plan.EMULATED),
    )
    ended = read(stages["launch"])
    reason = unreadable or reason if ended.row.good else _launch_reason(outcome, ended, record)
    smaller = ""
    if launch.mode == plan.CHECK:
        smaller = _smaller_than_asked(variables, record, offloads=offloads)
    told = (scrub(reason, folders)[:300], smaller, _left_behind(outcome))
    reason = "; ".join(filter(None, told))
    reason = " ".join(reason.splitlines())
    right = judging.passes(stages, offloads=offloads)
    speaking = issues if (launch.usual and not launch.cell.sets) or not right else ()
    stages["expectation"] = known_issues.expectation(stages, speaking, good=right, reason=reason)
    bad = bool(judging.failure(stages, offloads=offloads))
    return {
        **_record(launch, stages, reason),
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


def _smaller_than_asked(
    variables: Mapping[str, str], record: Mapping[str, Any] | None, *, offloads: bool
) -> str:
    """Return what came instead of the teams and threads asked for; empty if all came, or unknown.

    ``variables`` are those of the environment of the process.
    """
    got = (record or {}).get("shape")
    if got is None:
        return ""
    asked = {
        what: min((n for name in names if (n := _number(variables.get(name, "")))), default=0)
        for what, names in _ASKED[offloads].items()
    }
    if all(got[what] >= count for what, count in asked.items()):
        return ""
    told = (f"{got[what]} of {count} {what}" for what, count in asked.items() if count)
    return f"smaller than asked: {', '.join(told)}"


def _number(text: str) -> int:
    """Return the number that a variable of OpenMP begins with, 0 if none."""
    first = text.partition(",")[0].strip()
    return int(first) if first.isdecimal() else 0


def _left_behind(outcome: Outcome) -> str:
    if not outcome.left:
        return ""
    names = ", ".join(dict.fromkeys(outcome.left[:_NAMED]))
    return f"it left {names} running, which was killed"


def _record(launch: plan.Launch, stages: judging.Stages, reason: str) -> Record:
    """Return the record of a launch of which no process tells more."""
    return {
        "kind": "launch",
        **launch.cell.fields(),
        "mode": launch.mode,
        "pair": launch.pair,
        "index": launch.index,
        "verdict": stages,
        "worst": judging.worst(stages, offloads=launch.cell.variant.offloads),
        "reason": reason,
        "exit_code": None,
        "wall_ns": None,
        "environment": {},
        "record": None,
        "output_tail": "",
    }


def unlaunched_record(launch: plan.Launch, reason: str, *, launch_value: str = "") -> Record:
    """Return the launch record of a process that was not started, and why."""
    stages = judging.unlaunched("ok", launch_value or str(Verdict("skipped", reason)))
    return _record(launch, stages, reason)
