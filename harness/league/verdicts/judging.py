"""Judging: a value per stage, the worst one shown, and whether it reddens the run.  Pure."""

from __future__ import annotations

import math
import signal
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.base import exit_codes
from league.verdicts.table import GOOD_OF, word
from league.verdicts.value import Verdict, read

#: The answer of a launch whose device found a fault, which weighs more than how it ended.
DEVICE_ERROR = "device-error"
#: What a record holds: the text of a verdict for each stage.
Stages = dict[str, str]


#: Phases that clocks of the system saw take longer or shorter by more than both of these were
#: disturbed: the process was stopped, the machine suspended, the clock set.
DISTURBED_NS = 500_000_000
DISTURBED_SHARE = 0.2

#: A compute phase below this many nanoseconds is of the order of the clock and the call around it.
TOO_SHORT_NS = 20_000
#: Relative median absolute deviation of the repetitions above which a launch is noisy.
NOISY = 0.2


def signal_name(number: int) -> str:
    """Return the name of a signal, ``signal 99`` if it has none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def unlaunched(build: str, launch: str) -> Stages:
    """Return the stages of a cell without a process."""
    judged = {"build": build, "launch": launch, "place": "unknown", "answer": "not-checked"}
    return {**judged, "timing": GOOD_OF["timing"], "expectation": GOOD_OF["expectation"]}


def launch_stage(
    exit_code: int, *, timed_out: bool, over_memory: bool, record: dict[str, Any] | None
) -> Verdict:
    """Return the value of the launch stage.

    ``exit_code`` is negative for a signal, as in subprocess.  A code that reports on an answer or a
    place (0, 1, 3) is a good launch if the record says the same; without a record, code 0 is still
    one (the answer is then ``not-checked``), and any other code is a failure of its own.
    """
    if timed_out:
        return Verdict("timeout")
    if over_memory or exit_code == exit_codes.DOES_NOT_FIT:
        return Verdict("out-of-memory")
    if exit_code < 0:
        return Verdict("crash", signal_name(-exit_code))
    if exit_code == exit_codes.NO_DEVICE:
        return Verdict("no-device")
    if exit_code == 0 or (record is not None and _speaks(exit_code, record)):
        return Verdict("ok")
    return Verdict("nonzero", str(exit_code))


def _speaks(exit_code: int, record: Mapping[str, Any]) -> bool:
    """Whether a code speaks of an answer or a place that the record has, too."""
    if exit_code == exit_codes.NOT_PASSED:
        return bool(record["answer"] != "pass")
    place = str(record["place"])
    return exit_code == exit_codes.RAN_ON_HOST and (place == "host" or word(place).fell_back)


def place_stage(
    exit_code: int, *, launch: str, offloads: bool, record: dict[str, Any] | None
) -> str:
    """Return where the timed region ran; for a model that offloads, ``host`` is a fallback."""
    if launch != "ok" or record is None:
        return "unknown"
    place = str(record["place"])
    if offloads and (
        place == "host" or (exit_code == exit_codes.RAN_ON_HOST and place == "device")
    ):
        return "host-fallback"
    return place


def answer_stage(record: dict[str, Any] | None, *, launch: str) -> tuple[str, str]:
    """Return the answer and, if it is not a pass, one line of reason.

    The executable judges.  Only a pass that its own record does not bear out (no checks, none of
    the answer itself, a check not passed or whose numbers say otherwise, no samples, a time that is
    none) is refused.
    """
    if record is None or launch != "ok":
        return "not-checked", ""
    answer = str(record["answer"])
    checks: list[dict[str, Any]] = record["checks"]
    failed = [check for check in checks if not check["passed"]]
    if answer == "pass":
        if not checks:
            return "not-checked", "the record says pass but lists no check"
        if failed:
            return "not-checked", f"the record says pass but check {failed[0]['name']} did not"
        if doubt := next(filter(None, map(_doubt, checks)), ""):
            return "not-checked", f"the record says pass but {doubt}"
        if all(check.get("structural") for check in checks):
            return "not-checked", "only structural checks were made"
        if not record["samples"]:
            return "not-checked", "the record says pass but holds no sample"
        if min(sample["compute"] for sample in record["samples"]) <= 0:
            return "not-checked", "the record says pass but a compute time is not above zero"
        return "pass", ""
    reason = str(record.get("reason", ""))
    if answer in ("limit-hit", DEVICE_ERROR) and reason:
        return answer, reason  # it names the residual, or the finding
    if failed:
        check = failed[0]
        error, tolerance = (
            "not a number" if value is None else f"{value:.3g}"
            for value in (check["error"], check["tolerance"])
        )
        return answer, f"{check['name']}: error {error}, tolerance {tolerance}"
    return answer, reason


def _doubt(check: Mapping[str, Any]) -> str:
    """Return why the numbers of a check that passed do not say so, empty if they do."""
    error, tolerance = check["error"], check["tolerance"]
    for what, value in (("error", error), ("tolerance", tolerance)):
        if value is None or not math.isfinite(value) or value < 0:
            return f"check {check['name']} has the {what} {value}, which is none"
    if error > tolerance:
        return f"check {check['name']} has error {error:.3g}, tolerance {tolerance:.3g}"
    return ""


def counted(record: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """Return the samples of an executable's record that are no warm-ups."""
    samples: Sequence[Mapping[str, Any]] = record["samples"] if record is not None else ()
    return [sample for sample in samples if not sample["warmup"]]


