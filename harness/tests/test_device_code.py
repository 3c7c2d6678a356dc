"""What is read from machine code, and what the emulated device's counts become in records."""

import json
import shutil
import struct
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from saying import Says
from synthetic import whole

from league import cli
from league.analysis import device, gate, history, nights, numbers
from league.base.paths import project_root
from league.device_code import images, metrics, sass, tools
from league.records import device_counts, schema
from league.records.view import view
from league.show import device as show_device

DISASSEMBLY = """
	.section	.text._Z3addPdS_i,"ax",@progbits
_Z3addPdS_i:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/                   @P0 EXIT ;
        /*0020*/                   LDG.E.64 R4, desc[UR4][R2.64] ;
        /*0030*/              @!P1 DFMA R4, R4, R6, R8 ;
        /*0040*/                   STL.64 [R1], R4 ;
        /*0050*/                   LDL.64 R4, [R1] ;
        /*0060*/                   STG.E.64 desc[UR4][R2.64], R4 ;
.L_x_0:
        /*0070*/                   BRA `(.L_x_0);
        /*0080*/                   NOP;
	.section	.text._Z5otherv,"ax",@progbits
        /*0000*/                   EXIT ;
"""


def test_machine_instructions_by_class() -> None:
    mixes = sass.mixes(DISASSEMBLY)
    assert mixes["_Z3addPdS_i"] == {
        "load_global": 1, "move": 1, "control": 2, "fp64": 1, "store_local": 1, "load_local": 1,
        "store_global": 1,
    }  # fmt: skip
    assert mixes["_Z5otherv"] == {"control": 1}


@pytest.mark.parametrize(
    ("opcode", "kind"),
    [("DADD", "fp64"), ("DMMA", "tensor"), ("FADD", "fp32"), ("FLO", "integer"), ("HFMA2", "fp16"),
     ("LDGSTS", "load_global"), ("LDS", "load_shared"), ("ATOMG", "atomic"), ("S2R", "move"),
     ("I2F", "conversion"), ("BSSY", "control"), ("LDC", "move"), ("ULDC", "move"),
     ("CALL", "call"), ("CALL_HELPER", "control"), ("XYZZY", "other")],
)  # fmt: skip
def test_the_longest_beginning_decides(opcode: str, kind: str) -> None:
    assert sass.class_of(opcode) == kind


@pytest.mark.parametrize(
    ("line", "opcode"),
    [("HFMA2.MMA R3, -RZ, RZ, 1.875, 0 ;", "MOV"), ("HADD2.F32 R4, -RZ, R3.H0_H0 ;", "HADD2"),
     ("HFMA2.MMA R3, R4, R5, R6 ;", "HFMA2"), ("@P0 HADD2 R7, -RZ, 0.5 ;", "MOV"),
     ("CALL.REL.NOINC `(_Z4bodyi) ;", "CALL"), ("CALL.ABS.NOINC R2 ;", "CALL"),
     ("@P1 CALL.REL.NOINC `($__internal_0_$__cuda_sm20_div_rn_f64_full) ;", "CALL_HELPER")],
)  # fmt: skip
def test_what_an_instruction_does_decides_its_opcode(line: str, opcode: str) -> None:
    assert sass.opcode(f"        /*00a0*/                   {line}") == opcode


def test_names_of_kernels_are_the_same_in_every_build() -> None:
    unnamed = "_ZN45_GLOBAL__N__7f309caf_7_cuda_cu_41e87bd9_148888multiplyIdEEviPKT_S3_PS1_"
    assert metrics.stable_name(unnamed) == "_ZN12_GLOBAL__N_1" + "8multiplyIdEEviPKT_S3_PS1_"
    region = "__omp_offloading_fe00_a8a53a_main_l4"
    assert metrics.stable_name(region) == "__omp_offloading_main_l4"


