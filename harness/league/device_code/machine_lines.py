"""What the machine code of a kernel has for each line of its PTX, to weigh counts with.

``nvdisasm`` prints which line of PTX each machine instruction comes from.  A line that was issued
n times stands for n times its machine instructions, unless ``ptxas`` wrote it several times: a loop
that it unrolled four times has each of them four times and runs a fourth as often.  How often a
basic block was written is read from its instructions that become exactly one of machine code
(loads and stores, arithmetic of floating-point numbers, barriers), and divided out.

LIMITS.md of ``harness/emulator`` says what this cannot see.
"""

from __future__ import annotations

import re
import tempfile
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from league.device_code import sass, tools

#: Machine instructions by class, for each line of PTX, for each function.
Table = Mapping[str, Mapping[str, Mapping[str, float]]]

_FROM_LINE = re.compile(r'^\s*//## File "\.nv_debug_ptx_txt[.\d]*", line (\d+)')
_HEADER = re.compile(r"\.(?:entry|func)\b\s*(?:\([^)]*\)\s*)?([\w$.%]+)")
_LABEL = re.compile(r"^\s*[$\w.]+:(?!:)\s*")
#: Registers of a block that stands in one line, before its instruction.
_DECLARED = re.compile(r"^(?:\.reg\b[^;]*;\s*)+(?=\S)")
_GUARD = re.compile(r"^@!?%\w+\s+")
_LEAVES = re.compile(r"^(?:bra|brx|ret|exit|trap)\b")
#: PTX instructions that become exactly one, and the machine instructions that they become.
_ONE_TO_ONE = tuple(
    (re.compile(of_ptx), re.compile(of_machine))
    for of_ptx, of_machine in (
        (r"ld\.(?:volatile\.|relaxed\.\w+\.)?(?:global|shared|local)\b", r"LD(?:G|S|L)?$"),
        (r"st\.(?:volatile\.|relaxed\.\w+\.)?(?:global|shared|local)\b", r"ST(?:G|S|L)?$"),
        (r"(?:add|sub|mul|fma)\.\S*f64", r"D(?:ADD|MUL|FMA)$"),
        (r"(?:add|sub|mul|fma)\.\S*f32", r"F(?:ADD|MUL|FMA)"),
        (r"(?:bar|barrier)\.sync", r"BAR$"),
        (r"mma\.\S*f64", r"DMMA$"),
    )
)


@dataclass
class _Function:
    """A function in a module of PTX: where it begins, its instructions, and their blocks."""

    name: str
    first: int  # line
    last: int = 0
    operations: dict[int, str] = field(default_factory=dict)  # by line
    block_of: dict[int, int] = field(default_factory=dict)


def of_text(text: str, arch: str = "sm_90") -> dict[str, dict[str, dict[str, float]]]:
    """Return what ``ptxas`` makes of a module of PTX.

    It is machine instructions by class, by line, by function.  A function's first instruction is in
    line 0.  Empty where NVIDIA's tools are missing or refuse.
    """
    if tools.missing():
        return {}
    with tempfile.TemporaryDirectory(prefix="league-code-") as name:
        module = Path(name) / "module.ptx"
        module.write_text(text, encoding="utf-8")
        cubin = tools.compiled(module, arch, "-lineinfo")
        return of_module(text, tools.run(tools.find("nvdisasm"), "-c", "-gp", str(cubin)))


def joined(tables: Iterable[Table]) -> dict[str, Mapping[str, Mapping[str, float]]]:
    """Return the functions of several modules, without those that two of them have differently."""
    found: dict[str, Mapping[str, Mapping[str, float]]] = {}
    unlike: set[str] = set()
    for table in tables:
        unlike |= {name for name in table.keys() & found.keys() if table[name] != found[name]}
        found |= table
    return {name: lines for name, lines in found.items() if name not in unlike}


def of_module(text: str, listing: str) -> dict[str, dict[str, dict[str, float]]]:
    """Return the same of one module: its PTX, and its machine code as ``nvdisasm -gp`` prints it.

    A function of which no machine code was made (it is called by nobody) is not there.
    """
    opcodes: dict[int, list[str]] = {}
    for line, opcode in _listed(listing):
        opcodes.setdefault(line, []).append(opcode)
    found: dict[str, dict[str, dict[str, float]]] = {}
    for function in _functions(text):
        own: dict[int, list[str]] = {}
        begins = list(function.operations)
        for line, several in opcodes.items():
            if function.first <= line <= function.last:
                # what stands before the first instruction, the kernel's own beginning, is its
                begin = begins[max(0, bisect_right(begins, line) - 1)]
                own.setdefault(begin, []).extend(several)
        if not own:
            continue
        copies = _copies(function, own)
        found[function.name] = {
            str(line - begins[0]): {
                name: count / copies[block]
                for name, count in sorted(Counter(map(sass.class_of, own.get(line, ()))).items())
            }
            for line, block in function.block_of.items()
        }
    return found


