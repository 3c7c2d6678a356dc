"""Single instructions of the emulated AMD GPU against AMD's own pseudo-code.

The pseudo-code is that of the wheel tinygrad 0.14.0 (pip install --no-deps tinygrad==0.14.0), which
has it from AMD's manual.  Vector and scalar instructions that both know are executed on edges and
any operands, lanes under any EXEC; every bit that the text writes has to be the same, and lanes
that do not execute keep theirs (any NaN for a NaN).  What the text leaves open or is known to have
wrong is listed with the reason.  Build the device first; --device is its build folder.
Exit code: 0 all are equal, 1 one is not, 2 usage, 5 there is no pseudo-code or no device.
"""

import argparse
import fnmatch
import importlib
import random
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from league.base.errors import ToolchainError
from proofs.planter import ROOT, flag
from proofs.pseudocode import Machine
from proofs.pseudovalues import Unknown, Value

LANES, VECTORS, WORDS, SCALARS = 64, 12, 256, 24
STATE = struct.Struct(f"<QQII{SCALARS}I{VECTORS * LANES}I{WORDS}I{WORDS}I")
HEAD = struct.Struct("<40sII")
ANSWER = struct.Struct("<II")
RESULT, BESIDE = 8, 20  # registers
#: Families by the number that the device's tables give them.
FAMILIES = {"SOP2Op": 0, "SOPKOp": 1, "SOP1Op": 2, "SOPCOp": 3, "VOP1Op": 6, "VOP2Op": 7,
            "VOPCOp": 8, "VOP3Op": 9, "VOP3SDOp": 9, "VOP3POp": 10}  # fmt: skip
#: Instructions whose text says nothing that can be executed alone, or something wrong.
KNOWN = {
    "v_rcp*": "an approximation on a GPU",
    "v_rsq*": "an approximation on a GPU",
    "v_exp*": "an approximation on a GPU",
    "v_log*": "an approximation on a GPU",
    "v_sin*": "an approximation on a GPU",
    "v_cos*": "an approximation on a GPU",
    "v_div_*": "the manual's text is wrong: quotients are held against the host",
    "v_rndne_f*": "the text gives +0 for -0, and rounds before it cuts",
    "v_fract_f*": "the text rounds to 1, which a fraction never is",
    "v_frexp_exp_*": "the text takes the field of a denormal for its exponent",
    "v_ldexp_f*": "the text rounds the power first, which may be infinity",
    "v_trig_preop_f64": "the text has 1,201 bits of 2 / pi, which no double holds",
    "v_mad_i64_i32": "the text's carry is the 65th bit, here an overflow; no compiler reads it",
    "v_swap_b32": "it writes its source, too: a test of its own",
    "v_readfirstlane_b32": "its text names registers by number",
}
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

    def packed(self) -> bytes:
        """Return the bytes that the device's program reads."""
        lanes = [one for register in self.v for one in register]
        return STATE.pack(self.exec, self.vcc, self.scc, 0, *self.s, *lanes, *[0] * (2 * WORDS))

    @classmethod
    def unpacked(cls, data: bytes) -> "State":
        """Return what the device's program wrote."""
        exec_, vcc, scc, _, *rest = STATE.unpack(data)
        lanes = rest[SCALARS : SCALARS + VECTORS * LANES]
        return cls(exec_, vcc, scc, rest[:SCALARS],
                   [lanes[i * LANES : (i + 1) * LANES] for i in range(VECTORS)])  # fmt: skip


def any_state(dice: random.Random, round_: int) -> State:
    """Registers with edges and any bits."""

    def word(register: int) -> int:
        kind = dice.random()
        if kind < 0.35:
            return dice.choice(HIGHS if register % 2 and dice.random() < 0.7 else EDGES)
        if kind < 0.5:
            return struct.unpack("<I", struct.pack("<f", dice.uniform(-100, 100)))[0]  # type: ignore[no-any-return]
        return dice.getrandbits(32)

    exec_ = {0: (1 << 64) - 1, 1: 0}.get(round_, dice.getrandbits(64))
    lanes = [[word(register) for _ in range(LANES)] for register in range(VECTORS)]
    return State(exec_, dice.getrandbits(64), dice.getrandbits(1),
                 [word(register) for register in range(SCALARS)], lanes)  # fmt: skip


def pair(registers: list[int], first: int) -> int:
    """Two registers as one number."""
    return registers[first] | registers[first + 1] << 32


