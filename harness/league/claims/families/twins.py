"""Twins in Fortran of map clauses and reductions: the same ids, model and values.

What is legal and what has to come out is said once, in `mappings` and `reductions`; here is only
how it is written in Fortran.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from league.claims.families import mappings, reductions
from league.claims.families.cell import Cell
from league.claims.families.mappings import Storage
from league.records.languages import FORTRAN

#: The storages of `mappings`, elements counted from 1.
_STORAGES = {
    "scalar": Storage("integer, target :: x", "x", 1, "x"),
    "array": Storage("integer, target :: a(8)", "a", 8, "a(i)"),
    "section": Storage(
        "integer, target :: a(8)", "a(3:6)", 4, "a(2 + i)", ("a(1)", "a(2)", "a(7)", "a(8)"),
        begin="\na = 77",
    ),
    "member": Storage(
        "type :: three\n  integer :: before, x, after\nend type\ntype(three), target :: s",
        "s%x", 1, "s%x", ("s%before", "s%after"), begin="\ns = three(77, 0, 77)",
    ),
    "pointer": Storage(  # its descriptor moves, too
        "integer, target :: memory(8)\ninteger, pointer :: p(:)", "p(1:8)", 8, "p(i)",
        begin="\np => memory", is_counted=False,
    ),
}  # fmt: skip
_FORTRAN = mappings.Language(
    _STORAGES,
    head="{define}\ninteger :: seen({count}), i\nlogical :: on_host\ntype(counted) :: before\n"
    'call begin("{id}")\nif (lacks_separate_memory()) return\nseen = 0\non_host = .true.',
    omp="!$omp ", loop="do i = 1, {}\n  {}\nend do", index="(i)", first=1, call="call ", end="",
    region="{}\n!$omp end target", data="{}\n!$omp end target data",
    counted="before = count_now()", present="merge(1, 0, is_present(c_loc({})))",
)  # fmt: skip


def map_cells() -> Iterator[Cell]:
    """Yield the twins of ``map.type.<directive>.<type>.<modifier>.<state>.<storage>``."""
    yield from _twins(mappings.cells(), "map.type", partial(mappings.code, _FORTRAN))


_TYPES = {
    "schar": "integer(int8)", "short": "integer(int16)", "int": "integer",
    "llong": "integer(int64)", "float": "real", "double": "real(real64)",
}  # fmt: skip
# Operator by its name in `reductions`: how it is written, and the rest as there.
_OPERATORS = {
    "add": ("+", "3", "merge(2, merge(-1, 0, mod(i, 7) == 0), mod(i, 5) == 0)", "r + v"),
    "sub": ("-", "3", "merge(2, merge(-1, 0, mod(i, 7) == 0), mod(i, 6) == 0)", "r - v"),
    "mul": ("*", "3", "merge(2, 1, mod(i, 20) == 7)", "r * v"),
    "and": (
        "iand", "111", "ieor(ieor(127, merge(33, 0, i == 41)), merge(8, 0, i == 88))", "iand(r, v)"
    ),
    "or": ("ior", "1", "merge(16, 0, i == 17) + merge(4, 0, i == 63)", "ior(r, v)"),
    "xor": ("ieor", "42", "mod(i, 64)", "ieor(r, v)"),
    "land": (".and.", ".true.", "i /= 57", "r .and. v"),
    "lor": (".or.", ".false.", "i == 57", "r .or. v"),
    "min": ("min", "50", "90 - mod(i * 37, 83)", "min(r, v)"),
    "max": ("max", "11", "mod(i * 37, 83) - 20", "max(r, v)"),
}  # fmt: skip

# What a private copy begins with, and what an original holds that does not begin so.
_BEGINS = {
    **dict.fromkeys(("add", "sub", "or", "xor"), ("begun == 0", "1")),
    "mul": ("begun == 1", "0"), "and": ("begun == -1", "0"),
    "land": ("begun", ".false."), "lor": (".not. begun", ".true."),
    "min": ("begun >= huge(begun)", "5"), "max": ("begun <= -huge(begun)", "5"),
}  # fmt: skip

_RED_CODE = """\
integer, parameter :: n = 96
{type} :: values(0 : n - 1), v, r, q, begun, expected
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
q = {other}
begun = q
!$omp {construct} map(to : values) map(from : on_host, begun) map(tofrom : r, q) &
!$omp   reduction({op} : r, q) private(v)
do i = 0, n - 1
  v = values(i)
  r = {fold}
  if (i == 0) then
    on_host = device_mark
    begun = q
  end if
end do
call ran(on_host)
call holds("a copy begins with the operator's own value", {begins})
call equal("result", r, expected)
"""


def _red_code(ident: str, construct: str, op: str, type_name: str) -> str:
    logical = op in ("land", "lor")
    if type_name not in _TYPES or (logical and type_name != "int"):
        return ""  # Fortran has none
    written, start, value, fold = _OPERATORS[op]
    directive, _ = reductions.CONSTRUCTS[construct]
    begins, other = _BEGINS[op]
    return _RED_CODE.format(
        id=ident, type="logical" if logical else _TYPES[type_name], value=value, start=start,
        fold=fold, op=written, begins=begins, other=other,
        construct=directive.replace(" for", " do"),
        host=fold.replace("r,", "expected,").replace("r ", "expected ", 1),
    )  # fmt: skip


def red_cells() -> Iterator[Cell]:
    """Yield the twins of ``red.<construct>.<operator>.<type>`` whose type Fortran has."""
    yield from _twins(reductions.cells(), "red", _red_code)


def _twins(originals: Iterator[Cell], family: str, code: Callable[..., str]) -> Iterator[Cell]:
    for one in originals:
        text = code(one.id, *one.values[1:])
        if text:
            values = (f"{family} in Fortran", *one.values[1:])
            yield Cell(one.id, one.since, "fortran", values, text, language=FORTRAN)
