"""The table of options: a row is a field of a dataclass, and everything else follows from it.

The parser, the value of the command line, what a run keeps and a resumed one has to agree with, the
session record, dry runs and completion are made from the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from league.base.arguments import Argument
from league.base.errors import UsageError

_ROW = "row"


def said(value: Any) -> bool:
    """Whether a value says something: zero does, an empty one does not."""
    return value is not None and value is not False and value not in ((), "")


@dataclass(frozen=True)
class Kept:
    """How a run keeps an option; one that is resumed goes on with it and takes no other value."""

    #: the part of the session record that holds it; empty is its top
    place: str = "options"
    #: what a new run takes where nothing is said: a value, or what the options make of it
    usual: Any = None
    #: what every check takes instead of what was said; empty: what is said counts there, too
    check: tuple[Any, ...] = ()
    #: whether it is recorded even if it says nothing
    always: bool = False
    #: how a command line says a value
    text: Callable[[Any], str] = str

    def agreed(self, value: Any, options: Any) -> Any:
        """Return what a new run takes of what was asked for."""
        if self.check and options.verb == "check":
            return self.check[0]
        if said(value):
            return value
        return self.usual(options) if callable(self.usual) else self.usual


@dataclass(frozen=True)
class Row:
    """An option: how it is written, which verbs have it, and what becomes of it."""

    #: how it is called among the options
    name: str
    flags: tuple[str, ...]
    #: None for what another row's flag says, too
    argument: Argument | None
    #: the argument that says it
    said_by: str
    default: Any
    #: makes the option's value of what argparse returns
    read: Callable[[Any], Any]
    #: the verbs that have it; none: all that take options
    verbs: frozenset[str]
    kept: Kept | None
    #: where it means nothing, and what to do instead
    void: Mapping[str, str]
    #: whether a saved selection may hold it
    saved: bool

    @property
    def flag(self) -> str:
        """The flag that errors name."""
        return self.flags[0]

    @property
    def word(self) -> str:
        """The long flag without its dashes."""
        return self.flags[-1].lstrip("-")

    def value(self, given: Any) -> Any:
        """Return the option's value of what argparse returned, None if it was not said."""
        return self.default if given is None else self.read(given)


def option(
    *flags: str,
    default: Any = None,
    read: Callable[[Any], Any] = lambda value: value,
    said_by: str = "",
    verbs: frozenset[str] = frozenset(),
    kept: Kept | None = None,
    void: Mapping[str, str] | None = None,
    saved: bool = False,
    group: str = "",
    fits: str | tuple[str, ...] = "",
    **settings: Any,
) -> Any:
    """Return a field of a dataclass of options, which is a row; ``settings`` are for argparse."""
    made = None if said_by else Argument(flags, settings, group, fits)
    row = Row(
        "", flags, made, said_by or (made.name if made else ""), default, read, verbs, kept,
        void or {}, saved,
    )  # fmt: skip
    return field(default=default, metadata={_ROW: row})


def rows_of(kind: type) -> Iterator[Row]:
    """Yield the rows of a dataclass of options, in their order."""
    for one in fields(kind):
        if _ROW in one.metadata:
            yield replace(one.metadata[_ROW], name=one.name)


def differs(flag: str) -> UsageError:
    """Return the error for an option that would change a run which is resumed."""
    return UsageError(
        f"--resume goes on with what the run began with, and {flag} says otherwise;"
        f" leave {flag} out or start a new run"
    )
