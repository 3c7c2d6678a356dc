"""Registers of machine code and launches of the emulated device: occupancy and waves."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from saying import Says, called
from test_device_code import kept, launch, told

from league.analysis import device, gate, history, needs, nights, numbers
from league.base.errors import NothingComparable
from league.device_code import metrics, ptx
from league.records import device_counts, schema
from league.records.launches import Key
from league.records.view import RunView, view

ROOT = Path(__file__).resolve().parents[2]
SHAPE = {"blocks": 132 * 8 + 528, "threads": 256, "shared": 0, "launches": 3}


def counted(shapes: list[dict[str, int]], *, toolchain: str = "nvcc-13-emulated",
            symbol: str = "_Z3addv") -> dict[str, Any]:  # fmt: skip
    made = launch("cuda", 96) | {"toolchain": toolchain}
    more = {"symbol": symbol, "shapes": shapes, "fetched": 5, "written_back": 2}
    counts = told()
    counts["kernels"][0] |= more
    made["device_counts"] = device_counts.parse(json.dumps(counts))
    return made


def built(registers: int, *, toolchain: str = "nvcc-13-emulated", kernel: str = "_Z3addv",
          mode: str = "", shared: int = 0) -> dict[str, Any]:  # fmt: skip
    one = {"kernel": kernel, "registers": registers, "stack": 0, "shared": shared, "local": 0,
           "instructions": 9, "mix": {"fp64": 9}, "mode": mode}  # fmt: skip
    code = {"arch": "sm_90", "image_sha256": "0", "kernels": [one]}
    assert not schema.validate(code, "device_code")
    return {
        "kind": "build", "toolchain": toolchain, "group": "kernels", "benchmark": "toy",
        "variant": "cuda", "model": "cuda", "verdict": "ok", "expectation": "as-expected",
        "reason": "", "log_tail": "", "executable_sha256": "", "executable_bytes": 1,
        "sources_sha256": "", "code_sha256": "", "compile_s": None, "device_code": code,
    }  # fmt: skip


def a_run(registers: int = 32, shapes: list[dict[str, int]] | None = None, **more: Any) -> RunView:
    return view([built(registers, **more), counted(shapes or [SHAPE])], "one")


KEY = Key("nvcc-13-emulated", "toy", "cuda", "S", "fp64")


# By hand: 256 threads of 32 registers fill an H100 with 132 x 8 blocks; half a round more are two
# rounds, three times.  Of 64 registers half as many blocks fit: three rounds.
def test_registers_and_launches_together_say_how_a_gpu_is_filled() -> None:
    (row,) = device.shape_rows(a_run())
    assert (row["registers"], row["occupancy"], row["waves"], row["tail"]) == (32, 1.0, 1.5, 0.5)
    assert device.fill(a_run())[KEY] == {"occupancy": 100.0, "block_rounds": 6.0}
    assert device.fill(a_run(64))[KEY] == {"occupancy": 50.0, "block_rounds": 9.0}


def test_the_worst_launch_decides_the_occupancy() -> None:
    shapes = [SHAPE, {"blocks": 1, "threads": 32, "shared": 100 * 1024, "launches": 1}]
    assert device.fill(a_run(32, shapes))[KEY] == {"occupancy": 100 * 2 / 64, "block_rounds": 7.0}


# 96 sectors where 64 would do, 192 in another variant; 5 of 200 instructions on local memory.
def test_what_is_asked_stands_beside_the_least() -> None:
    made = counted([SHAPE])
    issued = {"other": 195, "load_local": 5}
    made["device_counts"]["kernels"][0]["machine"] = {"issued": issued, "executed": {}}
    run = view([built(64), made, launch("cuda-wide", 192)], "one")
    wide = Key("nvcc-13-emulated", "toy", "cuda-wide", "S", "fp64")
    assert needs.needs(a_run(), run) == [
        needs.Need(KEY, 1.5, 25.0, 64, 0.5), needs.Need(wide, 3.0, None, None, None),
    ]  # fmt: skip
    lines = needs.markdown(needs.needs(run))
    assert lines[2].split(" | ")[3:] == ["`cuda-wide`", "3.00", "–", "–", "– |"]
    assert lines[3].split(" | ")[3:] == ["`cuda`", "1.50", "25.0", "64", "50% |"]
    with pytest.raises(NothingComparable, match="choose others"):
        needs.markdown([])


def test_without_registers_of_a_kernel_nothing_is_said() -> None:
    alone = view([counted([SHAPE])], "one")
    (row,) = device.shape_rows(alone)
    assert (row["registers"], row["occupancy"], row["blocks"]) == (None, None, SHAPE["blocks"])
    assert device.fill(alone) == {}


def test_registers_of_another_build_of_the_variant_are_named() -> None:
    """Clang's program leaves compiling to the driver; its build for a GPU has the machine code."""
    name = "__omp_offloading_fe00_a8a53a_main_l4"
    other = built(64, toolchain="clang-16-sm_90", kernel=metrics.stable_name(name), mode="generic")
    run = view([other, counted([SHAPE], toolchain="clang-16-emulated", symbol=name)], "one")
    (row,) = device.shape_rows(run)
    assert (row["code"], row["registers"], row["occupancy"]) == ("clang-16-sm_90", 64, 0.5)


def test_more_registers_turn_gate_history_and_comparison() -> None:
    before, now = a_run(), a_run(64)
    turned = gate.judge(before, now)
    assert turned.exit_code == 3
    assert {one.metric for one in turned.more} == {"registers", "occupancy", "block_rounds"}
    found = history.history_of([nights.night_of(before), replace(nights.night_of(now), run="two")])
    assert {one.metric for one in found.worse} == {"registers", "occupancy", "block_rounds"}
    changed = {one.quantity.name: one.worse for one in numbers.of_runs(before, now).changed}
    assert changed == {"registers": True, "occupancy": True, "block_rounds": True}
    better = {one.quantity.name: one.worse for one in numbers.of_runs(now, before).changed}
    assert set(better.values()) == {False}
    assert gate.judge(now, before).exit_code == 0


