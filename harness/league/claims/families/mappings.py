"""Map clauses against a model of reference counts: what moves, what is present, who sees what.

What a claim does is said once, for every language that can write it down.

The model follows 5.8.3 of version 5.2: storage is made and values are copied in when an item is
not present, copied out when its count falls to zero, and ``always`` copies whatever the count.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from league.claims.families.cell import Cell


@dataclass(frozen=True)
class Storage:
    """A kind of list item: its definition, how a clause names it, its elements."""

    define: str
    item: str
    count: int
    element: str  # of index i
    guards: tuple[str, ...] = ()
    begin: str = ""  # statements that give the guards their values
    is_counted: bool = True  # nothing but the elements is moved with it


STORAGES = {
    "scalar": Storage("int x;", "x", 1, "x"),
    "array": Storage("int a[8];", "a", 8, "a[i]"),
    "section": Storage(
        "int a[8] = {77, 77, 0, 0, 0, 0, 77, 77};", "a[2 : 4]", 4, "a[2 + i]",
        ("a[0]", "a[1]", "a[6]", "a[7]"),
    ),
    "member": Storage(
        "struct { int before, x, after; } s = {77, 0, 77};", "s.x", 1, "s.x",
        ("s.before", "s.after"),
    ),
    "pointer": Storage("int memory[8]; int* p = memory;", "p[0 : 8]", 8, "p[i]"),
}  # fmt: skip
MODIFIERS = {"none": "", "always": "always, ", "close": "close, ", "present": "present, "}
#: Directive: map types it takes.
TYPES = {
    "target": ("to", "from", "tofrom", "alloc"),
    "data": ("to", "from", "tofrom", "alloc"),
    "enter": ("to", "alloc"),
    "exit": ("from", "release", "delete"),
}
#: How often the item is mapped before.
STATES = {"absent": 0, "present": 1, "twice": 2}

# Values: what the host holds when the directive comes, what the device holds if it has the item,
# and what the region stores.
HOST, DEVICE, STORED = 3, 2, 5
#: What lies beside an item, before and after.
GUARD = 77


@dataclass(frozen=True)
class Expected:
    """What the model says."""

    seen: int | None  # by the region; None: undefined, or there is no region
    host: int
    present: bool
    to: int  # copies of the item
    back: int


def model(directive: str, kind: str, modifier: str, count: int) -> Expected:
    """Return what one directive does to an item that is mapped ``count`` times."""
    always = modifier == "always"
    if directive == "exit":
        if count == 0:
            return Expected(None, HOST, False, 0, 0)
        left = 0 if kind == "delete" else count - 1
        copied = kind == "from" and (left == 0 or always)
        return Expected(None, DEVICE if copied else HOST, left > 0, 0, int(copied))
    copied_in = kind in ("to", "tofrom") and (count == 0 or always)
    seen = HOST if copied_in else DEVICE if count else None
    if directive == "enter":
        return Expected(seen, HOST, True, int(copied_in), 0)
    copied_out = kind in ("from", "tofrom") and (count == 0 or always)
    host = STORED if copied_out else HOST
    return Expected(seen, host, count > 0, int(copied_in), int(copied_out))


@dataclass(frozen=True)
class Language:
    """How a language writes down what a claim does."""

    storages: Mapping[str, Storage]
    #: definitions, and that the claim begins
    head: str
    omp: str
    #: a loop over so many elements, and the index in it
    loop: str
    index: str
    first: int
    call: str
    end: str
    #: what a region holds
    region: str
    #: what a region of data holds
    data: str
    counted: str
    #: 1 if an element is present, otherwise 0
    present: str


CPP = Language(
    STORAGES,
    head="claim.needs_separate_memory();\n{define}\nint seen[{count}] = {{}};\nint on_host = 1;",
    omp="#pragma omp ", loop="for (int i = 0; i < {}; ++i) {}", index="[i]", first=0,
    call="claim.", end=";", region="{{\n{}\n}}", data="{{\n{}\n}}",
    counted="auto before = league::counted();",
    present="omp_target_is_present(&{}, omp_get_default_device())",
)  # fmt: skip


def code(
    language: Language, ident: str, directive: str, kind: str, modifier: str, state: str, name: str
) -> str:
    """Return the inside of a claim, whose id says all of it."""
    store, count = language.storages[name], STATES[state]
    expected = model(directive, kind, modifier, count)
    item, element, seen = store.item, store.element, "seen" + language.index

    def each(statement: str) -> str:
        return language.loop.format(store.count, statement)

    def put(target: str, value: object) -> str:
        return f"{target} = {value}{language.end}"

    def call(routine: str, *given: object) -> str:
        return f"{language.call}{routine}({', '.join(map(str, given))}){language.end}"

    def omp(directive: str, *clauses: str) -> str:
        return " ".join((f"{language.omp}target {directive}".rstrip(), *clauses))

    def region(clauses: str, *body: str) -> str:
        held = textwrap.indent("\n".join(body), "  ")
        return f"{omp('', clauses)}\n{language.region.format(held)}"

    clause = f"map({MODIFIERS[modifier]}{kind} : {item})"
    on_host = put("on_host", "omp_is_initial_device()")
    defined = expected.seen is not None  # what is not is not read
    looks = [each(put(seen, element))] * defined + [each(put(element, STORED)), on_host]
    back = f"map(from : {'seen, ' * defined}on_host)"
    look = region(f"map(alloc : {item}) {back}", *looks)
    size = 4 * store.count
    own = size * defined + 4 if directive in ("target", "data") else 0  # these come back, too
    first = language.present.format(re.sub(r"\bi\b", str(language.first), element))
    # Otherwise who never mapped it would be right as well.
    there = call("equal", '"whether it is present while it is mapped"', first, 1)
    lines = [
        language.head.format(define=store.define, count=store.count, id=ident) + store.begin,
        each(put(element, DEVICE)),
        *[omp("enter data", f"map(to : {item})")] * count,
        each(put(element, HOST)),
        *([there] if directive == "exit" and count else []),
        language.counted,
    ]
    if directive == "target":
        lines.append(region(f"{clause} {back}", *looks))
    elif directive == "data":
        lines += [omp("data", clause), language.data.format(f"{there}\n{look}")]
    else:
        lines.append(omp(f"{directive} data", clause))
    if store.is_counted:
        lines.append(call("moved", "before", expected.to * size, expected.back * size + own))
    if directive == "enter":
        lines.append(look)
    if directive == "exit":
        lines.append(region("map(from : on_host)", on_host))
    lines += [
        call("ran", "on_host"),
        each(call("equal", '"value on the host"', element, expected.host)),
        call("equal", '"whether it is present"', first, int(expected.present)),
    ]
    if defined:
        lines.append(each(call("equal", '"value in the region"', seen, expected.seen)))
    lines += [call("equal", '"what lies beside it"', guard, GUARD) for guard in store.guards]
    if expected.present:
        lines.append(omp("exit data", f"map(delete : {item})"))
    return "\n".join(lines) + "\n"


def cells() -> Iterator[Cell]:
    """Yield the claims ``map.type.<directive>.<type>.<modifier>.<state>.<storage>``."""
    for directive, kind in ((one, kind) for one, kinds in TYPES.items() for kind in kinds):
        for modifier, (state, count) in product(MODIFIERS, STATES.items()):
            if modifier == "present" and count == 0:
                continue  # it has to terminate: claims of their own
            if count == 2 and directive != "exit":
                continue
            since = {"present": "5.1", "close": "5.0"}.get(modifier, "4.5")
            for name in STORAGES:
                values = (directive, kind, modifier, state, name)
                ident = ".".join(("map.type", *values))
                text = code(CPP, ident, *values)
                yield Cell(ident, since, "map", ("map.type", *values), text)
