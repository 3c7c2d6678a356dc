"""A generated claim, and how many of them become one program."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.records.languages import CPP, FORTRAN


@dataclass(frozen=True)
class Cell:
    """One generated claim: a combination of values, and the code that shows it.

    ``code`` is the inside of a function, between the making of a ``league::Claim claim(id)`` and
    its verdict (in Fortran it calls ``begin(id)`` itself, behind its definitions); what it defines
    outside, under names of its own, is in ``outside``.
    """

    id: str
    since: str
    group: str
    #: the combination, for covering pairs; the first value names the family
    values: tuple[str, ...]
    code: str
    outside: str = ""
    #: as of a claim that was written by hand
    where: str = "device"
    flags: tuple[str, ...] = ()
    language: str = CPP

    @property
    def ids(self) -> tuple[str]:
        """Its one id."""
        return (self.id,)


_HEAD = """\
// Generated: {count} claims of the family {family}.
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include "league/claim.hpp"
#include "league/together.hpp"

// 1 on the host, 0 on the device: tells where a region ran without calling a routine in it, which
// `loop` and `simd` regions must not.
#pragma omp declare target
int device_mark = 1;
inline int marked() {{ return device_mark; }}
#pragma omp end declare target

"""

_MAIN = """\
int main({arguments}) {{
  device_mark = 0;
  #pragma omp target update to(device_mark)
  device_mark = 1;
{calls}  return 0;
}}
"""


def program(cells: Sequence[Cell], *, divisible: bool = False) -> str:
    """Return the source of one program that makes all these claims, one after another.

    One that is ``divisible`` makes those from the first to before the second number on its command
    line.
    """
    if cells[0].language == FORTRAN:
        return _in_fortran(cells, divisible=divisible)
    parts = [_HEAD.format(count=len(cells), family=cells[0].values[0])]
    calls = []
    for number, cell in enumerate(cells):
        code = f'league::Claim claim("{cell.id}");\n{cell.code}claim.verdict();\n'
        body = textwrap.indent(code, "  ")
        parts.append(f"// {cell.id}\n{cell.outside}\nstatic void cell_{number}() {{\n{body}}}\n\n")
        wanted = f"if (first <= {number} && {number} < last) " if divisible else ""
        calls.append(f"  {wanted}cell_{number}();\n")
    if divisible:
        parts.append("#include <cstdlib>\n\n")
        calls.insert(0, _ASKED.format(count=len(cells)))
    arguments = "int argc, char** argv" if divisible else ""
    return "".join(parts) + _MAIN.format(arguments=arguments, calls="".join(calls))


_ASKED = """\
  const int first = argc > 1 ? std::atoi(argv[1]) : 0;
  const int last = argc > 2 ? std::atoi(argv[2]) : {count};
"""

_FORTRAN_HEAD = """\
! Generated: {count} claims of the family {family}.
module marks
  implicit none
  ! 1 on the host, 0 on the device: tells where a region ran without calling a routine in it.
  integer :: device_mark = 1
  !$omp declare target(device_mark)
end module

"""

_FORTRAN_CELL = """\
! {id}
subroutine cell_{number}
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  use marks
  implicit none
{body}  call end_claim()
end subroutine

"""

_FORTRAN_ASKED = """\
  character(16) :: word
  integer :: first = 0, last = {count}
  call get_command_argument(1, word)
  if (word /= '') read (word, *) first
  call get_command_argument(2, word)
  if (word /= '') read (word, *) last
"""

_FORTRAN_MAIN = """\
program batch
  use marks
  implicit none
{asked}  device_mark = 0
  !$omp target update to(device_mark)
  device_mark = 1
{calls}end program
"""


def _in_fortran(cells: Sequence[Cell], *, divisible: bool) -> str:
    parts = [_FORTRAN_HEAD.format(count=len(cells), family=cells[0].values[0])]
    for number, cell in enumerate(cells):
        body = textwrap.indent(cell.code, "  ")
        parts.append(_FORTRAN_CELL.format(id=cell.id, number=number, body=body))
    calls = "".join(
        (f"  if (first <= {number} .and. {number} < last)" if divisible else " ")
        + f" call cell_{number}\n"
        for number in range(len(cells))
    )
    asked = _FORTRAN_ASKED.format(count=len(cells)) if divisible else ""
    return "".join(parts) + _FORTRAN_MAIN.format(asked=asked, calls=calls)


def covering(cells: Iterable[Cell]) -> list[Cell]:
    """Return a fixed subset in which every pair of values that occurs together still does.

    For each language its own.

    Greedy, in the given order: a cell is taken if it shows a pair that none before it showed.
    """
    seen_in: dict[str, set[tuple[tuple[int, str], tuple[int, str]]]] = {}
    kept = []
    for cell in cells:
        seen = seen_in.setdefault(cell.language, set())
        pairs = set(combinations(enumerate(cell.values), 2))
        if not pairs <= seen:
            seen |= pairs
            kept.append(cell)
    return kept
