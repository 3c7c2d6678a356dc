"""Runs a built claim and judges what it told."""

from __future__ import annotations

import contextlib
import re
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base.error_lines import error_line
from league.base.scrub import scrub, tail, visible_in
from league.claims.build import PLAIN, Change, Kit, Outcome
from league.claims.source import Claim
from league.records.schema import parse_object
from league.run.launch import Launcher, Program
from league.run.launch import Outcome as LaunchOutcome
from league.verdicts import Verdict, judging, read

#: Set for every claim; decision 0014 tells why.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "4",
    "OMP_DYNAMIC": "false",
    "KMP_TEAMS_THREAD_LIMIT": "64",
    "MALLOC_PERTURB_": "128",
    "GPU_EMULATOR_DEVICES": "2",
}
#: What is known of an id of which a program said nothing.
_SILENCE: Mapping[str, Any] = {
    "answer": "", "reason": "", "place": "unknown", "devices": None, "launches": None, "checks": [],
}  # fmt: skip


@dataclass(frozen=True)
class Judged:
    """Verdict of one id of a claim on one toolchain: a value per stage, and the worst."""

    id: str
    build: str
    launch: str
    place: str
    answer: str
    worst: str
    reason: str = ""
    checks: tuple[Mapping[str, Any], ...] = ()
    output: str = ""
    log: str = ""
    devices: int | None = None
    launches: int | None = None

    @property
    def passed(self) -> bool:
        """Whether the claim was shown to hold, where it has to."""
        return self.worst == "pass"

    @property
    def fails(self) -> bool:
        """Whether it was shown not to hold."""
        return not self.passed and read(self.worst).row.judged


#: Whose failure it is: what the compiler made of a directive (with the runtime it calls by
#: itself), a routine of the runtime or a runtime that stops itself, or the same where the runtime
#: is not that of the headers; or the claim's, whose sentence nobody has looked up.
COMPILER, RUNTIME, INSTALLATION, CLAIM = "compiler", "runtime", "installation", "claim"
#: Whose failures say nothing about conformance.
EXCUSED = (INSTALLATION, CLAIM)
_RUNTIME_STOPPED = re.compile(r"Assertion failure at kmp_|^libgomp: ", re.MULTILINE)
_ROUTINE_MISSING = re.compile(r"undefined (reference to|symbol)\W+omp_\w+")


def blame(claim: Claim, judged: Judged, mismatch: str) -> str:
    """Say whose failure a verdict is; empty for one that is none.

    ``mismatch`` is that of the `Kit`.
    """
    if not judged.fails:
        return ""
    if claim.is_unchecked:
        return CLAIM
    if judged.build == "ok":
        of_runtime = not claim.directives or bool(_RUNTIME_STOPPED.search(judged.output))
    else:
        of_runtime = judged.build == "link-error" and bool(_ROUTINE_MISSING.search(judged.log))
    if not of_runtime:
        return COMPILER
    return INSTALLATION if mismatch else RUNTIME


@dataclass(frozen=True)
class Ended:
    """A claim's process that has ended, and the records it wrote."""

    outcome: LaunchOutcome
    lines: tuple[dict[str, Any], ...]

    @property
    def told(self) -> set[str]:
        """The ids of which it said something."""
        return {str(line["id"]) for line in self.lines if "id" in line}


#: Ends of a build that are a refusal, by what a claim expects.
_REFUSALS = {"rejected": ("compile-error",), "refused": ("compile-error", "link-error")}


def unbuilt(claim: Claim, outcome: Outcome, mended: Outcome | None = None) -> list[Judged]:
    """Judge a claim by its build alone: one that failed, or one that had to.

    ``mended`` is the build of the right program beside it: who refuses that one as well has not
    refused the fault.
    """
    verdict = outcome.verdict
    answer, worst, reason = "not-checked", verdict, outcome.reason
    if claim.expect == "rejected" and verdict == "ok":
        answer, worst = "wrong", "accepted"
        reason = "the compiler accepted what it had to diagnose"
    elif verdict in _REFUSALS.get(claim.expect, ()):
        if mended is not None and mended.verdict != "ok":
            worst = mended.verdict
            reason = f"the mended program is refused as well: {mended.reason}"[:300]
        elif claim.diagnostic and claim.diagnostic not in outcome.log:
            answer, worst = "wrong", "wrong"
            reason = f"the compiler did not say {claim.diagnostic!r}"
        else:
            answer, worst, reason = "pass", "pass", ""
    if claim.open:
        worst, reason = "open", claim.open
    return by_build(claim, outcome, answer, worst, reason, tail(outcome.log))


