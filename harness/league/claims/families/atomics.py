"""Atomics: every update operator, capture, comparison and memory order on every type."""

from __future__ import annotations

from collections.abc import Iterator

from league.claims.families.cell import Cell
from league.claims.families.reductions import FLOATING, TYPES

_TYPES = {name: text for name, text in TYPES.items() if name != "long-double"}

# Start, and how the i-th of 32 updates changes x; the result does not depend on their order.
_UPDATES = {
    "+": ("add", "5", "x += static_cast<T>(i % 3)", True),
    "-": ("sub", "90", "x -= static_cast<T>(i % 3)", True),
    "*": ("mul", "3", "x *= static_cast<T>(i % 8 == 3 ? 2 : 1)", True),
    "/": ("div", "96", "x /= static_cast<T>(i % 8 == 3 ? 2 : 1)", True),
    "&": ("and", "0x7f", "x &= static_cast<T>(0x7f ^ (1 << (i % 4)))", False),
    "|": ("or", "0", "x |= static_cast<T>(1 << (i % 6))", False),
    "^": ("xor", "0x15", "x ^= static_cast<T>(i)", False),
    "<<": ("shl", "1", "x <<= (i % 8 == 3 ? 1 : 0)", False),
    ">>": ("shr", "64", "x >>= (i % 8 == 3 ? 1 : 0)", False),
}

_UPDATE = """\
using T = {type};
T x = {start};
T expected = x;
for (int i = 0; i < 32; ++i) {{
  T& host = expected;
  {{
    T& x = host;
    {update};
  }}
}}
int on_host = 1;
#pragma omp target teams distribute parallel for num_teams(4) map(tofrom : x) map(from : on_host)
for (int i = 0; i < 32; ++i) {{
  #pragma omp atomic
  {update};
  if (i == 0) on_host = device_mark;
}}
claim.ran(on_host);
claim.equal("result", static_cast<{wide}>(x), static_cast<{wide}>(expected));
volatile T y[1] = {{{before}}};
int steps[3] = {{}};
int lost = 0;
int threads = 0;
#pragma omp target parallel num_threads(2) map(tofrom : y, steps, threads) reduction(+ : lost)
{{
  if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
  for (int round = 0; round < LEAGUE_ROUNDS; ++round) {{
    {rounds}
  }}
}}
claim.equal("changes that were lost", steps[2] == 0 ? lost : 0, 0);
expected = static_cast<T>({after});
claim.equal("changed by both", static_cast<{wide}>(y[0]), static_cast<{wide}>(expected));
"""

# What two threads do to `y` in a round, what it holds before, and after all rounds.  It is an
# element: GCC puts the variable itself last in a sum, and reads it behind the slow call.
_ATOMIC = "#pragma omp atomic\n    "


def _look(both: str) -> str:
    """When both threads have changed it, and before one goes on, y has a value that is known."""
    return f"""
    if (league_met(steps, round, 1)) {{
      T seen = 0;
      #pragma omp atomic read
      seen = y[0];
      lost += seen != static_cast<T>({both});
      league_met(steps, round, 2);
    }}"""


def _added(change: str) -> str:
    return f"{_ATOMIC}{change};{_look('2 * (round + 1)')}"


def _there_and_back(there: str, back: str, both: str) -> str:
    return f"{_ATOMIC}{there};{_look(both)}\n    {_ATOMIC}{back};"


_BIT = "((omp_get_thread_num() + 1) * league_one(steps, round{part}))"
_THERE, _BACK = _BIT.format(part=""), _BIT.format(part=", 3")
_TWO, _TWO_BACK = (f"static_cast<T>(2 * league_one(steps, round{part}))" for part in ("", ", 3"))
_ALL = "static_cast<long long>(threads) * LEAGUE_ROUNDS"
_ONE = "league_one(steps, round)"
_SHIFTS = (f"y[0] = y[0] << {_ONE}", "y[0] = y[0] >> league_one(steps, round, 3)")
_ROUNDS = {
    "+": (_added(f"y[0] = y[0] + static_cast<T>({_ONE})"), "0", _ALL),
    "-": (_added(f"y[0] = y[0] - static_cast<T>({_ONE})").replace("2 * (", "-2 * ("),
          "0", "-" + _ALL),
    **dict.fromkeys(
        "*/", (_there_and_back(f"y[0] = y[0] * {_TWO}", f"y[0] = y[0] / {_TWO_BACK}", "16"),
               "4", "4")
    ),
    **dict.fromkeys(
        "&|", (_there_and_back(f"y[0] = y[0] | {_THERE}", f"y[0] = y[0] & ~{_BACK}", "7"),
               "4", "4")
    ),
    "^": (_there_and_back(f"y[0] = y[0] ^ {_THERE}", f"y[0] = y[0] ^ {_BACK}", "7"), "4", "4"),
    **dict.fromkeys(("<<", ">>"), (_there_and_back(*_SHIFTS, "16"), "4", "4")),
}  # fmt: skip

