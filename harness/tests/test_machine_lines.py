"""Counts of PTX weighed by the machine code that it became."""

import json
import shutil
import subprocess
from pathlib import Path

import fakes
import pytest
from test_device_code import told

from league.device_code import machine_lines, metrics, ptx, sass, tools
from league.records import device_counts
from league.run import device_files

#: A load, two additions, a loop of one multiplication that ptxas wrote five times, a division.
PTX = """.version 9.0
.target sm_90
.address_size 64
.extern .func helper(.param .b32 x);
.visible .entry k(
.param .u64 k_param_0
)
{
.reg .b64 %rd<9>;
.loc 1 3 0

ld.param.u64 %rd1, [k_param_0];
ld.global.f64 %fd1, [%rd1];
add.s64 %rd2, %rd1, 8;
add.s64 %rd3, %rd1, 16;

$L_again:
mul.f64 %fd1, %fd1, %fd1;
add.s32 %r1, %r1, 1;
setp.ne.s32 %p1, %r1, %r2;
@%p1 bra $L_again;
{ // a call over several lines
call.uni (retval0),
helper,
(
param0
);
}
div.rn.f64 %fd2, %fd1, %fd1;
@%p1 st.global.f64 [%rd1], %fd2;
ret;

}
"""
_FIRST = 12  # the line of the first instruction


def listing(*groups: tuple[int, list[str]]) -> str:
    """What `nvdisasm -gp` prints: the line of PTX where it changes, then instructions."""
    lines = ['\t.section\t.text.k,"ax",@progbits', "k:", ".text.k:"]
    for line, opcodes in groups:
        if line:
            lines.append(f'\t//## File ".nv_debug_ptx_txt", line {line}')
        lines += [one if one.endswith(":") else f"        /*0010*/   {one} ;" for one in opcodes]
    return "\n".join(lines)


MACHINE = listing(
    (8, ["LDC R1, c[0x0][0x28]"]), (12, ["ULDC.64 UR4, c[0x0][0x208]"]),
    (13, ["LDG.E.64 R2, desc[UR4][R2.64]"]),
    (14, ["IADD3 R4, P0, R2, 0x8, RZ", "IADD3.X R5, RZ, R3, RZ, P0, !PT"]),
    (18, ["DMUL R2, R2, R2", "DMUL R2, R2, R2", "DMUL R2, R2, R2", "DMUL R2, R2, R2"]),
    (19, ["VIADD R6, R6, 0x4"]), (21, [".L_x_1:", "@P1 BRA `(.L_x_2)"]), (18, ["DMUL R2, R2, R2"]),
    (19, ["VIADD R6, R6, 0x1"]), (20, ["ISETP.NE.AND P1, PT, R6, R7, PT"]),
    (21, ["@P1 BRA `(.L_x_1)"]),
    (29, ["MUFU.RCP64H R3, 3", "DFMA R4, R2, R2, R2", "CALL.REL.NOINC `($__internal_0_$div)"]),
    (30, ["@P1 STG.E.64 desc[UR8][R6.64], R2"]), (31, ["EXIT"]),
    (0, [".L_x_3:", "BRA `(.L_x_3)", "NOP", "$__internal_0_$div:", "DFMA R4, R2, R2, R2", "RET"]),
)  # fmt: skip


def weights() -> dict[int, dict[str, float]]:
    found = machine_lines.of_module(PTX, MACHINE)
    assert found.keys() == {"k"}
    return {int(line) + _FIRST: classes for line, classes in found["k"].items()}


def test_a_line_has_the_instructions_that_it_became() -> None:
    assert weights() == {
        12: {"move": 2},  # constants: its own, and what stands before all
        13: {"load_global": 1}, 14: {"integer": 2}, 15: {},  # the last is folded
        # Unrolled: divided by its copies.
        18: {"fp64": 1}, 19: {"integer": pytest.approx(2 / 5)},
        20: {"integer": pytest.approx(1 / 5)}, 21: {"control": pytest.approx(2 / 5)},
        23: {},  # a call over several lines is one instruction
        29: {"special": 1, "fp64": 1, "control": 1},  # without the long way of a division
        30: {"store_global": 1},
        31: {"control": 1},  # without the branch to itself, the padding
    }  # fmt: skip


