"""Choosing by an expression: ``benchmark=jacobi and variant~target-* and compute<1ms``.

What is not known yet is neither true nor false: a variant is left out before it has a class or a
time only if no class and no time could make the expression true.
"""

from __future__ import annotations

import difflib
import fnmatch
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Union

from league.base.errors import UsageError
from league.base.scrub import short

#: Fields that hold text, and those that hold a time in nanoseconds.
TEXTS = ("toolchain", "benchmark", "variant", "model", "group", "class", "precision", "tag")
TIMES = ("compute", "total")
#: What a field holds: a text, several, a time in nanoseconds; None is unknown.
Value = Union[str, Collection[str], float, None]
Values = Callable[[str], Value]

_TOKEN = re.compile(r'\s*(?:("[^"]*")|(<=|>=|!=|!~|[()=~<>])|([^\s()=~<>!"]+))')
_TIME = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)(ns|us|µs|ms|s)")
_UNITS = {"ns": 1.0, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9}
_OF_TEXTS, _OF_TIMES = ("=", "!=", "~", "!~"), ("<", "<=", ">", ">=")
_LONGEST = 2000
_DEEPEST = 40
_SHAPE = 'write FIELD=NAME, FIELD~GLOB or compute<1ms, joined by "and", "or", "not" and brackets'


@dataclass(frozen=True)
class Expression:
    """An expression that was read; `decide` says whether something fits it."""

    text: str
    _tree: _Node

    def decide(self, values: Values) -> bool | None:
        """Return whether it holds; None if that depends on what is not known."""
        return self._tree.decide(values)

    def asks_for(self, fields: Collection[str]) -> bool:
        """Whether it speaks of one of these fields."""
        return bool(self._tree.fields() & set(fields))


class _Node:
    def decide(self, values: Values) -> bool | None:
        raise NotImplementedError

    def fields(self) -> set[str]:
        raise NotImplementedError


@dataclass(frozen=True)
class _Not(_Node):
    inner: _Node

    def decide(self, values: Values) -> bool | None:
        found = self.inner.decide(values)
        return None if found is None else not found

    def fields(self) -> set[str]:
        return self.inner.fields()


@dataclass(frozen=True)
class _Join(_Node):
    parts: tuple[_Node, ...]
    every: bool  # and; else or

    def decide(self, values: Values) -> bool | None:
        found = [part.decide(values) for part in self.parts]
        if (not self.every) in found:
            return not self.every
        return None if None in found else self.every

    def fields(self) -> set[str]:
        return set().union(*(part.fields() for part in self.parts))


@dataclass(frozen=True)
class _Test(_Node):
    field: str
    operator: str
    text: str
    number: float = 0.0

    def fields(self) -> set[str]:
        return {self.field}

    def decide(self, values: Values) -> bool | None:
        value = values(self.field)
        if value is None:
            return None
        if isinstance(value, (int, float)):
            return {
                "<": value < self.number,
                "<=": value <= self.number,
                ">": value > self.number,
                ">=": value >= self.number,
            }[self.operator]
        texts = [value] if isinstance(value, str) else value
        globs = self.operator.endswith("~")
        hit = any(
            fnmatch.fnmatchcase(one, self.text) if globs else one == self.text for one in texts
        )
        return hit is not self.operator.startswith("!")


def parse(text: str) -> Expression:
    """Read an expression.  Raises UsageError with the word at which it makes no sense."""
    if len(text) > _LONGEST:
        raise UsageError(f"an expression has at most {_LONGEST} characters; choose by -b and -v")
    words = _Words(_tokens(text))
    tree = _either(words, 0)
    if words.next:
        raise _wrong(words.next)
    return Expression(text, tree)


class _Words:
    def __init__(self, words: list[str]) -> None:
        self._words, self._at = words, 0

    @property
    def next(self) -> str:
        return self._words[self._at] if self._at < len(self._words) else ""

    def take(self) -> str:
        word = self.next
        if not word:
            raise UsageError(f"the expression ends too early; {_SHAPE}")
        self._at += 1
        return word


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise _wrong(text[at:].strip())
        found.append(match.group().strip())
        at = match.end()
    return found


def _wrong(word: str) -> UsageError:
    return UsageError(f"the expression makes no sense at '{short(word, 60)}'; {_SHAPE}")


def _either(words: _Words, depth: int) -> _Node:
    parts = [_both(words, depth)]
    while words.next == "or":
        words.take()
        parts.append(_both(words, depth))
    return parts[0] if len(parts) == 1 else _Join(tuple(parts), every=False)


def _both(words: _Words, depth: int) -> _Node:
    parts = [_one(words, depth)]
    while words.next == "and":
        words.take()
        parts.append(_one(words, depth))
    return parts[0] if len(parts) == 1 else _Join(tuple(parts), every=True)


def _one(words: _Words, depth: int) -> _Node:
    if depth > _DEEPEST:
        raise UsageError("the expression is nested too deeply; make it simpler")
    word = words.take()
    if word == "not":
        return _Not(_one(words, depth + 1))
    if word == "(":
        inner = _either(words, depth + 1)
        if words.take() != ")":
            raise UsageError("a bracket of the expression is not closed; close it")
        return inner
    return _test(word, words)


def _test(field: str, words: _Words) -> _Node:
    if field not in (*TEXTS, *TIMES):
        if not re.fullmatch(r"\w+", field):
            raise _wrong(field)
        near = difflib.get_close_matches(field, [*TEXTS, *TIMES], 1)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join((*TEXTS, *TIMES))}"
        raise UsageError(f"unknown field '{short(field, 60)}' in the expression; {hint}")
    operator = words.take()
    allowed = _OF_TEXTS if field in TEXTS else _OF_TIMES
    if operator not in allowed:
        raise UsageError(
            f"'{field}' in the expression takes {' '.join(allowed)}, not '{short(operator, 60)}'"
        )
    value = words.take()
    if field in TEXTS:
        return _Test(field, operator, value.strip('"'))
    match = _TIME.fullmatch(value)
    if match is None:
        raise UsageError(f"'{short(value, 60)}' in the expression is no time such as 50us or 1.5ms")
    return _Test(field, operator, value, float(match[1]) * _UNITS[match[2]])