def test_more_shared_memory_of_machine_code_is_worse() -> None:
    turned = gate.judge(a_run(), a_run(shared=64))
    assert (turned.exit_code, {one.metric for one in turned.more}) == (3, {"static_shared"})


def test_missed_bytes_are_sectors_that_went_past_the_cache() -> None:
    assert device_counts.totals(counted([SHAPE])["device_counts"])["missed_bytes"] == 7 * 32
    assert "missed_bytes" not in device_counts.totals(launch("cuda", 96)["device_counts"])


def test_old_and_new_records_are_counted_together() -> None:
    rows = list(device.ratios(view([counted([SHAPE]), launch("cuda-wide", 96)])))
    assert {row["variant"] for row in rows if row["count"] == "missed_bytes"} == {"cuda"}


def test_the_verb_shows_launches(tmp_path: Path, cli_says: Says) -> None:
    kept(tmp_path / "runs", "one", built(32), counted([SHAPE]))
    line = (
        cli_says("counts", "one", "--out", str(tmp_path / "runs"), "--shapes")
        .out.splitlines()[2]
        .split()
    )
    assert line[-7:-1] == ["3", "nvcc-13-emulated", "32", "1", "1.5", "0.5"]


def test_modes_are_named_for_both_compilers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What NVIDIA's programs print is put in their place; the program is a module as GCC has it."""
    program = tmp_path / "program"
    program.write_bytes(b"// BEGIN PREAMBLE\n.version 3.1\n.entry main$_omp_fn$0 () { ret; }\0")
    usage = " Function main$_omp_fn$0:\n  REG:40 STACK:16 SHARED:8 LOCAL:0\n"
    text = '.section .text.main$_omp_fn$0,"ax"\n        /*0000*/   EXIT ;\n'

    def run(*command: str, cwd: Path | None = None) -> str:
        if command[0] == "ptxas":
            Path(command[command.index("-o") + 1]).write_bytes(b"")
        return {"cuobjdump": usage, "nvdisasm": text}.get(command[0], "")

    monkeypatch.setattr(metrics.tools, "run", run)
    monkeypatch.setattr(metrics.tools, "find", lambda name: name)
    code = metrics.of_executable(program)
    assert code is not None
    (kernel,) = code["kernels"]
    assert (kernel["mode"], kernel["registers"], kernel["stack"]) == ("generic", 40, 16)


def test_counts_are_held_where_the_ptx_is_the_same(tmp_path: Path) -> None:
    def session(name: str, digest: str, sectors: int, **later: int) -> Path:
        made = counted([SHAPE])
        made["device_counts"]["kernels"][0]["memory"]["load_global"]["sectors"] = sectors
        made["device_counts"]["kernels"][0] |= later
        build = built(32)
        build["device_code"]["ptx_sha256"] = digest
        return kept(tmp_path / name, "one", build, made)

    def said(run: Path, other: Path) -> tuple[int, str]:
        command = [str(ROOT / "scripts/prove.py"), "counts", str(run), str(other)]
        done = called([sys.executable, *command])
        return done.returncode, done.stdout + done.stderr

    old = session("kept", "a", 96)
    assert said(session("same", "a", 96), old) == (
        0, "1 cell with the same PTX: 1 with the same counts\n",
    )  # fmt: skip
    code, told_of = said(session("more", "a", 97).parent, old)
    assert code == 1 and "toy.cuda S/fp64" in told_of and "load_global" in told_of
    assert said(session("other", "b", 97), old)[0] == 4
    newer = session("newer", "a", 96, compulsory=7)
    assert said(newer, old)[0] == 0, "the kept session is older than that count"
    assert said(session("differs", "a", 96, compulsory=8), newer)[0] == 1
    fuller = session("fuller", "a", 97, registers=32)
    assert said(fuller, old)[0] == 4, "with other registers other blocks are resident"
    assert said(tmp_path / "nothing", old)[0] == 2


FIRST = """
Fatbin elf code:
================
arch = sm_90

Fatbin ptx code:
================
arch = sm_90
ptxasOptions =  --generate-line-info

.version 9.0
.target sm_90
.entry _ZN45_GLOBAL__N__92199d92_7_cuda_cu_810fd134_234658multiplyEv(
.param .u32 _ZN45_GLOBAL__N__92199d92_7_cuda_cu_810fd134_234658multiplyEv_param_0
)
{
.loc\t1 36 0
ret;
}
.file\t1 "/one/place/cuda.cu"
.section\t.debug_str
{
info_string0: .b8 95,0
}

Fatbin ptx code:
================
arch = sm_90

.version 9.0
.entry other() { ret; }
"""


def test_the_hash_of_ptx_is_the_same_in_another_folder_and_not_of_other_code() -> None:
    texts = ptx.modules(FIRST)
    assert [text.count(".entry") for text in texts] == [1, 1]
    moved = FIRST.replace("92199d92", "0aa199d9").replace("810fd134_23465", "a10fd134_23465")
    moved = moved.replace("/one/", "/an/other/").replace(".loc\t1 36", ".loc\t1 40")
    moved = moved.replace(".b8 95,0", ".b8 95,96")
    assert ptx.digest(ptx.modules(moved)) == ptx.digest(texts)
    assert ptx.digest(reversed(texts)) == ptx.digest(texts)
    other = FIRST.replace("ret;", "bar.sync 0; ret;")
    assert ptx.digest(ptx.modules(other)) != ptx.digest(texts)
