"""Numbers with units and hints for people; standard library only."""

from __future__ import annotations

import difflib
import math
import re
import shutil
from collections.abc import Iterable

#: In the name of a toolchain: what follows tells a compiler that was put in the pattern's place.
COMPILER_MARK = "+"


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
    """Return a time of seconds or more: ``8 s``, ``3 min 05 s``, ``2 h 10 min``."""
    if seconds is None:
        return "unknown"
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


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


def plural(count: int, noun: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


# What Markdown would take for markup.
_SPECIAL = re.compile(r"([\\`*\[\]#|<>~$@&]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z]))")


def escape(text: str) -> str:
    """Return text that Markdown and the HTML inside it show as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


#: Characters of a name that may be meant; what is longer is no slip of the finger.
_LONGEST_NAME = 200


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown name: the names closest to it, else the first of all."""
    names = sorted(set(known))
    if len(name) > _LONGEST_NAME:
        return "names are shorter"
    folded = {other.lower(): other for other in names}
    close = [
        folded[match] for match in difflib.get_close_matches(name.lower(), list(folded), 3, 0.5)
    ]
    if close:
        return f"did you mean {' or '.join(close)}?"
    if not names:
        return "there are none"
    listed = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"known are {listed}"


#: Stands in the name of a size before the processor that only some nodes of a run have.
ON_NODE = " on "


def size_name(letter: str, sets: Iterable[tuple[str, int]]) -> str:
    """Return how a problem's size is called: ``W``, or ``W n=514 sweeps=20``."""
    return " ".join([letter, *(f"{key}={value}" for key, value in sets)])


_CLASSES = "SWABC"


def letter_rank(letter: str) -> tuple[int, str]:
    """A sort key under which classes grow."""
    return (_CLASSES.find(letter[:1]) % (len(_CLASSES) + 1), letter)


def size_words(name: str, flag: str) -> list[str]:
    """Return the words of a command line that ask for a size, of which ``flag`` is the class's."""
    letter, *sets = name.partition(ON_NODE)[0].split() or [""]
    return [*([flag, letter] if letter else []), *(word for one in sets for word in ("--set", one))]