def by_build(
    claim: Claim, outcome: Outcome, answer: str, worst: str, reason: str, log: str = ""
) -> list[Judged]:
    """Return the verdict of a claim that was built and not run."""
    launched = str(Verdict("skipped", "not run"))
    return [
        Judged(name, outcome.verdict, launched, "build", answer, worst, reason, log=log)
        for name in claim.ids
    ]


def not_run(name: str) -> Judged:
    """Judge an id whose program was built where there is no device to run it."""
    return Judged(name, "ok", "no-device", "unknown", "not-checked", "no-device")


#: How much longer a program may take on an emulated device.
_OF_EMULATED = 4.0


def seconds(kit: Kit, claim: Claim) -> float:
    """Return how long a launch may take."""
    return claim.seconds * (_OF_EMULATED if kit.emulated else 1.0)


def launch(
    launcher: Launcher,
    kit: Kit,
    claim: Claim,
    program: Path,
    change: Change = PLAIN,
    words: Sequence[str] = (),
) -> Ended:
    """Run a program; the variables of the claim win over the kit's, those of a change over all."""
    variables = {**ENVIRONMENT, "OMP_TARGET_OFFLOAD": "MANDATORY", **kit.variables}
    variables.update(claim.environment)
    variables.update(change.environment)
    started = Program(
        (str(program),),
        {name: value for name, value in variables.items() if value != "-"},
        record_variable="LEAGUE_CLAIM_RECORD",
        unset=tuple(name for name, value in variables.items() if value == "-"),
        cwd=program.parent,  # libraries of its parts lie beside it
        launcher=kit.launcher,
    )
    outcome = launcher.start(started, words, timeout_s=seconds(kit, claim))
    lines: list[dict[str, Any]] = []
    for text in outcome.record_text.split("\n"):
        with contextlib.suppress(ValueError):  # the process ended in the middle of it
            lines.append(visible_in(parse_object(text, "claim_line")))
    return Ended(outcome, tuple(lines))


#: Exit codes of a claim that are answers: it holds, it does not, it is on the host, nothing to see.
_ANSWERS = (0, 1, 3, 77)


def _launch_stage(outcome: LaunchOutcome) -> Verdict:
    if outcome.exit_code in _ANSWERS and not outcome.timed_out:
        return Verdict("ok")
    return judging.launch_stage(
        outcome.exit_code, timed_out=outcome.timed_out, over_memory=outcome.over_memory, record=None
    )


def judge(
    claim: Claim, outcome: Outcome, ended: Ended, *, folder: Path, offload: bool
) -> list[Judged]:
    """Judge a run, id by id."""
    said, lines = ended.outcome.output, ended.lines
    output = tail(scrub(said, (folder,)))
    judged = []
    for one in claim.ids:
        wanted = "" if len(claim.ids) == 1 else one
        told = next((line for line in reversed(lines) if line["id"] in (wanted, one)), _SILENCE)
        launched, place, answer, reason = _stages(claim, ended.outcome, told)
        doubt = _doubt(outcome, told) if (place, answer) == ("device", "pass") else ""
        if doubt and claim.where == "device" and claim.expect == "pass":
            place, reason = "unproven", doubt
        worst = _worst(claim, launched, place, answer, offload=offload)
        silent = bool(claim.diagnostic) and claim.diagnostic not in outcome.log
        if outcome.verdict == "ok" and silent and claim.expect != "refused":
            worst, reason = "wrong", f"the compiler did not say {claim.diagnostic!r}"
        if answer == "pass" and claim.prints and said.count(claim.prints) != 1:
            times = said.count(claim.prints)
            worst, answer, reason = "wrong", "wrong", f"{claim.prints!r} was printed {times} times"
        if claim.open and worst not in ("skipped", "host-fallback"):
            worst, reason = "open", claim.open
        judged.append(
            Judged(
                one,
                outcome.verdict,
                str(launched),
                place,
                answer,
                worst,
                reason,
                tuple(told["checks"]),
                output if worst != "pass" else "",
                tail(outcome.log) if worst != "pass" else "",
                told["devices"],
                told["launches"],
            )
        )
    return judged


