"""Reductions: every operator and type on every combined construct that takes the clause."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from league.claims.families.cell import Cell

CONSTRUCTS = {
    "target-parallel-for": ("target parallel for", "4.5"),
    "target-teams-distribute": ("target teams distribute", "4.5"),
    "tdpf": ("target teams distribute parallel for", "4.5"),
    "tdpfs": ("target teams distribute parallel for simd", "4.5"),
    "target-simd": ("target simd", "4.5"),
    "target-teams-loop": ("target teams loop", "5.0"),
    "target-parallel-loop": ("target parallel loop", "5.0"),
}
TYPES = {
    "schar": "signed char", "short": "short", "int": "int", "uint": "unsigned",
    "llong": "long long", "ullong": "unsigned long long", "float": "float", "double": "double",
    "long-double": "long double",
}  # fmt: skip
FLOATING = ("float", "double", "long-double")

# Operator: name, start, the i-th value, the fold of `r` and `v`.  All results are exact in every
# type: sums stay below 100, products below 100, and every value takes part in what comes out.
OPERATORS = {
    "+": ("add", "3", "i % 5 == 0 ? 2 : -(i % 7 == 0)", "r + v"),
    "-": ("sub", "3", "i % 6 == 0 ? 2 : -(i % 7 == 0)", "r - v"),
    "*": ("mul", "3", "i % 20 == 7 ? 2 : 1", "r * v"),
    "&": ("and", "0x6f", "0x7f ^ (i == 41 ? 0x21 : 0) ^ (i == 88 ? 0x08 : 0)", "r & v"),
    "|": ("or", "0x01", "(i == 17 ? 0x10 : 0) | (i == 63 ? 0x04 : 0)", "r | v"),
    "^": ("xor", "0x2a", "i % 64", "r ^ v"),
    "&&": ("land", "1", "{and}", "r && v"),
    "||": ("lor", "0", "{or}", "r || v"),
    "min": ("min", "50", "90 - (i * 37) % 83", "v < r ? v : r"),
    "max": ("max", "11", "(i * 37) % 83 - 20", "v > r ? v : r"),
}

# What a private copy begins with, and what an original holds that does not begin so.
_BEGINS = {
    **dict.fromkeys(("+", "-", "|", "^", "||"), ("begun == T(0)", "1")),
    **dict.fromkeys(("*", "&&"), ("begun == T(1)", "0")),
    "&": ("begun == static_cast<T>(~T(0))", "0"),
    "min": ("begun >= std::numeric_limits<T>::max()", "5"),
    "max": ("begun <= std::numeric_limits<T>::lowest()", "5"),
}

_CODE = """\
constexpr int n = 96;
using T = {type};
T q = {other};
T begun = q;
T values[n];
for (int i = 0; i < n; ++i) values[i] = static_cast<T>({value});
T r = static_cast<T>({start});
T expected = r;
for (int i = 0; i < n; ++i) {{
  const T v = values[i];
  expected = static_cast<T>({host});
}}
int on_host = 1;
#pragma omp {construct} map(to : values) map(from : on_host, begun) map(tofrom : r, q) \\
    reduction({op} : r, q)
for (int i = 0; i < n; ++i) {{
  const T v = values[i];
  r = static_cast<T>({fold});
  if (i == 0) {{
    on_host = device_mark;
    begun = q;
  }}
}}
claim.ran(on_host);
claim.holds("a copy begins with the operator's own value", {begins});
claim.equal("result", static_cast<{wide}>(r), static_cast<{wide}>(expected));
"""


def cells() -> Iterator[Cell]:
    """Yield the claims ``red.<construct>.<operator>.<type>``."""
    for (type_name, type_text), (construct, (directive, since)), (op, told) in product(
        TYPES.items(), CONSTRUCTS.items(), OPERATORS.items()
    ):
        name, start, value, fold = told
        floating = type_name in FLOATING
        if floating and op in ("&", "|", "^"):
            continue
        # One value decides a logical reduction; it is neither the first nor the last.
        value = value.replace("{and}", "i != 57").replace("{or}", "i == 57")
        ident = f"red.{construct}.{op}.{type_name}"
        begins, other = _BEGINS[op]
        code = _CODE.format(
            begins=begins, other=other,
            type=type_text, value=value, start=start, fold=fold, op=op,
            host=fold.replace("r", "expected"), construct=directive,
            wide="double" if floating else "long long",
        )  # fmt: skip
        yield Cell(ident, since, "reduction", ("red", construct, name, type_name), code)


_USER_TYPES = {
    "struct": (
        "struct T { int sum; int largest; };",
        "omp_out.sum += omp_in.sum, omp_out.largest = omp_in.largest > omp_out.largest"
        " ? omp_in.largest : omp_out.largest",
        "omp_priv = {0, -1}",
        "r.sum += v; r.largest = v > r.largest ? v : r.largest;",
        'claim.equal("sum", r.sum, expected.sum);'
        ' claim.equal("largest", r.largest, expected.largest);',
        "{5, 3}",
        "begun.sum == 0 && begun.largest == -1",
    ),
    "class": (
        "class T { public: T() : value(1) {} explicit T(int v) : value(v) {}"
        " T& operator*=(const T& o) { value *= o.value; return *this; } int value; };",
        "omp_out *= omp_in",
        "omp_priv = T()",
        "r *= T(v % 16 == 5 ? 2 : 1);",
        'claim.equal("product", r.value, expected.value);',
        "T(3)",
        "begun.value == 1",
    ),
    "complex": (
        "using T = std::complex<double>;",
        "omp_out += omp_in",
        "omp_priv = T(0, 0)",
        "r += T(v, -2 * v);",
        'claim.equal("real", r.real(), expected.real());'
        ' claim.equal("imaginary", r.imag(), expected.imag());',
        "T(1, 1)",
        "begun == T(0, 0)",
    ),
}

_USER_CODE = """\
{type}
#pragma omp declare reduction(fold : T : {combiner}) initializer({initial})
constexpr int n = 96;
T r{start};
T q = r;
T begun = r;
T expected = r;
for (int i = 0; i < n; ++i) {{
  const int v = (i * 37) % 83;
  T& host = expected;
  {{
    T& r = host;
    {fold}
  }}
}}
int on_host = 1;
#pragma omp {construct} map(from : on_host, begun) map(tofrom : r, q) reduction(fold : r, q)
for (int i = 0; i < n; ++i) {{
  const int v = (i * 37) % 83;
  {fold}
  if (i == 0) {{
    on_host = device_mark;
    begun = q;
  }}
}}
claim.ran(on_host);
claim.holds("a copy begins as the initializer says", {begins});
{check}
"""


def user_cells() -> Iterator[Cell]:
    """Yield the claims ``red.udr.<type>.<construct>``."""
    for (type_name, told), (construct, (directive, since)) in product(
        _USER_TYPES.items(), CONSTRUCTS.items()
    ):
        text, combiner, initial, fold, check, start, begins = told
        code = _USER_CODE.format(
            type=text, combiner=combiner, initial=initial, fold=fold, check=check,
            construct=directive, begins=begins,
            start=start if start.startswith("{") else f" = {start}",
        )  # fmt: skip
        values = ("red.udr", construct, type_name)
        yield Cell(f"red.udr.{type_name}.{construct}", since, "reduction", values, code)
