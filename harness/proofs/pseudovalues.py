"""Values of AMD's pseudo-code of instructions: whole and real numbers of a width, and functions.

Real numbers are rounded once, to nearest even.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

_FORMAT = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}
MANTISSA = {16: 10, 32: 23, 64: 52}


class Unknown(Exception):
    """What the text says cannot be executed."""


@dataclass(frozen=True)
class Value:
    """Bits of a kind and a width; `plain` is a number that takes the width of what it meets."""

    kind: str
    width: int
    bits: int
    plain: bool = False

    def as_kind(self, kind: str, width: int) -> Value:
        """Read the bits as another kind."""
        return Value(kind, width, self.bits & ((1 << width) - 1))

    def whole(self) -> int:
        """Return the whole number that the bits are."""
        if self.kind == "i" and self.bits >> (self.width - 1):
            return self.bits - (1 << self.width)
        return self.bits

    def real(self) -> float:
        """Return the real number that the bits are."""
        if self.kind != "f":
            return float(self.whole())
        unpack, pack = _FORMAT[self.width]
        return float(struct.unpack(unpack, struct.pack(pack, self.bits))[0])


def integer(value: int, kind: str = "i", width: int = 32, *, plain: bool = False) -> Value:
    """Return a whole number, cut to its width."""
    return Value(kind, width, value & ((1 << width) - 1), plain)


def rounded(value: float | Fraction, width: int) -> Value:
    """Return a real number, rounded to nearest even."""
    if isinstance(value, float):
        if value != value:
            return Value("f", width, {16: 0x7E00, 32: 0x7FC00000, 64: 0x7FF8 << 48}[width])
        if value in (math.inf, -math.inf) or value == 0:
            return Value("f", width, _packed(value, width))
        value = Fraction(value)
    if value == 0:
        return Value("f", width, 0)
    fraction, bias = MANTISSA[width], {16: 15, 32: 127, 64: 1023}[width]
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    steps = round(size / Fraction(2) ** (exponent - fraction))
    bits = steps + ((exponent + bias - 1) << fraction)  # a carry moves to the next exponent
    most = (2 * bias + 1) << fraction
    return Value("f", width, min(bits, most) | ((value < 0) << (width - 1)))


def _packed(value: float, width: int) -> int:
    unpack, pack = _FORMAT[width]
    return int(struct.unpack(pack, struct.pack(unpack, value))[0])


def _exact(value: Value) -> Fraction | None:
    number = value.real()
    return Fraction(number) if math.isfinite(number) else None


def fused(a: Value, b: Value, c: Value, width: int) -> Value:
    """Return a b + c, rounded once."""
    exact = [_exact(one) for one in (a, b, c)]
    if None in exact:
        return rounded(a.real() * b.real() + c.real(), width)
    x, y, z = (one or Fraction(0) for one in exact)
    if x * y + z == 0:
        if x * y == 0:
            product = math.copysign(0.0, a.real()) * math.copysign(1.0, b.real())
            return rounded(product + c.real(), width)
        return rounded(0.0, width)
    return rounded(x * y + z, width)


def real_two(sign: str, a: Value, b: Value) -> Value:
    """Return what a sign makes of two numbers of which one is real."""
    width = max(one.width for one in (a, b) if one.kind == "f")
    x, y = a.real(), b.real()
    compared = {"==": x == y, "!=": x != y, "<>": x < y or x > y, "<": x < y, "<=": x <= y,
                ">": x > y, ">=": x >= y}  # fmt: skip
    if sign in compared:
        if x == y == 0 and sign == "==" and b.plain:
            return integer(math.copysign(1, x) == math.copysign(1, y), "u", 1)
        return integer(compared[sign], "u", 1)
    one = rounded(1.0, width)
    if sign in ("+", "-"):
        minus = Value("f", b.width, b.bits ^ (sign == "-") << (b.width - 1)) if b.kind == "f" else b
        return fused(a, one, minus, width)
    if sign == "*":
        exact = [_exact(a), _exact(b)]
        if None in exact or 0 in exact:
            return rounded(x * y, width)
        return rounded((exact[0] or Fraction(0)) * (exact[1] or Fraction(0)), width)
    if sign == "/":
        if y == 0 or not (math.isfinite(x) and math.isfinite(y)) or x == 0:
            sign_of = math.copysign(1, x) * math.copysign(1, y)
            if y == 0:
                return rounded(math.nan if x == 0 or x != x else math.inf * sign_of, width)
            return rounded(x / y, width)
        return rounded(Fraction(x) / Fraction(y), width)
    if sign == "**":  # beyond this nothing but infinity and 0 is left
        return rounded(Fraction(x) ** max(-4000, min(int(y), 4000)), 64)
    raise Unknown(f"{sign} of real numbers")


def whole_two(sign: str, a: Value, b: Value) -> Value:
    """Return what a sign makes of two whole numbers."""
    if a.plain != b.plain:
        width = b.width if a.plain else a.width
        kind = b.kind if a.plain else a.kind
        if kind == "u":
            a, b = a.as_kind(kind, width), b.as_kind(kind, width)
    else:
        width = max(a.width, b.width)
        kind = "u" if "u" in (a.kind, b.kind) else "i" if "i" in (a.kind, b.kind) else "b"
    x, y = a.whole(), b.whole()
    compared = {"==": x == y, "!=": x != y, "<>": x != y, "<": x < y, "<=": x <= y, ">": x > y,
                ">=": x >= y}  # fmt: skip
    if sign in compared:
        return integer(compared[sign], "u", 1)
    if sign in ("/", "%") and y == 0:
        raise Unknown("a division by 0")
    results: dict[str, Callable[[], int]] = {
        "+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "&": lambda: x & y,
        "|": lambda: x | y, "^": lambda: x ^ y, "/": lambda: x // y, "%": lambda: x % y,
        "**": lambda: x**y}  # fmt: skip
    return integer(results[sign](), kind, width, plain=a.plain and b.plain)


def _to_whole(kind: str, width: int) -> Callable[[Value], Value]:
    low, high = (0, (1 << width) - 1) if kind == "u" else (-(1 << width - 1), (1 << width - 1) - 1)

    def convert(value: Value) -> Value:
        number = value.real()
        if number != number:
            return integer(0, kind, width)
        if math.isinf(number):
            return integer(high if number > 0 else low, kind, width)
        return integer(min(max(math.trunc(number), low), high), kind, width)

    return convert


def _to_real(width: int) -> Callable[[Value], Value]:
    return lambda value: rounded(
        value.real() if value.kind == "f" else Fraction(value.whole()), width
    )


def _fields(value: Value) -> tuple[int, int]:
    """The exponent's field and the fraction's."""
    size = MANTISSA[value.width]
    return value.bits >> size & ((1 << value.width - 1 - size) - 1), value.bits & ((1 << size) - 1)


def _nan(value: Value, quiet: bool | None = None) -> Value:
    is_nan = value.real() != value.real()
    is_quiet = bool(value.bits >> (MANTISSA[value.width] - 1) & 1)
    return integer(is_nan and quiet in (None, is_quiet), "u", 1)


def _mantissa(value: Value) -> Value:
    number = value.real()
    return value if number == 0 else rounded(math.frexp(number)[0], value.width)


def _exponent(value: Value) -> Value:
    return integer(_fields(value)[0])


def _whole_part(function: Callable[[float], int]) -> Callable[[Value], Value]:
    def apply(value: Value) -> Value:
        number = value.real()
        if not math.isfinite(number) or number == 0:
            return value
        return rounded(math.copysign(float(function(number)), number), value.width)

    return apply


def _root(value: Value) -> Value:
    number = value.real()
    if number <= 0 or not math.isfinite(number):
        return rounded(number if number == 0 or number == math.inf else math.nan, value.width)
    exact = Fraction(number)
    power = 2 * ((exact.denominator.bit_length() - exact.numerator.bit_length()) // 2) + 240
    scaled = exact * Fraction(2) ** power  # of some 240 bits
    root = math.isqrt(scaled.numerator // scaled.denominator)
    sticky = root * root != scaled
    return rounded(Fraction(2 * root + sticky, 2) / Fraction(2) ** (power // 2), value.width)


def _from_bit(value: Value, bits: Value) -> Value:
    count = bits.whole()
    number = value.bits & ((1 << count) - 1)
    if count and number >> (count - 1):
        number -= 1 << count
    return integer(number, "i", value.width)


def _to_i32(value: Value) -> Value:
    return integer(value.as_kind("i", value.width).whole())


def _absolute(value: Value) -> Value:
    if value.kind == "f":
        return Value("f", value.width, value.bits & ((1 << value.width - 1) - 1))
    return integer(abs(value.whole()), value.kind, value.width)


def _scaled(value: Value, power: Value) -> Value:
    number, by = value.real(), power.whole()
    if not math.isfinite(number) or number == 0:
        return value
    return rounded(Fraction(number) * Fraction(2) ** max(-5000, min(by, 5000)), value.width)


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "exponent": _exponent,
    "isNAN": _nan,
    "isSignalNAN": lambda value: _nan(value, False),
    "isQuietNAN": lambda value: _nan(value, True),
    "cvtToQuietNAN": lambda value: Value(
        "f", value.width, value.bits | 1 << (MANTISSA[value.width] - 1)
    ),
    "sign": lambda value: integer(value.bits >> (value.width - 1), "u", 1),
    "mantissa": _mantissa,
    "abs": _absolute,
    "fma": lambda a, b, c: fused(a, b, c, a.width),
    "sqrt": _root,
    "trunc": _whole_part(math.trunc),
    "floor": _whole_part(math.floor),
    "fract": lambda value: (
        rounded(value.real() - math.floor(value.real()), value.width)
        if math.isfinite(value.real())
        else rounded(math.nan, value.width)
    ),
    "isEven": lambda value: integer(value.real() % 2 == 0, "u", 1),
    "ldexp": _scaled,
    "signext": lambda value: integer(value.whole(), "i", 64),
    "signext_from_bit": _from_bit,
    "f64_to_i32": _to_whole("i", 32),
    "f64_to_u32": _to_whole("u", 32),
    "f32_to_i32": _to_whole("i", 32),
    "f32_to_u32": _to_whole("u", 32),
    "f32_to_u8": _to_whole("u", 8),
    "f16_to_i16": _to_whole("i", 16),
    "f16_to_u16": _to_whole("u", 16),
    **{f"{kind}_to_f64": _to_real(64) for kind in ("i32", "u32", "f32")},
    **{f"{kind}_to_f32": _to_real(32) for kind in ("i32", "u32", "f64", "f16")},
    **{f"{kind}_to_f16": _to_real(16) for kind in ("i16", "u16", "f32")},
    **{f"i{bits}_to_i32": _to_i32 for bits in (4, 8, 16)},
    **{f"u{bits}_to_u32": lambda value: value.as_kind("u", 32) for bits in (4, 8, 16)},
    "u32_to_u16": lambda value: integer(min(value.bits, 0xFFFF), "u", 16),
    "i32_to_i16": lambda value: integer(min(max(value.whole(), -32768), 32767), "i", 16),
}
