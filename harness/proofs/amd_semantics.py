"""Single instructions of the emulated AMD GPU against AMD's own pseudo-code.

The pseudo-code is that of the wheel tinygrad 0.14.0 (pip install --no-deps tinygrad==0.14.0), which
has it from AMD's manual.  Vector and scalar instructions, and those on LDS, device memory and
scratch, that both know are executed on edges and any operands, lanes under any EXEC.  Every bit
that the text writes has to be the same, and all else as it was (any NaN for a NaN).  What the text
leaves open or is known to have wrong is listed with the reason.  Build the device first; --device
is its build folder.
Exit code: 0 all are equal, 1 one is not, 2 usage, 5 there is no pseudo-code or no device.
"""

import argparse
import fnmatch
import importlib
import random
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

from league.base.errors import ToolchainError
from proofs import amd_memory
from proofs.amd_states import BESIDE, LANES, RESULT, STATE, State, any_state, pair, written_to
from proofs.planter import ROOT, flag
from proofs.pseudocode import Machine
from proofs.pseudovalues import Unknown, Value

HEAD = struct.Struct("<40sII")
ANSWER = struct.Struct("<II")
#: Families by the number that the device's tables give them.
FAMILIES = {"SOP2Op": 0, "SOPKOp": 1, "SOP1Op": 2, "SOPCOp": 3, "VOP1Op": 6, "VOP2Op": 7,
            "VOPCOp": 8, "VOP3Op": 9, "VOP3SDOp": 9, "VOP3POp": 10,
            **amd_memory.FAMILIES}  # fmt: skip
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
    **amd_memory.KNOWN,
}


def run_text(text: str, given: dict[str, int], library: dict[str, str]) -> Machine:
    """Execute a text."""
    machine = Machine(given, library)
    for name in ("OPSEL", "OPSEL_HI"):
        machine.names[name] = Value("u", 3, 0 if name == "OPSEL" else 7)
    machine.run(text)
    return machine


def wanted(text: str, family: str, literal: int, before: State, library: dict[str, str]) -> State:
    """What the text makes of the registers."""
    after = before.copy()
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
    for what in ("shared", "memory"):
        for at, (byte, other_byte) in enumerate(
            zip(getattr(got, what), getattr(want, what), strict=True)
        ):
            if byte != other_byte:
                return f"byte {at} of {what}: {byte:02x}, {other_byte:02x} wanted"
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


def compared(device: subprocess.Popen[bytes], one: tuple[str, str, str], library: dict[str, str],
             rounds: int, dice: random.Random) -> tuple[str, str]:  # fmt: skip
    """What became of an instruction, and how it differs from its text."""
    family, mnemonic, text = one
    in_memory = family in amd_memory.FAMILIES
    for form in amd_memory.forms(family, text) if in_memory else [None]:
        for round_ in range(rounds):
            scalar = family.startswith("SO") or family == "SMEMOp"
            before = any_state(dice, 2 if scalar else round_)
            if form:
                amd_memory.prepare(form, mnemonic, text, before, dice)
                literal = form.literal()
            else:
                literal = dice.choice([dice.getrandbits(16), 0x3F800000])
            outcome, got = ask(device, mnemonic, family, literal, before)
            if outcome:
                return ("not there" if outcome == 1 else "not executed"), ""
            want = (amd_memory.wanted(text, mnemonic, form, before) if form
                    else wanted(text, family, literal, before, library))  # fmt: skip
            if how := difference(mnemonic, got, want):
                return "wrong", f"{how}{f' as {form}' if form else ''}"
    return "equal", ""


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
    ends: dict[str, list[str]] = {
        end: [] for end in ("equal", "wrong", "not told", "not there", "not executed")
    }
    with subprocess.Popen([str(program), args.gpu], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as device:  # fmt: skip
        for family, mnemonic, text in selected(all_texts, args.only):
            if mnemonic in ends["equal"]:
                continue
            if reasons := [why for one, why in KNOWN.items() if fnmatch.fnmatchcase(mnemonic, one)]:
                print(f"{mnemonic}: {reasons[0]}")
                continue
            dice = random.Random(f"{args.seed} {mnemonic}")
            try:
                end, how = compared(device, (family, mnemonic, text), library, args.rounds, dice)
            except Unknown as reason:
                end, how = "not told", f"its text says too little: {reason}"
            ends[end].append(mnemonic)
            if how:
                print(f"{mnemonic} ({family[:-2]}): {how}")
        assert device.stdin
        device.stdin.close()
    print("not executed, so refused by name:", *sorted(set(ends["not executed"])))
    print(", ".join(f"{len(set(names))} {end}" for end, names in ends.items()))
    return 1 if ends["wrong"] else 0
