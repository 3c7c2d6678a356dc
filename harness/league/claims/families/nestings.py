"""Nestings: target, teams, distribute, parallel, for, simd and loop, split and combined."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate, product

from league.claims.families.cell import Cell

# What is legal as one directive (5.2, 17.3), as the leaves it is made of.
_COMBINED = {
    "target", "teams", "distribute", "parallel", "for", "simd", "loop", "target teams",
    "target parallel", "target simd", "teams distribute", "teams loop", "parallel for",
    "parallel loop", "for simd", "distribute simd", "parallel for simd",
    "distribute parallel for", "distribute parallel for simd", "target parallel for",
    "target parallel for simd", "target parallel loop", "target teams distribute",
    "target teams loop", "target teams distribute simd", "teams distribute simd",
    "teams distribute parallel for", "teams distribute parallel for simd",
    "target teams distribute parallel for", "target teams distribute parallel for simd",
}  # fmt: skip
_OVER_LOOPS = {"distribute", "for", "simd", "loop"}
_SHORT = {"target": "t", "teams": "T", "distribute": "d", "parallel": "p", "for": "f", "simd": "s",
          "loop": "l"}  # fmt: skip
EXTENTS = (7, 5, 3)
#: Of a loop that is shared out among teams and, by the same directive, among what is in a team:
#: each team has several iterations, however many teams there are.
SHARED_TWICE = 600
KINDS = ("once", "atomic", "reduction")
TYPES = {"int": "int", "llong": "long long", "float": "float", "double": "double"}


def _chains() -> Iterator[tuple[str, ...]]:
    """Every parallelism-making construct is followed by the one that shares its work."""
    for outer in ((), ("teams", "distribute"), ("teams", "loop")):
        for middle in ((), ("parallel", "for"), ("parallel", "loop")):
            for inner in ((), ("simd",)):
                if outer or middle or inner:
                    yield ("target", *outer, *middle, *inner)


def _splits(chain: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """All ways to cut a chain into directives that are legal by themselves."""
    if not chain:
        yield ()
        return
    for cut in range(1, len(chain) + 1):
        if " ".join(chain[:cut]) in _COMBINED:
            for rest in _splits(chain[cut:]):
                yield (tuple(chain[:cut]), *rest)


def nestings() -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """Yield name and directives of each nesting; ``tTd_pf`` is two directives."""
    for chain in _chains():
        for split in _splits(chain):
            name = "_".join("".join(_SHORT[leaf] for leaf in group) for group in split)
            yield name, split


def _reduces(group: Sequence[str], following: Sequence[str]) -> bool:
    """Whether the reduction clause belongs on this directive.

    A parallel region whose work is shared by a directive of its own leaves the clause to that one:
    there the item has to be shared.
    """
    if group[-1] in ("for", "simd", "loop"):
        return True
    if "teams" in group:
        return True
    return group[-1] == "parallel" and (not following or following[0] not in ("for", "loop"))


def _clauses(groups: Sequence[Sequence[str]], number: int, kind: str) -> str:
    """Return the clauses of one of the directives."""
    group, following = groups[number], [*groups, ()][number + 1]
    clauses = " map(tofrom : count, total) map(from : on_host)" if "target" in group else ""
    if kind == "reduction" and _reduces(group, following):
        clauses += " reduction(+ : total)"
    if group[-1] == "loop" and "teams" not in group and "parallel" not in group:
        clauses += f" bind({groups[number - 1][-1]})"
    return clauses


def _extents(groups: Sequence[Sequence[str]]) -> list[int]:
    """Return how many iterations the loops have, from the outermost on."""
    loops = [group for group in groups if group[-1] in _OVER_LOOPS]
    return [
        SHARED_TWICE if "distribute" in group[:-1] else EXTENTS[depth]
        for depth, group in enumerate(loops)
    ]


def _code(groups: Sequence[Sequence[str]], kind: str, type_text: str) -> str:
    depth_of = list(accumulate((group[-1] in _OVER_LOOPS for group in groups), initial=0))
    extents = _extents(groups)
    loops = len(extents)
    total = math.prod(extents)
    index = "i0"
    for number in range(1, loops):
        index = f"({index}) * {extents[number]} + i{number}"
    lines = [
        f"using T = {type_text};",
        f"int count[{total}] = {{}};",
        "T total = 3;",
        "int on_host = 1;",
    ]
    for number, group in enumerate(groups):
        depth = depth_of[number]
        pad = "  " * depth
        lines.append(f"{pad}#pragma omp {' '.join(group)}{_clauses(groups, number, kind)}")
        if group[-1] in _OVER_LOOPS:
            end = " {" if depth == loops - 1 else ""
            name = f"i{depth}"
            lines.append(f"{pad}for (int {name} = 0; {name} < {extents[depth]}; ++{name}){end}")
    body = [f"const int at = {index};", "count[at] += 1;"]
    body += ["#pragma omp atomic"] if kind == "atomic" else []
    body += ["total += 1;"] if kind != "once" else []
    body.append("if (at == 0) on_host = device_mark;")
    lines += ["  " * loops + line for line in body]
    lines += [
        "  " * (loops - 1) + "}",
        "claim.ran(on_host);",
        f'for (int i = 0; i < {total}; ++i) claim.equal("times an iteration ran", count[i], 1);',
        f'claim.equal("total", static_cast<double>(total), {3 + total * (kind != "once")}.0);',
    ]
    return "\n".join(lines) + "\n"


def cells() -> Iterator[Cell]:
    """Yield the claims ``combo.<nesting>.<kind>.<type>``."""
    for (type_name, text), (name, groups), kind in product(TYPES.items(), nestings(), KINDS):
        leaves = {leaf for group in groups for leaf in group}
        if kind == "once" and type_name != "int":
            continue  # the type plays no part
        if kind == "atomic" and "loop" in leaves:
            continue  # it is not allowed there; in simd it is since 5.0
        if kind == "reduction" and ("loop",) in groups and "teams" in leaves:
            continue  # a loop that binds to teams: whether it may reduce is disputed
        ident = f"combo.{name}.{kind}.{type_name}"
        newer = "loop" in leaves or (kind == "atomic" and "simd" in leaves)
        since = "5.0" if newer else "4.5"
        values = ("combo", kind, type_name, " ".join(groups[0]), " ".join(groups[-1]))
        code = _code(groups, kind, text)
        yield Cell(ident, since, "combination", values, code)
