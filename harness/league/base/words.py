"""Verdicts in plain words, and numbers with units; standard library only."""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Word:
    """How a verdict is shown: a symbol, a tone (for colour), a label, an explanation."""

    symbol: str
    tone: str
    label: str
    meaning: str


# Tones: fast, good, slow, doubt, trap, bad, calm.  The symbol repeats what the colour says.
WORDS: dict[str, Word] = {
    "pass": Word(
        "✓", "good", "verified", "Every check of its answer held, and it ran where it should."
    ),
    "REFERENCE": Word("◆", "good", "reference", "The time the others are held against."),
    "FASTER": Word("▲", "fast", "faster", "Beyond doubt and noise, less time than the reference."),
    "SAME": Word("=", "good", "same", "The whole interval lies within the band around 1."),
    "SLOWER": Word("▼", "slow", "slower", "Beyond doubt and noise, more time than the reference."),
    "INCONCLUSIVE": Word(
        "?", "doubt", "inconclusive", "The launches do not decide it; more launches might."
    ),
    "NO-REFERENCE": Word(
        "✓", "good", "verified, no reference", "Right, but nothing verified to compare with."
    ),
    "host-fallback": Word(
        "⌂", "trap", "host fallback", "Asked for a device, ran on the host. Its time is struck out."
    ),
    "mixed": Word(
        "⌂", "trap", "partly on the host", "Some regions ran on the host. Its time is struck out."
    ),
    "unknown": Word("⌂", "trap", "place unknown", "Nothing proves that it ran on the device."),
    "emulated": Word(
        "○", "calm", "emulated", "Ran on an emulated device: it shows the meaning, never a time."
    ),
    "disturbed": Word(
        "○", "doubt", "disturbed", "Stopped or suspended while it computed. Its time is left out."
    ),
    "wrong": Word("✗", "bad", "wrong answer", "A check failed: the error exceeds its tolerance."),
    "nan": Word("✗", "bad", "NaN", "The answer contains a NaN that the input did not."),
    "unwritten": Word("✗", "bad", "unwritten", "Part of the answer was never written."),
    "limit-hit": Word(
        "✗", "bad", "limit reached", "The solver stopped at its limit of iterations, unfinished."
    ),
    "device-error": Word(
        "✗",
        "bad",
        "device error",
        "A check of memory, races or barriers on the device found a fault.",
    ),
    "not-checked": Word("✗", "bad", "not checked", "Nothing verified the answer, so it fails."),
    "crash": Word("✗", "bad", "crash", "The process was ended by a signal."),
    "nonzero": Word("✗", "bad", "failed", "The process ended with an error code."),
    "timeout": Word("✗", "bad", "timeout", "The process did not end in time and was stopped."),
    "out-of-memory": Word("✗", "bad", "out of memory", "The problem did not fit in memory."),
    "compile-error": Word("✗", "bad", "compile error", "The compiler rejected the source."),
    "compiler-crash": Word("✗", "bad", "compiler crash", "The compiler itself failed."),
    "link-error": Word("✗", "bad", "link error", "Linking the executable failed."),
    "build-timeout": Word("✗", "bad", "build timeout", "Building took too long and was stopped."),
    "unsupported": Word(
        "–", "calm", "unsupported", "The compiler says itself that it does not implement this."
    ),
    "unavailable": Word(
        "·", "calm", "not offered", "The toolchain does not have this programming model."
    ),
    "toolchain-absent": Word("·", "calm", "toolchain absent", "The toolchain is not installed."),
    "no-device": Word("○", "calm", "no device", "Built, but no such device is in the machine."),
    "skipped": Word("○", "calm", "skipped", "The harness had a reason not to launch it."),
    "built": Word("○", "calm", "built only", "It was built and not launched in this run."),
    "accepted": Word("✗", "bad", "accepted", "The compiler accepted what it has to diagnose."),
    "unproven": Word("⌂", "trap", "unproven", "Nothing in the region told where it ran."),
    "open": Word("○", "calm", "left open", "The specification leaves it open: noted, not judged."),
    "not-run": Word("", "calm", "not in this run", "It was not selected."),
}

#: In the name of a toolchain: what follows tells a compiler that was put in the pattern's place.
COMPILER_MARK = "+"
BUILD_FAILURES = ("compile-error", "compiler-crash", "link-error", "build-timeout")
FAILURES = tuple(name for name, word in WORDS.items() if word.tone in ("bad", "trap"))