def disturbance(samples: Iterable[Mapping[str, Any]]) -> str:
    """Return what disturbed a sample, empty if nothing did or nothing tells.

    A sample may say how often the process was stopped meanwhile, and how long its compute phase
    took by the time of day (``wall``) and by a clock that runs on in suspension (``boot``).
    """
    for sample in samples:
        if (sample.get("stops") or 0) > 0 or (sample.get("stopped") or 0) > 0:
            return "the process was stopped while it computed"
        compute = sample["compute"]
        allowed = max(DISTURBED_NS, DISTURBED_SHARE * compute)
        for clock in ("wall", "boot"):
            seen = sample.get(clock)
            if seen is not None and abs(seen - compute) > allowed:
                return f"compute took {compute / 1e9:.3g} s, by another clock {seen / 1e9:.3g} s"
    return ""


def timing_stage(
    samples: Sequence[Mapping[str, Any]], *, throttled: bool = False
) -> tuple[str, str]:
    """Judge the compute times of one launch's repetitions, warm-ups left out.

    ``throttled``: the processor reported that it lowered its clock because of heat meanwhile.
    Noise between launches is not judged here: it is a matter of the whole cell.
    """
    if not samples:
        return "ok", ""
    disturbed = disturbance(samples)
    if disturbed:
        return "disturbed", disturbed
    computes = [float(sample["compute"]) for sample in samples]
    middle = statistics.median(computes)
    if middle < TOO_SHORT_NS:
        return "too-short", f"compute takes {middle / 1000:.3g} us, below {TOO_SHORT_NS // 1000} us"
    if throttled:
        return "throttled", "the processor lowered its clock because of heat"
    spread = statistics.median([abs(value - middle) for value in computes]) / middle
    if spread > NOISY:
        return "noisy", f"repetitions spread by {spread:.0%} of their median"
    return "ok", ""


def judged(
    exit_code: int,
    record: dict[str, Any] | None,
    *,
    timed_out: bool,
    over_memory: bool,
    throttled: bool,
    offloads: bool,
    timed: bool,
) -> tuple[Stages, str]:
    """Return the stages of a process that has ended, and why it is not good as its record has it.

    What was expected of it is left to whoever knows the known defects.
    """
    ended = launch_stage(exit_code, timed_out=timed_out, over_memory=over_memory, record=record)
    place = place_stage(exit_code, launch=ended.word, offloads=offloads, record=record)
    answer, reason = answer_stage(record, launch=ended.word)
    timing, doubt = GOOD_OF["timing"], ""
    if timed and answer == "pass":
        timing, doubt = timing_stage(counted(record), throttled=throttled)
    if not reason and record is not None and offloads and place != "device":
        reason = str(record.get("reason") or f"the timed region ran on: {place}")
    stages = {**unlaunched("ok", str(ended)), "place": place, "answer": answer, "timing": timing}
    return stages, reason or doubt