_CAPTURE = """\
using T = {type};
constexpr int n = 64;
T x = 0;
int seen[n] = {{}};
int on_host = 1;
#pragma omp target teams distribute parallel for num_teams(4) map(tofrom : x, seen) \\
    map(from : on_host)
for (int i = 0; i < n; ++i) {{
  T before;
  #pragma omp atomic capture
  before = x++;
  seen[static_cast<int>(before)]++;  // nobody else has this one
  if (i == 0) on_host = device_mark;
}}
claim.ran(on_host);
claim.equal("result", static_cast<double>(x), static_cast<double>(n));
for (int i = 0; i < n; ++i) claim.equal("times a value was captured", seen[i], 1);
volatile T y[1] = {{}};
int steps[3] = {{}};
int lost = 0;
int threads = 0;
#pragma omp target parallel num_threads(2) map(tofrom : y, steps, threads) reduction(+ : lost)
{{
  if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
  for (int round = 0; round < LEAGUE_ROUNDS; ++round) {{
    T before;
    #pragma omp atomic capture
    {{
      before = y[0];
      y[0] = y[0] + static_cast<T>(league_one(steps, round));
    }}
    if (league_met(steps, round, 1)) {{
      lost += before != static_cast<T>(2 * round) && before != static_cast<T>(2 * round + 1);
      T seen = 0;
      #pragma omp atomic read
      seen = y[0];
      lost += seen != static_cast<T>(2 * (round + 1));
      league_met(steps, round, 2);
    }}
  }}
}}
claim.equal("changes that were lost", steps[2] == 0 ? lost : 0, 0);
claim.equal("counted by both", static_cast<double>(y[0]),
            static_cast<double>(static_cast<T>(static_cast<long long>(threads) * LEAGUE_ROUNDS)));
"""

_COMPARE = """\
using T = {type};
T x = 40;
int on_host = 1;
#pragma omp target teams distribute parallel for num_teams(4) map(tofrom : x) map(from : on_host)
for (int i = 0; i < 96; ++i) {{
  const T v = static_cast<T>((i * 37) % 83 + 7);
  #pragma omp atomic compare
  if ({test}) {{
    x = v;
  }}
  if (i == 0) on_host = device_mark;
}}
T expected = 40;
for (int i = 0; i < 96; ++i) {{
  const T v = static_cast<T>((i * 37) % 83 + 7);
  expected = {fold};
}}
claim.ran(on_host);
claim.equal("result", static_cast<double>(x), static_cast<double>(expected));
"""

# Each of two threads proposes what is a little further than what it saw.  A proposal may be passed
# by, but is never undone: who made it looks again, behind a meeting of both.  Thread 0 proposes
# less, and later than it looked.
_PROPOSALS = """\
using V = {type};
int lost = 0;
for (int again = 0; again < {times}; ++again) {{
  volatile V z = {first};
  int steps[3] = {{}};
  #pragma omp target parallel num_threads(2) map(tofrom : z, steps) reduction(+ : lost)
  {{
    V last = {first};
    for (int round = 0; round < {rounds}; ++round) {{
      V seen = 0;
      #pragma omp atomic read
      seen = z;
      lost += seen {worse} last;
      last = static_cast<V>(seen {further} (1 + omp_get_thread_num() % 2));
      league_met(steps, round, 0);
      #pragma omp atomic compare {order}
      if ({test}) {{
        z = {new};
      }}
      if (league_met(steps, round, 2)) {{
        #pragma omp atomic read
        seen = z;
        lost += seen {worse} last;
        league_met(steps, round, 3);
      }}
    }}
  }}
}}
claim.equal("proposals that were lost", lost, 0);
"""


def _proposals(which: str, text: str, order: str = "") -> str:
    """What two threads do to a least or largest value."""
    new = "static_cast<V>(last * league_one_in_turn(steps, round, 1))"
    few = text == "signed char"
    rounds, times = ("40", "LEAGUE_ROUNDS / 400 + 1") if few else ("LEAGUE_ROUNDS", "1")
    first, further, test, worse = {
        "min": (f"3 * {rounds}", "-", f"z > {new}", ">"),
        "max": ("0", "+", f"z < {new}", "<"),
    }[which]
    return _PROPOSALS.format(
        type=text, rounds=rounds, times=times, first=first, further=further, order=order,
        test=test, new=new, worse=worse,
    )  # fmt: skip


