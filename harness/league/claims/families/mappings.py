"""Map clauses against a model of reference counts: what moves, what is present, who sees what.

The model follows 5.8.3 of version 5.2: storage is made and values are copied in when an item is
not present, copied out when its count falls to zero, and ``always`` copies whatever the count.
"""

from __future__ import annotations

from collections.abc import Iterator
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


def _each(storage: Storage, statement: str) -> str:
    return f"for (int i = 0; i < {storage.count}; ++i) {statement}"


def _code(directive: str, kind: str, modifier: str, state: str, store: Storage) -> str:
    count = STATES[state]
    expected = model(directive, kind, modifier, count)
    item, element = store.item, store.element
    clause = f"map({MODIFIERS[modifier]}{kind} : {item})"
    seen = f"int seen[{store.count}]"
    region = [
        f"  {_each(store, f'seen[i] = {element};')}",
        f"  {_each(store, f'{element} = {STORED};')}",
        "  on_host = omp_is_initial_device();",
    ]
    lines = [
        "claim.needs_separate_memory();",
        store.define,
        f"{seen} = {{}};",
        "int on_host = 1;",
        _each(store, f"{element} = {DEVICE};"),
        *[f"#pragma omp target enter data map(to : {item})"] * count,
        _each(store, f"{element} = {HOST};"),
        "auto before = league::counted();",
    ]
    extra = 4 * store.count + 4  # seen and on_host come back from the region
    if directive == "target":
        lines += [f"#pragma omp target {clause} map(from : seen, on_host)", "{", *region, "}"]
    elif directive == "data":
        lines += [
            f"#pragma omp target data {clause}",
            f"#pragma omp target map(alloc : {item}) map(from : seen, on_host)",
            "{", *region, "}",
        ]  # fmt: skip
    else:
        lines.append(f"#pragma omp target {directive} data {clause}")
        extra = 0
    size = 4 * store.count
    lines.append(f"claim.moved(before, {expected.to * size}, {expected.back * size + extra});")
    if directive == "enter":
        lines += [f"#pragma omp target map(alloc : {item}) map(from : seen, on_host)", "{"]
        lines += [*region, "}"]
    if directive == "exit":
        lines += ["#pragma omp target map(from : on_host)", "on_host = omp_is_initial_device();"]
    first = element.replace("[i]", "[0]").replace("2 + i", "2")
    lines += [
        "claim.ran(on_host);",
        _each(store, f'claim.equal("value on the host", {element}, {expected.host});'),
        'claim.equal("whether it is present", '
        f"omp_target_is_present(&{first}, omp_get_default_device()), {int(expected.present)});",
    ]
    if expected.seen is not None:
        lines.append(_each(store, f'claim.equal("value in the region", seen[i], {expected.seen});'))
    lines += [f'claim.equal("what lies beside it", {guard}, 77);' for guard in store.guards]
    if expected.present:
        lines.append(f"#pragma omp target exit data map(delete : {item})")
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
            for name, store in STORAGES.items():
                values = (directive, kind, modifier, state, name)
                code = _code(directive, kind, modifier, state, store)
                yield Cell(
                    ".".join(("map.type", *values)), since, "map", ("map.type", *values), code
                )
