"""Verdicts: one value per stage, the worst one shown, and whether it reddens the run.  Pure."""

from __future__ import annotations

import signal
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from league.base import exit_codes

Verdict = dict[str, str]

GOOD = {
    "build": "ok",
    "launch": "ok",
    "answer": "pass",
    "timing": "ok",
}
# Not a fault of the suite or the compiler: shown, but the run stays green.
_HARMLESS_BUILDS = frozenset({"ok", "unsupported", "toolchain-absent", "unavailable"})
_HARMLESS_LAUNCHES = frozenset({"ok", "no-device"})


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


def skipped(reason: str) -> Verdict:
    """Return the verdict on a launch that was not made."""
    return unlaunched("ok", f"skipped({reason})")


def unlaunched(build: str, launch: str) -> Verdict:
    """Return the verdict on a cell without a process."""
    return {
        "build": build,
        "launch": launch,
        "place": "unknown",
        "answer": "not-checked",
        "timing": "ok",
        "expectation": "as-expected",
    }


def launch_stage(
    exit_code: int, *, timed_out: bool, over_memory: bool, record: dict[str, Any] | None
) -> str:
    """Return the value of the launch stage.

    ``exit_code`` is negative for a signal, as in subprocess.  A code that reports on an answer or a
    place (0, 1, 3) is a good launch if the record says the same; without a record, code 0 is still
    one (the answer is then ``not-checked``), and any other code is a failure of its own.
    """
    if timed_out:
        return "timeout"
    if over_memory or exit_code == exit_codes.DOES_NOT_FIT:
        return "out-of-memory"
    if exit_code < 0:
        return f"crash({signal_name(-exit_code)})"
    if exit_code == exit_codes.NO_DEVICE:
        return "no-device"
    if exit_code == 0:
        return "ok"
    if record is not None:
        if exit_code == exit_codes.NOT_PASSED and record["answer"] != "pass":
            return "ok"
        if exit_code == exit_codes.RAN_ON_HOST and record["place"] in (
            "host-fallback",
            "mixed",
            "host",
        ):
            return "ok"
    return f"nonzero({exit_code})"


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
    the answer itself, a check not passed, no samples, a time that is none) is refused.
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
        if all(check.get("structural") for check in checks):
            return "not-checked", "only structural checks were made"
        if not record["samples"]:
            return "not-checked", "the record says pass but holds no sample"
        if min(sample["compute"] for sample in record["samples"]) <= 0:
            return "not-checked", "the record says pass but a compute time is not above zero"
        return "pass", ""
    told = str(record.get("reason", ""))
    if answer in ("limit-hit", "device-error") and told:
        return answer, told  # it names the residual, or the finding
    if failed:
        check = failed[0]
        error, tolerance = (
            "not a number" if value is None else f"{value:.3g}"
            for value in (check["error"], check["tolerance"])
        )
        return answer, f"{check['name']}: error {error}, tolerance {tolerance}"
    return answer, told


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


def _accepted_places(offloads: bool, allow_host: bool) -> tuple[str, ...]:
    """What does not redden: an emulated device shows what a program means, though never a time."""
    if not offloads:
        return ("host",)
    on_device = ("device", "emulated")
    return (*on_device, "host-fallback", "mixed") if allow_host else on_device


def worst(verdict: Verdict, *, offloads: bool) -> str:
    """Return the value that is shown for the whole launch; ``pass`` if every stage is good."""
    for stage in ("build", "launch"):
        if verdict[stage] != "ok":
            return verdict[stage]
    answer, place = verdict["answer"], verdict["place"]
    if answer in ("wrong", "nan", "unwritten", "limit-hit", "device-error"):
        return answer
    if place in ("host-fallback", "mixed"):
        return place
    if answer != "pass":
        return answer
    if place == "emulated" or place not in _accepted_places(offloads, allow_host=False):
        return place
    return "pass" if verdict["timing"] == "ok" else verdict["timing"]


def is_right(verdict: Mapping[str, str], *, offloads: bool) -> bool:
    """Whether a launch was right where it was asked to run; of it, a time may count."""
    return (
        verdict.get("build", "ok") == "ok"
        and verdict.get("launch") == "ok"
        and verdict.get("answer") == "pass"
        and verdict.get("place") == ("device" if offloads else "host")
    )


def is_disturbed(verdict: Mapping[str, str]) -> bool:
    """Whether something outside took part in the time of a launch."""
    return verdict.get("timing") == "disturbed"


def counts(verdict: Mapping[str, str], computes: Sequence[float], *, offloads: bool) -> bool:
    """Whether a time of this launch may enter a table, plot, ratio or gate.

    The one rule: right, where it was asked to run, undisturbed, and compute times (ns; warm-ups
    left out) that are above zero.
    """
    right = is_right(verdict, offloads=offloads) and not is_disturbed(verdict)
    return right and bool(computes) and min(computes) > 0


def failure(verdict: Verdict, *, offloads: bool, allow_host: bool = False) -> str:
    """Return ``stage=value`` of the failure a verdict contains, empty if there is none.

    Expected failures are failures here; ``reddens`` takes the expectation into account.
    """
    if verdict["build"] not in _HARMLESS_BUILDS:
        return f"build={verdict['build']}"
    if verdict["build"] != "ok":
        return ""
    launch = verdict["launch"]
    if launch not in _HARMLESS_LAUNCHES and not launch.startswith("skipped("):
        return f"launch={launch}"
    if launch != "ok":
        return ""
    if verdict["answer"] != "pass":
        return f"answer={verdict['answer']}"
    if verdict["place"] not in _accepted_places(offloads, allow_host):
        return f"place={verdict['place']}"
    return ""


def reddens(verdict: Verdict, *, offloads: bool, allow_host: bool = False) -> bool:
    """Whether this verdict makes the run fail: an unexpected failure, or an unexpected pass."""
    if verdict["expectation"] == "xpass":
        return True
    if verdict["expectation"] != "as-expected":
        return False
    return bool(failure(verdict, offloads=offloads, allow_host=allow_host))