def worst(stages: Mapping[str, str], *, offloads: bool) -> str:
    """Return the text that is shown for the whole launch; ``pass`` if every stage is good."""
    if stages["answer"] == DEVICE_ERROR:
        return DEVICE_ERROR
    for stage in ("build", "launch"):
        if stages[stage] != "ok":
            return stages[stage]
    answer, place = stages["answer"], stages["place"]
    if answer == "not-checked" and word(place).fell_back:
        return place
    if answer != "pass":
        return answer
    if place == "emulated" or not STRICT.accepts(place, offloads=offloads):
        return place
    return "pass" if stages["timing"] == "ok" else stages["timing"]


def is_right(stages: Mapping[str, str], *, offloads: bool) -> bool:
    """Whether a launch was right where it was asked to run; of it, a time may count."""
    return (
        stages.get("build", "ok") == "ok"
        and stages.get("launch") == "ok"
        and stages.get("answer") == "pass"
        and stages.get("place") == ("device" if offloads else "host")
    )


def passes(stages: Mapping[str, str], *, offloads: bool) -> bool:
    """Whether a launch was right, on an emulated device, too, of which no time counts."""
    place = "device" if stages.get("place") == "emulated" else stages.get("place", "")
    return is_right({**stages, "place": place}, offloads=offloads)


def is_disturbed(stages: Mapping[str, str]) -> bool:
    """Whether something outside took part in the time of a launch."""
    return not word(stages.get("timing") or "ok").good


def counts(stages: Mapping[str, str], computes: Sequence[float], *, offloads: bool) -> bool:
    """Whether a time of this launch may enter a table, plot, ratio or gate.

    The one rule: right, where it was asked to run, undisturbed, and compute times (ns; warm-ups
    left out) that are above zero.
    """
    right = is_right(stages, offloads=offloads) and not is_disturbed(stages)
    return right and bool(computes) and min(computes) > 0


@dataclass(frozen=True)
class Judge:
    """What a session asks of its launches, made once of its options: where they may run."""

    #: whether what is to be on a device may fall back to the host
    allow_host: bool = False

    @property
    def mandatory(self) -> bool:
        """Whether what is to be on a device has to be there."""
        return not self.allow_host

    def accepts(self, place: str, *, offloads: bool) -> bool:
        """What does not redden: also an emulated device, which shows what a program means."""
        if not offloads:
            return place == "host"
        return place in ("device", "emulated") or (self.allow_host and word(place).fell_back)

    def failure(self, stages: Mapping[str, str], *, offloads: bool) -> str:
        """Return ``stage=value`` of the failure that stages contain, empty if there is none.

        Expected failures are failures here; ``reddens`` takes the expectation into account.
        """
        if stages["answer"] == DEVICE_ERROR:
            return f"answer={DEVICE_ERROR}"
        for stage in ("build", "launch"):
            row = read(stages[stage]).row
            if row.name != "ok":
                return f"{stage}={stages[stage]}" if row.failed else ""
        if stages["answer"] != "pass":
            return f"answer={stages['answer']}"
        if not self.accepts(stages["place"], offloads=offloads):
            return f"place={stages['place']}"
        return ""

    def reddens(self, stages: Mapping[str, str], *, offloads: bool) -> bool:
        """Whether a verdict makes the run fail: an unexpected failure, or an unexpected pass."""
        expectation = read(stages["expectation"]).row
        return bool(self.failure(stages, offloads=offloads)) if expectation.good else (
            expectation.failed
        )  # fmt: skip


#: The judge of a session that says nothing else.
STRICT = Judge()
failure, reddens = STRICT.failure, STRICT.reddens


def judge_of(session: Mapping[str, Any]) -> Judge:
    """Return the judge of a session by its record."""
    return Judge(bool((session.get("options") or {}).get("allow_host")))
