"""What ``prove.py amd-semantics`` makes of instructions on memory."""

import random

import pytest

from proofs.amd_memory import MEMORY, SCRATCH, SHARED, Form, forms, prepare, reach, wanted
from proofs.amd_semantics import difference
from proofs.amd_states import LANES, State, any_state

LOAD = "addr = CalcGlobalAddr(ADDR.b32, SADDR.b32, OFFSET.b32);\nVDATA[31 : 16].i16 = MEM[addr].i16"
STORE = "addr = CalcFlatAddr(ADDR.b32, OFFSET.b32);\nMEM[addr].b32 = VDATA[31 : 0]"
OF_LANE = STORE.replace("FlatAddr(ADDR.b32", "ScratchAddr(ADDR.b32, SADDR.b32")
ADD = "tmp = MEM[ADDR].u32;\nMEM[ADDR].u32 += DATA.u32;\nRETURN_DATA.u32 = tmp"
TWO = (
    "addr = CalcDsAddr(ADDR.b32, 0x0, 0x0);\nMEM[addr + OFFSET0.u32 * 8U + 4U].b32 = DATA[63 : 32];"
    "\nMEM[addr + OFFSET1.u32 * 8U].b32 = DATA2[31 : 0]"
)


def bare(exec_: int = 1) -> State:
    return State(exec_, 0, 0, [0] * 24, [[0] * LANES for _ in range(12)])


def word(room: bytearray, at: int) -> int:
    return int.from_bytes(room[at : at + 4], "little")


def test_a_load_adds_base_and_offset_and_keeps_the_other_half() -> None:
    state = bare(0b10)
    state.v[0][1], state.v[8][1], state.s[2] = 20, 0x12345678, 10
    state.memory[24:26] = b"\xfe\xff"
    after = wanted(
        LOAD, "global_load_short_d16_hi", Form("GLOBALOp", MEMORY, True, offset=-6), state
    )
    assert after.v[8][:3] == [0, 0xFFFE5678, 0]


def test_scratch_is_interleaved_by_words() -> None:
    state = bare(1 << 5)
    state.v[0][5], state.v[2][5] = 1, 0x44332211
    after = wanted(STORE, "flat_store_dword", Form("FLATOp", SCRATCH, offset=1), state)
    assert (word(after.memory, 5 * 4), word(after.memory, 256 + 5 * 4)) == (0x22110000, 0x4433)
    assert sum(map(bool, after.memory)) == 4


@pytest.mark.parametrize(("returns", "result"), [(False, [9, 9]), (True, [0, 3])])
def test_atomic_operations_take_place_lane_after_lane(returns: bool, result: list[int]) -> None:
    state = bare(0b11)
    state.v[2][:2], state.v[8][:2] = [3, 4], [9, 9]
    after = wanted(ADD, "global_atomic_add", Form("GLOBALOp", returns=returns), state)
    assert (word(after.memory, 0), after.v[8][:2]) == (7, result)


def test_two_offsets_count_elements() -> None:
    state = bare()
    state.v[3][0], state.v[4][0] = 5, 6
    after = wanted(TWO, "ds_write2_b64", Form("DSOp", SHARED, offset=2 | 3 << 8), state)
    assert (word(after.shared, 20), word(after.shared, 24)) == (5, 6)
    assert reach(TWO) == (4, 8)


@pytest.mark.parametrize(
    ("family", "mnemonic", "text"),
    [("GLOBALOp", "global_load_short_d16_hi", LOAD), ("FLATOp", "flat_store_dword", STORE),
     ("GLOBALOp", "global_atomic_add", ADD), ("DSOp", "ds_write2_b64", TWO),
     ("SCRATCHOp", "scratch_store_dword", OF_LANE)],
)  # fmt: skip
def test_every_form_stays_in_its_room_and_stores_apart(
    family: str, mnemonic: str, text: str
) -> None:
    dice = random.Random(1)
    for form in forms(family, text):
        for round_ in range(3):
            state = any_state(dice, round_)
            prepare(form, mnemonic, text, state, dice)
            after = wanted(text, mnemonic, form, state)  # an address outside ends in an exception
            if "tmp" in text:
                continue
            # In no order of the lanes anything else is stored.
            state.v = [register[::-1] for register in state.v]
            if form.room != SCRATCH:
                state.exec = int(f"{state.exec:064b}"[::-1], 2)
                again = wanted(text, mnemonic, form, state)
                assert (again.shared, again.memory) == (after.shared, after.memory)


def test_a_byte_of_memory_is_a_difference() -> None:
    one, other = bare(), bare()
    assert difference("ds_write_b8", one, other) == ""
    other.shared[7] = 1
    assert difference("ds_write_b8", one, other) == "byte 7 of shared: 00, 01 wanted"