def word(verdict: str, *, expected: bool = False) -> Word:
    """Return how a verdict is shown; one nobody has heard of is shown as a failure.

    A failure that was ``expected``, a known defect, is a class of its own and no alarm.
    """
    shown = WORDS.get(verdict) or Word(
        "✗", "bad", verdict or "unknown verdict", "Not a known word."
    )
    if expected and shown.tone in ("bad", "trap"):
        return replace(shown, symbol="◇", tone="calm", label=f"expected {shown.label}")
    return shown


def shaded(shown: Word, ratio: float | None) -> Word:
    """Deepen the tone of what is several times slower than its reference."""
    if shown.tone != "slow" or ratio is None or ratio < 1.5:
        return shown
    return replace(shown, tone="slow3" if ratio >= 4 else "slow2")


def significant(value: float, digits: int = 3) -> str:
    """Return a number with so many significant digits, without an exponent where it is readable."""
    if not math.isfinite(value):
        return "unknown"
    if value == 0:
        return "0"
    if digits > 1 and 1 <= abs(value) < 10**digits - 1:  # most are, and this is the quickest way
        return f"{value:#,.{digits}g}".rstrip(".")
    magnitude = math.floor(math.log10(abs(value)))
    rounded = round(value, digits - 1 - magnitude)
    magnitude = math.floor(math.log10(abs(rounded)))
    if not -4 <= magnitude < 7:
        return f"{value:.{digits - 1}e}"
    return f"{rounded:,.{max(0, digits - 1 - magnitude)}f}"


def duration(nanoseconds: float | None) -> str:
    """Return a time with three significant digits and the unit that suits it."""
    if nanoseconds is None:
        return "unknown"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if abs(nanoseconds) >= 0.9995 * size:
            return f"{significant(nanoseconds / size)} {unit}"
    return f"{significant(nanoseconds)} ns"


def long_duration(seconds: float | None) -> str:
    """Return seconds as hours, minutes and seconds."""
    if seconds is None:
        return "unknown"
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {left} s" if minutes else f"{left} s"


def byte_size(count: float | None) -> str:
    """Return a number of bytes with the decimal unit that suits it; None is unknown."""
    if count is None:
        return "unknown"
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if abs(count) >= 0.9995 * size:
            return f"{significant(count / size)} {unit}"
    return f"{count:,.0f} B"


def memory_size(count: float | None) -> str:
    """Return an amount of memory in GiB; None is unknown."""
    return "unknown" if count is None else f"{significant(count / 2**30)} GiB"


def times(ratio: float | None) -> str:
    """Return a ratio with its multiplication sign."""
    if ratio is None:
        return "–"
    if 0.1 <= ratio < 9.995:
        return f"{ratio:.2f}×"
    return f"{significant(ratio, 2 if ratio < 0.1 else 3)}×"


def span(low: float, high: float) -> str:
    """Return an interval of ratios."""
    low_text, high_text = (f"{x:.2f}" if x < 9.995 else significant(x) for x in (low, high))
    return f"{low_text}–{high_text}"


def percent(share: float | None) -> str:
    """Return a share as a percentage; None is unknown."""
    return "unknown" if share is None else f"{significant(100 * share, 2)} %"


def table_width() -> int:
    """Return how wide a table may be: that of the terminal, at least 60 and at most 100 columns."""
    return min(max(shutil.get_terminal_size((100, 24)).columns, 60), 100)


def blocks(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table for people, in as many parts as its width needs; each has the first column."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    parts: list[list[int]] = [[]]
    for number, width in enumerate(widths[1:], 1):
        taken = widths[0] + sum(2 + widths[one] for one in parts[-1])
        if parts[-1] and taken + 2 + width > table_width():
            parts.append([])
        parts[-1].append(number)
    return [
        "\n".join(
            "  ".join([row[0].ljust(widths[0]), *(row[n].rjust(widths[n]) for n in part)]).rstrip()
            for row in rows
        )
        for part in parts
    ]


def plural(count: int, noun: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


# What Markdown would take for markup.
_SPECIAL = re.compile(r"([\\`*\[\]#|<>~$@&]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z]))")


def escape(text: str) -> str:
    """Return text that Markdown and the HTML inside it show as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
