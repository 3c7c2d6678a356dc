"""Directives of a source text, and the text without one of them or without one of its clauses.

No compiler is asked: a directive is a line that begins as C, C++ or Fortran says, with the lines
that go on with it, an operator `_Pragma`, or an attribute of C++.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

#: A range of a text.
Range = tuple[int, int]

_IN_C = re.compile(
    r"^[ \t]*#[ \t]*pragma[ \t]+(?:omp|acc)\b(?P<line>(?:[^\n]*\\\n)*[^\n]*)"
    r'|_Pragma\("(?:omp|acc)\b(?P<operator>[^"]*)"\)'
    r"|\b(?:omp::)?(?P<kind>directive|decl)\(",
    re.MULTILINE,
)
_IN_FORTRAN = re.compile(
    r"^[ \t]*!\$(?:omp|acc)\b(?P<line>(?:[^\n]*&[ \t]*\n[ \t]*!\$(?:omp|acc)\b)*[^\n]*)",
    re.MULTILINE | re.IGNORECASE,
)
#: What goes on with a line, and what stands between two words.
_JOINT = r"(?:\\\n|&[ \t]*\n[ \t]*!\$(?:omp|acc)\b)"
_BLANK = re.compile(rf"(?:\s|{_JOINT})+", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z_]\w*")
#: What may stand behind the first word of a directive's name.
_FOLLOWING = frozenset(
    [
        "data",
        "declare",
        "distribute",
        "do",
        "enter",
        "exit",
        "for",
        "init",
        "loop",
        "masked",
        "master",
        "parallel",
        "point",
        "reduction",
        "sections",
        "simd",
        "target",
        "taskloop",
        "teams",
        "update",
        "variant",
        "workshare",
    ]
)
#: Directives whose name is one word, whatever stands behind it; and names with an argument.
_ALONE = frozenset(("atomic", "flush", "depobj", "requires", "ordered", "error", "scan"))
_WITH_ARGUMENT = frozenset(("mapper", "reduction", "variant", "simd", "target", "induction"))


@dataclass(frozen=True)
class Directive:
    """One directive: its name, where it stands, and its clauses."""

    name: str
    #: of all of it, as what is taken out where it is dropped
    span: Range
    clauses: tuple[Range, ...]
    #: what ends the construct, where that is a directive of its own
    end: Range | None = field(default=None)

    @property
    def is_end(self) -> bool:
        """Whether it ends a construct that another one began."""
        return self.name.startswith("end ")


@dataclass(frozen=True)
class Drop:
    """A text without a directive or a clause of it."""

    line: int
    #: the directive; with a clause `directive: clause`
    what: str
    text: str

    @property
    def words(self) -> set[str]:
        """What is dropped: the clause's name, or the words of the directive's."""
        directive, _, clause = self.what.partition(": ")
        return set(_WORD.findall(clause)[:1] or directive.split())


def _closing(text: str, start: int) -> int:
    """Return where the parenthesis that opens at ``start`` is closed, or the end of the text."""
    depth = 0
    for match in re.compile(r'[()]|"(?:[^"\\]|\\.)*"').finditer(text, start):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return len(text)


def _spaces(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _next(text: str, at: int) -> int:
    """Return where the next word is: a comma may stand before it."""
    at = _spaces(text, at)
    return _spaces(text, at + 1) if text[at : at + 1] == "," else at


def _items(text: str, at: int, end: int) -> Iterator[tuple[str, Range, bool]]:
    """Yield words with their ranges, arguments included, and whether there are any."""
    while word := _WORD.match(text, at := _next(text, at), end):
        behind = _spaces(text, word.end())
        given = behind < end and text[behind] == "("
        stop = min(_closing(text, behind), end) if given else word.end()
        yield word[0].lower(), (at, stop), given
        at = stop


def _directive(text: str, span: Range, inside: Range) -> Directive | None:
    items = list(_items(text, *inside))
    name: list[str] = []
    for word, _, given in items:
        follows = word in _FOLLOWING and not (name and name[0] in _ALONE)
        follows |= name in (["begin"], ["declare"], ["end"])
        if name and (not follows or (given and word not in _WITH_ARGUMENT)):
            break
        if word == "reduction" and name != ["declare"]:
            break
        name.append(word)
        if given:
            break
    if not name:
        return None
    clauses = tuple(where for _, where, _ in items[len(name) :])
    return Directive(" ".join(name), span, clauses)


def _places(text: str, *, fortran: bool) -> Iterator[tuple[Range, Range]]:
    """Yield the range of each directive, and that of what it says."""
    for match in (_IN_FORTRAN if fortran else _IN_C).finditer(text):
        if fortran or match["line"] is not None:
            yield match.span(), match.span("line")
        elif match["operator"] is not None:
            yield match.span(), match.span("operator")
        else:
            end = _closing(text, match.end() - 1)
            yield (match.start(), end), (match.end(), end - 1)


def directives(text: str, *, fortran: bool = False) -> list[Directive]:
    """Return the directives of a text, each with the one that ends it."""
    found: list[Directive] = []
    open_ones: list[int] = []
    for span, inside in _places(text, fortran=fortran):
        one = _directive(text, span, inside)
        if one is None:
            continue
        found.append(one)
        if not one.is_end:
            open_ones.append(len(found) - 1)
            continue
        for at in reversed(open_ones):
            if found[at].name.removeprefix("begin ") == one.name.removeprefix("end "):
                found[at] = Directive(found[at].name, found[at].span, found[at].clauses, span)
                del open_ones[open_ones.index(at) :]
                break
    return found


def _without(text: str, *ranges: Range) -> str:
    """Return a text without some ranges; lines stay where they are."""
    for start, end in sorted(ranges, reverse=True):
        text = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text


def _cut(text: str, where: Range) -> str:
    """Return a text without a clause and a comma beside it: what joins lines stays."""
    start, end = where
    before = re.search(rf",(?:{_BLANK.pattern})?$", text[:start], re.IGNORECASE)
    behind = re.match(rf"(?:{_BLANK.pattern})?,", text[end:], re.IGNORECASE)
    if behind:
        end += behind.end()
    elif before:
        start = before.start()
    gone = re.sub(rf"(?!{_JOINT})\S", " ", text[start:end], flags=re.IGNORECASE)
    return text[:start] + gone + text[end:]


def drops(text: str, *, fortran: bool = False) -> Iterator[Drop]:
    """Yield the text without each directive, and without each clause of each.

    What ends a construct goes with what begins it.
    """
    for one in directives(text, fortran=fortran):
        line = text.count("\n", 0, one.span[0]) + 1
        if not one.is_end:
            ranges = [one.span] + ([one.end] if one.end else [])
            yield Drop(line, one.name, _without(text, *ranges))
        for where in one.clauses:
            clause = " ".join(_BLANK.sub(" ", text[where[0] : where[1]]).split())
            yield Drop(line, f"{one.name}: {clause}", _cut(text, where))
