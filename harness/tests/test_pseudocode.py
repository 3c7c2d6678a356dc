"""The interpreter of instructions' pseudo-code: what ``prove.py amd-semantics`` trusts."""

import random
import struct

import pytest

from proofs.pseudocode import Machine
from proofs.pseudovalues import FUNCTIONS, Unknown, Value, fused, integer, rounded


def result(text: str, **given: int) -> int:
    machine = Machine(given, {"V_TWICE_U32": "D0.u32 = S0.u32 << 1U"})
    machine.run(text)
    bits: int = machine.names["D0"].bits
    return bits


@pytest.mark.parametrize(
    ("text", "given", "wanted"),
    [
        ("D0.u32 = S0.u32 + S1.u32", {"S0": 0xFFFFFFFF, "S1": 2}, 1),
        ("D0.i32 = S0.i32 >> 4U // with the sign", {"S0": 0x80000000}, 0xF8000000),
        ("D0.u32 = 0U;\nD0[15 : 8] = S0[7 : 0].u8", {"S0": 0x1FF}, 0xFF00),
        ("D0.u32 = S0.u32[0 : 31]", {"S0": 1}, 0x80000000),
        ("D0.u64 = 64'U(S0.u32) * 64'U(S1.u32)", {"S0": 1 << 31, "S1": 6}, 6 << 31),
        ("D0 = { S1[31 : 16].u16, S0[15 : 0].u16 }", {"S0": 5, "S1": 7 << 16}, 7 << 16 | 5),
        ("tmp = -1;\nfor i in 0 : 31 do\nif S0.u32[i] == 1'1U then\ntmp = i;\nbreak\nendif\n"
         "endfor;\nD0.i32 = tmp", {"S0": 0x50}, 4),
        ("D0.i32 = S0.i32 < 3 ? S0.i32 : 3", {"S0": 0xFFFFFFFF}, 0xFFFFFFFF),
        ("F = lambda(x) (\nif x > 4U then\nreturn 1U\nelse\nreturn 2U\nendif);\nD0.u32 = F(S0.u32)",
         {"S0": 9}, 1),
        ("D0.u32 = v_twice_u32(S0.u32)", {"S0": 21}, 42),
        ("D0.f32 = S0.f32 * 2.0F ** S1.i32", {"S0": 0x3F800000, "S1": 0x7FFFFFFF}, 0x7F800000),
        ("D0.f32 = -abs(S0.f32) * 2.0F", {"S0": 0xBF800000}, 0xC0000000),
    ],
)  # fmt: skip
def test_texts(text: str, given: dict[str, int], wanted: int) -> None:
    assert result(text, **given) == wanted


def test_what_is_not_told() -> None:
    with pytest.raises(Unknown):
        result("D0.u32 = nobody(S0.u32)", S0=1)


def test_numbers_are_rounded_once() -> None:
    dice = random.Random(1)
    for _ in range(500):
        number = struct.unpack("<d", struct.pack("<Q", dice.getrandbits(64)))[0]
        if abs(number) < 3e38:
            assert rounded(number, 32).bits == struct.unpack("<I", struct.pack("<f", number))[0]
    one, tiny = rounded(1.0 + 2.0**-12, 32), rounded(-1.0 - 2.0**-11, 32)
    assert fused(one, one, tiny, 32).real() == 2.0**-24
    assert FUNCTIONS["f64_to_i32"](rounded(-1e10, 64)).whole() == -(1 << 31)
    assert FUNCTIONS["sqrt"](rounded(2.0, 64)).real() == 2.0**0.5
    assert FUNCTIONS["signext_from_bit"](integer(6, "i", 64), integer(3)) == Value(
        "i", 64, (1 << 64) - 2
    )
