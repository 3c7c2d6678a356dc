"""What the head of a claim's source file says."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from league.base.errors import UsageError
from league.records.languages import CPP, FORTRAN, LANGUAGES

#: Where a claim has to be shown: in a region on the device, on the host, or by building alone.
PLACES = ("device", "host", "build")
#: What has to happen: the program passes; the compiler rejects it; compiler, linker or runtime
#: refuse it; the runtime ends it.
EXPECTATIONS = ("pass", "rejected", "refused", "terminates")
PART_KINDS = ("object", "archive", "shared", "loaded")
#: The edition of the specification whose sections are named.
EDITION = "5.2"
_OPENMP = ("4.0", "4.5", "5.0", "5.1", "5.2", "6.0", "6.1")
#: What marks a version of OpenACC among those of OpenMP.
ACC = "acc-"
VERSIONS = (*_OPENMP, *(ACC + one for one in ("1.0", "2.0", "2.5", "2.6")))
SUFFIXES = tuple(f".{one}" for one in LANGUAGES)

_SECTION = re.compile(r"^Open(MP|ACC) (\d\.\d), (?:[56]\.\d )?section ([^:]+): (.+)$")
_KEY = re.compile(r"^([A-Z][a-z]+): ?(.*)$")
_ARROW = re.compile(r" => ?")
_DIRECTIVE = re.compile(r"#\s*pragma (omp|acc)|_Pragma|\[\[\s*omp::|!\$omp")
_ID = re.compile(r"^[A-Za-z0-9_.+*&|^<>-]+$")


@dataclass(frozen=True)
class Mutation:
    """A change of the source after which the claim must no longer hold."""

    old: str
    new: str


@dataclass(frozen=True)
class Part:
    """A further source file of the program, and how it is joined to it."""

    file: Path
    kind: str


@dataclass(frozen=True)
class Claim:
    """One conformance program and what its head says."""

    path: Path
    #: feature ids; more than one where the program reports several verdicts
    ids: tuple[str, ...]
    group: str
    since: str
    section: str
    sentence: str
    observed: str
    where: str = "device"
    expect: str = "pass"
    mutations: tuple[Mutation, ...] = ()
    #: a change after which the compiler has to diagnose the program, where the directive under test
    #: has no effect that could be observed
    contrast: Mutation | None = None
    #: why no mutant can be killed; empty if one must be
    hint: str = ""
    #: why the specification leaves it open; such a claim is observed, not judged
    open: str = ""
    #: text the build log must hold
    diagnostic: str = ""
    #: text the program must print exactly once
    prints: str = ""
    flags: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    parts: tuple[Part, ...] = ()
    seconds: float = 30.0
    #: whether the program holds a directive; without one it only calls routines
    directives: bool = True
    #: whether a program holds those of its ids that its command line names
    generated: bool = False

    @property
    def name(self) -> str:
        """The id the file is named after."""
        return self.path.stem

    @property
    def is_acc(self) -> bool:
        """Whether it is about OpenACC."""
        return self.since.startswith(ACC)

    @property
    def is_unchecked(self) -> bool:
        """Whether nobody has looked its sentence up in the specification."""
        return "(unchecked)" in self.section

    @property
    def is_compiled_only(self) -> bool:
        """Whether no program is made, since the compiler has to reject it."""
        return self.where == "build" and self.expect == "rejected"

    @property
    def mended(self) -> Mutation | None:
        """The change after which a program that has to be refused is a right one: its first."""
        negative = self.expect in ("rejected", "refused")
        return self.mutations[0] if negative and self.mutations else None

    @property
    def language(self) -> str:
        """One of `languages.LANGUAGES`."""
        return self.path.suffix[1:]


def _head(path: Path, text: str) -> list[str]:
    mark = "!" if path.suffix == f".{FORTRAN}" else "//"
    lines = []
    for line in text.splitlines():
        if not line.startswith(mark):
            break
        lines.append(line[len(mark) :].strip())
    return lines


def _fields(lines: Sequence[str]) -> tuple[str, list[tuple[str, str]]]:
    """Return the text before the first key, then keys and values.

    A line without a key goes on with the one before.
    """
    fields = [("", "")]
    for line in lines:
        match = _KEY.match(line)
        if match is not None and match.group(1) in _SETTERS:
            fields.append((match.group(1), match.group(2)))
        elif line:
            key, value = fields[-1]
            fields[-1] = (key, f"{value} {line}")
    return fields[0][1].strip(), fields[1:]


def _broken(path: Path, what: str) -> UsageError:
    return UsageError(f"{path.parent.name}/{path.name}: {what}; see validation/README.md")


def _one_of(claim: Claim, key: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise _broken(claim.path, f"{key}: {value!r} is none of {', '.join(known)}")
    return value


def _mutant(claim: Claim, value: str) -> Claim:
    halves = _ARROW.split(value)
    if len(halves) != 2 or not halves[0]:
        raise _broken(claim.path, "a mutant is written OLD => NEW")
    return replace(claim, mutations=(*claim.mutations, Mutation(halves[0], halves[1])))


def _contrast(claim: Claim, value: str) -> Claim:
    [mutation] = _mutant(replace(claim, mutations=()), value).mutations
    return replace(claim, contrast=mutation)


def _part(claim: Claim, value: str) -> Claim:
    name, _, kind = value.partition(" as ")
    file = claim.path.with_name(name)
    if not file.is_file():
        raise _broken(claim.path, f"there is no {name}")
    kind = _one_of(claim, "With", kind or "object", PART_KINDS)
    return replace(claim, parts=(*claim.parts, Part(file, kind)))


def _environment(claim: Claim, value: str) -> Claim:
    pairs = tuple((w.partition("=")[0], w.partition("=")[2]) for w in value.split())
    return replace(claim, environment=pairs)


_SETTERS: dict[str, Callable[[Claim, str], Claim]] = {
    "Observed": lambda c, v: replace(c, observed=v),
    "Where": lambda c, v: replace(c, where=_one_of(c, "Where", v, PLACES)),
    "Expect": lambda c, v: replace(c, expect=_one_of(c, "Expect", v, EXPECTATIONS)),
    "Mutant": _mutant,
    "Contrast": _contrast,
    "Hint": lambda c, v: replace(c, hint=v),
    "Open": lambda c, v: replace(c, open=v),
    "Diagnostic": lambda c, v: replace(c, diagnostic=v),
    "Prints": lambda c, v: replace(c, prints=v),
    "Flags": lambda c, v: replace(c, flags=tuple(v.split())),
    "Environment": _environment,
    "With": _part,
    "Seconds": lambda c, v: replace(c, seconds=float(v)),
}


def read(path: Path) -> Claim:
    """Read the head of a claim's file.  Raises UsageError for one that breaks the rules.

    The first line holds the ids, the next ones ``OpenMP V, section S: sentence``, then keys.  A
    twin in Fortran of a claim in C++ says only what differs.
    """
    lines = _head(path, path.read_text(encoding="utf-8"))
    if not lines or (len(lines) < 2 and path.suffix != f".{FORTRAN}"):
        raise _broken(path, "it does not begin with an id and a sentence")
    ids = tuple(lines[0].replace(",", " ").split())
    if not ids or path.stem != ids[0] or not all(_ID.match(one) for one in ids):
        raise _broken(path, "its first line has to be the id it is named after")
    text, fields = _fields(lines[1:])
    said = _SECTION.match(text)
    original = _original(path, ids) if path.suffix == f".{FORTRAN}" and not text else None
    if original is not None:
        claim = replace(original, path=path, ids=ids, group=path.parent.name, mutations=(),
                        contrast=None, parts=(), flags=(), diagnostic="", prints="")  # fmt: skip
    elif said is None or _version(said) not in VERSIONS:
        raise _broken(path, "its second line has to be 'OpenMP 5.1, section 5.8.3: the claim'")
    else:
        since, section, sentence = _version(said), said.group(3), said.group(4)
        claim = Claim(path, ids, path.parent.name, since, section, sentence, "")
    for key, value in fields:
        claim = _SETTERS[key](claim, value.strip() if key not in ("Mutant", "Contrast") else value)
    code = body(claim)
    claim = replace(claim, directives=bool(_DIRECTIVE.search(code)))
    if original is not None and not claim.mutations:
        claim = replace(claim, mutations=_in_fortran(original.mutations, code))
    if not claim.observed:
        raise _broken(path, "it does not say what is observed (Observed: ...)")
    if not claim.mutations and not claim.hint and not claim.open:
        raise _broken(path, "it has neither a mutant nor a reason for having none (Hint: ...)")
    for mutation in (*claim.mutations, *filter(None, (claim.contrast,))):
        if mutation.old not in code:
            raise _broken(path, f"its mutant's {mutation.old!r} does not occur in the code")
    return claim


def _version(said: re.Match[str]) -> str:
    return (ACC if said.group(1) == "ACC" else "") + said.group(2)


def edition(version: str) -> str:
    """Return the name of a version of a specification: ``OpenMP 5.1``, ``OpenACC 2.6``."""
    kind = "OpenACC" if version.startswith(ACC) else "OpenMP"
    return f"{kind} {version.removeprefix(ACC)}"


def _original(path: Path, ids: Sequence[str]) -> Claim:
    """Return the claim in C++ of which a file in Fortran is the twin."""
    for file in sorted(path.parent.parent.glob(f"*/{ids[0]}.{CPP}")):
        original = read(file)
        if original.ids == tuple(ids):
            return original
    raise _broken(path, f"it says no sentence, and there is no {ids[0]}.{CPP} that does")


def _in_fortran(mutations: Sequence[Mutation], code: str) -> tuple[Mutation, ...]:
    """Return the mutations of a claim in C++ that its twin can have: those that fit its code."""

    def put(text: str) -> str:
        return re.sub(r"\bfor\b", "do", text.replace("#pragma omp", "!$omp"))

    changed = [Mutation(put(one.old), put(one.new)) for one in mutations]
    return tuple(one for one in changed if one.old in code)


def body(claim: Claim) -> str:
    """Return the source behind the head."""
    lines = claim.path.read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(lines[len(_head(claim.path, "".join(lines))) :])


def mutated(claim: Claim, mutation: Mutation) -> str:
    """Return the source with the mutation made everywhere behind the head."""
    lines = claim.path.read_text(encoding="utf-8").splitlines(keepends=True)
    head = len(_head(claim.path, "".join(lines)))
    code = "".join(lines[head:]).replace(mutation.old, mutation.new)
    return "".join(lines[:head]) + code


def load(folder: Path) -> tuple[list[Claim], list[str]]:
    """Read every claim below a folder, ordered by group and name.

    A file that breaks the rules, or claims an id that another one has, costs only itself: the
    second value says what is wrong with each.
    """
    claims: list[Claim] = []
    wrong: list[str] = []
    owner: dict[tuple[str, str], Path] = {}
    for path in sorted(folder.glob("*/*")):
        if (
            path.suffix not in SUFFIXES
            or path.stem.endswith(".part")
            or path.parent.name == "probe"
        ):
            continue
        try:
            claim = read(path)
            for one in claim.ids:
                key = (one, claim.language)
                if key in owner:
                    raise _broken(path, f"{one} is claimed by {owner[key].name} already")
                owner[key] = path
        except UsageError as error:
            wrong.append(str(error))
        else:
            claims.append(claim)
    return claims, wrong
