"""Machine instructions by class, from what the disassembler prints."""

from __future__ import annotations

import re
from collections import Counter

_INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*)")
#: Behind the opcode HFMA2 or HADD2: a register becomes -0 * 0 + a constant, or -0 + one.
_MOVES_CONSTANT = re.compile(r"(?<=HFMA2|HADD2)\S*\s+R\d+,\s*-RZ,\s*(?:RZ,|[-\d])")
#: A register of a thread, or the first of two.
_REGISTER = re.compile(r"\bR(\d+)\b(\.64)?")
#: What the compiler's own functions are called, which do what the short way cannot (a division by a
#: denormal number) and hardly ever run; and what stands for the opcode of a jump to one.
HELPERS, _HELPER = "$__internal", "CALL_HELPER"
_SECTION = re.compile(r"^\s*\.section\s+\.text\.(\S+?),")

#: Classes by the opcode's beginning, the first that fits; what fits none is `other`.
_CLASSES = (
    ("tensor", ("DMMA", "HMMA", "IMMA", "BMMA", "QMMA", "HGMMA", "DGMMA", "UTCHMMA")),
    ("fp64", ("DADD", "DMUL", "DFMA", "DSETP", "DMNMX", "DSET")),
    ("fp16", ("HADD", "HMUL", "HFMA", "HSET", "HMNMX")),
    ("fp32", ("FADD", "FMUL", "FFMA", "FSETP", "FMNMX", "FSEL", "FSET", "FCHK", "FSWZADD")),
    ("special", ("MUFU",)),
    ("conversion", ("F2F", "F2I", "I2F", "I2I", "FRND", "F2FP", "I2IP", "I2FP", "F2IP")),
    ("load_local", ("LDL",)),
    ("store_local", ("STL",)),
    ("load_shared", ("LDS",)),
    ("store_shared", ("STS",)),
    ("load_global", ("LDG", "LD")),
    ("store_global", ("STG", "ST")),
    ("atomic", ("ATOM", "RED", "CCTL")),
    ("shuffle", ("SHFL", "VOTE", "MATCH", "REDUX")),
    ("barrier", ("BAR", "WARPSYNC", "MEMBAR", "DEPBAR", "ERRBAR")),
    ("call", ("CALL",)),
    ("control", ("BRA", "BRX", _HELPER, "RET", "EXIT", "JMP", "BREAK", "YIELD", "BPT", "NANOSLEEP",
                 "BSSY", "BSYNC")),
    ("integer", ("IADD", "IMAD", "IMUL", "ISETP", "LEA", "LOP", "SHF", "SHL", "SHR", "IMNMX",
                 "VIMNMX", "VIADD", "IABS", "POPC", "FLO", "BREV", "SGXT", "BMSK", "PRMT", "ISCADD",
                 "UIADD", "UIMAD", "ULEA", "ULOP", "USHF", "UISETP", "UPRMT", "USEL", "UFLO",
                 "UPOPC", "USGXT", "PLOP", "UPLOP", "SEL")),
    ("move", ("MOV", "UMOV", "S2R", "S2UR", "CS2R", "R2UR", "P2R", "R2P", "UP2UR", "UR2UP",
              "LDC", "ULDC")),  # constants: what other instructions have as an operand
)  # fmt: skip


def class_of(opcode: str) -> str:
    """Return the class of an opcode such as ``DFMA``."""
    best, length = "other", 0
    for name, beginnings in _CLASSES:
        for beginning in beginnings:
            if opcode.startswith(beginning) and len(beginning) > length:
                best, length = name, len(beginning)
    return best


def mixes(text: str) -> dict[str, Counter[str]]:
    """Return for each function of a disassembly how many instructions of each class it has.

    The padding behind the last jump (NOP) does not count.
    """
    found: dict[str, Counter[str]] = {}
    current: Counter[str] = Counter()
    for line in text.splitlines():
        if function := section(line):
            current = found.setdefault(function, Counter())
        elif name := opcode(line):
            current[class_of(name)] += 1
    return found


def registers(text: str) -> dict[str, int]:
    """Return for each function of a disassembly the registers that its code names.

    A function that is called has no count of its own in what the tools tell of a module.
    """
    found: dict[str, int] = {}
    current = ""
    for line in text.splitlines():
        current = section(line) or current
        for number, wide in _REGISTER.findall(line) if current and opcode(line) else ():
            found[current] = max(found.get(current, 0), int(number) + 1 + bool(wide))
    return found


def section(line: str) -> str:
    """Return the function whose code begins at a line of a disassembly, empty if none does."""
    found = _SECTION.match(line)
    return found[1] if found else ""


def opcode(line: str) -> str:
    """Return the opcode in a line of a disassembly, empty if it has none or is padding.

    A constant that a multiplication by nothing puts into a register is a move, and a call of one of
    the compiler's own helpers is none.
    """
    found = _INSTRUCTION.match(line)
    if found and _MOVES_CONSTANT.match(line, found.end()):
        return "MOV"
    if found and found[1] == "CALL" and HELPERS in line:
        return _HELPER
    return found[1] if found and found[1] != "NOP" else ""