def offload_binary(image: bytes, **told: str) -> bytes:
    """An offload binary as Clang's documentation lays it out: header, entry, texts, image."""
    header, entry = 4 + 4 + 8 + 8 + 8, 2 + 2 + 4 + 4 * 8
    texts = b""
    table = b""
    texts_at = header + entry + 16 * len(told)
    for key, value in told.items():
        places = []
        for word in (key, value):
            places.append(texts_at + len(texts))
            texts += word.encode() + b"\0"
        table += struct.pack("<QQ", *places)
    image_at = texts_at + len(texts)
    body = struct.pack("<HHIQQQQ", 2, 1, 0, header + entry, len(told), image_at, len(image))
    whole = header + entry + len(table) + len(texts) + len(image)
    start = b"\x10\xff\x10\xad" + struct.pack("<IQQQ", 1, whole, header, entry)
    return start + body + table + texts + image


def test_images_of_clang_and_of_gcc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "program"
    gpu = offload_binary(b"\x7fELF machine code", triple="nvptx64-nvidia-cuda", arch="sm_90")
    host = offload_binary(b"\x7fELF other code", triple="x86_64-pc-linux-gnu", arch="")
    gcc = b"// BEGIN PREAMBLE\n.version 7.0\n.visible .entry main$_omp_fn$0 () { ret; }\0"
    library = b"// BEGIN PREAMBLE\n.version 3.1\n.func gomp_free;\0"
    program.write_bytes(b"code" + gpu + b"pad" + host + library + gcc + b"\x10\xff\x10\xadcut off")
    found = images.images(program)
    assert [(one.kind, one.arch) for one in found] == [("cubin", "sm_90"), ("ptx", "")]
    assert found[0].data == b"\x7fELF machine code"
    assert found[1].data.startswith(b"// BEGIN PREAMBLE") and b"omp_fn" in found[1].data
    monkeypatch.setattr(tools, "find", lambda name: "")
    assert metrics.of_executable(program) is None, "without the tools nothing is known"


def kept(runs: Path, name: str, *records: dict[str, Any]) -> Path:
    """Write a run of such records, with what they lack."""
    (runs / name).mkdir(parents=True)
    lines = [json.dumps(schema.stamp({**whole(one), "id": ""})) + "\n" for one in records]
    (runs / name / "records.jsonl").write_text("".join(lines))
    return runs / name


def told(**changed: Any) -> dict[str, Any]:
    kernel = {
        "kernel": "add", "launches": 2, "blocks": 8, "threads": 256, "issued": 100, "active": 3000,
        "executed": 2900, "divergent": 3, "lanes": {"atomic": 5, "fp64_add": 64},
        "issues": {"atomic": 1},
        "memory": {
            "load_global": {"requests": 8, "sectors": 96, "least_sectors": 64},
            "load_shared": {"requests": 4, "wavefronts": 8, "least_wavefronts": 4},
            "load_local": {"requests": 1, "sectors": 4, "least_sectors": 4},
        },
    }  # fmt: skip
    host = {"waits": 7, "bytes_to_device": 64}
    whole = {"schema": 1, "gpu": "h100", "kernels": [kernel], "host": host, "findings": []}
    return {**whole, **changed}


def test_counts_are_added_up() -> None:
    counts = device_counts.parse(json.dumps(told()))
    assert counts is not None
    assert device_counts.totals(counts) == {
        "instructions": 2900, "divergent_branches": 3, "kernel_launches": 2, "atomics": 5,
        "host_waits": 7, "sectors": 96, "excess_sectors": 32, "local_sectors": 4, "wavefronts": 8,
        "bank_conflicts": 4,
    }  # fmt: skip


def test_kernels_of_the_harness_are_no_launches_and_no_waits_of_a_program() -> None:
    whole = told(host={"waits": 7, "waited": 4, "chain": 5})
    own = {**whole["kernels"][0], "kernel": "mark", "launches": 3}
    counts = device_counts.parse(json.dumps({**whole, "kernels": [*whole["kernels"], own]}))
    assert counts is not None
    assert counts["host"] == {"chain": 2, "waited": 1, "waits": 7}
    assert device_counts.totals(counts)["kernel_launches"] == 2


@pytest.mark.parametrize(
    "text", ["", "[1]", "{", '{"gpu": 1}', json.dumps(told(kernels=[{"kernel": "x"}])),
             json.dumps(told(host={"waits": "many"}))]
)  # fmt: skip
def test_what_is_no_report_of_counts_is_none(text: str) -> None:
    assert device_counts.parse(text) is None


