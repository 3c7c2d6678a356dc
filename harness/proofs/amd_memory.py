"""AMD's pseudo-code of what goes to memory: LDS, device memory, scratch, buffers, scalar loads.

An instruction is tried in several forms: with and without a register for the base, an offset, a
returned value; a flat address in each of its rooms.  Lanes are executed in their order, which
decides between atomic operations on one place; what else is stored never overlaps.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from proofs.amd_states import LANES, RESULT, ROOM, State, any_word, written_to
from proofs.pseudocode import Machine, Tree
from proofs.pseudovalues import Unknown, Value, integer

#: Families of memory by the number that the device's tables give them.
FAMILIES = {"SMEMOp": 5, "DSOp": 11, "FLATOp": 12, "GLOBALOp": 13, "SCRATCHOp": 14,
            "MUBUFOp": 15}  # fmt: skip
#: Instructions whose text says nothing that can be executed alone, or something else.
KNOWN = {
    "ds_swizzle_b32": "the text is prose: a test of its own",
    "s_memtime": "a clock",
    "s_memrealtime": "a clock",
}
DATA, DATA2, BASE, OFFSET = 2, 4, 2, 4  # vector registers of data, scalar ones of addresses
RETURNS, BY_SCALAR, NO_OFFSET, ROOM_BIT = 1 << 24, 1 << 25, 1 << 26, 28
MEMORY, SHARED, SCRATCH = range(3)
_SUM = (1 << 32) - 1


@dataclass
class Form:
    """How one instruction is written, and where it goes."""

    family: str
    room: int = MEMORY
    by_scalar: bool = False
    by_offset: bool = True
    returns: bool = False
    offset: int = 0

    def literal(self) -> int:
        """Return what the device's program is told of it."""
        bits = {"SMEMOp": 21, "DSOp": 16, "MUBUFOp": 12}.get(self.family, 13)
        return (self.offset & (1 << bits) - 1 | RETURNS * self.returns | BY_SCALAR * self.by_scalar
                | NO_OFFSET * (not self.by_offset) | self.room << ROOM_BIT)  # fmt: skip

    @property
    def data(self) -> int:
        """The first register of data; that of a buffer is where results go, too."""
        return RESULT if self.family == "MUBUFOp" else DATA


