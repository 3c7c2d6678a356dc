"""Choosing by an expression: ``benchmark=jacobi and variant~target-* and compute<1ms``.

What is not known yet is neither true nor false: a variant is left out before it has a class or a
time only if no class and no time could make the expression true.
"""

from __future__ import annotations

import fnmatch
import operator
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Optional, Union

from league.base.errors import UsageError
from league.base.scrub import short
from league.base.words import did_you_mean

#: Fields that hold text, and those that hold a time in nanoseconds.
TEXTS = ("toolchain", "benchmark", "variant", "model", "group", "class", "precision", "tag")
TIMES = ("compute", "total")
#: What a field holds: a text, several, a time in nanoseconds; None is unknown.
Value = Union[str, Collection[str], float, None]
#: Whether an expression holds of the values of fields; None if what is not known decides.
Decide = Callable[[Callable[[str], Value]], Optional[bool]]

_TOKEN = re.compile(r'\s*(?:("[^"]*")|(<=|>=|!=|!~|[()=~<>])|([^\s()=~<>!"]+))')
_TIME = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)(ns|us|µs|ms|s)")
_UNITS = {"ns": 1.0, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9}
_OF_TEXTS: dict[str, Callable[[str, str], bool]] = {
    "=": operator.eq, "!=": operator.eq, "~": fnmatch.fnmatchcase, "!~": fnmatch.fnmatchcase,
}  # fmt: skip
_OF_TIMES: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_LONGEST = 2000
_DEEPEST = 40
_SHAPE = 'write FIELD=NAME, FIELD~GLOB or compute<1ms, joined by "and", "or", "not" and brackets'


@dataclass(frozen=True)
class Expression:
    """An expression that was read; `decide` says whether something fits it."""

    decide: Decide
    fields: frozenset[str]


def parse(text: str) -> Expression:
    """Read an expression.  Raises UsageError with the word at which it makes no sense."""
    if len(text) > _LONGEST:
        raise UsageError(f"an expression has at most {_LONGEST} characters; choose by -b and -v")
    reader = _Reader(text)
    decide = reader.either(0)
    if reader.next:
        raise _wrong(reader.next)
    return Expression(decide, frozenset(reader.fields))


def _wrong(word: str) -> UsageError:
    return UsageError(f"the expression makes no sense at '{short(word, 60)}'; {_SHAPE}")


class _Reader:
    """Reads the words of an expression: "or" of "and" of tests, brackets and "not"."""

    def __init__(self, text: str) -> None:
        self.fields: set[str] = set()
        self._words: list[str] = []  # the next one last
        at = 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            if match is None:
                raise _wrong(text[at:].strip())
            self._words.insert(0, match.group().strip())
            at = match.end()

    @property
    def next(self) -> str:
        return self._words[-1] if self._words else ""

    def _take(self) -> str:
        if not self._words:
            raise UsageError(f"the expression ends too early; {_SHAPE}")
        return self._words.pop()

    def either(self, depth: int) -> Decide:
        return self._joined("or", self._both, depth)

    def _both(self, depth: int) -> Decide:
        return self._joined("and", self._one, depth)

    def _joined(self, word: str, part: Callable[[int], Decide], depth: int) -> Decide:
        parts = [part(depth)]
        while self.next == word:
            self._take()
            parts.append(part(depth))
        settled = word == "or"  # by one part of which this is true

        def decide(values: Callable[[str], Value]) -> bool | None:
            found = [one(values) for one in parts]
            if settled in found:
                return settled
            return None if None in found else not settled

        return decide

    def _one(self, depth: int) -> Decide:
        if depth > _DEEPEST:
            raise UsageError("the expression is nested too deeply; make it simpler")
        word = self._take()
        if word == "(":
            inner = self.either(depth + 1)
            if self._take() != ")":
                raise UsageError("a bracket of the expression is not closed; close it")
            return inner
        if word != "not":
            return self._test(word)
        inner = self._one(depth + 1)
        return lambda values: None if (found := inner(values)) is None else not found

    def _test(self, field: str) -> Decide:
        if field not in (*TEXTS, *TIMES):
            if not re.fullmatch(r"\w+", field):
                raise _wrong(field)
            hint = did_you_mean(field, [*TEXTS, *TIMES])
            raise UsageError(f"unknown field '{short(field, 60)}' in the expression; {hint}")
        sign = self._take()
        allowed: dict[str, Any] = _OF_TEXTS if field in TEXTS else _OF_TIMES
        if sign not in allowed:
            raise UsageError(
                f"'{field}' in the expression is followed by '{short(sign, 60)}';"
                f" write one of {' '.join(allowed)}"
            )
        word = self._take()
        wanted = _nanoseconds(word) if field in TIMES else word.strip('"')
        self.fields.add(field)

        def decide(values: Callable[[str], Value]) -> bool | None:
            value = values(field)
            if value is None:
                return None
            each = [value] if isinstance(value, (str, float, int)) else value
            return any(allowed[sign](one, wanted) for one in each) is not sign.startswith("!")

        return decide


def _nanoseconds(text: str) -> float:
    match = _TIME.fullmatch(text)
    if match is None:
        raise UsageError(f"'{short(text, 60)}' in the expression is no time; write 50us or 1.5ms")
    return float(match[1]) * _UNITS[match[2]]