def written_to(bits: int, mask: int, first: int, registers: list[int]) -> None:
    """Put what was written under a mask into registers."""
    for i in range(4):
        part = mask >> 32 * i & 0xFFFFFFFF
        registers[first + i] = registers[first + i] & ~part | bits >> 32 * i & part


def run_text(text: str, given: dict[str, int], library: dict[str, str]) -> Machine:
    """Execute a text."""
    machine = Machine(given, library)
    for name in ("OPSEL", "OPSEL_HI"):
        machine.names[name] = Value("u", 3, 0 if name == "OPSEL" else 7)
    machine.run(text)
    return machine


def wanted(text: str, family: str, literal: int, before: State, library: dict[str, str]) -> State:
    """What the text makes of the registers."""
    after = State(before.exec, before.vcc, before.scc, before.s[:], [one[:] for one in before.v])
    common = {"EXEC": before.exec, "VCC": before.vcc, "SCC": before.scc,
              "SIMM16": literal & 0xFFFF, "SIMM32": literal, "ROUND_MODE": 0}  # fmt: skip
    if family.startswith("S"):
        given = {"S0": pair(before.s, 0), "S1": pair(before.s, 2), "D0": pair(before.s, RESULT)}
        if family == "SOPKOp":  # the constant is the last source
            compares = "S1" in text
            given |= {"S0": given["D0"] if compares else literal & 0xFFFF, "S1": literal & 0xFFFF}
        machine = run_text(text, {**common, **given}, library)
        for name, mask in machine.written.items():
            bits = machine.names[name].bits if name in machine.names else 0
            if name == "D0":
                written_to(bits, mask & (1 << 64) - 1, RESULT, after.s)
            elif name in ("EXEC", "VCC", "SCC"):
                setattr(after, name.lower(), bits & ((1 << (1 if name == "SCC" else 64)) - 1))
        return after
    compares = family == "VOPCOp"
    if compares:
        after.vcc = 0
        after.exec = 0 if "EXEC" in text else before.exec
    carries = family == "VOP3SDOp" or "VCC.u64[laneId] =" in text
    if carries and family != "VOP3SDOp":
        after.vcc = 0
    beside = 0
    for lane in range(LANES):
        if not before.exec >> lane & 1:
            continue
        column = [register[lane] for register in before.v]
        given = {f"S{i}": pair(column, 2 * i) for i in range(3)}
        given |= {"D0": pair(column, RESULT), "laneId": lane, "D1": 0}
        machine = run_text(text, {**common, **given}, library)
        for name, mask in machine.written.items():
            if name == "D0" and not compares:
                bits, cut = machine.names["D0"].bits, mask & (1 << 64) - 1
                line = column[:]
                if cut == 0xFFFF and family != "VOP3Op":  # elsewhere the upper half becomes 0
                    cut, bits = 0xFFFFFFFF, bits & 0xFFFF
                written_to(bits, cut, RESULT, line)
                for register in range(RESULT, RESULT + 2):
                    after.v[register][lane] = line[register]
            elif name == "D1":
                beside |= (machine.names["D1"].bits & 1) << lane
        bit = 1 << lane
        if compares:
            source = "D0" if "D0" in machine.written else "VCC"
            on = machine.names[source].bits & bit
            after.vcc |= on
            if "EXEC" in machine.written:
                after.exec |= on
        elif carries and family != "VOP3SDOp":
            after.vcc |= machine.names["VCC"].bits & bit
    if family == "VOP3SDOp":
        after.s[BESIDE], after.s[BESIDE + 1] = beside & 0xFFFFFFFF, beside >> 32
    return after


def without_nan(bits: int, name: str) -> tuple[int | None, ...]:
    """The numbers of a result; None where one is no number."""
    parts = name.split("_")
    kind = parts[2] if parts[1] == "cvt" else parts[-1]
    if kind == "f64":
        return (None if bits & (1 << 63) - 1 > 0x7FF << 52 else bits,)
    if kind == "f16":
        return tuple(None if half & 0x7FFF > 0x7C00 else half
                     for half in (bits >> 16 * i & 0xFFFF for i in range(4)))  # fmt: skip
    return tuple(None if word & 0x7FFFFFFF > 0x7F800000 else word
                 for word in (bits & 0xFFFFFFFF, bits >> 32))  # fmt: skip