def _stages(
    claim: Claim, outcome: LaunchOutcome, told: Mapping[str, Any]
) -> tuple[Verdict, str, str, str]:
    """Return how the launch ended, where it was, its answer, and the reason."""
    launched, place, reason = _launch_stage(outcome), told["place"], told["reason"]
    ends = claim.expect in ("terminates", "refused")
    if told["answer"] == "skipped" and (ends or launched.row.good):
        return Verdict("skipped", reason), place, "not-checked", reason
    if ends:
        return _terminated(launched, outcome, told)
    if not launched.row.good:
        return launched, place, "not-checked", error_line(outcome.output)[:300]
    if told is _SILENCE:
        ended = Verdict("nonzero", str(outcome.exit_code))
        return ended, place, "not-checked", "it ended without a verdict"
    failed = next((check for check in told["checks"] if not check["passed"]), None)
    if failed is not None and told["answer"] == judging.DEVICE_ERROR:
        reason = str(failed["observed"])  # what the checks of an emulated device found
    elif failed is not None:
        reason = f"{failed['name']}: {failed['observed']}, expected {failed['expected']}"
    return launched, place, told["answer"], reason


def _doubt(outcome: Outcome, told: Mapping[str, Any]) -> str:
    """Say why the word of a region that it ran on the device is not believed; empty if it is."""
    if outcome.regions is False:
        return "the regions say 'device', and the program holds no call of a target region"
    if told["launches"] == 0:
        return "the regions say 'device', and the runtime launched nothing"
    return ""


#: How runtimes, and the loader where a device's code lacks a function, begin the message with which
#: they end a program.
LAST_WORDS = re.compile(
    r"^\s*(\S+: symbol lookup error: |\S*omptarget (fatal )?error|omptarget message"
    r"|\S*PluginInterface\S* error|libgomp: |OMP: Error #\d+: (?!Assertion)|FATAL ERROR: "
    r"|Fatal error: |ACC: |ERROR: OpenMP)",
    re.IGNORECASE | re.MULTILINE,
)


def _terminated(
    launched: Verdict, outcome: LaunchOutcome, told: Mapping[str, Any]
) -> tuple[Verdict, str, str, str]:
    """The program must have come to the point, and the runtime must have ended it there.

    An error termination shows a message and does not look like success (5.2, section 8.5).
    """
    code = outcome.exit_code
    good = Verdict("ok")
    if told["answer"] == "survived":
        return good, told["place"], "wrong", str(told["reason"])
    if told["answer"] == "pass" and launched.row.good:  # here it need not end
        return good, told["place"], "pass", ""
    if told["answer"] != "armed":
        return launched, "unknown", "not-checked", "it never came to the point where it has to end"
    if launched.word == "timeout":
        return launched, told["place"], "not-checked", "it hangs where it has to end"
    if -code in (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL):
        return launched, told["place"], "wrong", "it crashed instead of being ended by the runtime"
    if code == 0:
        return good, told["place"], "wrong", "it ended as if it had succeeded"
    if not LAST_WORDS.search(outcome.output):
        return good, told["place"], "wrong", "it ended without a message of the runtime"
    return good, "device", "pass", ""


def _worst(claim: Claim, launched: Verdict, place: str, answer: str, *, offload: bool) -> str:
    if launched.word == "skipped":
        return "host-fallback" if offload and place == "host" else "skipped"
    if not launched.row.good:
        return str(launched)
    if answer != "pass":
        return answer
    if claim.where == "device" and claim.expect == "pass" and place != "device":
        return "host-fallback" if place == "host" else place
    return "pass"
