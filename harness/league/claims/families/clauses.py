"""Clauses: each one on every combined target construct that takes it, with its own effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from league.claims.families.cell import Cell

#: Combined constructs that stand over a loop, by short name.
CONSTRUCTS = {
    "tpf": "target parallel for",
    "tpfs": "target parallel for simd",
    "tpl": "target parallel loop",
    "ts": "target simd",
    "ttd": "target teams distribute",
    "ttds": "target teams distribute simd",
    "ttdpf": "target teams distribute parallel for",
    "ttdpfs": "target teams distribute parallel for simd",
    "ttl": "target teams loop",
}


@dataclass(frozen=True)
class Clause:
    """A clause, where it may stand, and what its effect is."""

    text: str
    takes: tuple[str, ...]  # leaves, one of which the construct must have; empty: any
    refuses: tuple[str, ...] = ()  # leaves it must not have
    since: str = "4.5"
    before: str = ""
    body: str = ""  # of iteration i of n
    after: str = ""
    collapsed: bool = False
    #: iterations go to threads in turn, so that one thread behind the other sees no right order
    in_turn: bool = False


# Bodies with a routine in them stay out of simd and loop regions.
_NO_CALLS = ("simd", "loop")

CLAUSES = {
    "private": Clause(
        "private(v)", (), before="int v[2] = {77, 77};", body="v[i % 2] = i;",  # else mapped tofrom
        after='claim.equal("the original", v[0], 77);\nclaim.equal("the original", v[1], 77);',
    ),
    "firstprivate": Clause(
        "firstprivate(a)", (), refuses=_NO_CALLS, before="int a[4] = {5, 5, 5, 5};",
        body="if (a[i % 4] != 5 && a[i % 4] != -1) wrong[i] = 1;\n  a[i % 4] = -1;",
        after='for (int i = 0; i < 4; ++i) claim.equal("the original", a[i], 5);',
    ),
    "lastprivate": Clause(
        "lastprivate(v) map(tofrom : v)", ("for", "distribute", "simd"), before="int v = -1;",
        body="v = 2 * i;",
        after='claim.equal("value of the last iteration", v, 2 * (n - 1));', since="5.0",
    ),
    "lastprivate-implied": Clause(  # 5.8.1: mapped tofrom without a map clause
        "lastprivate(v)", ("for", "distribute", "simd"), before="int v = -1;",
        body="v = 2 * i;",
        after='claim.equal("value of the last iteration", v, 2 * (n - 1));', since="5.0",
    ),
    "reduction-implied": Clause(
        "reduction(+ : v)", ("for", "distribute", "simd", "loop"), before="int v = 5;",
        body="v += i;",
        after='claim.equal("the sum", v, 5 + n * (n - 1) / 2);', since="5.0",
    ),
    "default-none": Clause(
        "default(none) shared(count, wrong, on_host)", ("teams", "parallel"),
        refuses=("loop",),
    ),
    "num_teams": Clause(
        "num_teams(1)", ("teams",), refuses=_NO_CALLS,
        body="if (omp_get_num_teams() != 1) wrong[i] = 1;",
    ),
    "thread_limit": Clause(
        "thread_limit(1)", ("teams",), refuses=_NO_CALLS,
        body="if (omp_get_num_threads() > 1) wrong[i] = 1;",
    ),
    "num_threads": Clause(
        "num_threads(1)", ("parallel",), refuses=_NO_CALLS,
        body="if (omp_get_num_threads() > 1) wrong[i] = 1;",
    ),
    "proc_bind": Clause("proc_bind(close)", ("parallel",)),
    "if-parallel": Clause(
        "if(parallel : n < 0)", ("parallel",), refuses=_NO_CALLS,
        body="if (omp_get_num_threads() != 1) wrong[i] = 1;",
    ),
    "collapse": Clause("collapse(2)", (), collapsed=True),
    "schedule-static": Clause("schedule(static, 3)", ("for",)),
    "schedule-dynamic": Clause("schedule(dynamic, 2)", ("for",)),
    "schedule-guided": Clause("schedule(guided)", ("for",)),
    "schedule-runtime": Clause("schedule(runtime)", ("for",)),
    "schedule-monotonic": Clause("schedule(monotonic : dynamic)", ("for",), refuses=("simd",)),
    "dist_schedule": Clause("dist_schedule(static, 4)", ("distribute",)),
    "safelen": Clause("safelen(8)", ("simd",)),
    "simdlen": Clause("simdlen(4)", ("simd",)),
    "nontemporal": Clause("nontemporal(count)", ("simd",), since="5.0"),
    "linear": Clause(
        "linear(j : 2) map(tofrom : j)", ("for", "simd"), refuses=("distribute",),
        before="int j = 3;",
        body="if (j != 3 + 2 * i) wrong[i] = 1;\n  j += 2;",
        after='claim.equal("value behind the loop", j, 3 + 2 * n);', since="5.0",
        in_turn=True,
    ),
    "linear-implied": Clause(
        "linear(j : 2)", ("for", "simd"), refuses=("distribute",), before="int j = 3;",
        body="if (j != 3 + 2 * i) wrong[i] = 1;\n  j += 2;",
        after='claim.equal("value behind the loop", j, 3 + 2 * n);', since="5.0",
    ),
    "linear-step": Clause(
        "linear(j : step) map(tofrom : j)", ("for", "simd"), refuses=("distribute",),
        before="int j = 3;\nvolatile int given = 2;\nconst int step = given;",
        body="if (j != 3 + 2 * i) wrong[i] = 1;\n  j += 2;",
        after='claim.equal("value behind the loop", j, 3 + 2 * n);', since="5.0",
        in_turn=True,
    ),
    "order-concurrent": Clause("order(concurrent)", ("for", "simd", "loop"), since="5.0"),
    "device": Clause("device(omp_get_default_device())", ()),
    "nowait": Clause("nowait", (), after=""),
    "depend": Clause(
        "depend(inout : count) nowait", (), before="#pragma omp task depend(out : count)\n"
        "for (int i = 0; i < n; ++i) count[i] = 0;",
    ),
    "is_device_ptr": Clause(
        "is_device_ptr(p)", (),
        before="int* p = static_cast<int*>(omp_target_alloc(n * sizeof(int),"
        " omp_get_default_device()));\nint copy[n] = {};",
        body="p[i] = 3 * i;",
        after="omp_target_memcpy(copy, p, n * sizeof(int), 0, 0, omp_get_initial_device(),"
        " omp_get_default_device());\nomp_target_free(p, omp_get_default_device());\n"
        'for (int i = 0; i < n; ++i) claim.equal("memory of the device", copy[i], 3 * i);',
    ),
    "defaultmap": Clause(
        "defaultmap(tofrom : scalar)", (), refuses=("loop",), before="int v = -1;",
        body="if (i == n - 1) v = 9;", after='claim.equal("a scalar that comes back", v, 9);',
    ),
}  # fmt: skip

_CODE = """\
enum {{ n = 60 }};  // no variable: default(none) does not ask for it
int count[n] = {{}};
int wrong[n] = {{}};
int on_host = 1;
{before}
#pragma omp {construct} map(tofrom : count, wrong) map(from : on_host) {clause}
{loop}
#pragma omp taskwait
claim.ran(on_host);
for (int i = 0; i < n; ++i) {{
  claim.equal("times an iteration ran", count[i], 1);
  claim.equal("iterations that saw something else", wrong[i], 0);
}}
{after}
"""
_LOOP = """\
for (int i = 0; i < n; ++i) {{
  count[i] += 1;
  {body}
  if (i == 0) on_host = marked();
}}"""
_NEST = """\
for (int k = 0; k < 12; ++k)
  for (int l = 0; l < 5; ++l) {{
    count[5 * k + l] += 1;
    if (k + l == 0) on_host = marked();
  }}"""


def _fits(construct: str, clause: Clause) -> bool:
    leaves = set(construct.split())
    return (not clause.takes or bool(leaves & set(clause.takes))) and not (
        leaves & set(clause.refuses)
    )


def cells() -> Iterator[Cell]:
    """Yield the claims ``combo.clause.<construct>.<clause>``."""
    for name, construct in CONSTRUCTS.items():
        for clause_name, clause in CLAUSES.items():
            if not _fits(construct, clause):
                continue
            ident = f"combo.clause.{name}.{clause_name}"
            since = "5.0" if "loop" in construct and clause.since < "5.0" else clause.since
            loop = (_NEST if clause.collapsed else _LOOP).format(body=clause.body)
            alone = construct.endswith(" for")  # lanes of a thread see no right order either
            turn = " schedule(static, 1)" if clause.in_turn and alone else ""
            code = _CODE.format(
                construct=construct, clause=clause.text + turn, loop=loop,
                before=clause.before, after=clause.after,
            )  # fmt: skip
            yield Cell(ident, since, "combination", ("combo.clause", name, clause_name), code)
