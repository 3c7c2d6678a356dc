"""Twins in Fortran of map clauses and reductions: the same ids, model and values.

What is legal and what has to come out is said once, in `mappings` and `reductions`; here is only
how it is written in Fortran.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from league.claims.families import mappings, reductions
from league.claims.families.cell import Cell
from league.claims.families.mappings import DEVICE, HOST, STORED, Storage
from league.records.languages import FORTRAN

#: The storages of `mappings`, elements counted from 1.
STORAGES = {
    "scalar": Storage("integer, target :: x", "x", 1, "x"),
    "array": Storage("integer, target :: a(8)", "a", 8, "a(i)"),
    "section": Storage(
        "integer, target :: a(8)", "a(3:6)", 4, "a(2 + i)", ("a(1)", "a(2)", "a(7)", "a(8)")
    ),
    "member": Storage(
        "type :: three\n  integer :: before, x, after\nend type\ntype(three), target :: s",
        "s%x", 1, "s%x", ("s%before", "s%after"),
    ),
    "pointer": Storage(
        "integer, target :: memory(8)\ninteger, pointer :: p(:)", "p(1:8)", 8, "p(i)"
    ),
}  # fmt: skip
_GUARD = 77
_LOGICAL = {True: ".true.", False: ".false."}


def _each(storage: Storage, statement: str) -> list[str]:
    return [f"do i = 1, {storage.count}", f"  {statement}", "end do"]


def _map_code(
    ident: str, directive: str, kind: str, modifier: str, state: str, storage: str
) -> str:
    store, count = STORAGES[storage], mappings.STATES[state]
    expected = mappings.model(directive, kind, modifier, count)
    item, element = store.item, store.element
    clause = f"map({mappings.MODIFIERS[modifier]}{kind} : {item})"
    held = f"map(alloc : {item})"
    region = [
        *(f"  {line}" for line in _each(store, f"seen(i) = {element}")),
        *(f"  {line}" for line in _each(store, f"{element} = {STORED}")),
        "  on_host = omp_is_initial_device()",
        "!$omp end target",
    ]
    lines = [
        store.define,
        f"integer :: seen({store.count}), i",
        "logical :: on_host",
        "type(counted) :: before",
        f'call begin("{ident}")',
        "if (lacks_separate_memory()) return",
        *(["p => memory"] if storage == "pointer" else []),
        *[f"{guard} = {_GUARD}" for guard in store.guards],
        "seen = 0",
        "on_host = .true.",
        *_each(store, f"{element} = {DEVICE}"),
        *[f"!$omp target enter data map(to : {item})"] * count,
        *_each(store, f"{element} = {HOST}"),
        "before = count_now()",
    ]
    back = 4 * store.count + 4  # seen and on_host come back from the region
    if directive == "target":
        lines += [f"!$omp target {clause} map(from : seen, on_host)", *region]
    elif directive == "data":
        lines += [f"!$omp target data {clause}"]
        lines += [f"!$omp target {held} map(from : seen, on_host)", *region]
        lines.append("!$omp end target data")
    else:
        lines.append(f"!$omp target {directive} data {clause}")
        back = 0
    size = 4 * store.count
    if storage != "pointer":  # its descriptor moves, too
        lines.append(f"call moved(before, {expected.to * size}, {expected.back * size + back})")
    if directive == "enter":
        lines += [f"!$omp target {held} map(from : seen, on_host)", *region]
    if directive == "exit":
        lines += ["!$omp target map(from : on_host)", "on_host = omp_is_initial_device()"]
        lines.append("!$omp end target")
    first = element.replace("2 + i", "3").replace("(i)", "(1)")
    lines += [
        "call ran(on_host)",
        *_each(store, f'call equal("value on the host", {element}, {expected.host})'),
        'call equal("whether it is present", &',
        f"  is_present(c_loc({first})), {_LOGICAL[expected.present]})",
    ]
    if expected.seen is not None:
        lines += _each(store, f'call equal("value in the region", seen(i), {expected.seen})')
    lines += [f'call equal("what lies beside it", {guard}, {_GUARD})' for guard in store.guards]
    if expected.present:
        lines.append(f"!$omp target exit data map(delete : {item})")
    return "\n".join(lines) + "\n"


def map_cells() -> Iterator[Cell]:
    """Yield the twins of ``map.type.<directive>.<type>.<modifier>.<state>.<storage>``."""
    yield from _twins(mappings.cells(), "map.type", _map_code)


_TYPES = {
    "schar": "integer(int8)", "short": "integer(int16)", "int": "integer",
    "llong": "integer(int64)", "float": "real", "double": "real(real64)",
}  # fmt: skip
# Operator: how it is written, start, the i-th value, the fold of `r` and `v`, as in `reductions`.
_OPERATORS = {
    "+": ("+", "3", "merge(2, merge(-1, 0, mod(i, 7) == 0), mod(i, 5) == 0)", "r + v"),
    "-": ("-", "3", "merge(2, merge(-1, 0, mod(i, 7) == 0), mod(i, 6) == 0)", "r - v"),
    "*": ("*", "3", "merge(2, 1, mod(i, 20) == 7)", "r * v"),
    "&": (
        "iand", "111", "ieor(ieor(127, merge(33, 0, i == 41)), merge(8, 0, i == 88))", "iand(r, v)"
    ),
    "|": ("ior", "1", "merge(16, 0, i == 17) + merge(4, 0, i == 63)", "ior(r, v)"),
    "^": ("ieor", "42", "mod(i, 64)", "ieor(r, v)"),
    "&&": (".and.", ".true.", "i /= 57", "r .and. v"),
    "||": (".or.", ".false.", "i == 57", "r .or. v"),
    "min": ("min", "50", "90 - mod(i * 37, 83)", "min(r, v)"),
    "max": ("max", "11", "mod(i * 37, 83) - 20", "max(r, v)"),
}  # fmt: skip

_RED_CODE = """\
integer, parameter :: n = 96
{type} :: values(0 : n - 1), v, r, expected
integer :: i, on_host
call begin("{id}")
do i = 0, n - 1
  values(i) = {value}