def _listed(listing: str) -> Iterator[tuple[int, str]]:
    """Yield the line of PTX and the opcode of each machine instruction.

    Those behind a label of the compiler's own are left out: functions for operands that the short
    way cannot do (a division by a denormal number), which hardly ever run.  So is the branch to
    itself behind a kernel's end.
    """
    line = 0
    before = ""
    for text in listing.splitlines():
        label, before = before, text.strip()
        if sass.section(text) or text.startswith(sass.HELPERS):
            line = 0
        elif label.endswith(":") and f"BRA `({label[:-1]})" in text:
            continue
        elif told := _FROM_LINE.match(text):
            line = int(told[1])
        elif line and (opcode := sass.opcode(text)):
            yield line, opcode


def _functions(text: str) -> list[_Function]:
    """Return the functions with a body in a module of PTX."""
    found: list[_Function] = []
    header = ""  # since `.entry` or `.func`, as long as it is not over
    depth = first = block = 0
    goes_on = False  # an instruction over several lines
    for number, whole in enumerate(text.splitlines(), start=1):
        line = whole.split("//", 1)[0].rstrip()
        if depth == 0:
            if not header and not re.search(r"\.(?:entry|func)\b", line):
                continue
            first = first if header else number
            header += line + " "
            if "{" not in line:
                header = "" if line.endswith(";") else header
                continue
            named = _HEADER.search(header)
            header, block = "", 0
            found.append(_Function(named[1] if named else "", first))
        depth += line.count("{") - line.count("}")
        if depth == 0:
            found[-1].last = number
            continue
        if goes_on:
            goes_on = not line.endswith(";")
            continue
        block += bool(_LABEL.match(line))
        declared = _DECLARED.sub("", _LABEL.sub("", line).strip(" \t{}"))
        operation = _GUARD.sub("", declared)
        if operation and not operation.startswith("."):
            found[-1].operations[number] = operation
            found[-1].block_of[number] = block
            block += bool(_LEAVES.match(operation))
            goes_on = ";" not in operation
    return [one for one in found if one.operations and one.last]


def _copies(function: _Function, own: Mapping[int, list[str]]) -> dict[int, int]:
    """Return how often each basic block was written into the machine code.

    It is what most of its instructions say that become exactly one; in a block without any, what
    most of all say.
    """
    told: dict[int, Counter[int]] = {}
    guessed: dict[int, Counter[int]] = {}
    for line, opcodes in own.items():
        block, operation = function.block_of[line], function.operations[line]
        guessed.setdefault(block, Counter())[len(opcodes)] += 1
        for of_ptx, of_machine in _ONE_TO_ONE:
            count = sum(bool(of_machine.match(one)) for one in opcodes)
            if count and of_ptx.match(operation):
                told.setdefault(block, Counter())[count] += 1
    return {
        block: max((told.get(block) or counts).items(), key=lambda item: (item[1], -item[0]))[0]
        for block, counts in guessed.items()
    }


def weigh(
    table: Table, lines: Mapping[str, Mapping[str, Sequence[int]]]
) -> dict[str, dict[str, int]] | None:
    """Return how many machine instructions a kernel's lines of PTX stand for.

    ``lines`` has, for each function and line, how often warps issued it and how many lanes executed
    it, from the first instruction on, which all do; ``issued`` and ``executed`` of the result are
    the same of machine instructions, by class.  None where a line is not in the table, as of a
    function that another compiler wrote: nothing is guessed.
    """
    if not lines:
        return None
    issued: dict[str, float] = defaultdict(float)
    executed: dict[str, float] = defaultdict(float)
    for function, counted in lines.items():
        known = table.get(function, {})
        begin = min(map(int, counted), default=0)
        for line, times in counted.items():
            weights = known.get(str(int(line) - begin))
            if weights is None:
                return None
            for name, weight in weights.items():
                issued[name] += weight * times[0]
                executed[name] += weight * times[1]
    return {
        total: {name: round(value) for name, value in sorted(counts.items())}
        for total, counts in (("issued", issued), ("executed", executed))
    }