def launch(variant: str, sectors: int) -> dict[str, Any]:
    counts = told()
    counts["kernels"][0]["memory"]["load_global"]["sectors"] = sectors
    return whole({
        "kind": "launch", "toolchain": "nvcc-13-emulated", "group": "kernels", "benchmark": "toy",
        "variant": variant, "model": "cuda", "mode": "check", "verdict": {"place": "emulated"},
        "worst": "emulated", "device_counts": device_counts.parse(json.dumps(counts)),
    })  # fmt: skip


def test_a_count_stands_beside_that_of_the_reference() -> None:
    run = view([launch("cuda", 96), launch("cuda-wide", 192)])
    rows = {(row["variant"], row["count"]): row for row in device.ratios(run)}
    assert rows["cuda-wide", "sectors"]["ratio"] == 2.0
    assert rows["cuda", "sectors"]["ratio"] == 1.0
    assert rows["cuda-wide", "excess_sectors"]["reference"] == 32
    alone = {row["ratio"] for row in device.ratios(run, "none")}
    assert alone == {None}


def test_the_verb_prints_and_writes(tmp_path: Path, cli_says: Says) -> None:
    kept(tmp_path / "runs", "one", launch("cuda", 96))
    file = tmp_path / "counts.csv"
    words = ["counts", "one", "--out", str(tmp_path / "runs")]
    assert "excess_sectors" in cli_says(*words, "--csv", str(file)).out
    assert "local_sectors,4,4,1.0" in file.read_text()
    assert cli.main([*words, "--code"]) == 4


# By hand: 256 threads are 8 warps; 65536 / (8 x 32 x 32) = 8 blocks by registers of 32 a thread,
# 64 / 8 = 8 by warps, so a multiprocessor is full; of 64 registers half as many.
# `a` calls `b` through an address and `b` calls `c`; the runtime's function has no code here.
def test_registers_of_what_gcc_calls() -> None:
    text = (
        "// BEGIN FUNCTION DEF: b$impl\n.func b$impl()\n{\ncall c;\n}\n"
        "// BEGIN GLOBAL FUNCTION DEF: c\n.visible .func c()\n{\ncall runtime;\n}\n"
        ".visible .entry a\n(\n)\n{\nmov.u64 %r1, b$impl;\ncall runtime, (%r1);\n}\n"
    )
    own = {"a": 22, "b$impl": 31, "c": 40}
    assert metrics.with_callees([text], own) == {"a": 40, "b$impl": 40, "c": 40}
    listing = (
        '\t.section\t.text.c,"ax",@progbits\n'
        "        /*0010*/                   IADD3 R7, R2, R38, RZ ;\n"
        "        /*0020*/                   LDG.E.64 R2, desc[UR4][R8.64] ;\n"
        "        /*0030*/                   NOP ;\n"
    )
    assert sass.registers(listing) == {"c": 39}


def test_occupancy() -> None:
    # the emulated device's own tests hold the same table against the vendor's header
    table = (project_root() / "harness/emulator/tests/occupancy.txt").read_text().splitlines()
    for line in table:
        *asked, blocks = map(int, line.split())
        assert device.resident_blocks(device.GPUS["h100"], *asked) == blocks, line
    assert len(table) > 1000


def test_waves_and_their_tail() -> None:
    found = device.shape(device.GPUS["h100"], 132 * 8 + 528, 256, 32, 0)
    assert found is not None
    assert (found.occupancy, found.waves, found.tail) == (1.0, 1.5, 0.5)
    assert device.shape(device.GPUS["h100"], 10, 1024, 255, 0) is None


SOURCE = """
__global__ void keep(double* x, int n) {
  double part[64];
  for (int i = 0; i < 64; ++i) part[i] = x[i];
  for (int i = 0; i < n; ++i) part[(i * 7) % 64] += x[i];
  for (int i = 0; i < 64; ++i) x[i] = part[i];
}
__global__ void share(int* x) {
  __shared__ int tile[100];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[99 - threadIdx.x];
}
int main() { return 0; }
"""


