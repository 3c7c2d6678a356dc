"""Verdicts: one value per stage, the worst one shown, and whether it reddens the run.  Pure."""

from __future__ import annotations

import signal
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

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

# Exit codes of the executables (architecture.md, section 7).
EXIT_NOT_PASSED = 1
EXIT_RAN_ON_HOST = 3
EXIT_DOES_NOT_FIT = 4
EXIT_NO_DEVICE = 77

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
    if over_memory or exit_code == EXIT_DOES_NOT_FIT:
        return "out-of-memory"
    if exit_code < 0:
        return f"crash({signal_name(-exit_code)})"
    if exit_code == EXIT_NO_DEVICE:
        return "no-device"
    if exit_code == 0:
        return "ok"
    if record is not None:
        if exit_code == EXIT_NOT_PASSED and record["answer"] != "pass":
            return "ok"
        if exit_code == EXIT_RAN_ON_HOST and record["place"] in ("host-fallback", "mixed", "host"):
            return "ok"
    return f"nonzero({exit_code})"


def place_stage(
    exit_code: int, *, launch: str, offloads: bool, record: dict[str, Any] | None
) -> str:
    """Return where the timed region ran; for a model that offloads, ``host`` is a fallback."""
    if launch != "ok" or record is None:
        return "unknown"
    place = str(record["place"])
    if offloads and (place == "host" or (exit_code == EXIT_RAN_ON_HOST and place == "device")):
        return "host-fallback"
    return place


def answer_stage(record: dict[str, Any] | None, *, launch: str) -> tuple[str, str]:
    """Return the answer and, if it is not a pass, one line of reason.

    The executable judges.  Only a pass that its own record does not bear out (no checks, a check
    not passed, no samples) is refused.
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
        if not record["samples"]:
            return "not-checked", "the record says pass but holds no sample"
        return "pass", ""
    if failed:
        check = failed[0]
        error = "not a number" if check["error"] is None else f"{check['error']:.3g}"
        return answer, f"{check['name']}: error {error}, tolerance {check['tolerance']:.3g}"
    return answer, str(record.get("reason", ""))


def timing_stage(computes: Sequence[float], *, throttled: bool = False) -> tuple[str, str]:
    """Judge the compute times (ns) of one launch's repetitions, warm-ups left out.

    ``throttled``: the processor reported that it lowered its clock because of heat meanwhile.
    Noise between launches is not judged here: it is a matter of the whole cell.
    """
    if not computes:
        return "ok", ""
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
    if not offloads:
        return ("host",)
    return ("device", "host-fallback", "mixed") if allow_host else ("device",)


def worst(verdict: Verdict, *, offloads: bool) -> str:
    """Return the value that is shown for the whole launch; ``pass`` if every stage is good."""
    for stage in ("build", "launch"):
        if verdict[stage] != "ok":
            return verdict[stage]
    answer, place = verdict["answer"], verdict["place"]
    if answer in ("wrong", "nan", "unwritten"):
        return answer
    if place in ("host-fallback", "mixed"):
        return place
    if answer != "pass":
        return answer
    if place not in _accepted_places(offloads, allow_host=False):
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


def counts(verdict: Mapping[str, str], computes: Sequence[float], *, offloads: bool) -> bool:
    """Whether a time of this launch may enter a table, plot, ratio or gate.

    The one rule: right, where it was asked to run, and compute times (ns; warm-ups left out) that
    are above zero.
    """
    return is_right(verdict, offloads=offloads) and bool(computes) and min(computes) > 0


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
