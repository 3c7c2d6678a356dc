"""Parameters of a problem that a command line changes from those of its class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from league.base.errors import UsageError
from league.base.scrub import short
from league.run import select

#: Parameters, each with its value.
Sets = tuple[tuple[str, int], ...]


def texts(given: Sequence[str]) -> tuple[str, ...]:
    """Return what ``--set`` was given, one text a parameter.  Raises UsageError."""
    parts = select.split(given)
    for part in parts:
        _parsed(part)
    names = [part.partition("=")[0].strip() for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--set {name} is given twice; leave one out")
    return parts


def _parsed(text: str) -> tuple[str, str, int]:
    """Return benchmark (empty: all), parameter and value.  Raises UsageError."""
    name, equals, value = (part.strip() for part in text.partition("="))
    benchmark, _, key = name.rpartition(".")
    if not (equals and key and value.isascii() and value.isdigit()):
        raise UsageError(
            f"--set: '{short(text)}' is not KEY=N or BENCHMARK.KEY=N;"
            " write --set n=512, with a whole number"
        )
    return benchmark, key, int(value)


def of_benchmark(given: Iterable[str], benchmark: str) -> Sets:
    """Return what is set for a benchmark; what names it comes before what is for all."""
    parsed = [_parsed(text) for text in given]
    for_all = {key: value for name, key, value in parsed if not name}
    own = {key: value for name, key, value in parsed if name == benchmark}
    return tuple({**for_all, **own}.items())


def check_benchmarks(given: Iterable[str], known: Iterable[str]) -> None:
    """Raise UsageError for a parameter of a benchmark that is not among those chosen."""
    known = list(known)
    for name, _, _ in map(_parsed, given):
        if name and name not in known:
            raise select.unknown("benchmark in --set", name, known)


def check(
    flag: str, asked: Iterable[tuple[str, Sequence[int]]], description: Mapping[str, Any]
) -> None:
    """Raise UsageError for a parameter that a benchmark, described by itself, does not have.

    So it does for a value that the program would refuse; old programs do not say which.
    """
    known = {key for entry in description["classes"] for key in entry}
    known -= {"letter", "resident_bytes"}
    limits = {one["name"]: one for one in description.get("parameters", ())}
    for key, values in asked:
        if key not in known:
            raise select.unknown(f"parameter of {description['benchmark']}", key, known)
        low, high, step = (limits.get(key, {}).get(name) for name in ("low", "high", "step"))
        for value in values if key in limits else ():
            if not low <= value <= high:
                raise UsageError(f"{flag} {key}={value} is outside {low} to {high}; mend it")
            if value % step:
                raise UsageError(f"{flag} {key}={value} is no multiple of {step}; mend it")