# 3 warps of 32 lanes; the loop turns 10 times, and half of the lanes store.
ISSUED = {12: 3, 13: 3, 14: 3, 15: 3, 18: 30, 19: 30, 20: 30, 21: 30, 23: 3, 29: 3, 30: 3, 31: 3}


def lines(shift: int = 0) -> dict[str, dict[str, tuple[int, int]]]:
    return {
        "k": {str(n + shift): (m, m * (16 if n == 30 else 32)) for n, m in ISSUED.items()}
    }  # fmt: skip


def test_registers_may_be_declared_before_an_instruction_in_its_line() -> None:
    block = "{ .reg .b32 t; mov.b64 {t, %r2}, %d1; }"
    text = f".version 7.8\n.func f\n{{\nadd.s32 %r1, %r1, 1;\n{block}\n}}\n"
    (lines,) = machine_lines.of_module(text, listing((4, ["VIADD R1, R1, 0x1"]))).values()
    assert lines == {"0": {"integer": 1.0}, "1": {}}


# 3 x 2 constants, 3 loads, 3 x 2 + 30 x 0.6 integer,
# 30 + 3 fp64, 3 special, 30 x 0.4 + 3 + 3 control.
@pytest.mark.parametrize("shift", [0, 8])
def test_counts_are_weighed(shift: int) -> None:
    table = machine_lines.of_module(PTX, MACHINE)
    found = machine_lines.weigh(table, lines(shift))
    issued = {"move": 6, "load_global": 3, "integer": 24, "fp64": 33, "special": 3, "control": 18,
              "store_global": 3}  # fmt: skip
    executed = {name: 32 * count for name, count in issued.items()} | {"store_global": 3 * 16}
    assert found == {"issued": issued, "executed": executed}


def test_nothing_is_guessed() -> None:
    table = machine_lines.of_module(PTX, MACHINE)
    assert machine_lines.weigh(table, {}) is None
    assert machine_lines.weigh({}, lines()) is None
    assert machine_lines.weigh(table, {**lines(), "other": {"3": (1, 32)}}) is None
    assert machine_lines.weigh(table, {"k": {**lines()["k"], "32": (1, 32)}}) is None


def test_records_keep_the_sums_and_not_the_lines() -> None:
    counts = told()
    counts["kernels"][0]["lines"] = lines()
    table = machine_lines.of_module(PTX, MACHINE)
    kept = device_counts.parse(
        json.dumps(counts), lambda _, found: machine_lines.weigh(table, found)
    )
    assert kept is not None and "lines" not in kept["kernels"][0]
    assert device_counts.totals(kept)["weighed_instructions"] == 9 + 24 + 33 + 3 + 18 + 3
    unweighed = device_counts.parse(json.dumps(counts))
    assert unweighed is not None
    assert not {"weighed_instructions", "weighed_local"} & device_counts.totals(unweighed).keys()


def test_building_leaves_registers_beside_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "toy.cuda"
    program.write_bytes(b"a program")
    variant = fakes.variant("cuda", executable=program, build=tmp_path)
    assert device_files.registers(variant) is None
    read: list[Path] = []

    def code_of(executable: Path) -> dict[str, object]:
        read.append(executable)
        return {"ptx_sha256": "a", "symbols": {"k": 40, "j": 16}, "kernels": []}

    monkeypatch.setattr(metrics, "of_executable", code_of)
    for _ in range(2):
        assert device_files.device_code(variant) == {"ptx_sha256": "a", "kernels": []}
    assert read == [program], "the second time from the file"
    told = device_files.registers(variant)
    assert told is not None and told.read_text() == "j 16\nk 40\n"
    program.write_bytes(b"another program")
    assert device_files.registers(variant) is None


