"""A verdict as a value, and the only place that turns recorded text into it and back."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from league.verdicts.table import Word, word


@dataclass(frozen=True)
class Verdict:
    """A word of the table, its detail (a signal, a code, a reason) and where it ran."""

    word: str
    detail: str = ""
    #: a word of stage `place`; empty where the verdict is of no launch
    place: str = ""

    def __str__(self) -> str:
        """Return the text that records hold: ``crash(SIGSEGV)``."""
        return f"{self.word}({self.detail})" if self.detail else self.word

    @property
    def row(self) -> Word:
        """What the table says of its word."""
        return word(self.word)


@functools.lru_cache(maxsize=4096)
def read(text: str, place: str = "") -> Verdict:
    """Return the verdict that a record's text says: ``xfail(reason)``, ``pass``."""
    name, bracket, rest = text.partition("(")
    return Verdict(name, rest[:-1] if bracket else "", place)


def defect_in(expectation: str) -> str:
    """Return the known defect that a recorded expectation names, empty if it names none."""
    seen = read(expectation)
    return (seen.detail or "a known defect") if seen.word == "xfail" else ""