end do
r = {start}
expected = {start}
do i = 0, n - 1
  v = values(i)
  expected = {host}
end do
on_host = 1
!$omp {construct} map(to : values) map(from : on_host) map(tofrom : r) &
!$omp   reduction({op} : r) private(v)
do i = 0, n - 1
  v = values(i)
  r = {fold}
  if (i == 0) on_host = device_mark
end do
call ran(on_host)
call equal("result", r, expected)
"""


def _red_code(ident: str, construct: str, op: str, type_name: str) -> str:
    written, start, value, fold = _OPERATORS[op]
    directive, _ = reductions.CONSTRUCTS[construct]
    kind = "logical" if op in ("&&", "||") else _TYPES[type_name]
    return _RED_CODE.format(
        id=ident, type=kind, value=value, start=start, fold=fold, op=written,
        host=fold.replace("r,", "expected,").replace("r ", "expected ", 1),
        construct=directive.replace(" for", " do"),
    )  # fmt: skip


def red_cells() -> Iterator[Cell]:
    """Yield the twins of ``red.<construct>.<operator>.<type>`` whose type Fortran has."""
    spelled = {name: op for op, (name, *_) in reductions.OPERATORS.items()}

    def code(ident: str, construct: str, name: str, type_name: str) -> str:
        op = spelled[name]
        if type_name not in _TYPES or (op in ("&&", "||") and type_name != "int"):
            return ""
        return _red_code(ident, construct, op, type_name)

    yield from _twins(reductions.cells(), "red", code)


def _twins(originals: Iterator[Cell], family: str, code: Callable[..., str]) -> Iterator[Cell]:
    for one in originals:
        text = code(one.id, *one.values[1:])
        if text:
            values = (f"{family} in Fortran", *one.values[1:])
            yield Cell(one.id, one.since, "fortran", values, text, language=FORTRAN)