class MemoryMachine(Machine):
    """Executes a text on a room of memory; `place` tells where a byte of it lies."""

    def __init__(self, state: State, room: bytearray, place: Callable[[int], int]) -> None:
        super().__init__({"EXEC": state.exec}, {})
        self.state, self.room, self.place = state, room, place

    def _do_declare(self, name: str, kind: str, size: Tree | None) -> None:
        if name not in self.names:
            super()._do_declare(name, kind, size)

    def _register(self, tree: Tree) -> list[int]:
        number = {"ADDR": 0, "DATA0": DATA, "VDST": RESULT}.get(tree[1])
        if number is None:
            raise Unknown(f"register {tree[1]}")
        return self.state.v[number]

    def _bytes(self, address: Tree, kind: str) -> list[int]:
        first = self.value(address).whole()
        return [self.place(first + i) for i in range(int(kind[1:]) // 8)]

    def _of_as(self, inner: Tree, kind: str) -> Value:
        if inner[:2] == ("at", ("name", "MEM")):
            found = bytes(self.room[at] for at in self._bytes(inner[2], kind))
            return Value(kind[0], int(kind[1:]), int.from_bytes(found, "little"))
        return super()._of_as(inner, kind)

    def _of_at(self, inner: Tree, index: Tree) -> Value:
        if inner[:2] == ("at", ("name", "VGPR")):
            return Value("b", 32, self._register(index)[self.value(inner[2]).whole()])
        if inner == ("name", "MEM"):
            raise Unknown("MEM without a width")
        return super()._of_at(inner, index)

    def _of_call(self, name: str, arguments: list[Tree]) -> Value:
        if not name.startswith("Calc"):
            return super()._of_call(name, arguments)
        parts = [self.value(one).as_kind("u", 32).bits for one in arguments]
        if name == "CalcDsAddr":
            return integer(parts[0] + (parts[2] << 8) + parts[1], "u")
        total = sum(parts) & _SUM
        return integer(total & ~3 if name == "CalcScalarGlobalAddr" else total, "u")

    def _store(self, target: Tree, value: Value) -> None:
        if target[0] == "as" and target[1][:2] == ("at", ("name", "MEM")):
            width = int(target[2][1:])
            bits = value.bits & ((1 << width) - 1)
            for at, byte in zip(self._bytes(target[1][2], target[2]),
                                bits.to_bytes(width // 8, "little"), strict=True):  # fmt: skip
                self.room[at] = byte
        elif target[0] == "at" and target[1][:2] == ("at", ("name", "VGPR")):
            self._register(target[2])[self.value(target[1][2]).whole()] = value.bits & _SUM
        else:
            super()._store(target, value)


def reach(text: str) -> tuple[int, int]:
    """Bytes of a text's widest access, and of all that stands together."""
    kinds = re.findall(r"MEM\[[^]]*\]\.[uifb](\d+)", text)
    width = max((int(one) // 8 for one in kinds), default=4)
    return width, width + max(map(int, re.findall(r"\+ (\d+)U\]", text)), default=0)


def _is_atomic(text: str) -> bool:
    return "MEM" in text and "tmp" in text


def forms(family: str, text: str) -> list[Form]:
    """The ways in which an instruction can be written."""
    if family == "DSOp":
        return [Form(family, SHARED)]
    if family == "SMEMOp":
        return [Form(family), Form(family, by_scalar=True),
                Form(family, by_scalar=True, by_offset=False)]  # fmt: skip
    ends = [False, True] if _is_atomic(text) else [False]
    if family == "MUBUFOp":  # without a stride: of device memory, or of scratch as LLVM lays it out
        rooms = [MEMORY] if _is_atomic(text) else [MEMORY, SCRATCH]
        ways = [(scalar, vector) for scalar in (False, True) for vector in (False, True)]
        return [Form(family, room, *way, end) for room in rooms for way in ways for end in ends]
    if family == "FLATOp":
        rooms = [MEMORY, SHARED] if _is_atomic(text) else [MEMORY, SHARED, SCRATCH]
        return [Form(family, room, returns=end) for room in rooms for end in ends]
    room = SCRATCH if family == "SCRATCHOp" else MEMORY
    return [Form(family, room, by_scalar, returns=end) for by_scalar in (False, True)
            for end in ends]  # fmt: skip


def _placer(form: Form, lane: int) -> Callable[[int], int]:
    if form.room == SCRATCH:  # words of the lanes stand side by side
        return lambda byte: byte // 4 * (4 * LANES) + lane * 4 + byte % 4
    return lambda byte: byte


def _of_numbers(word: int) -> int:
    """A word that is no NaN and no infinity, alone or as half of a double, and no -0."""
    if word >> 23 & 0xFF == 0xFF or word >> 20 & 0x7FF == 0x7FF:
        word &= ~(1 << 30)
    return 0 if word == 0x80000000 else word


def prepare(form: Form, mnemonic: str, text: str, state: State, dice: random.Random) -> None:
    """Fill memory, and make the addresses of a form lie in it."""
    words = [any_word(dice, at) for at in range(2 * ROOM // 4)]
    if re.search(r"_f(32|64)$", mnemonic):
        # Of a NaN and a number the text keeps what is there, and of zeros; LLVM takes the number.
        words = [_of_numbers(one) for one in words]
        for register in range(form.data, form.data + 4):
            state.v[register] = [_of_numbers(one) for one in state.v[register]]
    filled = bytearray(b"".join(one.to_bytes(4, "little") for one in words))
    state.shared, state.memory = filled[:ROOM], filled[ROOM:]
    width, together = reach(text)
    most = (16 if form.room == SCRATCH else ROOM) - together
    if form.family == "SMEMOp":
        form.offset = dice.randrange(-(1 << 20), 1 << 20) if form.by_offset else 0
        state.s[OFFSET] = dice.randrange(600)
        register = state.s[OFFSET] if form.by_scalar else 0
        state.s[0] = (dice.randrange(4, most + 1) - form.offset - register) & _SUM & ~3
        return
    if two := re.search(r"OFFSET1\.u32 \* (\d+)U", text):
        step = int(two[1])
        both = [dice.randrange(min(256, most // step + 1)) for _ in range(2)]
        form.offset = both[0] | both[1] << 8
        state.v[0] = [dice.randrange(most - max(both) * step + 1) for _ in range(LANES)]
        if "write" in mnemonic:
            _apart(form, state, together, step)
        return
    if _is_atomic(text):
        targets = [dice.randrange(ROOM // width) * width for _ in range(LANES)]
    elif form.room == SCRATCH:
        targets = [dice.randrange(most + 1) for _ in range(LANES)]
    else:  # a piece for each
        pieces = dice.sample(range(LANES), LANES)
        targets = [16 * piece + dice.randrange(17 - together) for piece in pieces]
    alone = form.by_scalar and form.room == SCRATCH  # no vector register, so one offset for all
    least = targets[0] if alone else min(targets)
    lowest = -4096 if form.family in ("GLOBALOp", "SCRATCHOp") else 0
    form.offset = dice.randrange(lowest, 4096 if form.room == MEMORY else least + 1)
    if form.family == "MUBUFOp":
        _of_buffer(form, state, targets, dice)
    elif alone:
        targets = [least] * LANES
        state.s[BASE] = least - form.offset
    elif form.by_scalar:
        less = dice.randrange(least + 1)
        state.s[BASE] = (less - form.offset) & _SUM
        state.v[0] = [target - less for target in targets]
    else:
        state.v[0] = [(target - form.offset) & _SUM for target in targets]
    if "cmpswap" in mnemonic or "cmpst" in mnemonic:
        _meet(form, width, state, targets, dice)


def _of_buffer(form: Form, state: State, targets: list[int], dice: random.Random) -> None:
    """Part addresses into a constant, a scalar offset and perhaps a vector register."""
    least = min(targets)
    scalar = dice.randrange(least + 1) if form.by_scalar else 0
    if form.by_offset:
        state.v[0] = [(target - form.offset - scalar) & _SUM for target in targets]
    else:
        form.offset = least - scalar
        targets[:] = [least] * LANES
    # Scratch of all lanes stands side by side, and the scalar offset is the wave's.
    state.s[BASE] = scalar * (LANES if form.room == SCRATCH else 1)


def _apart(form: Form, state: State, width: int, step: int) -> None:
    """Take lanes away that store where another one does."""
    taken: set[int] = set()
    for lane in range(LANES):
        offsets = form.offset & 255, form.offset >> 8
        first = [state.v[0][lane] + offset * step for offset in offsets]
        mine = [one + i for one in first for i in range(width)]
        if taken.isdisjoint(mine):
            taken.update(mine)
        else:
            state.exec &= ~(1 << lane)


def _meet(form: Form, width: int, state: State, targets: list[int], dice: random.Random) -> None:
    """Let half of the lanes find what they expect."""
    first = DATA if form.family == "DSOp" else form.data + width // 4
    room = state.shared if form.room == SHARED else state.memory
    for lane in range(LANES):
        for word in range(width // 4 if dice.random() < 0.5 else 0):
            at = targets[lane] + 4 * word
            state.v[first + word][lane] = int.from_bytes(room[at : at + 4], "little")


def _many(registers: list[int]) -> int:
    return sum(one << 32 * i for i, one in enumerate(registers))


def wanted(text: str, mnemonic: str, form: Form, before: State) -> State:
    """What the text makes of registers and memory."""
    after = before.copy()
    room = after.shared if form.room == SHARED else after.memory
    offset = form.offset & _SUM
    common = {"OFFSET": offset, "OFFSET0": offset & 255, "OFFSET1": offset >> 8 & 255}
    if form.family == "SMEMOp":
        machine = MemoryMachine(after, room, lambda byte: byte)
        given = {**common, "SBASE": before.s[0],
                 "SOFFSET": before.s[OFFSET] if form.by_scalar else 0}  # fmt: skip
        machine.names |= {name: Value("b", 32, bits) for name, bits in given.items()}
        machine.names["SDATA"] = Value("b", 512, _many(before.s[RESULT:]))
        machine.run(text)
        written_to(machine.names["SDATA"].bits, machine.written["SDATA"], RESULT, after.s)
        return after
    if "VGPR" in text:  # moves between lanes
        machine = MemoryMachine(after, room, lambda byte: byte)
        machine.names["OFFSET"] = Value("b", 32, offset)
        machine.run(text)
        return after
    if form.family == "DSOp":
        common["OFFSET"] &= 0xFFFF
    for lane in range(LANES):
        if not before.exec >> lane & 1:
            continue
        column = [register[lane] for register in before.v]
        buffers = form.family == "MUBUFOp"
        alone = not form.by_offset if buffers else form.by_scalar and form.room == SCRATCH
        address = 0 if alone else column[0]
        base = before.s[BASE] if form.by_scalar else 0
        base //= LANES if buffers and form.room == SCRATCH else 1
        machine = MemoryMachine(after, room, _placer(form, lane))
        whole = address if "Calc" in text else (address + base + offset) & _SUM
        given = {**common, "ADDR": whole, "ADDR_BASE": address, "SADDR": base,
                 "VADDR": address, "SRSRC": 0, "SOFFSET": base}  # fmt: skip
        machine.names |= {name: Value("b", 32, bits) for name, bits in given.items()}
        loads = "_load_" in mnemonic
        for name, first in (("DATA", form.data), ("DATA2", DATA2), ("RETURN_DATA", RESULT),
                            ("VDATA", RESULT if loads else form.data)):  # fmt: skip
            machine.names[name] = Value("b", 128, _many(column[first : first + 4]))
        machine.run(text)
        name = "VDATA" if loads else "RETURN_DATA"
        if form.family == "DSOp" and _is_atomic(text):
            gives = "_rtn_" in mnemonic
        else:
            gives = form.returns or not _is_atomic(text)
        if gives and name in machine.written:
            written_to(machine.names[name].bits, machine.written[name], RESULT, column)
            for register in range(RESULT, RESULT + 4):
                after.v[register][lane] = column[register]
    return after
