"""Mathematics: every function of <cmath> on the device against a wider result of the host."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from league.claims.families.cell import Cell

# Function, and how many units in the last place it may be off.  The language promises nothing:
# these are what device libraries usually state; a wrong formula shows, another library passes.
_ONE = {
    "acos": 2, "acosh": 4, "asin": 2, "asinh": 4, "atan": 2, "atanh": 4, "cbrt": 4, "ceil": 0,
    "cos": 2, "cosh": 4, "erf": 4, "erfc": 6, "exp": 2, "exp2": 2, "expm1": 2, "fabs": 0,
    "floor": 0, "lgamma": 16, "log": 2, "log10": 3, "log1p": 2, "log2": 2, "logb": 0,
    "nearbyint": 0, "rint": 0, "round": 0, "sin": 2, "sinh": 4, "sqrt": 1, "tan": 4, "tanh": 4,
    "tgamma": 16, "trunc": 0,
}  # fmt: skip
_TWO = {
    "atan2": 4, "copysign": 0, "fdim": 0, "fmax": 0, "fmin": 0, "fmod": 0, "hypot": 4,
    "nextafter": 0, "pow": 16, "remainder": 0,
}  # fmt: skip
_TYPES = {"float": ("float", "double"), "double": ("double", "long double")}

# Values of the first argument by range; the second one runs through the same backwards.
_RANGES = {
    "normal": "0.03125, 0.25, 0.4, 0.5, 0.75, 0.9375, 1.0, 1.25, 1.5, 2.0, 2.75, 3.5, 5.0, 7.25,"
    " 9.5, 12.0",
    "negative": "-0.03125, -0.25, -0.4, -0.5, -0.75, -0.9375, -1.0,"
    " -1.25, -1.5, -2.5, -2.75, -3.5, -5.25, -7.25",
    "small": "L::min(), 2 * L::min(), 1e-30, 1e-20, 1e-10, 1e-6, 1e-3",
    "subnormal": "L::denorm_min(), 3 * L::denorm_min(), L::min() / 2, L::min() / 4, -L::min() / 8",
    "huge": "1e4, 1e6, 1e10, 1e20, 1e30, L::max() / 2, L::max()",
    "special": "0.0, -0.0, L::infinity(), -L::infinity(), L::quiet_NaN()",
}
# tgamma as the exponential of lgamma is as far off as the logarithm of its result is large.
_LOOSER = {"tgamma": " + std::fabs(std::log(size))"}
# Large arguments of these need an exact reduction by pi, which the bounds above hold for as well;
# those of the gamma functions leave what a double of the host can tell.
_NOT = {("tgamma", "huge"), ("lgamma", "huge"), ("tgamma", "negative"), ("lgamma", "negative"),
        ("nextafter", "subnormal")}  # fmt: skip

_CODE = """\
using T = {type};
using Wide = {wide};
using L = std::numeric_limits<T>;
T inputs[] = {{{values}}};
constexpr int n = sizeof inputs / sizeof inputs[0];
T results[n];
for (int i = 0; i < n; ++i) results[i] = T(-77);
int on_host = 1;
#pragma omp target parallel for map(to : inputs) map(from : results, on_host)
for (int i = 0; i < n; ++i) {{
  results[i] = std::{call};
  if (i == 0) on_host = device_mark;
}}
claim.ran(on_host);
for (int i = 0; i < n; ++i) {{
  const T narrow = static_cast<T>(std::{wide_call});
  const T got = results[i];
  if (std::isnan(narrow)) {{
    claim.holds("a NaN where there is no value", std::isnan(got));
  }} else if (std::isinf(narrow) || narrow == 0) {{
    claim.equal("infinities and zeros", static_cast<double>(got), static_cast<double>(narrow));
    claim.holds("their sign", std::signbit(got) == std::signbit(narrow));
  }} else {{
    // The distance from the neighbour towards infinity is one unit in the last place.
    const T size = std::fabs(narrow);
    const T unit = size == L::max() ? size - std::nextafter(size, T(0))
                                    : std::nextafter(size, L::infinity()) - size;
    claim.near("value", static_cast<double>(got), static_cast<double>(narrow),
               static_cast<double>(({ulp}{looser}) * unit));
  }}
}}
"""


def cells() -> Iterator[Cell]:
    """Yield the claims ``math.<function>.<type>.<range>``."""
    for (name, ulp), (type_name, (text, wide)), (range_name, values) in product(
        {**_ONE, **_TWO}.items(), _TYPES.items(), _RANGES.items()
    ):
        if (name, range_name) in _NOT or (name == "nextafter" and range_name != "normal"):
            continue
        given = ["inputs[i]", "inputs[n - 1 - i]"] if name in _TWO else ["inputs[i]"]
        wider = [f"static_cast<Wide>({one})" for one in given]
        if name == "nextafter":  # the neighbour is one of the type itself
            wider = given
        code = _CODE.format(
            type=text, wide=wide, call=f"{name}({', '.join(given)})",
            values=", ".join(f"T({v.strip()})" for v in values.split(",")),
            wide_call=f"{name}({', '.join(wider)})", ulp=ulp, looser=_LOOSER.get(name, ""),
        )  # fmt: skip
        named = ("math", name, type_name, range_name)
        yield Cell(".".join(named), "4.5", "math", named, code)
