"""The words of a command line, each declared once: how it is written, what it means, what fits."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

_SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
_LONGEST_S = 1e7


@dataclass(frozen=True)
class Argument:
    """A word of a command line: an option by its flags, or a name by its place."""

    flags: tuple[str, ...]
    #: what argparse is to know of it
    settings: dict[str, Any] = field(default_factory=dict)
    #: the heading under which the help shows it
    group: str = ""
    #: which words a shell completes: the words, or the name of a set in `commands._complete`
    fits: str | tuple[str, ...] = ""
    #: of those that bear the same word here, one may be given
    alone: str = ""

    @property
    def name(self) -> str:
        """What it is called in the namespace that argparse returns."""
        word = str(self.settings.get("dest") or self.flags[-1])
        return word.lstrip("-").replace("-", "_")


def argument(
    *flags: str,
    group: str = "",
    fits: str | tuple[str, ...] = "",
    alone: str = "",
    **settings: Any,
) -> Argument:
    """Return a declaration; ``settings`` are those of argparse."""
    return Argument(flags, settings, group, fits, alone)


def add(parser: argparse.ArgumentParser, arguments: Iterable[Argument]) -> None:
    """Add declared arguments to a parser, each under its heading."""
    places: dict[tuple[str, str], argparse._ActionsContainer] = {("", ""): parser}
    for one in arguments:
        if (one.group, "") not in places:
            places[one.group, ""] = parser.add_argument_group(one.group)
        if (one.group, one.alone) not in places:
            holder = places[one.group, ""]
            places[one.group, one.alone] = holder.add_mutually_exclusive_group()
        action = places[one.group, one.alone].add_argument(*one.flags, **one.settings)
        action.fits = one.fits  # type: ignore[attr-defined]


def count(least: int) -> Callable[[str], int]:
    """Return what reads a whole number that is at least so large."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of {least} or more")
        return value

    return read


def share(text: str) -> float:
    """Return the share that a word such as ``2%`` means."""
    match = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?) ?%", text)
    value = float(match.group(1)) / 100.0 if match else 0.0
    if not 0.0 < value <= 1.0:
        raise argparse.ArgumentTypeError(f"'{text}' is no share of a time such as 2%")
    return value


def date(text: str) -> str:
    """Return a word such as ``2026-11`` or ``2026-11-21``."""
    if not re.fullmatch(r"\d{4}(-\d\d){0,2}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no date as 2026-11 or 2026-11-21")
    return text


def duration(text: str) -> float:
    """Return the seconds that a word such as ``25m`` means."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    value = float(match.group(1)) * _SECONDS[match.group(2)] if match else 0.0
    if not 0.0 < value < _LONGEST_S:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time as 90s, 25m or 2h")
    return value
