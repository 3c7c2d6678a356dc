"""Loops whose bound has another type than their variable: each iteration runs once all the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from league.claims.families.cell import Cell

CONSTRUCTS = {
    "parallel-for": ("parallel for", "host"),
    "target-parallel-for": ("target parallel for", "device"),
    "target-teams-distribute": ("target teams distribute", "device"),
    "tdpf": ("target teams distribute parallel for", "device"),
}
#: Type of the variable, type of the bound: wider, of another sign, narrower.
TYPES = {
    "short-int": ("short", "int"), "int-long": ("int", "long"),
    "int-ulong": ("int", "unsigned long"), "uint-ulong": ("unsigned", "unsigned long"),
    "uint-long": ("unsigned", "long"), "long-int": ("long", "int"),
}  # fmt: skip
STEPS = {"1": "++i", "2": "i += 2", "3": "i += 3"}

_CODE = """\
int count[40] = {{}};
int on_host = 1;
volatile int given = 37;
const {bound} n = given;
#pragma omp {construct}{maps}
for ({variable} i = 0; i < n; {step_text}) {{
  if (i < 40) count[i] += {one};
  if (i == 0) on_host = marked();
}}
{ran}
for (int i = 0; i < 40; ++i)
  claim.equal("times an iteration ran", count[i], i < 37 && i % {step} == 0 ? 1 : 0);
"""


def cells() -> Iterator[Cell]:
    """Yield the claims ``par.width.<construct>.<variable>-<bound>.<step>``."""
    for (name, (construct, where)), (types, (variable, bound)), (step, step_text) in product(
        CONSTRUCTS.items(), TYPES.items(), STEPS.items()
    ):
        host = where == "host"
        code = _CODE.format(
            variable=variable, bound=bound, step=step, step_text=step_text, construct=construct,
            maps=" num_threads(3)" if host else " map(tofrom : count) map(from : on_host)",
            one="omp_get_level()" if host else "1",
            ran='claim.equal("where the host is", on_host, 1);' if host else "claim.ran(on_host);",
        )  # fmt: skip
        values = ("par.width", name, types, step)
        yield Cell(f"par.width.{name}.{types}.{step}", "4.5", "loop", values, code, where=where)