_ORDERS = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
# What each kind of atomic may be combined with (5.2, 15.8.1 and 15.8.4).
_ALLOWED = {
    "read": ("relaxed", "acquire", "seq_cst"),
    "write": ("relaxed", "release", "seq_cst"),
    "update": ("relaxed", "release", "seq_cst"),
    "capture": _ORDERS,
    "compare": _ORDERS,
}
_ORDER_BODY = {
    "read": "int v;\n  #pragma omp atomic read {order}\n  v = x;\n  if (v != 7) wrong[i] = 1;",
    "write": "#pragma omp atomic write {order}\n  y = 5;",
    "update": "#pragma omp atomic update {order}\n  y += 1;",
    "capture": "int v;\n  #pragma omp atomic capture {order}\n  v = y++;\n"
    "  if (v < 0) wrong[i] = 1;",
    "compare": "#pragma omp atomic compare {order}\n  if (y < i) {{\n    y = i;\n  }}",
}
_TOGETHER_BODY = {
    "update": "#pragma omp atomic update {order}\n    z[0] = z[0] + league_one(steps, round);",
    "capture": "int v;\n    #pragma omp atomic capture {order}\n"
    "    {{\n      v = z[0];\n      z[0] = z[0] + league_one(steps, round);\n    }}\n    last = v;",
}
_TOGETHER = """\
volatile int z[1] = {{}};
int steps[3] = {{}};
int threads = 0;
#pragma omp target parallel num_threads(2) map(tofrom : z, steps, threads)
{{
  int last = 0;
  if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
  for (int round = 0; round < LEAGUE_ROUNDS; ++round) {{
    {body}
  }}
  if (last < 0) steps[2] = 1;
}}
claim.equal("counted by both", z[0], threads * LEAGUE_ROUNDS);
"""
_ORDER_RESULT = {"read": "0", "write": "5", "update": "64", "capture": "64", "compare": "63"}

_ORDER = """\
constexpr int n = 64;
int x = 7;
int y = 0;
int wrong[n] = {{}};
int on_host = 1;
#pragma omp target teams distribute parallel for num_teams(4) map(to : x) map(tofrom : y, wrong) \\
    map(from : on_host)
for (int i = 0; i < n; ++i) {{
  {body}
  if (i == 0) on_host = device_mark;
}}
int errors = 0;
for (int i = 0; i < n; ++i) errors += wrong[i];
claim.ran(on_host);
claim.equal("y", y, {result});
claim.equal("wrong values", errors, 0);
"""


def cells() -> Iterator[Cell]:
    """Yield the claims ``atom.update.*``, ``.capture.*``, ``.compare-minmax.*``, ``.order.*``."""
    for name, text in _TYPES.items():
        wide = "double" if name in FLOATING else "long long"
        for op, (word, start, update, floats) in _UPDATES.items():
            if name in FLOATING and not floats:
                continue
            ident = f"atom.update.{op}.{name}"
            rounds, before, after = _ROUNDS[op]
            code = _UPDATE.format(
                type=text, start=start, update=update, wide=wide, rounds=rounds, before=before,
                after=after,
            )  # fmt: skip
            yield Cell(ident, "4.5", "atomic", ("atom.update", word, name), code)
        ident = f"atom.capture.{name}"
        code = _CAPTURE.format(type=text)
        yield Cell(ident, "4.5", "atomic", ("atom.capture", name), code)
        for which, test, fold in (
            ("min", "v < x", "v < expected ? v : expected"),
            ("max", "x < v", "v > expected ? v : expected"),
        ):
            ident = f"atom.compare-minmax.{which}.{name}"
            code = _COMPARE.format(type=text, test=test, fold=fold)
            code += _proposals(which, text)
            yield Cell(ident, "5.1", "atomic", ("atom.compare-minmax", which, name), code)
    for kind, orders in _ALLOWED.items():
        for order in orders:
            ident = f"atom.order.{order}.{kind}"
            since = "5.1" if kind == "compare" else "5.0"
            body = _ORDER_BODY[kind].format(order=order)
            code = _ORDER.format(body=body, result=_ORDER_RESULT[kind])
            if kind in _TOGETHER_BODY:
                code += _TOGETHER.format(body=_TOGETHER_BODY[kind].format(order=order))
            elif kind == "compare":
                code += _proposals("max", "int", order)
            yield Cell(ident, since, "atomic", ("atom.order", order, kind), code)
