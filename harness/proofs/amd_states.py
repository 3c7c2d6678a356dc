"""Registers and memory that an instruction of the emulated AMD GPU finds and leaves."""

import random
import struct
from dataclasses import dataclass, field

LANES, VECTORS, WORDS, SCALARS = 64, 12, 256, 24
RESULT, BESIDE = 8, 20  # registers
ROOM = 4 * WORDS  # bytes of LDS, and of memory
STATE = struct.Struct(f"<QQII{SCALARS}I{VECTORS * LANES}I{ROOM}s{ROOM}s")
EDGES = [0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FA00000,
         0x3F800000, 0xBF800000, 0x3F000000, 0x00000001, 0x00800000, 0x7F7FFFFF, 0x80000001, 31, 32,
         0x3C00, 0xBC007C00, 0x7FFF8000, 0x4B000001, 0x4F000000, 0xCF000000]  # fmt: skip
HIGHS = [0, 0xFFFFFFFF, 0x80000000, 0x3FF00000, 0xBFE00000, 0x7FF00000, 0xFFF00000, 0x7FF80000,
         0x7FF40000, 0x41DFFFFF, 0xC1E00000, 0x00100000, 0x000FFFFF, 0x43300000]  # fmt: skip


@dataclass
class State:
    """What an instruction finds and leaves."""

    exec: int
    vcc: int
    scc: int
    s: list[int]
    v: list[list[int]]  # by register, then lane
    shared: bytearray = field(default_factory=lambda: bytearray(ROOM))
    memory: bytearray = field(default_factory=lambda: bytearray(ROOM))

    def packed(self) -> bytes:
        """Return the bytes that the device's program reads."""
        lanes = [one for register in self.v for one in register]
        rooms = bytes(self.shared), bytes(self.memory)
        return STATE.pack(self.exec, self.vcc, self.scc, 0, *self.s, *lanes, *rooms)

    def copy(self) -> "State":
        """Return one that may be changed."""
        return State(self.exec, self.vcc, self.scc, self.s[:], [one[:] for one in self.v],
                     self.shared[:], self.memory[:])  # fmt: skip

    @classmethod
    def unpacked(cls, data: bytes) -> "State":
        """Return what the device's program wrote."""
        exec_, vcc, scc, _, *rest = STATE.unpack(data)
        lanes = rest[SCALARS : SCALARS + VECTORS * LANES]
        return cls(exec_, vcc, scc, rest[:SCALARS],
                   [lanes[i * LANES : (i + 1) * LANES] for i in range(VECTORS)],
                   bytearray(rest[-2]), bytearray(rest[-1]))  # fmt: skip


def any_word(dice: random.Random, register: int = 0) -> int:
    """A word of an edge or any bits; that of an odd register may be the upper half of a double."""
    kind = dice.random()
    if kind < 0.35:
        return dice.choice(HIGHS if register % 2 and dice.random() < 0.7 else EDGES)
    if kind < 0.5:
        return struct.unpack("<I", struct.pack("<f", dice.uniform(-100, 100)))[0]  # type: ignore[no-any-return]
    return dice.getrandbits(32)


def any_state(dice: random.Random, round_: int) -> State:
    """Registers with edges and any bits."""
    exec_ = {0: (1 << 64) - 1, 1: 0}.get(round_, dice.getrandbits(64))
    lanes = [[any_word(dice, register) for _ in range(LANES)] for register in range(VECTORS)]
    return State(exec_, dice.getrandbits(64), dice.getrandbits(1),
                 [any_word(dice, register) for register in range(SCALARS)], lanes)  # fmt: skip


def pair(registers: list[int], first: int) -> int:
    """Two registers as one number."""
    return registers[first] | registers[first + 1] << 32


def written_to(bits: int, mask: int, first: int, registers: list[int]) -> None:
    """Put what was written under a mask into registers."""
    for i in range((mask.bit_length() + 31) // 32):
        part = mask >> 32 * i & 0xFFFFFFFF
        registers[first + i] = registers[first + i] & ~part | bits >> 32 * i & part