def test_modules_that_a_launch_loaded_are_compiled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever compiler wrote them, and when; what several have differently is not guessed."""
    variant = fakes.variant("target-data", build=tmp_path)
    folder = device_files.modules(variant)
    assert folder is not None
    other = {"k": {"0": {"fp64": 2.0}}}
    tables = {"one": machine_lines.of_module(PTX, MACHINE), "two": {"l": {}}, "three": other}
    compiled: list[str] = []

    def of_text(text: str) -> object:
        compiled.append(text)
        return tables[text]

    monkeypatch.setattr(machine_lines, "of_text", of_text)
    for name in tables:
        (folder / f"{name}.ptx").write_text(name)
    weighed = machine_lines.weigh(tables["one"], lines())
    assert weighed is not None
    for _ in range(2):
        device_files._became.cache_clear()
        assert device_files.weigh(variant, ["one", "two"], lines()) == weighed
    assert compiled == ["one", "two"]
    assert device_files.weigh(variant, ["one", "three"], lines()) is None
    assert device_files.weigh(variant, ["one", "gone"], lines()) == weighed
    assert device_files.weigh(variant, [], lines()) is None


STRAIGHT = """
__global__ void k(double* a, const double* b) {
  __shared__ double s[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i] * 3.0;
  __syncthreads();
  a[i] = s[63 - threadIdx.x] + b[2 * i];
}
int main() { return 0; }
"""
LOOP = """
__global__ void k(double* a, int n) {
  double x = a[threadIdx.x];
  for (int i = 0; i < n; ++i) x = x * x + 1.0;
  a[threadIdx.x] = x;
}
int main() { return 0; }
"""


def built(folder: Path, source: str) -> Path:
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not Path(nvcc).is_file() or tools.missing():
        pytest.skip("nvcc, cuobjdump or nvdisasm is not here")
    (folder / "k.cu").write_text(source)
    command = [nvcc, "-O3", "-gencode", "arch=compute_90,code=compute_90", "k.cu", "-o", "k"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return folder / "k"


def text_of(program: Path) -> str:
    (text,) = ptx.modules(tools.run(tools.find("cuobjdump"), "--dump-ptx", str(program)))
    return text


@pytest.mark.slow
def test_straight_code_weighs_what_the_disassembler_shows(tmp_path: Path) -> None:
    program = built(tmp_path, STRAIGHT)
    code = metrics.of_executable(program)
    assert code is not None
    (registers,) = code["symbols"].values()
    assert 8 < registers < 64
    module = tmp_path / "k.ptx"
    module.write_text(text_of(program))
    (table,) = machine_lines.of_text(text_of(program)).values()
    weighed = sum(sum(classes.values()) for classes in table.values())
    text = tools.run(tools.find("nvdisasm"), "-c", str(tools.compiled(module, "sm_90")))
    opcodes = [name for name in map(sass.opcode, text.splitlines()) if name]
    end = max(number for number, name in enumerate(opcodes) if name == "EXIT")
    assert end > 15
    assert weighed == end + 1


# As what GCC links to its kernels: without one of its own, and the name of the text has a number.
@pytest.mark.slow
def test_a_module_without_a_kernel_is_compiled_too(tmp_path: Path) -> None:
    if tools.missing():
        pytest.skip("ptxas, cuobjdump or nvdisasm is not here")
    (lines,) = machine_lines.of_text(
        ".version 6.0\n.target sm_30\n.address_size 64\n"
        ".visible .func (.param .u32 %out) one\n{\n.reg .u32 %r;\n"
        "mov.u32 %r,1;\nst.param.u32 [%out],%r;\nret;\n}\n"
    ).values()
    assert sum(sum(one.values()) for one in lines.values()) >= 2


# However often ptxas writes the loop, a turn of it is one multiplication.
@pytest.mark.slow
def test_a_turn_of_a_real_loop_is_one_multiplication(tmp_path: Path) -> None:
    (table,) = machine_lines.of_text(text_of(built(tmp_path, LOOP))).values()
    several = [one for one in table.values() if "fp64" in one]
    assert several and all(one["fp64"] == pytest.approx(1) for one in several)
    weighed = sum(sum(classes.values()) for classes in table.values())
    assert 10 < weighed < 60