def difference(name: str, got: State, want: State) -> str:
    """Where two states differ; empty: nowhere."""
    for what in ("exec", "vcc", "scc"):
        if getattr(got, what) != getattr(want, what):
            return f"{what} is {getattr(got, what):x}, {getattr(want, what):x} wanted"
    for register, (have, need) in enumerate(zip(got.s, want.s, strict=True)):
        if have != need:
            return f"s{register} is {have:x}, {need:x} wanted"
    for lane in range(LANES):
        mine, other = ([register[lane] for register in one.v] for one in (got, want))
        if mine == other:
            continue
        both = [pair(one, RESULT) for one in (mine, other)]
        if "_f" in name and without_nan(both[0], name) == without_nan(both[1], name):
            continue
        if "_med3_f" in name and not any(bits << (48 if "f16" in name else 32) & (1 << 63) - 1
                                         for bits in both):  # fmt: skip
            continue  # the text gives either zero for the other one
        return f"lane {lane}: {both[0]:016x}, {both[1]:016x} wanted"
    return ""


def texts() -> dict[str, str]:
    """AMD's pseudo-code by family and name."""
    try:
        module = importlib.import_module("tinygrad.runtime.autogen.amd.cdna.str_pcode")
    except ImportError as reason:
        raise ToolchainError(
            "AMD's pseudo-code is not here: pip install --no-deps tinygrad==0.14.0"
        ) from reason
    return {f"{type(key).__name__} {key.name}": text for key, text in module.PCODE.items() if text}


def selected(all_texts: dict[str, str], pattern: str) -> Iterator[tuple[str, str, str]]:
    """Family, mnemonic and text of what is to be tried."""
    for key, text in all_texts.items():
        family, name = key.split()
        mnemonic = name.lower().removesuffix("_e32").removesuffix("_e64")
        if family not in FAMILIES or not fnmatch.fnmatchcase(mnemonic, pattern):
            continue
        yield family, mnemonic, text


def ask(device: subprocess.Popen[bytes], mnemonic: str, family: str, literal: int,
        state: State) -> tuple[int, State]:  # fmt: skip
    """What the device makes of an instruction: 0 and the registers, or why it does not."""
    assert device.stdin and device.stdout
    device.stdin.write(HEAD.pack(mnemonic.encode(), FAMILIES[family], literal) + state.packed())
    device.stdin.flush()
    outcome, _ = ANSWER.unpack(device.stdout.read(ANSWER.size))
    return outcome, State.unpacked(device.stdout.read(STATE.size))


OPTIONS = (
    flag("--device", default=str(ROOT / "build/emulator"), metavar="DIR", help="its build folder"),
    flag("--gpu", default="gfx90a", metavar="NAME", help="gfx906 or gfx90a"),
    flag("-k", "--only", default="*", metavar="PATTERN", help="instructions of these names"),
    flag("--rounds", type=int, default=6, metavar="N", help="of 64 lanes for each instruction"),
    flag("--seed", type=int, default=1, metavar="N", help="of the operands"),
)


def run(args: argparse.Namespace) -> int:
    """Try all instructions that both know."""
    program = Path(args.device) / "tests/emulator_amd_oracle"
    if not program.exists():
        raise ToolchainError(f"{program} is not there: build the emulated device, or say --device")
    all_texts = texts()
    library = {key.split()[1].removesuffix("_E32").removesuffix("_E64"): text
               for key, text in all_texts.items()}  # fmt: skip
    tried, wrong, open_ = 0, 0, {"not told": 0, "not there": 0, "not executed": 0}
    seen = set()
    with subprocess.Popen([str(program), args.gpu], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as device:  # fmt: skip
        for family, mnemonic, text in selected(all_texts, args.only):
            if mnemonic in seen:
                continue
            if reasons := [why for one, why in KNOWN.items() if fnmatch.fnmatchcase(mnemonic, one)]:
                print(f"{mnemonic}: {reasons[0]}")
                continue
            dice = random.Random(f"{args.seed} {mnemonic}")
            for round_ in range(args.rounds):
                before = any_state(dice, 2 if family.startswith("S") else round_)
                literal = dice.choice([dice.getrandbits(16), 0x3F800000])
                outcome, got = ask(device, mnemonic, family, literal, before)
                if outcome:
                    open_["not there" if outcome == 1 else "not executed"] += 1
                    break
                try:
                    want = wanted(text, family, literal, before, library)
                except Unknown as reason:
                    open_["not told"] += 1
                    print(f"{mnemonic}: its text says too little: {reason}")
                    break
                if how := difference(mnemonic, got, want):
                    wrong += 1
                    print(f"{mnemonic} ({family[:-2]}): {how}")
                    break
            else:
                tried += 1
                seen.add(mnemonic)
        assert device.stdin
        device.stdin.close()
    print(f"{tried} instructions are equal, {wrong} are not;", open_)
    return 1 if wrong else 0