@pytest.mark.slow
def test_a_spill_shows_in_real_machine_code(tmp_path: Path) -> None:
    """An array indexed at run time lies in local memory; one that is not, does not."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not Path(nvcc).is_file() or tools.missing():
        pytest.skip("nvcc, cuobjdump or nvdisasm is not here")
    found = {}
    for name, text in (("local", SOURCE), ("plain", SOURCE.replace("(i * 7) % 64", "0"))):
        source = tmp_path / f"{name}.cu"
        source.write_text(text)
        program = tmp_path / name
        command = [nvcc, "-O3", "-arch=sm_90", str(source), "-o", str(program)]
        subprocess.run(command, check=True, capture_output=True)
        code = metrics.of_executable(program)
        assert code is not None and not schema.validate(code, "device_code")
        found[name] = metrics.summary(code)
    assert found["local"]["local_instructions"] > 0
    assert found["plain"]["local_instructions"] == 0
    assert found["local"]["registers"] > 0
    assert found["local"]["static_shared"] == 400  # not what the system keeps beside


def a_run(variant: str = "cuda", sectors: int = 96) -> Any:
    return view([launch(variant, sectors)], "one")


def test_spills_in_weighed_machine_code_are_a_count_of_their_own() -> None:
    made = launch("cuda", 96)
    machine = {"issued": {"load_local": 3, "other": 5, "store_local": 2}, "executed": {}}
    made["device_counts"]["kernels"][0]["machine"] = machine
    found = device_counts.totals(made["device_counts"])
    assert (found["weighed_local"], found["weighed_instructions"]) == (5, 10)


def test_numbers_that_do_not_scatter_are_compared_exactly() -> None:
    same = numbers.of_runs(a_run(), a_run())
    assert same.common >= 10 and not same.changed
    more = numbers.of_runs(a_run(), a_run(sectors=128))
    found = {one.quantity.name: (one.now, one.worse) for one in more.changed}
    assert found == {"sectors": (128, True), "excess_sectors": (64, True)}
    assert more.lines()[1] == "+ toy.cuda S/fp64 (nvcc-13-emulated), sectors: 96 → 128"


def test_compare_tells_counts_where_there_are_no_times(tmp_path: Path, cli_says: Says) -> None:
    for name, sectors in (("one", 96), ("two", 128)):
        kept(tmp_path, name, launch("cuda", sectors))
    told = cli_says("compare", "one", "two", "--out", str(tmp_path)).out
    assert "No times to compare." in told
    assert "excess_sectors: 32 → 64" in told


def test_the_report_has_counts_beside_those_of_cuda() -> None:
    runs = [view([launch("cuda", 96), launch("cuda-wide", 192)])]
    table = show_device.count_table(runs, "toy")
    (sectors,) = [column for column in table.columns if column.id == "sectors"]
    fields = {row["variant"]: sectors.cell(row) for row in table.rows}
    found = {name: (one.text, one.note) for name, one in fields.items()}
    assert found == {"cuda": ("96", ""), "cuda-wide": ("192", "2.00×")}
    assert not show_device.count_table([a_run()], "other").rows


def test_the_gate_holds_counts_of_the_emulated_device() -> None:
    same = gate.judge(a_run(), a_run())
    assert (same.exit_code, same.compared) == (0, 1)
    more = gate.judge(a_run(), a_run(sectors=128))
    assert more.exit_code == 3
    assert {one.metric for one in more.more} == {"sectors", "excess_sectors"}


def test_the_gate_sees_a_finding_and_a_device_that_is_gone() -> None:
    found = launch("cuda", 96)
    found["verdict"] = {**found["verdict"], "answer": "device-error"}
    found["worst"] = "device-error"
    assert gate.judge(a_run(), view([found], "two")).exit_code == 1
    real = launch("cuda", 96)
    real["verdict"] = {**real["verdict"], "place": "device"}
    real["worst"] = "pass"
    assert gate.judge(view([real], "one"), a_run()).exit_code == 1


def test_the_history_sees_a_count_that_became_more() -> None:
    before, now = (nights.night_of(run) for run in (a_run(), a_run(sectors=128)))
    found = history.history_of([before, replace(now, run="two")])
    assert {one.metric for one in found.worse} == {"sectors", "excess_sectors"}
